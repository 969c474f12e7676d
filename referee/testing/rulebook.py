"""Every room and its rulebook: each number has a key, each rule in force a case.

Every printed number is tested: with one more or one less some case of the room fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from referee.core.rulebook import ENFORCERS, STATUSES, Constant, Rule, Rulebook
from referee.testing.cases import Case, named_rules, ran, run_case
from referee.testing.faults import IN_THE_RULEBOOK, fault, nothing
from referee.testing.play import random_player
from referee.testing.room import Given, Room, checks, cites_in, if_cases, per_table

CHECKS, check = checks()

Path: TypeAlias = "tuple[str | int, ...]"
"""The place of a number in a constant: empty, an index, or a word."""


@check()
def game_and_rulebook_agree(room: Room) -> None:
    book, game, where = room.book, room.game, room.places.rulebook
    if book.game != game.id:
        fault(f"The rulebook is of {book.game}, the game is {game.id}.", where, IN_THE_RULEBOOK)
    seats = (game.players[0], game.players[-1])
    if seats != book.players:
        said = f"The rulebook has {book.players[0]} to {book.players[1]} players, the game "
        fault(f"{said}{seats[0]} to {seats[1]}.", where, IN_THE_RULEBOOK)
    for rule_id, rule in book.rules.items():
        if rule.rule_id != rule_id or rule_id.partition("-")[0] != book.prefix:
            said = f"{rule_id} does not begin with {book.prefix}."
            fault(said, room.places.rule(rule_id), IN_THE_RULEBOOK)


@check()
def keys_and_numbers_are_the_same(room: Room) -> None:
    found = room.game.keys
    keys = [(key.rule_id, key.name) for key in found]
    numbers = {(rule_id, name) for rule_id, name, _ in room.book.constants()}
    asked = {(rule_id, name) for rule_id, name, _ in room.book.table_numbers()}
    in_keys = room.places.part("keys")
    for rule_id, name in keys:
        if keys.count((rule_id, name)) > 1:
            fault(f"{rule_id} {name} has two keys.", in_keys, "Keep one.")
    for rule_id, name in sorted({*keys} - numbers - asked):
        said = f"There is a key of {rule_id} {name}, and no such number in the rulebook."
        fault(said, in_keys, f"Take the key out, or write the number in {room.places.rulebook}.")
    for rule_id, name in sorted((numbers | asked) - {*keys}):
        do = f"Write a key in {in_keys}, or take the number out."
        fault(f"The number {name} of {rule_id} has no key.", room.places.rule(rule_id), do)


@check()
def every_key_reads_a_number_of_its_kind(room: Room) -> None:
    book = room.book.with_table_numbers(room.setup(room.game.players[0]).numbers)
    for key in room.game.keys:
        kind = getattr(key.kind, "__origin__", key.kind)
        try:
            is_kind = isinstance(book[key], Mapping if kind not in {int, tuple} else kind)
        except TypeError:
            is_kind = False
        if not is_kind:
            said = f"The number {key.name} of {key.rule_id} is not of the kind of its key."
            do = f"Correct the number, or the key in {room.places.part('keys')}."
            fault(said, room.places.rule(key.rule_id), do)


@check()
def every_rule_says_what_it_rests_on(room: Room) -> None:
    for rule_id, rule in room.book.rules.items():
        if not (rule.title and rule.text):
            where = room.places.rule(rule_id)
            fault(f"{rule_id} has no title or no text.", where, "Write what is missing.")
        if not _rests_on_something(rule):
            said = f"{rule_id} does not say what it rests on."
            do = "Give each clause a status and a source, or the rule an argument."
            fault(said, room.places.rule(rule_id), do)


def _rests_on_something(rule: Rule) -> bool:
    return rule.enforced in ENFORCERS and all(
        clause.status in STATUSES and clause.text and (clause.source or rule.argument)
        for clause in rule.clauses
    )


@check()
def every_switch_cites_a_rule(room: Room) -> None:
    for switch in room.book.options.values():
        if switch.rule_id not in room.book.rules:
            said = f"The house rule {switch.name} cites {switch.rule_id}, which is not there."
            fault(said, room.places.rule(switch.name), "Let it cite a rule of the rulebook.")
        if not switch.free and switch.default not in switch.values:
            said = f"{switch.default} is none of the values of the house rule {switch.name}."
            fault(said, room.places.rule(switch.name), "Let its default be one of its values.")


def in_force(room: Room) -> set[str]:
    rules = room.book.rules.values()
    return {rule.rule_id for rule in rules if rule.enforced == "code"}


def in_order(room: Room, rule_ids: Iterable[str]) -> list[str]:
    """List rules in the order of the book; what is none comes last."""
    known = [*room.book.rules]
    rank = {rule_id: place for place, rule_id in enumerate(known)}
    return sorted(rule_ids, key=lambda rule_id: (rank.get(rule_id, len(known)), rule_id))


@check(if_cases("none cites a rule in force."))
def every_rule_in_force_is_cited_when_the_cases_run(room: Room) -> None:
    cited = {rule_id for case in room.cases for rule_id in ran(room, case).cited}
    if missing := in_order(room, in_force(room) - cited):
        said = f"No case comes to a ruling by {', '.join(missing)}."
        do = "Write a case in cases/ that it decides, or write `enforced: table` in the rulebook."
        fault(said, room.places.rule(missing[0]), do)


@check(if_cases("none names a rule in force."))
def every_rule_in_force_is_named_by_a_case(room: Room) -> None:
    named = {rule_id for case in room.cases for rule_id in named_rules(case.get("expect"))}
    if missing := in_order(room, in_force(room) - named):
        do = "Write a case in cases/ whose expectation names it."
        fault(f"No case names {', '.join(missing)}.", room.places.rule(missing[0]), do)


@check(if_cases("none cites a rule."))
def no_case_cites_a_rule_that_is_not_there(room: Room) -> None:
    for case in room.cases:
        if strange := sorted(ran(room, case).cited - room.book.rules.keys()):
            said = f"{', '.join(strange)} is cited, and is not in the rulebook."
            do = f"Write the rule in {room.places.rulebook}, or cite another."
            fault(said, room.places.case(case), do)


@check(per_table, few=range(1), many=range(5), needs=("play",))
def nothing_asked_cites_a_rule_that_is_not_there(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):
        for session in random_player(room, room.setup(seats, seed), seed):
            step = session.step
            strange = sorted(cites_in(step) - room.book.rules.keys())
            if step is not None and strange:
                said = f"{step.id} cites {', '.join(strange)}, which is not in the rulebook."
                do = f"Write the rule in {room.places.rulebook}, or cite another."
                fault(said, room.places.step(step.id), do)


def per_number(room: Room) -> Given:
    """Run a check with each constant of the rulebook, if there are cases to notice it."""
    numbers = [(rule_id, name) for rule_id, name, _ in room.book.constants()]
    if not room.cases:
        rules = ", ".join(dict.fromkeys(rule_id for rule_id, _ in numbers))
        nothing(f"No cases lie in cases/: nothing holds the numbers of {rules}.")
    return ((f"{rule_id} {name}", (rule_id, name)) for rule_id, name in numbers)


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


def fails(room: Room, book: Rulebook, case: Case) -> bool:
    """Return whether a case fails with a rulebook."""
    try:
        return bool(run_case(room.game, book, case))
    except Exception:  # noqa: BLE001 - a rulebook that cannot be, fails in its own ways
        return True


def undetected(room: Room, rule_id: str, name: str) -> set[tuple[Any, ...]]:
    """Return the changes of a constant by one that no case notices, with rule, name and place.

    Only cases that read the constant are run.
    """
    value = room.book.rules[rule_id].constants[name]
    reading = (case for case in room.cases if (rule_id, name) in ran(room, case).read)
    written = [(repr(case), case) for case in reading]
    found = set()
    for path, number in leaves(value):
        words = (rule_id, *map(str, path))  # cases that name them come first, shortest first
        written.sort(key=lambda each: (-sum(word in each[0] for word in words), len(each[0])))
        for by in (1, -1):
            constants = {rule_id: {name: with_leaf(value, path, number + by)}}
            book = room.book.with_constants(constants)
            if number + by >= 0 and not any(fails(room, book, case) for _, case in written):
                found.add((rule_id, name, *path, by))
    return found


@check(per_number)
def a_number_nudged_by_one_makes_a_case_fail(room: Room, rule_id: str, name: str) -> None:
    for _, _, *path, by in sorted(undetected(room, rule_id, name), key=str):
        place = f" ({', '.join(map(str, path))})" if path else ""
        more = "one more" if by > 0 else "one less"
        said = f"With {more} in {name}{place} of {rule_id} no case fails."
        do = "Write a case in cases/ that needs just this number."
        fault(said, room.places.rule(rule_id), do)
