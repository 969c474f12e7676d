"""Text on a terminal: its width in cells, line breaks, colours, and ASCII substitutes."""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final
from unicodedata import category, east_asian_width, normalize

_IS_NO_SENTENCE: Final = r"\S  +\S|(?:^|: |：|\(|（)(?:referee|pip) \w"
"""A row of a grid or a drawing has spaces in a row; a command may be copied."""
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
"""Replaces a space where spaces are stripped."""
_DRAWN: Final = {*_OTHERS, BLANK}
_QUOTES: Final = {"“": '"', "”": '"', "’": "'"}
_NOT_FIRST: Final = frozenset(
    "、。，．・：；？！…％」』）】》〉〕］｝〗〙”’ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
"""Closing characters and others that must not begin a line."""
_NOT_LAST: Final = frozenset("「『（【《〈〔［｛〖〘“‘")
"""Opening characters, which must not end a line."""
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
    """The codes of a terminal for colours and weights."""

    GREEN = "32"
    RED = "31"
    YELLOW = "33"
    BOLD = "1"
    DIM = "2"


_SEATS: Final = ("36", "35", "32", "34", "33", "96", "95", "92", "94", "93")
"""The codes of the colours of the seats, in order."""


def in_seat_colour(text: str, seat: int, *, wanted: bool) -> str:
    """Write a name in bold and in the colour of its seat, from 0, if colours are wanted."""
    return f"\x1b[1;{_SEATS[seat % len(_SEATS)]}m{text}\x1b[0m" if wanted else text


def width(text: str) -> int:
    """Count the cells that escaped text fills: wide characters two, combining ones none.

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
    from wcwidth import wcswidth  # its tables take longer to load than a dispute to answer

    return wcswidth(text)


@lru_cache(maxsize=1024)
def _cells_alone(sign: str) -> int:
    """Count the cells of a character; 0 if it has none or may combine with others."""
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
"""A Hangul letter that fills no cell."""


def wrapped(text: str, cells: int) -> list[str]:
    """Break a line so that it fits, as late as it allows; the new lines have the same indent.

    It breaks at spaces and next to ideographs. A number stays with its word, a card with its
    place, a box with its label, a short quotation is whole. Only a word that no line can hold
    is longer than a line: a path that is copied, say.

    >>> wrapped("      No: 小明 must take a coin.", 20)
    ['      No: 小明 must', '      take a coin.']
    >>> wrapped("他說「不給錢，就交換」。", 12)
    ['他說「不給', '錢，就交', '換」。']
    >>> wrapped("Bo, play.  1 map  2 repair", 18)
    ['Bo, play.  1 map', '2 repair']
    """
    if 0 <= width(without_colour(text)) <= cells:
        return [text]
    start = text[: len(text) - len(text.lstrip())]
    lines, filled = list[str](), 0
    for gap, unit in units(text.lstrip(), cells - len(start)):
        size = width(without_colour(unit))
        if lines and filled + len(gap) + size <= cells:
            lines[-1] += gap + unit
            filled += len(gap) + size
        else:
            lines.append(start + unit)
            filled = len(start) + size
    return lines


def units(text: str, room: int) -> Iterator[tuple[str, str]]:
    """Yield what is not broken, each with the spaces before it; what has no room is broken."""
    gap, at = "", 0
    for end in [*_breaks(text, _held(text)), len(text)]:
        unit = text[at:end]
        bare = unit.strip(" ")
        if width(without_colour(bare)) > room:
            inner = _breaks(unit, set(), is_tight=True)
            for begin, stop in pairwise([0, *inner, len(unit)]):
                part = unit[begin:stop]
                if part.strip(" "):
                    yield gap, part.strip(" ")
                gap = " " * (len(part) - len(part.rstrip(" ")))
        elif bare:
            yield gap, bare
            gap = " " * (len(unit) - len(unit.rstrip(" ")))
        at = end


def _breaks(text: str, held: Collection[int], *, is_tight: bool = False) -> Iterator[int]:
    """Yield where a line may end: behind spaces, and next to ideographs.

    Where it is tight, next to a number, too.
    """
    for at, (before, sign) in enumerate(pairwise(text), start=1):
        if at in held or sign == " ":
            continue
        if before == " " or _is_open(before, sign, is_tight=is_tight):
            yield at


def _is_open(before: str, sign: str, *, is_tight: bool) -> bool:
    """Return whether a line may end between two characters that no space separates."""
    if (before.isascii() and sign.isascii()) or sign in _NOT_FIRST or before in _NOT_LAST:
        return False
    wide = [east_asian_width(each) in "WF" for each in (before, sign)]
    if not any(wide) or (not is_tight and (before.isdecimal() or sign.isdecimal())):
        return all(wide)
    return all(w or each.isalnum() for w, each in zip(wide, (before, sign), strict=True))


_IDEOGRAPH: Final = "\u3041-\u30ff\u3400-\u9fff"
_HELD: Final = (
    ((" x ", " ×"), r"\d+ [x×] [\d/]+"),
    ((",",), r"\b[A-Z]{1,4}x? -?\d+,-?\d+"),  # a card and its place
    (("☐",), r"\d ☐|(?<!\d )☐ \S+"),  # a box and its words
    ((BLANK,), rf"\S+{BLANK}\S+"),
    (("[ ]",), r"\[ \](?: [^\s\[]+)+"),
    (
        ("[ ", "( ", "（ ", "［ "),
        r"[\[(（［] [^\[\]()（）]{1,12} [\])）］]",
    ),  # a filled box
    (("“", "「", "『"), r"[“「『][^“”「」『』]{1,24}[”」』]"),
)
"""What is not broken though it has spaces or ideographs in it, and what it has in any case.

Most lines have nothing of it, and a pattern of ideographs takes longer to compile than a sentence
to find.
"""
_HELD_GAP: Final = r"(?:(?<=^\d)|(?<=  \d)|(?<=  \d\d)) (?=\S)"
_HELD_WIDE_GAP: Final = rf"(?<=\d) (?=[{_IDEOGRAPH}])|(?<=[{_IDEOGRAPH}]) (?=\d+(?! ?[x×]))"
"""The space between a number and its word."""


def _held(text: str) -> set[int]:
    held: set[int] = set()
    for signs, pattern in _HELD:
        if any(map(text.__contains__, signs)):
            for found in re.finditer(pattern, text):
                held.update(range(found.start() + 1, found.end()))
    gaps = [_HELD_GAP] if text.isascii() else [_HELD_GAP, _HELD_WIDE_GAP]
    return held | {found.end() for gap in gaps for found in re.finditer(gap, text)}


def wrapped_sentences(text: str, cells: int) -> str:
    r"""Break the sentences of a page so that they fit.

    Rows of grids, drawings and commands are not broken.

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
    r"""Colour text if colours are wanted.

    >>> coloured("no", Colour.RED, wanted=True), coloured("no", Colour.RED, wanted=False)
    ('\x1b[31mno\x1b[0m', 'no')
    """
    return f"\x1b[{colour}m{text}\x1b[0m" if wanted else text


def without_colour(text: str) -> str:
    """Remove the codes of colours, which fill no cell.

    >>> without_colour(coloured("no", Colour.RED, wanted=True))
    'no'
    """
    return re.sub(_COLOUR_CODE, "", text) if "\x1b" in text else text


def is_utf8(encoding: str) -> bool:
    """Return whether an encoding is UTF-8, by any of its names.

    >>> is_utf8("UTF8"), is_utf8("cp1252")
    (True, False)
    """
    return lookup(encoding).name == "utf-8"


def ascii_only(text: str, encoding: str) -> str:
    """Replace lines and quotes by ASCII characters if the encoding lacks them.

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
