"""Every room and its rulebook: no number without a key, no rule in force without a case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from referee.core.rulebook import ENFORCERS, STATUSES, Rule
from tests.contract.cases import named_rules, run_case
from tests.contract.play import stranger
from tests.contract.telling import cites_in
from tests.rooms import EVERY_ROOM, ROOMS, ROOT, room_folders

every_room = pytest.mark.parametrize("name", EVERY_ROOM)


def test_every_rulebook_has_a_room_and_every_room_a_rulebook() -> None:
    books = sorted(path.stem for path in (ROOT / "rulebooks").glob("*.yaml"))
    assert len(books) >= 1
    assert room_folders() == books
    assert [room.game.id.replace("-", "_") for room in ROOMS.values()] == books


def test_no_two_rooms_share_a_prefix() -> None:
    prefixes = [room.book.prefix for room in ROOMS.values()]
    assert len(set(prefixes)) == len(prefixes)


@every_room
def test_game_and_rulebook_are_about_the_same(name: str) -> None:
    room = ROOMS[name]
    assert room.book.game == room.game.id
    assert (room.game.players[0], room.game.players[-1]) == room.book.players
    assert [rule_id for rule_id, rule in room.book.rules.items() if rule.rule_id != rule_id] == []
    assert {rule_id.partition("-")[0] for rule_id in room.book.rules} == {room.book.prefix}


@every_room
def test_keys_and_numbers_are_the_same(name: str) -> None:
    room = ROOMS[name]
    found = room.game.keys
    keys = [(key.rule_id, key.name) for key in found]
    numbers = {(rule_id, name) for rule_id, name, _ in room.book.constants()}
    asked = {(rule_id, name) for rule_id, name, _ in room.book.table_numbers()}
    assert len(set(keys)) == len(keys)
    assert set(keys) == numbers | asked


@every_room
def test_every_key_reads_a_number_of_its_kind(name: str) -> None:
    room = ROOMS[name]
    book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
    found = room.game.keys
    for key in found:
        value = book[key]  # a TypeError where the kind is another
        kind = getattr(key.kind, "__origin__", key.kind)
        assert isinstance(value, Mapping if kind not in {int, tuple} else kind), key


@every_room
def test_every_rule_says_what_it_rests_on(name: str) -> None:
    rules = ROOMS[name].book.rules
    assert [each.rule_id for each in rules.values() if not _rests_on_something(each)] == []
    assert [each.rule_id for each in rules.values() if not (each.title and each.text)] == []


def _rests_on_something(rule: Rule) -> bool:
    is_ours = rule.status == "ruling"
    return (
        rule.status in STATUSES
        and rule.enforced in ENFORCERS
        and bool(rule.argument if is_ours else rule.source or rule.status == "open")
    )


@every_room
def test_every_argument_is_a_page_of_the_decisions(name: str) -> None:
    arguments = {rule.argument for rule in ROOMS[name].book.rules.values() if rule.argument}
    missing = [page for page in arguments if not (ROOT / page).is_file()]
    assert missing == []
    assert [page for page in arguments if not page.startswith("docs/decisions/")] == []


@every_room
def test_every_switch_is_told_by_a_rule(name: str) -> None:
    room = ROOMS[name]
    for switch in room.book.options.values():
        assert switch.rule_id in room.book.rules
        assert switch.free or switch.default in switch.values


@cache
def cited_by_cases(name: str) -> frozenset[str]:
    """Run the room's cases, and list the rules that anything cited on the way."""
    room = ROOMS[name]
    cited: set[str] = set()
    for case in room.cases():
        run_case(room.game, room.book, case, cited)
    return frozenset(cited)


def in_force(name: str) -> set[str]:
    rules = ROOMS[name].book.rules.values()
    return {rule.rule_id for rule in rules if rule.enforced == "code"}


@every_room
def test_every_rule_in_force_is_cited_when_the_cases_run(name: str) -> None:
    assert sorted(in_force(name) - cited_by_cases(name)) == []


@every_room
def test_every_rule_in_force_is_named_by_a_case(name: str) -> None:
    named: set[str] = set()
    for case in ROOMS[name].cases():
        named |= named_rules(case["expect"])
    assert sorted(in_force(name) - named) == []


@every_room
def test_nothing_cites_a_rule_that_is_not_there(name: str) -> None:
    room = ROOMS[name]
    cited: set[Any] = set(cited_by_cases(name))
    for seats in room.game.players:
        for session in stranger(room, room.setup(seats), seats):
            cited |= cites_in(session.step)
    assert cited
    assert cited - room.book.rules.keys() == set()
