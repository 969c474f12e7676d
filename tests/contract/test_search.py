"""A table finds a rule by any word that it has for it."""

from __future__ import annotations

import pytest

from referee.operations.sentences import index_of, ranked
from referee.registry import open_game
from tests.rooms import EVERY_ROOM


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_rule_is_found_by_each_of_its_words(name: str) -> None:
    """Unless all of them are small, such as what can I do."""
    _, book = open_game(name)
    known = index_of(name)
    words = [(rule.rule_id, word) for rule in book.rules.values() for word in rule.synonyms]
    missed = [
        (rule_id, word)
        for rule_id, word in words
        if known.index.find(word) and rule_id not in {each.id for each in ranked(known, word).rules}
    ]
    assert words
    assert missed == []
