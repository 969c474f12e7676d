"""A table finds a rule by any word that it has for it."""

from __future__ import annotations

import pytest

from referee.core.words.search import find_rules
from referee.files.documents.rulebook import load_rulebook
from tests.rooms import EVERY_ROOM


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_rule_is_found_by_each_of_its_words(name: str) -> None:
    """Also by words that are all small, such as what can I do."""
    book = load_rulebook(name)
    words = [(rule.rule_id, word) for rule in book.rules.values() for word in rule.synonyms]
    assert words
    for rule_id, word in words:
        assert rule_id in {rule.rule_id for rule in find_rules(book, word)}, word
