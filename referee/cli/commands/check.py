"""``referee check``: reading and audit only, of any file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import click
from msgspec import Struct

from referee.cli.open_files import answer_of, open_journal, opened_as, read_as
from referee.cli.output import ANY_FILE, format_option, result, style, style_options
from referee.core.paper.score_summary import NO_PROBLEM, not_checked
from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling
from referee.core.say import AsIs, Say, join, plural
from referee.files.documents.detect import DocumentKind, Source
from referee.render.formats import Format, Style, as_json


class Checked(Struct, frozen=True):
    """What a check found: audit findings, points not as expected, and a word on the whole."""

    said: Say
    audit: tuple[Ruling, ...] = ()
    unmet: tuple[Say, ...] = ()
    lines: Mapping[FieldPath, int] = {}
    is_open: bool = False
    """Whether a journal is not at its end."""
    book: Rulebook | None = None
    """The rulebook of the findings, where there may be any."""
    unchecked: tuple[Say, ...] | None = None
    """What was not reported of the final holdings; None where nothing is counted."""
    entries: Mapping[FieldPath, int] = {}
    """In which entry of a journal each place of the final count was counted."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing speaks against the file; warnings do not."""
        return not self.unmet and not any(each.verdict.stops_play for each in self.audit)


@click.command("check")
@click.argument("file", type=ANY_FILE)
@format_option()
@style_options
def command(file: str, fmt: Format, why: bool, color: str) -> int:
    """Read FILE as what it is and report what is wrong with it; nothing is scored.

    Takes holdings, journals, tables, disputes (their expectations are compared), scenarios,
    rulebooks, and texts that a game asks for. Leaves with 1 where something cannot be, or is
    not as expected.

    Example: referee check evening.yaml
    """
    opened = opened_as(file)
    found = checked(opened, file)
    if fmt is Format.JSON:
        result(as_json(check_record(found, opened.called)), fmt)
        return int(not found.is_sound)
    result(Say("{path}: {said}", path=file, said=found.said), fmt)
    if found.audit:
        _show_findings(found, fmt, style(color=color, why=why))
    for point in found.unmet:
        result(point, fmt)
    if not found.audit and not found.unmet:
        result(Say("No problem found so far.") if found.is_open else NO_PROBLEM, fmt)
    if found.unchecked is not None:
        result(not_checked(found.unchecked), fmt)
    if why and found.book is not None:
        from referee.render.formats import rule_texts  # only for the reasons

        for text in rule_texts((ref for each in found.audit for ref in each.rules), found.book):
            result(text, fmt)
    return int(not found.is_sound)


def _show_findings(found: Checked, fmt: Format, style: Style) -> None:
    from referee.render.rulings import finding_lines  # most files are sound

    for finding in found.audit:
        result(finding_lines(finding, found.lines, style, found.entries), fmt)


def checked(opened: Source, path: str) -> Checked:
    """Read and audit a file that is open as what it is."""
    return _CHECKS[opened.kind](opened, path)


def check_record(found: Checked, kind: str) -> dict[str, object]:
    """Give other programs what a check found."""
    from referee.render.export import finding_record  # for programs alone

    return {
        "schema": 1,
        "ok": found.is_sound,
        "kind": kind,
        "said": found.said,
        "audit": [finding_record(each, found.lines, found.entries) for each in found.audit],
        "not_checked": found.unchecked or (),
        "unmet": found.unmet,
        "diagnostics": [],
    }


def _holdings(opened: Source, path: str) -> Checked:
    from referee.files.documents.holdings import read_holdings  # each kind loads its own reader

    read = read_as(opened, path, DocumentKind.HOLDINGS)
    holdings = read_holdings(read.document, read.game, read.book)
    book = read.book.with_table_numbers(holdings.count.setup.numbers)
    audit = read.game.final.audit(book, holdings.count)
    said = Say("{game}: final holdings.", game=AsIs(read.game.id))
    unchecked = read.game.final.unchecked(book, holdings.count)
    return Checked(said, audit, lines=holdings.lines, book=book, unchecked=unchecked)


def _journal(opened: Source, path: str) -> Checked:
    from referee.cli.reports.score_report import ScoreReport, session_report

    journal = open_journal(path)
    session = journal.session
    tallied = session_report(session)
    said = plural(
        len(session.record),
        "a journal of {game}, {n} entry, fingerprint {digest}.",
        "a journal of {game}, {n} entries, fingerprint {digest}.",
        game=AsIs(session.game.id),
        digest=journal.digest,
    )
    if isinstance(tallied, ScoreReport):
        return Checked(
            said,
            tallied.audit,
            book=tallied.book,
            unchecked=tallied.unchecked,
            entries=tallied.entries,
        )
    said = join((said, Say("Not at its end: {hidden}", hidden=tallied)), " ")
    return Checked(said, is_open=True)


def _dispute(opened: Source, path: str) -> Checked:
    from referee.files.documents.disputes import read_dispute, unmet

    read = read_as(opened, path, DocumentKind.DISPUTE)
    dispute = read_dispute(read.document, read.game, read.book)
    said = Say(
        "a dispute of {game}: {name}.", game=AsIs(read.game.id), name=AsIs(dispute.question.name)
    )
    reply = answer_of(read, dispute)
    return Checked(said, unmet=unmet(dispute.expect, reply) if dispute.expect else ())


def _scenario(opened: Source, path: str) -> Checked:
    from referee.files.documents.scenarios import read_scenario

    read = read_as(opened, path, DocumentKind.SCENARIO)
    scenario = read_scenario(read.document, read.game, read.book)
    one, many = "a scenario of {game}, {n} answer.", "a scenario of {game}, {n} answers."
    return Checked(plural(len(scenario.answers), one, many, game=AsIs(read.game.id)))


def _rulebook(opened: Source, path: str) -> Checked:
    from referee.files.documents.rules import read_rulebook

    if opened.document is None:  # only a journal has none
        raise AssertionError
    book = read_rulebook(opened.document)
    said = Say(
        "the rulebook of {game}, version {version}, {n} rules.",
        game=book.game,
        version=book.version,
        n=len(book.rules),
    )
    return Checked(said)


def _table(opened: Source, path: str) -> Checked:
    from referee.files.documents.setup import read_table

    read = read_as(opened, path, DocumentKind.TABLE)
    setup = read_table(read.document, read.game, read.book)
    return Checked(
        Say("a table of {game}: {players}.", game=AsIs(read.game.id), players=setup.seating)
    )


def _text(opened: Source, path: str) -> Checked:
    from referee.files.documents.texts import read_text_file  # only for these

    read = read_as(opened, path, DocumentKind.TEXT)
    ask, text = read_text_file(read.document, read.game)
    said = Say("a {kind} of {game}.", kind=opened.called, game=AsIs(read.game.id))
    if ask.about is None:
        return Checked(said)
    about, audit = ask.about(read.book, text)
    said = Say(
        "a {kind} of {game}: {about}", kind=opened.called, game=AsIs(read.game.id), about=about
    )
    return Checked(said, audit, book=read.book)


_CHECKS: Final[Mapping[DocumentKind, Callable[[Source, str], Checked]]] = {
    DocumentKind.HOLDINGS: _holdings,
    DocumentKind.JOURNAL: _journal,
    DocumentKind.DISPUTE: _dispute,
    DocumentKind.SCENARIO: _scenario,
    DocumentKind.RULEBOOK: _rulebook,
    DocumentKind.TEXT: _text,
    DocumentKind.TABLE: _table,
}
