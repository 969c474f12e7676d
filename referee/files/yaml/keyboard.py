"""Repairs for full-width characters of an East Asian keyboard, and colons without a space.

Such a character would change how the rest of the file is read. So the text is repaired in
memory, the position is recorded as a fault, and reading continues to find the other faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from referee.core.say import Say

_SIGNS: Final = {"：": ": ", "，": ", ", "、": ", ", "｛": "{", "｝": "}", "［": "[", "］": "]"}
_QUOTES: Final = "“”„‟‘’＂＇"
_ANY_SIGN = re.compile("[" + "".join(_SIGNS) + "]")
_WIDE_COLON = re.compile("[ ]*(?:- +)*[^\\s\"'#：:][^\"'#：:]{0,60}?(：)")
_TIGHT_COLON = re.compile(r"[ ]*(?:[^\W\d][\w -]{0,60}?|[0-9]{1,9})(:)(?=[^\s:/])")
_ODD = "([\u00a0\u2000-\u200a\u202f\u205f\u3000]+)"
_ODD_BLANK = re.compile(f"[ -]*{_ODD}|[^\"'#:]*:{_ODD}")
_REST = re.compile("[^\r\n]*")
_BLOCK = re.compile("[^#]*[|>][+-]?[ ]*$")


class Repair(Struct, frozen=True):
    """One character of the text, by its index, its replacement, and the diagnostic."""

    index: int
    replacement: str
    code: str
    message: Say
    remedy: Say


def odd_blanks(lines: Iterable[str]) -> list[tuple[int, int, int]]:
    r"""Find spaces that YAML does not know: the line from 1, the start and end columns from 0.

    >>> odd_blanks(["a: 1", "\u3000b: 2", "c:\u00a03"])
    [(2, 0, 1), (3, 2, 3)]
    """
    found = []
    block: int | None = None  # the indent of the line that opened a block of text
    for number, line in enumerate(lines, 1):
        depth = len(line) - len(line.lstrip(" "))
        if block is not None and (depth > block or not line.strip()):
            continue
        block = depth if ("|" in line or ">" in line) and _BLOCK.match(line) else None
        match = None if line.isascii() else _ODD_BLANK.match(line)
        if match:
            group = 1 if match[1] else 2
            found.append((number, match.start(group), match.end(group)))
    return found


def in_plain_text(text: str, start: int, end: int, *, in_flow: bool) -> list[Repair]:
    """Find the repairs of an unquoted text, from ``start`` up to ``end``."""
    raw = text[start:end]
    if raw[0] in _QUOTES:
        return _repair_quotes(raw, start)
    if raw[0] in "｛［" and not in_flow:
        line = _REST.match(text, start)
        is_closed = line and line[0].rstrip().endswith(("｝", "］"))
        return [_repair_wide(start, raw[0])] if is_closed else []
    if in_flow:
        return [_repair_wide(start + found.start(), found[0]) for found in _ANY_SIGN.finditer(raw)]
    return list(_repair_keys(text, start, end))


def at_line(text: str, start: int, *, wide_only: bool = False) -> Repair | None:
    """Find the colon of the key at the start of a line, if it is full-width or has no space."""
    line = _REST.match(text, start)
    raw = line[0] if line else ""
    if wide := _WIDE_COLON.match(raw):
        return _repair_wide(start + wide.start(1), "：")
    tight = None if wide_only else _TIGHT_COLON.match(raw)
    return missing_space_after_colon(start + tight.start(1)) if tight else None


def missing_space_after_colon(index: int) -> Repair:
    """Repair a colon without a space after it.

    >>> missing_space_after_colon(4).replacement
    ': '
    """
    return Repair(
        index,
        ": ",
        "COLON",
        Say("Put a space after the colon."),
        Say("Write it as in “gold: 4”. If the colon is part of text, put the text in quotes."),
    )


def unusual_space(index: int, sign: str) -> Repair:
    r"""Repair an unusual space; the ideographic one is two cells wide.

    >>> unusual_space(0, "\u3000").replacement
    '  '
    """
    return Repair(
        index,
        "  " if sign == "\u3000" else " ",
        "ODD-BLANK",
        Say("This is not an ordinary space, and YAML does not count it as one."),
        Say("Delete it and press the space bar; switch the keyboard to half-width."),
    )


def apply(text: str, origin: Sequence[int], repairs: Iterable[Repair]) -> tuple[str, list[int]]:
    """Apply repairs to a text; ``origin`` is the original index of each character.

    >>> apply("a：1", range(3), [Repair(1, ": ", "", Say(""), Say(""))])
    ('a: 1', [0, 1, 1, 2])
    """
    parts: list[str] = []
    origins: list[int] = []
    last = 0
    for _, repair in sorted({repair.index: repair for repair in repairs}.items()):
        parts += (text[last : repair.index], repair.replacement)
        origins += origin[last : repair.index]
        origins += [origin[repair.index]] * len(repair.replacement)
        last = repair.index + 1
    return "".join([*parts, text[last:]]), [*origins, *origin[last:]]


def _repair_keys(text: str, start: int, end: int) -> Iterable[Repair]:
    """Find the repairs of each line of an unquoted text that begins like a key."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    before = text[line_start:start]
    has_lines = "\n" in text[start:end] or "\r" in text[start:end]
    if not before.strip(" -"):
        found = at_line(text, start, wide_only="-" in before or not has_lines)
        if found is not None and found.index < end:
            yield found
    for line in re.finditer("(?:\r\n|\r|\n)(?=[^\r\n])", text[start:end]):
        found = at_line(text, start + line.end())
        if found is not None and found.index < end:
            yield found


def _repair_quotes(raw: str, start: int) -> list[Repair]:
    inner = raw[1:-1]
    if len(raw) < 2 or raw[-1] not in _QUOTES or any(sign in '"\\\r\n' for sign in inner):  # noqa: PLR2004 - two quotes
        return []
    return [_repair_quote(start, raw[0]), _repair_quote(start + len(raw) - 1, raw[-1])]


def _repair_quote(index: int, sign: str) -> Repair:
    return Repair(
        index,
        '"',
        "FULL-WIDTH",
        Say("To YAML the character {sign} is a letter, not a quote.", sign=sign),
        Say('Write a plain quote (") instead, or leave the quotes out.'),
    )


def _repair_wide(index: int, sign: str) -> Repair:
    plain = _SIGNS[sign].strip()
    return Repair(
        index,
        _SIGNS[sign],
        "FULL-WIDTH",
        Say("“{sign}” is a full-width character.", sign=sign),
        Say(
            "Write “{plain}” and a space. If it is part of text, put the text in quotes."
            if len(_SIGNS[sign]) > 1
            else "Write “{plain}”. If it is part of text, put the text in quotes.",
            plain=plain,
        ),
    )
