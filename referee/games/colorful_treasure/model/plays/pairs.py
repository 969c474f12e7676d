"""Who took the keys and chests, and what pairs of their tokens are left to plunder gems with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import ge
from typing import NamedTuple, TypeAlias


class Secrets(NamedTuple):
    """Keys and chests that a player holds, None where that is unknown; and the tile's use."""

    keys: int | None
    chests: int | None
    is_wild: bool = False


class Share(NamedTuple):
    """What one player had of the keys and chests.

    ``taken`` from the field, ``lost`` to other players; ``plunders`` are left for other loot, and
    ``held`` are those of which nobody told.
    """

    taken: int
    lost: int
    plunders: int
    held: int = 0


Settlement: TypeAlias = tuple[Share, ...]
"""One way in which all keys and chests came where they are: what everybody had of them."""


_Had: TypeAlias = tuple[tuple[int, ...], tuple[int, int, int, int, int]]
"""What the first players took, and what else they had of keys and chests.

That is: what the loser lost, what the loser holds of which nobody told, what can have gone through
the loser's hands, the keys and the chests of which nobody told yet.
"""
_Partly: TypeAlias = dict[_Had, list[tuple[int, ...]]]
"""What the first players can have had, and the plunders that everybody has left then."""


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


def settlements(
    hands: tuple[Secrets, ...],
    room: tuple[int, int],
    loser: int | None = None,
    *,
    counts_turns: bool = True,
) -> tuple[Settlement, ...]:
    """List the ways in which these keys and chests can have been taken and plundered.

    Whoever plundered a key or a chest needed a pair for it, which may have been plundered in its
    turn. ``room`` are all keys and chests; of ``loser`` it matters how many they lost, and how many
    they hold of which nobody told; who took how many, only where that ``counts_turns``. A way that
    leaves nobody more than another one is left out, as soon as the first players tell.

    >>> [only] = settlements((Secrets(2, 0), Secrets(1, 0)), (5, 5))
    >>> [(share.taken, share.plunders) for share in only]
    [(2, 0), (1, 0)]
    """
    rest = (
        room[0] - sum(hand.keys or 0 for hand in hands),
        room[1] - sum(hand.chests or 0 for hand in hands),
    )
    ways = [_ways(hand, room, rest) for hand in hands]
    ahead = _ahead(ways)
    found: dict[tuple[int, int], _Partly] = {(0, 0): {((), (0, 0, 0, *rest)): [()]}}
    for p, own in enumerate(ways):
        after: dict[tuple[int, int], dict[_Had, set[tuple[int, ...]]]] = {}
        (fewest_keys, most_keys), (fewest_chests, most_chests) = ahead[p + 1]
        of_ways = [(way, *_passed_on(way, p, loser)) for way in own]
        for (keys, chests), partly in found.items():
            for way, lost, held, through in of_ways:
                at = keys + way.keys, chests + way.chests
                if not (
                    fewest_keys <= -at[0] <= most_keys and fewest_chests <= -at[1] <= most_chests
                ):
                    continue
                there = after.setdefault(at, {})
                last, own_taken = (way.plunders,), (way.taken if counts_turns else 0,)
                for (taken, had), gains in partly.items():
                    left = had[3] - way.unknown[0], had[4] - way.unknown[1]
                    if min(left) < 0:
                        continue
                    of_loser = had[0] + lost, had[1] + held, had[2] + through
                    now = taken + own_taken, (*of_loser, *left)
                    there.setdefault(now, set()).update([gain + last for gain in gains])
        found = {
            at: {had: _best(gains) for had, gains in there.items()} for at, there in after.items()
        }
    gained: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for (taken, had), gains in found.get((0, 0), {}).items():
        gained.setdefault(taken, set()).update(
            each for plunders in gains for each in _given_up(had, plunders, loser)
        )
    return tuple(
        sorted(_settled(taken, each, loser) for taken, own in gained.items() for each in _best(own))
    )


@lru_cache(maxsize=1024)
def _ways(hand: Secrets, room: tuple[int, int], rest: tuple[int, int]) -> tuple[_Way, ...]:
    """List how a player can have come to these keys and chests."""
    keys_held = range(rest[0] + 1) if hand.keys is None else (hand.keys,)
    chests_held = range(rest[1] + 1) if hand.chests is None else (hand.chests,)
    found = []
    for keys, chests in product(range(room[0] + 1), range(room[1] + 1)):
        pairs = plunders_of(keys, chests, is_wild=hand.is_wild)
        for own_keys, own_chests in product(keys_held, chests_held):
            more = keys - own_keys, chests - own_chests
            left = pairs - max(0, -more[0]) - max(0, -more[1])
            if left >= 0:
                unknown = (
                    own_keys if hand.keys is None else 0,
                    own_chests if hand.chests is None else 0,
                )
                found.append(_Way(*more, unknown, keys + chests, left))
    return tuple(found)


def _passed_on(way: _Way, p: int, loser: int | None) -> tuple[int, int, int]:
    """Count what the loser lost and holds, and what can have gone through the loser's hands."""
    lost, plundered = (sum(max(0, sign * n) for n in way[:2]) for sign in (1, -1))
    if p == loser:
        return lost, sum(way.unknown), -plundered
    return 0, 0, lost if loser is not None else 0


def _given_up(
    had: tuple[int, int, int, int, int], plunders: tuple[int, ...], loser: int | None
) -> Iterator[tuple[int, ...]]:
    """List what can be left where plunders of the loser were lost to the others again."""
    lost, held, through, *_ = had
    own = plunders[loser] if loser is not None else 0
    for n in range(min(through, own) + 1):
        left = (own_left - n * (p == loser) for p, own_left in enumerate(plunders))
        yield lost + n, held, *left


def _settled(taken: tuple[int, ...], gained: tuple[int, ...], loser: int | None) -> Settlement:
    lost, held, *plunders = gained
    return tuple(
        Share(of_player, lost, left, held) if p == loser else Share(of_player, 0, left)
        for p, (of_player, left) in enumerate(zip(taken, plunders, strict=True))
    )


def _ahead(ways: Sequence[Sequence[_Way]]) -> list[list[tuple[int, int]]]:
    """Give for each seat how many keys and chests the players from there on can have taken.

    Fewest and most, beyond those that they hold.
    """
    ahead = [[(0, 0), (0, 0)]]
    for own in reversed(ways):
        of_kinds = [way.keys for way in own], [way.chests for way in own]
        ahead.append(
            [
                (low + min(taken, default=0), high + max(taken, default=0))
                for (low, high), taken in zip(ahead[-1], of_kinds, strict=True)
            ]
        )
    return ahead[::-1]


def _best(gains: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Leave out what is nowhere more than another one; whatever covers it stands before it."""
    if len(gains) == 1:
        return [*gains]
    found: list[tuple[int, ...]] = []
    for one in sorted(gains, reverse=True):
        for other in found:
            if all(map(ge, other, one)):
                break
        else:
            found.append(one)
    return found
