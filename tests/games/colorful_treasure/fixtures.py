"""What only a table can tell: here a table of gems that might stand on a help card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.fields import Value

NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {"same_colour": (1, 3, 6, 10, 15, 21)}


def fitting(question: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Tell as many numbers as stand on the help card: others are no facts of the question."""
    return {**values, **NUMBERS} if question == "gems" else values
