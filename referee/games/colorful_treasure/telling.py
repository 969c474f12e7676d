"""What each event writes on the sheet, and in whose column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from referee.core.rows import Told
from referee.core.say import Say
from referee.core.table import Player
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure.cards import short_names
from referee.games.colorful_treasure.holding import Holding

Holdings: TypeAlias = Mapping[Player, Holding]


def told_of(event: seen.Event, before: Holdings, after: Holdings) -> Told:
    """Word what an event writes on the sheet, the bonus cards that it brought included.

    What was flipped and covered again is not told: the players have to remember it.
    """
    bonuses = [
        (player, Say("{bonus} bonus", bonus=bonus))
        for player, held in after.items()
        for bonus in held.bonuses
        if bonus not in before[player].bonuses
    ]
    return [*_TOLD[type(event)](event), *bonuses]


_TOLD: Final[Mapping[type, Callable[[Any], Told]]] = {
    seen.StartPlayerNamed: lambda e: [(e.player, Say("begins"))],
    seen.TilesLaidOut: lambda _: [],
    seen.CardsFlipped: lambda _: [],
    seen.AnotherFlipped: lambda _: [],
    seen.FlippingStopped: lambda _: [],
    seen.CardsTaken: lambda e: [
        (e.player, Say("+ {cards}", cards=short_names(e.cards)) if e.cards else Say("nothing"))
    ],
    seen.CardPlundered: lambda e: [
        (e.player, Say("+ {card} from {victim}", card=e.card.short, victim=e.victim)),
        (e.victim, Say("- {card}", card=e.card.short)),
    ],
    seen.DiamondPlundered: lambda e: [
        (e.player, Say("+ diamond from {victim}", victim=e.victim)),
        (e.victim, Say("- diamond")),
    ],
    seen.NothingPlundered: lambda e: [(e.player, Say("plunders nothing"))],
    seen.TilePicked: lambda e: [
        (e.player, Say("{tile} for {colour}", tile=e.tile, colour=e.colour))
    ],
    seen.TileDeclined: lambda e: [(e.player, Say("no tile for {colour}", colour=e.colour))],
    seen.CardsPeeked: lambda e: [
        (e.player, Say("{tile} at {wonders}", tile=e.tile, wonders=tuple(map(str, e.wonders))))
    ],
    seen.AnyTokenUsed: lambda e: [(e.player, Say("uses any-token"))],
    seen.TurnEnded: lambda _: [],
}
"""What each event writes."""
