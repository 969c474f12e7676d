"""A tree written as YAML, in one of the many ways that people and editors have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.fuzz.trees import Node, Pairs

_BARE: Final = re.compile(r"[\w(/][\w ./+'()-]*")
_DEEPEST: Final = 12
"""Further in, nothing is written line by line any more."""


def written(root: Node, draw: Random) -> str:
    """Write a tree: its outermost keys line by line, what is within in one way or another."""
    return _Writer(draw).whole(root)


class _Writer:
    """Writes one file; a careless one puts nothing in quotes."""

    def __init__(self, draw: Random) -> None:
        self._draw = draw
        self._careless = draw.random() < 0.15

    def whole(self, root: Node) -> str:
        if not isinstance(root, Pairs):
            return self._flow(root) + "\n"
        lines = (line for key, value in root.entries for line in self._entry(key, value, 0))
        return "\n".join(lines) + "\n"

    def _entry(self, key: str, value: Node, depth: int) -> Iterator[str]:
        start = f"{'  ' * depth}{self._scalar(key)}:"
        if isinstance(value, str) and "\n" in value and not self._careless:
            yield f"{start} |"
            yield from (f"{'  ' * (depth + 1)}{line}" for line in value.split("\n"))
        elif isinstance(value, str) or not self._in_block(value, depth):
            yield f"{start} {self._flow(value)}"
        elif isinstance(value, Pairs):
            yield start
            for own, each in value.entries:
                yield from self._entry(own, each, depth + 1)
        else:
            yield start
            yield from (f"{'  ' * depth}- {self._item(each)}" for each in value)

    def _item(self, node: Node) -> str:
        if not isinstance(node, Pairs) or len(node.entries) != 1:
            return self._flow(node)
        ((key, value),) = node.entries
        return f"{self._scalar(key)}: {self._flow(value)}"

    def _in_block(self, value: list[Node] | Pairs, depth: int) -> bool:
        """Whether a list or map is written line by line; never an empty one."""
        parts = value.entries if isinstance(value, Pairs) else value
        share = 0.3 if depth else 0.8
        return bool(parts) and depth < _DEEPEST and self._draw.random() < share

    def _flow(self, node: Node) -> str:
        if isinstance(node, str):
            return self._scalar(node)
        if isinstance(node, Pairs):
            inner = (f"{self._scalar(key)}: {self._flow(value)}" for key, value in node.entries)
            return f"{{{', '.join(inner)}}}"
        return f"[{', '.join(map(self._flow, node))}]"

    def _scalar(self, text: str) -> str:
        draw = self._draw
        if self._careless or (_BARE.fullmatch(text) and draw.random() < 0.95):
            return text
        if draw.random() < 0.1:
            return "'" + text.replace("'", "''") + "'"
        return json.dumps(text, ensure_ascii=draw.random() < 0.2)
