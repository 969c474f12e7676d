"""A game with what its tests define, the checks of the contract, and values in all shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import yaml
from msgspec import Struct

from referee.core import fields as shape
from referee.core.answers.text_input import nearest, parse_count
from referee.core.fields import Field, FieldType, Value
from referee.core.game import Game
from referee.core.play.stage import Step
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import Say, to_json
from referee.core.table import Player, Setup
from referee.files.documents.schemas.case_files import case_schemas
from referee.files.documents.schemas.shapes import Schema
from referee.registry import open_game
from referee.testing.faults import Places, fault, nothing

NAMES: Final = ("Ana", "007", "Bo Li", "Smith, Jr", "小明", "Anabel", "Gus", "Hal", "Ida", "Jon")
"""Realistic names, some of them hard to parse."""
_ANYWHERE: Final = (
    *("none", "0", "1", "2", "3", "7", "99", "yes", "no", "done", "everything"),
    *(f"@{name}" for name in NAMES),
)
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Given: TypeAlias = Iterable[tuple[str, tuple[Any, ...]]]
"""The runs of a check: a name for each, and the arguments after the room."""
F = TypeVar("F", bound=Callable[..., None])
T = TypeVar("T")


class Room(Struct, frozen=True, dict=True):
    """One game with its rulebook, and the folder of its own tests."""

    game: Game
    book: Rulebook
    tests: Path

    def brings(self, module: str, name: str, otherwise: Any) -> Any:
        """Return what the room's tests define by this name, in an optional module."""
        return getattr(_loaded(self.tests / f"{module}.py"), name, otherwise)

    @cached_property
    def places(self) -> Places:
        """Where things are in the files of the game and of its tests."""
        return Places(self.game, self.tests)

    @cached_property
    def known(self) -> dict[Any, Any]:
        """What several checks need, such as games that were played."""
        return {}

    @cached_property
    def cases(self) -> tuple[dict[str, Any], ...]:
        """Every case of the room, file by file."""
        paths = sorted(self.tests.glob("cases/*.yaml"))
        return tuple(case for path in paths for case in self._read(path))

    def _read(self, path: Path) -> list[dict[str, Any]]:
        try:
            found = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506 - a safe one
        except yaml.MarkedYAMLError as wrong:
            line = wrong.problem_mark.line + 1 if wrong.problem_mark else 0
            fault(f"{wrong.problem}.", self.places.at(path, line), "Correct the YAML.")
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            do = "Begin each case with a dash, a space and its name."
            fault("This is not a list of cases.", self.places.at(path), do)
        return found

    def attempts(self, step: Step) -> list[str]:
        """Return words to try at a step: the room's own, and some that fit anywhere."""
        own: Mapping[str, Iterable[str]] = self.brings("attempts", "ATTEMPTS", {})
        who = (f"@{step.player}", str(step.player)) if step.player else ()
        return list(dict.fromkeys((*own.get(step.id, ()), *who, *_ANYWHERE)))

    @property
    def taken_anyway(self) -> tuple[str, ...]:
        """The ids of steps that accept what the table sees even if it is not on offer."""
        ids: tuple[str, ...] = self.brings("attempts", "TAKEN_ANYWAY", ())
        return ids

    @property
    def step_ids(self) -> list[str] | None:
        """The ids of the steps that the room promises to ask, if it has a list of them."""
        path = self.tests / "step_ids.txt"
        return path.read_text(encoding="utf-8").split() if path.is_file() else None

    def setup(self, seats: int, seed: int = 0, names: Iterable[str] = NAMES) -> Setup:
        """Set up a table; the seed decides the settings of its switches, 0 leaves the defaults.

        What only a table can give is in the room's fixtures; the seed selects a set of texts.
        """
        draw = Random(seed)
        options = {
            option.name: (draw.choice(option.values),)
            for option in self.book.options.values()
            if seed and not option.free
        }
        people = [field.name for field in self.game.setup if field.is_person]
        told: Mapping[str, Sequence[int]] = self.brings("fixtures", "NUMBERS", {})
        numbers = {name: tuple(each) for name, each in told.items()}
        texts: tuple[Mapping[str, str], ...] = self.brings("fixtures", "TEXTS", ({},))
        players = tuple(map(Player, names))
        roles = dict(zip(people, reversed(players), strict=False))
        return Setup(players[:seats], roles, options, numbers, texts[seed % len(texts)])


@cache
def room_of(game: str, folder: Path) -> Room:
    """Find a game as a command does; its tests are in ``folder``."""
    found, book = open_game(game)
    return Room(found, book, folder)


