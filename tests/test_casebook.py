"""Every game has a casebook worth reading; that each case holds is for the contract."""

from __future__ import annotations

import pytest

from referee.files.documents.disputes.casebook import load_cases
from referee.registry import open_game
from tests.rooms import EVERY_ROOM


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_thirty_disputes_are_decided_in_the_words_of_players(game: str) -> None:
    cases = load_cases(*open_game(game))
    assert len(cases) >= 30
    asked = [case.asked for case in cases]
    assert len(set(asked)) == len(asked)
    assert [words for words in asked if not words.endswith(("?", ".", "!"))] == []
    assert len({case.dispute.question.name for case in cases}) >= 8
