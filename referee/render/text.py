"""Text on a terminal: how many cells it fills, where it is broken, its colour, its signs."""

from __future__ import annotations

import re
from codecs import lookup
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final
from unicodedata import category, east_asian_width, normalize

_IS_NO_SENTENCE: Final = r"\S  +\S|(?:^|: )referee \w"
"""A row of a grid or a drawing has blanks side by side; a command is there to be copied."""
_HORIZONTAL: Final = "━╸╺─╴╶—–"
_VERTICAL: Final = "┃╹╻│╵╷"
_JOINTS: Final = "┗┏┣┛┻┓┫┳╋└┌├┘┴┐┤┬┼"
_OTHERS: Final = {
    "⇄": "~",
    "☐": "_",
    "·": "-",
    "╭": ".",
    "╮": ".",
    "╰": "'",
    "╯": "'",
    "×": "x",
    "○": "o",
    "…": "...",
}
BLANK: Final = "\N{BRAILLE PATTERN BLANK}"
"""Stands for a blank where blanks are stripped."""
_DRAWN: Final = {*_OTHERS, BLANK}
_QUOTES: Final = {"“": '"', "”": '"', "’": "'"}
_NOT_FIRST: Final = frozenset(
    "、。，．・：；？！…」』）】》〉〕］｝〗〙”’ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
"""What closes or goes with the sign before it, and so begins no line."""
_NOT_LAST: Final = frozenset("「『（【《〈〔［｛〖〘“‘")
"""What opens, and so ends no line."""
_FRACTION: Final = "([0-9])?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])"
ASCII_SIGNS: Final = str.maketrans(
    dict.fromkeys(_HORIZONTAL, "-")
    | dict.fromkeys(_VERTICAL, "|")
    | dict.fromkeys(_JOINTS, "+")
    | _OTHERS
    | _QUOTES
)
_COLOUR_CODE: Final = "\x1b\\[[0-9;]*m"


class Colour(StrEnum):
    """What a terminal is told before the words."""

    GREEN = "32"
    RED = "31"
    YELLOW = "33"
    BOLD = "1"
    DIM = "2"


_SEATS: Final = ("36", "35", "32", "34", "33", "96", "95", "92", "94", "93")
"""The colours of the seats, in their order."""


def in_seat_colour(text: str, seat: int, *, wanted: bool) -> str:
    """Show a name in bold and in the colour of its seat, counted from 0, if it is wanted."""
    return f"\x1b[1;{_SEATS[seat % len(_SEATS)]}m{text}\x1b[0m" if wanted else text


def width(text: str) -> int:
    """Count the cells that escaped text fills: wide signs two, combining ones none.

    >>> width("Ana"), width("小明"), width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return _cells(text)


@lru_cache(maxsize=256)
def _cells(text: str) -> int:
    cells = [*map(_cells_alone, text)]
    if all(cells):
        return sum(cells)
    from wcwidth import wcswidth  # its tables cost more than a whole dispute, and few need them

    return wcswidth(text)


@lru_cache(maxsize=1024)
def _cells_alone(sign: str) -> int:
    """Count the cells of a sign that joins with no other; 0 for one that may, or has none."""
    if (
        (sign < "\u0300" and sign.isprintable())
        or "\u2010" <= sign <= "\u2027"
        or "\u2500" <= sign <= "\u257f"
        or sign in _DRAWN
    ):
        return 1
    is_wide = east_asian_width(sign) in "WF" and category(sign)[0] in "LP" and sign != _FILLER
    return 2 if is_wide else 0


_FILLER: Final = "\u3164"
"""A letter of Hangul that fills no cell."""


def wrapped(text: str, cells: int) -> list[str]:
    """Break a line at its blanks so that it fits; what follows is set in as the line was.

    A word that is longer than the line stays whole, unless it has ideographs to break between.

    >>> wrapped("      No: 小明 must take a coin.", 20)
    ['      No: 小明 must', '      take a coin.']
    >>> wrapped("他说「不給錢，就交換」。", 12)
    ['他说「不給', '錢，就交', '換」。']
    """
    if 0 <= width(without_colour(text)) <= cells:
        return [text]
    start = text[: len(text) - len(text.lstrip())]
    lines, gap = [start], ""
    for word in text.lstrip().split(" "):
        is_long = not word.isascii() and width(without_colour(f"{start}{word}")) > cells
        for piece in _unbroken(word) if is_long else (word,):
            longer = f"{lines[-1]}{gap}{piece}"
            if lines[-1] == start or width(without_colour(longer)) <= cells:
                lines[-1] = longer
            else:
                lines.append(f"{start}{piece}")
            gap = ""
        gap = " "
    return lines


def _unbroken(word: str) -> list[str]:
    """Part a word between its ideographs, but none from the punctuation that belongs to it."""
    pieces = [word[0]]
    for before, sign in pairwise(word):
        wide = [east_asian_width(each) in "WF" for each in (before, sign)]
        is_free = any(wide) and all(
            w or each.isalnum() for w, each in zip(wide, (before, sign), strict=True)
        )
        if is_free and sign not in _NOT_FIRST and before not in _NOT_LAST:
            pieces.append(sign)
        else:
            pieces[-1] += sign
    return pieces


def wrapped_sentences(text: str, cells: int) -> str:
    r"""Break the sentences of a page so that they fit.

    Rows, drawings and commands, which may be copied, stay as they are.

    >>> print(wrapped_sentences("player  coins\nAna wins with 12 coins.", 12))
    player  coins
    Ana wins
    with 12
    coins.
    """
    lines = (
        [line] if re.search(_IS_NO_SENTENCE, line) else wrapped(line, cells)
        for line in text.split("\n")
    )
    return "\n".join(part for parts in lines for part in parts)


def coloured(text: str, colour: Colour, *, wanted: bool) -> str:
    r"""Colour the words if it is wanted.

    >>> coloured("no", Colour.RED, wanted=True), coloured("no", Colour.RED, wanted=False)
    ('\x1b[31mno\x1b[0m', 'no')
    """
    return f"\x1b[{colour}m{text}\x1b[0m" if wanted else text


def without_colour(text: str) -> str:
    """Take the colour out again, of which no cell of a terminal is filled.

    >>> without_colour(coloured("no", Colour.RED, wanted=True))
    'no'
    """
    return re.sub(_COLOUR_CODE, "", text) if "\x1b" in text else text


def is_utf8(encoding: str) -> bool:
    """Tell whether an encoding can write any text, as other programs expect it.

    >>> is_utf8("UTF8"), is_utf8("cp1252")
    (True, False)
    """
    return lookup(encoding).name == "utf-8"


def ascii_only(text: str, encoding: str) -> str:
    """Write lines and quotes by plain signs where the encoding lacks the fine ones.

    >>> ascii_only("━S━ “小明”", "utf-8"), ascii_only("━S━ “7”", "ascii")
    ('━S━ “小明”', '-S- "7"')
    >>> ascii_only("37½ ⇄ ⅓", "ascii")
    '37+1/2 ~ 1/3'
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return re.sub(_FRACTION, _plain_fraction, text).translate(ASCII_SIGNS)
    return text


def _plain_fraction(found: re.Match[str]) -> str:
    plain = normalize("NFKC", found[2]).replace("\N{FRACTION SLASH}", "/")
    return f"{found[1]}+{plain}" if found[1] else plain
