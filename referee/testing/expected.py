"""Comparing what a case expects with what the referee says: parts, in the case's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final


def differences(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> list[str]:
    """Tell what differs; only what is expected is compared."""
    if "answers" in shown:
        return [shown["answers"]]
    assert expected, "a case expects something"
    found = []
    for key, value in expected.items():
        if key not in shown:
            instead = shown.get("hidden", "there is no such thing here")
            found.append(f"{key}: {instead}")
        elif not COMPARED.get(key, _equal)(value, shown[key]):
            found.append(f"{key}: expected {value!r}, got {shown[key]!r}")
    return found


def _equal(expected: Any, shown: Any) -> bool:
    return bool(as_written(expected) == as_written(shown))


def as_written(value: Any) -> Any:
    """Put a value as a case may write it: lists for tuples, whole numbers, plain words.

    >>> as_written({"each": (Fraction(4), Fraction(1, 3))})
    {'each': [4, '1/3']}
    """
    if isinstance(value, Mapping):
        return {str(key): as_written(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_written(each) for each in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return str(value) if isinstance(value, str) else value


def _parts(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    known, found = as_written(expected), as_written(shown)
    return all(name in found and found[name] == value for name, value in known.items())


def _parts_of_each(
    expected: Mapping[str, Mapping[str, Any]], shown: Mapping[str, Mapping[str, Any]]
) -> bool:
    return all(str(n) in shown and _parts(own, shown[str(n)]) for n, own in expected.items())


def _among(expected: list[str], shown: list[str]) -> bool:
    return bool(expected) and set(expected) <= set(shown)


def _within(expected: str, shown: str) -> bool:
    return bool(expected) and expected in shown


def _lines(expected: Mapping[str, list[Any]], shown: Mapping[str, list[Any]]) -> bool:
    for player, lines in expected.items():
        own = shown.get(str(player), [])
        if len(own) != len(lines):
            return False
        for (label, points, *rules), (own_label, own_points, own_rules) in zip(
            lines, own, strict=True
        ):
            if (label, as_written(points)) != (own_label, as_written(own_points)):
                return False
            if rules and not _among(rules[0], own_rules):
                return False
    return True


def _ruling(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    return not differences(expected, shown)


def _findings(expected: list[Any], shown: list[Any]) -> bool:
    return len(expected) == len(shown) and all(map(_ruling, expected, shown))


COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "rules": _among,
    "outcome_rules": _among,
    "answer": _parts,
    "totals": _parts,
    "ranks": _parts,
    "tie_breakers": _parts_of_each,
    "lines": _lines,
    "audit": _findings,
    "last": _ruling,
    "says": _within,
    "shows": _within,
    "seen": _within,
    "outcome": _within,
}
"""How each key is compared; what is not named here must be equal."""
