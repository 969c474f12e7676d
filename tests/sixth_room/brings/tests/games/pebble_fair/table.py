"""What only a table can tell: the board at the gate."""

from __future__ import annotations

NUMBERS = {"board": (1, 3, 6, 10)}
