"""Which input bears a number: the same seed and number always give the same input."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.fuzz.files import file_input
from tests.fuzz.inputs import Input, Kind
from tests.fuzz.journals import journal_input
from tests.fuzz.words import keys_input, words_input

SHARES: Final = {
    Kind.HOLDINGS: 20,
    Kind.DISPUTE: 27,
    Kind.SCENARIO: 5,
    Kind.MAZE: 8,
    Kind.TABLE: 8,
    Kind.RULEBOOK: 4,
    Kind.JOURNAL: 7,
    Kind.SETTINGS: 2,
    Kind.WORDS: 16,
    Kind.KEYS: 3,
}
"""How many inputs of a hundred are of each kind: fewer of those that take long."""


def input_of(seed: int, number: int, only: Kind | None = None) -> Input:
    """Draw the input that bears this number.

    >>> input_of(1, 7) == input_of(1, 7)
    True
    """
    draw = Random(f"{seed}:{number}")
    kind = draw.choices(tuple(SHARES), tuple(SHARES.values()))[0]
    kind = only or kind
    if kind is Kind.JOURNAL:
        return journal_input(draw)
    if kind is Kind.WORDS:
        return words_input(draw)
    return keys_input(draw) if kind is Kind.KEYS else file_input(kind, draw)
