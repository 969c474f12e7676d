"""The sheets of ``scoresheets/``, printed anew: ``make docs`` writes them.

Each is printed from the journal beside it, or is the blank form of a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee.cli.open_files import open_journal
from referee.cli.sheet_documents import blank_sheet, filled_sheet, render_document
from referee.core.paper.sheet_document import SheetDocument
from referee.core.table import Player, Setup
from referee.registry import open_game
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


class Blank(Struct, frozen=True):
    """A blank form among the examples: its name and its table."""

    name: str
    seats: tuple[str, ...]
    leader: str = ""


BLANKS: Final = {
    "aladdin": Blank("blank-four", ("Ana", "小明", "ゆうこ", "Bo")),
    "colorful-treasure": Blank("blank-three", ("Ana", "小明", "ゆうこ")),
    "no-swap-no-pay": Blank("blank-three", ("Ana", "小明", "ゆうこ")),
    "saboteur": Blank("blank-five", ("Ana", "小明", "ゆうこ", "Bo", "Cy")),
    "sidibaba": Blank("blank-three", ("Ana", "小明", "ゆうこ"), "Bo"),
}


def examples() -> Iterator[tuple[Path, str]]:
    """Print every sheet, by the path on which it lies."""
    for journal in sorted(FOLDER.rglob("*.jsonl")):
        paper = filled_sheet(open_journal(str(journal)), journal)
        many = journal.parent.name == IN_EVERY_FORMAT
        formats = tuple(ENDINGS) if many else (Format.TABLE, Format.HTML)
        yield from _printed(paper, journal.with_suffix(""), formats)
    for game, blank in BLANKS.items():
        yield from _printed(
            _blank(game, blank), FOLDER / game / blank.name, (Format.TABLE, Format.HTML)
        )


def _blank(game: str, blank: Blank) -> SheetDocument:
    room, book = open_game(game)
    aside = {"leader": Player(blank.leader)} if blank.leader else {}
    return blank_sheet(room, book, Setup(tuple(map(Player, blank.seats)), aside))


def _printed(
    paper: SheetDocument, path: Path, formats: tuple[Format, ...]
) -> Iterator[tuple[Path, str]]:
    for fmt in formats:
        yield path.with_suffix(ENDINGS[fmt]), render_document(paper, fmt, Style(why=True))


if __name__ == "__main__":
    for path, text in examples():
        path.write_text(text, encoding="utf-8")
