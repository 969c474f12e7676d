"""The answers that name a play: a card and a cell, a tool and a player, a cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct

from referee.core.errors import BadAnswer
from referee.core.phrase import NOTHING, CustomAnswer
from referee.core.say import Say, join_or
from referee.core.table import Player
from referee.core.values import FaceValues
from referee.core.words import halfwidth, match_choice, prefix_matches
from referee.games.saboteur.cards import (
    OPENINGS,
    Card,
    card_words,
    lies_of,
    read_card,
)
from referee.games.saboteur.cells import Cell, cell_words, read_cell
from referee.games.saboteur.tools import mends
from referee.games.saboteur.tunnel import Tunnel
from referee.games.saboteur.typed import Lying


class CardAtCell(Struct, frozen=True, dict=True):
    """A tunnel card as it lies, and where: ``EW 3,0`` or ``3,0:EW``.

    ``shapes`` are one card of each shape of which copies are left; without any nothing is on
    offer. What fits where is worked out when it is asked for.
    """

    tunnel: Tunnel
    shapes: tuple[Card, ...]

    @cached_property
    def _places(self) -> list[tuple[Cell, list[Card]]]:
        known = [lie for shape in self.shapes for lie in lies_of(shape)]
        fitting = (
            (cell, [lie for lie in known if fits >> (lie & OPENINGS) & 1])
            for cell, fits in (self.tunnel.places() if known else ())
        )
        return [(cell, lies) for cell, lies in fitting if lies]

    @cached_property
    def size(self) -> int:
        """Count the ways to lay a card."""
        return sum(len(lies) for _, lies in self._places)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show none: they are too many."""
        return ()

    def parse(self, words: str) -> Lying:
        """Read a card and a cell, in either order."""
        text = halfwidth(words)
        found = re.fullmatch(r"([A-Za-z]+)[\s:@]*([^A-Za-z]+)|([^A-Za-z]+?)[\s:]*([A-Za-z]+)", text)
        if not found:
            raise BadAnswer(
                Say("“{words}”: write the card and the cell, such as EW 3,0.", words=words)
            )
        card, cell = (found[1], found[2]) if found[1] else (found[4], found[3])
        return Lying(read_cell(cell.strip(" :")), read_card(card))

    def offer(self, index: int) -> str:
        """Word the index-th: by cells, then by cards."""
        for cell, lies in self._places:
            if index < len(lies):
                return f"{card_words(lies[index])} {cell_words(cell)}"
            index -= len(lies)
        raise IndexError(index)

    def hint(self) -> Say:
        """Show the form by an answer on offer, as near to the goals as there is one."""
        if not self.size:
            return NOTHING
        cell, lies = self._places[-1]
        return Say(
            "card and cell, such as {card} {cell}",
            card=card_words(lies[0]),
            cell=cell_words(cell),
        )


def at_cell(offered: Sequence[Cell]) -> CustomAnswer[Cell]:
    """Ask for a cell, as ``3,0``.

    >>> at_cell([(3, 0)]).parse("-1 2")
    (-1, 2)
    """
    words = tuple(map(cell_words, offered))
    form = join_or(words)
    if len(words) > MOST_SHOWN:
        form = Say("a cell such as {cell}", cell=words[0])
    return CustomAnswer(words, read_cell, form)


MOST_SHOWN: Final = 3


class ToolOfPlayer(NamedTuple):
    """What is broken or repaired before whom, and by which repair card, if by any."""

    tool: str
    player: Player
    card: str = ""


def tool_and_player(
    tools: Sequence[str], players: Sequence[Player], offered: Sequence[ToolOfPlayer]
) -> CustomAnswer[ToolOfPlayer]:
    """Ask for a tool to break and a player, as in ``lamp Bo``."""

    def read(words: str) -> ToolOfPlayer:
        tool, rest = _first_word(words, tools)
        return ToolOfPlayer(tool, Player(match_choice(rest, players)))

    words = tuple(f"{tool} @{player}" for tool, player, _ in offered)
    return CustomAnswer(words, read, _such_as("tool and player, such as {example}", words))


def repair_of_player(
    cards: Sequence[str],
    broken: Mapping[Player, tuple[str, ...]],
    players: Sequence[Player],
    offered: Sequence[ToolOfPlayer],
) -> CustomAnswer[ToolOfPlayer]:
    """Ask for a repair card and a player: ``lamp Bo``, or ``pickaxe-cart cart Bo``.

    The kind mended may be left out where only one of the two is ``broken``.
    """

    def read(words: str) -> ToolOfPlayer:
        card, rest = _first_word(words, cards)
        kinds = mends(card)
        word, _, behind = rest.partition(" ")
        named = prefix_matches(word, kinds) if len(kinds) > 1 else ()
        if len(named) == 1 and behind.strip():
            return ToolOfPlayer(named[0], Player(match_choice(behind, players)), card)
        player = Player(match_choice(rest, players))
        fitting = [tool for tool in kinds if tool in broken.get(player, ())]
        if len(fitting) > 1:
            said = Say(
                "What does it mend, {kinds}? As in repair {card} {kind} {player}.",
                kinds=join_or(kinds),
                card=card,
                kind=kinds[0],
                player=player,
            )
            raise BadAnswer(said)
        return ToolOfPlayer(fitting[0] if fitting else kinds[0], player, card)

    words = tuple(
        f"{card} @{player}" if tool == card else f"{card} {tool} @{player}"
        for tool, player, card in offered
    )
    return CustomAnswer(words, read, _such_as("repair and player, such as {example}", words))


def paid_with(words: Sequence[str], offered: Sequence[str]) -> CustomAnswer[str | tuple[int, ...]]:
    """Ask for gold cards that make up a sum, as ``3+1``, or for one of some ``words`` instead."""

    def read(typed: str) -> str | tuple[int, ...]:
        named = prefix_matches(typed, words)
        return named[0] if len(named) == 1 else FaceValues({}, 0, 0).parse(typed)

    return CustomAnswer(tuple(offered), read, join_or(offered))


def _such_as(template: str, words: Sequence[str]) -> Say:
    """Show the form of an answer by the first on offer."""
    return Say(template, example=words[0].replace("@", "") if words else "")


def _first_word(words: str, known: Sequence[str]) -> tuple[str, str]:
    """Split off the first word, which must name one of those known; the rest names a player."""
    head, _, rest = words.strip().partition(" ")
    if not rest.strip():
        raise BadAnswer(Say("“{words}”: and which player?", words=words))
    return match_choice(head, known), rest.strip()


def copies_left(copies: Mapping[str, int], laid: Mapping[str, int]) -> list[Card]:
    """List one card of each shape of which a copy is left. Cites: SAB-3.9."""
    return [read_card(shape) for shape, n in copies.items() if laid.get(shape, 0) < n]
