"""Pebble Night for two to four players and a judge."""

from referee.api import Game, PlayerName, Say, SetupField

GAME = Game(
    "pebble-night",
    "Pebble Night",
    players=range(2, 5),
    package=__name__,
    max_events=33,
    setup=(SetupField("judge", PlayerName(), Say("Who is the judge?")),),
    aliases=("night market",),
)
