"""Looking into the values of a room: every sentence, every citation, everything as plain lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from referee.core.rulebook import RuleRef
from referee.core.say import Say, to_json


def parts_in(value: Any) -> Iterator[Any]:
    """List a value and everything in it, sentences and their facts included."""
    yield value
    if isinstance(value, Say):
        inner: Any = value.facts.values()
    elif isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    else:
        inner = value if isinstance(value, list | tuple) else ()
    for each in inner:
        yield from parts_in(each)


def cites_in(value: Any) -> set[str]:
    """List the ids of the rules that are cited anywhere in a value."""
    return {part.rule_id for part in parts_in(value) if isinstance(part, RuleRef)}


def told(value: Any) -> Any:
    """Tell a value in plain lists, numbers and words, as far as somebody could read it."""
    if isinstance(value, Say):
        return [str(value), to_json(value)]
    if hasattr(value, "hint"):  # answers: what is read of them, not what they are made of
        return [told(value.hint()), told(value.numbered), value.size]
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {name: told(each) for name, each in fields if not callable(each)}
    if isinstance(value, Mapping):
        return [[told(key), told(each)] for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [told(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value


def written(value: Any) -> str:
    """Write as JSON what can be told of a value; a sentence without a fact that it names fails."""
    return msgspec.json.encode(told(value)).decode()


def with_names(text: str, renamed: Mapping[str, str]) -> str:
    """Write other names into a text; none of the new ones may be one of the old."""
    swap: Callable[[str, str], str] = lambda done, name: done.replace(name, renamed[name])  # noqa: E731
    for name in sorted(renamed, key=len, reverse=True):
        text = swap(text, name)
    return text
