"""What many evenings add up to, as a page."""

from __future__ import annotations

from typing import Final

from referee.core.paper.round_sheet import CardGrid
from referee.core.paper.statistics import Statistics, counted, grids, unread_lines
from referee.core.say import Say
from referee.html.markup import HtmlText
from referee.html.page import render
from referee.html.style import style_of

TITLE: Final = Say("Evenings")
SHARE: Final = "won of 100"
"""The column that has a bar."""


def render_statistics_page(told: Statistics) -> str:
    """Render statistics as an HTML page, with a bar where that helps.

    >>> page = render_statistics_page(Statistics(evenings=0, games=(), players=()))
    >>> '<h1>Evenings</h1>' in page, "<script" in page
    (True, False)
    """
    return render(
        "statistics.html",
        html=HtmlText(""),
        style=style_of((TITLE,)),
        title=TITLE,
        counted=counted(told),
        tables=[(grid, _share_column(grid)) for grid in grids(told)],
        unread=unread_lines(told),
    )


def _share_column(grid: CardGrid) -> int | None:
    """Find the column that is drawn as a bar."""
    names = list(map(str, grid.columns))
    return names.index(SHARE) if SHARE in names else None
