"""How the page looks: the style sheet, and what each document adds to it."""

from __future__ import annotations

import re
from pkgutil import get_data
from typing import Final

from markupsafe import Markup

from referee.core.paper.sheet_document import SheetDocument
from referee.core.paper.wording import text_of

_NOT_PLAIN: Final = re.compile("[^0-9A-Za-z ]")
_PAGE: Final = """@page {{
  size: {orientation};
  margin: 13mm 12mm 15mm;
  font: 7pt/1 sans-serif;
  color: #555;
  @bottom-left {{ content: "{foot}"; }}
  @bottom-right {{ content: counter(page) " / " counter(pages); }}
}}
"""


def style_of(document: SheetDocument, *, is_landscape: bool) -> Markup:
    r"""Give the style of a page; title and digest stand at the foot of every sheet of paper.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.say import Say
    >>> sheet = RoundSheet(title=Say("Fair</style>"), counts=Say("round"), seats=(), rows=())
    >>> document = SheetDocument(sheet=sheet, head=(), foot=(("digest", "d1"),), language="",
    ...     rules=())
    >>> print(style_of(document, is_landscape=False).splitlines()[5])
      @bottom-left { content: "Fair\3c \2f style\3e  \b7  d1"; }
    """
    digest = [fact for name, fact in document.foot if name == "digest"]
    foot = _quoted(" \N{MIDDLE DOT} ".join([text_of(document.sheet.title), *digest]))
    page = _PAGE.format(orientation="landscape" if is_landscape else "portrait", foot=foot)
    sheet = (get_data(__package__, "templates/sheet.css") or b"").decode()
    return Markup(page + sheet.rstrip())  # noqa: S704 - no sign in it can end the style


def _quoted(text: str) -> str:
    """Write text so that it stays within a string of a style sheet, and within the style."""
    return _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", text)
