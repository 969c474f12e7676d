"""Whatever is typed, the answer is a value or a sentence, never a stumble."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.files.diagnostics import Unreadable
from referee.files.documents.disputes import read_dispute
from referee.files.documents.facts import BadFacts, read_facts
from referee.files.documents.holdings import read_holdings
from referee.files.documents.rules import read_rulebook
from referee.files.documents.scenarios import read_scenario
from referee.files.documents.setup import BadSetup, make_setup
from referee.files.documents.template import holdings_template
from referee.files.documents.texts import read_text_file
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document
from tests.files.pebble_fair import BOOK, GAME, HOLDINGS, QUESTIONS, RULES

SCENARIO = (
    "game: pebble-fair\nplayers: [Ana, Bo]\nwarden: Zed\nnumbers: {steps: [1, 2, 3]}\n"
    "answers:\n  - a.b: [x, y]\n  - /undo\nexpect: {said: [z], totals: {Ana: 9/2}}\n"
)
DISPUTE = (
    "game: pebble-fair\nquestion: duel\nfacts:\n  counts: {A: 4, B: 0}\n"
    "  duels: [{by: A, to: B, answer: refused}, A-B:swapped]\nexpect: {answer: {x: [1]}}\n"
)
MAZE = "game: pebble-fair\nmaze: |\n  ## #\n  # #\n  ####\nfairground: b4\n"
PIECES = st.sampled_from(  # what breaks lines and lists, then what looks like something else
    (
        *" \n[]{}:,-~'\"x\t#|>é\x00：\u3000“",
        *("", ": ", "- ", "-1", "010", "*a", "&a ", "!t ", "<<: ", "null"),
    )
)
EDITS = st.lists(st.tuples(st.integers(0, 600), st.integers(0, 12), PIECES), max_size=4)


def edited(text: str, edits: list[tuple[int, int, str]]) -> bytes:
    for place, length, piece in edits:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + length :]
    return text.encode()


@settings(max_examples=80, deadline=None)
@given(EDITS)
def test_a_damaged_file_is_read_or_told(edits: list[tuple[int, int, str]]) -> None:
    readers: dict[str, Callable[[Document], object]] = {
        HOLDINGS: lambda document: read_holdings(document, GAME, BOOK),
        SCENARIO: lambda document: read_scenario(document, GAME, BOOK),
        DISPUTE: lambda document: read_dispute(document, GAME, BOOK),
        RULES.decode(): read_rulebook,
        MAZE: lambda document: read_text_file(document, GAME),
    }
    for text, reader in readers.items():
        found = None
        try:
            reader(parse(edited(text, edits), "x.yaml"))
        except Unreadable as unreadable:
            found = [f"{each.message} {each.remedy}" for each in unreadable.diagnostics]
        assert found is None or all(found)


WORDS = st.text(alphabet="AB12,:=-+\\[]{} é＝３\udc80", max_size=12)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(QUESTIONS),
    st.lists(st.builds(lambda name, text: name + text, st.sampled_from(["A", "rain"]), WORDS)),
    WORDS,
)
def test_any_facts_are_read_or_told(question: object, more: list[str], text: str) -> None:
    (asked,) = (each for each in QUESTIONS if each is question)
    words = [f"{field.name}={text}" for field in asked.fields] + more
    said = "read"
    try:
        read_facts(asked, BOOK, words)
    except (BadFacts, Unreadable) as bad:
        said = str(bad)
    assert said
    assert "\udc80" not in said


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=8), min_size=2, max_size=4))
def test_any_players_that_may_sit_down_get_a_file_that_can_be_read(names: list[str]) -> None:
    try:
        setup = make_setup(GAME, BOOK, names, ["steps=1,2,3"], {"warden": "Warden of the fair"})
    except BadSetup:
        return
    text = holdings_template(GAME, BOOK, setup).replace("# weather: sun", "weather: sun")
    assert read_holdings(parse(text.encode(), "new.yaml"), GAME, BOOK).count.setup.seating == (
        setup.seating
    )
