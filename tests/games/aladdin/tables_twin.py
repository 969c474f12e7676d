"""The slow twin of ``contradiction``: it plays, and knows none of the bounds.

Three ways to the same answer: small boxes are played to the end move by move; the last turn of a
real box is tried with all sets of dice; and what the chests of a real box can have given is added
up draw by draw. Nothing of the room is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

CHESTS = 3
KINDS = ("green", "red", "blue", "fourth")
METALS = ("bronze", "silver", "gold")
ORNAMENTS = ("bracelet", "ring", "necklace")


class Box(NamedTuple):
    """The numbers of a box, of its variant, and of a table."""

    seats: int
    above: int = 20
    below: int = 5
    faces: int = 6
    starting: int = 8
    variant: bool = False
    counts_sorcerer: bool = True

    @property
    def dealt(self) -> int:
        """Count the gems that are dealt: two each to two players."""
        return 4 if self.seats == 2 else self.seats


# What opens in a turn, by trying all sets of dice


@cache
def openings(seats: int, faces: int) -> frozenset[tuple[int, ...]]:
    """List by which dice the three chests can be opened in one turn; 0 where one stays shut."""
    dice = [(chest, n) for chest in range(CHESTS) for n in range(1, faces + 1)]
    own: list[tuple[tuple[int, int], ...]]
    if seats == 2:
        own = [(one, two) for one, two in combinations(dice, 2) if one[0] != two[0]]
    else:
        own = [(die,) for die in dice]
    found = set()
    for sets in combinations_with_replacement(own, seats):
        lying = [die for dice_of_one in sets for die in dice_of_one]
        opened = []
        for chest in range(CHESTS):
            numbers = [n for at, n in lying if at == chest]
            alone = [n for n in numbers if numbers.count(n) == 1]
            opened.append(min(alone, default=0))
        found.add(tuple(sorted(opened)))
    return frozenset(found)


# What one chest can give


class Given(NamedTuple):
    """What came of a chest: treasures kept, Rings won on the way, whether its Sorcerer is out."""

    kept: int
    rings: int
    sorcerer: bool


@cache
def before_last_turn(box: Box) -> frozenset[tuple[int, Given]]:
    """List how a chest can stand before the last turn, with the number of cards drawn.

    In a turn up to so many cards as a die shows are drawn, and kept or lost; a lamp card draws
    one. Nobody has drawn the Sorcerer yet.
    """
    found: set[tuple[int, Given]] = set()
    todo = [(0, Given(0, 0, sorcerer=False))]
    while todo:
        drawn, given = state = todo.pop()
        if state in found:
            continue
        found.add(state)
        for n in range(1, min(box.faces, box.above - drawn) + 1):
            won = 1 if box.variant and n == box.faces else 0
            todo.append((drawn + n, given))
            todo.append((drawn + n, Given(given.kept + n, given.rings + won, sorcerer=False)))
    return frozenset(found)


@cache
def after_last_turn(box: Box, die: int) -> frozenset[Given]:
    """List what a chest can have given, where it is opened with this die in the last turn."""
    found = set()
    for drawn, given in before_last_turn(box):
        left = box.above + 1 + box.below - drawn
        for n in range(min(die, left) + 1):
            out = drawn + n > box.above
            treasures = n - 1 if out else n
            counted = n if box.counts_sorcerer else treasures
            won = box.variant and die == box.faces and counted == box.faces
            found.add(Given(given.kept, given.rings, out))
            found.add(Given(given.kept + treasures, given.rings + int(won), out))
    return frozenset(found)


MOST_RINGS = 8
"""More Rings bring no more starting cards back."""
Ends = frozenset[tuple[int, int, int]]
"""Treasures kept, Rings won, Sorcerers out."""


@cache
def ends(box: Box) -> Ends:
    """List what the three chests together can have given at the end of a game."""
    found: set[tuple[int, int, int]] = set()
    for dice in openings(box.seats, box.faces):
        found |= _together(box, dice)
    # A lamp card has drawn a Sorcerer: the game ends before any chest is opened.
    at_rest = _together(box, (0, 0), stops=True)
    for drawn, given in before_last_turn(box):
        if drawn == box.above:
            for kept, rings, _ in at_rest:
                found.add((kept + given.kept, min(MOST_RINGS, rings + given.rings), 1))
    return frozenset(end for end in found if end[2])


@cache
def _together(box: Box, dice: tuple[int, ...], *, stops: bool = False) -> Ends:
    """Add the chests up, one bit of a number for each count of treasures."""
    sums: dict[tuple[int, int], int] = {(0, 0): 1}
    for die in dice:
        own: dict[tuple[int, int], set[int]] = {}
        for given in after_last_turn(box, die):
            if not (stops and given.sorcerer):
                key = (given.rings, int(given.sorcerer))
                own.setdefault(key, set()).add(given.kept)
        added: dict[tuple[int, int], int] = {}
        for (rings, out), kept in sums.items():
            for (more, other), shifts in own.items():
                key = (min(MOST_RINGS, rings + more), out + other)
                bits = added.get(key, 0)
                for shift in shifts:
                    bits |= kept << shift
                added[key] = bits
        sums = added
    return frozenset(
        (n, rings, out)
        for (rings, out), bits in sums.items()
        for n in range(bits.bit_length())
        if bits >> n & 1
    )


@cache
def tables(box: Box) -> frozenset[tuple[int, int, bool, int]]:
    """List cards held, most that are no gems, whether one has the Ring, and Sorcerers out.

    Each Ring won brings at most one of the starting cards that were not dealt. Any treasure may
    be a gem or none, so with so many cards every smaller number of others can be too.
    """
    found: dict[tuple[int, bool, int], int] = {}
    for kept, rings, out in ends(box):
        for back in range(min(rings, box.starting - box.dealt) + 1):
            key = (box.dealt + kept + back, rings > 0, out)
            found[key] = max(found.get(key, 0), kept)
    return frozenset((cards, others, ring, out) for (cards, ring, out), others in found.items())


@cache
def _by_cards(box: Box) -> Mapping[tuple[int, bool, int], int]:
    return {(cards, ring, out): others for cards, others, ring, out in tables(box)}


def can_be(box: Box, cards: int, gems: int, sorcerers: int | None, *, ring: bool) -> bool:
    """Whether lamp cards that draw, steal and exchange can lead to such a table."""
    outs = range(1, CHESTS + 1) if sorcerers is None else (sorcerers,)
    most = _by_cards(box)
    return any(cards - gems <= most.get((cards, ring, out), -1) for out in outs)


# A small box, played to the end


class Small(NamedTuple):
    """Where a game with a small box stands; chests alike stand in any order."""

    drawn: tuple[int, ...]
    gems: int
    others: int
    pile_gems: int
    pile_others: int
    ring: bool


def played_out(box: Box) -> Iterator[tuple[int, int, bool, int]]:
    """Play every game, and give gems, others, Ring and Sorcerers of every end."""
    todo = [Small((0,) * CHESTS, box.dealt, 0, box.starting - box.dealt, 0, ring=False)]
    seen: set[Small] = set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        for after in _wishes(box, state):
            if isinstance(after, Small):
                todo.append(after)
            else:
                yield after
        for dice in openings(box.seats, box.faces):
            for order in set(_orders(dice)):
                for after in _turn(box, state, order):
                    if any(drawn > box.above for drawn in after.drawn):
                        out = sum(drawn > box.above for drawn in after.drawn)
                        yield after.gems, after.others, after.ring, out
                    else:
                        todo.append(after._replace(drawn=tuple(sorted(after.drawn))))


def _orders(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    one, two, three = dice
    yield from ((one, two, three), (one, three, two), (two, one, three))
    yield from ((two, three, one), (three, one, two), (three, two, one))


def _wishes(box: Box, state: Small) -> Iterator[Any]:
    """Let a lamp card draw the first card of a chest: a Sorcerer ends the game at once."""
    for at, drawn in enumerate(state.drawn):
        if drawn == box.above:
            yield state.gems, state.others, state.ring, 1
            continue
        chests = (*state.drawn[:at], drawn + 1, *state.drawn[at + 1 :])
        after = state._replace(drawn=tuple(sorted(chests)))
        yield after._replace(gems=state.gems + 1)
        yield after._replace(others=state.others + 1)


def _turn(box: Box, state: Small, dice: tuple[int, ...]) -> Iterable[Small]:
    states = {state}
    for chest, die in enumerate(dice):
        states = {after for before in states for after in _explored(box, before, chest, die)}
    return states


def _explored(box: Box, state: Small, chest: int, die: int) -> Iterator[Small]:
    drawn = state.drawn[chest]
    for n in range(min(die, box.above + 1 + box.below - drawn) + 1):
        chests = (*state.drawn[:chest], drawn + n, *state.drawn[chest + 1 :])
        out = drawn <= box.above < drawn + n
        treasures = n - 1 if out else n
        for gems in range(treasures + 1):
            others = treasures - gems
            after = state._replace(drawn=chests)
            yield after._replace(
                pile_gems=after.pile_gems + gems, pile_others=after.pile_others + others
            )
            kept = after._replace(gems=after.gems + gems, others=after.others + others)
            counted = n if box.counts_sorcerer else treasures
            if not (box.variant and die == box.faces and counted == box.faces):
                yield kept
                continue
            won = kept._replace(ring=True)
            yield won
            if won.pile_gems:
                yield won._replace(pile_gems=won.pile_gems - 1, gems=won.gems + 1)
            if won.pile_others:
                yield won._replace(pile_others=won.pile_others - 1, others=won.others + 1)
