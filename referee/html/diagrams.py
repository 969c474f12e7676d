"""Diagrams of what lies on the table, as shapes on paper. All in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.paper.diagram import Box, Diagram, Drawn, Label, Line, LineStyle, Point, Shade
from referee.core.paper.wording import text_of
from referee.core.say import Say
from referee.html.axes import estimated_width

MAX_CELL: Final = 9.0
"""The side of a cell where the paper has room for it."""
MAX_HEIGHT: Final = 150.0
"""A diagram is not drawn higher, so that its words stand on the same page."""
EDGE: Final = 1.0
"""What is free around, so that the lines at the border are whole."""
ARROW_SIZE: Final = 2.2
GAP: Final = 9.0
MIN_READABLE: Final = 5.5
"""The least side of a cell for the sake of a second diagram beside the first."""


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
    """A line on paper, how it is drawn and how wide; an arrow's ``head`` is drawn full."""

    path: str
    look: str
    width: float
    head: str = ""
    kind: str = "line"


class TextShape(Struct, frozen=True):
    """A few letters on paper around their middle."""

    x: float
    y: float
    text: Say
    height: float
    kind: str = "text"


Shape: TypeAlias = BoxShape | LineShape | TextShape


class Drawing(Struct, frozen=True, kw_only=True):
    """A diagram on paper; what is drawn later lies on top."""

    title: Say
    told: Say
    signs: tuple[Say, ...]
    width: float
    height: float
    shapes: tuple[Shape, ...]


def drawings_of(diagrams: Sequence[Diagram], width: float) -> tuple[Drawing, ...]:
    """Put diagrams on paper of this width, two beside each other where they stay readable.

    >>> diagram = Diagram(title=Say(""), told=Say(""), size=(10, 5), drawn=())
    >>> [drawing.width for drawing in drawings_of([diagram, diagram], 186)]
    [88.5, 88.5]
    """
    half = (width - GAP) / 2
    widest = max((diagram.size[0] for diagram in diagrams), default=1)
    is_halved = len(diagrams) > 1 and (half - 2 * EDGE) / widest >= MIN_READABLE
    return tuple(drawing_of(diagram, half if is_halved else width) for diagram in diagrams)


def drawing_of(diagram: Diagram, width: float) -> Drawing:
    """Put one diagram on paper: cells of one size, smaller ones where many have to fit in.

    >>> diagram = Diagram(title=Say("Field"), told=Say("A stone."), size=(2, 1),
    ...     drawn=(Box((0, 0)), Label((0.5, 0.5), Say("1"))))
    >>> drawing = drawing_of(diagram, 100)
    >>> drawing.width, [(shape.kind, shape.x) for shape in drawing.shapes]
    (20.0, [('box', 1.0), ('text', 5.5)])
    """
    across, down = (max(side, 1) for side in diagram.size)
    cell = min(MAX_CELL, (width - 2 * EDGE) / across, (MAX_HEIGHT - 2 * EDGE) / down)
    return Drawing(
        title=diagram.title,
        told=diagram.told,
        signs=diagram.signs,
        width=_mm(across * cell + 2 * EDGE),
        height=_mm(down * cell + 2 * EDGE),
        shapes=tuple(_shapes(diagram.drawn, cell)),
    )


def _shapes(drawn: tuple[Drawn, ...], cell: float) -> Iterator[Shape]:
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
    """Write letters; where they would cover something dark they stand on a white patch."""
    x, y = _on(label.at[0], cell), _on(label.at[1], cell)
    height = _mm(label.height * cell)
    if covers:
        width = max(estimated_width(text_of(label.text), height), 1.2 * height)
        left, top = _mm(x - width / 2), _mm(y - 0.6 * height)
        yield BoxShape(left, top, _mm(width), _mm(1.2 * height), "patch", _mm(0.6 * height))
    yield TextShape(x, y, label.text, height)


def _lies_on(label: Label, drawn: Drawn) -> bool:
    if isinstance(drawn, Box):
        (left, top), (width, height), (x, y) = drawn.at, drawn.size, label.at
        return drawn.tone is Shade.DARK and left < x < left + width and top < y < top + height
    if isinstance(drawn, Line):
        return any(_is_near(label, *ends) for ends in pairwise(drawn.through))
    return False


def _is_near(label: Label, tail: Point, tip: Point) -> bool:
    """Whether a line from one point to another runs through the letters."""
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
    """Draw the head of an arrow from one point to another."""
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1
    x, y = (tip[0] - tail[0]) / length * ARROW_SIZE, (tip[1] - tail[1]) / length * ARROW_SIZE
    back = tip[0] - x, tip[1] - y
    sides = ((back[0] - y / 2, back[1] + x / 2), (back[0] + y / 2, back[1] - x / 2))
    return "M" + "L".join(f"{_mm(a):g} {_mm(b):g}" for a, b in (tip, *sides)) + "z"


def _on(at: float, cell: float) -> float:
    return _mm(at * cell + EDGE)


def _mm(length: float) -> float:
    return round(length, 2)
