"""Lines, words and numbers of a rulebook, which a person wrote for people."""

from __future__ import annotations

from referee.core.say import Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.diagnostics.suggestions import guess
from referee.files.values.reader import Found, Reader
from referee.files.values.scalars import Unfit, number_of, text_of
from referee.files.yaml.tree import Node


def read_line(reader: Reader, parts: Found, name: str) -> str:
    """Read a text by its key; empty where it is left out."""
    return read_prose(reader, parts[name][1]) if name in parts else ""


def read_lines(reader: Reader, parts: Found, name: str) -> tuple[str, ...]:
    """Read a list of texts by its key; none where it is left out."""
    node = reader.list(parts[name][1], Say("a list of texts")) if name in parts else None
    return tuple(read_prose(reader, item) for item in node.items) if node else ()


def read_word(
    reader: Reader, parts: Found, name: str, words: tuple[str, ...], default: str = ""
) -> str:
    """Read one of a few words, spelt out; the first, or ``default``, where it is left out."""
    if name not in parts:
        return default or words[0]
    node = parts[name][1]
    scalar = reader.scalar(node, Say("one of {words}", words=words))
    if scalar is not None and scalar.text not in words:
        reader.fault(
            "WORD",
            node,
            Say("“{word}” is not possible here.", word=shown(scalar.text)),
            guess(scalar.text, words),
        )
    return scalar.text if scalar is not None else words[0]


def read_number(reader: Reader, node: Node, least: int) -> int:
    """Read a whole number; 0 where it is none, which the reader then knows."""
    scalar = reader.scalar(node, Say("a whole number"))
    try:
        return number_of(scalar.text, least) if scalar is not None else 0
    except Unfit as unfit:
        reader.unfit(node, unfit)
        return 0


def read_prose(reader: Reader, node: Node) -> str:
    """Read a text, which may run over several lines."""
    scalar = reader.scalar(node, Say("a text"))
    if scalar is None:
        return ""
    try:
        text_of(scalar.text.replace("\n", " "))
    except Unfit as unfit:
        reader.unfit(node, unfit)
    return scalar.text.strip()
