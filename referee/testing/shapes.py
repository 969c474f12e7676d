"""Values of any shape that a room may ask for: as a case writes them, and drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from referee.core import fields as shape
from referee.core.answers.text_input import parse_count
from referee.core.fields import Field, FieldType, Value

LIMITS = (2, 5, 12) * 8 + (200, 999_999_999)
"""Numbers that tables have, and now and then what a slip of typing makes of them."""


def typed_fields(entry: Mapping[str, Any], fields: Iterable[Field]) -> dict[str, Value]:
    """Take the fields of an entry as a case writes it; one that the form lacks is an error."""
    shapes = {field.name: field.shape for field in fields}
    return {
        name.replace("-", "_") if name not in shapes else name: typed(
            value, shapes.get(name) or shapes[name.replace("-", "_")]
        )
        for name, value in (entry or {}).items()
    }


def typed(value: Any, form: FieldType) -> Value:
    """Take a value as a case writes it: lists, maps, and sums in quotes.

    >>> typed(["2+1", 0], shape.ListOf(shape.Integer()))
    (3, 0)
    """
    match form:
        case shape.Integer() | shape.Seats():
            number = parse_count(str(value))
            assert number is not None, value
            return number
        case shape.Boolean():
            return value in {True, "yes"}
        case shape.ListOf(each):
            return tuple(typed(own, each) for own in value)
        case shape.MapOf(_, each):
            return {str(key): typed(own, each) for key, own in value.items()}
        case shape.Record(fields, _):
            return typed_fields(value, fields)
        case _:
            assert isinstance(value, str), value
            return value


class Drawn:
    """Draws readable values: whatever has the right shape, sensible or not."""

    def __init__(self, seed: int, names: tuple[str, ...]) -> None:
        """Begin with a seed; ``names`` are those that may be drawn."""
        self.draw = Random(seed)
        self._names = names

    def fields(self, fields: Iterable[Field]) -> dict[str, Value]:
        """Draw every field that is required, and about half of the others."""
        return {
            field.name: self.value(field.shape)
            for field in fields
            if field.required or self.draw.random() < 1 / 2
        }

    def value(self, form: FieldType) -> Value:  # noqa: C901, PLR0911 - one for each shape
        """Draw one value."""
        match form:
            case shape.Integer():
                most = self.draw.choice(LIMITS)
                return self.draw.randint(form.least, max(form.least, most))
            case shape.Seats():
                return self.draw.randint(0, 11)
            case shape.Choice(words):
                return self.draw.choice(words)
            case shape.Boolean():
                return self.draw.random() < 1 / 2
            case shape.PlayerName():
                return self.draw.choice(self._names)
            case shape.Text(like) | shape.FileText(_, like):
                return like
            case shape.Record(fields, _):
                return self.fields(fields)
            case shape.MapOf(keys, each):
                return {key: self.value(each) for key in self._several(keys)}
            case shape.ListOf(shape.PlayerName(new=True) as name):
                return tuple(self._several(name))
            case shape.ListOf(each):
                return tuple(self.value(each) for _ in range(self.draw.randrange(6)))

    def _several(self, keys: shape.PlayerName | shape.Choice | shape.Text) -> list[str]:
        """Draw some keys, each once."""
        known = self._names
        if not isinstance(keys, shape.PlayerName):
            known = keys.words if isinstance(keys, shape.Choice) else (keys.like,)
        return self.draw.sample(list(known), self.draw.randint(0, len(known)))
