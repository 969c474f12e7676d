"""The tunnel as a drawing, on the screen and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from referee.api import Event, Rulebook, Say, Struct, join, plural, replace
from referee.api.drawing import Box, Diagram, Drawing, Label, Line, LineStyle, Point, Shade
from referee.api.rounds import StateChange
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    EAST,
    NORTH,
    SOUTH,
    START,
    WEST,
    Card,
    Cell,
    cell_words,
    columns_and_rows,
    goal_cells,
    is_dead_end,
)
from referee.games.saboteur.model.board.tunnel import STONE_A, STONE_B, TREASURE, Tunnel
from referee.games.saboteur.state import Round, State

WIDTH: Final = 80
MARGIN: Final = 4
"""Characters of a line before the drawing, for the row numbers."""
CARD_WIDTH: Final = 5

_JOINTS: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The middle of a card by its openings, if a tunnel runs through."""
_STUBS: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The same for a dead end, when each card is one character."""
_LOOSE: Final = "○"
_BLOCKED: Final = "×"


def draw(tunnel: Tunnel, goals: Iterable[Cell], up: Mapping[Cell, str]) -> tuple[Say, ...]:
    """Draw all cards as text, from the top row down, and explain the characters.

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
    if_large = (Say("× dead end"), Say("○ cut off from the start"))
    signs += if_large if is_large else (Say("thin lines are dead ends"),)
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
        cards = [_card_lines(tunnel, up, (x, y)) for x in columns]
        for number, parts in enumerate(zip(*cards, strict=True)):
            yield f"{y:>3} " * (number == 1) + " " * MARGIN * (number != 1) + "".join(parts)


def _card_lines(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell) -> tuple[str, str, str]:
    """Draw one cell as three lines of five characters."""
    if cell in tunnel.hidden:
        return ("╭───╮", "│ ? │", "╰───╯")
    card = tunnel.cards.get(cell)
    if card is None:
        return ("     ", "     ", "     ")
    above = "┃" if card & NORTH else " "
    below = "┃" if card & SOUTH else " "
    left = "━━" if card & WEST else "  "
    right = "━━" if card & EAST else "  "
    middle = _letter(up, cell)
    if middle is None and is_dead_end(card):
        middle = _BLOCKED
    elif middle is None:
        middle = _LOOSE if tunnel.is_loose(cell) else _JOINTS[card]
    return (f"╭ {above} ╮", f"{left}{middle}{right}", f"╰ {below} ╯")


def _letter(up: Mapping[Cell, str], cell: Cell) -> str | None:
    if cell == START:
        return "S"
    return "$" if up.get(cell) == TREASURE else None


def _small(
    tunnel: Tunnel, up: Mapping[Cell, str], columns: Sequence[int], rows: Sequence[int]
) -> Iterator[str]:
    numbers = [f"{x:>3}" for x in columns]
    for digits in zip(*numbers, strict=True):
        yield " " * MARGIN + "".join(digits)
    for y in rows:
        yield f"{y:>3} " + "".join(_sign(tunnel, up, (x, y)) for x in columns)


def _sign(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell) -> str:
    if cell in tunnel.hidden:
        return "?"
    card = tunnel.cards.get(cell)
    if card is None:
        return " "
    return _letter(up, cell) or (_STUBS[card & 15] if is_dead_end(card) else _JOINTS[card])


TALL: Final = 1.25
"""The height of a card; its width is 1. This and all sizes below can be halved exactly."""
EDGE: Final = 1.0
"""The space above and on the left, for the numbers."""
GAP: Final = 1 / 32
"""The space between the side of a cell and the side of its card."""
REACH: Final = 0.5
"""How far the tunnel of a dead end goes from the side towards the middle, as a part of the way."""
MANY: Final = 20
"""The most columns that can all be numbered, on a phone too."""
LETTER_SIZE: Final = 0.4
DIGIT_SIZE: Final = 0.375
_BEYOND: Final = 0.25
"""The space on the right and below."""

