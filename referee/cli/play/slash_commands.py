"""What the table may ask between answers: why, the state, the score, the sheet, the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from referee.cli.commands.rules import no_rule
from referee.cli.log_items import log_items
from referee.cli.output import result
from referee.cli.score_report import session_report
from referee.cli.sheet_documents import filled_sheet
from referee.core.paper.lines import View
from referee.core.play.loop import GameLoop, Response
from referee.core.play.step import Step
from referee.core.ruling import Ruling
from referee.core.say import BadAnswer, RefereeError, Say
from referee.core.search import find_rules
from referee.files.journal.journal import Journal
from referee.render.formats import Format, Style
from referee.render.grids import render_grid
from referee.render.logs import render_log
from referee.render.rulebook import render_rule, render_rulebook
from referee.render.rulings import render_ruling
from referee.render.sheets import render_sheet
from referee.render.text import wrapped

HELP: Final = (
    ("?", "what may I answer here"),
    ("/why", "the rules behind the last ruling, or behind this question"),
    ("/why-not ANSWER", "what would be said to an answer, without giving it"),
    ("/undo [N]", "take back the last N entries; Enter offers them again"),
    ("/overrule REASON", "note what was refused all the same"),
    ("/note TEXT", "write something into the record"),
    ("/state", "the table as everyone may see it"),
    ("/score", "the score, when all is turned out"),
    ("/sheet", "the scoresheet so far"),
    ("/log", "every entry"),
    ("/rules WORDS", "search the rulebook"),
    ("/journal PATH", "go on in another file, with the whole record"),
    ("/quit", "leave; everything is kept"),
)
GLASS_HELP: Final = (
    ("/pause", "let the glass stand still"),
    ("/resume", "let it run on"),
    ("/undo sand", "take back the last end of the sand, and what came since"),
)
"""What more there is where a game has a sand timer."""


BLIND: Final = Say("What comes of that shows only when it is answered.")


class SlashCommands:
    """Answers what changes nothing."""

    def __init__(self, journal: Journal, drive: GameLoop, style: Callable[[], Style]) -> None:
        """Look over the shoulder of the drive."""
        self._journal = journal
        self._drive = drive
        self._style = style
        self._last: Ruling | None = None
        self._to_confirm: str | None = None
        self._answers: Mapping[str, Callable[[str], None]] = {
            "?": self._help,
            "/why": self._why,
            "/why-not": self._why_not,
            "/score": self._score,
            "/sheet": self._sheet,
            "/log": self._log,
            "/rules": self._rules,
        }

    def set_last(self, echo: Response) -> None:
        """Keep the ruling of an echo, for /why."""
        self._last = echo.ruling
        self._to_confirm = None

    def answer(self, line: str) -> None:
        """Answer one line that asks something aside."""
        word, _, rest = line.partition(" ")
        confirmed = self._to_confirm == word
        self._to_confirm = None
        view = self._drive.session.game.paper.views.get(word.removeprefix("/"))
        try:
            if view is not None:
                self._view(word, view, confirmed=confirmed)
            elif word in self._answers:
                self._answers[word](rest.strip())
            else:
                result(Say("{word} is no command; ? lists them.", word=word))
        except RefereeError as problem:
            result(problem.say)

    def _help(self, rest: str) -> None:
        session = self._drive.session
        known = dict((*HELP, *GLASS_HELP) if session.game.has_timer else HELP)
        views = session.game.paper.views.items()
        known |= {f"/{name}": str(view.title) for name, view in views if f"/{name}" not in known}
        for word, meaning in known.items():
            result(self._beside(word, meaning))
        step = session.step
        if step is not None:
            said = Say("You may answer: {hint}. (step {id})", hint=step.answers.hint(), id=step.id)
            result(said)
            for beside in step.alternatives:
                if beside.answers.size:
                    form = Say("  {word}: {hint}", word=beside.keyword, hint=beside.answers.hint())
                    result(form)
            self._cite(step)

    def _beside(self, word: str, meaning: str) -> str:
        """Put what a word means beside it, folded within its own column at a terminal."""
        word, within = f"  {word:<18}", self._style().width
        lines = wrapped(" " * len(word) + meaning, within or len(word + meaning))
        return word + "\n".join(lines)[len(word) :]

    def _cite(self, step: Step) -> None:
        book = self._drive.session.book
        for ref in step.rules:
            rule = book.rules[ref.rule_id]
            result(f"  {rule.rule_id} {rule.title}: {rule.text}")

    def _why(self, rest: str) -> None:
        step = self._drive.session.step
        if step is None:
            self._show_score(replace(self._style(), why=True))
        elif self._last is not None:
            self._show(self._last)
        else:
            self._cite(step)

    def _why_not(self, rest: str) -> None:
        try:
            attempt = self._drive.parse(rest)
            if attempt.step.hides_rulings:
                result(BLIND)
                return
            self._show(attempt.ruling)
        except BadAnswer as bad:
            result(bad.say)

    def _show(self, ruling: Ruling) -> None:
        why = replace(self._style(), why=True)
        result(render_ruling(ruling, self._drive.session.book, why))

    def _view(self, word: str, view: View[Any], *, confirmed: bool) -> None:
        if view.secret and not confirmed:
            self._to_confirm = word
            said = Say(
                "{word}: {title}. {word} again shows it.",
                title=view.title,
                word=word,
            )
            result(said)
            return
        session = self._drive.session
        result(render_grid(view.show(session.book, session.state), Format.TABLE, self._style()))

    def _score(self, rest: str) -> None:
        self._show_score(self._style())

    def _show_score(self, style: Style) -> None:
        tallied = session_report(self._drive.session)
        result(tallied if isinstance(tallied, Say) else tallied.show(Format.TABLE, style))

    def _sheet(self, rest: str) -> None:
        path = self._journal.path or Path()
        result(render_sheet(filled_sheet(self._journal, path), Format.TABLE, self._style()))

    def _log(self, rest: str) -> None:
        result(render_log(log_items(self._journal), Format.TABLE, self._style()))

    def _rules(self, rest: str) -> None:
        book = self._drive.session.book
        found = find_rules(book, rest)
        if not found:
            raise no_rule(book, rest)
        if len(found) == 1:
            result(render_rule(found[0], book, Format.TABLE, self._style()))
        else:
            result(render_rulebook(book, found, Format.TABLE, self._style()))
