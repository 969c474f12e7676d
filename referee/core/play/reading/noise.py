"""Noise: the words around an answer that add nothing to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.answers.text_input import THINGS, match_key, parse_count
from referee.core.play.reading.answer import read_at
from referee.core.play.reading.names import POSSESSIVE
from referee.core.play.reading.verbs import fold
from referee.core.play.stage import Step
from referee.core.say import BadAnswer
from referee.core.table import Player

ARTICLES: Final = frozenset(("the", "a", "an", "my", "your", "his", "her", "their"))
JOINTS: Final = frozenset(("at", "to", "on", "from", "with", "of", "in"))
"""What can be between the parts of one answer."""
AND: Final = frozenset(("and", "&"))


def without_noise(step: Step, words: str, players: Sequence[Player] = ()) -> str:
    """Drop what adds nothing to an answer: articles, joints between parts, the thing itself.

    What is an answer here itself is no noise.
    """
    tokens = POSSESSIVE.sub("", words).split()
    names = frozenset(map(match_key, players))
    kept: list[str] = []
    for at, token in enumerate(tokens):
        bare = token.strip(",.:;!").casefold()
        is_last = at == len(tokens) - 1
        if bare in ARTICLES and not is_last and not _is_answer(step, bare, names):
            continue
        if bare in JOINTS and kept and not is_last and not _is_answer(step, bare, names):
            continue
        if bare in AND and kept and not is_last and bare not in names:
            kept[-1] = f"{kept[-1].rstrip(',')},"
            continue
        is_behind = bool(kept) and not kept[-1].endswith(",")
        if bare in THINGS and is_behind and _is_kind(kept[-1], names):
            if token.endswith(","):
                kept[-1] = f"{kept[-1]},"
            continue
        kept.append(token)
    return " ".join(kept)


def _is_answer(step: Step, word: str, names: frozenset[str]) -> bool:
    if word in names:
        return True
    try:
        read_at(step, word)
    except BadAnswer:
        return False
    return True


def _is_kind(word: str, names: frozenset[str]) -> bool:
    return match_key(word.rstrip(",")) not in names and parse_count(word) is None


def is_noise(word: str) -> bool:
    """Return whether a word can be between the parts of an answer and adds nothing."""
    return fold(word) in ARTICLES | JOINTS | AND
