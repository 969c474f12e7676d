"""What only a table can tell: a maze at every second table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MAZE: Final = """\
+-+-+ +-+
|T  |   |
+ + + + +
|C|  C| |
+-+-+ + +
|     |C
+ +-+-+-+
"""

TEXTS: Final[tuple[Mapping[str, str], ...]] = ({}, {"maze": MAZE})
"""The texts of a table by the seed: without a maze, and with one."""
