"""Facts of a dispute, from the command line and from a file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import Question
from referee.files.documents.facts import BadFacts, facts_from, read_facts
from referee.files.values.fields import Values
from referee.files.values.inline import read_compact
from referee.files.values.reader import Reader
from referee.files.values.scalars import Names
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, DUEL, QUESTIONS, codes, faults

ASKED = {question.name: question for question in QUESTIONS}


def values(name: str, *words: str) -> Any:
    return read_facts(ASKED[name], BOOK, words).values


def refused(name: str, *words: str) -> str:
    with pytest.raises(BadFacts) as caught:
        read_facts(ASKED[name], BOOK, words)
    return str(caught.value)


def typed(name: str, text: str) -> Any:
    document = parse(text.encode(), "x.yaml")
    reader = Reader(document)
    return reader.finished(facts_from(document.root, ASKED[name], BOOK, reader)).values


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_the_example_of_a_question_can_be_read(question: Question) -> None:
    assert read_facts(question, BOOK, question.example.split(" ")).values


def test_players_may_be_a_number_or_names() -> None:
    assert values("setup", "players=4") == {"players": 4}
    assert values("turn", "players=A, B", "first=A")["players"] == ("A", "B")


@pytest.mark.parametrize("words", ["2+1", " 2 + 1 ", "３", "２＋１"])
def test_numbers_at_a_prompt_may_be_sums_and_full_width(words: str) -> None:
    assert values("worth", f"plain={words}") == {"plain": 3}


@pytest.mark.parametrize(
    "words", ["-1", "", "1.5", "1e5", "010", "0x3", "1_0", "1,0", "two", "1 0"]
)
def test_anything_else_is_no_number(words: str) -> None:
    assert "plain" in refused("worth", f"plain={words}")


def test_a_number_keeps_its_least() -> None:
    assert values("worth", "muddy=1") == {"muddy": 1}
    assert "1 or more" in refused("worth", "muddy=0")


def test_facts_come_in_any_order_and_names_are_known_all_the_same() -> None:
    words = ["duels=Anna-Lena-Bo:refused,Bo-Anna-Lena:sw", "counts=Anna-Lena:1,Bo:2,Anna:3"]
    assert values("duel", *words)["duels"] == (
        {"by": "Anna-Lena", "to": "Bo", "answer": "refused"},
        {"by": "Bo", "to": "Anna-Lena", "answer": "swapped"},
    )


def test_of_names_that_begin_alike_the_longest_counts() -> None:
    duels = values("duel", "counts=A:1,A-B:1,B:1", "duels=A-B-B:refused,A-A-B:refused")["duels"]
    assert [(duel["by"], duel["to"]) for duel in duels] == [("A-B", "B"), ("A", "A-B")]


def test_a_backslash_makes_a_sign_a_letter() -> None:
    counts = values("duel", r"counts=Smith\, Jr:1,a\:b:2,c\=d\+e\\f\-g:3")["counts"]
    assert counts == {"Smith, Jr": 1, "a:b": 2, r"c=d+e\f-g": 3}


def test_a_known_name_needs_no_backslash() -> None:
    words = [r"counts=a\:b:1,c:2", "duels=a:b-c:refused"]
    assert values("duel", *words)["duels"][0]["by"] == "a:b"


@pytest.mark.parametrize("nothing", ["", "[]", " "])
def test_an_empty_list_is_brackets_or_nothing(nothing: str) -> None:
    assert values("duel", "counts=A:1", f"duels={nothing}")["duels"] == ()
    assert values("lay", "lay=1,0:EW", f"laid={nothing}")["laid"] == ()


def test_cells_hold_a_comma_and_are_given_one_by_one() -> None:
    laid = values("lay", "laid=1,0:EW", "lay=3,0:EW", "laid=2,0:stone-a:SW")["laid"]
    assert laid == ("1,0:EW", "2,0:stone-a:SW")


def test_a_text_that_the_room_reads_is_told_as_it_was_written() -> None:
    assert values("lay", "lay=x", "spot= b4 ")["spot"] == "b4"
    assert typed("lay", "{lay: x, spot: b4}")["spot"] == "b4"
    wet = ({"at": "a1", "deep": 2}, {"at": "c3", "deep": 0})
    assert values("lay", "lay=x", "wet=a1:2,c3:0")["wet"] == wet
    assert typed("lay", "{lay: x, wet: [{at: a1, deep: 2}, c3:0]}")["wet"] == wet


@pytest.mark.parametrize(("fact", "words"), [("spot=4b", "4b"), ("wet=a1:2,cc:0", "cc")])
def test_a_text_that_means_nothing_to_the_room_is_no_fact(fact: str, words: str) -> None:
    said = refused("lay", "lay=x", fact)
    assert said.startswith(f"“{fact.partition('=')[0]}”: ")
    assert f"“{words}” is no spot: a letter and a digit. Write it as in “b4”." in said


def test_in_a_file_it_is_told_at_its_place() -> None:
    found = faults(lambda: typed("lay", "lay: x\nspot: 4b\nwet:\n- {at: a11, deep: 1}\n"))
    places = [(each.code, each.line, each.column) for each in found]
    assert places == [("TEXT", 2, 7), ("TEXT", 4, 8)]
    assert str(found[0].message) == "“4b” is no spot: a letter and a digit."
    assert str(found[0].remedy) == "Write it as in “b4”."


def test_words_may_hold_a_dash_and_be_begun() -> None:
    assert values("lay", "lay=x", "kinds=stone-a,cl")["kinds"] == ("stone-a", "clay")
    assert "stone-a and stone-b" in refused("lay", "lay=x", "kinds=stone")


def test_dash_and_underscore_are_the_same_in_names_of_facts() -> None:
    for name in ("late-start", "late_start", "Late-Start"):
        facts = read_facts(ASKED["worth"], BOOK, [f"{name}=yes"])
        assert facts.options == {"late_start": ("yes",)}


def test_any_switch_is_a_fact() -> None:
    facts = read_facts(ASKED["worth"], BOOK, ["plain=1", "rain=w", "nickname=Kiesel"])
    assert facts.options == {"rain": ("wet",), "nickname": ("Kiesel",)}
    assert "rain cannot be “hail”. Choose from dry or wet." in refused("worth", "rain=hail")


DICE = {
    "Ana": ({"chest": "bronze", "number": 3},),
    "Bo": ({"chest": "silver", "number": 1}, {"chest": "bronze", "number": 2}),
}


@pytest.mark.parametrize(
    "words",
    [
        ["Ana=bronze:3", "Bo=silver:1+bronze:2"],
        ["dice=Ana:bronze:3,Bo:silver:1+bronze:2"],
    ],
)
def test_players_may_be_facts_of_their_own(words: list[str]) -> None:
    assert values("dice", *words) == {"dice": DICE}
    assert values("dice", "touched=Bo,Ana", *words)["touched"] == ("Bo", "Ana")


@pytest.mark.parametrize(
    "text",
    [
        "dice: {Ana: bronze:3, Bo: [silver:1, bronze:2]}",
        "dice: {Ana: {chest: bronze, number: 3}, Bo: silver:1+bronze:2}",
        "dice: {Ana: [{chest: bronze, number: 3}], Bo: [silver:1, {chest: bronze, number: 2}]}",
        "dice: Ana:bronze:3,Bo:silver:1+bronze:2",
    ],
)
def test_in_a_file_they_stand_under_one_key(text: str) -> None:
    assert typed("dice", text) == {"dice": DICE}


def test_a_name_with_signs_can_be_a_fact_of_its_own() -> None:
    dice = values("dice", r"Ana\=1=bronze:3", "B:o=silver:1")["dice"]
    assert tuple(dice) == ("Ana=1", "B:o")


def test_a_mistyped_fact_among_players_is_pointed_out() -> None:
    assert "Did you mean “touched”?" in refused("dice", "Ana=bronze:3", "tuched=Ana")


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("worth", ["plian=1"], "Did you mean “plain”?"),
        ("worth", ["plain"], "Write name=value"),
        ("worth", ["plain=1", "plain=2"], "given twice"),
        ("worth", ["rain=dry", "rain=wet"], "given twice"),
        ("turn", ["players=A,B"], "Missing: first (about first). For example: players=A,B first=A"),
        ("turn", ["players=A,A", "first=A"], "named twice"),
        ("turn", ["players=A", "players=A", "first=A"], "given twice"),
        ("turn", ["players=A,a", "first=A"], "only in capitals"),
        ("turn", ["players=A,,B", "first=A"], "name is empty"),
        ("duel", ["counts=A:1,A:2"], "named twice"),
        ("duel", ["counts=A,B"], "“A” has no value"),
        ("duel", ["counts=A:1", "duels=A-A"], "by-to:answer"),
        ("dice", ["Ana=bronze:3", "Ana=bronze:4"], "given twice"),
        ("worth", ["washed=maybe"], "yes or no"),
        ("lay", ["lay="], "missing"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_remedy(
    name: str, words: list[str], said: str
) -> None:
    assert said in refused(name, *words)


def test_a_repeated_list_is_joined() -> None:
    assert values("turn", "players=A", "players=B", "first=A")["players"] == ("A", "B")


@pytest.mark.parametrize(
    ("command", "text", "name"),
    [
        (["counts=A:4,B:0"], "counts: {A: 4, B: 0}", "duel"),
        (
            ["counts=A:4", "duels=A-B:refused"],
            "counts: {A: 4}\nduels: [{by: A, to: B, answer: refused}]",
            "duel",
        ),
        (["counts=A:4", "duels=A-B:refused"], "duels: [A-B:refused]\ncounts: A:4", "duel"),
        (["counts=A:4", "duels="], "counts: {A: 4}\nduels: []", "duel"),
        (["lay=1,0:EW", "laid=2,0:EW"], 'lay: 1,0:EW\nlaid: ["2,0:EW"]', "lay"),
        (["lay=1,0:EW", "laid=2,0:EW"], "lay: 1,0:EW\nlaid:\n  - 2,0:EW", "lay"),
        (["players=no,007", "first=007"], "players: [no, 007]\nfirst: 007", "turn"),
        (["washed=yes"], "washed: true", "worth"),
    ],
)
def test_command_line_and_file_say_the_same(command: list[str], text: str, name: str) -> None:
    assert typed(name, text) == values(name, *command)


def test_a_fault_within_a_line_is_pointed_at() -> None:
    (found,) = faults(lambda: typed("duel", "counts: A:4,B:x"))
    assert (found.code, found.line, found.column) == ("NUMBER", 1, 15)


def test_missing_and_unknown_facts_of_a_file_are_told_together() -> None:
    wrong = codes(lambda: typed("turn", "frist: A\nrain: hail\n"))
    assert wrong == ["UNKNOWN-KEY", "MISSING", "MISSING", "WORD"]


NAMES = st.text(alphabet="AB,:=-+\\é ", min_size=1, max_size=6).filter(
    lambda name: name.strip() == name
)


@settings(max_examples=100, deadline=None)
@given(st.lists(NAMES, min_size=2, max_size=4, unique_by=str.casefold))
def test_whatever_a_player_is_called_it_can_be_written(names: list[str]) -> None:
    def escaped(name: str) -> str:
        return "".join("\\" + sign if sign in ",:=-+\\" else sign for sign in name)

    by, to = names[:2]
    read = read_compact(f"{escaped(by)}-{escaped(to)}:refused", DUEL, Names(names, closed=True))
    assert read == {"by": by, "to": to, "answer": "refused"}


def test_a_long_line_is_read_in_time() -> None:
    many = ",".join(f"player{n}:{n}" for n in range(2_000))
    assert len(values("duel", f"counts={many}")["counts"]) == 2_000


def test_values_know_no_names_but_those_given() -> None:
    document = parse(b"by: C\nto: A\nanswer: refused", "x.yaml")
    values = Values(Reader(document), Names(["A", "B"], closed=True))
    assert values.read(document.root, DUEL) == {"to": "A", "answer": "refused"}
