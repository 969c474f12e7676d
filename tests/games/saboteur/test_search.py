"""A table finds a rule by any word that it has for it."""

from __future__ import annotations

import pytest

from referee.core.words.search import find_rules
from referee.files.documents.rulebook import load_rulebook

BOOK = load_rulebook("saboteur")
WORDS = [(rule.rule_id, word) for rule in BOOK.rules.values() for word in rule.synonyms]


@pytest.mark.parametrize(("rule_id", "word"), WORDS)
def test_a_rule_is_found_by_each_of_its_words(rule_id: str, word: str) -> None:
    """Also by words that are all small, such as what can I do."""
    assert rule_id in {rule.rule_id for rule in find_rules(BOOK, word)}
