"""Diagrams of what is on the table, as shapes in cells, with letters of their own size on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from markupsafe import Markup
from msgspec import Struct

from referee.core.paper.drawing import (
    Box,
    Diagram,
    Drawing,
    Label,
    Line,
    LineStyle,
    Point,
    Shade,
    Step,
)
from referee.core.say import Say

EDGE: Final = 0.12
"""The margin around a diagram, so that lines at its border are not cut. All in cells."""
ARROW_SIZE: Final = 0.3
MANY: Final = 14
"""A diagram that is more cells wide has smaller letters."""
CELL: Final = 7.2
"""The side of a cell on paper, in mm, if there is room for it."""
STEPS: Final = 6
"""How many steps of a strip lie side by side on paper."""
BESIDE, ALONE = 66.0, 182.0
"""How wide a diagram is on paper beside what is said of it, and alone, in mm."""
MOST_TALL, BESIDE_TALL = 92.0, 36.0
"""The most height of a diagram on paper, alone and beside what is said of it, in mm."""


class BoxShape(Struct, frozen=True):
    """A box."""

    x: float
    y: float
    width: float
    height: float
    look: str
    kind: str = "box"


class LineShape(Struct, frozen=True):
    """A line, its style and width; the ``head`` of an arrow is filled."""

    path: str
    look: str
    width: float
    head: str = ""
    kind: str = "line"


class TextShape(Struct, frozen=True):
    """A short text centred on a point, in per cent of the diagram; ``halo`` parts it from lines."""

    x: float
    y: float
    text: Say
    halo: bool = False


Shape: TypeAlias = BoxShape | LineShape


class DrawnDiagram(Struct, frozen=True, kw_only=True):
    """A diagram in cells; later shapes are on top of earlier ones, and the texts on all of them.

    ``most`` and ``highest`` are those of all diagrams of the sheet, which are at one scale;
    ``tall`` is how high it is on paper, in mm.
    """

    of: Diagram
    width: float
    height: float
    most: float
    highest: float
    tall: float
    shapes: tuple[Shape, ...]
    texts: tuple[TextShape, ...]

    @property
    def is_small(self) -> bool:
        """Whether its letters have to be small."""
        return self.most > MANY


def drawings_of(diagrams: Sequence[Diagram]) -> tuple[DrawnDiagram, ...]:
    """Draw diagrams at one scale.

    >>> diagrams = [Diagram(title=Say(""), told=Say(""), size=(n, 5), drawn=()) for n in (9, 10)]
    >>> [(drawing.width, drawing.most) for drawing in drawings_of(diagrams)]
    [(9.24, 10.24), (10.24, 10.24)]
    """
    sizes = [(max(each.size[0], 1), max(each.size[1], 1)) for each in diagrams]
    most = max((across for across, _ in sizes), default=1) + 2 * EDGE
    highest = max((down for _, down in sizes), default=1) + 2 * EDGE
    return tuple(drawing_of(each, most, highest) for each in diagrams)


def drawing_of(diagram: Diagram, most: float = 0, highest: float = 0) -> DrawnDiagram:
    """Draw one diagram.

    >>> diagram = Diagram(title=Say("Field"), told=Say("A stone."), size=(2, 1),
    ...     drawn=(Box((0, 0)), Label((0.5, 0.5), Say("1"))))
    >>> drawing = drawing_of(diagram)
    >>> drawing.width, drawing.shapes[0].x, drawing.texts[0].x
    (2.24, 0.12, 27.68)
    """
    width, height = (max(side, 1) + 2 * EDGE for side in diagram.size)
    most, highest = most or width, highest or height
    wide, tall = (BESIDE, BESIDE_TALL) if diagram.round else (ALONE, MOST_TALL)
    return DrawnDiagram(
        of=diagram,
        width=_cells(width),
        height=_cells(height),
        most=_cells(most),
        highest=_cells(highest),
        tall=_tall(diagram.steps) or height * min(wide / most, CELL, tall / highest),
        shapes=tuple(_shapes(diagram.drawn)),
        texts=tuple(_texts(diagram.drawn, width, height)),
    )


def _tall(steps: Sequence[Step]) -> float:
    lines = [steps[n : n + STEPS] for n in range(0, len(steps), STEPS)]
    return sum(9 + 4 * max(len(step.words) for step in line) for line in lines)


def _shapes(drawn: tuple[Drawing, ...]) -> Iterator[Shape]:
    for each in drawn:
        match each:
            case Box():
                (x, y), (width, height) = each.at, each.size
                yield BoxShape(_on(x), _on(y), _cells(width), _cells(height), each.tone)
            case Line():
                yield _line(each)


def _texts(drawn: tuple[Drawing, ...], width: float, height: float) -> Iterator[TextShape]:
    for n, each in enumerate(drawn):
        if isinstance(each, Label):
            x, y = 100 * _on(each.at[0]) / width, 100 * _on(each.at[1]) / height
            halo = any(_lies_on(each, under) for under in drawn[:n])
            yield TextShape(round(x, 2), round(y, 2), each.text, halo)


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


_WIDTHS: Final = {
    LineStyle.THIN: 0.03,
    LineStyle.WALL: 0.09,
    LineStyle.TUNNEL: 0.28,
    LineStyle.WAY: 0.06,
}


def _line(line: Line) -> LineShape:
    points = [(_on(x), _on(y)) for x, y in line.through]
    head = _head(points[-2], points[-1]) if line.points and len(points) > 1 else ""
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    return LineShape(path, line.pen, _WIDTHS[line.pen], head)


def _head(tail: Point, tip: Point) -> str:
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1
    x, y = (tip[0] - tail[0]) / length * ARROW_SIZE, (tip[1] - tail[1]) / length * ARROW_SIZE
    back = tip[0] - x, tip[1] - y
    sides = ((back[0] - y / 2, back[1] + x / 2), (back[0] + y / 2, back[1] - x / 2))
    return "M" + "L".join(f"{_cells(a):g} {_cells(b):g}" for a, b in (tip, *sides)) + "z"


def _on(at: float) -> float:
    return _cells(at + EDGE)


def _cells(length: float) -> float:
    return round(length, 3)


def painted(look: str) -> Markup:
    """Give the attributes by which a shape is seen where no style sheet is.

    >>> print(painted("plain"))
    class="plain" fill="#fffdf8" stroke="#4f4a42"
    """
    fill, stroke = _PAINT.get(look, ("none", "#16130e"))
    return Markup('class="{}" fill="{}" stroke="{}"').format(look, fill, stroke)


_PAINT: Final = {
    "plain": ("#fffdf8", "#4f4a42"),
    "pale": ("#f0ece3", "#4f4a42"),
    "dark": ("#4f4a42", "#16130e"),
    "head": ("#16130e", "none"),
    LineStyle.TUNNEL: ("none", "#4f4a42"),
    "star": ("#16130e", "none"),
    "ring": ("#fffdf8", "#16130e"),
    "fine": ("none", "#d8d0c0"),
}
