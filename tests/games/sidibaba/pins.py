"""Numbers that no case can pin, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_CLOCKS: Final = "A clock counts it, and no case has one: test_recorded.py looks at the glass."
UNPINNED: Final[Mapping[tuple[Any, ...], str]] = {
    ("SID-3.1", "seconds", 1): _CLOCKS,
    ("SID-3.1", "seconds", -1): _CLOCKS,
}
