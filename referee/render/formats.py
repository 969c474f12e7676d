"""How a result may be shown, and how it is written for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct, json

from referee.core.paper.wording import is_invisible
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.render.text import is_utf8


class Format(StrEnum):
    """The forms in which a result can be had."""

    TABLE = "table"
    PLAIN = "plain"
    """One fact per line, no borders, readable aloud."""
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"
    TEXT = "text"
    """To be read from the first line to the last."""


class Style(Struct, frozen=True):
    """What a player wants to see: ``colour`` where a terminal has it, ``why`` for the reasons.

    ``width`` is how many cells a line may fill; None where nobody looks at a terminal.
    """

    colour: bool = False
    why: bool = False
    width: int | None = None


def json_for(encoding: str, text: str) -> str:
    r"""Escape, as JSON does, whatever is not plain; not where the encoding is UTF-8.

    >>> print(json_for("cp1252", '"José"'), json_for("utf-8", '"José"'))
    "Jos\u00e9" "José"
    """
    if text.isascii() or is_utf8(encoding):
        return text
    return "".join(sign if sign.isascii() else _escape(sign) for sign in text)


def as_json(value: object) -> str:
    """Write a value for other programs: names as they are; fractions, sentences and rules as text.

    Half characters, such as a file name that is not UTF-8 can hold, are written escaped; so is
    what JSON allows as it is but a terminal would obey or hide.

    >>> print(as_json({"player": "小明", "exact": Fraction(97, 3)}), end="")
    {
      "player": "小明",
      "exact": "97/3"
    }
    """
    written = json.format(json.encode(_plain(value)), indent=2).decode() + "\n"
    if written.replace("\n", "").isprintable():
        return written
    return "".join(_escape(s) if is_invisible(s) and s != "\n" else s for s in written)


def json_number(points: Fraction) -> int | float:
    """Give points as a number: whole where they are whole.

    >>> json_number(Fraction(25)), json_number(Fraction(1, 2))
    (25, 0.5)
    """
    return points.numerator if points.denominator == 1 else float(points)


def _escape(sign: str) -> str:
    units = sign.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _plain(value: Any) -> Any:  # noqa: ANN401 - what JSON can carry
    """Turn what JSON does not know into what it knows, all the way down."""
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case Fraction() | RuleRef() | Say():
            return _plain(str(value))
        case Mapping():
            return {str(_plain(key)): _plain(each) for key, each in value.items()}
        case tuple() | list():
            return [_plain(each) for each in value]
        case Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    return value