_TOWARDS: Final[Mapping[Card, Point]] = {
    NORTH: (0, -TALL / 2),
    EAST: (0.5, 0),
    SOUTH: (0, TALL / 2),
    WEST: (-0.5, 0),
}
"""From the middle of a card to its sides."""
_STRAIGHT: Final = ((NORTH, SOUTH), (WEST, EAST))
_LETTERS: Final[Mapping[str, str]] = {TREASURE: "$", STONE_A: "A", STONE_B: "B"}


class _Frame(Struct, frozen=True):
    """The part of the table drawn: columns from left to right, rows from the top."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @classmethod
    def of(cls, tunnel: Tunnel) -> _Frame:
        return cls(*columns_and_rows({*tunnel.cards, *tunnel.hidden}))

    @property
    def size(self) -> Point:
        return EDGE + len(self.columns) + _BEYOND, EDGE + len(self.rows) * TALL + _BEYOND

    def middle(self, cell: Cell) -> Point:
        """Return the point in the middle of a cell; rows count upwards on the table."""
        x, y = cell
        across = EDGE + self.columns.index(x) + 0.5
        return (across, EDGE + (self.rows.index(y) + 0.5) * TALL)


def diagrams(moments: Sequence[StateChange[State, Event[State]]]) -> tuple[Diagram, ...]:
    """Draw the tunnel of each round that is over, and of the current one if a card was used."""
    drawn = [
        _diagram_of(before.now, before.round)
        for _, _, before, after in moments
        if after.round > before.round and not before.now.is_result_only
    ]
    if moments:
        last = moments[-1].after
        if last.now.turns and not (last.is_played or last.now.is_result_only):
            drawn.append(_diagram_of(last.now, last.round))
    return tuple(drawn)


def _diagram_of(now: Round, number: int) -> Diagram:
    """Draw the tunnel as it lies in a round."""
    drawn = _diagram(Say("The tunnel of round {round}", round=number), now.tunnel, now.up)
    return replace(drawn, round=number, lines=draw(now.tunnel, now.tunnel.hidden, now.up))


def start_and_goals(book: Rulebook) -> Diagram:
    """Draw start and goals as a round begins. Cites: SAB-1.3, SAB-1.9."""
    tunnel = Tunnel.of({START: CROSSING}, frozenset(goal_cells(book)))
    return _diagram(Say("The tunnel when a round begins"), tunnel, {})


def _diagram(title: Say, tunnel: Tunnel, up: Mapping[Cell, str]) -> Diagram:
    return Diagram(
        title=title,
        told=_in_words(tunnel, up),
        size=_Frame.of(tunnel).size,
        drawn=tuple(drawn_tunnel(tunnel, up)),
        signs=tuple(_signs(tunnel, up)),
    )


def drawn_tunnel(tunnel: Tunnel, up: Mapping[Cell, str]) -> Iterator[Drawing]:
    """Draw numbers and cards, from the top row down: first a card's box, then what it shows."""
    frame = _Frame.of(tunnel)
    yield from _numbers(frame)
    for y in frame.rows:
        for x in frame.columns:
            cell = (x, y)
            if cell in tunnel.hidden:
                yield _box(frame.middle(cell), Shade.PALE)
                yield Label(frame.middle(cell), Say("?"), LETTER_SIZE)
            elif cell in tunnel.cards:
                yield from _card(tunnel, up, cell, frame.middle(cell))


def _numbers(frame: _Frame) -> Iterator[Drawing]:
    """Number columns and rows; if numbers would touch, only some of them."""
    for x in _numbered(frame.columns):
        yield Label((frame.middle((x, frame.rows[0]))[0], EDGE / 2), Say("{n}", n=x), DIGIT_SIZE)
    for y in _numbered(frame.rows):
        yield Label((EDGE / 2, frame.middle((frame.columns[0], y))[1]), Say("{n}", n=y), DIGIT_SIZE)


