"""Check any file, and compare a scenario with what it expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from referee.core.answers.custom import is_any
from referee.core.play.marks.depth import CHOOSE_DEPTH
from referee.core.play.record import Drop, Entry, Fix, Insert, Rename, Seats, Substitute
from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling
from referee.core.say import AsIs, BadAnswer, Say, as_typed, join, plural
from referee.files.documents.detect import DocumentKind, Source
from referee.operations.opening import answer_of, open_holdings, open_journal, read_as

if TYPE_CHECKING:  # most files are no scenario
    from referee.core.game import Game
    from referee.core.play.loop import GameLoop
    from referee.core.play.reading.answer import ParsedAnswer
    from referee.core.play.response import Response
    from referee.core.play.session import Session
    from referee.core.play.stage import Step
    from referee.files.documents.scenarios import Expected, Given, Scenario
    from referee.files.journal.journal import Journal
    from referee.operations.papers.comparing import PaperCheck
    from referee.operations.scoring import ScoreReport


_MOVING_MARKS: Final = (Fix, Insert, Drop, Rename, Substitute, Seats)
"""Marks after which the words of an entry may mean another seat or another place."""


class CheckReport(Struct, frozen=True):
    """The result of a check: audit findings, expectations that were not met, a summary."""

    said: Say
    audit: tuple[Ruling, ...] = ()
    unmet: tuple[Say, ...] = ()
    lines: Mapping[FieldPath, int] = {}
    is_open: bool = False
    """Whether it is the journal of an unfinished game."""
    book: Rulebook | None = None
    """The rulebook of the findings; None if there cannot be any."""
    unchecked: tuple[Say, ...] | None = None
    """What could not be checked; None if nothing is counted."""
    entries: Mapping[FieldPath, int] = {}
    """In which entry of a journal each part of the final count was counted."""
    asides: tuple[Say, ...] = ()
    """What of a journal was left out, or which answers of a scenario cannot be read."""
    paper: PaperCheck | None = None
    """How a paper was compared with its code."""

    @property
    def is_sound(self) -> bool:
        """Whether the file has no fault; warnings do not count."""
        if self.paper is not None and self.paper.difference is not None:
            return False
        return not self.unmet and not any(each.verdict.stops_play for each in self.audit)

    def record(self, kind: str) -> dict[str, object]:
        """Return what ``referee check --format json`` prints about a file of this kind."""
        from referee.render.records.export import finding_record  # for programs alone

        paper = self.paper
        compared = {} if paper is None else {
            "evening": paper.evening,
            "compared": paper.compared,
            "difference": paper.difference and asdict(paper.difference),
        }  # fmt: skip
        return {
            "schema": 1,
            "ok": self.is_sound,
            "kind": kind,
            "said": self.said,
            "audit": [
                finding_record(each, self.lines, self.entries, self.book) for each in self.audit
            ],
            "not_checked": self.unchecked or (),
            "unmet": self.unmet,
            "diagnostics": [],
            **compared,
        }


def check_file(opened: Source, path: str) -> CheckReport:
    """Read an open file as the kind that it is, and audit it."""
    return _CHECKS[opened.kind](opened, path)


def _check_holdings(opened: Source, path: str) -> CheckReport:
    read = read_as(opened, path, DocumentKind.HOLDINGS)
    book, holdings = open_holdings(read)
    audit = read.game.final.audit(book, holdings.count)
    said = Say("{game}: final holdings.", game=AsIs(read.game.id))
    unchecked = read.game.final.unchecked(book, holdings.count)
    return CheckReport(said, audit, lines=holdings.lines, book=book, unchecked=unchecked)


def _check_journal(_: Source, path: str) -> CheckReport:
    from referee.operations.scoring import ScoreReport, session_report  # see above

    asides = list[Say]()
    journal = open_journal(path, asides.append)
    session = journal.session
    report = session_report(session)
    said = plural(
        len(session.record),
        "a journal of {game}, {n} entry, fingerprint {digest}.",
        "a journal of {game}, {n} entries, fingerprint {digest}.",
        game=AsIs(session.game.id),
        digest=journal.digest,
    )
    if isinstance(report, ScoreReport):
        return _check_of_count(said, report, asides=tuple(asides))
    said = join((said, Say("Not finished: {hidden}", hidden=report)), " ")
    return CheckReport(said, is_open=True, asides=tuple(asides))


def _check_dispute(opened: Source, path: str) -> CheckReport:
    from referee.files.documents.disputes import read_dispute, unmet

    read = read_as(opened, path, DocumentKind.DISPUTE)
    dispute = read_dispute(read.document, read.game, read.book)
    name, reply = AsIs(dispute.question.name), answer_of(read, dispute)
    said = Say("a dispute of {game}: {name}.", game=AsIs(read.game.id), name=name)
    return CheckReport(said, unmet=unmet(dispute.expect, reply) if dispute.expect else ())


def _check_scenario(opened: Source, path: str) -> CheckReport:
    from referee.files.documents.scenarios import read_scenario

    read = read_as(opened, path, DocumentKind.SCENARIO)
    scenario = read_scenario(read.document, read.game, read.book)
    one, many = "a scenario of {game}, {n} answer.", "a scenario of {game}, {n} answers."
    said = plural(len(scenario.answers), one, many, game=AsIs(read.game.id))
    book = read.book.with_table_numbers(scenario.setup.numbers)
    return CheckReport(said, asides=tuple(_unread_answers(scenario, read.game, book)))


def _unread_answers(scenario: Scenario, game: Game, book: Rulebook) -> Iterator[Say]:
    """Name the answers that cannot be read, and what to write, unless the scenario expects so."""
    from referee.core.play.response import ResponseKind

    for given, step, responses in _played(scenario, _game_loop(scenario, game, book)):
        for each in responses:
            is_meant = any(words in str(each.say) for words in scenario.expect.said)
            is_unread = each.kind is ResponseKind.NOT_UNDERSTOOD and not each.is_about_command
            if step is None or is_meant or not is_unread:
                continue
            if is_any(step.answers) and not given.words:
                first = as_typed(step.answers.offer(0).removeprefix("@"))  # what Enter chose once
                said = "Line {line}: Enter chooses nothing here. Write an answer, such as {first}."
                yield Say(said, line=given.line, first=first)
                continue
            said, hint = "Line {line}: {why} Write {hint}.", step.answers.hint()
            if hint.template.startswith("such "):
                said = "Line {line}: {why} Write something {hint}."
            yield Say(said, line=given.line, why=each.say, hint=hint)


def _check_rulebook(opened: Source, _: str) -> CheckReport:
    from referee.files.documents.rules import read_rulebook

    if opened.document is None:  # only a journal has none
        raise AssertionError
    book = read_rulebook(opened.document)
    said = "the rulebook of {game}, version {version}, {n} rules."
    return CheckReport(Say(said, game=book.game, version=book.version, n=len(book.rules)))


def _check_table(opened: Source, path: str) -> CheckReport:
    from referee.files.documents.setup import read_table

    read = read_as(opened, path, DocumentKind.TABLE)
    seating = read_table(read.document, read.game, read.book).seating
    return CheckReport(
        Say("a table of {game}: {players}.", game=AsIs(read.game.id), players=seating)
    )


def _check_text(opened: Source, path: str) -> CheckReport:
    from referee.files.documents.texts import read_text_file

    read = read_as(opened, path, DocumentKind.TEXT)
    ask, text = read_text_file(read.document, read.game)
    facts = {"kind": opened.called, "game": AsIs(read.game.id)}
    if ask.about is None:
        return CheckReport(Say("a {kind} of {game}.", **facts))
    about, audit = ask.about(read.book, text)
    said = Say("a {kind} of {game}: {about}", **facts, about=about)
    return CheckReport(said, audit, book=read.book)


def _check_paper(opened: Source, path: str) -> CheckReport:
    from referee.operations.papers.comparing import check_paper  # few files are paper

    paper = check_paper(opened, path)
    if paper.report is None:
        return CheckReport(paper.said, paper=paper)
    return _check_of_count(paper.said, paper.report, paper=paper)


def _check_of_count(said: Say, report: ScoreReport, **more: Any) -> CheckReport:
    """Report on a final count that was scored."""
    return CheckReport(
        said, report.audit, lines=report.lines, book=report.book, unchecked=report.unchecked,
        entries=report.entries, **more,
    )  # fmt: skip


_CHECKS: Final[Mapping[DocumentKind, Callable[[Source, str], CheckReport]]] = {
    DocumentKind.HOLDINGS: _check_holdings,
    DocumentKind.JOURNAL: _check_journal,
    DocumentKind.DISPUTE: _check_dispute,
    DocumentKind.SCENARIO: _check_scenario,
    DocumentKind.RULEBOOK: _check_rulebook,
    DocumentKind.TEXT: _check_text,
    DocumentKind.TABLE: _check_table,
    DocumentKind.PAPER: _check_paper,
}


def run_scenario(scenario: Scenario, game: Game, book: Rulebook) -> tuple[list[str], list[Say]]:
    """Run a scenario; return the lines that were said, and what differs from what is expected.

    It stops at an answer to another step than the one that is asked.
    """
    from referee.operations.scoring import ScoreReport, session_report

    loop = _game_loop(scenario, game, book)
    played = [responses for _, _, responses in _played(scenario, loop)]
    said = [str(each.say) for responses in played for each in responses]
    taken = len(played)
    if taken < len(scenario.answers):
        given, step = scenario.answers[taken], loop.session.step
        asked = step.id if step else Say("nothing")
        off = "Line {line}: answers {step}, but {asked} was asked."
        return said, [Say(off, line=given.line, step=given.step, asked=asked)]
    report = session_report(loop.session)
    if isinstance(report, ScoreReport):
        said.append(str(report.sheet.outcome.said))
    return said, list(_differences(scenario.expect, said, report))


def _game_loop(scenario: Scenario, game: Game, book: Rulebook) -> GameLoop:
    from referee.core.play.loop import GameLoop
    from referee.core.play.session import Session

    return GameLoop(Session(game, book, scenario.setup))


def _played(
    scenario: Scenario, loop: GameLoop
) -> Iterator[tuple[Given, Step | None, list[Response]]]:
    """Yield each answer of a scenario with the step that is asked and the responses.

    It stops at an answer to another step.
    """
    for given in scenario.answers:
        step = loop.session.step
        words = step.typed(given.step, given.words) if step and given.step else given.words
        if words is None or (given.step and step is None):
            return
        yield given, step, loop.feed_line(words)


def first_difference(journal: Journal) -> Say | None:
    """Go through a journal by the rules of today; name the first entry that is another now.

    It is another if its step is not asked, its words are read as another event, the rules refuse
    what they allowed, or allow what was overruled. Words that can no longer be read are no
    difference: the journal has their event.
    """
    session = journal.session
    befores = session.states.since(0)
    has_moved = any(isinstance(mark, _MOVING_MARKS) for mark in session.record)
    for place, number in enumerate(session.active, start=1):
        before, entry = next(befores), session.entry(number)
        why = _why_another_now(session, before, entry, has_moved=has_moved)
        if why is not None:
            return Say("Entry {n} is another now: {why}", n=place, why=why)
    return None


def _why_another_now(session: Session, before: Any, entry: Entry, *, has_moved: bool) -> Say | None:  # noqa: ANN401 - of any room
    ruling = session.game.course.judge(session.book, before, entry.event)
    if ruling.verdict.stops_play and not entry.overrule_reason:
        return Say("the rules refuse it. {reason}", reason=ruling.reason)
    if entry.overrule_reason and not ruling.verdict.stops_play:
        return Say("the rules allow what was overruled. {reason}", reason=ruling.reason)
    if entry.overrule_reason:
        return None
    step = session.step_in(before)
    asked = (step.id, *(each.id for each in step.alternatives)) if step else ()
    if step is None or (entry.step not in asked and entry.step != CHOOSE_DEPTH):
        now = AsIs(", ".join(asked)) if asked else Say("nothing")
        return Say("{step} is not asked. Asked is: {asked}.", step=AsIs(entry.step), asked=now)
    read = [] if has_moved or not entry.is_typed else [*_read_again(session, before, step, entry)]
    if not read or any(each.event == entry.event for each in read):
        return None
    said = "“{words}” at {step} is taken for something else. {reason}"
    words, at = AsIs(entry.words), AsIs(entry.step)
    return Say(said, words=words, step=at, reason=read[0].reason)


def _read_again(
    session: Session,
    before: Any,  # noqa: ANN401 - of any room
    step: Step,
    entry: Entry,
) -> Iterator[ParsedAnswer]:
    """Read the words of an entry as they are, and with the keyword of its step."""
    from referee.core.play.reading.sentence import parse_widely  # scenarios read by themselves

    for words in dict.fromkeys((entry.words, step.typed(entry.step, entry.words) or entry.words)):
        with suppress(BadAnswer):
            yield parse_widely(session, before, words)


def _differences(expect: Expected, said: list[str], report: ScoreReport | Say) -> Iterator[Say]:
    begin = 0
    for words in expect.said:
        found = next((n for n in range(begin, len(said)) if words in said[n]), None)
        if found is None:  # what comes after it is sought from the same place on
            yield Say("Expected but not said in this order: “{words}”", words=words)
        else:
            begin = found + 1
    if isinstance(report, Say):
        if expect.totals is not None or expect.winners is not None:
            yield Say("There is no score yet: {hidden}", hidden=report)
        return
    totals = {str(score.player): score.total for score in report.sheet.scores}
    for player, total in (expect.totals or {}).items():
        got = totals.get(player, Say("nothing"))
        if got != total:
            said_of = "{player}: {total} expected, {got} scored."
            yield Say(said_of, player=player, total=total, got=got)
    winners = report.sheet.outcome.winners
    if expect.winners is not None and tuple(expect.winners) != winners:
        yield Say("Winners: {all} expected, {got} won.", all=expect.winners, got=winners)
