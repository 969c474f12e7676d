"""Cards as they are typed: what names none, or several, is refused."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from referee.core.say import BadAnswer
from referee.core.table import Player
from referee.games.aladdin.model.cards import Names
from referee.games.aladdin.model.readers import card_named
from referee.games.aladdin.stages.by_end import HoldingTold, read_holding
from referee.registry import open_game
from tests.languages.evenings import different_steps
from tests.languages.spoken import speaking
from tests.languages.test_typed_as_shown import meant
from tests.rooms import ROOMS

KNOWN = {name: name for name in ("red", "silver ring", "silver necklace")}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("blue", "“blue” is not a card here."),
        ("s", "“s” is not a card here."),
        ("", "A card is missing."),
        (" ", "A card is missing."),
    ],
)
def test_what_names_no_card_is_told(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        card_named(words, KNOWN)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("step", "tag", "lines"),
    [
        ("lamp.touched", "en", "Cy not first/did Cy touch/Cy second, Bo first/Bo and Cy, Cy first"),
        ("lamp.touched", "zh-Hant", "Cy沒摸/Cy比Bo慢/不是Cy/誰先摸到/Cy第二，Bo第一"),
        ("lamp.touched", "ja", "Cyは触らない/BoよりCyが早い/Cyだけ触らなかった/誰が先"),
        ("lamp.stolen", "en", "no green/don't want green/green, no thanks/thanks"),
        ("lamp.stolen", "zh-Hant", "不拿綠寶石/都不要綠寶石/不拿走綠寶石"),
        ("lamp.opponent", "zh-Hant", "Cy不偷/不讓Cy偷/誰偷"),
        ("wish.answer", "en", "don't accept/not refused/does he accept/I want"),
        ("wish.answer", "zh-Hant", "要不要接受/不拒絕/下一張呢/接受還是拒絕"),
        ("wish.done", "zh-Hant", "還沒完成/還沒結束/結束了嗎"),
        ("wish.effect", "en", "Cy draws red"),
        ("explore.card", "en", "no more red/red on green/red scorpion/I'm not done/no scorpions"),
        ("explore.card", "ja", "赤の次/赤が出なかった/十分じゃない"),
        ("talisman.placed", "zh-Hant", "不放綠寶石上面/綠寶石旁邊嗎/放在綠寶石和紅寶石上"),
    ],
)
def test_what_is_denied_asked_or_said_of_two_things_is_not_read(
    step: str, tag: str, lines: str
) -> None:
    session = next(
        each for each in different_steps(ROOMS["aladdin"]) if each.step and each.step.id == step
    )
    with nullcontext() if tag == "en" else speaking(tag):
        open_game("aladdin")
        for line in lines.split("/"):
            found = meant(session, line, announces=False)
            assert isinstance(found[0], str), line


def held(words: str, *, has_ring: bool = False) -> HoldingTold:
    return read_holding(Player("Ana"), words, Names("purple", "purple"), has_ring=has_ring)


@pytest.mark.parametrize("words", ["a ring", "the ring", "a red ring", "a bracelet"])
def test_an_ornament_needs_its_metal_and_the_ring_is_magic(words: str) -> None:
    with pytest.raises(BadAnswer):
        held(words)
    assert held("the magic ring").ring
    assert held("3g ring", has_ring=True).ring


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("3 Greens, a red", "3g r"),
        ("green 3 red 2", "3g 2r"),
        ("bronze ring green 2", "br 2g"),
        ("2 reds and a talisman on red", "2r tr"),
        ("talisman, bronze ring", "t br"),
        ("3 green + 1 talisman and 1 talisman alone", "3g tg t"),
        ("The bronze set", "br bn bb"),
        ("2 complete silver sets", "2sr 2sn 2sb"),
    ],
)
def test_what_lies_before_somebody_may_be_said_in_words(words: str, same: str) -> None:
    assert held(words) == held(same)
