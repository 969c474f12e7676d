"""Compare a paper with the evening in its code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import dropwhile, takewhile, zip_longest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee import __version__
from referee.core.paper.sheet_document import SheetDocument, grouped
from referee.core.paper.wording import text_of
from referee.core.say import AsIs, Fact, Say, plural, speaking, spoken
from referee.core.scoring.score import ranks
from referee.files.documents.detect import Source
from referee.files.languages import begin_to_speak
from referee.files.tags import ENGLISH, tag_of, tags
from referee.operations.papers.lines import lines_of_page, points_of_page
from referee.operations.papers.reading import Paper, open_paper
from referee.operations.papers.replaying import Difference, ImpossibleAnswer
from referee.operations.scoring import ScoreReport, holdings_report, session_report
from referee.operations.sheets import render_document, sheet_again
from referee.registry import open_game
from referee.render.formats import Format, Style
from referee.render.scores import outcome_text
from referee.render.sheets import score_block
from referee.render.text import width, wrapped

EVERYTHING: Final = "everything"
POINTS: Final = "points"
NOTHING: Final = "nothing"
_TEXT_FORMATS: Final = (Format.TABLE, Format.PLAIN, Format.MARKDOWN)
_WIDTH: Final = 80
_SLACK: Final = 8
"""A table may be printed for so many cells more than its widest line has."""
_LANGUAGE: Final = re.compile(r"<html[^>]*?\blang=[\"']?([\w-]+)", re.IGNORECASE)
_LARGE: Final = re.compile(r"<body[^>]*\blarge\b", re.IGNORECASE)
_LINE_ABOVE: Final = re.compile(r"\S*[$#%>] ?referee |.{1,40}[,:]$|`{3}")
"""A command as a terminal shows it, a greeting, or a fence."""
_VERSION: Final = re.compile(r"referee (\d\S*) ·")
_WORKING: Final = re.compile(r" \(|（")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


class PaperCheck(Struct, frozen=True):
    """The result of comparing a paper with its code."""

    said: Say
    evening: str
    compared: str
    difference: Difference | None
    is_bare: bool
    report: ScoreReport | None = None
    is_impossible: bool = False
    """Whether the difference is an answer in the code that no evening can have."""

    @property
    def result(self) -> Iterator[Say]:
        """Yield the result: the same, or the first difference; of a code alone, who won."""
        if self.difference is not None:
            said = "Not the same. The first difference, in line {n}:"
            if self.is_impossible:
                said = "An answer in the code cannot be, in its line {n}:"
            yield Say(said, n=self.difference.line)
            names = [text_of(Say("paper")), text_of(Say("replayed"))]
            widest = max(map(width, names)) + 2
            lines = (self.difference.paper, self.difference.replayed)
            for name, line in zip(names, lines, strict=True):
                space = " " * (widest - width(name))
                yield Say("  {name}{line}", name=AsIs(f"{name}{space}"), line=line)
        elif self.is_bare:
            if self.report is not None:
                yield _outcome(self.report)
        elif self.compared == EVERYTHING:
            yield Say("The same: its code gives this sheet again.")
        elif self.compared == POINTS:
            yield Say("Places, totals and rows are the same. Another version made this sheet.")
        else:
            yield Say("Another version made this sheet. Nothing of it could be compared.")


def check_paper(opened: Source, path: str) -> PaperCheck:
    """Play the evening of a paper again, and compare all that the paper shows. Raises Unreadable.

    Of a paper by another version of the program, only places, totals and rows are compared.
    """
    paper = open_paper(opened, path)
    said = _description(paper)
    evening = paper.code.evening
    try:
        report = _report(paper)
        result = None if paper.is_bare else _compare(paper, report)
    except ImpossibleAnswer as problem:
        return PaperCheck(
            said, evening, NOTHING, problem.refusal, paper.is_bare, is_impossible=True
        )
    compared, difference = result or (NOTHING, None)
    return PaperCheck(said, evening, compared, difference, paper.is_bare, report)


def _description(paper: Paper) -> Say:
    """Describe a paper in the sentence that a check begins with."""
    head, entries = paper.payload.head, paper.payload.entries
    facts: dict[str, Fact] = {"game": AsIs(head.game), "digits": grouped(paper.code.evening)}
    if head.holdings is not None:
        said = "a sheet of {game}, holdings, evening {digits}."
        if paper.is_bare:
            said = "the code of holdings of {game}, evening {digits}."
        return Say(said, **facts)
    one = "a sheet of {game}, {n} entry, evening {digits}."
    many = "a sheet of {game}, {n} entries, evening {digits}."
    if paper.is_bare:
        one = "the code of an evening of {game}, {n} entry, evening {digits}."
        many = "the code of an evening of {game}, {n} entries, evening {digits}."
    return plural(entries, one, many, **facts)


def _report(paper: Paper) -> ScoreReport | None:
    if paper.payload.head.holdings is not None:
        return holdings_report(paper.holdings())
    report = session_report(paper.evening().session)
    return report if isinstance(report, ScoreReport) else None


def _outcome(report: ScoreReport) -> Say:
    """Say who won, and everybody's total in the order of places."""
    scores = report.sheet.scores
    placed = sorted(zip(ranks(scores), scores, strict=True), key=lambda each: each[0])
    totals = tuple(
        Say("{player} {total}", player=score.player, total=score.total) for _, score in placed
    )
    said = text_of(report.sheet.outcome.said).rstrip(".。")
    return Say("{outcome}: {scores}.", outcome=AsIs(said), scores=totals)


