"""What the sheet tells of an event: in which row, in whose column, in a few words.

Cells stand side by side for up to ten players, so words are short. Tunnel cards are counted:
where they lie shows the picture of the round, and a card that has gone is told by its rockfall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from referee.core.moments import Moment
from referee.core.rows import TABLE, Column
from referee.core.say import Say
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur.cards import card_words
from referee.games.saboteur.cells import cell_words
from referee.games.saboteur.money import cards_words
from referee.games.saboteur.state import State
from referee.games.saboteur.tools import mends


class Line(StrEnum):
    """What a row of the sheet tells."""

    LAID = "tunnel cards"
    TOOLS = "tools"
    LOOKS = "maps, rockfalls"
    DISCARDED = "discarded"
    ROLE = "role"
    GOLD = "gold"
    NUGGETS = "nuggets so far"


_LINES: Final[Mapping[type, Line]] = {
    seen.ToolBroken: Line.TOOLS,
    seen.ToolRepaired: Line.TOOLS,
    seen.RockFell: Line.LOOKS,
    seen.GoalLookedAt: Line.LOOKS,
    seen.CardDiscarded: Line.DISCARDED,
    seen.RoleTurnedUp: Line.ROLE,
    seen.GoldHandedOut: Line.GOLD,
    seen.GoldKept: Line.GOLD,
    seen.GoldPaid: Line.GOLD,
    seen.GoldChanged: Line.GOLD,
    seen.GoldOwed: Line.GOLD,
    seen.GoldCounted: Line.GOLD,
}


def line_of(event: seen.Event) -> Line:
    """Tell which row an event belongs to; what is not named stands with the tunnel cards.

    >>> line_of(seen.GoalLookedAt(Player("Ana"), (8, 0))).value
    'maps, rockfalls'
    """
    return _LINES.get(type(event), Line.LAID)


def told_of(moment: Moment[State, seen.Event]) -> Iterator[tuple[Column, Say]]:
    """Word an event: in whose column, and what; cards that are only counted tell nothing."""
    tell = _TOLD.get(type(moment.event))
    if tell:
        yield tell(moment.event, moment.before)
    won = _won(moment)
    if won:
        yield TABLE, won


def ends_round(moment: Moment[State, seen.Event]) -> bool:
    """Whether the last gold of a round was handed out by it.

    >>> from referee.core.moments import moments_of
    >>> from referee.core.table import Setup
    >>> from referee.files.rulebooks import load_rulebook
    >>> from referee.games.saboteur.effects import apply
    >>> from referee.games.saboteur.state import start
    >>> ana = Player("Ana")
    >>> state = start(load_rulebook("saboteur"), Setup((ana, Player("Bo"), Player("Cy"))))
    >>> log = [seen.StarterChosen(ana), seen.CardLaid(ana, "EW", (1, 0))]
    >>> [ends_round(moment) for moment in moments_of(apply, state, log)]
    [False, False]
    """
    return moment.after.round > moment.before.round


def nuggets_so_far(state: State) -> Mapping[Player, int] | None:
    """Count everybody's nuggets, owed ones too; None where some gold is a secret.

    Cites: SAB-7.8, SAB-7.10.
    """
    if not state.knows_gold:
        return None
    held = {player: state.owed.get(player, 0) for player in state.players}
    for result in state.past:
        for player, cards in result.settled:
            held[player] += sum(cards)
    return held


def begins(player: str) -> Say:
    """Word who begins a round.

    >>> str(begins("Ana"))
    'Ana begins'
    """
    return Say("{player} begins", player=player)


def _won(moment: Moment[State, seen.Event]) -> Say | None:
    """Tell who won the round, when the last role is turned up."""
    event, before = moment.event, moment.before
    if not isinstance(event, seen.RoleTurnedUp) or event.player in before.now.roles:
        return None
    if len(before.now.roles) + 1 < len(before.players):
        return None
    return Say("diggers won") if before.now.connector else Say("saboteurs won")


def _broken(event: seen.ToolBroken, _: State) -> tuple[Column, Say]:
    if event.target == event.player:
        return event.player, Say("broke own {tool}", tool=event.tool)
    return event.player, Say("broke {tool} of {player}", tool=event.tool, player=event.target)


def _repaired(event: seen.ToolRepaired, _: State) -> tuple[Column, Say]:
    said = Say("mended {tool} of {player}", tool=event.tool, player=event.target)
    if event.target == event.player:
        said = Say("mended own {tool}", tool=event.tool)
    if len(mends(event.card)) > 1:
        said = Say("{mended} ({card})", mended=said, card=event.card)
    return event.player, said


def _fallen(event: seen.RockFell, before: State) -> tuple[Column, Say]:
    card = before.now.tunnel.cards.get(event.at)
    said = Say("rockfall {cell}", cell=cell_words(event.at))
    if card is not None:
        said = Say("{rockfall} ({card})", rockfall=said, card=card_words(card))
    return event.player, said


def _turned_up(event: seen.GoalTurnedUp, before: State) -> tuple[Column, Say]:
    said = Say("{shows} at {cell}", shows=event.shows, cell=cell_words(event.at))
    if before.now.last:
        said = Say("{goal} by {player}", goal=said, player=before.now.last)
    return TABLE, said


_TOLD: Final[Mapping[type, Callable[[Any, State], tuple[Column, Say]]]] = {
    seen.StarterChosen: lambda e, _: (TABLE, begins(e.player)),
    seen.ToolBroken: _broken,
    seen.ToolRepaired: _repaired,
    seen.RockFell: _fallen,
    seen.GoalLookedAt: lambda e, _: (e.player, Say("map {cell}", cell=cell_words(e.at))),
    seen.EndAgreed: lambda *_: (TABLE, Say("ended early")),
    seen.GoalTurnedUp: _turned_up,
    seen.RoleTurnedUp: lambda e, _: (e.player, Say("{role}", role=e.role)),
    seen.GoldHandedOut: lambda e, _: (TABLE, Say("secret") if e.in_secret else Say("open")),
    seen.GoldKept: lambda e, _: (e.player, Say("{n}", n=e.nuggets)),
    seen.GoldPaid: lambda e, _: (e.player, Say("{cards}", cards=cards_words(e.cards))),
    seen.GoldChanged: lambda e, _: (e.player, Say("changed")),
    seen.GoldOwed: lambda e, _: (e.player, Say("owed")),
    seen.GoldCounted: lambda e, _: (e.player, Say("{cards}", cards=cards_words(e.cards))),
}
"""What is told of an event, and in whose column; cards that are not named here are counted."""
