"""Saboteur for three to ten players: the tunnel, the tools, the gold."""

from referee.api import Game

GAME = Game(
    "saboteur",
    "Saboteur",
    players=range(3, 11),
    package=__name__,
    max_events=281,
    aliases=("矮人礦坑", "矮人矿坑", "お邪魔者"),
)
