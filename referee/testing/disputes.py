"""Every question of every room answers whatever can be read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from referee.core.fields import Field, FieldType, FileText, ListOf, MapOf, Record, Text
from referee.core.question import ANSWERED, Answer, Facts, Question
from referee.core.ruling import Verdict
from referee.core.say import RefereeError
from referee.files.facts import read_facts
from referee.testing.room import Room, checks, per_question
from referee.testing.shapes import Drawn
from referee.testing.telling import written

CHECKS, check = checks()

PEOPLE = ("A", "B", "C", "D", "E")
TIMES = 400


def check_reply(reply: Answer) -> None:
    assert reply.verdict in {*Verdict, ANSWERED}
    assert reply.rules
    assert written(reply) != ""


@check()
def there_is_a_question_and_each_has_a_name_of_its_own(room: Room) -> None:
    names = [question.name for question in room.game.questions]
    assert len(names) >= 1
    assert sorted(set(names)) == sorted(names)


@check(per_question)
def the_example_is_answered(room: Room, question: Question) -> None:
    book = room.book
    reply = question.answer(book, read_facts(question, book, shlex.split(question.example)))
    check_reply(reply)
    assert reply.verdict != Verdict.IMPOSSIBLE


@check(per_question)
def whatever_can_be_read_is_answered(room: Room, question: Question) -> None:
    reads_text = any(map(has_text, question.fields))
    answered = 0
    for seed in range(TIMES):
        setup = room.setup(room.game.players[0], seed)
        values = Drawn(seed, PEOPLE).fields(question.fields)
        try:
            book = room.book.with_table_numbers(setup.numbers)
            reply = question.answer(book, Facts(values, setup.options))
        except RefereeError:  # only text that the room reads itself can be unreadable
            assert reads_text, values
        else:
            answered += 1
            check_reply(reply)
    assert answered >= TIMES / 2


@check(per_question)
def the_facts_that_an_answer_gives_are_the_same_for_every_dispute(
    room: Room, question: Question
) -> None:
    given = set()
    for seed in range(40):
        values = Drawn(seed, PEOPLE).fields(question.fields)
        book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
        try:
            given.add(tuple(question.answer(book, Facts(values)).results))
        except RefereeError:
            continue
    assert len(given) == 1, given


def has_text(field: Field) -> bool:
    return any(isinstance(each, Text | FileText) for each in shapes_in(field.shape))


def shapes_in(form: FieldType) -> Iterator[FieldType]:
    """List a shape and those inside it."""
    yield form
    if isinstance(form, ListOf | MapOf):
        yield from shapes_in(form.each)
    elif isinstance(form, Record):
        for field in form.fields:
            yield from shapes_in(field.shape)
