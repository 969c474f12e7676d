"""The audit judges tables as a logic program does: `possible.lp`, a line for each rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin.model.contradictions import contradictions
from tests.games.aladdin.evenings import (
    KINDS,
    METALS,
    Entry,
    Table,
    any_table,
    evening,
    out_of_thin_air,
    slip,
)

BOOK = load_rulebook("aladdin")
PROGRAM = Path(__file__).with_name("possible.lp")
NAMES = ("Ana", "小明", "ゆうこ", "Di", "Eva")
GRAVEST = (Verdict.IMPOSSIBLE, Verdict.FORBIDDEN, Verdict.TABLE_CALL)


def judged(table: Table, entries: Sequence[Entry], sorcerers: int | None) -> Verdict | None:
    """Judge a table by the audit: the gravest verdict, None where it can be."""
    options = {
        "variant": ("my-precious" if table.variant else "none",),
        "ring_counts_sorcerer": ("yes" if table.counts_sorcerer else "no",),
    }
    seating = tuple(map(Player, NAMES[: table.seats]))
    shared = {} if sorcerers is None else {"sorcerers": sorcerers}
    holdings: dict[str, Any] = dict(zip(seating, entries, strict=True))
    count = FinalCount(Setup(seating, options=options), holdings, shared)
    found = {each.verdict for each in contradictions(BOOK, count)}
    return next((verdict for verdict in GRAVEST if verdict in found), None)


def facts(table: Table, entries: Sequence[Entry], sorcerers: int | None) -> Iterator[str]:
    """State a table as the logic program wants it."""
    for n, entry in enumerate(entries):
        yield f"player({n})."
        for pile in ("gems", "talismans"):
            yield from (f"{pile}({n},{kind},{cards})." for kind, cards in entry[pile].items())
        for metal, kinds in entry["ornaments"].items():
            yield f"ornaments({n},{metal},{len(kinds)})."
        yield f"ring({n})." if entry["magic_ring"] else ""
    yield f"sorcerers({sorcerers})." if sorcerers is not None else ""
    yield "house(variant)." if table.variant else ""
    yield "house(ring_counts_sorcerer)." if table.counts_sorcerer else ""


def solved(table: Table, entries: Sequence[Entry], sorcerers: int | None) -> Verdict | None:
    """Judge a table by the logic program: the first layer of rules that excludes it."""
    from clingo import Control, Function

    control = Control()
    control.load(str(PROGRAM))
    control.add("base", [], " ".join(facts(table, entries, sorcerers)))
    control.ground([("base", [])])
    for verdict, layer in zip(GRAVEST, ("", "rules", "print"), strict=True):
        if layer:
            control.assign_external(Function(layer), True)  # noqa: FBT003 - as clingo has it
        if not control.solve().satisfiable:
            return verdict
    return None


def some_tables(draw: Random, tables: int) -> Iterator[tuple[bool, Table, Any, int | None]]:
    """Give tables: played, played and written down with slips, and out of thin air.

    Say first whether some play has left it.
    """
    for n in range(tables):
        table = any_table(draw)
        entries, sorcerers = (evening if n % 2 else out_of_thin_air)(table, draw)
        for _ in range(n % 4 // 2 + n % 8 // 6):
            entries, sorcerers = slip(entries, sorcerers, draw)
        is_stated = draw.random() < 0.5 or sorcerers not in {1, 2, 3}
        yield n % 4 == 1, table, entries, sorcerers if is_stated else None


def heap(seats: int, gems: int, others: int, *, ring: bool) -> list[Entry]:
    """Lay all cards before the first player."""
    gone = dict.fromkeys(KINDS, 0)
    talismans, ornaments = {**gone, "lone": 0}, dict.fromkeys(METALS, ())
    none = {"gems": gone, "talismans": talismans, "ornaments": ornaments, "magic_ring": False}
    first = {
        **none, "gems": {**gone, "red": gems}, "talismans": {**talismans, "lone": others},
        "magic_ring": ring,
    }  # fmt: skip
    return [first, *[none] * (seats - 1)]


def test_what_a_play_leaves_is_possible() -> None:
    seen = Counter[Verdict | None]()
    for is_played, *table in some_tables(Random(1), 1_200):
        found = judged(*table)
        assert not (is_played and found), (table, found)
        seen[found] += 1
    assert min(seen[verdict] for verdict in (None, *GRAVEST)) >= 20


@pytest.mark.prove
def test_random_tables_are_judged_as_the_logic_program_judges_them() -> None:
    seen = Counter[Verdict | None]()
    for _, *table in some_tables(Random(2), 600):
        found = judged(*table)
        assert found == solved(*table), table
        seen[found] += 1
    assert min(seen[verdict] for verdict in (None, *GRAVEST)) >= 20


@pytest.mark.prove
@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("switches", [(False, True), (True, True), (True, False)])
def test_the_bounds_are_those_of_the_logic_program(seats: int, switches: tuple[bool, bool]) -> None:
    table = Table(seats, *switches)
    near_bounds = (*range(14), *range(66, 85))
    ways = [*product(near_bounds, (-1, 0, 4), (False, True), (None, 1, 2, 3))]
    for cards, more, ring, sorcerers in Random(seats).sample(ways, 60):
        gems = max(0, min(cards, table.dealt + more))
        case = (table, heap(seats, gems, cards - gems, ring=ring), sorcerers)
        assert judged(*case) == solved(*case), case
