"""Every room and its rulebook: no number without a key, no rule in force without a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.rulebook import ENFORCERS, STATUSES, Rule
from referee.testing.cases import named_rules, ran
from referee.testing.play import random_player
from referee.testing.room import Room, checks, if_cases
from referee.testing.telling import cites_in

CHECKS, check = checks()


@check()
def game_and_rulebook_are_about_the_same(room: Room) -> None:
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
        value = book[key]  # a TypeError where the kind is another
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
def every_switch_is_told_by_a_rule(room: Room) -> None:
    for switch in room.book.options.values():
        assert switch.rule_id in room.book.rules
        assert switch.free or switch.default in switch.values


def cited_by_cases(room: Room) -> frozenset[str]:
    """List the rules that anything cites while the room's cases run."""
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


@check()
def nothing_cites_a_rule_that_is_not_there(room: Room) -> None:
    cited: set[Any] = set(cited_by_cases(room))
    for seats in room.game.players:
        for session in random_player(room, room.setup(seats), seats):
            cited |= cites_in(session.step)
    assert cited
    assert cited - room.book.rules.keys() == set()
