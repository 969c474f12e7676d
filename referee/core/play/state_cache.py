"""The states of a log: those that are held, and each event between the two around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

S = TypeVar("S")
E = TypeVar("E")

STRIDE: Final = 64
"""The latest states that are all held; before them it is one in so many."""


class StateCache(Generic[S]):
    """The state at the start, which has place 0, and the one after each event of a log.

    The latest are held, since those are what an undo goes back to, and one in ``STRIDE`` of the
    others; what is between is played again where it is asked for. So what a game lays down is not
    kept once more for each event that followed. ``after`` gives the state after the event at a
    place, from the state before it.
    """

    def __init__(self, start: S, after: Callable[[S, int], S]) -> None:
        self.latest = start
        """The state after all events."""
        self._held: dict[int, S] = {0: start}
        self._after = after
        self.last = 0
        """The last place."""

    def append(self, state: S) -> None:
        """Take in the state after one more event."""
        last = self.last = self.last + 1
        self._held[last] = self.latest = state
        leaving = last - STRIDE
        if leaving % STRIDE:
            self._held.pop(leaving, None)

    def at(self, place: int) -> S:
        """Return the state at a place from 0 to the last. Raises IndexError for any other."""
        if not 0 <= place <= self.last:
            raise IndexError(place)
        if place in self._held:
            return self._held[place]
        near = place - place % STRIDE
        state = self._held[near]
        for each in range(near + 1, place + 1):
            state = self._after(state, each)
        return state

    def since(self, place: int) -> Iterator[S]:
        """Yield the states from a place on, which is one of them. Raises IndexError.

        >>> states = StateCache(0, lambda total, place: total + place)
        >>> for place in (1, 2, 3):
        ...     states.append(states.latest + place)
        >>> list(states.since(2))
        [3, 6]
        """
        state = self.at(place)
        yield state
        for each in range(place + 1, self.last + 1):
            state = self._held[each] if each in self._held else self._after(state, each)
            yield state

    def truncate(self, place: int) -> None:
        """Forget the states after a place, whose events are gone or will be replayed."""
        held, near = self._held, place
        while near not in held:
            near -= 1
        for each in range(near, place):
            held[each + 1] = self._after(held[each], each + 1)
        for each in range(self.last, place, -1):
            held.pop(each, None)
        self.last = place
        self.latest = held[place]


class StateChange(NamedTuple, Generic[S, E]):
    """An event by its number in the log, counted from 0, and the state around it.

    >>> moment = StateChange(0, "two drawn", before=20, after=18)
    >>> moment.before - moment.after
    2
    """

    number: int
    event: E
    before: S
    after: S


def transitions(
    apply: Callable[[S, E], S], state: S, log: Sequence[E]
) -> Iterator[StateChange[S, E]]:
    """Let the events of a log take effect one by one; an empty log has no moment."""
    for number, event in enumerate(log):
        after = apply(state, event)
        yield StateChange(number, event, state, after)
        state = after
