"""``referee score``, ``check`` and ``replay``: a file is scored, checked, or compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from referee.cli.everywhere import Command
from referee.cli.output import for_any_encoding, long_result, one_below_another, style, talk
from referee.cli.parameters import ANY_FILE, format_option, why_option
from referee.core.say import Say, plural
from referee.files.diagnostics import excerpt
from referee.files.documents.detect import DocumentKind, Source
from referee.operations.opening import LoadedFile, open_journal, opened_as, read_as
from referee.render.formats import Format, Style, as_json

if TYPE_CHECKING:  # a score needs no check
    from referee.operations.checking import CheckReport


@click.command("score", cls=Command)
@click.argument("file", type=ANY_FILE)
@format_option(Format.CSV, Format.MARKDOWN, Format.HTML)
@why_option
def score(file: str, fmt: Format, why: bool) -> int:
    """Score a holdings FILE or a journal, and check it.

    The exit code is 1 if a problem was found, or if a journal is not at its end. As html it is the
    page of ``referee sheet``.

    Example: referee score evening.yaml --why
    """
    if fmt is Format.HTML:
        return _score_page(file)
    looks = style(why=why)
    opened = opened_as(file)
    if opened.kind in {DocumentKind.JOURNAL, DocumentKind.PAPER}:
        return _score_record(opened, file, fmt, looks)
    return _score_holdings(read_as(opened, file, DocumentKind.HOLDINGS), fmt, looks)


def _score_holdings(read: LoadedFile, fmt: Format, looks: Style) -> int:
    from referee.operations.scoring import holdings_report  # a check prints no score

    report = holdings_report(read)
    long_result(report.show(fmt, looks), fmt)
    return report.exit_code


def _score_page(path: str) -> int:
    from referee.operations.sheets import render_document, sheet_of

    paper = sheet_of(path, tell=talk)
    long_result(for_any_encoding(render_document(paper, Format.HTML, style())), Format.HTML)
    return int(paper.score is None or not paper.score.is_confirmed)


def _score_record(opened: Source, path: str, fmt: Format, looks: Style) -> int:
    from referee.operations.scoring import session_report, show_journal_score
    from referee.render.scores import render_unfinished

    if opened.kind is DocumentKind.PAPER:
        from referee.operations.papers.reading import evening_of, open_paper

        paper = open_paper(opened, path)
        if paper.payload.head.holdings is not None:
            return _score_holdings(paper.holdings(), fmt, looks)
        journal = evening_of(paper)
    else:
        journal = open_journal(path, talk)
    _ = journal.session.game.final  # a game that is not scored says so
    report = session_report(journal.session)
    if isinstance(report, Say):
        long_result(render_unfinished(report, game=journal.session.game.id, fmt=fmt), fmt)
        return 1
    long_result(show_journal_score(journal, report, fmt, looks), fmt)
    return report.exit_code


@click.command("check", cls=Command)
@click.argument("file", type=ANY_FILE)
@format_option()
@why_option
def check(file: str, fmt: Format, why: bool) -> int:
    """Check a FILE of any kind without scoring it.

    FILE is a holdings file, a journal, a table, a dispute, a scenario, a rulebook, a text
    that a game reads, such as a maze, or paper: a saved sheet or its code, whose evening is
    played again and compared with everything on the sheet. The exit code is 1 if the file
    contradicts the rules, or if a ruling differs from the one that the file expects.

    \b
    Examples: referee check evening.yaml
              referee check saturday.html
    """
    from referee.operations.checking import check_file  # a score needs no check

    opened = opened_as(file)
    found = check_file(opened, file)
    for said in found.asides:
        talk(said)
    if fmt is Format.JSON:
        long_result(as_json(found.record(opened.called)), fmt)
        return int(not found.is_sound)
    name = _short_name(file, opened.kind)
    lines: list[str | Say] = [Say("{place}: {said}", place=name, said=found.said)]
    lines += found.paper.result if found.paper is not None else ()
    lines += _findings(found, style(why=why))
    long_result(one_below_another(lines), fmt)
    return int(not found.is_sound)


def _findings(found: CheckReport, looks: Style) -> Iterator[str | Say]:
    """Yield what was found; of a paper, which says itself what was checked, only what is wrong."""
    from referee.core.paper.score_summary import NO_PROBLEM, not_checked  # a score has its own

    if found.audit:
        from referee.render.rulings import finding_lines  # most files are sound

        yield from (finding_lines(each, found.lines, looks, found.entries) for each in found.audit)
    yield from found.unmet
    if found.paper is None and not found.audit and not found.unmet:
        yield Say("No problem found so far.") if found.is_open else NO_PROBLEM
    if found.paper is None and found.unchecked is not None:
        yield not_checked(found.unchecked)
    if looks.why and found.book is not None:
        from referee.render.formats import rule_texts  # only for the reasons

        yield from rule_texts((ref for each in found.audit for ref in each.rules), found.book)


def _short_name(file: str, kind: DocumentKind) -> Say | str:
    """Name a file; of a paper, which may be read as it comes or typed, in few words."""
    if kind is not DocumentKind.PAPER:
        return file
    return Say("(standard input)") if file == "-" else excerpt(file)


def _replay_journal(path: str, fmt: Format) -> int:
    from referee.operations.checking import first_difference

    journal = open_journal(path, talk)
    differs, entries = first_difference(journal), len(journal.session.active)
    same = plural(entries, "{n} entry: as recorded.", "{n} entries: as recorded.")
    said, differences = ([], [differs]) if differs else ([same], [])
    return _show_replay(said, differences, [differs or same], fmt)


def _show_replay(
    said: Sequence[str | Say], differences: Sequence[Say], lines: Iterable[str | Say], fmt: Format
) -> int:
    """Print what was said and what differs, or for people the lines about both."""
    record = {"schema": 1, "ok": not differences, "differences": differences, "said": said}
    long_result(as_json(record) if fmt is Format.JSON else one_below_another(lines), fmt)
    return int(bool(differences))


@click.command("replay", cls=Command)
@click.argument("scenario", type=ANY_FILE, metavar="SCENARIO|JOURNAL")
@format_option()
def replay(scenario: str, fmt: Format) -> int:
    """Play the answers of SCENARIO and compare the result with what it expects.

    A JOURNAL is compared with itself: whether each entry is asked, read and ruled on as it was.
    The exit code is 1 if anything differs.

    \b
    Examples: referee replay evening.yaml
              referee replay no-swap-no-pay-2026-11-21-1.jsonl
    """
    from referee.files.documents.scenarios import read_scenario  # no other file has answers
    from referee.operations.checking import run_scenario

    opened = opened_as(scenario)
    if opened.kind is DocumentKind.JOURNAL:
        return _replay_journal(scenario, fmt)
    read = read_as(opened, scenario, DocumentKind.SCENARIO)
    script = read_scenario(read.document, read.game, read.book)
    book = read.book.with_table_numbers(script.setup.numbers)
    said, differences = run_scenario(script, read.game, book)
    lines = [*(Say("{said}", said=words) for words in said), *differences]
    lines.append(Say("As expected.") if not differences else Say("Not as expected."))
    return _show_replay(said, differences, lines, fmt)
