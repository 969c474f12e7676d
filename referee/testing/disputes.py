"""Every question of every room answers whatever can be read."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from referee.core.fields import Field, FieldType, FileText, ListOf, MapOf, Record, Text
from referee.core.question import ANSWERED, Answer, Facts, Question
from referee.core.ruling import Ruling, Verdict
from referee.core.say import RefereeError
from referee.files.documents.facts import read_facts
from referee.files.values.inline import SIGNS
from referee.testing.offers import attempts_at
from referee.testing.play import random_player
from referee.testing.room import Given, Room, checks, per_question, per_table
from referee.testing.shapes import Drawn
from referee.testing.telling import written

CHECKS, check = checks()
QuestionFor: TypeAlias = Callable[
    [Any, Any, Ruling], "tuple[str, Mapping[str, str | list[str]]] | None"
]
"""From state, event and its refusal to a question by name and its facts, as they are typed."""

REFUSED_AT_LEAST = 10
"""So many refusals a room must put as questions, if it does at all."""
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


def told(name: str) -> str:
    r"""Write a name, or whatever else is one word, as a fact of the command line wants it.

    >>> told("Smith, Jr")
    'Smith\\, Jr'
    """
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name)


def puts_refusals(room: Room) -> Given:
    """Run a check with each number of players, if the room says how a refusal is asked."""
    return per_table(room) if room.brings("refusals", "question_for", None) else ()


@check(puts_refusals, few=range(3), many=range(3, 30))
def a_refusal_of_play_is_the_answer_to_the_same_facts(room: Room, seats: int, seeds: range) -> None:
    question_for: QuestionFor = room.brings("refusals", "question_for", None)
    questions = {question.name: question for question in room.game.questions}
    put = 0
    for seed in seeds:
        for session in random_player(room, room.setup(seats, seed), seed):
            for tried in attempts_at(room, session):
                if not tried.ruling.verdict.stops_play:
                    continue
                asked = question_for(session.state, tried.event, tried.ruling)
                if asked is None:
                    continue
                put += 1
                name, facts = asked
                words = [
                    f"{fact}={value}"
                    for fact, values in facts.items()
                    for value in ([values] if isinstance(values, str) else values)
                ]
                reply = questions[name].answer(
                    session.book, read_facts(questions[name], session.book, words)
                )
                said = f"{name} {words}: {reply.reason}; in play: {tried.ruling.reason}"
                assert reply.verdict == tried.ruling.verdict, said
                assert reply.rules[0] == tried.ruling.rules[0], said
    assert put >= REFUSED_AT_LEAST


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
