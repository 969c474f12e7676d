"""What may be reported beside the step that is asked: by its word or a beginning of it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.answers.choices import Answers, Number, OneOf
from referee.core.play.course import Course
from referee.core.play.event import Event
from referee.core.play.loop import GameLoop
from referee.core.play.response import ResponseKind
from referee.core.play.session import Session
from referee.core.play.stage import Prompt, Stage, Step
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.say import BadAnswer, Say
from referee.core.table import Setup
from referee.testing.play import size
from tests.core.pebble import ANA, BO, BOOK, CY, GAME, SUPPLY
from tests.toys import with_parts


class Told(Event[Any], frozen=True):
    """What was read, and at which step."""

    rule = SUPPLY
    step: str
    read: Any

    def judge(self, book: Rulebook, state: object) -> Ruling:
        if self.step == "rest":
            return self.forbidden("Nobody rests now.")
        return self.allowed("{step}: {read}", read=str(self.read))

    def apply(self, state: object) -> object:
        return state


def stage(
    name: str, answers: Answers[Any], *besides: Stage[Any], enter: str | None = None
) -> Stage[Any]:
    return Stage(
        id=f"turn.{name}",
        title=Say("a turn"),
        ask=lambda _book, _state: Prompt(
            ask=Say("Now?"), answers=answers, event=lambda read: Told(name, read), default=enter
        ),
        events=(Told,),
        alternatives=besides,
    )


STALLS = OneOf(("red", "rusty", "blue"), ("red",))
WASH, WAVE = stage("wash", Number(1, 3)), stage("wave", OneOf(("done",), ("done",)))
REST = stage("rest", Number(1, 0))
SING = stage("sing", Number(1, 3), enter="2")
ASKED = stage("stall", STALLS, WASH, WAVE, REST, SING)


def drive(asked: Stage[Any] = ASKED) -> GameLoop:
    course: Course[Any] = Course(stages=(asked,), heading=lambda _state, _stage: Say("Turn 1"))
    return GameLoop(Session(with_parts(GAME, course=course), BOOK, Setup((ANA, BO, CY))))


def step_of(asked: Stage[Any]) -> Step:
    step = drive(asked).session.step
    assert step is not None
    return step


@pytest.mark.parametrize(
    ("words", "event"),
    [
        ("red", Told("stall", "red")),
        ("blue", Told("stall", "blue")),
        ("ru", Told("stall", "rusty")),
        ("r", Told("stall", "red")),
        ("b", Told("stall", "blue")),
        ("wash 2", Told("wash", 2)),
        ("WASH ２", Told("wash", 2)),
        ("Ｗash 2", Told("wash", 2)),
        ("was 2", Told("wash", 2)),
        ("wav", Told("wave", "done")),
        ("wave done", Told("wave", "done")),
        ("s", Told("sing", 2)),
        ("sing", Told("sing", 2)),
        ("si 3", Told("sing", 3)),
        ("rest 1", Told("rest", 1)),
        ("res 7", Told("rest", 7)),
    ],
)
def test_a_beginning_names_a_report_where_the_question_cannot_read_it(
    words: str, event: Told
) -> None:
    assert drive().parse(words).event == event


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("w", "“w” could be wash or wave. Which one?"),
        ("wa", "“wa” could be wash or wave. Which one?"),
        ("x", "Not understood: “x”. The only answer is “red”."),
        ("washed 2", "Not understood: “washed 2”. The only answer is “red”."),
        ("wash", "Not understood. Write “wash” first, then 1 to 3."),
        ("wash x", "“x” is not a whole number."),
        ("was x", "“x” is not a whole number."),
        ("rest", "“rest” is not possible now."),
        ("@wash 2", "Not understood: “wash 2”. The only answer is “red”."),
    ],
)
def test_what_names_no_report_or_two_is_asked_again(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        drive().parse(words)
    assert str(caught.value) == said


def test_a_report_with_nothing_on_offer_is_read_so_that_it_can_be_refused() -> None:
    table = drive()
    assert step_of(REST).answers.size == 0
    echo = table.feed("rest 1")
    assert (echo.kind, str(echo.say)) == (ResponseKind.REFUSED, "Nobody rests now.")
    assert table.session.record == []
    assert table.feed("/overrule it is hot").kind is ResponseKind.RECORDED


def test_the_noted_step_is_the_one_that_was_meant() -> None:
    table = drive()
    assert table.feed("was 2").kind is ResponseKind.RECORDED
    assert (table.session.entry(1).step, table.session.entry(1).words) == ("turn.wash", "was 2")


def test_offers_are_counted_with_those_to_the_steps_beside() -> None:
    assert size(step_of(ASKED)) == 1 + 3 + 1 + 0 + 3
    assert size(step_of(stage("stall", OneOf(("red",), ()), WASH))) == 3
    assert size(step_of(stage("stall", OneOf(("red",), ())))) == 0


def test_enter_alone_never_names_a_report() -> None:
    table = drive()
    assert (step_of(WAVE).on_empty, step_of(ASKED).on_empty, table.default) == ("done", None, None)
    with pytest.raises(BadAnswer, match=r"Not understood\. Answer with red"):
        table.parse("")
    assert table.feed("").kind is ResponseKind.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("step_id", "words", "typed"),
    [
        ("turn.stall", "red", "red"),
        ("turn.wash", "2", "wash 2"),
        ("turn.wash", " 2 ", "wash 2"),
        ("turn.wave", "", "wave"),
        ("turn.rest", "1", "rest 1"),
        ("turn.other", "1", None),
        ("wash", "1", None),
    ],
)
def test_an_answer_is_typed_by_the_step_that_it_answers(
    step_id: str, words: str, typed: str | None
) -> None:
    assert step_of(ASKED).typed(step_id, words) == typed
    if typed is not None:
        read = drive().parse(typed).step.id
        assert read == step_id
