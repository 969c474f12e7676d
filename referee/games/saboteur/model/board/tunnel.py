"""The tunnel on the table, where it can continue, and the goals that it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from referee.api import BadAnswer, Say, Struct, Vocabulary, join_or
from referee.api.reading import halfwidth, match_key, prefix_matches
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    DEAD_END,
    EAST,
    NORTH,
    OPENINGS,
    SOUTH,
    START,
    WEST,
    Card,
    Cell,
    card_words,
    is_dead_end,
    orientations,
    read_card,
    read_cell,
)

Side = tuple[int, int, int, int, int]
"""A side: steps in x and y to the neighbour, the side, that of the neighbour, the shift below."""

FREE, WALL, LOOSE, JOINED = range(4)
"""What a neighbour asks of a card at the side that they share: nothing (no card, or a goal face
down), a wall, an opening that is cut off from the start, or one that is joined to it."""

SIDES: Final[tuple[Side, ...]] = (
    (0, 1, NORTH, SOUTH, 4),
    (1, 0, EAST, WEST, 6),
    (0, -1, SOUTH, NORTH, 0),
    (-1, 0, WEST, EAST, 2),
)
_ASKED_AT: Final = {NORTH: 0, EAST: 2, SOUTH: 4, WEST: 6}


class _Fitting(dict[int, int]):
    """By what is asked on the four sides of a cell: the openings that fit, a bit for each.

    Filled when first needed; there are 256 keys.
    """

    def __missing__(self, asked: int) -> int:
        """Add a key: all sides must agree, and at least one be joined. Cites: SAB-3.4, SAB-3.6."""
        found = sum(1 << openings for openings in range(OPENINGS + 1) if _fits(openings, asked))
        self[asked] = found
        return found


_FITTING: Final = _Fitting()


def asked_at(asked: int, side: int) -> int:
    """Return what is asked at one side: FREE, WALL, LOOSE or JOINED.

    >>> asked_at(JOINED << 6, WEST) == JOINED, asked_at(JOINED << 6, NORTH) == FREE
    (True, True)
    """
    return asked >> _ASKED_AT[side] & 3


@lru_cache(maxsize=16)
def next_to(cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return all cells that touch one of these.

    >>> sorted(next_to(frozenset({(8, 0)})))
    [(7, 0), (8, -1), (8, 1), (9, 0)]
    """
    return frozenset((x + dx, y + dy) for x, y in cells for dx, dy, _, _, _ in SIDES)


def is_open_end(asked: int) -> bool:
    """Whether a free cell that asks this has a neighbour whose opening is joined to the start.

    >>> is_open_end(JOINED << 2), is_open_end(LOOSE << 2 | WALL)
    (True, False)
    """
    return any(asked >> shift & 3 == JOINED for shift in _ASKED_AT.values())


def _fits(openings: int, asked: int) -> bool:
    sides = [(bool(openings & side), asked_at(asked, side)) for side in _ASKED_AT]
    agrees = all(
        wants in (FREE, WALL) if not is_open else wants != WALL for is_open, wants in sides
    )
    return agrees and (True, JOINED) in sides


