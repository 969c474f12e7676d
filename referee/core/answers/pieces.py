"""Answers that count pieces by kind, or name them by the number printed on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from msgspec import Struct

from referee.core.answers.choices import NOTHING
from referee.core.answers.text_input import halfwidth, is_none, parse_count, prefix_matches
from referee.core.say import BadAnswer, Choices, Example, Say, in_a_row

EMPTY: Final = "empty"
"""Another word for no pieces."""
_TOKENS: Final = r"[0-9][0-9+]*|[^0-9\s,:=+]+"
_COMMA: Final = r"\s*[,，、]\s*"


class PieceCounts(Struct, frozen=True):
    """Pieces by kind, such as ``gold 3, black 2`` or ``3g 2b``; ``none`` is no piece at all.

    ``most`` bounds each kind; ``least_in_all`` and ``most_in_all`` (both included) bound the
    sum of what is on offer. The bounds must leave at least one answer.

    >>> PieceCounts({"gold": 2, "black": 1}, 2, 2).parse("2g") == {"gold": 2, "black": 0}
    True
    """

    most: Mapping[str, int]
    least_in_all: int
    most_in_all: int
    likely: int | None = None
    """How many pieces are expected, for the example that the hint shows."""

    @property
    def size(self) -> int:
        return sum(self._ways(0)[self.least_in_all : self.most_in_all + 1])

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    def parse(self, words: str) -> Mapping[str, int]:
        """Read counts before or after the kinds; a kind without a count is one piece.

        Without any count a word may be pieces of one letter each, such as ``gggssb``. The result
        has every kind. A kind named twice is added up. No count goes with a kind beyond a comma,
        unless it has none on its own side.
        """
        counts = dict.fromkeys(self.most, 0)
        if is_none(words) or halfwidth(words).casefold() == EMPTY:
            return counts
        parts = re.split(_COMMA, words)
        if len(parts) > 1 and all(parts) and not any(map(is_none, parts)):
            with suppress(BadAnswer):
                each = [*map(self.parse, parts)]
                return {kind: sum(count[kind] for count in each) for kind in counts}
        tokens = re.findall(_TOKENS, halfwidth(words))
        if not any(token[:1].isdecimal() for token in tokens):
            tokens = [each for token in tokens for each in self._letters(token)]
        first = bool(tokens) and parse_count(tokens[0]) is not None
        pending: str | None = None
        for token in tokens if first else reversed(tokens):
            number = parse_count(token)
            if number is not None and pending is not None:
                raise _kindless(words, pending)
            if number is not None:
                pending = token
                continue
            counts[self._kind(token)] += 1 if pending is None else parse_count(pending) or 0
            pending = None
        if pending is not None:
            raise _kindless(words, pending)
        if not tokens:
            said = "Not understood: “{words}”. Name some of {kinds}."
            raise BadAnswer(Say(said, words=words, kinds=Choices(self.most)))
        return counts

    def offer(self, index: int) -> str:
        counts = self.counts_at(index).items()
        return ", ".join(f"{kind} {n}" for kind, n in counts if n) or NOTHING

    def counts_at(self, index: int) -> Mapping[str, int]:
        """Return how many of each kind the possible answer with this index has."""
        least, beyond = self.least_in_all, self.most_in_all + 1
        counts = {}
        for depth, (kind, most) in enumerate(self.most.items()):
            ways = self._ways(depth + 1)
            for count in range(most + 1):
                here = sum(ways[max(least - count, 0) : max(beyond - count, 0)])
                if index < here:
                    break
                index -= here
            least, beyond = least - count, beyond - count
            counts[kind] = count
        return counts

    def hint(self) -> Say:
        shown = self
        if self.likely is not None and self.least_in_all <= self.likely <= self.most_in_all:
            shown = PieceCounts(self.most, self.likely, self.likely)
        counts = self.parse(shown.offer(shown.size // 2))
        parts = [
            Say("{n}{kind}", n=n, kind=Example(self._short(kind), kind))
            for kind, n in counts.items()
            if n
        ]
        return Say("such as {example}", example=in_a_row(parts) if parts else NOTHING)

    def _short(self, kind: str) -> str:
        starts = (kind[:length] for length in range(1, len(kind)))
        return next((s for s in starts if prefix_matches(s, self.most) == (kind,)), kind)

    def _letters(self, token: str) -> Sequence[str]:
        """Split a word that is no kind into its letters, if each of them names one."""
        is_kind = bool(prefix_matches(token, self.most))
        if is_kind or any(len(prefix_matches(sign, self.most)) != 1 for sign in token):
            return (token,)
        return token

    def _kind(self, token: str) -> str:
        found = prefix_matches(token, self.most)
        if len(found) != 1:
            said = "Not understood: “{word}”. Choose from {kinds}."
            raise BadAnswer(Say(said, word=token, kinds=Choices(found or self.most)))
        return found[0]

    def _ways(self, depth: int) -> Sequence[int]:
        """Count, by their sum, the ways to fill the kinds from ``depth`` on."""
        return _filled(tuple(self.most.values())[depth:])


@lru_cache(maxsize=64)
def _filled(most: tuple[int, ...]) -> Sequence[int]:
    """Count the ways to fill kinds with so many pieces; cached, because every answer asks."""
    return _spread(_filled(most[1:]), most[0]) if most else (1,)


def _spread(ways: Sequence[int], most: int) -> list[int]:
    """Add one more kind of up to ``most`` pieces to the ways counted so far."""
    sums = [0, *ways]
    for n in range(1, len(sums)):
        sums[n] += sums[n - 1]
    last = len(ways)
    return [sums[min(n + 1, last)] - sums[max(0, n - most)] for n in range(last + most)]


def _kindless(words: str, number: str) -> BadAnswer:
    said = "Not understood: “{words}”. Which kind is {number}?"
    return BadAnswer(Say(said, words=words, number=number))


_TIMES: Final = r"\s*[x×*]\s*"
_MOST_TIMES = 99
_ONE_DIGIT = 9


class CardValues(Struct, frozen=True):
    """Printed numbers in any order, each as often as it is there: ``3, 2, 1, 1`` or ``3 2 2x1``.

    ``most`` says how many pieces there are of each number; ``least_in_all`` and ``most_in_all``
    (both included) bound how many pieces are on offer. Any number from 1 is read.

    >>> CardValues({3: 4, 2: 8, 1: 16}, 0, 28).parse("1 3 2x1")
    (3, 1, 1, 1)
    """

    most: Mapping[int, int]
    least_in_all: int
    most_in_all: int

    @property
    def size(self) -> int:
        return self._pieces.size

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    def parse(self, words: str) -> tuple[int, ...]:
        """Read the numbers, highest first. Raises BadAnswer if a word is not one of them.

        Where every number is one digit, a word such as ``211`` is three of them; no other word
        may come with it, for that would be what somebody else holds.
        """
        text = " ".join(halfwidth(words).split())
        if is_none(text):
            return ()
        parts = re.split(r"[\s,+]+", re.sub(_TIMES, "x", text))
        if len(parts) == 1 and self._is_run(text):
            parts = list(text)
        found: list[int] = []
        for part in parts:
            times, sign, value = part.rpartition("x")
            count, number = parse_count(times) if sign else 1, parse_count(value)
            if not number or not count or count > _MOST_TIMES or self._is_run(value):
                said = "Not understood: “{words}”. Write the numbers, such as {like}."
                raise BadAnswer(Say(said, words=words, like="3 2 1"))
            found += [number] * count
        return tuple(sorted(found, reverse=True))

    def _is_run(self, word: str) -> bool:
        """Return whether a word is several numbers of one digit each."""
        return len(word) > 1 and word.isdecimal() and max(self.most, default=0) <= _ONE_DIGIT

    def offer(self, index: int) -> str:
        counts = self._pieces.counts_at(index).items()
        return ", ".join(number for number, n in counts for _ in range(n)) or NOTHING

    def hint(self) -> Say:
        if self.least_in_all:
            return Say("the numbers, such as {like}", like=self.offer(0).replace(",", ""))
        return Say("the numbers, such as 3 2 1; or {none}", none=NOTHING)

    @property
    def _pieces(self) -> PieceCounts:
        most = {str(number): n for number, n in self.most.items()}
        return PieceCounts(most, self.least_in_all, self.most_in_all)
