"""Gold against its slow twin: every round that the box can produce, and every bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

import pytest

from referee.core.game import ANSWERED, Facts
from referee.core.ruling import Verdict
from referee.core.table import Player
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur.questions import QUESTIONS
from tests.games.saboteur import oracle

BOOK = load_rulebook("saboteur")
GOLD, PAYOUT = (
    next(each for each in QUESTIONS if each.name == name) for name in ("gold", "payout")
)
NAMES = tuple(map(Player, "ABCDEFGHIJ"))
EDITIONS = ("players", "miners")
SEATS = range(3, 11)

PAYING_BANKS = {0: 765, 1: 751, 2: 730, 3: 691, 4: 665}
"""Saboteurs: how many of the 765 banks that there can be pay them exactly."""


def saboteur_sets(seats: int) -> Iterator[tuple[Player, ...]]:
    """List who the saboteurs can be."""
    for number in sorted(oracle.saboteurs_in_play(seats)):
        yield from combinations(NAMES[:seats], number)


def subsets(players: tuple[Player, ...]) -> Iterator[tuple[Player, ...]]:
    return chain.from_iterable(combinations(players, n) for n in range(len(players) + 1))


def answered(facts: Mapping[str, Any], options: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Ask who gets gold; cards as lists."""
    reply = GOLD.answer(BOOK, Facts(facts, options))
    assert reply.verdict == ANSWERED, (facts, str(reply.reason))
    takes = reply.results["takes"]
    kept = None if takes is None else {name: list(cards) for name, cards in takes.items()}
    return {**reply.results, "order": list(reply.results["order"]), "takes": kept}


def compare_shares(seats: int, edition: str) -> int:
    """Compare who keeps which cards, for every deal of roles and every draw; count them."""
    players, options = NAMES[:seats], {"gold": (edition,)}
    cases = 0
    for saboteurs, connector in product(saboteur_sets(seats), players):
        order = oracle.recipients(players, saboteurs, connector, edition)
        facts = {"players": players, "saboteurs": saboteurs, "connector": connector}
        expected = {"cards": len(order), "order": order, "takes": None}
        assert answered(facts, options) == expected, facts
        for drawn in oracle.draws(len(order)):
            kept = {"takes": oracle.kept(order, drawn)}
            assert answered(facts | {"drawn": tuple(drawn)}, options) == expected | kept, facts
            cases += 1
    return cases


def compare_optional(seats: int, edition: str) -> Counter[str]:
    """Compare who shares by the optional rules: every set of broken players, every selfish one."""
    players = NAMES[:seats]
    seen: Counter[str] = Counter()
    deals = product(saboteur_sets(seats), players, ("no", "yes"), subsets(players))
    for saboteurs, connector, broken_go_empty, broken in deals:
        for selfish in (None, *(each for each in players if each not in saboteurs)):
            options = {
                "gold": (edition,),
                "broken_go_empty": (broken_go_empty,),
                "selfish_dwarf": ("no" if selfish is None else "yes",),
            }
            facts: dict[str, Any] = {
                "players": players,
                "saboteurs": saboteurs,
                "connector": connector,
                "broken": tuple({"player": player} for player in broken),
            }
            facts |= {"selfish": (selfish,)} if selfish else {}
            seen["cases"] += 1
            if connector in broken:
                seen["who connects has no broken tool"] += 1
                assert GOLD.answer(BOOK, Facts(facts, options)).verdict == Verdict.IMPOSSIBLE
                continue
            found = answered(facts, options)
            if selfish == connector:
                seen["the selfish dwarf takes all"] += 1
                assert found == {"cards": 0, "order": [], "takes": None}
                reason = str(GOLD.answer(BOOK, Facts(facts, options)).reason)
                assert f"{connector} takes {oracle.SELFISH_NUGGETS} nuggets" in reason
                continue
            go_empty = broken if broken_go_empty == "yes" else ()
            order = oracle.recipients(
                players, saboteurs, connector, edition, selfish=selfish or "", go_empty=go_empty
            )
            seen["nobody shares"] += not order
            seen["one takes all"] += len(set(order)) == 1
            assert found == {"cards": len(order), "order": order, "takes": None}, (facts, options)
    return seen


def compare_payouts(seats: int, saboteurs: int) -> tuple[int, int]:
    """Compare what every bank can pay; count the banks, and those that can."""
    players, names = NAMES[:seats], NAMES[seats - saboteurs : seats]
    each = oracle.PAY[saboteurs]
    cases = payable = 0
    for bank in oracle.banks():
        facts: dict[str, Any] = {"players": players, "saboteurs": names, "bank": bank}
        answer = PAYOUT.answer(BOOK, Facts(facts)).results
        is_payable = oracle.is_payable(bank, each, saboteurs)
        assert (answer["each"], answer["payable"]) == (each, is_payable), facts
        if is_payable:
            cards = answer["cards"]
            assert tuple(cards) == names
            assert {sum(own) for own in cards.values()} <= {each}
            paid = Counter(value for own in cards.values() for value in own)
            assert all(paid[value] <= bank[value - 1] for value in paid), facts
        else:
            assert answer["cards"] is None
        cases += 1
        payable += is_payable
    return cases, payable


def told(what: str, found: object) -> None:
    print(f"{what}: {found}")  # noqa: T201 - pytest -s shows it


@pytest.mark.parametrize(("edition", "cases"), [("players", 5_070), ("miners", 3_249)])
def test_up_to_six_players_share_every_draw_as_the_twin_says(edition: str, cases: int) -> None:
    found = sum(compare_shares(seats, edition) for seats in range(3, 7))
    told(f"shares by {edition}", found)
    assert found == cases


@pytest.mark.prove
@pytest.mark.parametrize(("edition", "cases"), [("players", 211_170), ("miners", 141_544)])
def test_all_that_the_box_can_deal_is_shared_as_the_twin_says(edition: str, cases: int) -> None:
    found = sum(compare_shares(seats, edition) for seats in SEATS)
    told(f"shares by {edition}", found)
    assert found == cases


def optional(seats: range) -> dict[str, int]:
    found: Counter[str] = Counter()
    for each, edition in product(seats, EDITIONS):
        found += compare_optional(each, edition)
    told("by the optional rules", dict(found))
    return dict(found)


def test_up_to_four_players_share_by_the_optional_rules_as_the_twin_says() -> None:
    assert optional(range(3, 5)) == {
        "cases": 6_624,
        "nobody shares": 86,
        "one takes all": 650,
        "the selfish dwarf takes all": 656,
        "who connects has no broken tool": 3_312,
    }


@pytest.mark.prove
def test_up_to_six_players_share_by_the_optional_rules_as_the_twin_says() -> None:
    assert optional(range(3, 7)) == {
        "cases": 218_720,
        "who connects has no broken tool": 109_360,
        "nobody shares": 1_948,
        "one takes all": 12_230,
        "the selfish dwarf takes all": 15_376,
    }


def test_every_bank_pays_the_saboteurs_where_the_twin_can() -> None:
    found = {
        (seats, saboteurs): compare_payouts(seats, saboteurs)
        for seats in SEATS
        for saboteurs in sorted(oracle.saboteurs_in_play(seats))
    }
    told("banks, and those that can pay", found)
    assert {cases for cases, _ in found.values()} == {17 * 9 * 5}
    assert len(found) == 16
    assert {saboteurs: payable for (_, saboteurs), (_, payable) in found.items()} == PAYING_BANKS
