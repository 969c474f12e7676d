"""Every question of every room answers all facts that can be read."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from referee.core.fields import Value
from referee.core.game import ANSWERED, Answer, Facts, Question
from referee.core.ruling import Ruling, Verdict
from referee.core.say import RefereeError
from referee.files.documents.disputes import Case, load_cases, unmet
from referee.files.documents.facts import read_facts
from referee.files.values.inline import SIGNS
from referee.testing.offers import attempts_at
from referee.testing.play import random_player
from referee.testing.room import Drawn, Given, Room, checks, per_question, per_table, written

CHECKS, check = checks()
QuestionFor: TypeAlias = Callable[
    [Any, Any, Ruling], "tuple[str, Mapping[str, str | list[str]]] | None"
]
"""From state, event and its refusal to the name of a question and its facts, as typed."""

Fitting: TypeAlias = Callable[[str, Mapping[str, Value]], Mapping[str, Value]]
"""From a question and any facts to facts of it that are consistent."""

REFUSED_AT_LEAST = 10
"""The fewest refusals that a room must turn into questions, if it does so at all."""
TRIED_AT = 4
"""Up to how many positions all are tried, then ever fewer; the proof tries all."""
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


def drawn_facts(room: Room, question: Question, seed: int) -> Mapping[str, Value]:
    """Draw facts; if not all are consistent, ``fitting`` in the room's fixtures.py selects some."""
    fitting: Fitting = room.brings("fixtures", "fitting", lambda _question, values: values)
    return fitting(question.name, Drawn(seed, PEOPLE).fields(question.fields))


@check(per_question)
def whatever_can_be_read_is_answered(room: Room, question: Question) -> None:
    answered = 0
    for seed in range(TIMES):
        setup = room.setup(room.game.players[0], seed)
        values = drawn_facts(room, question, seed)
        try:
            book = room.book.with_table_numbers(setup.numbers)
            reply = question.answer(book, Facts(values, setup.options))
        except RefereeError:  # a text is unreadable, or two forms of the question are mixed
            continue
        else:
            answered += 1
            check_reply(reply)
    assert answered >= TIMES / 8


@check(per_question)
def the_facts_that_an_answer_gives_are_the_same_for_every_dispute(
    room: Room, question: Question
) -> None:
    given = set()
    for seed in range(40):
        values = drawn_facts(room, question, seed)
        book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
        try:
            given.add(tuple(question.answer(book, Facts(values)).results))
        except RefereeError:
            continue
    assert len(given) == 1, given


def with_casebook(room: Room) -> Given:
    """Run a check with each case of the casebook."""
    return ((case.case_id, (case,)) for case in load_cases(room.game, room.book))


@check(with_casebook)
def a_case_of_the_casebook_is_answered_as_it_was_decided(room: Room, case: Case) -> None:
    reply = case.dispute.question.answer(room.book, case.dispute.facts)
    check_reply(reply)
    assert case.dispute.expect is not None
    assert [str(each) for each in unmet(case.dispute.expect, reply)] == []
    first = room.book.rules[str(reply.rules[0])]
    silent = all(clause.status in {"ruling", "open"} for clause in first.clauses)
    assert case.reading or not silent, "if the printed rules are silent, a case has a reading"


def told(name: str) -> str:
    r"""Escape a name, or any other word, for a fact on the command line.

    >>> told("Smith, Jr")
    'Smith\\, Jr'
    """
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name)


def puts_refusals(room: Room) -> Given:
    """Run a check with each number of players, if the room turns refusals into questions."""
    return per_table(room) if room.brings("refusals", "question_for", None) else ()


@check(puts_refusals, few=range(1), many=range(30))
def a_refusal_of_play_is_the_answer_to_the_same_facts(room: Room, seats: int, seeds: range) -> None:
    question_for: QuestionFor = room.brings("refusals", "question_for", None)
    questions = {question.name: question for question in room.game.questions}
    put = 0
    for seed in seeds:
        draw = Random(seed)
        for session in random_player(room, room.setup(seats, seed), seed):
            if len(seeds) == 1 and draw.random() * len(session.log()) >= TRIED_AT:
                continue
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
