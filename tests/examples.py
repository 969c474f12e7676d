"""The papers of ``scoresheets/``, printed anew: ``make docs`` writes them.

A sheet is printed from the journal beside it; the pad and the booklet are those of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.core.game import Game
from referee.core.paper.booklet import booklet_of
from referee.core.paper.sheet_document import SheetDocument
from referee.core.rulebook import Rulebook
from referee.core.table import Player, Setup
from referee.html.reading import render_booklet_page
from referee.operations.opening import open_journal
from referee.operations.sheets import blank_sheet, filled_sheet, render_document, sheet_of
from referee.registry import open_game, own_ids
from referee.render.formats import Format, Style

FOLDER: Final = Path(__file__).parent.parent / "scoresheets"
ENDINGS: Final = {
    Format.TABLE: ".txt",
    Format.HTML: ".html",
    Format.MARKDOWN: ".md",
    Format.CSV: ".csv",
    Format.JSON: ".json",
}
IN_EVERY_FORMAT: Final = "no-swap-no-pay"
"""The game whose filled sheet lies there in every format; the others as text and as page."""
OF_HOLDINGS: Final = "saboteur"
"""The game of which a sheet of holdings lies there, too."""


def examples() -> Iterator[tuple[Path, str]]:
    """Print every paper, by the path on which it lies."""
    for journal in sorted(FOLDER.rglob("*.jsonl")):
        paper = filled_sheet(open_journal(str(journal)), journal)
        many = journal.parent.name == IN_EVERY_FORMAT
        formats = tuple(ENDINGS) if many else (Format.TABLE, Format.HTML)
        yield from _printed(paper, journal.with_suffix(""), formats)
    holdings = FOLDER / OF_HOLDINGS / "evening.yaml"
    yield from _printed(
        sheet_of(str(holdings)), holdings.with_suffix(""), (Format.TABLE, Format.HTML)
    )
    for game in own_ids():
        room, book = open_game(game)
        yield from _printed(_pad(room, book), FOLDER / game / "pad", (Format.TABLE, Format.HTML))
        yield (
            FOLDER / game / "rules.html",
            render_booklet_page(booklet_of(book, room.title, room.paper)),
        )


def _pad(room: Game, book: Rulebook) -> SheetDocument:
    """Gather the pad for whoever plays, as ``referee sheet GAME`` does."""
    most = max(room.players)
    setup = Setup(tuple(Player(f"#{n + 1}") for n in range(most)))
    return blank_sheet(room, book, setup, [""] * most)


def _printed(
    paper: SheetDocument, path: Path, formats: tuple[Format, ...]
) -> Iterator[tuple[Path, str]]:
    for fmt in formats:
        yield path.with_suffix(ENDINGS[fmt]), render_document(paper, fmt, Style(why=True))


if __name__ == "__main__":
    for path, text in examples():
        path.write_text(text, encoding="utf-8")
