"""The numbers of a sheet's JSON, to be looked for on the paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from referee.core.paper.wording import mixed_text

_NUMBER = re.compile("[0-9]+")
_NOT_ON_PAPER = {"schema", "facts", "step"}
_IN_LETTERS = ("pictures", "lines")
"""The form of the JSON, sentences told a second time, the ids of steps, and pictures in letters."""


def told(value: Any, name: str = "") -> Iterator[str]:
    """Give every text and number of a sheet's JSON as players read it."""
    match value:
        case dict():
            for key, each in value.items():
                if key not in _NOT_ON_PAPER and (name, key) != _IN_LETTERS:
                    yield from told(each, key)
        case list():
            for each in value:
                yield from told(each, name)
        case str() if name == "exact":
            yield mixed_text(Fraction(value))
        case str() if name == "at":
            yield f"{value[:10]} {value[11:19]}"  # the zone is left to programs
        case bool() | None | float():
            return  # a broken number stands beside its exact one
        case _:
            yield str(value)


def numbers(texts: Iterator[str]) -> Counter[str]:
    """Count the numbers in texts, digit by digit as they are written."""
    return Counter(number for text in texts for number in _NUMBER.findall(text))


def counted_cells(sheet: dict[str, Any]) -> Counter[str]:
    """Count the numbers of the cells, the points and the marks: each is printed on its own."""
    own = [row["cells"] for row in sheet["rows"]]
    scores = [score for key in ("score", "today") if sheet[key] for score in sheet[key]["scores"]]
    own += [[line["exact"] for line in score["lines"]] for score in scores]
    own += [[score["exact"], score["rank"]] for score in scores]
    own += [[mark["number"] for mark in sheet["marks"]]]
    return numbers(told(own))
