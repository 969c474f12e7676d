"""A file of ours in plain signs, for streams that write something else than UTF-8."""

from __future__ import annotations

import re

_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|#.*|\w(?:[\w .-]*\w)?')
"""What is in quotes, a remark, a text without quotes: all that may hold more than plain signs."""


def in_plain_signs(text: str) -> str:
    r"""Write YAML of ours so that it reads as the same, whatever the stream makes of its letters.

    Only remarks are left as they are; they mean nothing to the reader.

    >>> print(in_plain_signs("players: [José, Ana, \"小: 明\"]   # im Uhrzeigersinn → links"))
    players: ["Jos\xe9", Ana, "\u5c0f: \u660e"]   # im Uhrzeigersinn → links
    """
    return text if text.isascii() else _PARTS.sub(lambda found: _plain(found[0]), text)


def _plain(part: str) -> str:
    if part.isascii() or part.startswith("#"):
        return part
    inside = part.removeprefix('"').removesuffix('"')
    signs = (s if s.isascii() else s.encode("unicode_escape").decode() for s in inside)
    return f'"{"".join(signs)}"'
