"""What the page of a filled sheet shows, from the sentence at its top to the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final, TypeAlias

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from referee.core.paper.round_sheet import RoundSheet, SheetCell, SummaryRow
from referee.core.paper.score_summary import (
    NO_PROBLEM,
    RowKey,
    Summary,
    TieRow,
    correction_said,
    keyed_lines,
    lines_said,
    tie_rows,
)
from referee.core.paper.sheet_document import DOT, SheetDocument
from referee.core.paper.wording import VERDICT_WORDS, mixed_text, rank_text, text_of
from referee.core.rulebook import RuleRef
from referee.core.say import AsIs, Say, join, plural, sentences
from referee.core.scoring.score import PlayerScore, ScoreLine
from referee.html.chart import DrawnChart, drawn_chart, estimated_width
from referee.html.code import code_picture
from referee.html.diagrams import DrawnDiagram, drawings_of
from referee.html.markup import longest_word

NOTHING: Final = Say("nothing")
GAP: Final = 0.5
"""What is left free between the parts of a bar, in per cent of its width."""
WIDTH, HEIGHT = 182.0, 244.0
"""What the narrower and the shorter paper leave between their margins, in mm, or a little less."""
WORDS, COLUMN, BESIDE_TEXT = 113.0, 77.0, 110.0
"""The widths of the words beside a bar, of an item of the list, and of what is beside a picture."""
LETTER, LETTER_SMALL, HEADLINE = 3.4, 3.2, 10.8
"""The heights of letters."""
LONG_NAME: Final = 12.0
"""A name with a longer word has a line to itself, in heights of a letter."""
LINE: Final = 4.9
"""The height of a line of text on paper, in mm."""


CardRow: TypeAlias = tuple[Say, Fraction | None, Say | None]
"""A row of a player's card: what for, the points, None for nothing, and where they come from."""
Unit: TypeAlias = tuple[Say, bool]
"""What a round tells of one player, or all, and if it is marked; no line breaks it if it fits."""
Told: TypeAlias = tuple[SummaryRow, tuple[Unit, ...]]
"""A round as an item of a list."""
Checked: TypeAlias = tuple[tuple[Say, ...], tuple[RuleRef, ...], str]
"""What the audit found, in sentences, by which rules and in which lines of a file."""


class Rank(Struct, frozen=True, kw_only=True):
    """A player by place: a bar in parts, each from where and how wide, and the same in words.

    The player's card has ``rows``, the sum ``written`` out, and what was compared in ``ties``.
    """

    place: Say | None
    player: str
    wins: bool
    bars: tuple[tuple[float, float], ...]
    words: Say
    rows: tuple[CardRow, ...]
    written: str
    ties: tuple[Say, ...]
    total: Fraction


class SheetParts(Struct, frozen=True, kw_only=True):
    """The parts of a page.

    ``beside`` are rounds with their pictures. ``breaks``: the evening fits on one page, so the
    proof begins on the next.
    """

    headline: Say | None
    also: tuple[Say, ...]
    ranks: tuple[Rank, ...]
    chart: DrawnChart | None
    drawings: tuple[DrawnDiagram, ...]
    beside: tuple[tuple[Told, DrawnDiagram], ...]
    rounds: tuple[Told, ...]
    signs: tuple[Say, ...]
    checked: tuple[Checked, ...]
    has_long_names: bool
    today: tuple[Say, ...]
    breaks: bool
    code: Markup | Say | None
    of_code: tuple[Say, ...]


