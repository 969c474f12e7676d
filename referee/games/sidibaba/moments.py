"""What happened, one event after the other, and how things stood before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.sidibaba import events as seen
from referee.games.sidibaba.effects import apply
from referee.games.sidibaba.state import State


class Moment(NamedTuple):
    """An event by its number in the log, counted from 0, and the state around it."""

    number: int
    event: seen.Event
    before: State
    after: State

    @property
    def ends_lamp(self) -> bool:
        """Whether a lamp that burned went out by it, or the game ended."""
        turned = self.after.glass > self.before.glass
        ended = bool(self.after.outcome) and not self.before.outcome
        return self.before.glass > 0 and (turned or ended)


def moments_of(state: State, log: Sequence[seen.Event]) -> Iterator[Moment]:
    """Let the events of a log take effect one by one; an empty log has no moment.

    >>> from referee.core.table import Player, Setup
    >>> from referee.files.rulebooks import load_rulebook
    >>> from referee.games.sidibaba.state import start
    >>> ana, bo = Player("Ana"), Player("Bo")
    >>> state = start(load_rulebook("sidibaba"), Setup((ana, bo)))
    >>> log = [seen.OrderTaken((bo, ana)), seen.SandRanOut()]
    >>> [moment.ends_lamp for moment in moments_of(state, log)]
    [False, True]
    """
    for number, event in enumerate(log):
        after = apply(state, event)
        yield Moment(number, event, state, after)
        state = after
