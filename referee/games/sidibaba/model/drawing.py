"""The drawing of a maze, sign by sign: what is wrong in it, and where."""

import re
from collections.abc import Iterator
from typing import Final

from referee.api import BadText, Say, TextProblem

LARGEST: Final = 60
"""The most squares on a side; the boards have about six."""
TREASURE, CHEST, BLANK = "T", "C", " "
WALLS: Final = "-|+"
_SMALLEST: Final = 3
_MEANT: Final = {
    **dict.fromkeys("‐‑‒–—―−─━═_~", "-"),
    **dict.fromkeys("│┃║¦‖!Il", "|"),
    **dict.fromkeys("┼╋╬┌┐└┘├┤┬┴┏┓┗┛╔╗╚╝", "+"),
    **dict.fromkeys(".·…", "a blank"),
    "t": TREASURE,
    "c": CHEST,
}
"""What other signs were probably meant for."""


def drawn_lines(text: str) -> list[str]:
    r"""Return the lines of a drawing, filled up to one width. Raises BadText.

    >>> drawn_lines("+-+\n|T\n+-+\n")
    ['+-+', '|T ', '+-+']
    """
    rows = [line.rstrip(BLANK) for line in text.split("\n")]
    above = next((n for n, line in enumerate(rows) if line), 0)
    while rows and not rows[-1]:
        rows.pop()
    lines = rows[above:]
    flaws: dict[tuple[int, int], TextProblem] = {}
    for flaw in _flaws(lines):
        at = (flaw.line + above, flaw.column)
        flaws.setdefault(at, TextProblem(*at, flaw.message, flaw.remedy))
    if flaws:
        raise BadText(flaws.values())
    return [line.ljust(len(lines[0])) for line in lines]


def _flaws(lines: list[str]) -> Iterator[TextProblem]:
    """Find what is wrong; signs can only be placed once the frame is right."""
    if not lines:
        yield TextProblem(1, 1, Say("A drawing is missing."), _FRAME)
        return
    if size := _wrong_size(lines):
        yield size
        return
    strange = list(_strange_signs(lines))
    yield from strange
    frame = list(_frame_flaws(lines))
    yield from frame
    if frame:
        return
    lines = [line.ljust(len(lines[0])) for line in lines]
    yield from _misplaced(lines)
    if not strange and not _has_gap(lines):
        said = Say("There is no way out: the outer wall has no gap.")
        remedy = Say(
            "Leave out a wall for each exit. Lines that are cut short are filled with spaces."
        )
        yield TextProblem(1, 1, said, remedy)


def _signs(lines: list[str], sought: str) -> Iterator[tuple[int, int, str]]:
    """List the signs sought: line and column, counted from 1 and even on squares, and the sign."""
    for row, line in enumerate(lines, start=1):
        for sign in re.finditer(sought, line):
            yield row, sign.end(), sign[0]


def _strange_signs(lines: list[str]) -> Iterator[TextProblem]:
    for row, column, sign in _signs(lines, rf"[^{WALLS}{TREASURE}{CHEST}{BLANK}]"):
        said = Say("There is an invisible character here.")
        if sign.isprintable():
            said = Say("“{sign}” is not a character of a maze.", sign=sign)
        yield TextProblem(row, column, said, _remedy_for(sign))


def _remedy_for(sign: str) -> Say:
    meant = _MEANT.get(sign)
    if meant is None:
        return _SIGNS
    is_sign = len(meant) == 1
    return Say("Write “{meant}”." if is_sign else "Write a space.", meant=meant)


def _wrong_size(lines: list[str]) -> TextProblem | None:
    """Refuse a drawing that is too small or too large for any table."""
    width, height = max(map(len, lines)), len(lines)
    most = 2 * LARGEST + 1
    if width < _SMALLEST or height < _SMALLEST:
        return TextProblem(1, 1, Say("This is too small for a maze."), _FRAME)
    if width <= most and height <= most:
        return None
    long = next((row for row, line in enumerate(lines) if len(line) > most), None)
    row, column = (most + 1, 1) if long is None else (long + 1, most + 1)
    said = Say("The maze is larger than {n} by {n} squares.", n=LARGEST)
    return TextProblem(row, column, said, Say("A square takes two characters."))


def _frame_flaws(lines: list[str]) -> Iterator[TextProblem]:
    """Find where the drawing is not a rectangle of squares with walls around it."""
    width, height = max(len(lines[0]), len(lines[-1])), len(lines)
    for row, line in enumerate(lines):
        if len(line) > width:
            said = Say("This line is longer than the maze, which is {n} characters wide.", n=width)
            yield TextProblem(row + 1, width + 1, said, _EVEN_LINES)
        elif row in {0, height - 1} and len(line) < width:
            said = Say(
                "The corner of the maze is missing. The maze is {n} characters wide.", n=width
            )
            yield TextProblem(row + 1, len(line) + 1, said, _EVEN_LINES)
    for row in (0, height - 1):
        if lines[row][0] == BLANK:
            said = Say("The corner of the maze is missing.")
            yield TextProblem(row + 1, 1, said, Say("Write “+” at every corner."))
    if width % 2 == 0:
        said = Say("The maze is {n} characters wide. An even number does not fit.", n=width)
        yield TextProblem(1 if len(lines[0]) == width else height, width, said, _TWO_SIGNS)
    if height % 2 == 0:
        said = Say("The maze is {n} lines high. An even number does not fit.", n=height)
        yield TextProblem(height, 1, said, _TWO_SIGNS)


def _misplaced(lines: list[str]) -> Iterator[TextProblem]:
    """Find walls in place of squares, loot in place of walls, and a second Treasure."""
    first: tuple[int, int] | None = None
    for row, column, sign in _signs(lines, rf"[{WALLS}{TREASURE}{CHEST}]"):
        is_square = row % 2 == column % 2 == 0
        if is_square and sign in WALLS:
            said = Say("“{sign}” is a wall, but this is a square.", sign=sign)
            yield TextProblem(row, column, said, _SQUARE)
        elif not is_square and sign in (TREASURE, CHEST):
            said = Say("“{sign}” belongs on a square, but this is a wall or a gap.", sign=sign)
            yield TextProblem(row, column, said, _SQUARE)
        elif sign == TREASURE and first:
            at = "The Treasure is already at {column},{row}."
            said = Say(at, column=first[0], row=first[1])
            remedy = Say("There is only one Treasure. Write “C” for a chest, or a space.")
            yield TextProblem(row, column, said, remedy)
        elif sign == TREASURE:
            first = column // 2, row // 2


def _has_gap(lines: list[str]) -> bool:
    top_and_bottom = lines[0][1::2] + lines[-1][1::2]
    return BLANK in top_and_bottom or any(BLANK in (line[0], line[-1]) for line in lines[1::2])


_FRAME: Final = Say("Draw at least one square with its walls: +-+, below it | |, below it + +.")
_SIGNS: Final = Say("Walls are -, | and +. T is the Treasure, C a chest, a space a gap.")
_EVEN_LINES: Final = Say(
    "All lines have the same length. Only spaces at their ends can be left out."
)
_TWO_SIGNS: Final = Say("Walls and squares alternate, and every line begins and ends with a wall.")
_SQUARE: Final = Say(
    "Characters 2, 4, 6 … of lines 2, 4, 6 … are squares, and all others walls or gaps."
)
