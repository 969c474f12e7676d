"""What cannot be is found with the fewest statements to blame, and nobody else is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.fields import Boolean, Choice, Field, Integer, ListOf, MapOf, Record
from referee.core.final import Effort, FinalScoring
from referee.core.rulebook import Option, Rulebook
from referee.core.ruling import FieldPath, Ruling, allowed, forbidden, impossible, table_call
from referee.core.say import Say
from referee.core.score import Outcome, Scoresheet
from referee.core.table import FinalCount, HoldingsForm, Player, Setup
from tests.core.pebble import BOOK, SUPPLY
from tests.toys import FINAL

WET = replace(BOOK, options={"rain": Option("rain", ("dry", "wet"), "dry", "PEB-1.1")})
SEATING = (Player("Ana"), Player("Bo"))


def field(name: str, shape: Any, *, unknown: bool = False) -> Field:
    return Field(name=name, shape=shape, about=Say(name), unknown=unknown)


FORM = HoldingsForm(
    fields=(
        field("plain", Integer()),
        field("cards", ListOf(Integer())),
        field("gems", MapOf(Choice(("red", "green")), Integer())),
        field("wonders", Integer(), unknown=True),
        field("lucky", Boolean()),
    ),
    shared=(
        field("left", Integer()),
        field("rounds", ListOf(Record((field("won", Choice(("us", "them"))),), ()))),
    ),
)


def numbers(held: Mapping[str, Any]) -> int:
    return int(
        held.get("plain", 0) + sum(held.get("cards", ())) + sum(held.get("gems", {}).values())
    )


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Nine in the box; who holds wonders holds no more of them than pebbles; dry, nobody loses."""
    held = sum(map(numbers, count.holdings.values()))
    if held > book[SUPPLY]:
        return impossible("{n} of 9.", SUPPLY, n=held)
    for who, entry in count.holdings.items():
        if "plain" in entry and entry.get("wonders", 0) > entry["plain"]:
            return forbidden("{who} has {n} wonders.", SUPPLY, who=who, n=entry["wonders"])
    shared: Any = count.shared
    for each in shared.get("rounds", ()):
        if each.get("won") == "them" and book.option(count.setup.options, "rain") == "dry":
            return forbidden("In the dry nobody loses.", SUPPLY)
    if len(shared.get("rounds", ())) > 3:
        return forbidden("There are 3 rounds.", SUPPLY)
    evidence: Any = count.evidence
    if evidence.get("drawn", 0) > shared.get("left", 99):
        return forbidden("More were drawn than are left.", SUPPLY)
    return None


PEBBLES: FinalScoring[Any] = replace(
    FINAL, form=lambda _book, _options: FORM, contradiction=contradiction, options=("rain",)
)


def found(
    *entries: dict[str, Any], options: Any = None, evidence: Any = None, **shared: Any
) -> list[tuple[str, tuple[FieldPath, ...]]]:
    setup = Setup(SEATING, options=options or {})
    holdings = dict(zip(SEATING, entries, strict=False))
    count = FinalCount(setup, holdings, shared, evidence or {})
    return [(str(each.reason), each.fields) for each in PEBBLES.audit(WET, count)]


def test_nothing_is_found_where_all_can_be() -> None:
    assert found({"plain": 5}, {"plain": 4}) == []
    assert found({}, {}) == []


def test_small_numbers_are_excused_before_large_ones() -> None:
    assert found({"plain": 12, "cards": (1, 1)}, {"plain": 3, "gems": {"red": 2}}) == [
        ("12 of 9.", (("holdings", "Ana", "plain"),))
    ]
    assert found({"plain": 6}, {"plain": 5, "cards": (1,)}) == [
        ("11 of 9.", (("holdings", "Ana", "plain"), ("holdings", "Bo", "plain")))
    ]


def test_among_equals_the_last_one_is_excused_first() -> None:
    assert found({"plain": 5, "gems": {"red": 5}}, {"gems": {"green": 5}}) == [
        ("10 of 9.", (("holdings", "Ana", "plain"), ("holdings", "Ana", "gems", "red")))
    ]


def test_pieces_that_are_left_out_are_none_and_other_things_unknown() -> None:
    assert found({"wonders": 1}, {}) == [
        ("Ana has 1 wonders.", (("holdings", "Ana", "wonders"), ("holdings", "Ana", "plain")))
    ]
    assert found({"plain": 1}, {"plain": 0, "lucky": True}) == []


def test_two_mistakes_are_two_findings() -> None:
    findings = found({"plain": 10}, {"plain": 0, "wonders": 3}, rounds=({"won": "them"},))
    assert [said for said, _ in findings] == [
        "10 of 9.",
        "Bo has 3 wonders.",
        "In the dry nobody loses.",
    ]


