"""No Swap No Pay! for three to five players, with the ghost Davy Jones for three."""

from referee.api import Game

GAME = Game(
    "no-swap-no-pay",
    "No Swap No Pay!",
    players=range(3, 6),
    package=__name__,
    max_events=139,
    aliases=("nsnp", "不給錢就交換!", "不给钱就交换！", "ノー・スワップ・ノー・ペイ！"),
)
