"""Aladdin & the Magic Lamp for two to five players, with the variant of the Magic Ring."""

from referee.api import Game, Say

GAME = Game(
    id="aladdin",
    title="Aladdin & the Magic Lamp",
    players=range(2, 6),
    package=__name__,
    max_events=1_500,
    aliases=("lamp", "阿拉丁神燈", "阿拉丁神灯", "アラジンと魔法のランプ"),
    asks=(("variant", Say("Which variant?")),),
)
