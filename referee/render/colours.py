"""Colour, where a terminal has it: a verdict, a winner, a caret, and nothing else."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

_PAINT: Final = re.compile("\x1b\\[[0-9;]*m")


class Colour(StrEnum):
    """What a terminal is told before the words."""

    GREEN = "32"
    RED = "31"
    YELLOW = "33"
    BOLD = "1"


def paint(text: str, colour: Colour, *, wanted: bool) -> str:
    r"""Colour the words if it is wanted.

    >>> paint("no", Colour.RED, wanted=True), paint("no", Colour.RED, wanted=False)
    ('\x1b[31mno\x1b[0m', 'no')
    """
    return f"\x1b[{colour}m{text}\x1b[0m" if wanted else text


def unpainted(text: str) -> str:
    """Take the colour out again, of which no cell of a terminal is filled.

    >>> unpainted(paint("no", Colour.RED, wanted=True))
    'no'
    """
    return _PAINT.sub("", text) if "\x1b" in text else text
