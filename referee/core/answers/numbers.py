"""Answers that name pieces by the number printed on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from referee.core.answers.choices import NOTHING
from referee.core.answers.pieces import PieceCounts
from referee.core.answers.text_input import halfwidth, is_none, parse_count
from referee.core.say import BadAnswer, Say

_BY_LETTER: Final = "abcdefghijklmnopqrstuvwxyz"  # the module `string` costs a start
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
        """Read the numbers, highest first. Raises BadAnswer for what is none.

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
        counts = self._pieces.parse(self._pieces.offer(index)).values()
        numbers = zip(self.most, counts, strict=True)
        return ", ".join(str(number) for number, n in numbers for _ in range(n)) or NOTHING

    def hint(self) -> Say:
        return Say("the numbers, such as 3 2 1; or {none}", none=NOTHING)

    @property
    def _pieces(self) -> PieceCounts:
        """Count them as pieces of as many kinds: a, b, c and so on."""
        most = dict(zip(_BY_LETTER, self.most.values(), strict=False))
        return PieceCounts(most, self.least_in_all, self.most_in_all)
