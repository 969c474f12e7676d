"""How a step looks at the table, the lines that answer words, and lessons for new players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from referee.core.answers.choices import Answers
from referee.core.answers.custom import is_any, is_sole
from referee.core.paper.wording import escaped, rule_ids, rules_cited
from referee.core.play.loop import HELD, GameLoop
from referee.core.play.marks.depth import CHOOSE_DEPTH, PLAYING
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import people_of
from referee.core.play.stage import Step
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import Notice, Ruling, Verdict
from referee.core.say import Example, Say, as_typed, join
from referee.core.table import TURN
from referee.render.text import Colour, coloured, in_seat_colour, width, without_colour, wrapped

OVER: Final = Say(
    "The game is over. Enter quits; {words} still work.", words=("undo", "sheet", "score", "?")
)
SETUP: Final = Say("Setup")
WIDTH: Final = 80
"""Cells of a line where no terminal says how many it has."""
INDENT: Final = " " * 6
OVERRULE_HINT: Final = Say("{overrule} REASON notes it anyway.", overrule=Example("/overrule"))
DONE: Final = "done"
"""What gives the keyboard back to the table."""
NOT_UNDERSTOOD: Final = "Not understood"
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")


class Look:
    """How lines are set: how many cells wide, and whether in colour."""

    def __init__(self, *, colour: bool, cells: int) -> None:
        self.colour = colour
        self.cells = cells

    def set_in(self, text: str, colour: Colour | None = None) -> list[str]:
        """Set what the referee says: indented, and broken under itself."""
        lines = wrapped(f"{INDENT}{text}", self.cells)
        return [coloured(line, colour, wanted=self.colour) if colour else line for line in lines]

    def entry(self, number: str, text: str) -> list[str]:
        """Set an entry, with its number."""
        first, *others = wrapped(f"{INDENT}{text}", self.cells)
        number = coloured(f"{number:>4}", Colour.DIM, wanted=self.colour)
        return [f"{number}  {first.removeprefix(INDENT)}", *others]

    def broken(self, text: str) -> list[str]:
        """Break a line without indent."""
        return wrapped(text, self.cells)


class PromptLines:
    """Words what is asked; what has not changed since the last prompt is not repeated."""

    def __init__(self, loop: GameLoop) -> None:
        self._loop = loop
        self._place: list[str] = []
        self._setup: tuple[int, tuple[Say | Notice, ...]] | None = None
        self._seated = frozenset(loop.session.setup.seating)
        self._last: list[str] = []
        session = loop.session
        self._steps = {session.entry(number).step for number in session.active}
        self._noticed: set[object] = set()

    def lines(
        self, look: Look, *, sand: Say | None, again: bool = False, lesson: Sequence[str] = ()
    ) -> list[str]:
        """Return the lines of the prompt; none if they are the same as last time.

        ``again`` repeats the question in any case; ``sand`` is what is left of the timer,
        ``lesson`` what is taught before the question.
        """
        step = self._loop.session.step
        if step is None:
            lines = [str(OVER)]
            same, self._last = lines == self._last, lines
            return [] if same and not again else ["", *lines]
        place = list(_place(step, look, None))
        question = list(self._question(step, look))
        if step.id == PLAYING:  # one line is all that it takes
            place, question = [], [" ".join((*place, *question))]
        if [*place, *question] == self._last and not again:
            return []
        timed = list(_place(step, look, sand)) if sand else place
        is_news, at = place != self._place, len(self._loop.session.active)
        lines = ["", *self._whole_setup(step, look, at)]
        said = self.notices(step, look, at, is_news=is_news)
        lines += [*(timed if is_news or sand is not None else ()), *said, *lesson, *question]
        self._place, self._last = place, [*place, *question]
        return lines

    def unsaid(self, response: Response, look: Look) -> list[str]:
        """Return what goes with the step that was answered, where its prompt was not shown."""
        step = response.step
        if step is None or response.is_secret:
            return []
        at = response.numbers[0] - 1
        return [*self._whole_setup(step, look, at), *self.notices(step, look, at)]

    def notices(self, step: Step, look: Look, at: int, *, is_news: bool = False) -> list[str]:
        """Return the steps of the sequence that are due with this one and nobody answers.

        ``at`` counts the entries before it: what was said at its prompt is not said again, unless
        the prompt ``is_news`` once more.
        """
        lines = list[str]()
        for each in step.notices:
            said = str(each.cited)
            key: object = (step.id, each.rules, each.say.template) if each.once else (at, said)
            if each.once and step.id in self._steps:
                continue
            if key not in self._noticed or (is_news and not each.once):
                lines += look.broken(escaped(said))
            self._noticed.add(key)
        return lines

    def _whole_setup(self, step: Step, look: Look, at: int) -> list[str]:
        if setup := self.setup(step, look, at):
            return [str(SETUP), *(line for piece in setup for line in piece), ""]
        return []

    def setup(self, step: Step | None, look: Look, at: int) -> list[list[str]]:
        """Return the pieces of the set-up, each in lines; none if they were shown before.

        ``at`` counts the entries before it: two rounds may be set up with the same words.
        """
        session = self._loop.session
        seated = frozenset(session.setup.seating)
        if len(seated) != len(self._seated):  # others joined or left: it is another set-up
            step = session.step_in(session.states.at(0))
        self._seated = seated
        said = step.setup if step else ()
        at -= sum(session.entry(n).step == CHOOSE_DEPTH for n in session.active[:at]) if said else 0
        if not said or (at, said) == self._setup:
            return []
        self._setup = (at, said)
        pieces = (each.cited if isinstance(each, Notice) else each for each in said)
        return [look.broken(escaped(str(piece))) for piece in pieces]

    def _question(self, step: Step, look: Look) -> Iterator[str]:
        if self._loop.is_paused:
            yield str(HELD)
        sealed, player = self._loop.sealed.answers, self._loop.sealed.player
        asked = step.answers if sealed is None else sealed.each
        offered = escaped(choices(asked, is_all=not step.alternatives and sealed is None))
        ask = self._with_coloured_name(step, escaped(str(step.ask)), look)
        if player is not None:
            ask = str(Say("{ask} {player}, out of sight:", ask=ask, player=escaped(player)))
        line = f"{ask}  {offered}" if offered else ask
        if width(without_colour(line)) <= look.cells:
            yield line
        else:
            yield from look.broken(ask)
            if offered:
                yield from look.broken(offered)
        yield from self._other_answers(step, look)

    def _with_coloured_name(self, step: Step, ask: str, look: Look) -> str:
        people = people_of(self._loop.session.setup)
        name = escaped(step.player or "")
        if not name or step.player not in people or not ask.startswith(name):
            return ask
        seat = people.index(step.player)
        return in_seat_colour(name, seat, wanted=look.colour) + ask[len(name) :]

    def _other_answers(self, step: Step, look: Look) -> Iterator[str]:
        """Word what helps to answer, what Enter means, and what else may be reported."""
        enter = self._loop.default_said
        words = tuple(
            each.keyword
            for each in step.alternatives
            if each.is_listed and each.keyword != enter and is_any(each.answers)
        )
        parts = []
        if enter or step.view:
            parts.append(str(Say("Enter: {said}", said=as_typed(enter or step.view))))
        also = [*sorted(words), *self._words_back(step)]
        if also:
            parts.append(str(Say("Also: {words}", words=join(also, ", "))))
        line = "   ".join(map(escaped, parts))
        if step.detail:
            gap = "  " if enter else "   "
            line = f"{escaped(str(step.detail))}{gap}{line}".rstrip()
        if line:
            for each in look.broken(line):
                yield coloured(each, Colour.DIM, wanted=look.colour)

    def _words_back(self, step: Step) -> tuple[str, ...]:
        """Name what goes back to the turns, where a round as a whole is asked for."""
        session = self._loop.session
        depth = session.game.course.depth
        if depth is None or step.id not in {stage.id for stage in depth.stages}:
            return ()
        is_closed = depth.now(session.state) == TURN or depth.chosen(TURN).is_refused(session.state)
        return () if is_closed else (f"{CHOOSE_DEPTH} {TURN}",)


def _place(step: Step, look: Look, sand: Say | None) -> Iterator[str]:
    """Word where the game is, and what everybody can see; long lines break between sentences.

    With a timer all of it is one line, in which the sand that is left comes second.
    """
    first, *others = (escaped(str(line)) for line in step.context) if step.context else ("",)
    left = str(Say("{sand}.", sand=sand)) if sand else ""
    parts = [escaped(f"[{step.heading}]"), *_SENTENCE.split(first), left]
    if step.timer:
        parts, others = [*parts, *others], []
    line = ""
    for part in filter(None, parts):
        longer = f"{line} {part}".lstrip()
        if line and width(longer) > look.cells:
            yield from look.broken(line)
            longer = part
        line = longer
    yield from look.broken(line)
    for each in others:
        yield from look.broken(each)


def choices(answers: Answers[object], *, is_all: bool = True) -> str:
    """Number the choices, or hint at the form of other answers.

    A sole choice is left out if ``is_all`` that can be answered.
    """
    if not is_any(answers):
        return ""
    if answers.numbered:
        if is_all and is_sole(answers):
            return ""
        numbered = enumerate(answers.numbered, start=1)
        return "  ".join(f"{n} {as_typed(choice)}" for n, choice in numbered if choice)
    return str(Say("({hint})", hint=answers.hint()))


def response_lines(response: Response, look: Look, book: Rulebook) -> Iterator[str]:
    """Word the result of an answer or a command."""
    first, *others = (escaped(str(each)) for each in response.sentences)
    match response.kind:
        case ResponseKind.RECORDED | ResponseKind.CORRECTED:
            yield from look.entry(span(response.numbers), _entry_text(first, response))
        case ResponseKind.ANNOTATED:
            yield from look.set_in(first)
        case ResponseKind.UNCONFIRMED:
            asked = Say("{question}  1 {yes}  2 {no}", yes="yes", no="no", question=first)
            yield from look.set_in(str(asked), Colour.YELLOW)
        case ResponseKind.REFUSED if response.ruling is not None:
            yield from look.set_in(_refusal_text(response.ruling, first, book), Colour.RED)
        case ResponseKind.NOT_UNDERSTOOD:
            said = first
            is_told = response.say.template.startswith(NOT_UNDERSTOOD)
            if not (is_told or response.is_about_command):
                said = str(Say("Not understood: {said}", said=first))
            yield from look.set_in(said, Colour.RED)
        case _:
            yield from look.set_in(first)
    for each in others:
        yield from look.set_in(each)


def _entry_text(said: str, response: Response) -> str:
    """Add to an entry that nobody chose it, what it was before, or who decided it."""
    if response.ruling is not None and response.ruling.verdict.stops_play:
        return str(Say("Noted by table decision, although: {said}", said=said))
    if response.is_inserted:
        return str(Say("{said} (inserted)", said=said))
    if response.was is not None:
        return str(Say("{said} (was: {was})", said=said, was=escaped(str(response.was))))
    if not response.is_forced:
        return said
    rules = rule_ids(response.forced_by)
    return str(Say("{said} (no choice, {rules})", said=said, rules=rules))


def _refusal_text(ruling: Ruling, said: str, book: Rulebook) -> str:
    rules = rules_cited(ruling.rules, book)
    template = "No: {said} ({rules})" if rules else "No: {said}"
    return str(Say(template, said=said, rules=rules))


def may_be_overruled(response: Response) -> bool:
    """Whether the table may overrule a refusal."""
    ruling = response.ruling if response.kind is ResponseKind.REFUSED else None
    return ruling is not None and ruling.verdict is Verdict.FORBIDDEN


def span(numbers: Sequence[int]) -> str:
    """Write the numbers of entries in a row.

    >>> span((7,)), span((19, 20, 21, 22))
    ('7', '19-22')
    """
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def merged(responses: Sequence[Response], seats: int) -> Iterable[Response]:
    """Merge consecutive forced answers that say the same, or that all players give.

    The latter needs words of the event for ``everyone``.
    """
    at = 0
    while at < len(responses):
        same = _same_events(responses[at:])
        event = responses[at].event
        if event is not None and event.everyone and len(same) >= seats > 1:
            row = same[:seats]
            said = event.say(event.everyone, **row[0].sentences[0].facts)
            yield _merge(row, said)
            at += seats
            continue
        row = [each for each in same if each.sentences[0] == responses[at].sentences[0]]
        row = row if row == same[: len(row)] else [responses[at]]
        yield _merge(row, responses[at].sentences[0])
        at += len(row)


def _same_events(responses: Sequence[Response]) -> list[Response]:
    kind = type(responses[0].event)
    return [*takewhile(lambda each: type(each.event) is kind, responses)]


def _merge(row: Sequence[Response], said: Say) -> Response:
    last = row[-1]
    numbers = tuple(number for each in row for number in each.numbers)
    more = tuple(each for response in row for each in response.sentences[1:])
    return replace(row[0], say=said, ruling=last.ruling, numbers=numbers, told=(said, *more))


MOST_LESSON_LINES: Final = 4
MORE: Final = Say("?: more")


class Teaching:
    """Teaches each rule once: behind a question, or behind what follows by itself."""

    def __init__(self, loop: GameLoop) -> None:
        session = loop.session
        self._loop = loop
        self._rules: set[str] = set()
        self._is_begun = False
        self._steps = {session.entry(number).step for number in session.active}

    @property
    def is_on(self) -> bool:
        """Whether the table wants to be taught."""
        return self._loop.session.preferences.get(commands.TEACH) == ON

    def box_back(self, look: Look) -> list[str]:
        """Say what the back of the box does, before a game begins; nothing if it was said."""
        session = self._loop.session
        if not self.is_on or self._is_begun or session.active:
            return []
        self._is_begun = True
        said = session.game.paper.box_back(session.book, session.setup)
        return [line for each in said for line in look.broken(escaped(str(each.cited)))]

    def lesson(self, look: Look) -> list[str]:
        """Quote the rules behind the current question, if they are new."""
        step = self._loop.session.step
        if step is None or not self.is_on or step.id in self._steps:
            return []
        self._steps.add(step.id)
        return list(self._new_rules(step.rules, look))

    def followed(self, response: Response, look: Look) -> list[str]:
        """Quote the rules by which something followed by itself, if they are new."""
        if not self.is_on:
            return []
        rules = [rule for each in response.followed for rule in each.rules]
        return list(self._new_rules(rules, look))

    def _new_rules(self, rules: Iterable[RuleRef], look: Look) -> Iterator[str]:
        book = self._loop.session.book
        new = dict.fromkeys(ref.rule_id for ref in rules if ref.rule_id not in self._rules)
        lines: list[str] = []
        for rule_id in new:
            said = Say("({id}) {text}", id=rule_id, text=book.rules[rule_id].text)
            lines += look.set_in(escaped(str(said)))
        self._rules |= {*new}
        yield from lines[:MOST_LESSON_LINES]
        if len(lines) > MOST_LESSON_LINES:
            yield from look.set_in(str(MORE))
