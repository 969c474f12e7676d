"""Blank pads for pen and paper."""

from referee.core.paper.pad import (
    BlankCell,
    BlankLine,
    Boxes,
    Checkbox,
    Footnote,
    Pad,
    PadRow,
    PadTable,
    names_across,
    score_table,
)
from referee.core.paper.round_sheet import QuickReference, ScoringEntry

__all__ = (
    "BlankCell",
    "BlankLine",
    "Boxes",
    "Checkbox",
    "Footnote",
    "Pad",
    "PadRow",
    "PadTable",
    "QuickReference",
    "ScoringEntry",
    "names_across",
    "score_table",
)
