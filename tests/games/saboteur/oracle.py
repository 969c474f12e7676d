"""The slow, obvious twin of Saboteur: written from the rules alone, it imports none of ours.

A cell is a pair of steps from the start, to the right and upwards. A card is the letters of its
openings as it lies. Gold is counted in ones, twos and combined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Gold: TypeAlias = tuple[int, int, int]


class Card(NamedTuple):
    """A card that lies face up: the letters of its openings, and whether it is a dead end."""

    openings: str
    dead_end: bool = False


Board: TypeAlias = Mapping[Cell, Card]
"""Everything that lies face up: the start, tunnel cards, goals that have been turned up."""

START: Cell = (0, 0)
GOALS: tuple[Cell, ...] = ((8, 2), (8, 0), (8, -2))
EMPTY_BOARD: Board = {START: Card("NESW")}
DECK: Mapping[Card, int] = {
    Card("NS"): 4,
    Card("EW"): 3,
    Card("NE"): 5,
    Card("NW"): 4,
    Card("NES"): 5,
    Card("NEW"): 5,
    Card("NESW"): 5,
    **{
        Card(openings, dead_end=True): 1
        for openings in ("N", "E", "NS", "EW", "NE", "NW", "NES", "NEW", "NESW")
    },
}
STEP: Mapping[str, Cell] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE: Mapping[str, str] = {"N": "S", "E": "W", "S": "N", "W": "E"}

STONES: Mapping[str, Mapping[str, str]] = {
    "stone-a": {"W": "SW", "E": "NE", "N": "NE", "S": "SW"},
    "stone-b": {"W": "NW", "E": "ES", "N": "NW", "S": "ES"},
}
"""How a stone lies, by the side through which the tunnel has come to it."""


def beside(cell: Cell, side: str) -> Cell:
    """Step over one side."""
    right, up = STEP[side]
    return cell[0] + right, cell[1] + up


def half_turn(card: Card) -> Card:
    """Turn a card upside down."""
    turned = {OPPOSITE[side] for side in card.openings}
    return Card("".join(side for side in "NESW" if side in turned), card.dead_end)


def joined(board: Board) -> frozenset[Cell]:
    """Flood from the start: from card to card through open sides, never into a dead end."""
    return _joined(tuple(board.items()))


@lru_cache(maxsize=1)  # a table is asked for every card and cell before it changes
def _joined(lying: tuple[tuple[Cell, Card], ...]) -> frozenset[Cell]:
    board = dict(lying)
    flooded: set[Cell] = set()
    ahead = [START] if START in board else []
    while ahead:
        cell = ahead.pop()
        if cell in flooded:
            continue
        flooded.add(cell)
        for side in board[cell].openings:
            there = beside(cell, side)
            if (
                there in board
                and OPPOSITE[side] in board[there].openings
                and not board[there].dead_end
            ):
                ahead.append(there)
    return frozenset(flooded)


def objection(board: Board, hidden: set[Cell], card: Card, cell: Cell) -> str:
    """Say what speaks against laying the card there; nothing if it may lie there."""
    if cell in board or cell in hidden:
        return "occupied"
    if all(beside(cell, side) not in board and beside(cell, side) not in hidden for side in "NESW"):
        return "alone"
    for side in "NESW":
        there = beside(cell, side)
        if there in board and (side in card.openings) != (OPPOSITE[side] in board[there].openings):
            return "does not fit"
    flooded = joined(board)
    for side in card.openings:
        there = beside(cell, side)
        if there in flooded and OPPOSITE[side] in board[there].openings:
            return ""
    return "not joined"


def may_lie(board: Board, hidden: set[Cell], card: Card, cell: Cell) -> bool:
    """Tell whether the card may lie there as it is turned."""
    return objection(board, hidden, card, cell) == ""


def places(board: Board, hidden: set[Cell], card: Card) -> list[tuple[Cell, Card]]:
    """List where a card may lie, and how, by trying both ways on all cells around the table."""
    rightmost = max(cell[0] for cell in board) + 2
    leftmost = min(cell[0] for cell in board) - 2
    highest = max(cell[1] for cell in board) + 2
    lowest = min(cell[1] for cell in board) - 2
    ways = {card, half_turn(card)}
    return [
        ((right, up), way)
        for right in range(leftmost, rightmost + 1)
        for up in range(lowest, highest + 1)
        for way in sorted(ways)
        if may_lie(board, hidden, way, (right, up))
    ]


def turned_up(board: Board, hidden: set[Cell], cell: Cell) -> list[tuple[Cell, str]]:
    """List the goals that the card just laid turns up, each with the side where it is reached."""
    if cell not in joined(board):
        return []
    return sorted(
        (beside(cell, side), OPPOSITE[side])
        for side in board[cell].openings
        if beside(cell, side) in hidden
    )


def opened_to(board: Board, hidden: set[Cell]) -> list[tuple[Cell, str]]:
    """List the goals that anything joined to the start is open to, with the first side of each."""
    found = []
    flooded = joined(board)
    for goal in sorted(hidden):
        sides = [
            side
            for side in "NESW"
            if beside(goal, side) in flooded
            and OPPOSITE[side] in board[beside(goal, side)].openings
        ]
        if sides:
            found.append((goal, sides[0]))
    return found


def lies_as(goal: str, reached_at: str) -> Card:
    """Tell how a goal lies once it is up."""
    return Card("NESW") if goal == "treasure" else Card(STONES[goal][reached_at])


def misfits(board: Board, cell: Cell) -> int:
    """Count the sides at which an opening of one card meets a wall of another."""
    return sum(
        beside(cell, side) in board
        and (side in board[cell].openings) != (OPPOSITE[side] in board[beside(cell, side)].openings)
        for side in "NESW"
    )


def loose(board: Board) -> set[Cell]:
    """List what cannot be walked to from the start; dead ends can be walked to."""
    flooded = joined(board)
    walked_to = {
        beside(cell, side)
        for cell in flooded
        for side in board[cell].openings
        if beside(cell, side) in board
        and OPPOSITE[side] in board[beside(cell, side)].openings
    }  # fmt: skip
    return set(board) - flooded - walked_to


# Gold

BOX: Gold = (16, 8, 4)
POOL: Mapping[int, tuple[int, int]] = {
    3: (1, 3),
    4: (1, 4),
    5: (2, 4),
    6: (2, 5),
    7: (3, 5),
    8: (3, 6),
    9: (3, 7),
    10: (4, 7),
}
"""Saboteurs and diggers among the dwarf cards, by players; one card is left over."""
PAY: Mapping[int, int] = {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}
SELFISH_NUGGETS = 4


def saboteurs_in_play(seats: int) -> set[int]:
    """Leave out each of the dwarf cards in turn."""
    saboteurs, diggers = POOL[seats]
    cards = ["saboteur"] * saboteurs + ["digger"] * diggers
    return {
        (cards[:left_over] + cards[left_over + 1 :]).count("saboteur")
        for left_over in range(len(cards))
    }


def cards_drawn(
    seats: int, diggers: int, edition: str = "players", *, selfish_passed: bool = False
) -> int:
    """Count the gold cards that the diggers share."""
    drawn = diggers if edition == "miners" else seats
    if selfish_passed:
        drawn -= 1
    return min(drawn, 9)


def recipients(
    players: Sequence[str],
    saboteurs: Sequence[str],
    connector: str,
    edition: str = "players",
    *,
    selfish: str = "",
    go_empty: Sequence[str] = (),
) -> list[str]:
    """Walk counter-clockwise from the connector until all cards are gone; players are clockwise.

    ``selfish`` is the selfish dwarf, if one is in play, who has not joined the treasure;
    ``go_empty`` are diggers with a broken tool, where that option holds.
    """
    order: list[str] = []
    passed_over = {*saboteurs, *go_empty, selfish}
    if all(name in passed_over for name in players):
        return order
    diggers = [name for name in players if name not in saboteurs]
    cards = cards_drawn(len(players), len(diggers), edition, selfish_passed=selfish in players)
    seat = list(players).index(connector)
    while len(order) < cards:
        if players[seat] not in passed_over:
            order.append(players[seat])
        seat = seat - 1 if seat > 0 else len(players) - 1
    return order


def kept(order: Sequence[str], drawn: Sequence[int]) -> dict[str, list[int]]:
    """Let each keep the highest card that is left."""
    left = list(drawn)
    takes: dict[str, list[int]] = {}
    for name in order:
        highest = max(left)
        left.remove(highest)
        takes.setdefault(name, []).append(highest)
    return takes


def draws(cards: int, bank: Gold = BOX) -> Iterator[list[int]]:
    """List every handful of so many cards that a bank can give."""
    for drawn in combinations_with_replacement((3, 2, 1), cards):
        if all(drawn.count(value) <= bank[value - 1] for value in (1, 2, 3)):
            yield list(drawn)


def payments(amount: int) -> list[Gold]:
    """List every handful of gold cards that is worth so much."""
    return [
        (ones, twos, combined)
        for ones in range(amount + 1)
        for twos in range(amount + 1)
        for combined in range(amount + 1)
        if ones + 2 * twos + 3 * combined == amount
    ]


def banks_after_paying(bank: Gold, amount: int, times: int) -> set[Gold]:
    """Pay one after the other in every way; nothing is left of a bank that cannot pay."""
    banks = {bank}
    for _ in range(times):
        banks = {
            (ones - a, twos - b, combined - c)
            for ones, twos, combined in banks
            for a, b, c in payments(amount)
            if a <= ones and b <= twos and c <= combined
        }
    return banks


def is_payable(bank: Gold, amount: int, times: int) -> bool:
    """Tell whether so many can be paid exactly."""
    return bool(banks_after_paying(bank, amount, times))


def banks_after(seats: int, edition: str) -> list[set[Gold]]:
    """Follow every course of three rounds: what the bank can hold before and after each.

    Where the saboteurs cannot be paid exactly, a course ends.
    """
    course: list[set[Gold]] = [{BOX}]
    for _ in range(3):
        found: set[Gold] = set()
        for bank in course[-1]:
            for saboteurs in saboteurs_in_play(seats):
                found |= banks_after_paying(bank, PAY[saboteurs], saboteurs)
                for drawn in draws(cards_drawn(seats, seats - saboteurs, edition), bank):
                    ones, twos, combined = (drawn.count(value) for value in (1, 2, 3))
                    found.add((bank[0] - ones, bank[1] - twos, bank[2] - combined))
        course.append(found)
    return course


def worth(gold: Gold) -> int:
    """Count the nuggets."""
    ones, twos, combined = gold
    return ones + 2 * twos + 3 * combined


def banks() -> Iterator[Gold]:
    """List all that a bank can hold at all."""
    ones, twos, combined = (range(most + 1) for most in BOX)
    yield from product(ones, twos, combined)
