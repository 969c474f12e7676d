"""What the sheet tells of an event: in which row, in whose column, in a few words.

Cells stand side by side for up to ten players, so words are short. Tunnel cards are counted:
where they lie shows the picture of the round, and a card that has gone is told by its rockfall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.roundsheet import Cell
from referee.core.say import Say
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur.cards import card_words
from referee.games.saboteur.cells import cell_words
from referee.games.saboteur.moments import Moment
from referee.games.saboteur.money import cards_words
from referee.games.saboteur.state import State
from referee.games.saboteur.tools import mends

TABLE: Final = ""
"""The column of what all saw together; no player is called so."""
Told: TypeAlias = "Say | None"
"""A few words; None is one card more, to be counted."""


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


def told_of(moment: Moment) -> tuple[tuple[str, Told], ...]:
    """Word an event: in whose column, and what; several where several columns tell of it."""
    tell = _TOLD.get(type(moment.event))
    if tell is None:
        return ((getattr(moment.event, "player", TABLE), None),)
    said = tell(moment.event, moment.before)
    won = _won(moment)
    return (said, (TABLE, won)) if won else (said,)


def cell_of(line: Line, told: Sequence[Told]) -> Cell:
    """Put together what a cell tells: the words one after the other, or else the count.

    >>> str(cell_of(Line.TOOLS, [Say("broke own lamp"), Say("mended own lamp")]))
    'broke own lamp; mended own lamp'
    >>> cell_of(Line.LAID, [None, None]), cell_of(Line.LAID, []) is None
    (2, True)
    """
    said = [each for each in told if each is not None]
    if len(said) < len(told):
        return len(told)
    mark = "+" if line is Line.GOLD else "; "
    facts = {f"told{n}": each for n, each in enumerate(said)}
    return Say(mark.join(f"{{{name}}}" for name in facts), **facts) if facts else None


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


def _won(moment: Moment) -> Say | None:
    """Tell who won the round, when the last role is turned up."""
    event, before = moment.event, moment.before
    if not isinstance(event, seen.RoleTurnedUp) or event.player in before.now.roles:
        return None
    if len(before.now.roles) + 1 < len(before.players):
        return None
    return Say("diggers won") if before.now.connector else Say("saboteurs won")


def _broken(event: seen.ToolBroken, _: State) -> tuple[str, Say]:
    if event.target == event.player:
        return event.player, Say("broke own {tool}", tool=event.tool)
    return event.player, Say("broke {tool} of {player}", tool=event.tool, player=event.target)


def _repaired(event: seen.ToolRepaired, _: State) -> tuple[str, Say]:
    said = Say("mended {tool} of {player}", tool=event.tool, player=event.target)
    if event.target == event.player:
        said = Say("mended own {tool}", tool=event.tool)
    if len(mends(event.card)) > 1:
        said = Say("{mended} ({card})", mended=said, card=event.card)
    return event.player, said


def _fallen(event: seen.RockFell, before: State) -> tuple[str, Say]:
    card = before.now.tunnel.cards.get(event.at)
    said = Say("rockfall {cell}", cell=cell_words(event.at))
    if card is not None:
        said = Say("{rockfall} ({card})", rockfall=said, card=card_words(card))
    return event.player, said


def _turned_up(event: seen.GoalTurnedUp, before: State) -> tuple[str, Say]:
    said = Say("{shows} at {cell}", shows=event.shows, cell=cell_words(event.at))
    if before.now.last:
        said = Say("{goal} by {player}", goal=said, player=before.now.last)
    return TABLE, said


_TOLD: Final[Mapping[type, Callable[[Any, State], tuple[str, Say]]]] = {
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
"""What is told of an event, and in whose column; what is not named here is counted."""
