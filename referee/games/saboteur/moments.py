"""What happened, one event after the other, and how things stood before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.games.saboteur import events as seen
from referee.games.saboteur.effects import apply
from referee.games.saboteur.state import State


class Moment(NamedTuple):
    """An event by its number in the log, counted from 0, and the state around it."""

    number: int
    event: seen.Event
    before: State
    after: State

    @property
    def ends_round(self) -> bool:
        """Whether the last gold of a round was handed out by it."""
        return self.after.round > self.before.round


def moments_of(state: State, log: Sequence[seen.Event]) -> Iterator[Moment]:
    """Let the events of a log take effect one by one; an empty log has no moment.

    >>> from referee.core.table import Player, Setup
    >>> from referee.files.rulebooks import load_rulebook
    >>> from referee.games.saboteur.state import start
    >>> ana = Player("Ana")
    >>> state = start(load_rulebook("saboteur"), Setup((ana, Player("Bo"), Player("Cy"))))
    >>> log = [seen.StarterChosen(ana), seen.CardLaid(ana, "EW", (1, 0))]
    >>> [moment.after.now.turns for moment in moments_of(state, log)]
    [0, 1]
    """
    for number, event in enumerate(log):
        after = apply(state, event)
        yield Moment(number, event, state, after)
        state = after