class Tunnel(Struct, frozen=True):
    """All cards face up, the goals that are ``hidden``, and what follows from them.

    ``joined`` are the cells through which a way leads back to the start: dead ends can be reached
    but not passed, so they are not among them. ``asked`` has for each free cell next to a card
    what is asked of it, two bits for each side.

    >>> tunnel = Tunnel.of({START: OPENINGS}, frozenset({(8, 0)}))
    >>> tunnel.takes(EAST | WEST, (1, 0)), tunnel.takes(NORTH | SOUTH, (1, 0))
    (True, False)
    """

    cards: Mapping[Cell, Card]
    hidden: frozenset[Cell]
    joined: frozenset[Cell]
    asked: Mapping[Cell, int]

    @classmethod
    def of(cls, cards: Mapping[Cell, Card], hidden: frozenset[Cell]) -> Tunnel:
        """Return the tunnel of these cards, whether they could be laid or not."""
        joined = _joined_to_start(cards)
        asked: dict[Cell, int] = {}
        for cell, card in cards.items():
            x, y = cell
            opening = JOINED if cell in joined else LOOSE
            for dx, dy, side, _, shift in SIDES:
                beside = (x + dx, y + dy)
                if beside not in cards and beside not in hidden:
                    wants = opening if card & side else WALL
                    asked[beside] = asked.get(beside, 0) | wants << shift
        return cls(cards, hidden, joined, asked)

    def takes(self, card: Card, cell: Cell) -> bool:
        """Whether the card may lie there: the cell is free, all sides agree, and it is joined.

        Cites: SAB-3.2 to SAB-3.7.
        """
        return _FITTING[self.asked.get(cell, 0)] >> (card & OPENINGS) & 1 == 1

    def places(self) -> Iterator[tuple[Cell, int]]:
        """Yield the free cells in which some card may lie, by x and y, and its possible openings.

        The openings are bits: bit 10 for EAST | WEST. Cites: SAB-3.4, SAB-3.6.
        """
        for cell in sorted(self.asked):
            if fitting := _FITTING[self.asked[cell]]:
                yield cell, fitting

    def lay(self, cell: Cell, card: Card) -> Tunnel:
        """Return the tunnel with a card laid or a goal turned up, whatever the rules say."""
        if self.cards.get(cell) == card:  # a replay lays the same card many times
            return self
        cards = {**self.cards, cell: card}
        if cell in self.cards:
            return Tunnel.of(cards, self.hidden)
        hidden = self.hidden - {cell} if cell in self.hidden else self.hidden
        asked = dict(self.asked)
        asked.pop(cell, None)
        x, y = cell
        is_joined = False
        for dx, dy, side, met, shift in SIDES:
            beside = (x + dx, y + dy)
            other = cards.get(beside)
            if other is None:
                if beside not in hidden:
                    asked[beside] = asked.get(beside, 0) | (LOOSE if card & side else WALL) << shift
            elif card & side and other & met and beside in self.joined:
                is_joined = True
        if is_joined and not card & DEAD_END:
            return Tunnel(cards, hidden, self._joining(cell, cards, asked), asked)
        return Tunnel(cards, hidden, self.joined, asked)

    def _joining(
        self, cell: Cell, cards: Mapping[Cell, Card], asked: dict[Cell, int]
    ) -> frozenset[Cell]:
        """Return the joined cells with a card just joined and all loose cards that it joins."""
        fresh = {cell}
        ahead = [cell]
        while ahead:
            x, y = at = ahead.pop()
            card = cards[at]
            for dx, dy, side, met, shift in SIDES:
                if not card & side:
                    continue
                beside = (x + dx, y + dy)
                other = cards.get(beside)
                if other is None:
                    if beside in asked:
                        asked[beside] |= JOINED << shift
                elif (
                    other & met
                    and not other & DEAD_END
                    and beside not in self.joined
                    and beside not in fresh
                ):
                    fresh.add(beside)
                    ahead.append(beside)
        return self.joined | fresh

    def without(self, cell: Cell) -> Tunnel:
        """Return the tunnel without a card; anything only it joined is loose. Cites: SAB-5.8."""
        return Tunnel.of({at: card for at, card in self.cards.items() if at != cell}, self.hidden)

    def reached(self) -> tuple[tuple[Cell, int], ...]:
        """Return the hidden goals to which joined cells open, each with the side reached.

        If a goal is reached on several sides, the first in the order N, E, S, W counts.
        Cites: SAB-4.1, SAB-4.2.
        """
        if next_to(self.hidden).isdisjoint(self.joined):
            return ()
        found = []
        for x, y in sorted(self.hidden):
            for dx, dy, side, met, _ in SIDES:
                beside = (x + dx, y + dy)
                if beside in self.joined and self.cards[beside] & met:
                    found.append(((x, y), side))
                    break
        return tuple(found)

    def fits(self, cell: Cell, card: Card) -> bool:
        """Whether a card at a cell meets openings with openings, and walls with walls."""
        x, y = cell
        return all(
            bool(card & side) == bool(self.cards[x + dx, y + dy] & met)
            for dx, dy, side, met, _ in SIDES
            if (x + dx, y + dy) in self.cards
        )

    def is_loose(self, cell: Cell) -> bool:
        """Whether nothing joins the card to the start; a dead end that is reached is joined."""
        if cell in self.joined:
            return False
        x, y = cell
        card = self.cards[cell]
        return not any(
            card & side and (x + dx, y + dy) in self.joined and self.cards[x + dx, y + dy] & met
            for dx, dy, side, met, _ in SIDES
        )


def _joined_to_start(cards: Mapping[Cell, Card]) -> frozenset[Cell]:
    """Return the cells to which a way leads from the start. Cites: SAB-3.6, SAB-3.7."""
    if START not in cards:
        return frozenset()
    joined = {START}
    ahead = [START]
    while ahead:
        x, y = at = ahead.pop()
        card = cards[at]
        for dx, dy, side, met, _ in SIDES:
            if card & side:
                beside = (x + dx, y + dy)
                other = cards.get(beside)
                if other and other & met and not is_dead_end(other) and beside not in joined:
                    joined.add(beside)
                    ahead.append(beside)
    return frozenset(joined)