def sheet_parts(document: SheetDocument) -> SheetParts:
    """Prepare all parts of a page.

    >>> from referee.core.paper.sheet_document import Occasion, Provenance
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",), rows=())
    >>> made = Provenance(program="", game="", rulebook=1, rulebook_digest="")
    >>> parts = sheet_parts(SheetDocument(sheet=sheet, game="", title="", language="",
    ...     occasion=Occasion(players=1), provenance=made))
    >>> parts.ranks, parts.breaks
    ((), True)
    """
    score, sheet = document.score, document.sheet
    drawings = drawings_of(sheet.diagrams) if sheet else ()
    winners = score.sheet.outcome.winners if score else ()
    chart = drawn_chart(sheet.chart, winners) if sheet and sheet.chart and not drawings else None
    rounds = [(row, tuple(_units(row, sheet))) for row in sheet.in_short.rows] if sheet else []
    pictures: dict[Say | int, DrawnDiagram] = {
        each.of.round: each for each in drawings if each.of.round
    }
    beside = tuple((told, pictures[told[0].round]) for told in rounds if told[0].round in pictures)
    code = code_picture(document.code.text) if document.code else None
    headline, *also = sentences(score.sheet.outcome.said) if score else (None,)
    parts = SheetParts(
        headline=headline,
        also=tuple(also),
        ranks=tuple(_ranks(score)) if score else (),
        chart=chart,
        drawings=tuple(drawing for drawing in drawings if not drawing.of.round),
        beside=beside,
        rounds=tuple(told for told in rounds if told[0].round not in pictures),
        signs=tuple(dict.fromkeys(sign for drawing in drawings for sign in drawing.of.signs)),
        checked=tuple(_checked(score)) if score else (),
        has_long_names=any(longest_word(seat) > LONG_NAME for seat in document.seats),
        today=_today(document.score_today) if document.score_today else (),
        breaks=True,
        code=code,
        of_code=tuple(_of_code(document, code)) if code else (),
    )
    return replace(parts, breaks=_height(document, parts) <= HEIGHT)


def _ranks(score: Summary) -> Iterator[Rank]:
    scores, order = score.sheet.scores, score.row_order
    most = max((each.total for each in scores), default=Fraction())
    ties, seats = tie_rows(scores), [each.player for each in scores]
    for each, rank in score.by_place:
        keyed = keyed_lines(each)
        lines = [keyed[key] for key in order if key in keyed]
        parts = [Say("{n} {row}", n=line.points, row=line.short or line.label) for line in lines]
        yield Rank(
            place=rank_text(rank) if rank else None,
            player=each.player,
            wins=each.player in score.sheet.outcome.winners,
            bars=tuple(_bars(lines, most)),
            words=join(parts, " + ") if parts else NOTHING,
            rows=tuple(_rows(each, order, score)),
            written=" + ".join(mixed_text(line.points) for line in lines) if len(lines) > 1 else "",
            ties=tuple(_ties(ties, seats.index(each.player))),
            total=each.total,
        )


def _bars(lines: Sequence[ScoreLine], most: Fraction) -> Iterator[tuple[float, float]]:
    """Give where each part begins and how wide it is, in per cent of the most points."""
    at = Fraction()
    for line in lines:
        if line.points > 0:
            width = line.points * 100 / most
            yield round(float(at), 2), round(max(float(width) - GAP, GAP), 2)
            at += width


def _rows(each: PlayerScore, order: Sequence[RowKey], score: Summary) -> Iterator[CardRow]:
    lines = keyed_lines(each)
    for key in order:
        if key not in lines:
            yield key[0], None, None
            continue
        line = lines[key]
        how = [line.working] if str(line.working) else []
        if entries := score.entries_behind(each.player, line.label):
            listed = AsIs(" ".join(map(str, entries)))
            how.append(plural(len(entries), "entry {entries}", "entries {entries}", entries=listed))
        yield key[0], line.points, join(how, DOT) if how else None


def _ties(ties: Sequence[TieRow], seat: int) -> Iterator[Say]:
    for tie in ties:
        value = tie.values[seat]
        if value is not None:
            said = Say("{label} {n}", label=tie.label, n=value)
            yield Say("{said} (this decided)", said=said) if tie.has_decided else said


