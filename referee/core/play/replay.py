"""What happened, one event after the other, and how things stood before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Transition(NamedTuple, Generic[S, E]):
    """An event by its number in the log, counted from 0, and the state around it.

    >>> moment = Transition(0, "two drawn", before=20, after=18)
    >>> moment.before - moment.after
    2
    """

    number: int
    event: E
    before: S
    after: S


def transitions(
    apply: Callable[[S, E], S], state: S, log: Sequence[E]
) -> Iterator[Transition[S, E]]:
    """Let the events of a log take effect one by one; an empty log has no moment.

    >>> [(each.before, each.after) for each in transitions(int.__add__, 5, [3, 1])]
    [(5, 8), (8, 9)]
    """
    for number, event in enumerate(log):
        after = apply(state, event)
        yield Transition(number, event, state, after)
        state = after
