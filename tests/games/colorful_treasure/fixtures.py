"""What only a table can tell: here a table of gems that might stand on a help card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {"same_colour": (1, 3, 6, 10, 15, 21)}
