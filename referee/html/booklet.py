"""The rule booklet as a page that is made to be printed, in two columns."""

from __future__ import annotations

from referee.core.paper.booklet import HOUSE_RULES, LEFT_OPEN, SOURCES, STATUSES, Booklet
from referee.core.say import Say
from referee.html.markup import HtmlText
from referee.html.page import render
from referee.html.style import style_of


def render_booklet_page(booklet: Booklet) -> str:
    """Render a rulebook as an HTML page.

    >>> page = render_booklet_page(Booklet(game="fair", title="Fair", version=1, digest="d1",
    ...     language="en", about=(), sections=(), house_rules=(), left_open=(), sources=()))
    >>> '<h1>Fair</h1>' in page, "<script" in page
    (True, False)
    """
    made = Say("{title} rulebook {n} ({digest})", title=booklet.title, n=booklet.version,
               digest=booklet.digest)  # fmt: skip
    rules = [rule.rule_id for section in booklet.sections for rule in section.rules]
    return render(
        "booklet.html",
        html=HtmlText(booklet.language, rules),
        style=style_of((made,)),
        booklet=booklet,
        made=made,
        headings=(HOUSE_RULES, LEFT_OPEN, SOURCES),
        statuses=tuple(STATUSES.values()),
    )
