"""Holding a paper against the evening in its code."""

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
from referee.operations.papers.replaying import CannotBe, Difference
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
_LETTERS: Final = (Format.TABLE, Format.PLAIN, Format.MARKDOWN)
_WIDTH: Final = 80
_SLACK: Final = 8
"""Cells that may be empty at the end of every line, and for which a table has room all the same."""
_LANGUAGE: Final = re.compile(r"<html[^>]*?\blang=[\"']?([\w-]+)", re.IGNORECASE)
_LARGE: Final = re.compile(r"<body[^>]*\blarge\b", re.IGNORECASE)
_ABOVE: Final = re.compile(r"\S*[$#%>] ?referee |.{1,40}[,:]$|`{3}")
"""A command as a terminal shows it, a greeting, or a fence."""
_VERSION: Final = re.compile(r"referee (\d\S*) ·")
_WORKING: Final = re.compile(r" \(|（")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


class PaperCheck(Struct, frozen=True):
    """What came of comparing a paper with its code."""

    said: Say
    evening: str
    compared: str
    difference: Difference | None
    is_bare: bool
    report: ScoreReport | None = None
    cannot_be: bool = False
    """Whether the difference is an answer in the code that no evening has."""

    @property
    def told(self) -> Iterator[Say]:
        """Return the result: the same, or the first difference; of a code, who won."""
        if self.difference is not None:
            said = "Not the same. The first difference, in line {n}:"
            if self.cannot_be:
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

    A paper by another version of the program is compared by places, totals and rows alone.
    """
    paper = open_paper(opened, path)
    said = _said(paper)
    evening = paper.code.evening
    try:
        report = _report(paper)
        found = None if paper.is_bare else _compared(paper, report)
    except CannotBe as problem:
        return PaperCheck(said, evening, NOTHING, problem.refusal, paper.is_bare, cannot_be=True)
    compared, difference = found or (NOTHING, None)
    return PaperCheck(said, evening, compared, difference, paper.is_bare, report)


def _said(paper: Paper) -> Say:
    """Say what a paper is, in the sentence of a check."""
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
    """Say who won, and what everybody has, by place."""
    scores = report.sheet.scores
    placed = sorted(zip(ranks(scores), scores, strict=True), key=lambda each: each[0])
    told = tuple(
        Say("{player} {total}", player=score.player, total=score.total) for _, score in placed
    )
    said = text_of(report.sheet.outcome.said).rstrip(".。")
    return Say("{outcome}: {scores}.", outcome=AsIs(said), scores=told)


def _compared(paper: Paper, report: ScoreReport | None) -> tuple[str, Difference | None]:
    """Compare what a paper shows; of one by another version, who won and what everybody has.

    No version prints the code of a game that is not over.
    """
    shown = [*lines_of_page(paper.text)] if paper.is_page else _lines(paper.text)
    written = next((found[1] for line in shown if (found := _VERSION.match(line))), "")
    if written == __version__ or (report is None and "score" in paper.game.parts):
        return EVERYTHING, _difference(paper, shown)
    if report is None:
        return NOTHING, None
    if paper.is_page:
        compared, difference = _points_of_page(paper, shown)
        _, tag, rest = paper.text.partition("<h1")
        headline = [*lines_of_page(f"{tag}{rest.partition('</h1>')[0]}")]
    else:
        wanted = _points_in_letters(paper, shown)
        compared, difference = POINTS, _first_missing(shown, wanted)
        above = _bare(shown).index(wanted[0]) if difference is None else 0
        lines = dropwhile(lambda line: not line, reversed(shown[:above]))
        headline = [*takewhile(bool, lines)][::-1]
    return compared, difference or _other_winner(report, shown, headline)


def _other_winner(
    report: ScoreReport, shown: Sequence[str], headline: Sequence[str]
) -> Difference | None:
    """Find a headline that names others than those who won, in whatever words."""
    sheet, said = report.sheet, outcome_text(report, Style())
    names = {*(score.player for score in sheet.scores), *sheet.outcome.winners}
    own, again, *bare = ("".join(text.split()) for text in ("".join(headline), said, *names))
    line = shown.index(headline[0]) + 1 if headline and headline[0] in shown else 0
    if not headline or (line and all((name in own) == (name in again) for name in bare)):
        return None
    return Difference(line, headline[0], said)


def _points_of_page(paper: Paper, shown: Sequence[str]) -> tuple[str, Difference | None]:
    """Compare the cards of a page by another version; none at all decide nothing."""
    own, again = points_of_page(paper.text), points_of_page(_page_again(paper))
    cards = [*own]
    if not cards:
        return NOTHING, None
    difference = _first(cards, [*again])
    if difference is None:
        return POINTS, None
    bare = [each.split() for each in shown]
    words = difference.paper.split()
    line = next((n for n, each in enumerate(bare, start=1) if _has(each, words)), 0)
    return POINTS, replace(difference, line=line)


def _has(line: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a line of a page has these words: the first and the last ones at its ends."""
    return bool(words) and line[:1] == words[:1] and line[-1:] == words[-1:]


