"""Diagrams and charts of a scoresheet."""

from referee.core.paper.drawing import (
    Box,
    Chart,
    ChartMark,
    Diagram,
    Drawing,
    Ink,
    Label,
    Line,
    LineStyle,
    MarkShape,
    Point,
    Shade,
    Step,
    counted_out,
)
from referee.core.paper.lines import standing_chart

__all__ = (
    "Box",
    "Chart",
    "ChartMark",
    "Diagram",
    "Drawing",
    "Ink",
    "Label",
    "Line",
    "LineStyle",
    "MarkShape",
    "Point",
    "Shade",
    "Step",
    "counted_out",
    "standing_chart",
)
