"""The model of three rounds against a logic program: games by chance, told in part, one slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur.model.count import contradictions
from tests.games.saboteur import tables
from tests.games.saboteur.oracle import (
    BOX,
    PAY,
    Gold,
    banks_after,
    is_payable,
    payments,
    saboteurs_in_play,
)

BOOK = load_rulebook("saboteur")
NAMES = tuple(map(Player, ("Ana", "小明", "ゆうこ", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jon")))
CARDS = (1, 2, 3)
ENOUGH = 50_000
"""Conflicts after which the logic program leaves a table undecided: of many players, and of whose
rounds little is told, a few in a thousand would take it minutes."""


def as_count(table: tables.Final) -> FinalCount:
    """Tell a table as a holdings file does; what is None is left out."""
    house, players = table.house, NAMES[: table.house.seats]
    options = {
        "gold": (house.edition,),
        "broken_go_empty": ("yes" if house.go_empty else "no",),
        "selfish_dwarf": ("yes" if house.has_selfish else "no",),
    }
    holdings: dict[str, dict[str, Any]] = {player: {} for player in players}
    for player, hand, owed in zip(players, table.hands, table.owed, strict=True):
        if hand is not None:
            cards = tuple(value for value, n in zip(CARDS, hand, strict=True) for _ in range(n))
            holdings[player]["gold"] = cards
        if owed is not None:
            holdings[player]["owed"] = owed
    rounds = tuple(_round(players, told) for told in table.rounds)
    return FinalCount(Setup(players, options=options), holdings, {"rounds": rounds})


def _round(players: tuple[Player, ...], told: tables.Told) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for key, value in told.items():
        if key == "won":
            shown[key] = value
        elif key == "connector":
            shown[key] = players[value]
        elif key == "selfish":
            shown[key] = () if value < 0 else (players[value],)
        else:
            shown[key] = tuple(players[seat] for seat in value)
    return shown


def drawn(draw: Random, seats: int, number: int) -> tuple[tables.Final, bool]:
    """Play a game and tell it in part; every second one has a slip. Tells which."""
    house = tables.House(
        seats,
        draw.choice(("players", "players", "miners")),
        go_empty=draw.random() < 1 / 5 and seats <= 6,
        has_selfish=draw.random() < 1 / 5,
    )
    full, _ = tables.played(draw, house)
    hidden = draw.choice((0, 0, 1, 2)) if seats <= 6 else draw.choice((0, 0, 0, 1))
    table = tables.in_part(draw, full, hidden)
    has_slip = bool(number % 2)
    return (tables.slipped(draw, table) if has_slip else table), has_slip


def compare(given: Iterable[tables.Final]) -> Counter[str]:
    """Compare the model with the logic program, and count the verdicts."""
    seen: Counter[str] = Counter()
    for table in given:
        can_be, decided = not contradictions(BOOK, as_count(table)), is_possible(table)
        assert decided in {can_be, None}, table
        seen["undecided" if decided is None else "possible" if can_be else "impossible"] += 1
    assert seen["undecided"] <= seen.total() / 50
    return seen


@cache
def logic_program(house: tables.House) -> Any:
    """Ground the logic program for a house, and name its atoms."""
    clingo: Any = pytest.importorskip("clingo")
    numbers = saboteurs_in_play(house.seats)
    facts = [f"most({max(numbers)})"]
    facts += [f"deals({number}). pays({number},{PAY[number]})" for number in numbers]
    facts += [f"box({value},{n})" for value, n in zip(CARDS, BOX, strict=True)]
    facts += ["miners"] * (house.edition == "miners")
    facts += ["go_empty"] * house.go_empty + ["has_selfish"] * house.has_selfish
    limit = f"--solve-limit={ENOUGH}"
    control = clingo.Control(["--warn=none", limit, "-c", f"n={house.seats}"])
    control.load(str(Path(__file__).with_name("possible.lp")))
    control.add("base", [], "".join(f"{fact}." for fact in facts))
    control.ground([("base", [])])
    return control, {str(atom.symbol): atom.literal for atom in control.symbolic_atoms}


def is_possible(table: tables.Final) -> bool | None:
    """Ask the logic program whether some play ends so; None if that takes it too long."""
    control, atoms = logic_program(table.house)
    asked = dict(asked_of(table))
    if any(is_so and name not in atoms for name, is_so in asked.items()):
        return False
    literals = ((atoms[name], is_so) for name, is_so in asked.items() if name in atoms)
    assumed = [literal if is_so else -literal for literal, is_so in literals]
    solved = control.solve(assumptions=assumed)
    return None if solved.unknown else bool(solved.satisfiable)


def asked_of(table: tables.Final) -> Iterator[tuple[str, bool]]:
    """Tell a table in atoms of the logic program, true or not."""
    for seat, (hand, owed) in enumerate(zip(table.hands, table.owed, strict=True)):
        if hand is not None:
            for value, n in zip(CARDS, hand, strict=True):
                yield f"shown({seat},{value},{n})", True
        if owed is not None:
            yield (f"owes({seat},{owed})", True) if owed else (f"how(3,{seat},owed)", False)
    for number, told in enumerate(table.rounds, start=1):
        yield from asked_of_round(table.house, number, told)


def asked_of_round(
    house: tables.House, number: int, told: tables.Told
) -> Iterator[tuple[str, bool]]:
    for key in {"won", "connector"} & told.keys():
        yield f"{key}({number},{told[key]})", True
    for key, name in (("saboteurs", "saboteur"), ("broken", "broken")):
        if key in told:
            for seat in range(house.seats):
                yield f"{name}({number},{seat})", seat in told[key]
    selfish = told.get("selfish", -1)
    if selfish >= 0 or (house.has_selfish and "selfish" in told):
        yield f"selfish({number},{'spare' if selfish < 0 else selfish})", True


@pytest.mark.parametrize("seats", range(3, 11))
def test_what_was_played_can_be_and_slips_are_found(seats: int) -> None:
    refused = 0
    for number in range(30):
        table, has_slip = drawn(Random(1000 * seats + number), seats, number)
        can_be = not contradictions(BOOK, as_count(table))
        assert can_be or has_slip, table
        refused += not can_be
    assert refused >= 3


@pytest.mark.prove
@pytest.mark.parametrize("seats", range(3, 11))
def test_model_and_logic_program_agree_on_games_by_chance(seats: int) -> None:
    seen = compare(drawn(Random(1000 * seats + n), seats, n)[0] for n in range(1000))
    print(seats, dict(seen))  # noqa: T201 - pytest -s shows it
    assert min(seen["possible"], seen["impossible"]) >= 50


@pytest.mark.prove
@pytest.mark.parametrize("seats", range(7, 11))
def test_model_and_logic_program_agree_where_the_bank_fell_short(seats: int) -> None:
    seen = compare(islice(tables.fell_short(seats), 100))
    print(seats, dict(seen))  # noqa: T201 - pytest -s shows it
    assert min(seen["possible"], seen["impossible"]) >= 5


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("edition", ["players", "miners"])
def test_a_bank_falls_short_only_in_the_last_round_and_only_from_seven_players_on(
    seats: int, edition: str
) -> None:
    """Every bank that the first rounds can leave, whoever got what."""
    expected = {
        "players": {7: {3}, 8: {2, 3}, 9: {2, 3}, 10: {3, 4}},
        "miners": {7: {3}, 8: {3}, 9: {3}, 10: {3}},
    }[edition].get(seats, set())
    short = [
        {
            number
            for number in saboteurs_in_play(seats)
            if any(may_fall_short(bank, PAY[number], number) for bank in before)
        }
        for before in banks_after(seats, edition)[:3]
    ]
    assert short == [set(), set(), expected]


@cache
def may_fall_short(bank: Gold, each: int, waiting: int) -> bool:
    """Whether somebody who waits may find that not all can be paid, whatever others took."""
    if not waiting or not each or bank[0] >= each * waiting:
        return False
    lefts = (tables.less(bank, hand) for hand in payments(each))
    return not is_payable(bank, each, waiting) or any(
        may_fall_short(left, each, waiting - 1) for left in lefts if left is not None
    )
