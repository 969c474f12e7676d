"""Answers that count pieces by kind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from referee.core.answers.choices import NOTHING
from referee.core.answers.text_input import halfwidth, is_none, parse_count, prefix_matches
from referee.core.say import BadAnswer, Say

_TOKENS: Final = r"[0-9][0-9+]*|[^0-9\s,:=+]+"


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

        The result has every kind. A kind named twice is added up.
        """
        counts = dict.fromkeys(self.most, 0)
        if is_none(words):
            return counts
        tokens = re.findall(_TOKENS, halfwidth(words))
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
            said = Say(
                "Not understood: “{words}”. Name some of {kinds}.",
                words=words,
                kinds=tuple(self.most),
            )
            raise BadAnswer(said)
        return counts

    def offer(self, index: int) -> str:
        left = range(self.least_in_all, self.most_in_all + 1)
        parts = []
        for depth, (kind, most) in enumerate(self.most.items()):
            ways = self._ways(depth + 1)
            for count in range(most + 1):
                here = sum(ways[n - count] for n in left if 0 <= n - count < len(ways))
                if index < here:
                    break
                index -= here
            left = range(left.start - count, left.stop - count)
            parts += [f"{kind} {count}"] if count else []
        return ", ".join(parts) or NOTHING

    def hint(self) -> Say:
        shown = self
        if self.likely is not None and self.least_in_all <= self.likely <= self.most_in_all:
            shown = PieceCounts(self.most, self.likely, self.likely)
        counts = self.parse(shown.offer(shown.size // 2))
        example = " ".join(f"{n}{self._short(kind)}" for kind, n in counts.items() if n) or NOTHING
        return Say("such as {example}", example=example)

    def _short(self, kind: str) -> str:
        starts = (kind[:length] for length in range(1, len(kind)))
        return next((s for s in starts if prefix_matches(s, self.most) == (kind,)), kind)

    def _kind(self, token: str) -> str:
        found = prefix_matches(token, self.most)
        if len(found) != 1:
            raise BadAnswer(
                Say(
                    "Not understood: “{word}”. Choose from {kinds}.",
                    word=token,
                    kinds=found or tuple(self.most),
                )
            )
        return found[0]

    def _ways(self, depth: int) -> Sequence[int]:
        """Count, by their sum, the ways to fill the kinds from ``depth`` on."""
        return _filled(tuple(self.most.values())[depth:])


@lru_cache(maxsize=64)
def _filled(most: tuple[int, ...]) -> Sequence[int]:
    """Count the ways to fill kinds of so many pieces, which one answer after the other asks."""
    return _spread(_filled(most[1:]), most[0]) if most else (1,)


def _spread(ways: Sequence[int], most: int) -> list[int]:
    """Add one more kind of up to ``most`` pieces to the ways counted so far."""
    sums = [0, *ways]
    for n in range(1, len(sums)):
        sums[n] += sums[n - 1]
    last = len(ways)
    return [sums[min(n + 1, last)] - sums[max(0, n - most)] for n in range(last + most)]


def _kindless(words: str, number: str) -> BadAnswer:
    return BadAnswer(
        Say("Not understood: “{words}”. Which kind is {number}?", words=words, number=number)
    )
