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
