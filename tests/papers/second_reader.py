"""A second reader of codes, written from docs/code.md alone: none of the program's own is used.

It reads the text of a code, and words the answers for ``referee play``.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"


@dataclass(frozen=True)
class Code:
    """What a code holds."""

    payload: bytes
    head: Mapping[str, Any]
    lines: Sequence[str]

    @property
    def evening(self) -> str:
        return hashlib.sha256(self.payload).hexdigest()[:12]

    @property
    def seats(self) -> int:
        return int(self.head.get("seats", 0)) or len(self.head["players"])

    @property
    def begins_by_round(self) -> bool:
        return self.lines[:1] == ["/by round"]

    def typed(self, names: Sequence[str]) -> list[str]:
        """Word every line as it is typed where the players have these names."""
        names = list(names[: self.seats + len(self.head.get("aside", {}))])
        lines = []
        for line in self.lines[self.begins_by_round :]:
            if line.startswith("#"):
                continue
            joined = re.fullmatch(r"/substitute @(\d+) (.+)", line)
            if joined:
                names.append(joined[2])
                lines.append(f"/substitute @{names[int(joined[1]) - 1]} {joined[2]}")
            elif line.startswith("/"):
                lines.append(line)
            else:
                lines.append(re.sub(r"@(\d+)", lambda n: f"@{names[int(n[1]) - 1]}", line))
        return lines

    def table(self, names: Sequence[str]) -> dict[str, Any]:
        """Tell the table as a file for ``--from``."""
        head, aside = self.head, list(self.head.get("aside", {}))
        return {
            "game": head["game"],
            "players": list(names[: self.seats]),
            "options": {name: values[0] for name, values in head.get("options", {}).items()},
            "numbers": head.get("numbers", {}),
            **{part: names[self.seats + n] for n, part in enumerate(aside)},
            **head.get("texts", {}),
        }


def read(text: str) -> Code:
    """Read the text of a code. Raises ValueError for what is none."""
    text = "".join(text.split()).upper()
    if not text.startswith("REFEREE/1/"):
        raise ValueError(text[:12])
    body = text[len("REFEREE/1/") :]
    raw = bytearray()
    for at in range(0, len(body), 3):
        group = body[at : at + 3]
        number = 0
        for sign in group:
            number = number * 41 + DIGITS.index(sign)
        raw += number.to_bytes(len(group) - 1, "big")
    payload = zlib.decompress(bytes(raw[4:]), wbits=-15)
    if zlib.crc32(payload) != int.from_bytes(raw[:4], "big"):
        raise ValueError("checksum")
    first, *lines = payload.decode("utf-8").split("\n")
    if end := lines.pop():
        raise ValueError(end)
    return Code(payload, json.loads(first), lines)
