"""What an audit says of a table that cannot be: its findings, what they add up, what would fit."""

from __future__ import annotations

import pytest

from referee.core.paper.score_summary import correction_text
from referee.core.ruling import Ruling
from referee.core.table import FinalCount, Player, Setup
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.coins import COLOURS
from tests.games.no_swap_no_pay.evening import Evening
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))


def coins(text: str) -> dict[str, int]:
    """Read coins: ``"4g1b"`` are four gold and a black one."""
    held = dict(zip(text[1::2], map(int, text[::2]), strict=True))
    return {colour: held[colour[0]] for colour in COLOURS if colour[0] in held}


def file(*bags: str, treasure: str | None = None) -> FinalCount:
    """Give the final count of a typed file, a bag for each player."""
    owners = NAMES[: len(bags)]
    shared = {} if treasure is None else {"treasure": coins(treasure)}
    return FinalCount(Setup(owners), dict(zip(owners, map(coins, bags), strict=True)), shared)


def counted_by(finding: Ruling) -> list[str]:
    """Name the places that a finding adds up or compares."""
    return [".".join(path[-2:]) for path in finding.fields]


def said(count: FinalCount) -> list[tuple[str, str]]:
    """Give the sentence of each finding, and which numbers it says to count again."""
    findings = GAME.final.audit(BOOK, count)
    return [(str(each.reason), correction_text(each, {}, everything=True)) for each in findings]


CASES = """
6s1b 6s 6s 1s5g
  19 silver coins; the box holds 16.
  No single number explains it.

3g3s2b1p 3g4s1b 2s4b1p 2g4s1b | 4g
  8 gold coins in the bags leave 5; the treasure bag holds 4.
  Count again: Ana's gold coins (3; 4 fits), Bo's (3; 4 fits), Di's (2; 3 fits).

5g4s 5g4s 4g5s 2g3s2b2p 3b | 6b
  6 black coins in the treasure bag; it holds 5.
  No single number explains it.

4g3s2b1p 3g5s 2g1s4b 2g3s1b1p | 1g1s1b
  3 coins are left in the treasure bag; 4 expected.
  Count again: gold coins in the treasure bag (1; 2 fits).

4g3s2b1p 3g5s 2g1s4b 2g3s1b1p | 2g1s2b
  9 black coins; the setup puts 8 into the game.
  Count again: Ana's black coins (2; 1 fits), Cy's (4; 3 fits), Di's (1; 0 fits),
  black coins in the treasure bag (2; 1 fits).
  5 coins are left in the treasure bag; 4 expected.
  Count again: black coins in the treasure bag (2; 1 fits).

4g3s2b1p 3g5s 1g4b 2g3s1b1p | 2g1s1b
  10 gold coins in the bags leave 3; the treasure bag holds 2.
  Count again: Ana's gold coins (4; 5 fits), Bo's (3; 4 fits), Cy's (1; 2 fits), Di's (2; 3 fits).
  11 silver coins in the bags leave 2; the treasure bag holds 1.
  Count again: Ana's silver coins (3; 4 fits), Bo's (5; 6 fits), Di's (3; 4 fits).
"""


@pytest.mark.parametrize("case", CASES.strip().split("\n\n"))
def test_every_broken_sum_is_said_with_the_numbers_of_the_file(case: str) -> None:
    counted, *shown = case.splitlines()
    bags, _, treasure = counted.partition(" | ")
    found = " ".join(map(" ".join, said(file(*bags.split(), treasure=treasure or None))))
    assert found.split() == " ".join(shown).split()


def test_a_finding_names_what_it_adds_up_and_no_zero() -> None:
    count = file("4g3s2b1p", "3g5s", "2g1s4b", "2g3s1b1p", treasure="5g")
    findings = {str(each.rules[0]): counted_by(each) for each in GAME.final.audit(BOOK, count)}
    assert findings["NSP-8.1"] == ["Ana.gold", "Bo.gold", "Cy.gold", "Di.gold", "treasure.gold"]
    assert findings["NSP-4.5"] == ["treasure.gold"]


def test_a_bag_too_full_is_named_though_its_gold_stands_in_another_finding() -> None:
    findings = GAME.final.audit(BOOK, file("9g4s", "8g", "", "7b"))
    assert [(str(each.verdict), counted_by(each)) for each in findings] == [
        ("impossible", ["Ana.gold", "Bo.gold"]),
        ("forbidden", ["Ana.gold", "Ana.silver"]),
    ]


def test_a_word_on_purple_hides_nothing_and_is_hidden_by_nothing() -> None:
    count = file("4g3s2b1p", "3g5s", "2g1s4b", "2g3s1b", treasure="2g1s1b")
    declared = {**count.holdings, "Di": {**count.holdings["Di"], "purple_as": ("gold",)}}
    assert said(FinalCount(count.setup, declared, count.shared)) == [
        (
            "1 purple coin in the bags leaves 1; the treasure bag holds 0.",
            "Count again: Ana's purple coins (1; 2 fits).",
        ),
        (
            "Di declares 1 purple; the bag holds 0.",
            "Count again: Di's declared purple (gold; none fits).",
        ),
    ]


def test_in_a_session_only_what_was_counted_at_the_end_is_tried() -> None:
    """Bo's bag is counted one silver coin short."""
    final = Evening(BOOK, 4, 3, lambda *_: None).play()
    held = {colour: int(final.holdings["Bo"][colour]) for colour in COLOURS}
    wrong = {**final.holdings, "Bo": {**final.holdings["Bo"], "silver": held["silver"] - 1}}
    count, n = FinalCount(final.setup, wrong, final.shared, final.evidence), sum(held.values())
    (finding,) = GAME.final.audit(BOOK, count, {("holdings", "Bo"): 84, ("treasure",): 87})
    assert str(finding.reason) == f"Bo's bag holds {n - 1} coins; the record counts {n}."
    tried = {change.path for each in finding.corrections for change in each.changes}
    assert ("holdings", "Bo", "silver") in tried
    assert {path[:2] for path in tried} == {("holdings", "Bo")}
    assert "entry 84, Bo's silver coins" in correction_text(finding, {("holdings", "Bo"): 84})
