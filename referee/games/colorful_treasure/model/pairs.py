"""Who took the keys and chests, and what pairs of their tokens are left to plunder gems with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias


class Secrets(NamedTuple):
    """Keys and chests that a player holds, None where that is unknown; and the tile's use."""

    keys: int | None
    chests: int | None
    is_wild: bool = False


class Share(NamedTuple):
    """What one player had of the keys and chests.

    ``taken`` from the field, ``lost`` to other players; ``plunders`` are left for other loot.
    """

    taken: int
    lost: int
    plunders: int


Settlement: TypeAlias = tuple[Share, ...]
"""One way in which all keys and chests came where they are: what everybody had of them."""


class _Way(NamedTuple):
    """How one player came to their keys and chests.

    ``keys`` and ``chests`` are how many more were taken than are held: below 0 they were
    plundered. ``unknown`` are those held of which nobody told.
    """

    keys: int
    chests: int
    unknown: tuple[int, int]
    taken: int
    plunders: int


def plunders_of(keys: int, chests: int, *, is_wild: bool) -> int:
    """Count the plunders that tokens make. Cites: COL-3.1, COL-6.10.

    >>> plunders_of(2, 1, is_wild=False), plunders_of(2, 1, is_wild=True)
    (1, 2)
    >>> plunders_of(1, 1, is_wild=True)
    1
    """
    return min(keys, chests) + (is_wild and keys != chests)


@lru_cache(maxsize=512)
def settlements(
    hands: tuple[Secrets, ...],
    room: tuple[int, int],
    loser: int | None = None,
    *,
    counts_turns: bool = True,
) -> tuple[Settlement, ...]:
    """List the ways in which these keys and chests can have been taken and plundered.

    Whoever plundered a key or a chest needed a pair for it, which may have been plundered in its
    turn. ``room`` are all keys and chests; of ``loser`` it matters how many they lost, and who took
    how many only where that ``counts_turns``. A way that leaves nobody more than another one is
    left out.

    >>> [only] = settlements((Secrets(2, 0), Secrets(1, 0)), (5, 5))
    >>> only
    (Share(taken=2, lost=0, plunders=0), Share(taken=1, lost=0, plunders=0))
    """
    rest = (
        room[0] - sum(hand.keys or 0 for hand in hands),
        room[1] - sum(hand.chests or 0 for hand in hands),
    )
    ways = [list(_ways(hand, room, rest)) for hand in hands]
    found: dict[tuple[int, int, int, int], list[tuple[_Way, ...]]] = {(0, 0, 0, 0): [()]}
    ahead = _sums_ahead(ways)
    for p, own in enumerate(ways):
        after: dict[tuple[int, int, int, int], list[tuple[_Way, ...]]] = {}
        for (keys, chests, some, others), before in found.items():
            for way in own:
                at = (
                    keys + way.keys,
                    chests + way.chests,
                    some + way.unknown[0],
                    others + way.unknown[1],
                )
                if at[2] > rest[0] or at[3] > rest[1] or (-at[0], -at[1]) not in ahead[p + 1]:
                    continue
                after.setdefault(at, []).extend((*each, way) for each in before)
        found = after
    shares = {each for some in found.values() for way in some for each in _shares(way, loser)}
    if not counts_turns:
        shares = {tuple(share._replace(taken=0) for share in each) for each in shares}
    return tuple(_best(sorted(shares)))


def _ways(hand: Secrets, room: tuple[int, int], rest: tuple[int, int]) -> Iterator[_Way]:
    keys_held = range(rest[0] + 1) if hand.keys is None else (hand.keys,)
    chests_held = range(rest[1] + 1) if hand.chests is None else (hand.chests,)
    for keys, chests in product(range(room[0] + 1), range(room[1] + 1)):
        pairs = plunders_of(keys, chests, is_wild=hand.is_wild)
        for own_keys, own_chests in product(keys_held, chests_held):
            more = keys - own_keys, chests - own_chests
            left = pairs - sum(max(0, -n) for n in more)
            if left >= 0:
                unknown = (
                    own_keys if hand.keys is None else 0,
                    own_chests if hand.chests is None else 0,
                )
                yield _Way(*more, unknown, keys + chests, left)


def _shares(ways: tuple[_Way, ...], loser: int | None) -> Iterator[Settlement]:
    """List what everybody had; what others plundered can have gone through the loser's hands."""
    shares = tuple(Share(way.taken, 0, way.plunders) for way in ways)
    if loser is None:
        yield shares
        return
    own = ways[loser]
    moved = sum(max(0, n) for way in ways for n in (way.keys, way.chests))
    through = moved - sum(abs(n) for n in (own.keys, own.chests))
    lost = max(0, own.keys) + max(0, own.chests)
    for n in range(min(through, own.plunders) + 1):
        share = Share(own.taken, lost + n, own.plunders - n)
        yield (*shares[:loser], share, *shares[loser + 1 :])


def _sums_ahead(ways: Sequence[Sequence[_Way]]) -> list[set[tuple[int, int]]]:
    """List for each seat what the players from there on can have taken more than they hold."""
    ahead = [{(0, 0)}]
    for own in reversed(ways):
        steps = {(way.keys, way.chests) for way in own}
        ahead.append({(a + b, c + d) for a, c in ahead[-1] for b, d in steps})
    return ahead[::-1]


def _best(settled: list[Settlement]) -> Iterator[Settlement]:
    by_taken: dict[tuple[int, ...], list[Settlement]] = {}
    for shares in settled:
        by_taken.setdefault(tuple(share.taken for share in shares), []).append(shares)
    for alike in by_taken.values():
        for shares in alike:
            if not any(other != shares and _covers(other, shares) for other in alike):
                yield shares


def _covers(one: Settlement, other: Settlement) -> bool:
    return all(
        mine.lost >= yours.lost and mine.plunders >= yours.plunders
        for mine, yours in zip(one, other, strict=True)
    )
