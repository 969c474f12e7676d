"""What is printed: the lines of a sheet, how they are filled, and what goes with them."""

from typing import Final

SHARED: Final = ""
"""The column of what all see together."""
