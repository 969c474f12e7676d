"""The verb by which a sentence is known, as it is printed and as a player says it."""

from __future__ import annotations

import re
from typing import Final

from referee.core.answers.text_input import halfwidth
from referee.core.play.reading.names import POSSESSIVE
from referee.core.play.stage import Step

_TOKEN: Final = re.compile(r"[^\s.,:;!?()“”\"…]+")
_BEFORE_VERB: Final = 4
"""Words of a sentence among which its verb is: names come before it."""
_SHORTEST_VERB: Final = 3


def has_verb(step: Step, words: str) -> bool:
    """Return whether words may be a sentence of this step: a verb of its events is among them."""
    verbs = verbs_of(step)
    return bool(verbs) and not verbs.isdisjoint(folded(as_said_of_others(words, verbs)))


def verbs_of(step: Step) -> frozenset[str]:
    """Return the verbs of a step, and of what may be reported instead."""
    return step.verbs.union(*(each.verbs for each in step.alternatives))


def as_said_of_others(words: str, verbs: frozenset[str]) -> str:
    """Say of somebody else what players type of themselves, in the words of the question.

    >>> as_said_of_others("take gold", frozenset(("takes",)))
    'takes gold'
    """
    parts = words.split(maxsplit=_BEFORE_VERB)
    for at, part in enumerate(parts[:_BEFORE_VERB]):
        word = fold(part)
        if word in verbs:
            return words
        said = next((each for each in (f"{word}s", f"{word}es") if each in verbs), None)
        if said is not None and len(word) >= _SHORTEST_VERB:
            return " ".join((*parts[:at], said, *parts[at + 1 :]))
    return words


def fold(word: str) -> str:
    """Fold a word for comparison, without the marks around it."""
    return word.strip(".,:;!").casefold()


def folded(text: str) -> list[str]:
    """List the words of a sentence, folded, without marks and possessives."""
    return _TOKEN.findall(POSSESSIVE.sub("", halfwidth(text)).casefold())
