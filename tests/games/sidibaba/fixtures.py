"""What only a table can tell, a maze at every second table; and numbers that no case holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
_CLOCKS: Final = "A clock counts it, and no case has one: test_recorded.py looks at the glass."
UNDETECTED: Final[Mapping[tuple[Any, ...], str]] = {
    ("SID-3.1", "seconds", 1): _CLOCKS,
    ("SID-3.1", "seconds", -1): _CLOCKS,
}
"""Nudges of a number that no case notices, each with the reason."""
