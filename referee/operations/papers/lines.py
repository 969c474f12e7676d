"""The lines of a page as people see them: headings, paragraphs, rows, items, texts of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

_INLINE: Final = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "em", "i", "q", "rp", "rt", "ruby")
) | frozenset(("small", "span", "strong", "sub", "sup", "tspan", "u", "td", "th", "wbr"))
_APART: Final = frozenset(("br", "small", "td", "th"))
"""What begins with a blank within a line: a cell of a row, or what stands below a word."""
_NO_TEXT: Final = frozenset(("style",))
_TOLD: Final = ("aria-label", "alt")
"""Attributes that are read out."""
_SHOWN: Final = re.compile(r'content:\s*"((?:[^"\\]|\\.)*)"')
"""What a style writes on the paper."""


class _Lines(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.last: list[str] = []
        """The title of the window, and what the style writes: they come last."""
        self._told: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        if tag in {"style", "script", "svg"} or (tag == "title" and "svg" not in self._open):
            self._open.append(tag)
        for name, value in attrs:
            if name in _TOLD and value:
                self._end()
                self._told.append(value)
                self._end()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._part(tag)
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        within = self._open[-1] if self._open else ""
        if within == "title":
            self.last.append(_single(data))
        elif within in _NO_TEXT:
            self.last += [_single(each) for each in _SHOWN.findall(data)]
        else:
            self._told.append(data)

    def _part(self, tag: str) -> None:
        if tag not in _INLINE:
            self._end()
        elif tag in _APART:
            self._told.append(" ")

    def _end(self) -> None:
        line = _single("".join(self._told))
        self._told.clear()
        if line:
            self.lines.append(line)

    def close(self) -> None:
        super().close()
        self._end()


def lines_of_page(page: str) -> Iterator[str]:
    """Yield the lines of a page; a row is one, with its cells apart.

    >>> [*lines_of_page("<h1>Fair</h1><tr><td>Ana<td>7</tr><svg><text>x</text></svg>")]
    ['Fair', 'Ana 7', 'x']
    """
    reader = _Lines()
    reader.feed(page)
    reader.close()
    yield from reader.lines
    yield from filter(None, reader.last)


def _single(text: str) -> str:
    return " ".join(text.split())
