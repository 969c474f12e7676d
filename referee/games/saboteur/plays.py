"""The answers that name a play: a card and a cell, a tool and a player, a cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from referee.core.errors import BadAnswer
from referee.core.say import Say, either
from referee.core.table import Player
from referee.core.values import Values
from referee.core.words import beginnings, choose, plain
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

NOTHING = Say("nothing now")


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
    def listed(self) -> tuple[str, ...]:
        """Show none: they are too many."""
        return ()

    def parse(self, words: str) -> Lying:
        """Read a card and a cell, in either order."""
        text = plain(words)
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


class AtCell(Struct, frozen=True):
    """A cell, as ``3,0``; ``offered`` are those on offer."""

    offered: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """Count the cells."""
        return len(self.offered)

    @property
    def listed(self) -> tuple[str, ...]:
        """Show none: a cell is its own name."""
        return ()

    def parse(self, words: str) -> Cell:
        """Read any cell."""
        return read_cell(words)

    def offer(self, index: int) -> str:
        """Word the index-th cell."""
        return cell_words(self.offered[index])

    def hint(self) -> Say:
        """Show the cells, or one of many."""
        if not self.offered:
            return NOTHING
        if len(self.offered) > MOST_SHOWN:
            return Say("a cell such as {cell}", cell=self.offer(0))
        return either([cell_words(cell) for cell in self.offered])


MOST_SHOWN = 3


class ToolOfPlayer(NamedTuple):
    """What is broken or repaired before whom, and by which repair card, if by any."""

    tool: str
    player: Player
    card: str = ""


class ToolAndPlayer(Struct, frozen=True):
    """A tool to break and a player, as in ``lamp Bo``."""

    tools: tuple[str, ...]
    players: tuple[Player, ...]
    offered: tuple[ToolOfPlayer, ...]

    @property
    def size(self) -> int:
        """Count the pairs."""
        return len(self.offered)

    @property
    def listed(self) -> tuple[str, ...]:
        """Show none."""
        return ()

    def parse(self, words: str) -> ToolOfPlayer:
        """Read a tool and a player."""
        tool, rest = _first_word(words, self.tools)
        return ToolOfPlayer(tool, Player(choose(rest, self.players)))

    def offer(self, index: int) -> str:
        """Word the index-th pair."""
        tool, player, _ = self.offered[index]
        return f"{tool} @{player}"

    def hint(self) -> Say:
        """Show the form."""
        if not self.offered:
            return NOTHING
        tool, player, _ = self.offered[0]
        return Say("tool and player, such as {tool} {player}", tool=tool, player=player)


class RepairOfPlayer(Struct, frozen=True):
    """A repair card and a player, as in ``lamp Bo``; ``pickaxe-cart cart Bo`` where it shows two.

    The kind mended may be left out where only one of the two is ``broken``.
    """

    cards: tuple[str, ...]
    broken: Mapping[Player, tuple[str, ...]]
    players: tuple[Player, ...]
    offered: tuple[ToolOfPlayer, ...]

    @property
    def size(self) -> int:
        """Count the repairs."""
        return len(self.offered)

    @property
    def listed(self) -> tuple[str, ...]:
        """Show none."""
        return ()

    def parse(self, words: str) -> ToolOfPlayer:
        """Read a card, the kind it mends where that must be told, and a player."""
        card, rest = _first_word(words, self.cards)
        kinds = mends(card)
        if len(kinds) == 1:
            return ToolOfPlayer(kinds[0], Player(choose(rest, self.players)), card)
        word, _, behind = rest.partition(" ")
        named = beginnings(word, kinds)
        if len(named) == 1 and behind.strip():
            return ToolOfPlayer(named[0], Player(choose(behind, self.players)), card)
        player = Player(choose(rest, self.players))
        fitting = [tool for tool in kinds if tool in self.broken.get(player, ())]
        if len(fitting) > 1:
            said = Say(
                "Which one, {kinds}? As in {card} {kind} {player}.",
                kinds=either(kinds),
                card=card,
                kind=kinds[0],
                player=player,
            )
            raise BadAnswer(said)
        return ToolOfPlayer(fitting[0] if fitting else kinds[0], player, card)

    def offer(self, index: int) -> str:
        """Word the index-th repair."""
        tool, player, card = self.offered[index]
        return f"{card} @{player}" if tool == card else f"{card} {tool} @{player}"

    def hint(self) -> Say:
        """Show the form by an answer on offer."""
        if not self.offered:
            return NOTHING
        return Say("repair and player, such as {example}", example=self.offer(0).replace("@", ""))


class PaidWith(Struct, frozen=True):
    """Gold cards that make up a sum, as ``3+1``, or one of some ``words`` instead."""

    words: tuple[str, ...]
    offered: tuple[str, ...]

    @property
    def size(self) -> int:
        """Count what is on offer."""
        return len(self.offered)

    @property
    def listed(self) -> tuple[str, ...]:
        """Show none: cards are named by numbers."""
        return ()

    def parse(self, words: str) -> str | tuple[int, ...]:
        """Read a word, or else the numbers on the cards."""
        named = beginnings(words, self.words)
        return named[0] if len(named) == 1 else Values({}, 0, 0).parse(words)

    def offer(self, index: int) -> str:
        """Word the index-th."""
        return self.offered[index]

    def hint(self) -> Say:
        """Name them all."""
        return either(self.offered)


def _first_word(words: str, known: Sequence[str]) -> tuple[str, str]:
    """Split off the first word, which must name one of those known; the rest names a player."""
    head, _, rest = words.strip().partition(" ")
    if not rest.strip():
        raise BadAnswer(Say("“{words}”: and which player?", words=words))
    return choose(head, known), rest.strip()


def copies_left(copies: Mapping[str, int], laid: Mapping[str, int]) -> list[Card]:
    """List one card of each shape of which a copy is left. Cites: SAB-3.9."""
    return [read_card(shape) for shape, n in copies.items() if laid.get(shape, 0) < n]