def test_one_key_of_a_record_is_blamed_and_an_option_that_was_told_with_it() -> None:
    lost = ({"won": "us"}, {"won": "them"})
    assert found(rounds=lost) == [("In the dry nobody loses.", (("rounds", "1", "won"),))]
    assert found(rounds=lost, options={"rain": ("dry",)}) == [
        ("In the dry nobody loses.", (("options", "rain"), ("rounds", "1", "won")))
    ]
    assert found(rounds=lost, options={"rain": ("wet",)}) == []


@pytest.mark.parametrize("many", [80, 300])
def test_among_many_statements_the_same_are_to_blame_as_among_few(many: int) -> None:
    rounds = tuple({"won": "them" if place in {70, many - 1} else "us"} for place in range(many))
    cards = {"plain": 8, "cards": (1, 1), "wonders": 9}
    assert found(cards, {"gems": {"red": 1}}, rounds=rounds) == [
        ("10 of 9.", (("holdings", "Ana", "plain"), ("holdings", "Ana", "cards"))),
        ("There are 3 rounds.", (("rounds",),)),
    ]


def test_what_the_record_proves_is_a_statement_too() -> None:
    assert found(left=3, evidence={"drawn": 4}) == [
        ("More were drawn than are left.", (("left",), ("evidence", "drawn")))
    ]


