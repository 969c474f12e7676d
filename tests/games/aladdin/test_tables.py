"""The model of what can be finds the same tables as its slow twin, which plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin.model.contradictions import contradictions
from tests.games.aladdin.evenings import evening, out_of_thin_air, slip
from tests.games.aladdin.tables_twin import KINDS, Box, can_be, played_out

BOOK = load_rulebook("aladdin")
NAMES = ("Ana", "小明", "ゆうこ", "Di", "Eva")
Entries: TypeAlias = "Sequence[Mapping[str, Any]]"
SWITCHES = ((False, True), (True, True), (True, False))
"""Whether the variant is played, and whether a Sorcerer counts for the Ring."""


def book_of(box: Box) -> Rulebook:
    """Give the rulebook the numbers of a box."""
    dealt = {n: Box(n).dealt // n for n in range(2, 6)}
    return BOOK.with_constants(
        {
            "ALA-1.1": {"chest": box.above + box.below, "chests": 3},
            "ALA-1.2": {"cards": box.starting, "each": dealt},
            "ALA-1.3": {"each": {2: 2, 3: 1, 4: 1, 5: 1}, "faces": box.faces},
            "ALA-1.4": {"below": box.below},
            "ALA-8.2": {"die": box.faces},
        }
    )


def count_of(box: Box, entries: Entries, sorcerers: int | None = None) -> FinalCount:
    options = {
        "variant": ("my-precious" if box.variant else "none",),
        "ring_counts_sorcerer": ("yes" if box.counts_sorcerer else "no",),
    }
    seating = tuple(map(Player, NAMES[: box.seats]))
    holdings: dict[str, Mapping[str, Any]] = dict(zip(seating, entries, strict=True))
    shared = {} if sorcerers is None else {"sorcerers": sorcerers}
    return FinalCount(Setup(seating, options=options), holdings, shared)


def heap(box: Box, gems: int, others: int, *, ring: bool) -> Entries:
    """Lay all cards before the first player."""
    none, gone = {"lone": 0, **dict.fromkeys(KINDS, 0)}, dict.fromkeys(KINDS, 0)
    empty = {
        "gems": gone, "talismans": none,
        "ornaments": dict.fromkeys(("bronze", "silver", "gold"), ()), "magic_ring": False,
    }  # fmt: skip
    first = {
        **empty, "gems": {**gone, "red": gems}, "talismans": {**none, "lone": others},
        "magic_ring": ring,
    }  # fmt: skip
    return [first, *[empty] * (box.seats - 1)]


SMALL = tuple(Box(seats, 1, 1, 2, Box(seats).dealt + 1) for seats in range(2, 6))
LARGER = tuple(Box(seats, 2, 1, 2, Box(seats).dealt + 1) for seats in range(2, 6))


def played_and_judged(box: Box, switches: tuple[bool, bool]) -> None:
    """Play a box to every end, and judge every table by the model."""
    box = box._replace(variant=switches[0], counts_sorcerer=switches[1])
    book, whole = book_of(box), 3 * (box.above + box.below) + box.starting
    left = set(played_out(box))
    assert len(left) > 40
    for gems, others, ring, out in product(
        range(whole + 1), range(whole + 1), (False, True), (1, 2, 3)
    ):
        count = count_of(box, heap(box, gems, others, ring=ring), out)
        assert (judged(book, count) == "") == ((gems, others, ring, out) in left), (
            gems,
            others,
            ring,
            out,
        )


@pytest.mark.parametrize(
    ("box", "switches"),
    [  # too small for a Ring without a Sorcerer
        pytest.param(box, switches, marks=() if (seats + n) % 2 else pytest.mark.prove)
        for seats, box in enumerate(SMALL)
        for n, switches in enumerate(SWITCHES[:2])
    ],
)
def test_small_boxes_played_to_the_end_leave_the_tables_that_can_be(
    box: Box, switches: tuple[bool, bool]
) -> None:
    played_and_judged(box, switches)


@pytest.mark.prove
@pytest.mark.parametrize("switches", SWITCHES)
@pytest.mark.parametrize("box", LARGER)
def test_larger_boxes_played_to_the_end_leave_the_tables_that_can_be(
    box: Box, switches: tuple[bool, bool]
) -> None:
    played_and_judged(box, switches)


def gravest(box: Box, entries: Entries, sorcerers: int | None) -> str:
    """Judge a table slowly; empty where some play can leave it."""
    gems = sum(sum(entry["gems"].values()) for entry in entries)
    others = sum(
        sum(entry["talismans"].values()) + sum(map(len, entry["ornaments"].values()))
        for entry in entries
    )
    rings = sum(entry["magic_ring"] for entry in entries)
    if gems + others > 83 or others > 75 or rings > 1 or sorcerers not in (None, 1, 2, 3):
        return "impossible"
    bare = any(
        entry["talismans"][kind] and not entry["gems"][kind] for entry in entries for kind in KINDS
    )
    if bare or (rings and not box.variant):
        return "forbidden"
    return "" if can_be(box, gems + others, gems, sorcerers, ring=bool(rings)) else "table-call"


def judged(book: Rulebook, count: FinalCount) -> str:
    """Judge a table by the program: the gravest verdict, empty where it can be."""
    found = {each.verdict for each in contradictions(book, count)}
    order = (Verdict.IMPOSSIBLE, Verdict.FORBIDDEN, Verdict.TABLE_CALL)
    return next((verdict.value for verdict in order if verdict in found), "")


def compared(tables: int, seed: int) -> Mapping[str, int]:
    """Judge random tables by model and twin: played, played and damaged, out of thin air."""
    draw, seen = Random(seed), Counter[str]()
    for n in range(tables):
        variant, counts = draw.choice(SWITCHES)
        box = Box(draw.randint(2, 5), variant=variant, counts_sorcerer=counts)
        made = out_of_thin_air if n % 2 else evening
        entries, sorcerers = made(box, draw)
        is_played = made is evening
        if is_played and n % 4:
            entries, sorcerers = slip(entries, sorcerers, draw)
            is_played = False
        told = sorcerers if draw.random() < 0.5 or sorcerers > 3 else None
        expected = gravest(box, entries, told)
        found = judged(BOOK, count_of(box, entries, told))
        case = (box, entries, told, expected, found)
        assert found == expected, case
        if is_played:
            assert expected == "", case
            seen["played"] += 1
        seen[expected or "can be"] += 1
    return seen


def test_random_tables_are_judged_as_the_twin_judges_them() -> None:
    seen = compared(1_200, seed=1)
    assert min(seen[word] for word in ("played", "impossible", "forbidden", "table-call")) >= 20


@pytest.mark.prove
def test_twenty_thousand_random_tables_are_judged_as_the_twin_judges_them() -> None:
    seen = compared(20_000, seed=2)
    print(*sorted(seen.items()), sep="\n")  # noqa: T201 - pytest -s shows it
    assert seen["played"] >= 5_000


@pytest.mark.prove
@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("switches", SWITCHES)
def test_every_number_of_cards_is_judged_as_the_twin_judges_it(
    seats: int, switches: tuple[bool, bool]
) -> None:
    box = Box(seats, variant=switches[0], counts_sorcerer=switches[1])
    for cards, ring, told in product(range(85), (False, True), (None, 1, 2, 3)):
        for gems in range(cards + 1):
            entries = heap(box, gems, cards - gems, ring=ring)
            found = judged(BOOK, count_of(box, entries, told))
            assert found == gravest(box, entries, told), (cards, gems, ring, told)