@cache
def _loaded(path: Path) -> Any:
    """Load a module of the tests by its path, since their folder may not be a package."""
    name = f"{path.parent.name}_{path.stem}"
    spec = spec_from_file_location(name, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FIRST: Final = "1.0"
"""The version whose checks every package is held to."""


class Check(Struct, frozen=True):
    """One promise of every game: a function, its runs for a room, and the version it came with."""

    function: Callable[..., None]
    given: Callable[..., Given]
    since: str = FIRST


WITHOUT: Final = {
    "ask": "There is no questions.py: nothing is asked.",
    "play": "There is no stages.py: nothing is played.",
    "score": "There is no final.py: nothing is scored.",
    "paper": "There is no paper.py: nothing of its own is put on paper.",
}
"""Why a check is skipped, by the part that a game does not have."""


def checks(*needs: str) -> tuple[list[Check], Callable[..., Callable[[F], F]]]:
    """Return the list of a module's checks, and the decorator that adds one.

    What they look at ``needs`` these parts of a game, or its paper; a check may need others.
    ``per`` returns the runs of a check, by default one; with nothing to look at it raises
    NothingToCheck, and the check is skipped. A check per table with ``few`` and
    ``many`` seeds gets the few as its last argument at the smallest and the largest table, and in
    the proofs the many at every table; a ``proof`` is run only there. What came after 1.0 says
    ``since`` when.
    """
    listed: list[Check] = []

    def check(  # noqa: PLR0913 - all but the first by keyword
        per: Callable[[Room], Given] | None = None,
        *,
        few: range | None = None,
        many: range | None = None,
        proof: bool = False,
        needs: tuple[str, ...] = needs,
        since: str = FIRST,
    ) -> Callable[[F], F]:
        def given(room: Room, *, proofs: bool) -> Iterator[tuple[str, tuple[Any, ...]]]:
            if proofs != proof and not (proofs and many):
                return
            for part in needs:
                if part not in {*room.game.parts, *room.game.modules}:
                    nothing(WITHOUT[part])
            seeds = () if few is None else (many if proofs else few,)
            runs = [*per(room)] if per else [("", ())]
            if many and not proofs:
                runs = some_tables(runs)
            for name, arguments in runs:
                yield name, (*arguments, *seeds)

        def added(function: F) -> F:
            listed.append(Check(function, given, since))
            return function

        return added

    return listed, check


def some_tables(tables: Sequence[T]) -> list[T]:
    """Return the smallest table and the largest, between which little differs.

    >>> some_tables((3, 4, 5, 6)), some_tables((2,))
    ([3, 6], [2])
    """
    return [*dict.fromkeys((*tables[:1], *tables[-1:]))]


def per_table(room: Room) -> Given:
    """Run a check with each number of players."""
    return ((f"{seats} players", (seats,)) for seats in room.game.players)


def per_question(room: Room) -> Given:
    """Run a check with each question."""
    return ((question.name, (question,)) for question in room.game.questions)


def if_cases(otherwise: str) -> Callable[[Room], Given]:
    """Run a check once, if the room has cases; ``otherwise`` says what no case shows then."""

    def given(room: Room) -> Given:
        if not room.cases:
            nothing(f"No cases lie in cases/: {otherwise}")
        return [("", ())]

    return given


class CaseError(ValueError):
    """A case that cannot be run as it is written."""


LIMITS = (2, 5, 12) * 8 + (200, 999_999_999)
"""Numbers that tables have, and now and then what a typing error makes of them."""


def typed_fields(entry: Mapping[str, Any], fields: Iterable[Field]) -> dict[str, Value]:
    """Convert the fields of an entry from a case; one that the form lacks is an error."""
    shapes = {field.name: field.shape for field in fields}
    named = {
        name if name in shapes else name.replace("-", "_"): value
        for name, value in (entry or {}).items()
    }
    if strange := [name for name in named if name not in shapes]:
        message = f"There is no {', '.join(strange)} in the form: it has {', '.join(shapes)}."
        raise CaseError(message)
    return {name: typed(value, shapes[name]) for name, value in named.items()}


def typed(value: Any, form: FieldType) -> Value:
    """Convert a value from a case: lists, maps, and sums in quotes.

    >>> typed(["2+1", 0], shape.ListOf(shape.Integer()))
    (3, 0)
    """
    match form:
        case shape.Integer() | shape.Seats():
            number = parse_count(str(value))
            if number is None:
                message = f"“{value}” is not a whole number."
                raise CaseError(message)
            return number
        case shape.Boolean():
            return value in {True, "yes"}
        case shape.ListOf(each):
            return tuple(typed(own, each) for own in value)
        case shape.MapOf(_, each):
            return {str(key): typed(own, each) for key, own in value.items()}
        case shape.Record(fields, _):
            return typed_fields(value, fields)
        case _:
            if not isinstance(value, str):
                message = f"“{value}” is not text: put it in quotes."
                raise CaseError(message)
            return value


class Drawn:
    """Draws values of the right shape, whether they make sense or not."""

    def __init__(self, seed: int, names: tuple[str, ...]) -> None:
        self.draw = Random(seed)
        self._names = names

    def fields(self, fields: Iterable[Field]) -> dict[str, Value]:
        """Draw every required field, and about half of the others."""
        return {
            field.name: self.value(field.shape)
            for field in fields
            if field.required or self.draw.random() < 1 / 2
        }

    def value(self, form: FieldType) -> Value:  # noqa: C901, PLR0911 - one for each shape
        """Draw one value."""
        match form:
            case shape.Integer():
                most = self.draw.choice(LIMITS)
                return self.draw.randint(form.least, max(form.least, most))
            case shape.Seats():
                return self.draw.randint(0, 11)
            case shape.Choice(words):
                return self.draw.choice(words)
            case shape.Boolean():
                return self.draw.random() < 1 / 2
            case shape.PlayerName():
                return self.draw.choice(self._names)
            case shape.Text(like) | shape.FileText(_, like):
                return like
            case shape.Record(fields, _):
                return self.fields(fields)
            case shape.MapOf(keys, each):
                return {key: self.value(each) for key in self._several(keys)}
            case shape.ListOf(shape.PlayerName(new=True) as name):
                return tuple(self._several(name))
            case shape.ListOf(each):
                return tuple(self.value(each) for _ in range(self.draw.randrange(6)))

    def _several(self, keys: shape.PlayerName | shape.Choice | shape.Text) -> list[str]:
        known = self._names
        if not isinstance(keys, shape.PlayerName):
            known = keys.words if isinstance(keys, shape.Choice) else (keys.like,)
        return self.draw.sample(list(known), self.draw.randint(0, len(known)))


_PLAIN: Final = frozenset((str, int, bool, type(None)))
"""The types of most parts of a value, which have no parts themselves."""


def cites_in(value: Any) -> set[str]:
    """Return the ids of all rules cited anywhere in a value, even in facts of sentences."""
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


def as_plain(value: Any) -> Any:
    """Convert a value to lists, numbers and words, as far as people could read it."""
    if type(value) in _PLAIN or isinstance(value, Fraction):
        return str(value) if isinstance(value, Fraction) else value
    if isinstance(value, Say):
        return [str(value), to_json(value)]
    if hasattr(value, "hint"):  # answers: what people read, not how it is made
        return [as_plain(value.hint()), as_plain(value.numbered), value.size]
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {name: as_plain(each) for name, each in fields if not callable(each)}
    if isinstance(value, Mapping):
        return [[as_plain(key), as_plain(each)] for key, each in value.items()]
    return [as_plain(each) for each in value] if isinstance(value, list | tuple) else value


def written(value: Any) -> str:
    """Write a value as JSON; fails for a sentence that lacks a fact."""
    return msgspec.json.encode(as_plain(value), enc_hook=str).decode()


def with_names(text: str, renamed: Mapping[str, str]) -> str:
    """Replace names in a text; none of the new names may be an old one."""
    for name in sorted(renamed, key=len, reverse=True):
        text = text.replace(name, renamed[name])
    return text


_KINDS: Final[Mapping[str, tuple[str, tuple[type, ...]]]] = {
    "object": ("keys and values", (Mapping,)),
    "array": ("a list", (list, tuple)),
    "string": ("text", (str,)),
    "integer": ("a whole number", (int,)),
    "boolean": ("true or false", (bool,)),
    "null": ("nothing", (type(None),)),
}
"""What a type of a schema is called, and the types of Python that are of it."""


def wrong_in_case(case: Mapping[str, Any]) -> str | None:
    """Say what is wrong first with the shape of a case; None if nothing is.

    >>> wrong_in_case({"name": "It is so.", "ask": {"qestion": "x", "facts": []}, "expect": {}})
    'There is no “qestion” in ask. Did you mean “question”?'
    >>> wrong_in_case({"name": "It is so.", "score": 7, "expect": {"totals": {}}})
    'score has to be keys and values.'
    """
    schemas = case_schemas()
    kinds = [kind for kind in schemas if kind in case]
    if len(kinds) != 1:
        return f"A case needs one of {', '.join(schemas)}."
    return next(_wrong(schemas[kinds[0]], case, "a case"), None)


def _wrong(schema: Schema, value: Any, name: str) -> Iterator[str]:
    kinds = schema.get("type", [*_KINDS])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "enum" in schema:
        if value not in schema["enum"]:
            yield f"{name} has to be one of: {', '.join(map(str, schema['enum']))}."
    elif not any(_is_of(value, kind) for kind in kinds):
        yield f"{name} has to be {' or '.join(_KINDS[kind][0] for kind in kinds)}."
    elif isinstance(value, Mapping):
        yield from _wrong_keys(schema, value, name)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _wrong(schema.get("items", {}), each, f"each of {name}")


def _is_of(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS[kind][1]) and (kind != "integer" or not isinstance(value, bool))


def _wrong_keys(schema: Schema, value: Mapping[Any, Any], name: str) -> Iterator[str]:
    known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
    for key, each in value.items():
        if key in known or isinstance(more, dict):
            yield from _wrong(known.get(key, more), each, str(key))
        else:
            near = nearest(str(key), tuple(known))
            meant = f"Did you mean “{near}”?" if near else f"It has {', '.join(known)}."
            yield f"There is no “{key}” in {name}. {meant}"
    if missing := [key for key in schema.get("required", ()) if key not in value]:
        yield f"There is no “{missing[0]}” in {name}."
    if len(value) < schema.get("minProperties", 0):
        yield f"Nothing stands in {name}."
