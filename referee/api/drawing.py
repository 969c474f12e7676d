"""Diagrams and charts of a scoresheet."""

from referee.core.paper.chart import Chart, ChartMark, MarkShape, standing_chart
from referee.core.paper.diagram import Box, Diagram, Drawing, Label, Line, LineStyle, Point, Shade

__all__ = (
    "Box",
    "Chart",
    "ChartMark",
    "Diagram",
    "Drawing",
    "Label",
    "Line",
    "LineStyle",
    "MarkShape",
    "Point",
    "Shade",
    "standing_chart",
)
