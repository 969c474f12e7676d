"""The states of a session, one after each event of its log, and each event with its change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

S = TypeVar("S")
E = TypeVar("E")

STRIDE: Final = 64
"""All of the latest STRIDE states are kept; of older ones, every STRIDE-th."""


class StateCache(Generic[S]):
    """The state at the start, which has place 0, and the one after each event of a log.

    The latest ``STRIDE`` are kept, because undo goes back to them, and every ``STRIDE``-th of the
    older ones; any other is computed again when it is needed. This bounds memory. ``after``
    returns the state after the event at a place, from the state before it.
    """

    def __init__(self, start: S, after: Callable[[S, int], S]) -> None:
        self.latest = start
        """The state after all events."""
        self._kept: dict[int, S] = {0: start}
        self._after = after
        self.last = 0
        """The last place."""

    def append(self, state: S) -> None:
        """Add the state after one more event."""
        last = self.last = self.last + 1
        self._kept[last] = self.latest = state
        leaving = last - STRIDE
        if leaving % STRIDE:
            self._kept.pop(leaving, None)

    def at(self, place: int) -> S:
        """Return the state at a place from 0 to the last. Raises IndexError for any other."""
        if not 0 <= place <= self.last:
            raise IndexError(place)
        if place in self._kept:
            return self._kept[place]
        near = place - place % STRIDE
        state = self._kept[near]
        for each in range(near + 1, place + 1):
            state = self._after(state, each)
        return state

    def since(self, place: int) -> Iterator[S]:
        """Yield the states from a place on, that of the place first. Raises IndexError.

        >>> states = StateCache(0, lambda total, place: total + place)
        >>> for place in (1, 2, 3):
        ...     states.append(states.latest + place)
        >>> list(states.since(2))
        [3, 6]
        """
        state = self.at(place)
        yield state
        for each in range(place + 1, self.last + 1):
            state = self._kept[each] if each in self._kept else self._after(state, each)
            yield state

    def truncate(self, place: int) -> None:
        """Forget the states after a place, whose events are gone or will be replayed."""
        kept, near = self._kept, place
        while near not in kept:
            near -= 1
        for each in range(near, place):
            kept[each + 1] = self._after(kept[each], each + 1)
        for each in range(self.last, place, -1):
            kept.pop(each, None)
        self.last = place
        self.latest = kept[place]


class StateChange(NamedTuple, Generic[S, E]):
    """An event by its number in the log, counted from 0, and the state around it.

    >>> change = StateChange(0, "two drawn", before=20, after=18)
    >>> change.before - change.after
    2
    """

    number: int
    event: E
    before: S
    after: S


def state_changes(
    apply: Callable[[S, E], S], state: S, log: Sequence[E]
) -> Iterator[StateChange[S, E]]:
    """Yield each event of a log with the state before and after it."""
    for number, event in enumerate(log):
        after = apply(state, event)
        yield StateChange(number, event, state, after)
        state = after
