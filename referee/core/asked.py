"""Numbers that no rulebook has: the table reads them out, from a card or a board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from referee.core.answers.text_input import MOST_DIGITS, halfwidth, parse_count
from referee.core.errors import BadAnswer
from referee.core.say import Say, plural

_TOO_LARGE = 10**MOST_DIGITS
_PLUS = re.compile(r"\s*\+\s*")
_BETWEEN = re.compile(r"\s*,\s*|\s+")


class TableNumber(Struct, frozen=True):
    """A list of numbers that only the table can read out.

    ``count`` is how many numbers there must be, or None where any will do but none at all.
    ``by`` names the switch on whose setting they depend, as on the two sides of a card.
    """

    question: str
    count: int | None = None
    by: str = ""

    @property
    def wanted(self) -> Say:
        """Word what is wanted: the question, how many numbers, what they depend on.

        >>> str(TableNumber("what the card says", 6, "mode").wanted)
        'what the card says (6 numbers, by mode)'
        """
        if self.count is None and not self.by:
            return Say("{question}", question=self.question)
        about = Say("by {switch}", switch=self.by)
        if self.count is not None:
            many = plural(self.count, "1 number", "{n} numbers")
            about = Say("{many}, by {switch}", many=many, switch=self.by) if self.by else many
        return Say("{question} ({about})", question=self.question, about=about)

    def wrong_count(self, numbers: Sequence[object]) -> Say | None:
        """Say how many numbers there are, where as many are not wanted; None where all is well.

        >>> str(TableNumber("what the card says", 6).wrong_count((1, 3, 6)))
        'Here are 3 numbers, and 6 are wanted.'
        """
        if self.count is None:
            return None if numbers else Say("Here are no numbers.")
        if len(numbers) == self.count:
            return None
        return Say(
            "{here}, and {wanted}.",
            here=plural(len(numbers), "Here is 1 number", "Here are {n} numbers"),
            wanted=plural(self.count, "1 is wanted", "{n} are wanted"),
        )

    def read(self, words: str) -> tuple[int, ...]:
        """Read numbers as people type them, with commas or blanks between. Raises BadAnswer.

        >>> TableNumber("what the card says", 4).read("1, 3 6，2 + 8")
        (1, 3, 6, 10)
        """
        text = _PLUS.sub("+", halfwidth(words))
        numbers = tuple(_number(part) for part in _BETWEEN.split(text)) if text else ()
        wrong = self.wrong_count(numbers)
        if wrong is not None:
            raise BadAnswer(wrong)
        return numbers


def _number(part: str) -> int:
    number = parse_count(part)
    if number is None and not part:
        raise BadAnswer(Say("Beside a comma a number is missing."))
    if number is not None and number < _TOO_LARGE:
        return number
    if number is not None or (part.isascii() and part.isdecimal()):
        raise BadAnswer(Say("“{word}” has more than {n} digits.", word=part, n=MOST_DIGITS))
    raise BadAnswer(Say("“{word}” is no whole number of 0 or more.", word=part))
