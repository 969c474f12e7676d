"""What cannot be is found, sum by sum, and each finding says which number to count again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.fields import Boolean, Choice, Field, Integer, ListOf, MapOf, PlayerName, Record
from referee.core.paper.score_summary import correction_text, finding_text
from referee.core.rulebook import Option, Rulebook
from referee.core.ruling import FieldPath, Ruling, forbidden, impossible, table_call
from referee.core.say import Say
from referee.core.scoring.corrections import corrected, value_at
from referee.core.scoring.final import FinalScoring
from referee.core.scoring.score import Outcome, Scoresheet
from referee.core.table import FinalCount, HoldingsForm, Player, Setup
from tests.core.pebble import BOOK, SUPPLY
from tests.toys import FINAL

WET = replace(BOOK, options={"rain": Option("rain", ("dry", "wet"), "dry", "PEB-1.1")})
SEATING = (Player("Ana"), Player("Bo"))


def field(name: str, shape: Any, *, unknown: bool = False, called: Say | None = None) -> Field:
    return Field(name=name, shape=shape, about=Say(name), unknown=unknown, called=called)


ROUND = Record((field("won", Choice(("us", "them"))), field("by", PlayerName())), ())
FORM = HoldingsForm(
    fields=(
        field("plain", Integer()),
        field("cards", ListOf(Integer())),
        field("gems", MapOf(Choice(("red", "green")), Integer()), called=Say("{kind} gems")),
        field("wonders", Integer(), unknown=True),
        field("lucky", Boolean()),
    ),
    shared=(field("left", Integer()), field("rounds", ListOf(ROUND), called=Say("round {n}"))),
)


def numbers(held: Mapping[str, Any]) -> int:
    return int(
        held.get("plain", 0) + sum(held.get("cards", ())) + sum(held.get("gems", {}).values())
    )


def places(count: FinalCount) -> list[FieldPath]:
    kinds = (("plain",), ("cards",), ("gems", "red"), ("gems", "green"))
    return [("holdings", who, *kind) for who in count.holdings for kind in kinds]


def contradictions(book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
    """Nine in the box; nobody has more wonders than pebbles; dry, nobody loses a round."""
    found = []
    held = sum(map(numbers, count.holdings.values()))
    if held > book[SUPPLY]:
        found.append(impossible("{n} of 9.", SUPPLY, n=held).concerning(places(count)))
    for who, entry in count.holdings.items():
        if entry.get("wonders", 0) > entry["plain"]:
            said = forbidden("{who} has {n} wonders.", SUPPLY, who=who, n=entry["wonders"])
            own = [("holdings", who, name) for name in ("plain", "wonders")]
            found.append(said.concerning(own))
    shared: Any = count.shared
    is_dry = book.option(count.setup.options, "rain") == "dry"
    lost = [n for n, each in enumerate(shared.get("rounds", ())) if each.get("won") == "them"]
    if lost and is_dry:
        said = forbidden("In the dry nobody loses.", SUPPLY)
        rounds = [("rounds", str(n), "won") for n in lost]
        found.append(said.concerning([("options", "rain"), *rounds]))
    if held % 2 and not found:
        found.append(table_call("Is it odd?", SUPPLY).concerning(places(count)))
    return tuple(found)


def even_is_fine(book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
    return tuple(each for each in contradictions(book, count) if each.verdict.stops_play)


PEBBLES: FinalScoring[Any] = replace(
    FINAL, form=lambda _book, _options: FORM, contradictions=even_is_fine
)


def table(*entries: dict[str, Any], options: Any = None, **shared: Any) -> FinalCount:
    holdings = dict(zip(SEATING, entries, strict=False))
    return FinalCount(Setup(SEATING, options=options or {}), holdings, shared)


def audit(count: FinalCount, **parts: Any) -> tuple[Ruling, ...]:
    return replace(PEBBLES, **parts).audit(WET, count)


def said(*entries: dict[str, Any], options: Any = None, **shared: Any) -> list[tuple[str, str]]:
    found = audit(table(*entries, options=options, **shared))
    return [(str(each.reason), correction_text(each, {})) for each in found]


def test_nothing_is_found_where_all_can_be() -> None:
    assert said({"plain": 5}, {"plain": 4}) == []
    assert said({}, {}) == []


def test_every_number_that_would_do_is_named_with_the_nearest_that_fits() -> None:
    assert said({"plain": 7}, {"gems": {"red": 3}}) == [
        ("10 of 9.", "Count again: Ana's plain (7; 6 fits), Bo's red gems (3; 2 fits).")
    ]
    assert said({"plain": 6}, {"plain": 5}) == [
        ("11 of 9.", "Count again: Ana's plain (6; 4 fits), Bo's (5; 3 fits).")
    ]


def test_the_nearest_change_comes_first_and_programs_get_them_all() -> None:
    (finding,) = audit(table({"plain": 8}, {"cards": (2, 1)}))
    tried = [(each.changes[0].path[-1], each.changes[0].instead) for each in finding.corrections]
    assert tried == [("cards", (1,)), ("plain", 6), ("cards", (0, 1)), ("plain", 5)]
    assert [len(each.changes) for each in finding.corrections] == [1] * len(finding.corrections)


def test_each_broken_sum_is_a_finding_of_its_own() -> None:
    findings = said({"plain": 10}, {"plain": 0, "wonders": 3}, rounds=({"won": "them"},))
    assert [sentence for sentence, _ in findings] == [
        "10 of 9.",
        "Bo has 3 wonders.",
        "In the dry nobody loses.",
    ]
    assert findings[0][1] == "Count again: Ana's plain (10; 9 fits)."
    assert findings[1][1] == "Count again: Bo's wonders (3; 0 fits)."


def test_a_word_and_a_house_rule_are_tried_too() -> None:
    lost = ({"won": "us"}, {"won": "them"})
    assert said(rounds=lost) == [
        ("In the dry nobody loses.", "Count again: round 2, won (them; us fits).")
    ]
    ((_, again),) = said(rounds=lost, options={"rain": ("dry",)})
    assert again == (
        "Count again: round 2, won (them; us fits), the house rule rain (dry; wet fits)."
    )
    assert said(rounds=lost, options={"rain": ("wet",)}) == []


def test_where_no_number_alone_will_do_two_are_tried() -> None:
    def no_more_than_four(_book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
        own = {who: entry["plain"] for who, entry in count.holdings.items()}
        is_broken = max(own.values()) > 4 or sum(own.values()) != 6
        fields = [("holdings", who, "plain") for who in own]
        return (forbidden("Not so.", SUPPLY).concerning(fields),) if is_broken else ()

    found = audit(table({"plain": 6}, {"plain": 0}), contradictions=no_more_than_four)
    again = "2 of Ana's plain belong to Bo (4 and 2 fit), 3 of Ana's plain belong to Bo"
    assert [correction_text(each, {}) for each in found] == [f"Perhaps {again} (3 and 3 fit)."]


def test_values_that_stand_in_each_others_place_are_exchanged() -> None:
    def as_it_was(want: Mapping[str, tuple[int, int]]) -> Callable[..., tuple[Ruling, ...]]:
        def check(_book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
            own = {who: (held["plain"], held["wonders"]) for who, held in count.holdings.items()}
            fields = [("holdings", who, "plain") for who in own]
            return () if own == want else (forbidden("Not so.", SUPPLY).concerning(fields),)

        return check

    count = table({"plain": 1, "wonders": 8}, {"plain": 20, "wonders": 30})
    own = as_it_was({"Ana": (8, 1), "Bo": (20, 30)})
    (finding,) = audit(count, contradictions=own)
    expected = "Perhaps Ana's plain and wonders are exchanged (8 and 1 fit)."
    assert correction_text(finding, {}) == expected
    (finding,) = audit(count, contradictions=as_it_was({"Ana": (20, 8), "Bo": (1, 30)}))
    expected = "Perhaps the plain of Ana and Bo are exchanged (20 and 1 fit)."
    assert correction_text(finding, {}) == expected
    (finding,) = audit(count, contradictions=as_it_was({"Ana": (20, 30), "Bo": (1, 8)}))
    assert correction_text(finding, {}) == "Perhaps the entries of Ana and Bo are exchanged."


def test_where_nothing_will_do_that_is_said_and_nothing_more() -> None:
    def never(_book: Rulebook, _count: FinalCount) -> tuple[Ruling, ...]:
        return (forbidden("Never.", SUPPLY),)

    (finding,) = audit(table({"plain": 1}, {"plain": 2}), contradictions=never)
    assert correction_text(finding, {}) == "No single number explains it."
    assert finding.tried_all


def test_work_is_bounded_by_decisions_and_what_was_not_tried_is_said() -> None:
    judged = []

    def never(_book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
        judged.append(count)
        return (forbidden("Never.", SUPPLY),)

    (finding,) = audit(table({"plain": 1}, {"plain": 2}), contradictions=never, decisions=5)
    assert len(judged) == 1 + 5
    assert not finding.tried_all
    assert correction_text(finding, {}) == "Not all corrections were tried."


def test_a_change_that_brings_another_finding_is_no_correction() -> None:
    findings = said({"plain": 8, "wonders": 8}, {"plain": 2})
    assert findings == [("10 of 9.", "Count again: Bo's plain (2; 1 fits).")]


def test_the_table_is_asked_and_nothing_is_to_be_counted_again() -> None:
    (finding,) = audit(table({"plain": 3}, {}), contradictions=contradictions)
    assert (finding.verdict, correction_text(finding, {})) == ("table-call", "")
    assert (finding.corrections, finding.tried_all) == ((), True)


def test_four_are_shown_and_all_where_they_are_asked_for() -> None:
    entry = {"plain": 2, "gems": {"red": 2, "green": 1}}
    (finding,) = audit(table(entry, entry))
    again = correction_text(finding, {})
    assert again.endswith("Bo's plain (2; 1 fits), and 2 more."), again
    every = correction_text(finding, {}, everything=True)
    assert "Ana's plain (2; 1 or 0 fits)" in every
    assert every.endswith("Bo's green gems (1; 0 fits).")


def test_only_what_was_counted_at_the_end_is_tried_in_a_record() -> None:
    count = table({"plain": 7}, {"plain": 3})
    entries: dict[FieldPath, int] = {("holdings", "Bo"): 84}
    (finding,) = PEBBLES.audit(WET, count, entries)
    assert correction_text(finding, entries) == "Count again: entry 84, Bo's plain (3; 2 fits)."


def test_lines_are_those_of_what_is_added_up_and_a_zero_adds_nothing() -> None:
    count = table({"plain": 8, "cards": ()}, {"plain": 0, "gems": {"red": 2, "green": 0}})
    lines = {("holdings", "Ana"): 4, ("holdings", "Ana", "plain"): 5, ("holdings", "Bo"): 7}
    (finding,) = audit(count)
    assert finding.fields == (("holdings", "Ana", "plain"), ("holdings", "Bo", "gems", "red"))
    assert finding_text(finding, lines) == "Impossible: 10 of 9. (PEB-1.1; lines 5 and 7)"


@pytest.mark.parametrize(
    ("entries", "shared"),
    [
        (({"plain": 7, "cards": (3,)}, {"gems": {"green": 2}}), {}),
        (({"plain": 0, "wonders": 1}, {}), {}),
        (({"plain": 9}, {}), {"rounds": ({"won": "them", "by": "Ana"},)}),
    ],
)
def test_a_correction_in_the_place_of_what_was_given_lets_the_finding_go(
    entries: tuple[dict[str, Any], ...], shared: dict[str, Any]
) -> None:
    count = table(*entries, **shared)
    (finding,) = audit(count)
    assert finding.corrections
    for correction in finding.corrections:
        mended = corrected(count, correction)
        assert audit(mended) == ()
        for change in correction.changes:
            assert value_at(count, change.path) == change.told
            assert value_at(mended, change.path) == change.instead


def test_pieces_that_an_entry_leaves_out_are_none_to_audit_and_score() -> None:
    scored: list[Any] = []

    def score(_book: Rulebook, count: FinalCount) -> Scoresheet:
        scored.append(count.holdings)
        return Scoresheet((), Outcome((), Say(""), ()))

    count = table({"plain": 2})
    replace(PEBBLES, score=score).scoresheet(WET, count)
    gems = {"red": 0, "green": 0}
    assert scored == [{"Ana": {"plain": 2, "cards": (), "gems": gems}}]
    assert said({"wonders": 1}, {}) == [
        ("Ana has 1 wonders.", "Count again: Ana's wonders (1; 0 fits).")
    ]
