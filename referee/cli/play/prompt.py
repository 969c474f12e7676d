"""How a step looks at the table, and the lines that answer words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee.core.answers.choices import Answers
from referee.core.answers.custom import is_any, is_sole
from referee.core.paper.wording import escaped, rule_ids
from referee.core.play.loop import HELD, GameLoop
from referee.core.play.response import Response, ResponseKind
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say, as_typed, join
from referee.render.text import Colour, coloured, in_seat_colour, width, without_colour, wrapped

OVER: Final = Say("The game is over. Enter quits; undo, sheet, score and ? still work.")
SETUP: Final = Say("Setup")
WIDTH: Final = 80
"""Cells of a line where no terminal says how many it has."""
INDENT: Final = " " * 6
OVERRULE_HINT: Final = Say("/overrule REASON notes it anyway.")
NOT_UNDERSTOOD: Final = "Not understood"
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")


class Look:
    """How lines are set: so many cells wide, in colour or not."""

    def __init__(self, *, colour: bool, cells: int) -> None:
        """Set lines so."""
        self.colour = colour
        self.cells = cells

    def set_in(self, text: str, colour: Colour | None = None) -> list[str]:
        """Set what the referee says: indented, and broken under itself."""
        lines = wrapped(f"{INDENT}{text}", self.cells)
        return [coloured(line, colour, wanted=self.colour) if colour else line for line in lines]

    def entry(self, number: str, text: str) -> list[str]:
        """Set what was noted, with its number."""
        first, *others = wrapped(f"{INDENT}{text}", self.cells)
        number = coloured(f"{number:>4}", Colour.DIM, wanted=self.colour)
        return [f"{number}  {first.removeprefix(INDENT)}", *others]

    def broken(self, text: str) -> list[str]:
        """Break a line that begins at the edge."""
        return wrapped(text, self.cells)


class PromptLines:
    """Words what is asked; what has not changed since the last prompt is not said again."""

    def __init__(self, loop: GameLoop) -> None:
        """Ask for a loop, of which nothing has been asked yet."""
        self._loop = loop
        self._place: list[str] = []
        self._setup: tuple[Say, ...] = ()
        self._last: list[str] = []

    def lines(
        self, look: Look, *, sand: Say | None, again: bool = False, lesson: Sequence[str] = ()
    ) -> list[str]:
        """Give the lines of the prompt; none where it is the one that was given last.

        ``again`` gives the question in any case; ``sand`` is what is left of the timer,
        ``lesson`` what is taught before the question.
        """
        step = self._loop.session.step
        if step is None:
            lines = [str(OVER)]
            same, self._last = lines == self._last, lines
            return [] if same and not again else ["", *lines]
        place = list(_place(step, look, None))
        question = list(self._question(step, look))
        if [*place, *question] == self._last and not again:
            return []
        timed = list(_place(step, look, sand)) if sand else place
        lines = [""]
        if setup := self.setup(look):
            lines += [str(SETUP), *(line for piece in setup for line in piece), ""]
        is_news = place != self._place or sand is not None
        lines += [*(timed if is_news else ()), *lesson, *question]
        self._place, self._last = place, [*place, *question]
        return lines

    def setup(self, look: Look) -> list[list[str]]:
        """Give the pieces of the set-up, each in lines; none where they were given before."""
        step = self._loop.session.step
        said = step.setup if step else ()
        if not said or said == self._setup:
            return []
        self._setup = said
        return [look.broken(escaped(str(piece))) for piece in said]

    def _question(self, step: Step, look: Look) -> Iterator[str]:
        if self._loop.is_paused:
            yield str(HELD)
        offered = escaped(choices(step.answers, is_all=not step.alternatives))
        ask = self._named(step, escaped(str(step.ask)), look)
        line = f"{ask}  {offered}" if offered else ask
        if width(without_colour(line)) <= look.cells:
            yield line
        else:
            yield from look.broken(ask)
            if offered:
                yield from look.broken(offered)
        yield from self._besides(step, look)

    def _named(self, step: Step, ask: str, look: Look) -> str:
        """Put the name of whoever has to answer into the colour of the seat."""
        setup = self._loop.session.setup
        people = (*setup.seating, *setup.roles.values())
        name = escaped(step.player or "")
        if not name or step.player not in people or not ask.startswith(name):
            return ask
        seat = people.index(step.player)
        return in_seat_colour(name, seat, wanted=look.colour) + ask[len(name) :]

    def _besides(self, step: Step, look: Look) -> Iterator[str]:
        """Say what helps to answer, what Enter means, and what else may be reported."""
        enter = self._loop.default_said
        words = tuple(
            each.keyword
            for each in step.alternatives
            if each.is_listed and each.keyword != enter and is_any(each.answers)
        )
        parts = []
        if enter is not None:
            parts.append(str(Say("Enter: {said}", said=as_typed(enter))))
        if words:
            parts.append(str(Say("Also: {words}", words=join(sorted(words), ", "))))
        line = "   ".join(map(escaped, parts))
        if step.detail:
            line = f"{escaped(str(step.detail))}  {line}".rstrip()
        if line:
            for each in look.broken(line):
                yield coloured(each, Colour.DIM, wanted=look.colour)


def _place(step: Step, look: Look, sand: Say | None) -> Iterator[str]:
    """Say where the game is, and what everybody can see; too long a line breaks by sentences.

    Where sand runs all of it is one line: what is left of the sand comes second.
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
    """Number the choices, or hint at the form where they are no list; nothing for a sole one.

    A sole choice is shown where it is not all that can be answered.
    """
    if not is_any(answers):
        return ""
    if answers.numbered:
        if is_all and is_sole(answers):
            return ""
        numbered = enumerate(answers.numbered, start=1)
        return "  ".join(f"{n} {as_typed(choice)}" for n, choice in numbered if choice)
    return str(Say("({hint})", hint=answers.hint()))


