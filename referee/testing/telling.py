"""Looking into the values of a room: every sentence, every citation, everything as plain lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from referee.core.rulebook import RuleRef
from referee.core.say import Say, to_json

_PLAIN: Final = frozenset((str, int, bool, type(None)))
"""What most parts of a value are: there is nothing in them."""


def cites_in(value: Any) -> set[str]:
    """List the ids of the rules that are cited anywhere in a value, in facts of sentences too."""
    cited: set[str] = set()
    left = [value]
    while left:
        part = left.pop()
        if type(part) in _PLAIN:
            continue
        if isinstance(part, RuleRef):
            cited.add(part.rule_id)
        elif isinstance(part, Say):
            left += part.facts.values()
        elif isinstance(part, msgspec.Struct):
            left += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, list | tuple):
            left += part
        elif isinstance(part, Mapping):
            left += (*part.keys(), *part.values())
    return cited


def told(value: Any) -> Any:
    """Tell a value in plain lists, numbers and words, as far as somebody could read it."""
    if type(value) in _PLAIN or isinstance(value, Fraction):
        return str(value) if isinstance(value, Fraction) else value
    if isinstance(value, Say):
        return [str(value), to_json(value)]
    if hasattr(value, "hint"):  # answers: what is read of them, not what they are made of
        return [told(value.hint()), told(value.numbered), value.size]
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {name: told(each) for name, each in fields if not callable(each)}
    if isinstance(value, Mapping):
        return [[told(key), told(each)] for key, each in value.items()]
    return [told(each) for each in value] if isinstance(value, list | tuple) else value


def written(value: Any) -> str:
    """Write as JSON what can be told of a value; a sentence without a fact that it names fails."""
    return msgspec.json.encode(told(value), enc_hook=str).decode()


def with_names(text: str, renamed: Mapping[str, str]) -> str:
    """Write other names into a text; none of the new ones may be one of the old."""
    swap: Callable[[str, str], str] = lambda done, name: done.replace(name, renamed[name])  # noqa: E731
    for name in sorted(renamed, key=len, reverse=True):
        text = swap(text, name)
    return text