def _checked(score: Summary) -> Iterator[Checked]:
    for each in score.audit:
        reason = Say("{verdict}: {reason}", verdict=VERDICT_WORDS[each.verdict], reason=each.reason)
        said = (reason, correction_said(each, score.entries))
        yield tuple(filter(None, said)), each.rules, lines_said(each, score.lines)
    if not score.audit:
        yield (NO_PROBLEM,), (), ""


def _of_code(document: SheetDocument, code: Markup | Say) -> Iterator[Say]:
    if isinstance(code, Say):
        yield code
        return
    if document.sheet is None:
        yield Say("The code holds what everyone had at the end.")
    else:
        one = "The code holds the {n} answer of the evening."
        many = "The code holds all {n} answers of the evening."
        yield plural(document.provenance.entries, one, many)
    yield Say(
        "Read it with any phone and give the text to {command}.", command=AsIs("referee check")
    )
    yield Say("It replays the evening and says “the same”, or names the first difference.")


def _today(score: Summary) -> tuple[Say, ...]:
    totals = tuple(
        Say("{player} {n}", player=each.player, n=each.total) for each, _ in score.by_place
    )
    return (*sentences(score.sheet.outcome.said), Say("{totals}.", totals=totals))


def _units(row: SummaryRow, sheet: RoundSheet) -> Iterator[Unit]:
    """Put each cell beside what heads its column; sentences take the place of those around."""
    if not row.title:
        yield from _around(sheet.in_short.before, row.before)
    for seat, cell in zip(sheet.seats, row.cells, strict=True):
        if cell is not None:
            yield Say("{name} {cell}", name=seat, cell=cell), seat in row.marked
    if not row.title:
        yield from _around(sheet.in_short.after, row.after)


def _around(heads: Sequence[Say], cells: Sequence[SheetCell]) -> Iterator[Unit]:
    for what, cell in zip(heads, cells, strict=True):
        if cell is not None:
            yield Say("{what}: {cell}", what=what, cell=cell), False


def _height(document: SheetDocument, parts: SheetParts) -> float:
    """Estimate the height of the evening on paper."""
    high = 10 + 11.7 * _lines(text_of(parts.headline or NOTHING), WIDTH, HEADLINE)
    high += 5.2 * len(parts.also) + 4
    high += sum(
        (8.2 if each.bars else 4) + 4.3 * _lines(text_of(each.words), WORDS) for each in parts.ranks
    )
    high += 6 * len(parts.ranks) * parts.has_long_names
    if parts.chart:
        high += parts.chart.height * 3.39 + 12.5
    high += sum(9 + each.tall for each in parts.drawings)
    high += 5.5 * bool(parts.signs)
    high += sum(max(3.5 + each.tall, _high(told, BESIDE_TEXT)) for told, each in parts.beside)
    items = [_high(each, COLUMN) for each in parts.rounds]
    high += max(sum(items) / 2 + LINE * bool(items), max(items, default=0))
    high += 14.5 * bool(parts.beside or parts.rounds) + 9 * bool(document.decided)
    high += sum(
        1.4 + LINE * _lines(" ".join(map(text_of, each.said)), WIDTH) for each in document.decided
    )
    return high * (1.5 if document.large else 1)


def _high(told: Told, width: float) -> float:
    """Estimate the height of what is told of a round, with its units side by side."""
    row, units = told
    lines = sum(_lines(text_of(each), width) for each in (*row.told, row.title or NOTHING))
    at = width
    for said, _ in units:
        wide = _width(text_of(said), LETTER)
        at += wide + LETTER
        if at > width:
            lines += max(1, ceil(wide / width))
            at = min(wide, width)
    return 1 + LINE * (lines - (row.title is None))


def _lines(text: str, width: float, letter: float = LETTER_SMALL) -> int:
    return ceil(_width(text, letter) / width)


def _width(text: str, letter: float) -> float:
    return estimated_width(text, letter) * 0.76
