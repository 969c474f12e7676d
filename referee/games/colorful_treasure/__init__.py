"""Colorful Treasure for two to four players: simple, basic and advanced."""

from referee.api import Game, Say

GAME = Game(
    "colorful-treasure",
    "Colorful Treasure",
    players=range(2, 5),
    package=__name__,
    max_events=1_000,
    aliases=("colourful-treasure", "彩色尋寶", "彩色寻宝", "カラフルトレジャー"),
    asks=(("mode", Say("Which rules?")),),
)
