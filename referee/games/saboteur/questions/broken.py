"""Broken tools in front of players, as disputes report them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.api import (
    Choice,
    Facts,
    Field,
    Player,
    PlayerName,
    Record,
    Rulebook,
    Ruling,
    Say,
    impossible,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.tools import TOOLS, broken_card

Broken = Mapping[Player, tuple[str, ...]]
"""For each player with a broken tool the kinds, as far as they are reported."""


def broken_told(facts: Facts) -> Broken:
    """Read who has a broken tool, and of which kinds."""
    broken: dict[Player, tuple[str, ...]] = {}
    for record in facts.records("broken", ()):
        player = Player(record["player"])
        tools = (record["tool"],) if "tool" in record else ()
        broken[player] = (*broken.get(player, ()), *tools)
    return broken


def lying(broken: Broken, tool: str) -> int:
    """Count the broken tools of a kind that lie on the table.

    >>> lying({Player("Ana"): ("lamp", "cart"), Player("Bo"): ("lamp",)}, "lamp")
    2
    """
    return sum(tools.count(tool) for tools in broken.values())


def twice_broken(broken: Broken) -> Ruling | None:
    """Stop two broken tools of a kind in front of a player. Cites: SAB-5.2."""
    for player, tools in broken.items():
        for tool in TOOLS:
            if tools.count(tool) > 1:
                said = "There cannot be two broken-{tool} cards in front of {player}."
                return impossible(said, keys.ONE_OF_EACH, tool=tool, player=player)
    return None


def too_many_broken(book: Rulebook, broken: Broken) -> Ruling | None:
    """Stop more broken tools than the box has, of a kind or in all. Cites: SAB-1.2, SAB-5.11.

    Where the kind is not told it is one of any kind.
    """
    rules, left = (keys.ACTIONS_LEFT, keys.ACTION_CARDS), 0
    for card, n in ((broken_card(tool), lying(broken, tool)) for tool in TOOLS):
        copies = book[keys.ACTION_CARDS][card]
        if n > copies:
            said = "There cannot be {n} {card} cards: the box holds {copies}."
            return impossible(said, *rules, n=n, card=card, copies=copies)
        left += copies - n
    if sum(not tools for tools in broken.values()) > left:
        said = "{players} cannot all have a broken tool: the box holds too few such cards."
        return impossible(said, *rules, players=tuple(broken))
    return None


_TOOL: Final = Choice(TOOLS)
_WHOSE: Final = Say("before whom it lies")
TOOL_OF_PLAYER: Final = Record(
    (
        Field(name="player", shape=PlayerName(new=True), about=_WHOSE, required=True),
        Field(name="tool", shape=_TOOL, about=Say("the tool"), required=True),
    ),
    separators=(":",),
)
PLAYER_WITH_TOOL: Final = Record(
    (
        Field(name="player", shape=PlayerName(), about=_WHOSE, required=True),
        Field(name="tool", shape=_TOOL, about=Say("the tool, where it is known")),
    ),
    separators=(":",),
)
"""Who has a broken tool is enough; of which kind it is may be added."""
