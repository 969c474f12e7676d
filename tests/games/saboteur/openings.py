"""Answers that lead where a stranger who draws among all that is offered seldom comes."""

from __future__ import annotations

from typing import Final

TO_THE_MIDDLE: Final = (
    *("@Ana", "EW 1,0", "EW 2,0", "EW 3,0", "NEW 4,0", "NEW 5,0", "NEW 6,0", "NESW 7,0"),
)
BETWEEN_TWO_GOALS: Final = (
    *("@Ana", "EW 1,0", "EW 2,0", "EW 3,0", "NEW 4,0", "NEW 5,0", "NEW 6,0", "NW 7,0"),
    *("ES 7,1", "NESW 8,1"),
)
NOTHING_LAID: Final = ("@Ana", *["discard"] * 66)

OPENINGS: Final = (TO_THE_MIDDLE, BETWEEN_TWO_GOALS, NOTHING_LAID)
"""To one goal, to two at once, and to the last card of a round."""
