"""A game that is scored, so far."""

from referee.api import Game

GAME = Game("stone-night", "Stone Night", players=range(2, 5), package=__name__)