def _numbered(places: Sequence[int]) -> list[int]:
    every = 1 + len(places) // MANY
    return [each for each in places if each % every == 0]


def _box(middle: Point, tone: Shade) -> Box:
    x, y = middle
    return Box((x - 0.5 + GAP, y - TALL / 2 + GAP), (1 - 2 * GAP, TALL - 2 * GAP), tone)


def _card(tunnel: Tunnel, up: Mapping[Cell, str], cell: Cell, middle: Point) -> Iterator[Drawing]:
    card = tunnel.cards[cell]
    yield _box(middle, Shade.PALE if tunnel.is_loose(cell) else Shade.PLAIN)
    yield from tunnels(card, middle)
    x, y = middle
    mark = "S" if cell == START else _LETTERS.get(up.get(cell, ""))
    if mark:
        yield Box((x - LETTER_SIZE / 2, y - LETTER_SIZE / 2), (LETTER_SIZE, LETTER_SIZE))
        yield Label(middle, Say(mark), LETTER_SIZE * 3 / 4)
    elif is_dead_end(card):
        yield Label(middle, Say("×"), LETTER_SIZE)


def tunnels(card: Card, middle: Point) -> Iterator[Line]:
    """Draw the tunnels of a card: through its middle, or for a dead end towards it.

    >>> [stroke.through for stroke in tunnels(EAST | WEST, (0.5, 0.5))]
    [((0.0, 0.5), (0.5, 0.5), (1.0, 0.5))]
    """
    sides = [side for side in _TOWARDS if card & side]
    if is_dead_end(card):
        for side in sides:
            yield Line((_at(middle, side), _at(middle, side, 1 - REACH)), LineStyle.TUNNEL)
        return
    straight = [ends for ends in _STRAIGHT if card & sum(ends) == sum(ends)]
    others = tuple(side for side in sides if not any(side in ends for ends in straight))
    for first, *last in filter(None, (*straight, others)):  # in, to the middle, and out again
        through = (_at(middle, first), middle, *(_at(middle, end) for end in last))
        yield Line(through, LineStyle.TUNNEL)


def _at(middle: Point, side: Card, part: float = 1) -> Point:
    across, down = _TOWARDS[side]
    return (middle[0] + across * part, middle[1] + down * part)


def _in_words(tunnel: Tunnel, up: Mapping[Cell, str]) -> Say:
    """Say how many cards lie, how many are cut off, and which goals were turned up."""
    laid = [cell for cell in tunnel.cards if cell != START and cell not in up]
    loose = sum(map(tunnel.is_loose, laid))
    goals = tuple(
        Say("{shows} at {cell}", shows=shows, cell=cell_words(cell)) for cell, shows in up.items()
    )
    said = [plural(len(laid), "{n} tunnel card lies.", "{n} tunnel cards lie.")]
    if loose:
        one = "{n} of them is cut off from the start."
        said.append(plural(loose, one, "{n} of them are cut off from the start."))
    shown = Say("Turned up: {goals}.", goals=goals) if goals else Say("No goal was turned up.")
    return join((*said, shown), " ")


def _signs(tunnel: Tunnel, up: Mapping[Cell, str]) -> Iterator[Say]:
    """Explain the signs that the drawing shows, and no others."""
    cards = tunnel.cards.items()
    yield Say("S start")
    if tunnel.hidden:
        yield Say("? goal face down")
    if TREASURE in up.values():
        yield Say("$ treasure")
    for stone in (STONE_A, STONE_B):
        if stone in up.values():
            yield Say("{letter} {stone}", letter=_LETTERS[stone], stone=stone)
    if any(is_dead_end(card) for cell, card in cards if cell not in up):
        yield Say("× dead end")
    if any(tunnel.is_loose(cell) for cell in tunnel.cards):
        yield Say("shaded: cut off from the start")
