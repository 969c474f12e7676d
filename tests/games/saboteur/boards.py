"""Tables for the proofs, grown at random card by card; nothing here knows the referee."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.games.saboteur.oracle import (
    DECK,
    EMPTY_BOARD,
    GOALS,
    OPPOSITE,
    Board,
    Card,
    Cell,
    beside,
    half_turn,
    joined,
    lies_as,
    may_lie,
    turned_up,
)

LYING = tuple(sorted({way for card in DECK for way in (card, half_turn(card))}))
"""Every card in every way it can lie."""
HAND = 3
"""Cards among which the next to be laid is chosen."""
AIMS: tuple[Cell, ...] = (
    *((7, up) for up in (-2, -1, 0, 1, 2)),
    *((8, up) for up in (-3, -1, 1, 3)),
    *((9, up) for up in (-2, -1, 0, 1, 2)),
    *((-4, 0), (1, 5), (4, -5), (12, 0)),
)
"""Where tunnels are driven: to the goals from all sides, between them, and away from them."""


class Change(NamedTuple):
    """What has just happened: a card laid, a goal turned up, or (without a card) a rockfall."""

    cell: Cell
    card: Card | None
    reached_at: str = ""


class Table:
    """A table on which cards are laid, one after the other, as the rules have it.

    With ``strays`` above 0 some cards are laid anywhere, against the rules, as a table may
    overrule the referee; ``rockfalls`` are the most there can be. Play goes on past the treasure.
    """

    def __init__(self, draw: Random, strays: float = 0, rockfalls: int = 3) -> None:
        self.draw = draw
        self.strays = strays
        self.rockfalls = rockfalls
        self.has_strays = False
        self.board: dict[Cell, Card] = dict(EMPTY_BOARD)
        self.hidden = set(GOALS)
        self.up: dict[Cell, str] = {}
        self.laid: set[Cell] = set()
        self.goals = dict(
            zip(GOALS, draw.sample(["treasure", "stone-a", "stone-b"], 3), strict=True)
        )
        self.deck = [card for card, copies in DECK.items() for _ in range(copies)]
        draw.shuffle(self.deck)
        self.aim = draw.choice(AIMS)

    def grow(self) -> Iterator[Change]:
        """Use up the deck; between two changes the table lies as it would in a game."""
        while self.deck:
            if len(self.laid) > 3 and self.rockfalls and self.draw.random() < 0.08:
                self.rockfalls -= 1
                cell = self.draw.choice(sorted(self.laid))
                self.laid.remove(cell)
                del self.board[cell]
                yield Change(cell, None)
            elif self.draw.random() < self.strays:
                yield from self.lay_a_stray(self.deck.pop())
            else:
                yield from self.lay_by_the_rules()

    def lay_by_the_rules(self) -> Iterator[Change]:
        """Lay a card of a few, mostly what comes nearest to the aim; turn up what it reaches."""
        if self.aim in self.board or self.draw.random() < 0.02:
            self.aim = self.draw.choice(AIMS)
        hand = self.deck[-HAND:]
        ways = [(card, *way) for card in hand for way in self.ways(card)]
        if not ways:
            self.deck.pop()
            return
        nearest = min(ways, key=lambda way: (way[0].dead_end, self.distance(*way[1:])))
        card, cell, lying = nearest if self.draw.random() < 0.9 else self.draw.choice(ways)
        self.deck.remove(card)
        yield self.put(cell, lying)
        if not card.dead_end:
            for goal, reached_at in turned_up(self.board, self.hidden, cell):
                self.hidden.remove(goal)
                self.up[goal] = self.goals[goal]
                self.board[goal] = lies_as(self.goals[goal], reached_at)
                yield Change(goal, self.board[goal], reached_at)

    def ways(self, card: Card) -> list[tuple[Cell, Card]]:
        """List where a card may lie; only where the tunnel opens to can that be."""
        ends = {beside(at, side) for at in joined(self.board) for side in self.board[at].openings}
        return [
            (cell, way)
            for cell in self.draw.sample(sorted(ends), len(ends))
            for way in sorted({card, half_turn(card)})
            if may_lie(self.board, self.hidden, way, cell)
        ]

    def bold(self) -> tuple[Card, Cell] | None:
        """Draw a card that may lie and turns up a goal, if a few that are drawn have one."""
        for card in self.draw.sample(LYING, HAND):
            for cell, lying in self.ways(card):
                if not card.dead_end and turned_up({**self.board, cell: lying}, self.hidden, cell):
                    return lying, cell
        return None

    def lay_a_stray(self, card: Card) -> Iterator[Change]:
        """Lay a card on any free cell near by, or upon a tunnel card, whatever the rules say."""
        cell = near(self.draw, self.board)
        if cell not in self.hidden and cell not in self.up and cell not in EMPTY_BOARD:
            self.has_strays = True
            yield self.put(cell, self.draw.choice((card, half_turn(card))))

    def put(self, cell: Cell, card: Card) -> Change:
        """Lay a card."""
        self.laid.add(cell)
        self.board[cell] = card
        return Change(cell, card)

    def distance(self, cell: Cell, card: Card) -> int:
        """Count the steps to the aim from the nearest cell that the card opens."""
        return min(
            abs(right - self.aim[0]) + abs(up - self.aim[1])
            for right, up in (beside(cell, side) for side in card.openings)
        )


def near(draw: Random, board: Board) -> Cell:
    """Draw a cell near a card or a goal, mostly one that is not covered."""
    cells = GOALS if draw.random() < 1 / 6 else tuple(board)
    cell = draw.choice(cells)
    for _ in range(5):
        right, up = draw.choice(cells)
        cell = right + draw.randint(-1, 1), up + draw.randint(-1, 1)
        if cell not in board:
            break
    return cell


def question(draw: Random, board: Board) -> tuple[Card, Cell]:
    """Draw a card and a cell near the tunnel; most cards are cut to fit."""
    card, cell = draw.choice(LYING), near(draw, board)
    if draw.random() < 1 / 4:
        return card, cell
    openings = "".join(side for side in "NESW" if is_open(draw, board, cell, side))
    return (Card(openings, card.dead_end), cell) if len(openings) > 1 else (card, cell)


def is_open(draw: Random, board: Board, cell: Cell, side: str) -> bool:
    """Open a side as its neighbour asks, and at random where there is none."""
    there = board.get(beside(cell, side))
    return OPPOSITE[side] in there.openings if there else draw.random() < 1 / 2
