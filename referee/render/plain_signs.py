"""Plain signs for terminals and files that know no others."""

from __future__ import annotations

from codecs import lookup
from typing import Final

_ACROSS: Final = "━╸╺─╴╶—–"
_UPRIGHT: Final = "┃╹╻│╵╷"
_JOINTS: Final = "┗┏┣┛┻┓┫┳╋└┌├┘┴┐┤┬┼"
_OTHERS: Final = {"╭": ".", "╮": ".", "╰": "'", "╯": "'", "×": "x", "○": "o", "…": "..."}
_QUOTES: Final = {"“": '"', "”": '"', "’": "'"}
PLAIN: Final = str.maketrans(
    dict.fromkeys(_ACROSS, "-")
    | dict.fromkeys(_UPRIGHT, "|")
    | dict.fromkeys(_JOINTS, "+")
    | _OTHERS
    | _QUOTES
)


def has_all_signs(encoding: str) -> bool:
    """Tell whether an encoding can write any text, as other programs expect it.

    >>> has_all_signs("UTF8"), has_all_signs("cp1252")
    (True, False)
    """
    return lookup(encoding).name == "utf-8"


def plainly(text: str, encoding: str) -> str:
    """Write lines and quotes by plain signs where the encoding lacks the fine ones.

    >>> plainly("━S━ “小明”", "utf-8"), plainly("━S━ “7”", "ascii")
    ('━S━ “小明”', '-S- "7"')
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(PLAIN)
    return text
