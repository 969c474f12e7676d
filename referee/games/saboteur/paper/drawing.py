"""The tunnel as a drawing of lines: large where it fits 80 cells, else one sign for a card.

Tunnels are heavy lines. Whoever shows them where only plain signs can be shown puts ``-``,
``|`` and ``+`` in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from referee.api import Say, join
from referee.games.saboteur.model.board.cards import EAST, NORTH, SOUTH, WEST, Card, is_dead_end
from referee.games.saboteur.model.board.cells import START, Cell, columns_and_rows
from referee.games.saboteur.model.board.goals import TREASURE
from referee.games.saboteur.model.board.tunnel import Tunnel

WIDTH: Final = 80
MARGIN: Final = 4
"""Cells of a line before the drawing, for the row numbers."""
CARD_WIDTH: Final = 5

_JOINTS: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The middle of a card by its openings, where a tunnel runs through."""
_STUBS: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The same for a dead end, when a card is one sign."""
_LOOSE: Final = "○"
_BLOCKED: Final = "×"


def draw(tunnel: Tunnel, goals: Iterable[Cell], up: Mapping[Cell, str]) -> tuple[Say, ...]:
    """Draw all that lies, from the top row down, and tell the signs.

    >>> from referee.games.saboteur.model.board.cards import CROSSING
    >>> tunnel = Tunnel.of({START: CROSSING, (1, 0): EAST | WEST}, frozenset({(3, 0)}))
    >>> for line in draw(tunnel, ((3, 0),), {}):
    ...     print(line)
          0    1    2    3
    <BLANKLINE>
        ╭ ┃ ╮╭   ╮     ╭───╮
      0 ━━S━━━━━━━     │ ? │
        ╰ ┃ ╯╰   ╯     ╰───╯
    <BLANKLINE>
    S start, ? goal face down, × dead end, ○ cut off from the start
    """
    places = {*tunnel.cards, *goals}
    columns, rows = columns_and_rows(places)
    is_large = MARGIN + CARD_WIDTH * len(columns) <= WIDTH
    lines = _large(tunnel, up, columns, rows) if is_large else _small(tunnel, up, columns, rows)
    signs = [Say("S start"), Say("? goal face down")]
    if is_large:
        signs += [Say("× dead end"), Say("○ cut off from the start")]
    else:
        signs.append(Say("thin lines are dead ends"))
    if TREASURE in up.values():
        signs.append(Say("$ treasure"))
    drawn = tuple(Say("{line}", line=line.rstrip()) for line in lines)
    return (*drawn, Say(""), join(signs, ", "))


def _large(
    tunnel: Tunnel, up: Mapping[Cell, str], columns: Sequence[int], rows: Sequence[int]
) -> Iterator[str]:
    yield " " * MARGIN + "".join(f"{x:^{CARD_WIDTH}}" for x in columns)
    yield ""
    for y in rows:
        cards = [_card(tunnel, up, (x, y)) for x in columns]
        for number, parts in enumerate(zip(*cards, strict=True)):
            yield f"{y:>3} " * (number == 1) + " " * MARGIN * (number != 1) + "".join(parts)


def _card(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell) -> tuple[str, str, str]:
    """Draw one cell as three lines of five signs."""
    if cell in tunnel.hidden:
        return ("╭───╮", "│ ? │", "╰───╯")
    card = tunnel.cards.get(cell)
    if card is None:
        return ("     ", "     ", "     ")
    above = "┃" if card & NORTH else " "
    below = "┃" if card & SOUTH else " "
    left = "━━" if card & WEST else "  "
    right = "━━" if card & EAST else "  "
    middle = _middle(tunnel, up, cell, card)
    return (f"╭ {above} ╮", f"{left}{middle}{right}", f"╰ {below} ╯")


def _middle(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell, card: Card) -> str:
    if cell == START:
        return "S"
    if up.get(cell) == TREASURE:
        return "$"
    if is_dead_end(card):
        return _BLOCKED
    return _LOOSE if tunnel.is_loose(cell) else _JOINTS[card]


def _small(
    tunnel: Tunnel, up: Mapping[Cell, str], columns: Sequence[int], rows: Sequence[int]
) -> Iterator[str]:
    numbers = [f"{x:>3}" for x in columns]
    for digits in zip(*numbers, strict=True):
        yield " " * MARGIN + "".join(digits)
    for y in rows:
        yield f"{y:>3} " + "".join(_sign(tunnel, up, (x, y)) for x in columns)


def _sign(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell) -> str:
    """Draw one cell as one sign."""
    if cell in tunnel.hidden:
        return "?"
    card = tunnel.cards.get(cell)
    if card is None:
        return " "
    if cell == START or up.get(cell) == TREASURE:
        return "S" if cell == START else "$"
    return _STUBS[card & 15] if is_dead_end(card) else _JOINTS[card]
