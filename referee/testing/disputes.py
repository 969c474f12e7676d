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
from referee.testing.faults import fault, nothing
from referee.testing.offers import attempts_at
from referee.testing.play import random_player
from referee.testing.room import Drawn, Given, Room, checks, per_question, per_table, written

CHECKS, check = checks("ask")
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
TIMES, MANY_TIMES = 100, 400
"""How often facts are drawn for a question; the proof goes on to the many."""


def check_reply(room: Room, question: Question, reply: Answer) -> None:
    """Check that a reply has a verdict and rules, and can be worded."""
    where = room.places.code(question.answer, "questions")
    if reply.verdict not in {*Verdict, ANSWERED}:
        do = "Answer with a verdict, or with Answer.answered."
        fault(f"{question.name} answers with the verdict {reply.verdict}.", where, do)
    if not reply.rules:
        said = f"{question.name} cites no rule: “{reply.reason}”"
        fault(said, where, "Cite the rules behind the answer.")
    written(reply)


@check()
def there_is_a_question_and_each_has_a_name_of_its_own(room: Room) -> None:
    names = [question.name for question in room.game.questions]
    where = room.places.part("questions")
    if not names:
        fault("There is no question.", where, "Write one question at least.")
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        fault(f"Two questions are called {twice[0]}.", where, "Call each by another name.")


@check(per_question)
def the_example_is_answered(room: Room, question: Question) -> None:
    book, where = room.book, room.places.code(question.answer, "questions")
    said = f"The example of {question.name}, {question.example}"
    do = "Correct the example of the question, or its answer."
    try:
        facts = read_facts(question, book, shlex.split(question.example))
    except RefereeError as unread:
        fault(f"{said}, is not understood: {unread}", where, do)
    reply = question.answer(book, facts)
    check_reply(room, question, reply)
    if reply.verdict == Verdict.IMPOSSIBLE:
        fault(f"{said}, is impossible: {reply.reason}", where, do)


def drawn_facts(room: Room, question: Question, seed: int) -> Mapping[str, Value]:
    """Draw facts; if not all are consistent, ``fitting`` in the room's fixtures.py selects some."""
    fitting: Fitting = room.brings("fixtures", "fitting", lambda _question, values: values)
    return fitting(question.name, Drawn(seed, PEOPLE).fields(question.fields))


@check(per_question)
def whatever_can_be_read_is_answered(room: Room, question: Question) -> None:
    answer_whatever_is_drawn(room, question, range(TIMES))


@check(per_question, proof=True)
def whatever_else_can_be_read_is_answered(room: Room, question: Question) -> None:
    answer_whatever_is_drawn(room, question, range(TIMES, MANY_TIMES))


def answer_whatever_is_drawn(room: Room, question: Question, seeds: range) -> None:
    """Check that facts drawn by these seeds are answered, and an eighth of them is not refused."""
    answered = 0
    for seed in seeds:
        setup = room.setup(room.game.players[0], seed)
        facts = Facts(drawn_facts(room, question, seed), setup.options)
        try:
            reply = question.answer(room.book.with_table_numbers(setup.numbers), facts)
        except RefereeError:  # a text is unreadable, or two forms of the question are mixed
            continue
        answered += 1
        check_reply(room, question, reply)
    if answered < len(seeds) / 8:
        of = f"{len(seeds) - answered} of {len(seeds)}"
        said = f"{question.name} refuses nearly all facts that it can be given: {of}."
        do = "Answer them, or let fitting in fixtures.py choose facts that go together."
        fault(said, room.places.code(question.answer, "questions"), do)


@check(per_question)
def the_facts_that_an_answer_gives_are_the_same_for_every_dispute(
    room: Room, question: Question
) -> None:
    given = dict[tuple[str, ...], None]()
    book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
    for seed in range(40):
        values = drawn_facts(room, question, seed)
        try:
            given.setdefault(tuple(question.answer(book, Facts(values)).results))
        except RefereeError:
            continue
    if len(given) > 1:
        some, others, *_ = ([*each] for each in given)
        said = f"{question.name} gives now {some}, now {others}."
        do = "Give the same facts each time, None where there is nothing to give."
        fault(said, room.places.code(question.answer, "questions"), do)


def with_casebook(room: Room) -> Given:
    """Run a check with each case of the casebook."""
    cases = load_cases(room.game, room.book)
    if not cases:
        nothing("No casebook is there: no case of it is decided.")
    return ((case.case_id, (case,)) for case in cases)


@check(with_casebook)
def a_case_of_the_casebook_is_answered_as_it_was_decided(room: Room, case: Case) -> None:
    reply = case.dispute.question.answer(room.book, case.dispute.facts)
    check_reply(room, case.dispute.question, reply)
    where = room.places.casebook(case.case_id)
    do = f"Correct the case, or {room.places.part('questions')}."
    if case.dispute.expect is None:
        fault(f"{case.case_id} expects nothing.", where, "Write what is expected.")
    if differs := unmet(case.dispute.expect, reply):
        fault("; ".join(map(str, differs)), where, do)
    first = room.book.rules[str(reply.rules[0])]
    silent = all(clause.status in {"ruling", "open"} for clause in first.clauses)
    if silent and not case.reading:
        said = f"{case.case_id} has no reading, and the printed rules are silent."
        fault(said, where, "Write how the rules are read.")


def told(name: str) -> str:
    r"""Escape a name, or any other word, for a fact on the command line.

    >>> told("Smith, Jr")
    'Smith\\, Jr'
    """
    return "".join("\\" + sign if sign in SIGNS else sign for sign in name)


def _typed(facts: Mapping[str, str | list[str]]) -> list[str]:
    return [
        f"{fact}={value}"
        for fact, values in facts.items()
        for value in ([values] if isinstance(values, str) else values)
    ]


def puts_refusals(room: Room) -> Given:
    """Run a check with each number of players, if the room turns refusals into questions."""
    if room.brings("refusals", "question_for", None) is None:
        nothing("There is no refusals.py with question_for: no refusal is put as a question.")
    return per_table(room)


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
                ruling = tried.ruling
                if not ruling.verdict.stops_play:
                    continue
                asked = question_for(session.state, tried.event, ruling)
                if asked is None:
                    continue
                put += 1
                question, words = questions[asked[0]], _typed(asked[1])
                reply = question.answer(session.book, read_facts(question, session.book, words))
                if (reply.verdict, reply.rules[0]) != (ruling.verdict, ruling.rules[0]):
                    said = f"{reply.verdict} by {reply.rules[0]}, “{reply.reason}”"
                    ruled = f"in play {ruling.verdict} by {ruling.rules[0]}, “{ruling.reason}”"
                    fault(
                        f"ask {question.name} {' '.join(words)}: {said}; {ruled}",
                        room.places.code(question.answer, "questions"),
                        f"Correct it, or {room.places.event(type(tried.event), 'judge')}.",
                    )
    if put < REFUSED_AT_LEAST:
        said = f"question_for puts only {put} refusals as questions."
        where = room.places.at(room.tests / "refusals.py")
        fault(said, where, f"Let it put {REFUSED_AT_LEAST} at least.")
