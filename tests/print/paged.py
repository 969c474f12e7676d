"""A PDF as it came out: its text page by page, and the links that lie on it."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import Struct

_LINK = re.compile(r"https://([\w-]+)\.invalid/")


HEAD, FOOTER = 13 / 25.4 * 72, 17 / 25.4 * 72
"""The margins above and below, in points."""


class Paged(Struct, frozen=True):
    """The pages of a PDF; ``links`` has for each page how often each link lies on it.

    ``full`` tells which part of each page is filled, from 0 to 1; the footer does not count.
    """

    sizes: tuple[tuple[int, int], ...]
    texts: tuple[str, ...]
    full: tuple[float, ...]
    links: tuple[Counter[str], ...]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def paged(path: Path) -> Paged:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    pages = list(document)
    read = Paged(
        sizes=tuple((round(page.get_width()), round(page.get_height())) for page in pages),
        texts=tuple(page.get_textpage().get_text_range() for page in pages),
        full=tuple(map(_fullness, pages)),
        links=tuple(_links(document, page) for page in pages),
    )
    document.close()
    return read


def _fullness(page: Any) -> float:
    """Tell how far down the letters of a page reach between its margins."""
    text, height = page.get_textpage(), page.get_height()
    bottoms = [text.get_charbox(n)[1] for n in range(text.count_chars())]
    lowest = min((each for each in bottoms if each > FOOTER), default=height)
    return float((height - HEAD - lowest) / (height - HEAD - FOOTER))


def _links(document: Any, page: Any) -> Counter[str]:
    from pypdfium2 import raw

    found: Counter[str] = Counter()
    at, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, at, link):
        action = raw.FPDFLink_GetAction(link)
        size = raw.FPDFAction_GetURIPath(document, action, None, 0) if action else 0
        words = ctypes.create_string_buffer(size + 1)
        if size:
            raw.FPDFAction_GetURIPath(document, action, words, size)
        found.update(_LINK.findall(words.value.decode()))
    return found
