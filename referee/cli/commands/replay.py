"""``referee replay``: run a scenario and compare with what it expects."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.cli.open_files import open_file
from referee.cli.output import YAML, format_option, result
from referee.cli.reports.score_report import ScoreReport, session_report
from referee.core.game import Game
from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.files.documents.detect import DocumentKind
from referee.files.documents.scenarios import Expected, Scenario, read_scenario
from referee.render.formats import Format, as_json


@click.command("replay")
@click.argument("scenario", type=YAML)
@format_option()
def command(scenario: str, fmt: Format) -> int:
    """Run the answers of SCENARIO through a game and compare with what it expects.

    The exit code is 1 if anything differs.

    Example: referee replay evening.yaml
    """
    read = open_file(scenario, DocumentKind.SCENARIO)
    script = read_scenario(read.document, read.game, read.book)
    said, strayed = run_scenario(
        script, read.game, read.book.with_table_numbers(script.setup.numbers)
    )
    if fmt is Format.JSON:
        result(as_json({"schema": 1, "ok": not strayed, "differences": strayed, "said": said}), fmt)
    else:
        for line in [*(Say("{said}", said=words) for words in said), *strayed]:
            result(line, fmt)
        result(Say("As expected.") if not strayed else Say("Not as expected."), fmt)
    return int(bool(strayed))


def run_scenario(scenario: Scenario, game: Game, book: Rulebook) -> tuple[list[str], list[Say]]:
    """Run a scenario; give what was said, line by line, and what differs from what is expected.

    A scenario that goes off the track stops there.
    """
    drive: GameLoop = GameLoop(Session(game, book, scenario.setup))
    said: list[str] = []
    for given in scenario.answers:
        step = drive.session.step
        words = step.typed(given.step, given.words) if step and given.step else given.words
        if words is None or (given.step and step is None):
            off = Say(
                "Line {line}: answers {step}, but {asked} was asked.",
                line=given.line,
                step=given.step,
                asked=step.id if step else Say("nothing"),
            )
            return said, [off]
        said += [str(echo.say) for echo in drive.feed_line(words)]
    tallied = session_report(drive.session)
    if isinstance(tallied, ScoreReport):
        said.append(str(tallied.sheet.outcome.said))
    return said, list(differences(scenario.expect, said, tallied))


def differences(expect: Expected, said: list[str], tallied: ScoreReport | Say) -> Iterator[Say]:
    """Tell what a scenario expected and did not get."""
    begin = 0
    for words in expect.said:
        found = next((n for n in range(begin, len(said)) if words in said[n]), None)
        if found is None:  # what comes after it is sought from the same place on
            yield Say("Expected but not said in this order: “{words}”", words=words)
        else:
            begin = found + 1
    if isinstance(tallied, Say):
        if expect.totals is not None or expect.winners is not None:
            yield Say("There is no score yet: {hidden}", hidden=tallied)
        return
    totals = {score.player: score.total for score in tallied.sheet.scores}
    for player, total in (expect.totals or {}).items():
        if totals.get(player) != total:  # type: ignore[call-overload]
            got = totals.get(player)  # type: ignore[call-overload]
            yield Say(
                "{player}: {total} expected, {got} scored.", player=player, total=total, got=got
            )
    winners = tallied.sheet.outcome.winners
    if expect.winners is not None and tuple(expect.winners) != winners:
        yield Say("Winners: {all} expected, {got} won.", all=expect.winners, got=winners)
