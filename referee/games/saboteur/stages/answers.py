"""The answers that name a play: a card and a cell, a tool and a player, a cell, a payment."""

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

    ``shapes`` are those of which copies are left; without any nothing is on offer. What fits
    where is worked out when it is asked for.
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
        """Show none: they are too many."""
        return ()

    def parse(self, words: str) -> PlacedCard:
        """Read a card and a cell, in either order; of what it may be, what alone fits there."""
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
        """Word the index-th: by cells, then by cards."""
        for cell, cards in self._places:
            if index < len(cards):
                return f"{card_words(cards[index])} {cell_words(cell)}"
            index -= len(cards)
        raise IndexError(index)

    def hint(self) -> Say:
        """Show the form by an answer on offer, as near to the goals as there is one."""
        if not self.size:
            return Say("nothing now")
        cell, cards = self._places[-1]
        card = card_words(cards[0])
        return Say("such as {card} {cell}", card=card, cell=cell_words(cell))


def allowed_words(
    book: api.Rulebook, state: State, events: Callable[[], Iterable[tuple[str, api.Event[State]]]]
) -> Sequence[str]:
    """List the words whose events are allowed, when somebody looks."""
    return api.LazySequence(
        lambda: (
            word for word, event in events() if not event.judge(book, state).verdict.stops_play
        )
    )


def at_cell(offered: Sequence[str], goals: Sequence[Cell] = ()) -> api.CustomAnswer[Cell]:
    """Ask for a cell, as ``3,0``; that of a goal may be named.

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
                match_choice(words, offered)  # which names the goals
            raise

    return api.CustomAnswer(offered, read, syntax)


class ToolOfPlayer(NamedTuple):
    """What is broken or repaired in front of whom, and by which repair card, if by any."""

    tool: str
    player: Player
    card: str = ""

    @property
    def words(self) -> str:
        """Write it as it may be typed."""
        named = (self.card, self.tool) if self.card not in ("", self.tool) else (self.tool,)
        return " ".join((*named, f"@{self.player}"))


def tool_and_player(
    players: Sequence[Player], offered: Sequence[str], own: Player | None = None
) -> api.CustomAnswer[ToolOfPlayer]:
    """Ask for a tool to break and a player, as in ``lamp Bo``, ``Bo:lamp``, or ``l2`` by seat.

    >>> ask = tool_and_player((Player("Ana"), Player("Bo")), ())
    >>> ask.parse("l2") == ask.parse("Bo:lamp") == ask.parse("broken-lamp Bo")
    True
    """

    def read(tool: str, rest: str) -> ToolOfPlayer:
        return ToolOfPlayer(tool, Player(match_choice(rest, players)))

    return api.CustomAnswer(
        offered,
        _complete(
            "break",
            players,
            lambda words: _first_of(_thing_first(words, "broken", TOOLS, own), TOOLS, read),
        ),
        _such_as("tool and player, such as {example}"),
    )


def repair_of_player(
    broken: Mapping[Player, tuple[str, ...]],
    players: Sequence[Player],
    offered: Sequence[str],
    own: Player | None = None,
) -> api.CustomAnswer[ToolOfPlayer]:
    """Ask for a repair card and a player: ``lamp Bo``, or ``pickaxe-cart cart Bo``.

    The kind repaired may be left out where only one of the two is ``broken``, and the player
    where nobody else could be meant.

    >>> repair_of_player({}, (Player("Ana"), Player("Bo")), ()).parse("pl2").card
    'pickaxe-lamp'
    """

    def read(card: str, rest: str) -> ToolOfPlayer:
        kinds = kinds_repaired(card)
        if len(kinds) > 1:
            try:
                return _first_of(rest, kinds, lambda kind, rest: named(card, kind, rest))
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
        typed = _thing_first(words, "repair", REPAIRS, own)
        kinds = kinds_repaired(typed) if typed in REPAIRS else ()
        whose = [player for player, tools in broken.items() if not {*kinds}.isdisjoint(tools)]
        return _first_of(f"{typed} @{whose[0]}" if len(whose) == 1 else typed, REPAIRS, read)

    return api.CustomAnswer(
        offered,
        _complete("repair", players, whole),
        _such_as("repair card and player, such as {example}"),
    )


def _such_as(template: str) -> Callable[[Sequence[str]], Say]:
    return lambda words: Say(template, example=api.Example(words[0].replace("@", "")))


def _complete(
    action: str, players: Sequence[Player], read: Callable[[str], T]
) -> Callable[[str], T]:
    """Read a tool and a player; where only somebody is named, ask for the tool."""
    names = frozenset(map(match_key, players))

    def said(word: str) -> str:
        return word if match_key(word) in names else _TOOLS_SAID.get(match_key(word), word)

    def whole(words: str) -> T:
        try:
            return read(" ".join(map(said, re.sub(" (is|card)$", "", words).split(" "))))
        except api.BadAnswer:
            if match_key(words.removeprefix("@")) not in names:
                raise
        which = "Not understood: “{action} {words}” is incomplete: which tool?"
        raise api.BadAnswer(Say(which, action=action, words=words), is_understood=True)

    return whole


_TOOLS_SAID: Final = {
    "pick": "pickaxe",
    **dict.fromkeys(("lantern", "light"), "lamp"),
    **dict.fromkeys(("wagon", "minecart", "trolley"), "cart"),
}
_OWN: Final = frozenset(("own", "their", "my", "self"))


def _thing_first(words: str, action: str, known: Sequence[str], own: Player | None) -> str:
    """Turn ``Bo:lamp`` and ``Bo lamp`` into ``lamp Bo``, and drop an action in a card's name.

    What somebody does to their own tool is ``own`` that player's.

    >>> _thing_first("Bo:lamp", "broken", TOOLS, None)
    'lamp Bo'
    >>> _thing_first("broken-lamp Bo", "broken", TOOLS, None)
    'lamp Bo'
    >>> _thing_first("Bo cart lamp-cart", "repair", REPAIRS, None)
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


def _first_of(words: str, known: Sequence[str], read: Callable[[str, str], T]) -> T:
    """Read what begins with one of those known, by a word of its own or run together with the rest.

    Initials name one before beginnings do: ``pl`` is pickaxe-lamp, and ``p`` a pickaxe alone.
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
