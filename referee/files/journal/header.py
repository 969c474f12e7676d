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
from referee.files.journal.errors import USE_ITS_VERSION, JournalBroken
from referee.files.journal.lines import refuse_before_1_0

FORMAT: Final = 2
"""The format of journals; a change that older referees could not read counts it up.

The first release wrote 2. Whatever was released is read for ever.
"""

Stored: TypeAlias = "int | tuple[int, ...] | dict[str, int]"
_NUMBER_KEY: Final = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
_GROWTH: Final = 5
"""A number of an older rulebook is at most twice today's, or this much more."""
_EVENT: Final = rb'"event":\{"type":"(\w+)"'


class RulesInForce(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulebook as it was: every number, and in ``switches`` the defaults of its options."""

    version: int
    digest: str
    constants: dict[str, dict[str, Stored]]
    switches: dict[str, str]


class StoredTable(Struct, frozen=True):
    """A table as heads of journals have it; ``aside`` are the people of ``Setup.roles``.

    ``by`` is left out for a table that writes by the turn, as most do.
    """

    seating: tuple[Player, ...]
    aside: Mapping[str, Player] = {}
    options: Options = {}
    numbers: Mapping[str, Numbers] = {}
    texts: Mapping[str, str] = {}
    by: Literal["round"] | UnsetType = UNSET


class Release(Struct, frozen=True):
    """The third-party package of a game, and its version."""

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
        stored = self.setup
        return Setup(
            seating=stored.seating,
            roles=stored.aside,
            options=stored.options,
            numbers=stored.numbers,
            texts=stored.texts,
            by=stored.by or TURN,
        )


class _Format(Struct):
    referee: int


def head_of(book: Rulebook, setup: Setup, at: str, release: tuple[str, str] = ("", "")) -> Head:
    """Return the head of a new journal: the table, every number of the rulebook, the package.

    The journal is replayed by these numbers, whatever the rulebook says later.
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
    """Return every number of a rulebook, and the defaults of its options."""
    constants: dict[str, dict[str, Stored]] = {}
    for rule_id, name, value in book.constants():
        constants.setdefault(rule_id, {})[name] = _with_text_keys(value)
    switches = {name: option.default for name, option in book.options.items()}
    return RulesInForce(
        version=book.version, digest=book.digest, constants=constants, switches=switches
    )


def refuse_release(
    path: Path, line: int, head: Head, body: bytes, game: Game
) -> JournalBroken | None:
    """Refuse a line whose event only another version of the game's package has.

    None if the line is broken for another reason, or if the game is ours.
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
            raise refuse_before_1_0(path)
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
    """Return today's rulebook with the numbers and defaults of the journal.

    Rules that today's rulebook no longer has are added without a text. Raises JournalBroken
    if a number has become one of another kind, or an option has a value of another referee,
    because only the older code can replay that; and for a number that no rulebook of this game
    can have had, because a room might count up to it, or divide by it.
    """
    constants: dict[str, dict[str, Constant]] = {}
    for rule_id, stored in head.rulebook.constants.items():
        rule = today.rules.get(rule_id)
        own = constants.setdefault(rule_id, {})
        for name, value in stored.items():
            now = rule.constants.get(name) if rule else None
            own[name] = _with_number_keys(value, now)
            if now is not None and _kind(own[name]) != _kind(now):
                said = "{rule} {name} was a different kind of number then."
                what = Say(said, rule=rule_id, name=name)
                raise JournalBroken(path, 1, what, USE_ITS_VERSION)
            if not _is_likely(own[name], now):
                what = Say("{rule} {name} is too large for a rulebook.", rule=rule_id, name=name)
                raise JournalBroken(path, 1, what)
    for name in head.setup.options:
        if name not in today.options:
            what = Say("No rulebook of this game has the house rule {name}.", name=name)
            raise JournalBroken(path, 1, what, USE_ITS_VERSION)
    defaults = ((name, (value,)) for name, value in head.rulebook.switches.items())
    for name, values in (*head.setup.options.items(), *defaults):
        option = today.options.get(name)
        if option and not option.free and not set(values) <= set(option.values):
            what = Say("The house rule {name} has no value {values}.", name=name, values=values)
            raise JournalBroken(path, 1, what, USE_ITS_VERSION)
    options = {
        name: replace(option, default=head.rulebook.switches.get(name, option.default))
        for name, option in today.options.items()
    }
    rules = replace(today.with_constants(constants), options=options)
    return replace(rules, version=head.rulebook.version, digest=head.rulebook.digest)


def _with_text_keys(value: Constant) -> Stored:
    """Turn numbers of players into text, as JSON has no other keys."""
    if isinstance(value, Mapping):
        return {str(key): number for key, number in value.items()}
    return value


def _with_number_keys(value: Stored, today: Constant | None) -> Constant:
    """Turn keys back into numbers, unless today's rulebook has words there."""
    if not isinstance(value, dict):
        return value
    has_words = isinstance(today, Mapping) and any(isinstance(key, str) for key in today)
    if has_words or not all(map(_NUMBER_KEY.fullmatch, value)):
        return value
    return {int(key): number for key, number in value.items()}


def _is_likely(value: Constant, today: Constant | None) -> bool:
    """Whether an older rulebook of the game can have had these numbers, judging by today's.

    Table numbers have no value in a rulebook, so any of them are accepted.

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
    """Return whether it is a whole number, a list, or a map, and the words of a map by word.

    The words belong to the kind because a room knows only those of its own rulebook.
    """
    if isinstance(value, Mapping):
        return ("map", *sorted({key if isinstance(key, str) else "" for key in value}))
    return (type(value).__name__,)
