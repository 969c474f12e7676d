"""What may be taken, against the slow twin: all cards that can be revealed, under all tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

import pytest

from referee.core.game import ANSWERED, Answer, Facts
from referee.core.ruling import Verdict
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure import oracle
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")
TAKE = next(each for each in GAME.questions if each.name == "take")
THAT_MATTER = ("no-secrets", "fourth-card", "extra-kind")
MOST_TILES = 5
READINGS = ("must", "may")


def asked(revealed: Sequence[str], tiles: Collection[str], takes: str = "must") -> Answer:
    """Ask what may be taken; without a tile the fact is left out."""
    told = {"revealed": tuple(revealed)} | ({"tiles": tuple(tiles)} if tiles else {})
    return TAKE.answer(BOOK, Facts(told, {"takes": (takes,)}))


def sets_of(words: Sequence[str]) -> list[tuple[str, ...]]:
    """List every set of these words."""
    return [each for size in range(len(words) + 1) for each in combinations(words, size)]


def among_others(tiles: Sequence[str], index: int) -> Sequence[str]:
    """Put tiles that do not matter before and behind, by the number of the case."""
    others = [tile for tile in oracle.TILES if tile not in THAT_MATTER]
    first = index % len(others)
    room = MOST_TILES - len(tiles)
    more = [*others[first:], *others[:first]][: index % (room + 1)]
    return [*more[::2], *tiles, *more[1::2]]


NUMBERS = (1, 2, 3, 4)
"""One card is revealed where the field has no second one."""


MET = (
    *("disputes", "takes", "nothing to take", "one take only", "takes of two kinds"),
    "fourth cards that nobody may flip",
)


def revealed_cards(*, in_every_order: bool) -> Iterator[oracle.Cards]:
    """List everything that can be revealed: no kind has fewer than four."""
    assert min(oracle.BOX.values()) >= max(NUMBERS)
    for n in NUMBERS:
        if in_every_order:
            yield from product(oracle.KINDS, repeat=n)
        else:
            yield from combinations_with_replacement(oracle.KINDS, n)


@pytest.mark.parametrize(
    ("in_every_order", "met"),
    [
        (False, (5_264, 13_238, 92, 2_000, 2_316, 2_640)),
        pytest.param(True, (42_112, 120_616, 176, 15_448, 24_672, 32_768), marks=pytest.mark.prove),
    ],
)
def test_whatever_can_be_revealed_is_taken_as_the_twin_says(
    met: Sequence[int], *, in_every_order: bool
) -> None:
    """Compare all takes under every set of the tiles that matter, by both readings."""
    seen: Counter[str] = Counter()
    everything = revealed_cards(in_every_order=in_every_order)
    cases = product(everything, sets_of(THAT_MATTER), READINGS)
    for index, (revealed, tiles, takes) in enumerate(cases):
        case = (revealed, among_others(tiles, index), takes)
        reply = asked(*case)
        if len(revealed) > 3 and "fourth-card" not in tiles:
            assert reply.verdict == Verdict.IMPOSSIBLE, case
            assert reply.results == {"choices": None}, case
            seen["fourth cards that nobody may flip"] += 1
            continue
        expected = oracle.legal_takes(*case)
        assert reply.verdict == ANSWERED, case
        choices = [oracle.in_order(each) for each in reply.results["choices"]]
        assert sorted(choices) == sorted(expected), case
        seen["disputes"] += 1
        seen["takes"] += len(choices)
        seen["nothing to take"] += not any(expected)
        seen["one take only"] += len(expected) == 1
        seen["takes of two kinds"] += sum(len(set(each)) == 2 for each in expected)
    assert shown("takes", seen) == dict(zip(MET, met, strict=True))
