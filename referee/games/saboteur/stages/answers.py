"""The answers that name a play: a card and a cell, a cell, a tool and a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_choice, match_key
from referee.games.saboteur.model.board.cards import (
    OPENINGS,
    Card,
    Cell,
    PlacedCard,
    card_words,
    cell_words,
    described_cards,
    orientations,
    read_card,
    read_cell,
    read_placed_card,
)
from referee.games.saboteur.model.board.tunnel import Tunnel
from referee.games.saboteur.model.tools import (
    REPAIRS,
    TOOLS,
    kind_meant,
    kind_named,
    kinds_repaired,
)
from referee.games.saboteur.state import State

T = TypeVar("T")


class CardAtCell(api.Struct, frozen=True, dict=True):
    """A tunnel card as it lies, and where: ``EW 3,0`` or ``3,0:EW``.

    ``shapes`` are those of which copies are left; without them nothing is offered. Where cards
    fit is computed when it is first needed.
    """

    tunnel: Tunnel
    shapes: tuple[str, ...]

    @cached_property
    def _places(self) -> list[tuple[Cell, list[Card]]]:
        known = [card for shape in self.shapes for card in orientations(read_card(shape))]
        fitting = (
            (cell, [card for card in known if fits >> (card & OPENINGS) & 1])
            for cell, fits in (self.tunnel.places() if known else ())
        )
        return [(cell, cards) for cell, cards in fitting if cards]

    @cached_property
    def size(self) -> int:
        """Count the ways to lay a card."""
        return sum(len(cards) for _, cards in self._places)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Number no answers: there are too many."""
        return ()

    def parse(self, words: str) -> PlacedCard:
        """Read a card and a cell, in either order; of several cards meant, the one that fits."""
        try:
            return read_placed_card(words)
        except api.BadAnswer as bad:
            try:
                cell, cards = described_cards(words)
            except api.BadAnswer:
                raise bad from None
        fitting = [card for card in cards if self.tunnel.takes(card, cell)] or cards
        if len(fitting) > 1:
            found = api.join_or([*map(card_words, fitting)])
            said = Say("“{word}” could be {found}. Which one?", word=words, found=found)
            raise api.BadAnswer(said, is_understood=True)
        return PlacedCard(cell, fitting[0])

    def offer(self, index: int) -> str:
        """Return the words of an answer by its index, in the order of cells, then of cards."""
        for cell, cards in self._places:
            if index < len(cards):
                return f"{card_words(cards[index])} {cell_words(cell)}"
            index -= len(cards)
        raise IndexError(index)

    def hint(self) -> Say:
        """Show the form of an answer by the offered one that is nearest to the goals."""
        if not self.size:
            return Say("nothing now")
        cell, cards = self._places[-1]
        card = card_words(cards[0])
        return Say("such as {card} {cell}", card=card, cell=cell_words(cell))


def allowed_words(
    book: api.Rulebook, state: State, events: Callable[[], Iterable[tuple[str, api.Event[State]]]]
) -> Sequence[str]:
    """List the words whose events are allowed; they are judged when the list is first read."""
    return api.LazySequence(
        lambda: (
            word for word, event in events() if not event.judge(book, state).verdict.stops_play
        )
    )


def at_cell(offered: Sequence[str], goals: Sequence[Cell] = ()) -> api.CustomAnswer[Cell]:
    """Return the answer for a cell, as ``3,0``; a goal's cell can be named.

    >>> at_cell(["3,0"]).parse("-1 2")
    (-1, 2)
    """

    def syntax(words: Sequence[str]) -> Say:
        if "," in words[0]:
            return Say("a cell such as {cell}", cell=words[0])
        return api.join_or(words)

    def read(words: str) -> Cell:
        try:
            return read_cell(words, goals)
        except api.BadAnswer:
            if words.isalpha() and offered and "," not in offered[0]:
                match_choice(words, offered)  # its error lists the goals
            raise

    return api.CustomAnswer(offered, read, syntax)


class ToolOfPlayer(NamedTuple):
    """The tool broken or repaired, whose it is, and the repair card if there is one."""

    tool: str
    player: Player
    card: str = ""

    @property
    def words(self) -> str:
        """The words by which it can be typed."""
        named = (self.card, self.tool) if self.card not in ("", self.tool) else (self.tool,)
        return " ".join((*named, f"@{self.player}"))


def tool_and_player(
    players: Sequence[Player], offered: Sequence[str], own: Player | None = None
) -> api.CustomAnswer[ToolOfPlayer]:
    """Return the answer for a tool to break and a player: ``lamp Bo``, ``Bo:lamp``, or ``l2``.

    >>> ask = tool_and_player((Player("Ana"), Player("Bo")), ())
    >>> ask.parse("l2") == ask.parse("Bo:lamp") == ask.parse("broken-lamp Bo")
    True
    """

    def read(tool: str, rest: str) -> ToolOfPlayer:
        return ToolOfPlayer(tool, Player(match_choice(rest, players)))

    return api.CustomAnswer(
        offered,
        _asking_for_the_tool(
            "break",
            players,
            lambda words: _read_first(_tool_first(words, "broken", TOOLS, own), TOOLS, read),
        ),
        _example_hint("tool and player, such as {example}"),
    )


