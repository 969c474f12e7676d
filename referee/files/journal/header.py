"""The first line of a journal: which game, which table, which rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, json
from msgspec.structs import replace

from referee.core.answers.text_input import MAX_DIGITS
from referee.core.game import Game
from referee.core.rulebook import Constant, Numbers, Rulebook
from referee.core.say import AsIs, Say
from referee.core.table import ROUND, TURN, Options, Player, Setup
from referee.files.journal.errors import OTHER_REFEREE, JournalBroken
from referee.files.journal.lines import before_1_0

FORMAT: Final = 2
"""The format of journals; a change that older referees could not read counts it up.

The first release wrote 2. Whatever was released is read for ever.
"""

Stored: TypeAlias = "int | tuple[int, ...] | dict[str, int]"
_COUNTED: Final = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
_GROWTH: Final = 5
"""A number of any rulebook is at most twice today's, or so much more."""
_EVENT: Final = rb'"event":\{"type":"(\w+)"'


class RulesInForce(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulebook as it was: every number, and the defaults of its switches."""

    version: int
    digest: str
    constants: dict[str, dict[str, Stored]]
    switches: dict[str, str]


class StoredTable(Struct, frozen=True):
    """A table as heads of journals have it; ``aside`` are the people of ``Setup.roles``.

    That it is written by the turn, as most are, is not written.
    """

    seating: tuple[Player, ...]
    aside: Mapping[str, Player] = {}
    options: Options = {}
    numbers: Mapping[str, Numbers] = {}
    texts: Mapping[str, str] = {}
    by: Literal["round"] | UnsetType = UNSET


class Release(Struct, frozen=True):
    """The package from elsewhere that a game came from, and its version."""

    package: str
    version: str


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The head of a journal. ``referee``, its format, comes first: the file is known by it."""

    referee: int
    game: str
    setup: StoredTable
    rulebook: RulesInForce
    at: str
    release: Release | UnsetType = UNSET

    @property
    def table(self) -> Setup:
        """The table as a session has it."""
        told = self.setup
        return Setup(
            seating=told.seating,
            roles=told.aside,
            options=told.options,
            numbers=told.numbers,
            texts=told.texts,
            by=told.by or TURN,
        )


class _Format(Struct):
    referee: int


def head_of(book: Rulebook, setup: Setup, at: str, release: tuple[str, str] = ("", "")) -> Head:
    """Write down what a replay rests on: the table, every current number, and whose game it is.

    A journal begun here is replayed by these numbers, whatever the rulebook says later.
    """
    table = StoredTable(
        seating=setup.seating,
        aside=setup.roles,
        options=setup.options,
        numbers=setup.numbers,
        texts=setup.texts,
        by="round" if setup.by == ROUND else UNSET,
    )
    made = Release(*release) if release[0] else UNSET
    rules = rules_as_stored(book)
    return Head(referee=FORMAT, game=book.game, setup=table, rulebook=rules, at=at, release=made)


def rules_as_stored(book: Rulebook) -> RulesInForce:
    """Write down every number of a rulebook, and the defaults of its switches."""
    constants: dict[str, dict[str, Stored]] = {}
    for rule_id, name, value in book.constants():
        constants.setdefault(rule_id, {})[name] = _as_text(value)
    switches = {name: switch.default for name, switch in book.options.items()}
    return RulesInForce(
        version=book.version, digest=book.digest, constants=constants, switches=switches
    )


def of_other_release(
    path: Path, line: int, head: Head, body: bytes, game: Game
) -> JournalBroken | None:
    """Name the version of a package that can go on with a journal whose event this one lacks.

    None where the line is spoiled otherwise, and of games of ours.
    """
    named = re.search(_EVENT, body)
    if not head.release or named is None or head.release.version == game.release[1]:
        return None
    event = named[1].decode()
    if event in {each.__name__ for each in game.course.recorded}:
        return None
    package, then = AsIs(head.release.package), AsIs(head.release.version)
    now, event = AsIs(game.release[1]), AsIs(event)
    said = (
        "This journal was written by {package} {then}; {now} is installed and has no event {event}."
    )
    what = Say(said, package=package, then=then, now=now, event=event)
    return JournalBroken(path, line, what, Say("Install {then} to continue.", then=then))


def read_head(path: Path, line: bytes) -> Head:
    """Read the first line, its checksum taken off. Raises JournalBroken."""
    try:
        number = json.decode(line, type=_Format).referee
        if number < FORMAT:
            raise before_1_0(path)
        if number > FORMAT:
            said = "This journal has format {format}; this referee reads format {newest}."
            newer = Say(said, format=number, newest=FORMAT)
            remedy = Say("Use the version of the referee that wrote it, or a newer one.")
            raise JournalBroken(path, 1, newer, remedy)
        return json.decode(line, type=Head)
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        what = Say("The first line cannot be read: {detail}.", detail=str(error))
        raise JournalBroken(path, 1, what) from error


def rules_in_force(path: Path, head: Head, today: Rulebook) -> Rulebook:
    """Give today's rulebook with the numbers and defaults of the journal put in.

    Rules that today's rulebook no longer has join it without a text. Raises JournalBroken
    where a number has become one of another kind, or a switch has a value of another referee:
    only the older code can replay that; and for a number that no rulebook of this game can
    have had, for a room would count it out to the end, or divide by it.
    """
    kept: dict[str, dict[str, Constant]] = {}
    for rule_id, stored in head.rulebook.constants.items():
        rule = today.rules.get(rule_id)
        own = kept.setdefault(rule_id, {})
        for name, value in stored.items():
            now = rule.constants.get(name) if rule else None
            own[name] = _restored(value, now)
            if now is not None and _kind(own[name]) != _kind(now):
                said = "{rule} {name} was a different kind of number then."
                what = Say(said, rule=rule_id, name=name)
                raise JournalBroken(path, 1, what, OTHER_REFEREE)
            if not _is_likely(own[name], now):
                what = Say("{rule} {name} is too large for a rulebook.", rule=rule_id, name=name)
                raise JournalBroken(path, 1, what)
    for name in head.setup.options:
        if name not in today.options:
            what = Say("No rulebook of this game has the house rule {name}.", name=name)
            raise JournalBroken(path, 1, what, OTHER_REFEREE)
    defaults = ((name, (value,)) for name, value in head.rulebook.switches.items())
    for name, values in (*head.setup.options.items(), *defaults):
        switch = today.options.get(name)
        if switch and not switch.free and not set(values) <= set(switch.values):
            what = Say("The house rule {name} has no value {values}.", name=name, values=values)
            raise JournalBroken(path, 1, what, OTHER_REFEREE)
    switches = {
        name: replace(switch, default=head.rulebook.switches.get(name, switch.default))
        for name, switch in today.options.items()
    }
    rules = replace(today.with_constants(kept), options=switches)
    return replace(rules, version=head.rulebook.version, digest=head.rulebook.digest)


def _as_text(value: Constant) -> Stored:
    """Turn numbers of players into text, as JSON has no other keys."""
    if isinstance(value, Mapping):
        return {str(key): number for key, number in value.items()}
    return value


def _restored(value: Stored, today: Constant | None) -> Constant:
    """Turn keys back into numbers, unless today's rulebook has words there."""
    if not isinstance(value, dict):
        return value
    has_words = isinstance(today, Mapping) and any(isinstance(key, str) for key in today)
    if has_words or not all(map(_COUNTED.fullmatch, value)):
        return value
    return {int(key): number for key, number in value.items()}


def _is_likely(value: Constant, today: Constant | None) -> bool:
    """Whether a rulebook of the same game may have had these numbers, seen from today's.

    What only the table can read out has none today, and then any count will do.

    >>> _is_likely(20, 12), _is_likely(30, 12), _is_likely(0, 12), _is_likely((0, 3), (0, 2))
    (True, False, False, True)
    """
    numbers, known = _numbers(value), _numbers(today)
    if not known:
        return all(0 <= number < 10**MAX_DIGITS for number in numbers)
    if isinstance(value, Mapping) and isinstance(today, Mapping) and not today.keys() <= {*value}:
        return False
    least, most, count = min(1, *known), _grown(max(known)), _grown(len(known))
    return 0 < len(numbers) <= count and all(least <= number <= most for number in numbers)


def _grown(number: int) -> int:
    return max(2 * number, number + _GROWTH)


def _numbers(value: Constant | None) -> tuple[int, ...]:
    if value is None or isinstance(value, int):
        return () if value is None else (value,)
    return tuple(value.values() if isinstance(value, Mapping) else value)


def _kind(value: Constant) -> tuple[str, ...]:
    """Sort out whole numbers, lists of them, maps by count, and maps by word with their words.

    A room knows the words of its own rulebook and no others.
    """
    if isinstance(value, Mapping):
        return ("map", *sorted({key if isinstance(key, str) else "" for key in value}))
    return (type(value).__name__,)
