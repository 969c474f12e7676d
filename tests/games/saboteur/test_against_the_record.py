"""What contradicts earlier entries is forbidden in play, and impossible in a question.

The record may hold a slip, which a table can overrule; a question is told all at once.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.core.ruling import Verdict
from referee.files.documents.facts import read_facts
from referee.games.saboteur import GAME, keys
from referee.testing.offers import attempts_at
from referee.testing.play import random_player
from tests.games.saboteur.refusals import against_the_record
from tests.rooms import ROOMS

ROOM = ROOMS["saboteur"]
QUESTIONS = {question.name: question for question in GAME.questions}
EVERY = 12
COPIES = {"place": keys.COPIES_LEFT, "action": keys.ACTIONS_LEFT}
"""By which rule too many of a card are impossible; in play another may come before."""


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_a_refusal_by_the_record_is_impossible_where_all_is_told_at_once(seats: int) -> None:
    seen: Counter[str] = Counter()
    for session in random_player(ROOM, ROOM.setup(seats, 1), 1):
        is_of_roles = session.step is not None and session.step.id == "round.role"
        if not is_of_roles and Random(len(session.log())).randrange(EVERY):
            continue
        for tried in attempts_at(ROOM, session):
            if not tried.ruling.verdict.stops_play:
                continue
            put = against_the_record(session.state, tried.event, tried.ruling)
            if put is None:
                continue
            name, facts = put
            words = [
                f"{fact}={value}"
                for fact, values in facts.items()
                for value in ([values] if isinstance(values, str) else values)
            ]
            question = QUESTIONS[name]
            reply = question.answer(session.book, read_facts(question, session.book, words))
            said = f"{name} {words}: {reply.reason}; in play: {tried.ruling.reason}"
            assert reply.verdict == Verdict.IMPOSSIBLE, said
            decides = COPIES.get(name) or tried.ruling.rules[0].rule_id
            assert reply.rules[0].rule_id == decides, said
            seen[name] += 1
    assert seen["roles"]
    assert seen["place"]
    assert seen["action"]
