"""Papers made by hand: an invented game, people with difficult names, all that a page can hold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

from msgspec.structs import replace

from referee.core.paper.diagram import Box, Diagram, Label, Line, LineStyle, Shade
from referee.core.paper.round_sheet import Grid, QuickReference, RoundSheet, ScoringEntry, SheetRow
from referee.core.paper.score_summary import Summary
from referee.core.paper.sheet_document import Annotation, LogItem, SheetDocument
from referee.core.rulebook import RuleRef
from referee.core.ruling import impossible
from referee.core.say import Say
from referee.core.score import PlayerScore
from tests.render.pebbles import BOOK, line, score, sheet

FIELD = Diagram(
    title=Say("The field of round 1"),
    told=Say("The way leads {n} cells to the east.", n=2),
    size=(4, 2),
    drawn=(
        Box((0, 0), (4, 2)),
        Box((3, 1), tone=Shade.DARK),
        Line(((0.5, 0.5), (2.5, 0.5)), LineStyle.WAY, points=True),
        Label((3.5, 1.5), Say("M")),
        Label((1.5, 1.5), Say("{n}", n=46)),
    ),
    signs=(Say("M mud"),),
)


def told(*scores: PlayerScore, audit: Sequence[Any] = ()) -> Summary:
    return Summary(sheet=sheet(*scores), audit=tuple(audit), game="fair", book=BOOK, lines={})


def filled(names: Sequence[str] = ("Ana", "Bo"), rounds: int = 3) -> SheetDocument:
    """A paper on which everything stands, each number another one."""
    rows = tuple(
        row
        for n in range(1, rounds + 1)
        for row in (
            SheetRow(
                round=n,
                what=Say("took"),
                cells=(*(Say("{who} gives", who=name) for name in names), 200 + n),
                entries=(n,),
            ),
            SheetRow(
                round=n,
                what=Say("pebbles"),
                cells=(*(100 * n + seat for seat, _ in enumerate(names)), None),
                is_standing=True,
            ),
        )
    )
    scores = [
        score(name, line("plain", 31 + n, "7 x 5"), line("mud", Fraction(2, 3) + n), ties=(n, 0))
        for n, name in enumerate(names)
    ]
    return SheetDocument(
        sheet=RoundSheet(
            title=Say("Pebble Fair, {n} players", n=len(names)),
            counts=Say("round"),
            seats=tuple(names),
            table=Say("basket"),
            rows=rows,
            lines=(Say("It rains."),),
            diagrams=(FIELD,),
        ),
        head=(("game", "Pebble Fair"), ("players", ", ".join(names))),
        foot=(("journal", "fair.jsonl"), ("entries", "77"), ("digest", "d1g35t")),
        language="ja",
        rules=tuple(BOOK.rules.values()),
        annotations=(Annotation(57, Say("note"), f"{names[0]} <sneezed>", 2),),
        rulings=(
            LogItem(
                number=58, at="2026-11-21T20:15:00+01:00", step="fair.take", words="4",
                said=Say("{who} takes too many.", who=names[0]), rules=(RuleRef("PEB-1.1"),),
                overrule_reason="we agreed",
            ),
        ),
        score=told(*scores, audit=[impossible("Too many.", "PEB-1.1")]),
    )  # fmt: skip


def blank(names: Sequence[str] = ("Ana", "Bo"), sitting: int | None = None) -> SheetDocument:
    """A form to fill in."""
    rows = tuple(
        SheetRow(round=n, what=Say("took"), cells=(None,) * (len(names) + 1)) for n in (1, 2)
    )
    setup = Grid(Say("Setup"), (Say("players"), Say("pebbles")), ((2, 20), (3, 24), (4, 28)))
    margin = QuickReference(
        setup=setup,
        scoring=(ScoringEntry(Say("plain"), Say("3 each"), (RuleRef("PEB-5.1"),)),),
        rules_asked_most=(RuleRef("PEB-6.2"),),
    )
    paper = filled(names)
    return SheetDocument(
        sheet=replace(paper.sheet, rows=rows, diagrams=()),
        head=paper.head,
        foot=(),
        language="ja",
        rules=tuple(BOOK.rules[i] for i in ("PEB-5.1", "PEB-6.2")),
        reference=margin,
        sitting=sitting,
    )


class Page(HTMLParser):
    """A page as a browser takes it apart: its tags in order, and its text without the styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def count(self, tag: str, of_class: str = "") -> int:
        """Count the tags, or those of them that are of a class."""
        return sum(
            name == tag and (not of_class or of_class in (given.get("class") or "").split())
            for name, given in self.tags
        )
