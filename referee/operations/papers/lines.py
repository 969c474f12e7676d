"""Read the lines of a page as people see them: headings, rows, items, texts of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

_TAG: Final = re.compile(
    r"""<!--.*?(?:-->|\Z)|<[!?][^<>]*>|<(?P<end>/?)(?P<name>[a-z][^\s/>]*)"""
    r"""(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.IGNORECASE | re.DOTALL,
)
_READ_OUT: Final = re.compile(r'\b(?:aria-label|alt)="([^"]*)"', re.IGNORECASE)
"""Attributes that are read out."""
_STYLE_CONTENT: Final = re.compile(r'content:\s*"((?:[^"\\]|\\.)*)"')
"""Text that a style puts on the page."""
_INLINE: Final = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "em", "i", "q", "rp", "rt", "ruby")
) | frozenset(("small", "span", "strong", "sub", "sup", "tspan", "u", "td", "th", "wbr"))
_SPACED: Final = frozenset(("br", "small", "td", "th"))
"""Elements that are set apart by a space: a cell of a row, or the text below a word."""
_RAW: Final = frozenset(("script", "style"))


class _PageReader:
    """Reads a page from tag to tag, in linear time whatever a forger writes into it."""

    def __init__(self, page: str) -> None:
        self.lines: list[str] = []
        self.last: list[str] = []
        """The title of the window and the text of the style, which come last."""
        self._page, self._at = page, 0
        self._texts: list[str] = []
        self._pictures = 0
        self._is_in_row = False

    def read(self) -> None:
        while found := _TAG.search(self._page, self._at):
            self._add_text(self._page[self._at : found.start()])
            self._at = found.end()
            name = (found["name"] or "").casefold()
            if not name:
                continue
            if name == "tr":
                self._is_in_row = not found["end"]
            self._break_line(name)
            if name == "svg":
                self._pictures += -1 if found["end"] else 1
            elif not found["end"] and (name in _RAW or (name == "title" and not self._pictures)):
                self._read_raw(name)
            for value in _READ_OUT.findall(found["attributes"]):
                self._end_line()
                self._add_text(value)
                self._end_line()
        self._add_text(self._page[self._at :])
        self._end_line()

    def _read_raw(self, name: str) -> None:
        """Read an element whose content has no tags, up to its end."""
        found = re.compile(f"</{name}", re.IGNORECASE).search(self._page, self._at)
        end = found.start() if found else len(self._page)
        content, self._at = self._page[self._at : end], end
        if name == "style":
            self.last += map(_single_spaced, _STYLE_CONTENT.findall(content))
        else:
            self.last.append(_single_spaced(unescape(content)))

    def _add_text(self, text: str) -> None:
        self._texts.append(unescape(text))

    def _break_line(self, name: str) -> None:
        if name in _SPACED or (self._is_in_row and name not in {*_INLINE, "tr"}):
            self._texts.append(" ")
        elif name not in _INLINE:
            self._end_line()

    def _end_line(self) -> None:
        line = _single_spaced("".join(self._texts))
        self._texts.clear()
        if line:
            self.lines.append(line)


def lines_of_page(page: str) -> Iterator[str]:
    """Yield the lines of a page; a row is one, with its cells apart.

    >>> [*lines_of_page("<h1>Fair</h1><tr><td>Ana<td>7</tr><svg><text>x</text></svg>")]
    ['Fair', 'Ana 7', 'x']
    """
    reader = _PageReader(page)
    reader.read()
    yield from reader.lines
    yield from filter(None, reader.last)


def points_of_page(page: str) -> Iterator[str]:
    """Yield the places, totals and rows of the cards of a page, without their working.

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


def _single_spaced(text: str) -> str:
    return " ".join(text.split())
