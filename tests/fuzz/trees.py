"""Trees of a file, made hostile part by part, and written as YAML as people and editors do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct

from tests.fuzz import odd


class Pairs(Struct):
    """A map whose keys may stand twice."""

    entries: list[tuple[str, Node]]


Node: TypeAlias = "str | list[Node] | Pairs"
Place: TypeAlias = "tuple[Pairs | list[Node], int]"


def tree_of(plain: Any) -> Node:
    """Make a tree of what a YAML reader that knows only texts has read."""
    if isinstance(plain, dict):
        return Pairs([(str(key), tree_of(value)) for key, value in plain.items()])
    return [tree_of(each) for each in plain] if isinstance(plain, list) else str(plain)


def copied(node: Node, draw: Random, most: int) -> Node:
    """Copy a tree; of a long list or map only the beginning, and here and there a part less."""
    if isinstance(node, str):
        return node
    parts: list[Any] = node.entries if isinstance(node, Pairs) else node
    if len(parts) > most:
        kept = min(len(parts), 1 + int(draw.expovariate(2 / most)))
        parts = parts[:kept] if draw.random() < 0.7 else draw.sample(parts, kept)
    if isinstance(node, Pairs):
        return Pairs([(key, copied(value, draw, most)) for key, value in parts])
    return [copied(each, draw, most) for each in parts]


def places(node: Node) -> list[Place]:
    """List every place in a tree that holds a part of it."""
    if isinstance(node, str):
        return []
    parts = [value for _, value in node.entries] if isinstance(node, Pairs) else node
    own: list[Place] = [(node, n) for n in range(len(parts))]
    return own + [place for each in parts for place in places(each)]


def hostile(root: Node, others: Callable[[], Node], draw: Random) -> Node:
    """Change some parts of a tree; ``others`` gives another to take parts from."""
    known = places(root)
    for _ in range(1 + int(draw.expovariate(1.0))):
        if not known:
            return root
        holder, at = draw.choice(known)
        parts: list[Any] = holder.entries if isinstance(holder, Pairs) else holder
        if at < len(parts):
            _change(parts, at, others, draw, is_map=isinstance(holder, Pairs))
    return root


def _change(
    parts: list[Any], at: int, others: Callable[[], Node], draw: Random, *, is_map: bool
) -> None:
    """Change one part of a list or map: its key, its value, its place, or whether it is there."""
    key, value = parts[at] if is_map else ("", parts[at])
    what = draw.randrange(10)
    if what == 0:
        del parts[at]
        return
    if what == 1:
        parts.insert(draw.randrange(len(parts) + 1), parts[at])
        return
    if what == 2 and is_map:
        key = odd.scalar(draw) if draw.random() < 0.5 else _bent(key, draw)
    elif what == 3:
        value = _wrapped(value, draw)
    elif what == 4:
        value = _part_of(others(), draw)
    elif what == 5 and isinstance(value, str):
        value = _bent(value, draw)
    elif what == 6:
        value = [value] * draw.choice((2, 2, 3, 3, 5, 9, 40))
    elif what == 7 and isinstance(value, str):
        value = str(draw.choice((0, 1, 2, 3, 5, 9, 20, 10**9 - 1)))
    else:
        value = odd.scalar(draw)
    parts[at] = (key, value) if is_map else value


def _bent(text: str, draw: Random) -> str:
    at = draw.randrange(len(text) + 1)
    rest = text[at + draw.randrange(2) :]
    return text[:at] + (draw.choice(odd.SIGNS) if draw.random() < 0.7 else "") + rest


def _wrapped(value: Node, draw: Random) -> Node:
    for _ in range(draw.choice((1, 1, 1, 2, 31, 32, 33, 60))):
        value = [value] if draw.random() < 0.5 else Pairs([(draw.choice(("Ana", "a", "1")), value)])
    return value


def _part_of(root: Node, draw: Random) -> Node:
    known = places(root)
    if not known:
        return root
    holder, at = draw.choice(known)
    return holder.entries[at][1] if isinstance(holder, Pairs) else holder[at]


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
