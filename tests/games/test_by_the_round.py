"""Questions by the round: what they show as an example is read, and what is said to them."""

from __future__ import annotations

from itertools import product

import pytest

from referee.core.say import Say
from tests.languages.spoken import FOREIGN
from tests.languages.test_natural_forms import at_a_table
from tests.languages.test_typed_as_shown import meant
from tests.test_by_round import begun

UP_TO = {
    "aladdin": ("end",),
    "colorful-treasure": ("end",),
    "no-swap-no-pay": ("1",),
    "sidibaba": ("end", "1"),
}
LATIN = ("3g", "3r", "3p", " g", "tr")


@pytest.mark.parametrize(("name", "tag"), [*product(UP_TO, FOREIGN), ("no-swap-no-pay", "de")])
def test_the_example_is_in_the_words_of_the_table_and_read(name: str, tag: str) -> None:
    loop = begun(name)
    for typed in UP_TO[name]:
        assert loop.feed(typed).is_taken
    step = loop.session.step
    assert step is not None
    hint = step.answers.hint()
    said = Say("{it}", it=next(iter(hint.facts.values())))
    english = str(said)
    with at_a_table(tag, name):
        shown = str(said)
        assert not any(letters in shown for letters in LATIN), shown
        assert meant(loop.session, shown, announces=False) == meant(
            loop.session, english, announces=False
        )
    assert not isinstance(meant(loop.session, english, announces=False)[0], str)


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("it was {}", "2"),
        ("{} found the gold", "2"),
        ("nobody did", "-"),
        ("none of us reached it", "-"),
        ("the saboteurs won", "-"),
    ],
)
def test_who_joined_the_treasure_may_be_said_in_a_sentence(said: str, noted: str) -> None:
    session = begun("saboteur").session
    _, second, third, *_ = session.setup.seating
    typed = meant(session, said.format(second), announces=False)
    assert typed == meant(session, noted, announces=False)
    for denied in ("{} did not", "it was not {}", "{} or {} did", "the diggers won"):
        read = meant(session, denied.format(second, third), announces=False)
        assert isinstance(read[0], str), denied


@pytest.mark.parametrize(
    ("name", "tag", "typed", "english"),
    [
        ("sidibaba", "zh-Hant", "3、2個精靈", "3 g g"),
        ("sidibaba", "zh-Hans", "两个精灵", "g g"),
        ("sidibaba", "ja", "ジン2個", "g g"),
        ("sidibaba", "ja", "5を2個", "5 5"),
        ("aladdin", "zh-Hant", "綠寶石3 紅寶石2", "3g 2r"),
        ("aladdin", "zh-Hans", "2个红护身符", "2tr"),
        ("aladdin", "ja", "緑3、赤2、赤の護符", "3g 2r tr"),
        ("colorful-treasure", "zh-Hant", "紅3 黃2", "3r 2y"),
        ("colorful-treasure", "ja", "赤3、黄2、宝石", "3r 2y gem"),
        ("no-swap-no-pay", "de", "3z", "3p"),
    ],
)
def test_what_is_held_is_counted_as_the_language_counts(
    name: str, tag: str, typed: str, english: str
) -> None:
    loop = begun(name)
    for line in UP_TO[name]:
        loop.feed(line)
    noted = meant(loop.session, english, announces=False)
    with at_a_table(tag, name):
        assert meant(loop.session, typed, announces=False) == noted
