"""Where an answer in a line may end: words, parts of a word, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from referee.core.answers.choices import OneOf, SomePlayer, YesNo
from referee.core.answers.each import SomeOf
from referee.core.play.stage import Step

MOST_WORDS: Final = 6
"""How many words one answer of a run has at most."""
LONGEST_WHOLE: Final = 200
"""Characters of a line that may be one answer in a run."""
LONGEST: Final = 24
"""Characters of an answer that may be run together with the next."""
SCANNED: Final = 200
"""Characters ahead in which the verb of a sentence is looked for."""
SEPARATORS: Final = " \t\u3000,、，"
WORD: Final = re.compile(r"(?:[^\s,、，]|(?<=\d),(?=\d))+")
"""A comma between two digits separates nothing: it is in a cell."""
_BOUNDARY: Final = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=.)")
"""Where a word may be split: anywhere but within a number."""
_WITH_NUMBER: Final = re.compile(r"\D+\d+")
"""Letters and the number behind them: one answer rather than one for each letter."""
_STOPS: Final = re.compile(r"[.!,、，](?=\s)")
_FEW_WORDS: Final = 8


def span_ends(line: str, at: int, step: Step) -> Iterator[int]:
    """Yield where an answer of whole words may end, the longest first."""
    first = line[at : at + 1].casefold()
    words = _next_words(line, at, _most_words(step, first))
    if len(line) - at <= LONGEST_WHOLE or not step.run:
        yield len(line)
    for end in reversed(words):
        if end < len(line):
            yield end


def _most_words(step: Step, first: str) -> int:
    """Say how many words an answer may have that begins so: no more than can be read at all."""
    answers = step.answers
    if any(word[:1] == first for each in step.alternatives for word in (each.keyword, *each.also)):
        return MOST_WORDS
    if isinstance(answers, YesNo):
        return 1
    if isinstance(answers, OneOf):
        return max(len(word.split()) for word in answers.meanings)
    if isinstance(answers, SomePlayer):
        return max(len(WORD.findall(name)) for name in (*answers.players, *answers.also)) + 1
    return MOST_WORDS


def sentence_ends(line: str, at: int) -> Iterator[int]:
    """Yield where a sentence may end: with the line, at a stop or a comma, or after few words."""
    yield len(line)
    stops = [found.start() for found in _STOPS.finditer(line, at, at + SCANNED)]
    words = _next_words(line, at, _FEW_WORDS)
    yield from dict.fromkeys((*reversed(stops), *reversed(words)))


def cuts(word: str) -> Iterator[int]:
    """Yield where the first of several answers in a word may end.

    >>> [*cuts("r1g")]
    [2, 1, 3]
    """
    first = word[:LONGEST]
    numbered = _WITH_NUMBER.match(first)
    ends = [numbered.end()] if numbered else []
    ends += [found.start() for found in _BOUNDARY.finditer(first)]
    ends += range(1, len(first) + 1)
    yield from dict.fromkeys(ends)


def may_be_run(part: str, step: Step, *, in_number: bool) -> bool:
    """Return whether a part of a word may be an answer: a letter, or one with its number.

    Where several letters are one answer, all of them are. Nobody is named by a letter within a
    word.
    """
    if isinstance(step.answers, SomeOf) and part.isalpha():
        return len(part) == step.answers.most
    if not any(map(str.isdecimal, part)):
        is_sign = len(part) == 1
        if step.stand_apart and part.isalpha():
            return False
        return is_sign and (in_number or not isinstance(step.answers, SomePlayer))
    return True


def skip(line: str, at: int) -> int:
    """Return where the next word begins, behind what separates it.

    >>> skip("3g, 2s", 2)
    4
    """
    while at < len(line) and line[at] in SEPARATORS:
        at += 1
    return at


def is_stop(rest: str) -> bool:
    """Return whether the rest of a line begins with a stop that is a word of its own."""
    return rest.startswith(".") and rest[1:2] in {"", *SEPARATORS}


def _next_words(line: str, at: int, most: int) -> list[int]:
    ends: list[int] = []
    while len(ends) < most and (word := WORD.search(line, at)):
        at = word.end()
        ends.append(at)
    return ends
