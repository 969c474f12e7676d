"""Every room and its rulebook: each number has a key, each rule in force a case.

Every printed number is tested: with one more or one less some case of the room fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

from referee.core.rulebook import ENFORCERS, STATUSES, Constant, Rule, Rulebook
from referee.testing.cases import Case, named_rules, ran, run_case
from referee.testing.play import random_player
from referee.testing.room import Given, Room, checks, cites_in, if_cases, per_table

CHECKS, check = checks()

Path: TypeAlias = "tuple[str | int, ...]"
"""The place of a number in a constant: empty, an index, or a word."""


@check()
def game_and_rulebook_agree(room: Room) -> None:
    assert room.book.game == room.game.id
    assert (room.game.players[0], room.game.players[-1]) == room.book.players
    assert [rule_id for rule_id, rule in room.book.rules.items() if rule.rule_id != rule_id] == []
    assert {rule_id.partition("-")[0] for rule_id in room.book.rules} == {room.book.prefix}


@check()
def keys_and_numbers_are_the_same(room: Room) -> None:
    found = room.game.keys
    keys = [(key.rule_id, key.name) for key in found]
    numbers = {(rule_id, name) for rule_id, name, _ in room.book.constants()}
    asked = {(rule_id, name) for rule_id, name, _ in room.book.table_numbers()}
    assert len(set(keys)) == len(keys)
    assert set(keys) == numbers | asked


@check()
def every_key_reads_a_number_of_its_kind(room: Room) -> None:
    book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
    found = room.game.keys
    for key in found:
        value = book[key]  # a TypeError if the kind is another
        kind = getattr(key.kind, "__origin__", key.kind)
        assert isinstance(value, Mapping if kind not in {int, tuple} else kind), key


@check()
def every_rule_says_what_it_rests_on(room: Room) -> None:
    rules = room.book.rules
    assert [each.rule_id for each in rules.values() if not _rests_on_something(each)] == []
    assert [each.rule_id for each in rules.values() if not (each.title and each.text)] == []


def _rests_on_something(rule: Rule) -> bool:
    return rule.enforced in ENFORCERS and all(
        clause.status in STATUSES and clause.text and (clause.source or rule.argument)
        for clause in rule.clauses
    )


@check()
def every_switch_cites_a_rule(room: Room) -> None:
    for switch in room.book.options.values():
        assert switch.rule_id in room.book.rules
        assert switch.free or switch.default in switch.values


def cited_by_cases(room: Room) -> frozenset[str]:
    """Return all rules cited while the room's cases run."""
    return frozenset[str]().union(*(ran(room, case).cited for case in room.cases))


def in_force(room: Room) -> set[str]:
    rules = room.book.rules.values()
    return {rule.rule_id for rule in rules if rule.enforced == "code"}


@check(if_cases)
def every_rule_in_force_is_cited_when_the_cases_run(room: Room) -> None:
    assert sorted(in_force(room) - cited_by_cases(room)) == []


@check(if_cases)
def every_rule_in_force_is_named_by_a_case(room: Room) -> None:
    named: set[str] = set()
    for case in room.cases:
        named |= named_rules(case["expect"])
    assert sorted(in_force(room) - named) == []


@check(if_cases)
def no_case_cites_a_rule_that_is_not_there(room: Room) -> None:
    cited = cited_by_cases(room)
    assert cited
    assert cited - room.book.rules.keys() == set()


@check(per_table, few=range(1), many=range(5))
def nothing_asked_cites_a_rule_that_is_not_there(room: Room, seats: int, seeds: range) -> None:
    cited: set[str] = set()
    for seed in (seats + more for more in seeds):
        for session in random_player(room, room.setup(seats, seed), seed):
            cited |= cites_in(session.step)
    assert cited
    assert cited - room.book.rules.keys() == set()


def per_number(room: Room) -> Given:
    """Run a check with each constant of the rulebook, if there are cases to notice it."""
    if room.cases:
        for rule_id, name, _ in room.book.constants():
            yield f"{rule_id} {name}", (rule_id, name)


def leaves(value: Constant) -> Iterator[tuple[Path, int]]:
    """Yield the whole numbers in a constant."""
    if isinstance(value, int):
        yield (), value
    else:
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        yield from (((at,), number) for at, number in pairs)


def with_leaf(value: Constant, path: Path, number: int) -> Constant:
    """Replace a whole number in a constant."""
    if isinstance(value, int):
        return number
    if isinstance(value, Mapping):
        return cast("Constant", {**value, path[0]: number})
    row: tuple[int, ...] = value
    return tuple(number if at == path[0] else own for at, own in enumerate(row))


def first_failing(room: Room, book: Rulebook, cases: list[Case]) -> str | None:
    """Return the name of the first case that fails with a rulebook."""
    for case in cases:
        try:
            holds = not run_case(room.game, book, case)
        except Exception:  # noqa: BLE001 - a rulebook that cannot be, fails in its own ways
            holds = False
        if not holds:
            return str(case["name"])
    return None


def undetected(room: Room, rule_id: str, name: str) -> set[tuple[Any, ...]]:
    """Return the changes of a constant by one that no case notices, with rule, name and place.

    Only cases that read the constant are run.
    """
    value = room.book.rules[rule_id].constants[name]
    reading = [case for case in room.cases if (rule_id, name) in ran(room, case).read]
    written = [(repr(case), case) for case in reading]
    found = set()
    for path, number in leaves(value):
        words = (
            rule_id,
            *map(str, path),
        )  # cases that name rule and place first, shortest first
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
