"""How a result may be shown, and how it is written for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct, json

from referee.core.rulebook import RuleRef
from referee.core.say import Say


class Format(StrEnum):
    """The forms in which a result can be had."""

    TABLE = "table"
    PLAIN = "plain"
    """One fact per line, no borders, readable aloud."""
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"


class Style(Struct, frozen=True):
    """What a player wants to see: ``colour`` where a terminal has it, ``why`` for the reasons.

    ``within`` is how many cells a line may fill; None where nobody looks at a terminal.
    """

    colour: bool = False
    why: bool = False
    within: int | None = None


def as_json(value: object) -> str:
    """Write a value for other programs: names as they are; fractions, sentences and rules as text.

    Half characters, such as a file name that is not UTF-8 can hold, are written escaped.

    >>> print(as_json({"player": "小明", "exact": Fraction(97, 3)}), end="")
    {
      "player": "小明",
      "exact": "97/3"
    }
    """
    return json.format(json.encode(_simple(value)), indent=2).decode() + "\n"


def number(points: Fraction) -> int | float:
    """Give points as a number: whole where they are whole.

    >>> number(Fraction(25)), number(Fraction(1, 2))
    (25, 0.5)
    """
    return points.numerator if points.denominator == 1 else float(points)


def _simple(value: Any) -> Any:  # noqa: ANN401 - what JSON can carry
    """Turn what JSON does not know into what it knows, all the way down."""
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case Fraction() | RuleRef() | Say():
            return _simple(str(value))
        case Mapping():
            return {str(_simple(key)): _simple(each) for key, each in value.items()}
        case tuple() | list():
            return [_simple(each) for each in value]
        case Struct():
            return {name: _simple(getattr(value, name)) for name in value.__struct_fields__}
    return value