TREASURE: Final = "treasure"
STONE_A: Final = "stone-a"
STONE_B: Final = "stone-b"

STONES: Final = (STONE_A, STONE_B)
GOALS: Final = (TREASURE, *STONES)
_CARD_OF_GOAL: Final = {TREASURE: CROSSING, STONE_A: NORTH | EAST, STONE_B: NORTH | WEST}
LEADS: Final = {"up": NORTH, "right": EAST, "down": SOUTH, "left": WEST}
"""The direction in which a stone continues the tunnel, and its side."""
_POINT_OF_WAY: Final = {"up": "north", "right": "east", "down": "south", "left": "west"}


class Goal(NamedTuple):
    """A goal at a cell: what it shows, and how its ``card`` lies; None if it is face down."""

    at: Cell
    shows: str
    card: Card | None


def goal_orientations(goal: str) -> tuple[Card, ...]:
    """Return the ways in which a goal can lie. Cites: SAB-1.3, SAB-4.3."""
    return orientations(_CARD_OF_GOAL[goal])


def lies_as(goal: str, side: Card) -> Card:
    """Return how a goal lies that was reached from this side; only one way fits.

    >>> card_words(lies_as("stone-a", WEST)), card_words(lies_as("stone-b", WEST))
    ('SW', 'NW')
    """
    return next(card for card in goal_orientations(goal) if card & side)


def leads(stone: str, side: Card) -> str:
    """Return the direction in which a stone reached from this side continues the tunnel.

    >>> leads("stone-a", WEST), leads("stone-b", SOUTH)
    ('down', 'right')
    """
    on = lies_as(stone, side) & ~side
    return next(way for way, opening in LEADS.items() if opening == on)


def goal_named(words: str) -> str:
    """Return the id of what a goal shows, or the direction in which a stone leads.

    Gold and a stone's openings are read; other words are returned unchanged.

    >>> goal_named("gold"), goal_named("ws"), goal_named("north"), goal_named("treasure")
    ('treasure', 'stone-a', 'up', 'treasure')
    """
    key = match_key(words)
    return _GOAL_WORDS.get(key) or _WAY_OF_POINT.get(key, words)


def side_named(words: str) -> str:
    """Return the letter of a side of the table; other words are returned unchanged.

    >>> side_named("left"), side_named("south"), side_named("W")
    ('W', 'S', 'W')
    """
    key = match_key(words)
    way = _WAY_OF_POINT.get(key, key)
    return card_words(LEADS[way]) if way in LEADS else words


def goal_words(side: Card) -> Vocabulary:
    """Return the words for what a goal shows that is reached from this side, each id first.

    >>> goal_words(WEST)["stone-b"].english
    ('stone-b', 'nw', 'wn', 'es', 'se', 'stone b', 'up', 'north')
    """
    words = {
        goal: [goal, *(word for word, meant in _GOAL_WORDS.items() if meant == goal)]
        for goal in GOALS
    }
    for stone in STONES:
        way = leads(stone, side)
        words[stone] += [stone.replace("-", " "), way, _POINT_OF_WAY[way]]
    return Vocabulary(**{goal.replace("-", "_"): tuple(named) for goal, named in words.items()})


_WAY_OF_POINT: Final = {point: way for way, point in _POINT_OF_WAY.items()}
_GOAL_WORDS: Final = {
    "gold": TREASURE,
    **{
        word.casefold(): stone
        for stone in STONES
        for card in map(card_words, goal_orientations(stone))
        for word in (card, card[::-1])
    },
}


def read_goal(words: str, goals: Sequence[Cell] = ()) -> Goal:
    """Read a goal, as in ``8,0:stone-a:SW``; without the last part it is face down.

    Raises BadAnswer.

    >>> read_goal("8,2:treasure")
    Goal(at=(8, 2), shows='treasure', card=None)
    """
    cell, _, rest = halfwidth(words).partition(":")
    shows, _, card = rest.partition(":")
    found = prefix_matches(goal_named(shows), GOALS)
    if len(found) != 1:
        said = Say("“{word}” is not one of: {goals}.", word=shows, goals=join_or(GOALS))
        raise BadAnswer(said)
    return Goal(read_cell(cell, goals), found[0], read_card(card) if card else None)
