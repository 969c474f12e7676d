"""How the pages look: the style sheet, and what each document adds to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pkgutil import get_data
from typing import Final

from markupsafe import Markup

from referee.core.paper.wording import text_of
from referee.core.say import Say

_NOT_PLAIN: Final = re.compile("[^0-9A-Za-z ]")
_PAGE: Final = """@page {{
  margin: 13mm 12mm 17mm;
  font: 6.5pt/1.25 sans-serif;
  color: #555;
  @bottom-left {{ content: "{foot}"; width: 150mm; vertical-align: top; padding-top: 3mm; }}
  @bottom-right {{ content: "{page}" counter(page) "{of}" counter(pages){end}; vertical-align: top;
    padding-top: 3mm; }}
}}
"""


def style_of(footer: Iterable[Say]) -> Markup:
    r"""Give the style of a page; what it was made from stands at the foot of every sheet of paper.

    >>> print(style_of([Say("Fair</style>")]).splitlines()[4][:49])
      @bottom-left { content: "Fair\3c \2f style\3e "
    """
    foot = _quoted(" \N{MIDDLE DOT} ".join(map(text_of, footer)))
    before, between, after = text_of(Say("page {n} of {all}", n="\0", all="\0")).split("\\x00")
    end = f' "{_quoted(after)}"' if after else ""
    page = _PAGE.format(foot=foot, page=_quoted(before), of=_quoted(between), end=end)
    sheet = (get_data(__package__, "templates/paper.css") or b"").decode()
    return Markup(page + sheet.rstrip())  # noqa: S704 - no sign in it can end the style


def _quoted(text: str) -> str:
    """Write text so that it stays within a string of a style sheet, and within the style."""
    return _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", text)
