"""The lines of a page as people see them: headings, paragraphs, rows, items, texts of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

_TAG: Final = re.compile(
    r"""<!--.*?(?:-->|\Z)|<[!?][^<>]*>|<(?P<end>/?)(?P<name>[a-z][^\s/>]*)"""
    r"""(?P<told>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.IGNORECASE | re.DOTALL,
)
_TOLD: Final = re.compile(r'\b(?:aria-label|alt)="([^"]*)"', re.IGNORECASE)
"""Attributes that are read out."""
_SHOWN: Final = re.compile(r'content:\s*"((?:[^"\\]|\\.)*)"')
"""What a style writes on the paper."""
_INLINE: Final = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "em", "i", "q", "rp", "rt", "ruby")
) | frozenset(("small", "span", "strong", "sub", "sup", "tspan", "u", "td", "th", "wbr"))
_APART: Final = frozenset(("br", "small", "td", "th"))
"""What begins with a space within a line: a cell of a row, or the text below a word."""
_RAW: Final = frozenset(("script", "style"))


class _Lines:
    """Reads a page from tag to tag; a page of a forger may hold anything, and is read as fast."""

    def __init__(self, page: str) -> None:
        self.lines: list[str] = []
        self.last: list[str] = []
        """The title of the window, and what the style writes: they come last."""
        self._page, self._at = page, 0
        self._told: list[str] = []
        self._pictures = 0
        self._is_in_row = False

    def read(self) -> None:
        while found := _TAG.search(self._page, self._at):
            self._tell(self._page[self._at : found.start()])
            self._at = found.end()
            name = (found["name"] or "").casefold()
            if not name:
                continue
            if name == "tr":
                self._is_in_row = not found["end"]
            self._part(name)
            if name == "svg":
                self._pictures += -1 if found["end"] else 1
            elif not found["end"] and (name in _RAW or (name == "title" and not self._pictures)):
                self._element(name)
            for value in _TOLD.findall(found["told"]):
                self._end()
                self._tell(value)
                self._end()
        self._tell(self._page[self._at :])
        self._end()

    def _element(self, name: str) -> None:
        """Take the content of an element in which nothing is a tag."""
        found = re.compile(f"</{name}", re.IGNORECASE).search(self._page, self._at)
        end = found.start() if found else len(self._page)
        content, self._at = self._page[self._at : end], end
        if name == "style":
            self.last += map(_single, _SHOWN.findall(content))
        else:
            self.last.append(_single(unescape(content)))

    def _tell(self, text: str) -> None:
        self._told.append(unescape(text))

    def _part(self, name: str) -> None:
        if name in _APART or (self._is_in_row and name not in {*_INLINE, "tr"}):
            self._told.append(" ")
        elif name not in _INLINE:
            self._end()

    def _end(self) -> None:
        line = _single("".join(self._told))
        self._told.clear()
        if line:
            self.lines.append(line)


def lines_of_page(page: str) -> Iterator[str]:
    """Yield the lines of a page; a row is one, with its cells apart.

    >>> [*lines_of_page("<h1>Fair</h1><tr><td>Ana<td>7</tr><svg><text>x</text></svg>")]
    ['Fair', 'Ana 7', 'x']
    """
    reader = _Lines(page)
    reader.read()
    yield from reader.lines
    yield from filter(None, reader.last)


def points_of_page(page: str) -> Iterator[str]:
    """Yield places, totals and rows of a page, as its cards have them: without any working.

    >>> row = "<tr><th>red <small>2 gems</small></th><td>3</td></tr>"
    >>> head = "<caption>Ana <small>1st</small></caption>"
    >>> [*points_of_page(f'<table class="card">{head}{row}</table>')]
    ['Ana 1st', 'red 3']
    """
    for part in page.split('<table class="card"')[1:]:
        card = part.partition("</table>")[0].partition(">")[2]
        caption, _, rows = card.partition("</caption>")
        first, *others = rows.split("<small>")
        bare = "".join((first, *(each.partition("</small>")[2] for each in others)))
        yield from lines_of_page(f"{caption}</caption>{bare}")


def _single(text: str) -> str:
    return " ".join(text.split())