def _points_in_letters(paper: Paper, shown: Sequence[str]) -> Sequence[str]:
    """Print what everybody has as the letters do, in the language and form that fit best."""
    known = Counter(_bare(shown))
    blocks: list[list[str]] = []
    for tag in _tags():
        with in_language(tag):
            if (score := _document(paper).score) is not None:
                style = Style(width=_WIDTH)
                blocks += [_bare(_lines(score_block(score, fmt, style))) for fmt in _LETTERS]

    def fits(block: list[str]) -> float:
        return (Counter(block) & known).total() / len(block)

    return max(blocks, key=fits, default=[])


def _bare(lines: Sequence[str]) -> list[str]:
    """Leave out workings, and by how much a table is set apart."""
    return [" ".join(_WORKING.split(line)[0].split()) for line in lines]


def _begun_alike(one: str, other: str) -> int:
    """Count the signs with which both lines begin."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _first_missing(shown: Sequence[str], wanted: Sequence[str]) -> Difference | None:
    """Find the first line that the paper lacks, and the one of the paper that begins as it does."""
    known = _bare(shown)
    for line in wanted:
        if line and line not in known:
            at = max(range(len(known)), key=lambda n: _begun_alike(known[n], line))
            return Difference(at + 1, shown[at], line)
    return None


def _first(shown: Sequence[str], again: Sequence[str]) -> Difference | None:
    """Find the first difference; empty lines are none."""
    own = [(number, line) for number, line in enumerate(shown, start=1) if line]
    for each, other in zip_longest(own, filter(None, again)):
        number, line = each or (len(shown) + 1, "")
        if line != (other or ""):
            return Difference(number, line, other or "")
    return None


def _difference(paper: Paper, shown: Sequence[str]) -> Difference | None:
    """Print the paper again as it was printed: in its language, of letters as wide too."""
    if paper.is_page:
        return _first(shown, [*lines_of_page(_page_again(paper))])
    best: list[str] = []
    for again in _in_letters(paper, shown):
        if _first(_from_title(shown, again), again) is None:
            return None
        best = max(best, again, key=lambda each: _alike(each, shown))
    return _first(_from_title(shown, best), best)


def _from_title(shown: Sequence[str], again: Sequence[str]) -> list[str]:
    """Empty what a mail or a terminal has above a sheet, which begins with its title."""
    above = shown.index(again[0]) if again[0] in shown else 0
    if not all(_ABOVE.match(line) for line in shown[:above] if line):
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


def _in_letters(paper: Paper, shown: Sequence[str]) -> Iterator[list[str]]:
    """Print a sheet in letters in each language and form, the likeliest first."""
    for tag in _tags():
        with in_language(tag):
            document = replace(_document(paper), code=None)
            for fmt in _LETTERS:
                look = Style(why=True, width=_WIDTH)
                yield (again := _lines(render_document(document, fmt, look)))
                if fmt is Format.TABLE and again[0] in shown:
                    least = _widest(_from_title(shown, again))
                    for cells in range(least, least + _SLACK):
                        look = replace(look, width=cells)
                        yield _lines(render_document(document, fmt, look))


def _widest(lines: Sequence[str]) -> int:
    """Return to how many cells at least lines were folded: a word that cannot be may be longer."""
    return max((width(line) for line in lines if len(wrapped(line, 1)) > 1), default=_WIDTH)


def _document(paper: Paper) -> SheetDocument:
    """Gather the sheet of a paper in the language that is spoken. Raises Unreadable."""
    game, today = open_game(paper.payload.head.game)
    document = sheet_again(replace(paper, game=game, today=today))
    return replace(document, large=bool(_LARGE.search(paper.text)))


@contextmanager
def in_language(tag: str) -> Iterator[None]:
    """Speak a language for a while."""
    with speaking(None):
        if tag != ENGLISH:
            begin_to_speak(tag)
        yield


def _alike(lines: Sequence[str], shown: Sequence[str]) -> int:
    return (Counter(lines) & Counter(shown)).total()


def _lines(text: str) -> list[str]:
    plain = _COLOUR.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
    return [line.rstrip() for line in plain.rstrip().splitlines()]