def in_the_dry(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Nine in the box; more than five are held only where it rained."""
    held = sum(map(numbers, count.holdings.values()))
    if held > book[SUPPLY]:
        return impossible("{n} of 9.", SUPPLY, n=held)
    if held > 5 and count.shared.get("rained") is False:
        return forbidden("{n} in the dry.", SUPPLY, n=held)
    return None


def found_in_the_dry(
    *entries: dict[str, Any], **shared: Any
) -> list[tuple[str, tuple[FieldPath, ...]]]:
    rained = Field(name="rained", shape=Boolean(), about=Say("rained"), default=False)
    final: FinalScoring[Any] = replace(
        FINAL,
        form=lambda _book, _options: HoldingsForm(fields=FORM.fields, shared=(rained,)),
        contradiction=in_the_dry,
    )
    count = FinalCount(Setup(SEATING), dict(zip(SEATING, entries, strict=False)), shared)
    return [(str(each.reason), each.fields) for each in final.audit(WET, count)]


def test_what_a_file_leaves_out_means_its_default_and_may_be_to_blame() -> None:
    assert found_in_the_dry({"plain": 6}) == [
        ("6 in the dry.", (("holdings", "Ana", "plain"), ("rained",)))
    ]
    assert found_in_the_dry({"plain": 6}, rained=True) == []


def test_how_many_records_there_are_is_stated_too_and_blamed_where_nothing_in_them_is() -> None:
    rounds = ({"won": "us"},) * 4
    assert found(rounds=rounds) == [("There are 3 rounds.", (("rounds",),))]


def test_what_is_impossible_is_never_excused_for_what_is_only_forbidden() -> None:
    def too_many(book: Rulebook, count: FinalCount) -> Ruling | None:
        held = sum(map(numbers, count.holdings.values()))
        said = "{n} of 9."
        if held > book[SUPPLY]:
            return impossible(said, SUPPLY, n=held)
        return forbidden(said, SUPPLY, n=held) if held > 5 else None

    count = FinalCount(Setup(SEATING), {"Ana": {"plain": 8}, "Bo": {"plain": 2}})
    findings = replace(PEBBLES, contradiction=too_many).audit(WET, count)
    assert [(str(each.reason), len(each.fields)) for each in findings] == [("10 of 9.", 2)]


def test_what_stands_beside_a_reason_stays_with_it_though_it_is_not_to_blame() -> None:
    def too_many(book: Rulebook, count: FinalCount) -> Ruling | None:
        seen: Any = count.evidence.get("seen", ())
        if sum(map(numbers, count.holdings.values())) <= book[SUPPLY]:
            return None
        because = (Say("{players} saw it.", players=seen),) if seen else ()
        return impossible("Too many.", SUPPLY, because=because)

    count = FinalCount(Setup(SEATING), {"Ana": {"plain": 10}}, evidence={"seen": ("Bo",)})
    (finding,) = replace(PEBBLES, contradiction=too_many).audit(WET, count)
    assert finding.fields == (("holdings", "Ana", "plain"),)
    assert list(map(str, finding.because)) == ["Bo saw it."]


def nine_in_the_box(book: Rulebook, count: FinalCount) -> Ruling | None:
    held = sum(map(numbers, count.holdings.values()))
    return impossible("{n} of 9.", SUPPLY, n=held) if held > book[SUPPLY] else None


FOUR_HANDFULS = FinalCount(
    Setup(SEATING),
    {"Ana": {"plain": 6, "cards": (2,)}, "Bo": {"plain": 5, "cards": (1,)}},
)


def test_what_was_found_is_looked_for_again_and_not_all_that_could_be() -> None:
    looked: list[Ruling | None] = []

    def once(book: Rulebook, count: FinalCount) -> Ruling | None:
        looked.append(None)
        return nine_in_the_box(book, count)

    def again(book: Rulebook, count: FinalCount, found: Ruling, _: Effort) -> Ruling | None:
        return nine_in_the_box(book, count) and found

    (finding,) = replace(PEBBLES, contradiction=once, again=again).audit(WET, FOUR_HANDFULS)
    assert finding.fields == (("holdings", "Ana", "plain"), ("holdings", "Bo", "plain"))
    assert str(finding.reason) == "14 of 9.", "in the words that the room keeps"
    assert len(looked) == 2, "at first, and when nothing is left to find"


def test_where_it_could_not_be_told_the_statement_stays_and_that_is_said() -> None:
    def again(book: Rulebook, count: FinalCount, found: Ruling, _: Effort) -> Ruling | None:
        if "cards" not in count.holdings["Ana"]:
            return allowed("whether fewer are to blame")
        return nine_in_the_box(book, count)

    final = replace(PEBBLES, contradiction=nine_in_the_box, again=again)
    (finding,) = final.audit(WET, FOUR_HANDFULS)
    assert finding.fields == (
        ("holdings", "Ana", "plain"), ("holdings", "Ana", "cards"), ("holdings", "Bo", "plain"),
    )  # fmt: skip
    said = final.not_checked(WET, FOUR_HANDFULS, (finding, finding))
    assert list(map(str, said)) == ["whether fewer are to blame"], "once, however often"


def test_where_more_may_be_wrong_behind_a_finding_that_is_said() -> None:
    def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
        return nine_in_the_box(book, count) or allowed("whether all the rest can be")

    def again(book: Rulebook, count: FinalCount, *_: Ruling | Effort) -> Ruling | None:
        return nine_in_the_box(book, count)

    final = replace(PEBBLES, contradiction=contradiction, again=again)
    (finding,) = final.audit(WET, FOUR_HANDFULS)
    assert finding.fields == (("holdings", "Ana", "plain"), ("holdings", "Bo", "plain"))
    assert list(map(str, finding.unchecked)) == ["whether all the rest can be"]
    few = replace(FOUR_HANDFULS, holdings={"Ana": {"plain": 6}})
    assert final.audit(WET, few) == (), "what is allowed is no finding"


def test_what_a_room_does_not_suspect_is_taken_back_in_one_go() -> None:
    tried: list[Ruling] = []

    def again(book: Rulebook, count: FinalCount, found: Ruling, _: Effort) -> Ruling | None:
        tried.append(found)
        return nine_in_the_box(book, count)

    def suspected(name: str) -> Any:
        paths = {("holdings", who, name) for who in SEATING}
        return replace(
            PEBBLES, contradiction=nine_in_the_box, again=again, suspects=lambda *_: paths
        )

    plain = (("holdings", "Ana", "plain"), ("holdings", "Bo", "plain"))
    (finding,) = suspected("plain").audit(WET, FOUR_HANDFULS)
    assert finding.fields == plain
    assert len(tried) == 3, "all others together, then one and the other"
    (finding,) = suspected("cards").audit(WET, FOUR_HANDFULS)
    assert finding.fields == plain, "where the others are needed, they are tried one by one"


def test_numbers_that_the_table_read_out_are_statements_too() -> None:
    def odd(book: Rulebook, count: FinalCount) -> Ruling | None:
        is_odd = sum(count.setup.numbers.get("worth", ())) % 2
        return table_call("Are they worth that?", SUPPLY) if is_odd else None

    count = FinalCount(Setup(SEATING, numbers={"worth": (1, 2)}), {"Ana": {}, "Bo": {}})
    findings = replace(PEBBLES, contradiction=odd).audit(WET, count)
    assert [each.fields for each in findings] == [(("numbers", "worth"),)]


def test_pieces_that_an_entry_leaves_out_are_none_to_the_score_too() -> None:
    scored: list[Any] = []

    def score(_book: Rulebook, count: FinalCount) -> Scoresheet:
        scored.append(count.holdings)
        return Scoresheet((), Outcome((), Say(""), ()))

    replace(PEBBLES, score=score).scoresheet(WET, FinalCount(Setup(SEATING), {"Ana": {"plain": 2}}))
    gems = {"red": 0, "green": 0}
    assert scored == [{"Ana": {"plain": 2, "cards": (), "gems": gems}}]
