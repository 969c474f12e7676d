"""A sheet round by round, and each round in one row."""

from referee.core.paper.lines import RoundSummary
from referee.core.paper.round_sheet import RoundRows, RoundSheet, SummaryRow
from referee.core.play.state_cache import StateChange

__all__ = (
    "RoundRows",
    "RoundSheet",
    "RoundSummary",
    "StateChange",
    "SummaryRow",
)
