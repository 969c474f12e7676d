"""Texts and bytes made hostile, whatever they mean."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from tests.fuzz import odd

_SPANS: Final = (1, 1, 2, 9, 60)
_ENDS: Final = ("\r\n", "\r", "\n\n", "\x85", "\u2028")
_INDENTS: Final = ("  ", " ", "\t", "    ", "\u3000", "\xa0")
_BYTES: Final = (b"\0", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5")
Change = Callable[[str, int, Random], str]


def bent(text: str, draw: Random) -> str:
    """Change a text here and there: signs, stretches, lines, ends of lines."""
    for _ in range(1 + int(draw.expovariate(1.0))):
        text = draw.choice(_CHANGES)(text, draw.randrange(len(text) + 1), draw)
    return text


def _trapped(text: str, at: int, draw: Random) -> str:
    trap = draw.choice(odd.TRAPS) if draw.random() < 0.2 else odd.scalar(draw)
    return text[:at] + trap + text[at:]


def _lines_changed(text: str, _: int, draw: Random) -> str:
    lines = text.split("\n")
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    what = draw.randrange(6)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 3:
        lines[at] = draw.choice(_INDENTS) + lines[at]
    elif what == 4:
        lines[at] = lines[at].lstrip()
    else:
        lines[at : at + 1] = [lines[at]] * draw.choice((2, 2, 3, 3, 5, 20, 60))
    return "\n".join(lines)


_CHANGES: Final[tuple[Change, ...]] = (
    *[lambda text, at, draw: text[:at] + draw.choice(odd.SIGNS) + text[at:]] * 3,
    lambda text, at, draw: text[:at] + draw.choice(odd.SIGNS) + text[at + 1 :],
    lambda text, at, draw: text[:at] + text[at + draw.choice(_SPANS) :],
    lambda text, at, draw: text[:at] + odd.scalar(draw) + text[at:],
    lambda text, at, _: text[:at],
    lambda text, _, draw: text.replace("\n", draw.choice(_ENDS)),
    _trapped,
    *[_lines_changed] * 3,
)


def damaged(raw: bytes, draw: Random) -> bytes:
    """Change bytes here and there."""
    changed = bytearray(raw)
    for _ in range(1 + int(draw.expovariate(0.7))):
        at = draw.randrange(len(changed) + 1)
        what = draw.randrange(6)
        if what == 0 and at < len(changed):
            changed[at] ^= 1 << draw.randrange(8)
        elif what == 1:
            changed[at:at] = draw.randbytes(draw.choice((1, 1, 3, 40)))
        elif what == 2:
            del changed[at : at + draw.choice(_SPANS)]
        elif what == 3:
            del changed[at:]
        elif what == 4:
            changed[at:at] = draw.choice(_BYTES)
        else:
            changed[at : at + 1] = bytes([draw.randrange(256)])
    return bytes(changed)
