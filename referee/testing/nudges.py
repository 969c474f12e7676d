"""Every printed number is held: one more or one less, and some case of the room fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

from referee.core.rulebook import Constant, Rulebook
from referee.testing.cases import Case, ran, run_case
from referee.testing.room import Given, Room, checks

CHECKS, check = checks()

Path: TypeAlias = "tuple[str | int, ...]"
"""Where a number stands inside a constant: nowhere, at an index, or under a word."""


def per_number(room: Room) -> Given:
    """Run a check with each constant of the rulebook, where there are cases to notice it."""
    if room.cases:
        for rule_id, name, _ in room.book.constants():
            yield f"{rule_id} {name}", (rule_id, name)


def leaves(value: Constant) -> Iterator[tuple[Path, int]]:
    """List the whole numbers that a constant is made of."""
    if isinstance(value, int):
        yield (), value
    else:
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        yield from (((at,), number) for at, number in pairs)


def with_leaf(value: Constant, path: Path, number: int) -> Constant:
    """Put another whole number into a constant."""
    if isinstance(value, int):
        return number
    if isinstance(value, Mapping):
        return cast("Constant", {**value, path[0]: number})
    row: tuple[int, ...] = value
    return tuple(number if at == path[0] else own for at, own in enumerate(row))


def first_failing(room: Room, book: Rulebook, cases: list[Case]) -> str | None:
    """Name the first case that no longer holds under a rulebook."""
    for case in cases:
        try:
            holds = not run_case(room.game, book, case)
        except Exception:  # noqa: BLE001 - a rulebook that cannot be, fails in its own ways
            holds = False
        if not holds:
            return str(case["name"])
    return None


def undetected(room: Room, rule_id: str, name: str) -> set[tuple[Any, ...]]:
    """List the nudges of a constant that no case notices: rule, name, place, by how much.

    A case that does not read the constant cannot notice them.
    """
    value = room.book.rules[rule_id].constants[name]
    reading = [case for case in room.cases if (rule_id, name) in ran(room, case).read]
    written = [(repr(case), case) for case in reading]
    found = set()
    for path, number in leaves(value):
        words = (rule_id, *map(str, path))  # cases that name rule and place come first, short ones
        written.sort(key=lambda each: (-sum(word in each[0] for word in words), len(each[0])))
        cases: list[Case] = [case for _, case in written]
        for by in (1, -1):
            constants = {rule_id: {name: with_leaf(value, path, number + by)}}
            book = room.book.with_constants(constants)
            if number + by >= 0 and first_failing(room, book, cases) is None:
                found.add((rule_id, name, *path, by))
    return found


@check(per_number)
def a_number_nudged_by_one_makes_a_case_fail(room: Room, rule_id: str, name: str) -> None:
    assert undetected(room, rule_id, name) == set()
