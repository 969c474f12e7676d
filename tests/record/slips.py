"""Slips that a room might make, one at a time, in what is asked, ruled and printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Answers
from referee.core.game import Game
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say

Slip: TypeAlias = Callable[[Game], Game]


class Fewer(Struct, frozen=True):
    """Answers of which the last is no longer offered."""

    answers: Answers[object]

    @property
    def size(self) -> int:
        return self.answers.size - 1

    @property
    def numbered(self) -> tuple[str, ...]:
        return self.answers.numbered

    def parse(self, words: str) -> object:
        return self.answers.parse(words)

    def offer(self, index: int) -> str:
        return self.answers.offer(index)

    def hint(self) -> Say:
        return self.answers.hint()


def reworded(said: Say) -> Say:
    return Say("{said}!", said=str(said)[:-1])


class Slipped:
    """Something in which some parts have slipped; all others are as they were."""

    def __init__(self, whole: Any, **parts: Any) -> None:
        self._whole = whole
        self.__dict__ |= parts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)


def slipped(game: Game, **parts: Any) -> Game:
    """Let parts of a game slip."""
    whole: Any = Slipped(game, **parts)
    return cast("Game", whole)


def with_steps(change: Callable[[Step], Step]) -> Slip:
    """Let every step slip."""

    def slip(game: Game) -> Game:
        def step_of(book: Any, state: Any) -> Step | None:
            step = game.course.step(book, state)
            return step and change(step)

        return slipped(game, course=Slipped(game.course, step=step_of))

    return slip


def with_rulings(change: Callable[[Ruling], Ruling]) -> Slip:
    """Let every ruling slip."""

    def slip(game: Game) -> Game:
        def rule_on(book: Any, state: Any, event: Any) -> Ruling:
            return change(game.course.rule_on(book, state, event))

        return slipped(game, course=Slipped(game.course, rule_on=rule_on))

    return slip


def with_sheets(change: Callable[[Any], Any]) -> Slip:
    """Let the last row of every sheet slip."""

    def slip(game: Game) -> Game:
        def sheet(book: Any, setup: Any, log: Any) -> Any:
            drawn = game.sheet(book, setup, log)
            *rows, last = drawn.rows
            return replace(drawn, rows=(*rows, change(last)))

        return slipped(game, sheet=sheet)

    return slip


def lenient(ruling: Ruling) -> Ruling:
    """Allow what the rules forbid."""
    is_wrong = ruling.verdict is Verdict.FORBIDDEN
    return replace(ruling, verdict=Verdict.ALLOWED) if is_wrong else ruling


SLIPS: dict[str, tuple[Slip, str]] = {
    "a verdict": (with_rulings(lenient), "verdict"),
    "a rule": (with_rulings(lambda ruling: replace(ruling, rules=ruling.rules[1:])), "rules"),
    "a sentence": (
        with_rulings(lambda ruling: replace(ruling, reason=reworded(ruling.reason))),
        "text",
    ),
    "an offer": (with_steps(lambda step: replace(step, answers=Fewer(step.answers))), "answers"),
    "a question": (with_steps(lambda step: replace(step, ask=reworded(step.ask))), "question"),
    "a secret": (
        with_steps(lambda step: replace(step, hides_answer=not step.hides_answer)),
        "is_secret",
    ),
}
"""Each slip by what it is in, and a part of the path where it is met."""
