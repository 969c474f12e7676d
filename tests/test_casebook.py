"""Every game has a casebook worth reading; that each case holds is for the contract."""

from __future__ import annotations

import pytest

import referee
from referee.files.documents.disputes.casebook import load_cases
from referee.registry import open_game
from tests.cli.running import call
from tests.rooms import EVERY_ROOM


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_thirty_disputes_are_decided_in_the_words_of_players(game: str) -> None:
    cases = load_cases(*open_game(game))
    assert len(cases) >= 30
    asked = [case.asked for case in cases]
    assert len(set(asked)) == len(asked)
    assert [words for words in asked if not words.endswith("?")] == []
    assert len({case.dispute.question.name for case in cases}) >= 8


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_what_another_program_is_told_of_a_case_it_can_ask_again(game: str) -> None:
    for case in call("cases", game, "--format", "json").json["cases"]:
        again = referee.ask(game, case["asks"], **case["facts"]).to_dict()
        told = {name: case[name] for name in ("verdict", "reason", "rules", "answer")}
        assert {name: again[name] for name in told} == told, case["id"]
