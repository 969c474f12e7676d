"""``referee score``, ``check`` and ``replay``: a file is scored, checked, or compared."""

from __future__ import annotations

import click

from referee.cli.output import result, style, talk
from referee.cli.parameters import ANY_FILE, YAML, format_option, style_options
from referee.core.say import Say
from referee.files.documents.detect import DocumentKind
from referee.operations.opening import open_file, open_journal, opened_as, read_as
from referee.render.formats import Format, Style, as_json


@click.command("score")
@click.argument("file", type=ANY_FILE)
@format_option(Format.CSV, Format.MARKDOWN)
@style_options
def score(file: str, fmt: Format, why: bool, color: str) -> int:
    """Score a holdings FILE or a journal, and check it.

    The exit code is 1 if a problem was found, or if a journal is not at its end.

    Example: referee score evening.yaml --why
    """
    from referee.operations.scoring import holdings_report  # a check prints no score

    shown = style(why=why, color=color)
    opened = opened_as(file)
    if opened.kind is DocumentKind.JOURNAL:
        return _score_journal(file, fmt, shown)
    tallied = holdings_report(read_as(opened, file, DocumentKind.HOLDINGS))
    result(tallied.show(fmt, shown), fmt)
    return tallied.exit_code


def _score_journal(path: str, fmt: Format, shown: Style) -> int:
    from referee.operations.scoring import session_report, show_journal_score
    from referee.render.scores import render_unfinished

    journal = open_journal(path, talk)
    tallied = session_report(journal.session)
    if isinstance(tallied, Say):
        result(render_unfinished(tallied, game=journal.session.game.id, fmt=fmt), fmt)
        return 1
    result(show_journal_score(journal, tallied, fmt, shown), fmt)
    return tallied.exit_code


@click.command("check")
@click.argument("file", type=ANY_FILE)
@format_option()
@style_options
def check(file: str, fmt: Format, why: bool, color: str) -> int:
    """Read FILE as what it is and report what is wrong with it; nothing is scored.

    Takes holdings, journals, tables, disputes (their expectations are compared), scenarios,
    rulebooks, and texts that a game asks for. Leaves with 1 where something cannot be, or is
    not as expected.

    Example: referee check evening.yaml
    """
    from referee.core.paper.score_summary import NO_PROBLEM, not_checked  # a score has its own
    from referee.operations.checking import check_file

    opened = opened_as(file)
    found = check_file(opened, file)
    for said in found.asides:
        talk(said)
    if fmt is Format.JSON:
        result(as_json(found.record(opened.called)), fmt)
        return int(not found.is_sound)
    result(Say("{path}: {said}", path=file, said=found.said), fmt)
    if found.audit:
        from referee.render.rulings import finding_lines  # most files are sound

        shown = style(color=color, why=why)
        for finding in found.audit:
            result(finding_lines(finding, found.lines, shown, found.entries), fmt)
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


@click.command("replay")
@click.argument("scenario", type=YAML)
@format_option()
def replay(scenario: str, fmt: Format) -> int:
    """Run the answers of SCENARIO through a game and compare with what it expects.

    The exit code is 1 if anything differs.

    Example: referee replay evening.yaml
    """
    from referee.files.documents.scenarios import read_scenario  # no other file has answers
    from referee.operations.checking import run_scenario

    read = open_file(scenario, DocumentKind.SCENARIO)
    script = read_scenario(read.document, read.game, read.book)
    book = read.book.with_table_numbers(script.setup.numbers)
    said, strayed = run_scenario(script, read.game, book)
    if fmt is Format.JSON:
        result(as_json({"schema": 1, "ok": not strayed, "differences": strayed, "said": said}), fmt)
    else:
        for line in [*(Say("{said}", said=words) for words in said), *strayed]:
            result(line, fmt)
        result(Say("As expected.") if not strayed else Say("Not as expected."), fmt)
    return int(bool(strayed))
