"""Numbers that no case can pin, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

UNPINNED: Final[Mapping[tuple[Any, ...], str]] = {}
