"""Answer what the table asks between answers: why, the state, the score, the sheet, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from referee.cli.output import result
from referee.cli.play.prompt import DONE, INDENT, WIDTH
from referee.core.answers.choices import Answers
from referee.core.answers.custom import CustomAnswer, is_any
from referee.core.answers.text_input import parse_count
from referee.core.paper import SHARED
from referee.core.paper.lines import TableView
from referee.core.paper.round_sheet import CardGrid, SheetCell
from referee.core.paper.wording import cell_text, escaped, rule_ids
from referee.core.play.loop import GameLoop
from referee.core.play.marks.depth import CHOOSE_DEPTH
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.reading.answer import parse_answer
from referee.core.play.reading.commands import ASK, Command, asks_whose_turn
from referee.core.play.reading.line import LineReader
from referee.core.play.session import Session, people_of
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import AsIs, BadAnswer, Example, RefereeError, Say, as_typed, join
from referee.files.journal.journal import Journal
from referee.operations.log import log_items
from referee.operations.scoring import session_report
from referee.operations.sheets import filled_sheet
from referee.render.formats import Format, Style
from referee.render.grids import render_grid
from referee.render.logs import render_log
from referee.render.rulings import render_ruling
from referee.render.sheets import render_sheet
from referee.render.text import width, wrapped, wrapped_sentences

HELP: Final = {
    "undo": Say("take back the last entry; {undo} 3, {undo} {to} 9", undo="undo", to="to"),
    "redo": Say("note again what the last undo took back"),
    "fix": Say("correct an entry: {fix} 9 ANSWER, {fix} 9; a setting: {fix} NAME=VALUE", fix="fix"),
    "insert": Say(
        "note what was forgotten, before an entry: {insert} 9 ANSWER, {insert} 9", insert="insert"
    ),
    "drop": Say("an entry never happened: {drop} 9", drop="drop"),
    "rename": Say("correct a name: {rename} OLD NEW", rename="rename"),
    "substitute": Say(
        "let another player take over: {substitute} OLD NEW", substitute="substitute"
    ),
    "seats": Say(
        "seat everyone in another order, or others in round 1: {seats} NAMES", seats="seats"
    ),
    "why": Say(
        "the rules behind the last ruling, or behind this question; of an entry: {why} 9", why="why"
    ),
    "/why-not": Say(
        "why an answer would be refused: {why_not} ANSWER", why_not=Example("/why-not")
    ),
    "/overrule": Say(
        "note a refused answer anyway: {overrule} REASON", overrule=Example("/overrule")
    ),
    "note": Say("add a note: {note} TEXT", note="note"),
    "/place": Say("note where you play: {place} TEXT", place=Example("/place")),
    "log": Say("every entry"),
    "state": Say("the table as everyone can see it"),
    "score": Say("the points, as far as they are public"),
    "sheet": Say("the scoresheet so far"),
    "ask": Say("a dispute in plain words: {ask} WORDS, or end a line with ?", ask="ask"),
    "cases": Say("disputes that were decided: {cases} WORDS", cases="cases"),
    "rules": Say("search the rulebook: {search} WORDS", search="rules"),
    "by": Say("write by the round, or by the turn: {example}", example=Example("by round")),
    "teach": Say("explain each rule once; {off} ends it", off=Example("teach off")),
    "/forced": Say(
        "whether forced answers are announced or asked: {example}", example=Example("/forced ask")
    ),
    "/bell": Say("whether the bell rings: {example}", example=Example("/bell off")),
    "/journal": Say("continue in another file: {journal} PATH", journal=Example("/journal")),
    "quit": Say("leave; everything is saved"),
}
TIMER_HELP: Final = {
    "timer": Say(
        "start or stop the referee's sand timer: {on}, {off}",
        on=Example("timer on"),
        off=Example("timer off"),
    ),
    "/pause": Say("pause the timer"),
    "/resume": Say("start it again"),
    "undo sand": Say("take back the last time the sand ran out, and everything after it"),
}
"""More commands of a game with a sand timer."""
SHORT_HELP: Final = "Also: {words}; {all} explains them."
_SHORT_HELP_WORDS: Final = (
    *(commands.UNDO, commands.REDO, commands.FIX, commands.WHY, commands.NOTE, commands.LOG),
    *(commands.STATE, commands.SCORE, commands.SHEET, commands.RULES, commands.QUIT),
)
_PRIVATE_HELP_WORDS: Final = (
    *(commands.UNDO, commands.REDO, commands.FIX, commands.INSERT, commands.DROP),
    *(commands.NOTE, commands.LOG, commands.STATE),
)
MOST_LINES: Final = 14
_COLUMN: Final = 12
NOT_JUDGED_YET: Final = Say("That can only be judged once it is played.")


class SlashCommands:
    """Answers the commands that change nothing."""

    def __init__(
        self,
        journal: Journal,
        loop: GameLoop,
        style: Callable[[], Style],
        last: Callable[[], Ruling | None],
        show_alone: Callable[[Callable[[], None]], None],
    ) -> None:
        """Answer about a loop. ``last`` returns the ruling on the last answer.

        ``show_alone`` shows what not everybody may see.
        """
        self._journal = journal
        self._loop = loop
        self._style = style
        self._last = last
        self._show_alone = show_alone
        self._answers: Mapping[str, Callable[[str], None]] = {
            commands.HELP: self._help,
            commands.WHY: self._why,
            commands.WHY_NOT: self._why_not,
            commands.STATE: self._state,
            commands.SCORE: self._answer_score,
            commands.SHEET: self._sheet,
            commands.LOG: self._log,
        }
        self._to_all = True

    def answer(self, command: Command, *, to_all: bool = True) -> None:
        """Answer one command; not ``to_all`` if one player alone reads it."""
        self._to_all = to_all
        view = self._loop.session.game.paper.views.get(command.name)
        try:
            if view is not None and view.secret and to_all:
                self._show_alone(partial(self._print_view, view))
            elif view is not None:
                self._print_view(view)
            elif command.name in self._answers:
                self._answers[command.name](command.rest)
            elif command.name in commands.LOOKED_UP:
                self._look_up(command)
        except RefereeError as problem:
            result(problem.say)

    @property
    def _cells(self) -> int:
        return self._style().width or WIDTH

    def _print(self, said: Say) -> None:
        _show_lines(self._indented(said))

    def _help(self, rest: str) -> None:
        if rest.strip().casefold() == "all":
            self._help_all()
            return
        if not self._to_all:
            self._help_in_private()
            return
        session = self._loop.session
        step = session.step
        words = [*_SHORT_HELP_WORDS]
        last = self._last()
        if last is not None and last.verdict.stops_play:
            words.append("/overrule")
        is_on = session.preferences.get(commands.TIMER) == ON
        if is_on and step is not None and step.timer is not None:
            words.append("/resume" if self._loop.is_paused else "/pause")
        words += [field.name for field in session.game.setup if field.is_person]
        also = self._indented(Say(SHORT_HELP, words=" ".join(words), all=Example("? all")))
        lines = self._short_help(step, MOST_LINES - len(also)) if step is not None else []
        _show_lines((*lines, *also))

    def _help_in_private(self) -> None:
        """Say what may be answered on a private screen."""
        session = self._loop.session
        asked = session.step
        for step in (asked, *asked.alternatives) if asked else ():
            if step.hides_answer and is_any(step.answers):
                word, hint = step.keyword, step.answers.hint()
                form = Say("{word}: {hint}", word=word, hint=hint)
                self._print(_answer_form(step.answers) if step is asked else form)
        views = [name for name, view in session.game.paper.views.items() if view.secret]
        words = " ".join((*views, *_PRIVATE_HELP_WORDS))
        self._print(Say("Also: {words}; {done}: back to the table", words=words, done=DONE))

    def _short_help(self, step: Step, room: int) -> list[str]:
        """Say what may be answered here, and quote as many of its rules as fit."""
        forms = [_answer_form(step.answers)] if is_any(step.answers) else []
        alone = []
        for beside in step.alternatives:
            if not is_any(beside.answers):
                continue
            if not isinstance(beside.answers, CustomAnswer) and beside.on_empty is not None:
                alone.append(beside.keyword)  # that says it all
            else:
                form = Say("{word}: {hint}", word=beside.keyword, hint=beside.answers.hint())
                forms.append(form)
        if alone:
            forms.append(Say("Or: {words}", words=join(alone, ", ")))
        if line := _two_answers(self._loop.session):
            forms.append(Say("Several on one line: {words}", words=as_typed(line)))
        lines = [line for each in forms for line in self._indented(each)]
        rules = [self._cited(ref.rule_id) for ref in step.rules]
        if len(lines) + sum(map(len, rules)) > room:
            room -= 1
        quoted = list(accumulate(map(len, rules), initial=len(lines)))
        fitting = sum(each <= room for each in quoted) - 1
        lines += [line for each in rules[: max(0, fitting)] for line in each]
        if left := step.rules[max(0, fitting) :]:
            more = Say("More rules: {rules}", rules=rule_ids(left))
            return [*lines[:room], *self._indented(more)]
        return [*lines, *self._indented(Say("Step: {id}", id=AsIs(step.id)))][:room]

    def _indented(self, said: Say) -> list[str]:
        return wrapped(f"{INDENT}{escaped(str(said))}", self._cells)

    def _cited(self, rule_id: str) -> list[str]:
        rule = self._loop.session.book.rules[rule_id]
        return self._indented(Say("({id}) {text}", id=rule.rule_id, text=rule.text))

    def _help_all(self) -> None:
        game = self._loop.session.game
        known = {**HELP, **(TIMER_HELP if game.has_timer else {})}
        if not game.course.depth:
            del known[CHOOSE_DEPTH]
        known |= {name: view.title for name, view in game.paper.views.items() if name not in known}
        hands = Say("hand over the keyboard")
        known |= {field.name: hands for field in game.setup if field.is_person}
        column = max(_COLUMN, *(width(as_typed(word)) + 1 for word in known))
        for word, meaning in known.items():
            first, *others = wrapped(f"{' ' * (column + 6)}{escaped(str(meaning))}", self._cells)
            said = as_typed(word)
            head = f"{INDENT}{said}{' ' * (column - width(said))}"
            _show_lines((head + first.lstrip(), *others))

    def _why(self, rest: str) -> None:
        step, last = self._loop.session.step, self._last()
        if rest.strip():
            self._why_entry(rest)
        elif step is None:
            self._show_score(replace(self._style(), why=True))
        elif last is not None:
            self._print_ruling(last)
        else:
            _show_lines(line for ref in step.rules for line in self._cited(ref.rule_id))

    def _why_entry(self, rest: str) -> None:
        """Explain an entry: what it says, and the rules behind it."""
        session = self._loop.session
        place, last = parse_count(rest), len(session.active)
        if place is None:
            self._print(Say("Write the number of an entry: {why} 9, or {why} alone.", why="why"))
        elif not 1 <= place <= last:
            self._print(Say("There is no entry {n}. The last is {last}.", n=place, last=last))
        else:
            number = session.active[place - 1]
            entry, before = session.entry(number), session.state_before(number)
            is_overruled = bool(entry.overrule_reason)
            course = session.game.course
            self._print_ruling(
                course.rule_on(session.book, before, entry.event, is_overruled=is_overruled)
            )

    def _why_not(self, rest: str) -> None:
        try:
            attempt = self._loop.parse_forced(rest) or self._loop.parse(rest)
            if attempt.step.hides_rulings:
                result(NOT_JUDGED_YET)
                return
            ruling = attempt.ruling
            if ruling.verdict is Verdict.ALLOWED:
                ruling = replace(ruling, reason=Say("Allowed: {said}", said=ruling.reason))
            self._print_ruling(ruling)
        except BadAnswer as bad:
            result(bad.say)

    def _print_ruling(self, ruling: Ruling) -> None:
        why = replace(self._style(), why=True)
        self._page(render_ruling(ruling, self._loop.session.book, why))

    def _page(self, text: str) -> None:
        result(wrapped_sentences(text.rstrip("\n"), self._cells), Format.PLAIN)

    def _print_view(self, view: TableView[Any]) -> None:
        session = self._loop.session
        self._page(render_grid(view.show(session.book, session.state), Format.TABLE, self._style()))

    def _state(self, rest: str) -> None:
        """Show the table by the lines of the sheet, as the game has no view of it."""
        session = self._loop.session
        paper, people = session.game.paper, tuple(session.game.course.people(session.state))
        standing = [
            (line, line.standing(session.book, session.state))
            for line in paper.lines
            if line.is_standing
        ]
        if not standing:
            said = "There is no view of the table. The evening so far: {sheet}"
            self._print(Say(said, sheet=Example("/sheet")))
            return
        columns = people if paper.table is None else (*people, SHARED)
        heads = [Say("{name}", name=name) for name in people]
        grid = CardGrid(
            title=Say(""),
            columns=(Say(""), *heads, *([paper.table] if paper.table is not None else [])),
            rows=tuple(
                (line.title, *(_cell(cells.get(who), line.mark) for who in columns))
                for line, cells in standing
            ),
        )
        self._page(render_grid(grid, Format.TABLE, self._style()))

    def _answer_score(self, rest: str) -> None:
        self._show_score(self._style())

    def _show_score(self, style: Style) -> None:
        """Show the score; before the end, only public points."""
        session = self._loop.session
        report = session_report(session)
        if not isinstance(report, Say):
            result(report.show(Format.TABLE, style))
            return
        points = _public_points(self._loop)
        if points:
            self._print(Say("Points so far:"))
            for player, said in points:
                self._print(Say("{player}: {points}", player=player, points=said))
            return
        view = session.game.paper.views.get(commands.STATE)
        if view is not None:
            self._print_view(view)
        is_scored = "score" in session.game.parts
        self._print(Say("The rest is secret until the end.") if is_scored else report)

    def _sheet(self, rest: str) -> None:
        path = self._journal.path or Path()
        self._page(render_sheet(filled_sheet(self._journal, path), Format.TABLE, self._style()))

    def _log(self, rest: str) -> None:
        style = replace(self._style(), why=rest.strip() in {"--why", "why"})
        items = log_items(self._journal, is_complete="all" in rest, tells_secrets=not self._to_all)
        self._page(render_log(items, Format.TABLE, style))

    def _look_up(self, command: Command) -> None:
        from referee.cli.play.looking_up import looked_up  # few games look anything up

        if command.name == ASK and self._tells_whose_turn(command.rest):
            return
        session, people = self._loop.session, people_of(self._loop.session.setup)
        _show_lines(looked_up(command, session.game, session.book, self._style(), people))

    def _tells_whose_turn(self, line: str) -> bool:
        """Say whose turn it is, if a line asks that; return whether it was said."""
        step = self._loop.session.step
        if step is None or step.player is None or not asks_whose_turn(line):
            return False
        self._print(Say("It is {player}'s turn.", player=step.player))
        return True

    def near(self, line: str) -> None:
        """Show what a line that could not be read may be about, if it says much."""
        from referee.cli.play.looking_up import near  # see above

        if self._tells_whose_turn(line):
            return
        if (shown := commands.asks_how_it_stands(line)) is not None:
            self.answer(Command(shown, ""), to_all=self._to_all)
            return
        session, people = self._loop.session, people_of(self._loop.session.setup)
        _show_lines(near(line, session.game, session.book, self._style(), people))


def _show_lines(lines: Iterable[str]) -> None:
    for line in lines:
        result(line, Format.PLAIN)


def _cell(cell: SheetCell | tuple[SheetCell, ...], mark: str) -> SheetCell:
    if not isinstance(cell, tuple):
        return cell
    return join([each for each in cell if each is not None], mark)


def _answer_form(answers: Answers[object]) -> Say:
    hint = answers.hint()
    said = "An answer, {hint}" if hint.template.startswith("such ") else "Answer: {hint}"
    return Say(said, hint=hint)


def _public_points(loop: GameLoop) -> list[tuple[str, str]]:
    """List the points that everybody can see, the most first; none if they are secret."""
    session = loop.session
    points_of = next((line.points for line in session.game.paper.lines if line.points), None)
    known = points_of(session.book, session.state) if points_of else {}
    points = [(who, each) for who, each in known.items() if not isinstance(each, tuple) and who]
    points.sort(key=lambda each: -_first_number(each[1]))
    return [(who, cell_text(each)) for who, each in points]


def _first_number(cell: object) -> Fraction:
    if isinstance(cell, int):
        return Fraction(cell)
    numbers = [
        each for each in getattr(cell, "facts", {}).values() if isinstance(each, int | Fraction)
    ]
    return Fraction(numbers[0]) if numbers else Fraction(0)


def _two_answers(session: Session) -> str:
    """Return offered answers to this step and the next as one line; "" if there are none.

    The line is read as these two answers.
    """
    step = session.step
    if step is None or not step.run or not is_any(step.answers):
        return ""
    first = step.answers.offer(0).replace("@", "")
    try:
        attempt = parse_answer(session, session.state, first)
    except BadAnswer:  # a name that is read as something else without its @
        return ""
    then = session.step_in(session.game.course.apply(session.state, attempt.event))
    if then is None or then.run != step.run or not is_any(then.answers):
        return ""
    words = f"{first} {then.answers.offer(0).replace('@', '')}"
    plan = LineReader(session, announces=False).plan(words)
    return words if len(plan.answers) == len((step, then)) and plan.refused is None else ""
