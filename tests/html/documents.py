"""Sheets of an invented game, with difficult names and every part that a page can have."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

from msgspec.structs import replace

from referee.api import drawing, pads
from referee.core.paper.round_sheet import RoundSheet, SheetRow, SummaryRow, SummaryTable
from referee.core.paper.score_summary import Summary
from referee.core.paper.sheet_document import Decision, Occasion, Provenance, SheetDocument
from referee.core.rulebook import RuleRef
from referee.core.ruling import impossible
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore
from tests.render.pebbles import BOOK, line, score, sheet

FIELD = drawing.Diagram(
    title=Say("The field of round 1"),
    told=Say("The way leads {n} cells to the east.", n=2),
    size=(4, 2),
    drawn=(
        drawing.Box((0, 0), (4, 2)),
        drawing.Box((3, 1), tone=drawing.Shade.DARK),
        drawing.Line(((0.5, 0.5), (2.5, 0.5)), drawing.LineStyle.WAY, points=True),
        drawing.Label((3.5, 1.5), Say("M")),
        drawing.Label((1.5, 1.5), Say("{n}", n=46)),
    ),
    signs=(Say("M mud"),),
    notes=(Say("It rained."),),
    lines=(Say("+--+"), Say("|M |")),
)
MADE = Provenance(
    program="9.9",
    game="Pebble Fair",
    rulebook=3,
    rulebook_digest="d1",
    journal="fair.jsonl",
    digest="d1g35t",
    evening="7e27d8ca36f2",
    entries=77,
    corrections=2,
    house_rules=(("rain", "wet"),),
)


def summary_of(*scores: PlayerScore, audit: Sequence[Any] = ()) -> Summary:
    return Summary(sheet=sheet(*scores), audit=tuple(audit), game="fair", book=BOOK, lines={})


def charted(names: Sequence[str], rounds: int) -> drawing.Chart:
    return drawing.Chart(
        title=Say("Pebbles in the basket"),
        seats=tuple(names),
        rounds=tuple(range(1, rounds + 1)),
        numbers=tuple(tuple(n + seat for n in range(rounds)) for seat, _ in enumerate(names)),
        marks=(drawing.ChartMark(names[0], 1, drawing.MarkShape.STAR),),
        signs=((drawing.MarkShape.STAR, Say("won a ribbon")),),
    )


def filled(names: Sequence[str] = ("Ana", "Bo"), rounds: int = 3) -> SheetDocument:
    """Return a sheet with every part, a chart too, and no number twice."""
    rows = tuple(
        SheetRow(
            round=n,
            what=Say("took"),
            cells=(*(Say("{who} gives", who=name) for name in names), 200 + n),
            entries=(n,),
            line="took",
        )
        for n in range(1, rounds + 1)
    )
    short = SummaryTable(
        rows=tuple(
            SummaryRow(
                round=n,
                before=(names[0],),
                cells=tuple(100 * n + seat for seat, _ in enumerate(names)),
                after=(200 + n,),
            )
            for n in range(1, rounds + 1)
        ),
        before=(Say("chief"),),
        after=(Say("basket"),),
        signs=(Say("pebbles by then"),),
    )
    scores = [
        score(name, line("plain", 31 + n, "7 x 5"), line("mud", Fraction(2, 3) + n), ties=(n, 0))
        for n, name in enumerate(names)
    ]
    return SheetDocument(
        game="fair",
        title="Pebble Fair",
        language="ja",
        occasion=Occasion(
            players=len(names),
            begun="2026-11-21T20:14:00+01:00",
            ended="2026-11-21T20:51:00+01:00",
            place=f"{names[0]}'s",
        ),
        provenance=MADE,
        sheet=RoundSheet(
            title=Say("Pebble Fair, {n} players", n=len(names)),
            counts=Say("round"),
            seats=tuple(names),
            table=Say("basket"),
            rows=rows,
            in_short=short,
            chart=charted(names, rounds),
        ),
        seats=tuple(names),
        decided=(
            Decision(
                when=Say("round 2"),
                said=(
                    Say("{who} takes too many.", who=names[0]),
                    Say("The table allowed it: “{reason}”.", reason="we <agreed>"),
                ),
                rules=(RuleRef("PEB-1.1"),),
            ),
            Decision(said=(Say("Note: {text}", text=f"{names[0]} <sneezed>"),)),
        ),
        score=summary_of(*scores, audit=[impossible("Too many.", "PEB-1.1")]),
        unchecked=(Say("Not checked: the weather."),),
        rules=tuple(BOOK.rules.values()),
    )


def with_pictures(*diagrams: drawing.Diagram) -> SheetDocument:
    paper = filled()
    assert paper.sheet is not None
    return replace(paper, sheet=replace(paper.sheet, diagrams=diagrams))


def blank(names: Sequence[str] = ("Ana", "Bo"), rounds: int = 4) -> SheetDocument:
    table = pads.PadTable(
        title=Say("Rounds"),
        corner=Say("round"),
        columns=tuple(Say("{name}", name=name) for name in names),
        rows=tuple(pads.PadRow(Say("{n}", n=n), cells=(Say("1 ☐"),)) for n in range(1, rounds + 1)),
    )
    judge = pads.BlankCell(Say("Judge"))
    scoring = (pads.ScoringEntry(Say("plain"), Say("3 each"), (RuleRef("PEB-5.1"),)),)
    return SheetDocument(
        game="fair",
        title="Pebble Fair",
        language="ja",
        occasion=Occasion(players=len(names)),
        provenance=Provenance(program="9.9", game="Pebble Fair", rulebook=3, rulebook_digest="d1"),
        pad=pads.Pad(
            (
                pads.BlankLine((judge, pads.Checkbox((Say("rain"), Say("sun")), Say("Weather:")))),
                pads.Boxes(Say("Numbers"), (1, 2, 3), Say("from the card")),
                pads.score_table(names, scoring),
                table,
                pads.Footnote((Say("28 pebbles."),)),
            )
        ),
        seats=tuple(names),
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