def _compare(paper: Paper, report: ScoreReport | None) -> tuple[str, Difference | None]:
    """Compare what a paper shows; of one by another version, only who won and the points.

    A game that is not over is compared wholly: no version prints its code.
    """
    shown = [*lines_of_page(paper.text)] if paper.is_page else _text_lines(paper.text)
    written = next((found[1] for line in shown if (found := _VERSION.match(line))), "")
    if written == __version__ or (report is None and "score" in paper.game.parts):
        return EVERYTHING, _compare_wholly(paper, shown)
    if report is None:
        return NOTHING, None
    if paper.is_page:
        compared, difference = _points_of_page(paper, shown)
        _, tag, rest = paper.text.partition("<h1")
        headline = [*lines_of_page(f"{tag}{rest.partition('</h1>')[0]}")]
    else:
        wanted = _points_as_text(paper, shown)
        compared, difference = POINTS, _first_missing(shown, wanted)
        above = _without_workings(shown).index(wanted[0]) if difference is None else 0
        lines = dropwhile(lambda line: not line, reversed(shown[:above]))
        headline = [*takewhile(bool, lines)][::-1]
    return compared, difference or _other_winner(report, shown, headline)


def _other_winner(
    report: ScoreReport, shown: Sequence[str], headline: Sequence[str]
) -> Difference | None:
    """Return a headline that names other winners than the replay has, in whatever words."""
    sheet, said = report.sheet, outcome_text(report, Style())
    names = {*(score.player for score in sheet.scores), *sheet.outcome.winners}
    own, again, *bare = ("".join(text.split()) for text in ("".join(headline), said, *names))
    line = shown.index(headline[0]) + 1 if headline and headline[0] in shown else 0
    if not headline or (line and all((name in own) == (name in again) for name in bare)):
        return None
    return Difference(line, headline[0], said)


def _points_of_page(paper: Paper, shown: Sequence[str]) -> tuple[str, Difference | None]:
    """Compare the cards of a page by another version, if it has any."""
    own, again = points_of_page(paper.text), points_of_page(_page_again(paper))
    cards = [*own]
    if not cards:
        return NOTHING, None
    difference = _first_difference(cards, [*again])
    if difference is None:
        return POINTS, None
    bare = [each.split() for each in shown]
    words = difference.paper.split()
    line = next((n for n, each in enumerate(bare, start=1) if _has_at_ends(each, words)), 0)
    return POINTS, replace(difference, line=line)


