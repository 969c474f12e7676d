"""The record against its slow twin; and whole evenings, one of their bags told with a slip."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.core.ruling import Verdict
from referee.core.table import FinalCount
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.coins import COLOURS
from referee.games.no_swap_no_pay.model.colouring import all_contents, colour_bounds, colouring
from referee.games.no_swap_no_pay.model.network import End, fits_a_guess
from tests.games.no_swap_no_pay import record_twin as twin
from tests.games.no_swap_no_pay.evening import Evening
from tests.games.no_swap_no_pay.test_truth import watch
from tests.rooms import ROOMS

BOOK = ROOMS["no-swap-no-pay"].book


def ends_of(told: list[twin.End]) -> tuple[End, ...]:
    return tuple(End(*each) for each in told)


def compare(times: int, seed: int) -> Counter[bool | str]:
    """Half of the tables as they were played, half with a slip."""
    found: Counter[bool | str] = Counter()
    for number in range(times):
        draw = Random(seed + number)
        game = twin.SmallGame(draw)
        told = twin.slipped(game.ends, draw) if number % 2 else game.ends
        expected = twin.fits(game.moves, told)
        assert expected or number % 2
        fits = colouring(tuple(game.moves), ends_of(told)) is not None
        assert fits is expected, (game.moves, told)
        guessed = fits_a_guess(game.moves, ends_of(told))
        assert expected or not guessed, (game.moves, told)
        found[fits] += 1
        found["guessed"] += guessed
    return found


@pytest.mark.parametrize(
    ("tables", "seed"),
    [
        (300, 1),
        pytest.param(600, 1, id="same_seed", marks=pytest.mark.prove),
        pytest.param(10_000, 1_000_000, marks=pytest.mark.prove),
    ],
)
def test_what_a_record_leaves_possible_is_what_the_twin_finds(tables: int, seed: int) -> None:
    found = compare(tables, seed)
    assert found[False] >= max(50, tables // 10), "hardly a slip was one that shows"
    assert found["guessed"] >= tables // 10, "hardly a colouring was guessed"


@pytest.mark.parametrize("seed", range(6))
def test_all_that_a_bag_can_hold_is_listed_and_nothing_else(seed: int) -> None:
    game = twin.SmallGame(Random(5_000 + seed))
    moves, open_ends = tuple(game.moves), [(place, n, None) for place, n, _ in game.ends]
    for at, (place, n, _) in enumerate(open_ends):
        ways = [
            way
            for way in twin.coloured(n)
            if twin.fits(moves, [*open_ends[:at], (place, n, way), *open_ends[at + 1 :]])
        ]
        assert sorted(all_contents(moves, ends_of([*open_ends]), at)) == sorted(ways)
        bounds = colour_bounds(moves, ends_of([*open_ends]), at)
        for (least, most), held in zip(bounds, zip(*ways, strict=True), strict=True):
            assert least <= min(held) <= max(held) <= most


def exchanged(final: FinalCount, draw: Random) -> FinalCount | None:
    """Tell one evening with two colours in each other's bag; None where no two bags differ."""
    owners = [*final.holdings]
    for _ in range(50):
        one, other = draw.sample(owners, 2)
        a, b = draw.sample([*COLOURS], 2)
        first, second = dict(final.holdings[one]), dict(final.holdings[other])
        if first[a] and second[b]:
            n = min(first[a], second[b])
            for held, less, more in ((first, a, b), (second, b, a)):
                held[less] -= n
                held[more] += n
            first.pop("purple_as", None)
            second.pop("purple_as", None)
            told = {**final.holdings, one: first, other: second}
            return FinalCount(final.setup, told, final.shared, final.evidence)
    return None


@pytest.mark.parametrize(
    "evenings", [12, pytest.param(36, id="same_seed", marks=pytest.mark.prove)]
)
def test_a_lie_is_found_where_no_colours_fit_and_nowhere_else(evenings: int) -> None:
    found = Counter[bool]()
    for seed in range(evenings):
        final = Evening(BOOK, 3 + seed % 3, 70_000 + seed, watch).play()
        told = exchanged(final, Random(seed))
        if told is None:
            continue
        findings = [f for f in GAME.final.audit(BOOK, told) if f.verdict is Verdict.FORBIDDEN]
        found[bool(findings)] += 1
        for finding in findings:
            assert [str(rule) for rule in finding.rules] == ["NSP-8.3"]
            named = {path[1] for path in finding.fields if path[0] == "holdings"}
            told_owners = [
                str(owner) for owner in told.holdings if str(owner) in str(finding.reason)
            ]
            assert named <= {*told_owners}
    assert found[True] >= 5
    assert found[False] >= 5
