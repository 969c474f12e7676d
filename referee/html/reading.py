"""Pages to read: the rule booklet and the casebook in two columns, and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.paper import booklet as booklets
from referee.core.paper.statistics import WON, Statistics, counted, grids, unread_lines
from referee.core.paper.wording import VERDICT_WORDS
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.html.diagrams import drawing_of
from referee.html.markup import HtmlText
from referee.html.page import render, style_of


def render_booklet_page(booklet: booklets.Booklet) -> str:
    """Render a rulebook as an HTML page.

    >>> page = render_booklet_page(booklets.Booklet(game="fair", title="Fair", version=1,
    ...     digest="d1", language="en", about=(), sections=(), house_rules=(), left_open=(),
    ...     sources=()))
    >>> '<h1>Fair</h1>' in page, "<script" in page
    (True, False)
    """
    made = Say("{title} rulebook {n} ({digest})", title=booklet.title, n=booklet.version,
               digest=booklet.digest)  # fmt: skip
    rules = [rule.rule_id for section in booklet.sections for rule in section.rules]
    return render(
        "booklet.html",
        html=HtmlText(booklet.language, rules),
        style=style_of((made,), "drawing", "reading", ink=booklet.ink),
        booklet=booklet,
        picture=drawing_of(booklet.picture) if booklet.picture else None,
        made=made,
        headings=(booklets.HOUSE_RULES, booklets.LEFT_OPEN, booklets.SOURCES),
        statuses=tuple(booklets.STATUSES.values()),
    )


def render_casebook_page(
    cases: Sequence[tuple[booklets.DecidedCase, Sequence[Say]]], book: Rulebook, title: str
) -> str:
    """Render cases, each with its facts, as an HTML page, with the rules they cite below."""
    made = Say("{title} rulebook {n} ({digest})", title=title, n=book.version, digest=book.digest)
    cited = {str(ref) for case, _ in cases for ref in case.answer.rules}
    rules = [book.rules[ref.rule_id] for ref in book.in_order(cited)]
    return render(
        "casebook.html",
        html=HtmlText(book.edition.language, [rule.rule_id for rule in rules]),
        style=style_of((made,), "reading"),
        title=str(Say("{game}: the casebook", game=title)),
        cases=[
            (case, VERDICT_WORDS.get(case.answer.verdict, Say("Answer")), facts)
            for case, facts in cases
        ],
        rules=rules,
        made=made,
    )


TITLE: Final = Say("Evenings")


def render_statistics_page(statistics: Statistics) -> str:
    """Render statistics as an HTML page, with bars for shares.

    >>> page = render_statistics_page(Statistics(evenings=0, games=(), players=()))
    >>> '<h1>Evenings</h1>' in page, "<script" in page
    (True, False)
    """
    return render(
        "statistics.html",
        html=HtmlText(""),
        style=style_of((TITLE,), "reading"),
        title=TITLE,
        counted=counted(statistics),
        tables=[
            (grid, grid.columns.index(WON) if WON in grid.columns else None)
            for grid in grids(statistics)
        ],
        unread=unread_lines(statistics),
    )
