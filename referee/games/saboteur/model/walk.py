"""Whether three patterns can be laid over one circle of players, each of whom holds known gold.

How many have got something so far, in each of three rounds, is one of a few hundred states; a
set of states is one whole number with a bit for each, so that a seat is a handful of shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from referee.api import replace
from referee.games.saboteur.model.patterns import Part, Pattern

Parts: TypeAlias = tuple[Part, ...]
"""What one player gets, in each of the rounds."""
Fits: TypeAlias = Callable[[int, Parts], bool]
"""Whether the gold of the player at a seat can be what the rounds pay so."""


class Apart(NamedTuple):
    """What a player of whom nothing is known can get, in each round by itself."""

    rounds: tuple[Parts, ...]


Fitting: TypeAlias = list[tuple[Parts, ...] | Apart]
"""For each seat all that it can get in the three rounds together, or what in each of them."""
States: TypeAlias = int


class Circle:
    """The states of so many players, and where each number of payments is among them."""

    def __init__(self, seats: int) -> None:
        """Number the states: payments in the first round, then the second, then the third."""
        base = seats + 1
        self.steps: Final = (1, base, base * base)
        self._at: Final = [[0] * base for _ in self.steps]
        for state in range(base**3):
            for step, at in zip(self.steps, self._at, strict=True):
                at[state // step % base] |= 1 << state

    def where(self, turn: int, numbers: Iterable[int]) -> States:
        """Give the states with one of these numbers of payments in a round."""
        return sum(self._at[turn][n] for n in numbers)


@lru_cache(maxsize=16)
def circle(seats: int) -> Circle:
    """Give the states of a table, made once."""
    return Circle(seats)


@lru_cache(maxsize=4096)
def _where_part(seats: int, turn: int, parts: Parts, part: Part) -> States:
    numbers = [n for n, each in enumerate(parts) if each == part]
    return circle(seats).where(turn, numbers)


@lru_cache(maxsize=4096)
def _where_any(seats: int, turn: int, payments: int) -> States:
    return circle(seats).where(turn, range(payments))


@lru_cache(maxsize=4096)
def _where_counted(seats: int, turn: int, fixed: tuple[int, frozenset[int]]) -> States:
    return circle(seats).where(turn, fixed[1])


@lru_cache(maxsize=4096)
def kinds(pattern: Pattern) -> tuple[Parts, int, int]:
    """Tell what a pattern gives at all, and who surely gets something, or nothing."""
    return tuple(sorted(set(pattern.parts))), pattern.must, pattern.never


def options(pattern: Pattern, seat: int) -> Parts:
    """List what a pattern can give to a seat, 0 for nothing."""
    parts, must, never = kinds(pattern)
    if never >> seat & 1:
        return (0,)
    return parts if must >> seat & 1 else (0, *parts)


class Seats:
    """For each seat, what it can get in three rounds by the patterns at hand, found once."""

    def __init__(self, seats: int, fits: Fits, free: frozenset[int] = frozenset()) -> None:
        """Take up how gold is held against parts; at ``free`` seats nothing is known."""
        self.count: Final = seats
        self._fits = fits
        self._free = free
        self._none = (0,) * len(circle(seats).steps)
        self._fitting: dict[tuple[int, tuple[Parts, ...]], tuple[Parts, ...] | Apart] = {}

    def fitting(self, three: Sequence[Pattern]) -> Fitting | None:
        """List what each seat can get, or None where somebody's gold fits nothing.

        A seat where nothing is known has None in its place: its rounds are apart.
        """
        found: list[tuple[Parts, ...] | Apart] = []
        for seat in range(self.count):
            can = tuple(options(each, seat) for each in three)
            if (seat, can) not in self._fitting:
                self._fitting[seat, can] = self._at(seat, can)
            found.append(self._fitting[seat, can])
            if () in (found[-1], *found[-1]):
                return None
        return found

    def _at(self, seat: int, can: tuple[Parts, ...]) -> tuple[Parts, ...] | Apart:
        if seat in self._free:
            return Apart(tuple(self._alone(seat, turn, each) for turn, each in enumerate(can)))
        return tuple(parts for parts in product(*can) if self._fits(seat, parts))

    def _alone(self, seat: int, turn: int, can: Parts) -> Parts:
        rest = len(self._none) - turn - 1
        return tuple(
            part for part in can if self._fits(seat, (*self._none[:turn], part, *self._none[:rest]))
        )

    def can_be(self, three: Sequence[Pattern], fitting: Fitting) -> bool:
        """Whether the patterns of three rounds can be laid over the circle."""
        wheres = [
            {part: _where_part(self.count, turn, each.parts, part) for part in kinds(each)[0]}
            for turn, each in enumerate(three)
        ]
        return self._walk(three, fitting, wheres)

    def may_be(self, three: Sequence[Pattern], fitting: Fitting) -> bool:
        """Whether they could if it did not matter who sits beside whom; else they cannot."""
        loose = [replace(each, counted=None) for each in three]
        wheres = [
            dict.fromkeys(kinds(each)[0], _where_any(self.count, turn, len(each.parts)))
            for turn, each in enumerate(three)
        ]
        return self._walk(loose, fitting, wheres)

    def _walk(
        self, three: Sequence[Pattern], fitting: Fitting, wheres: list[dict[Part, States]]
    ) -> bool:
        steps, seats = circle(self.count).steps, self.count
        counted = [each.counted for each in three]
        states = 1
        for seat, each in enumerate(fitting):
            if isinstance(each, Apart):
                states = self._apart(states, wheres, each)
            else:
                after = 0
                for parts in each:
                    some, step = states, 0
                    for part, where, one in zip(parts, wheres, steps, strict=True):
                        if part:
                            some &= where[part]
                            step += one
                    after |= some << step
                states = after
            for turn, fixed in enumerate(counted):
                if fixed and fixed[0] == seat:
                    states &= _where_counted(seats, turn, fixed)
            if not states:
                return False
        end = sum(step * len(each.parts) for step, each in zip(steps, three, strict=True))
        return bool(states >> end & 1)

    def _apart(self, states: States, wheres: list[dict[Part, States]], each: Apart) -> States:
        """Let a player get anything, in one round after the other."""
        for can, where, step in zip(each.rounds, wheres, circle(self.count).steps, strict=True):
            after = states if 0 in can else 0
            for part in can:
                if part:
                    after |= (states & where[part]) << step
            states = after
        return states
