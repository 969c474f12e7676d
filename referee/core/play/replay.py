"""What happened, one event after the other, and how things stood before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Moment(NamedTuple, Generic[S, E]):
    """An event by its number in the log, counted from 0, and the state around it.

    >>> moment = Moment(0, "two drawn", before=20, after=18)
    >>> moment.before - moment.after
    2
    """

    number: int
    event: E
    before: S
    after: S


def moments_of(apply: Callable[[S, E], S], state: S, log: Sequence[E]) -> Iterator[Moment[S, E]]:
    """Let the events of a log take effect one by one; an empty log has no moment.

    >>> [(number, before, after) for number, _, before, after in moments_of(int.__add__, 5, [3, 1])]
    [(0, 5, 8), (1, 8, 9)]
    """
    for number, event in enumerate(log):
        after = apply(state, event)
        yield Moment(number, event, state, after)
        state = after
