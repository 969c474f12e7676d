"""How a step looks at the table, and the line that answers words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.answers.choices import Answers
from referee.core.paper.wording import cited, escaped
from referee.core.play.loop import HELD, Drive, Echo, EchoKind
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.render.text import width

OVER: Final = Say("The game is over. Enter leaves; /undo, /sheet, /score and ? still answer.")
WIDTH: Final = 80
"""Cells of a line that two texts may share."""


def prompt_lines(drive: Drive, *, again: bool = False, glass: Say | None = None) -> Iterator[str]:
    """Word what is asked now: where we are, what lies open, the question, the choices.

    ``again`` asks the same once more, without the table around it. ``glass`` is what is left of
    the sand, where the referee keeps the time.
    """
    step = drive.session.step
    if step is None:
        yield str(OVER)
        return
    if not again:
        yield ""
        first, *others = (escaped(str(line)) for line in step.shows) if step.shows else ("",)
        yield from _beside(escaped(f"[{step.where}]"), first)
        yield from others
    if drive.is_held:
        yield str(Say("{left}. {held}", left=glass, held=HELD) if glass else HELD)
    elif glass is not None:
        yield str(glass)
    offered = choices(step.answers, is_all=not step.besides)
    yield from _beside(escaped(str(step.ask)), escaped(offered))
    enter = drive.on_enter
    words = tuple(each.word for each in step.besides if each.answers.size and each.word != enter)
    if words:
        yield escaped(str(Say("Or report: {words}", words=words)))
    if drive.again is not None:
        yield escaped(str(Say("[Enter, again: {said}]", said=drive.again.ruling.reason)))
    elif enter is not None:
        yield escaped(str(Say("[Enter: {words}]", words=enter.removeprefix("@"))))


def _beside(left: str, right: str) -> list[str]:
    """Put two texts on one line where it holds both, else below one another."""
    line = f"{left} {right}".rstrip()
    return [line] if width(line) <= WIDTH else [left, right]


def choices(answers: Answers[object], *, is_all: bool = True) -> str:
    """Number the choices, or hint at the form where they are no list; nothing for a sole one.

    A sole choice is shown where it is not all that can be answered.
    """
    if not answers.size:
        return ""
    if answers.numbered:
        if answers.size == 1 and is_all:
            return ""
        return "  ".join(f"{n} {choice}" for n, choice in enumerate(answers.numbered, start=1))
    return f"({answers.hint()})"


def verdict_line(echo: Echo) -> str:
    """Word what came of an answer, with the rules where it was not taken."""
    said = escaped(str(echo.say))
    if echo.is_taken and echo.kind is not EchoKind.STRUCK:
        return f"{echo.numbers[0]:>4}  {Say(_noted(echo), said=said)}"
    if echo.ruling is None:
        return f"      {said}"
    said = cited(said, ", ".join(map(str, echo.ruling.rules)))
    return f"      {Say(_not_taken(echo.kind, echo.ruling.verdict), said=said)}"


def _noted(echo: Echo) -> str:
    """Choose the sentence around what was noted, where it alone would mislead."""
    if echo.kind is EchoKind.REMARKED:
        return "Noted: {said}"
    was_refused = echo.ruling is not None and echo.ruling.verdict.stops_play
    return "Noted all the same, though: {said}" if was_refused else "{said}"


def _not_taken(kind: EchoKind, verdict: Verdict) -> str:
    """Choose the sentence around what was not taken, or not yet."""
    if kind is EchoKind.CONFIRM:
        return "Your call: {said} Enter says yes."
    if verdict is Verdict.IMPOSSIBLE:
        return "Impossible: {said}"
    return "No: {said} /overrule REASON notes it all the same."
