"""Aladdin & the Magic Lamp for two to five players, with the variant of the Magic Ring."""

from referee.api import Game

GAME = Game(
    id="aladdin",
    title="Aladdin & the Magic Lamp",
    players=range(2, 6),
    package=__name__,
    max_events=1_500,
)