def _has_at_ends(line: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a line of a page begins with the first of these words and ends with the last."""
    return bool(words) and line[:1] == words[:1] and line[-1:] == words[-1:]


def _points_as_text(paper: Paper, shown: Sequence[str]) -> Sequence[str]:
    """Print everybody's points as plain text, in the language and format most like the paper."""
    known = Counter(_without_workings(shown))
    blocks: list[list[str]] = []
    for tag in _tags():
        with in_language(tag):
            if (score := _document(paper).score) is not None:
                style = Style(width=_WIDTH)
                blocks += [
                    _without_workings(_text_lines(score_block(score, fmt, style)))
                    for fmt in _TEXT_FORMATS
                ]

    def fits(block: list[str]) -> float:
        return (Counter(block) & known).total() / len(block)

    return max(blocks, key=fits, default=[])


def _without_workings(lines: Sequence[str]) -> list[str]:
    """Leave out workings, and the width of columns."""
    return [" ".join(_WORKING.split(line)[0].split()) for line in lines]


def _common_prefix(one: str, other: str) -> int:
    """Count the characters with which both lines begin."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _first_missing(shown: Sequence[str], wanted: Sequence[str]) -> Difference | None:
    """Find the first wanted line that the paper lacks, and the line of the paper most like it."""
    known = _without_workings(shown)
    for line in wanted:
        if line and line not in known:
            at = max(range(len(known)), key=lambda n: _common_prefix(known[n], line))
            return Difference(at + 1, shown[at], line)
    return None


def _first_difference(shown: Sequence[str], again: Sequence[str]) -> Difference | None:
    """Find the first difference; empty lines do not count."""
    own = [(number, line) for number, line in enumerate(shown, start=1) if line]
    for each, other in zip_longest(own, filter(None, again)):
        number, line = each or (len(shown) + 1, "")
        if line != (other or ""):
            return Difference(number, line, other or "")
    return None


def _compare_wholly(paper: Paper, shown: Sequence[str]) -> Difference | None:
    """Print the paper again in its language, plain text also in its width, and compare it."""
    if paper.is_page:
        return _first_difference(shown, [*lines_of_page(_page_again(paper))])
    best: list[str] = []
    for again in _printed_as_text(paper, shown):
        if _first_difference(_blank_above(shown, again), again) is None:
            return None
        best = max(best, again, key=lambda each: _common_lines(each, shown))
    return _first_difference(_blank_above(shown, best), best)


def _blank_above(shown: Sequence[str], again: Sequence[str]) -> list[str]:
    """Blank the lines that a mail or a terminal has above the title of a sheet."""
    above = shown.index(again[0]) if again[0] in shown else 0
    if not all(_LINE_ABOVE.match(line) for line in shown[:above] if line):
        return [*shown]
    return [""] * above + [*shown[above:]]


def _page_again(paper: Paper) -> str:
    found = _LANGUAGE.search(paper.text)
    with in_language(tag_of(found[1] if found else "") or ENGLISH):
        return render_document(_document(paper), Format.HTML, Style())


def _tags() -> Iterator[str]:
    """Yield the languages, the one that is spoken first."""
    now = spoken()
    yield from dict.fromkeys((now.tag if now else ENGLISH, ENGLISH, *tags()))


def _printed_as_text(paper: Paper, shown: Sequence[str]) -> Iterator[list[str]]:
    """Print a sheet as plain text in each language and format, the likeliest first."""
    for tag in _tags():
        with in_language(tag):
            document = replace(_document(paper), code=None)
            for fmt in _TEXT_FORMATS:
                look = Style(why=True, width=_WIDTH)
                yield (again := _text_lines(render_document(document, fmt, look)))
                if fmt is Format.TABLE and again[0] in shown:
                    least = _widest(_blank_above(shown, again))
                    for cells in range(least, least + _SLACK):
                        look = replace(look, width=cells)
                        yield _text_lines(render_document(document, fmt, look))


def _widest(lines: Sequence[str]) -> int:
    """Return how many cells the lines were broken to, at least; one word alone may be longer."""
    return max((width(line) for line in lines if len(wrapped(line, 1)) > 1), default=_WIDTH)


def _document(paper: Paper) -> SheetDocument:
    """Make the sheet of a paper again in the language that is spoken. Raises Unreadable."""
    game, today = open_game(paper.payload.head.game)
    document = sheet_again(replace(paper, game=game, today=today))
    return replace(document, large=bool(_LARGE.search(paper.text)))


@contextmanager
def in_language(tag: str) -> Iterator[None]:
    """Speak a language within the block."""
    with speaking(None):
        if tag != ENGLISH:
            begin_to_speak(tag)
        yield


def _common_lines(lines: Sequence[str], shown: Sequence[str]) -> int:
    return (Counter(lines) & Counter(shown)).total()


def _text_lines(text: str) -> list[str]:
    plain = _COLOUR.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
    return [line.rstrip() for line in plain.rstrip().splitlines()]