def response_lines(response: Response, look: Look) -> Iterator[str]:
    """Word what came of an answer or a command."""
    first, *others = (escaped(str(each)) for each in response.sentences)
    match response.kind:
        case ResponseKind.RECORDED | ResponseKind.CORRECTED:
            yield from look.entry(span(response.numbers), _noted(first, response))
        case ResponseKind.ANNOTATED:
            yield from look.set_in(first)
        case ResponseKind.UNCONFIRMED:
            asked = Say("{question}  1 yes  2 no", question=first)
            yield from look.set_in(str(asked), Colour.YELLOW)
        case ResponseKind.REFUSED if response.ruling is not None:
            yield from look.set_in(_refused(response.ruling, first), Colour.RED)
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


def _noted(said: str, response: Response) -> str:
    """Say of what was noted that nobody chose it, what it was before, who decided it."""
    if response.ruling is not None and response.ruling.verdict.stops_play:
        return str(Say("Noted by table decision, although: {said}", said=said))
    if response.was is not None:
        return str(Say("{said} (was: {was})", said=said, was=escaped(str(response.was))))
    return str(Say("{said} (no choice)", said=said)) if response.is_forced else said


def _refused(ruling: Ruling, said: str) -> str:
    rules = rule_ids(ruling.rules)
    template = "No: {said} ({rules})" if rules else "No: {said}"
    return str(Say(template, said=said, rules=rules))


def may_be_overruled(response: Response) -> bool:
    """Tell whether the table may overrule what was refused."""
    ruling = response.ruling
    return (
        response.kind is ResponseKind.REFUSED
        and ruling is not None
        and ruling.verdict is Verdict.FORBIDDEN
    )


def span(numbers: Sequence[int]) -> str:
    """Write the numbers of entries in a row.

    >>> span((7,)), span((19, 20, 21, 22))
    ('7', '19-22')
    """
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def merged(responses: Sequence[Response], seats: int) -> Iterable[Response]:
    """Put forced answers in a row that say the same into one, of every player or of one.

    Answers of every player are one where their event has words for that.
    """
    at = 0
    while at < len(responses):
        same = _alike(responses[at:])
        event = responses[at].event
        if event is not None and event.everyone and len(same) >= seats > 1:
            row = same[:seats]
            said = event.say(event.everyone, **row[0].sentences[0].facts)
            yield _joined(row, said)
            at += seats
            continue
        row = [each for each in same if each.sentences[0] == responses[at].sentences[0]]
        row = row if row == list(same[: len(row)]) else [responses[at]]
        yield _joined(row, responses[at].sentences[0])
        at += len(row)


def _alike(responses: Sequence[Response]) -> Sequence[Response]:
    """Give the first responses that are of one kind of event."""
    kind = type(responses[0].event)
    end = next(
        (at for at, each in enumerate(responses) if type(each.event) is not kind), len(responses)
    )
    return responses[:end]


def _joined(row: Sequence[Response], said: Say) -> Response:
    last = row[-1]
    numbers = tuple(number for each in row for number in each.numbers)
    more = tuple(each for response in row for each in response.sentences[1:])
    return Response(
        last.kind, said, last.ruling, numbers, (said, *more), event=last.event, is_forced=True
    )
