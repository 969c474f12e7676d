"""Diagrams of what is on the table, as shapes on paper. All in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.drawing import Box, Diagram, Drawing, Label, Line, LineStyle, Point, Shade
from referee.core.paper.wording import text_of
from referee.core.say import Say
from referee.html.chart import estimated_width

MAX_CELL: Final = 9.0
"""The side of a cell if the paper has room for it."""
MAX_HEIGHT: Final = 88.0
"""The most height of a diagram, so that it fits on the first page."""
EDGE: Final = 1.0
"""The margin around a diagram, so that lines at its border are not cut."""
ARROW_SIZE: Final = 2.2
GAP: Final = 6.0
MIN_READABLE: Final = 3.4
"""The least side of a cell when diagrams are drawn side by side."""


class BoxShape(Struct, frozen=True):
    """A box on paper."""

    x: float
    y: float
    width: float
    height: float
    look: str
    round: float = 0
    kind: str = "box"


class LineShape(Struct, frozen=True):
    """A line on paper, its style and width; the ``head`` of an arrow is filled."""

    path: str
    look: str
    width: float
    head: str = ""
    kind: str = "line"


class TextShape(Struct, frozen=True):
    """A short text on paper, centred on a point."""

    x: float
    y: float
    text: Say
    height: float
    look: str = ""
    kind: str = "text"


Shape: TypeAlias = BoxShape | LineShape | TextShape


class DrawnDiagram(Struct, frozen=True, kw_only=True):
    """A diagram on paper; later shapes are on top of earlier ones."""

    title: Say
    told: Say
    signs: tuple[Say, ...]
    notes: tuple[Say, ...]
    width: float
    height: float
    shapes: tuple[Shape, ...]


def drawings_of(diagrams: Sequence[Diagram], width: float) -> tuple[DrawnDiagram, ...]:
    """Draw diagrams on paper of this width, at one scale, side by side if still readable.

    >>> diagram = Diagram(title=Say(""), told=Say(""), size=(10, 5), drawn=())
    >>> [drawing.width for drawing in drawings_of([diagram, diagram, diagram], 186)]
    [58.0, 58.0, 58.0]
    """
    if not diagrams:
        return ()
    widths = [max(diagram.size[0], 1) for diagram in diagrams]
    many = len(diagrams)
    together = (width - GAP * (many - 1) - 2 * EDGE * many) / sum(widths)
    alone = (width - 2 * EDGE) / max(widths)
    rows = 1 if together >= MIN_READABLE or many == 1 else many
    highest = max(max(diagram.size[1], 1) for diagram in diagrams)
    tall = (MAX_HEIGHT - 2 * EDGE) / highest if rows == 1 else MAX_CELL
    cell = min(MAX_CELL, together if rows == 1 else min(alone, 2 * MIN_READABLE), tall)
    return tuple(drawing_of(diagram, cell) for diagram in diagrams)


def drawing_of(diagram: Diagram, cell: float) -> DrawnDiagram:
    """Draw one diagram, with cells of this size.

    >>> diagram = Diagram(title=Say("Field"), told=Say("A stone."), size=(2, 1),
    ...     drawn=(Box((0, 0)), Label((0.5, 0.5), Say("1"))))
    >>> drawing = drawing_of(diagram, 9)
    >>> drawing.width, [(shape.kind, shape.x) for shape in drawing.shapes]
    (20.0, [('box', 1.0), ('text', 5.5)])
    """
    across, down = (max(side, 1) for side in diagram.size)
    return DrawnDiagram(
        title=diagram.title,
        told=diagram.told,
        signs=diagram.signs,
        notes=diagram.notes,
        width=_mm(across * cell + 2 * EDGE),
        height=_mm(down * cell + 2 * EDGE),
        shapes=tuple(_shapes(diagram.drawn, cell)),
    )


def _shapes(drawn: tuple[Drawing, ...], cell: float) -> Iterator[Shape]:
    for n, each in enumerate(drawn):
        match each:
            case Box():
                (x, y), (width, height) = each.at, each.size
                size = _mm(width * cell), _mm(height * cell)
                yield BoxShape(_on(x, cell), _on(y, cell), *size, each.tone)
            case Line():
                yield _line(each, cell)
            case Label():
                yield from _text(each, cell, covers=any(_lies_on(each, d) for d in drawn[:n]))


def _text(label: Label, cell: float, *, covers: bool) -> Iterator[Shape]:
    """Write a text, on a white patch if it would cover something dark."""
    x, y = _on(label.at[0], cell), _on(label.at[1], cell)
    height = _mm(label.height * cell)
    if covers:
        width = max(estimated_width(text_of(label.text), height), 1.2 * height)
        left, top = _mm(x - width / 2), _mm(y - 0.6 * height)
        yield BoxShape(left, top, _mm(width), _mm(1.2 * height), "patch", _mm(0.6 * height))
    yield TextShape(x, y, label.text, height)


def _lies_on(label: Label, drawn: Drawing) -> bool:
    if isinstance(drawn, Box):
        (left, top), (width, height), (x, y) = drawn.at, drawn.size, label.at
        return drawn.tone is Shade.DARK and left < x < left + width and top < y < top + height
    if isinstance(drawn, Line):
        return any(_is_near(label, *ends) for ends in pairwise(drawn.through))
    return False


def _is_near(label: Label, tail: Point, tip: Point) -> bool:
    """Whether a line from one point to another crosses the text."""
    x, y = label.at[0] - tail[0], label.at[1] - tail[1]
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    length = across**2 + down**2 or 1
    part = max(0.0, min(1.0, (x * across + y * down) / length))
    return hypot(x - part * across, y - part * down) < label.height


def _line(line: Line, cell: float) -> LineShape:
    points = [(_on(x, cell), _on(y, cell)) for x, y in line.through]
    width = {
        LineStyle.THIN: 0.2,
        LineStyle.WALL: 0.7,
        LineStyle.TUNNEL: 0.28 * cell,
        LineStyle.WAY: 0.5,
    }[line.pen]
    head = _head(points[-2], points[-1]) if line.points and len(points) > 1 else ""
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    return LineShape(path, line.pen, _mm(width), head)


def _head(tail: Point, tip: Point) -> str:
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1
    x, y = (tip[0] - tail[0]) / length * ARROW_SIZE, (tip[1] - tail[1]) / length * ARROW_SIZE
    back = tip[0] - x, tip[1] - y
    sides = ((back[0] - y / 2, back[1] + x / 2), (back[0] + y / 2, back[1] - x / 2))
    return "M" + "L".join(f"{_mm(a):g} {_mm(b):g}" for a, b in (tip, *sides)) + "z"


def _on(at: float, cell: float) -> float:
    return _mm(at * cell + EDGE)


def _mm(length: float) -> float:
    return round(length, 2)