def repair_of_player(
    broken: Mapping[Player, tuple[str, ...]],
    players: Sequence[Player],
    offered: Sequence[str],
    own: Player | None = None,
) -> api.CustomAnswer[ToolOfPlayer]:
    """Return the answer for a repair card and a player: ``lamp Bo``, or ``pickaxe-cart cart Bo``.

    The tool to repair can be left out if only one of the two is ``broken``, and the player if
    nobody else has such a broken tool.

    >>> repair_of_player({}, (Player("Ana"), Player("Bo")), ()).parse("pl2").card
    'pickaxe-lamp'
    """

    def read(card: str, rest: str) -> ToolOfPlayer:
        kinds = kinds_repaired(card)
        if len(kinds) > 1:
            try:
                return _read_first(rest, kinds, lambda kind, rest: named(card, kind, rest))
            except api.BadAnswer:  # no kind is named
                pass
        player = Player(match_choice(rest, players))
        kind = kind_meant(card, broken.get(player, ()))
        if kind is None:
            said = Say(
                "{player}'s {tools} are both broken. "
                "Name one, as in repair {card} {tool} {player}.",
                player=player,
                tools=kinds,
                tool=kinds[0],
                card=card,
            )
            raise api.BadAnswer(said, is_understood=True)
        return ToolOfPlayer(kind, player, card)

    def named(card: str, kind: str, rest: str) -> ToolOfPlayer:
        return ToolOfPlayer(kind, Player(match_choice(rest, players)), card)

    def whole(words: str) -> ToolOfPlayer:
        typed = _tool_first(words, "repair", REPAIRS, own)
        kinds = kinds_repaired(typed) if typed in REPAIRS else ()
        whose = [player for player, tools in broken.items() if not {*kinds}.isdisjoint(tools)]
        return _read_first(f"{typed} @{whose[0]}" if len(whose) == 1 else typed, REPAIRS, read)

    return api.CustomAnswer(
        offered,
        _asking_for_the_tool("repair", players, whole),
        _example_hint("repair card and player, such as {example}"),
    )


def _example_hint(template: str) -> Callable[[Sequence[str]], Say]:
    return lambda words: Say(template, example=api.Example(words[0].replace("@", "")))


def _asking_for_the_tool(
    action: str, players: Sequence[Player], read: Callable[[str], T]
) -> Callable[[str], T]:
    """Return a reader of a tool and a player that asks for the tool if only a player is named."""
    names = frozenset(map(match_key, players))

    def said(word: str) -> str:
        return word if match_key(word) in names else _TOOL_WORDS.get(match_key(word), word)

    def whole(words: str) -> T:
        try:
            return read(" ".join(map(said, re.sub(" (is|card)$", "", words).split(" "))))
        except api.BadAnswer:
            if match_key(words.removeprefix("@")) not in names:
                raise
        which = "Not understood: “{action} {words}” is incomplete: which tool?"
        raise api.BadAnswer(Say(which, action=action, words=words), is_understood=True)

    return whole


_TOOL_WORDS: Final = {
    "pick": "pickaxe",
    **dict.fromkeys(("lantern", "light"), "lamp"),
    **dict.fromkeys(("wagon", "minecart", "trolley"), "cart"),
}
_OWN: Final = frozenset(("own", "their", "my", "self"))


def _tool_first(words: str, action: str, known: Sequence[str], own: Player | None) -> str:
    """Turn ``Bo:lamp`` and ``Bo lamp`` into ``lamp Bo``, and drop an action in a card's name.

    Words such as ``my`` mean the player ``own``.

    >>> _tool_first("Bo:lamp", "broken", TOOLS, None)
    'lamp Bo'
    >>> _tool_first("broken-lamp Bo", "broken", TOOLS, None)
    'lamp Bo'
    >>> _tool_first("Bo cart lamp-cart", "repair", REPAIRS, None)
    'lamp-cart cart Bo'
    """
    parts = halfwidth(words).replace(":", " ").split()
    things: list[str] = []
    while len(parts) > 1 and match_key(parts[-1]) in known and match_key(parts[0]) not in known:
        things.append(match_key(parts.pop()))
    while len(parts) > 1 and match_key(parts[0]) in _OWN and match_key(parts[1]) in _OWN:
        parts.pop(0)
    is_own = own is not None and len(parts) > 1 and all(match_key(part) in known for part in parts)
    if is_own and "-" not in parts[0]:  # cart lamp-cart, of one's own
        return " ".join((*map(match_key, reversed(parts)), f"@{own}"))
    if things:
        name = " ".join(parts)
        return " ".join((*things, f"@{own}" if own and match_key(name) in _OWN else name))
    return words.strip().removeprefix(action).removeprefix("-")


def _read_first(words: str, known: Sequence[str], read: Callable[[str, str], T]) -> T:
    """Read words that begin with a known name, separated from the rest or not: ``l 2`` or ``l2``.

    Initials win over beginnings: ``pl`` is pickaxe-lamp, and ``p`` a pickaxe alone.
    """
    head, _, rest = words.strip().partition(" ")
    if rest.strip():
        return read(kind_named(head, known) or match_choice(head, known), rest.strip())
    found: dict[T, None] = {}
    for end in range(1, 1 if match_key(head) in known else len(head)):
        if name := kind_named(head[:end], known):
            try:
                found[read(name, head[end:])] = None
            except api.BadAnswer as bad:
                if bad.is_understood:
                    raise
    if len(found) != 1:
        raise api.BadAnswer(Say("“{words}” names no player.", words=words))
    return next(iter(found))
