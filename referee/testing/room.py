"""A game as its tests find it: with its rulebook, and what the folder of its tests brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

import yaml
from msgspec import Struct

from referee.core.game import Game
from referee.core.play.stage import Step
from referee.core.rulebook import Rulebook
from referee.core.table import Player, Setup
from referee.registry import open_game

NAMES: Final = ("Ana", "007", "Bo Li", "Smith, Jr", "小明", "Anabel", "Gus", "Hal", "Ida", "Jon")
"""Names that tables really have, some of them hard to read."""
_ANYWHERE: Final = (
    *("none", "0", "1", "2", "3", "7", "99", "yes", "no", "done", "everything"),
    *(f"@{name}" for name in NAMES),
)
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Given: TypeAlias = Iterable[tuple[str, tuple[Any, ...]]]
"""What a check is run with: a word for each run, and the arguments behind the room."""
F = TypeVar("F", bound=Callable[..., None])
T = TypeVar("T")


class Room(Struct, frozen=True, dict=True):
    """One game with its rulebook, and the folder in which its own tests lie."""

    game: Game
    book: Rulebook
    tests: Path

    def brings(self, module: str, name: str, otherwise: Any) -> Any:
        """Give what the room's tests define under this name, in a module they may leave out."""
        found = self._modules.get(module, False)
        if found is False:
            found = self._modules[module] = _loaded(self.tests / f"{module}.py")
        return getattr(found, name, otherwise)

    @cached_property
    def _modules(self) -> dict[str, Any]:
        return {}

    @cached_property
    def known(self) -> dict[Any, Any]:
        """What checks have found out and need again, such as games that were played."""
        return {}

    @cached_property
    def cases(self) -> tuple[dict[str, Any], ...]:
        """Every case of the room, file by file."""
        return tuple(
            case for path in sorted(self.tests.glob("cases/*.yaml")) for case in _read(path)
        )

    def attempts(self, step: Step) -> list[str]:
        """List words to be tried at a step: the room's own, and some that fit anywhere."""
        own: Mapping[str, Iterable[str]] = self.brings("attempts", "ATTEMPTS", {})
        who = (f"@{step.player}", str(step.player)) if step.player else ()
        return list(dict.fromkeys((*own.get(step.id, ()), *who, *_ANYWHERE)))

    @property
    def taken_anyway(self) -> tuple[str, ...]:
        """The ids of steps at which what the table sees is taken, though it is not on offer.

        On offer is only what can be; what is said of the rest is that it cannot.
        """
        ids: tuple[str, ...] = self.brings("attempts", "TAKEN_ANYWAY", ())
        return ids

    @property
    def step_ids(self) -> list[str] | None:
        """The ids of the steps that the room asks, as it has promised them, if it has."""
        path = self.tests / "step_ids.txt"
        return path.read_text(encoding="utf-8").split() if path.is_file() else None

    def setup(self, seats: int, seed: int = 0, names: Iterable[str] = NAMES) -> Setup:
        """Set a table; the seed decides how its switches stand, and 0 leaves them alone.

        What only a table can tell stands in the room's fixtures; of several sets of texts the
        seed takes one.
        """
        draw = Random(seed)
        options = {
            option.name: (draw.choice(option.values),)
            for option in self.book.options.values()
            if seed and not option.free
        }
        people = [field.name for field in self.game.setup if field.is_person]
        numbers: Mapping[str, tuple[int, ...]] = self.brings("fixtures", "NUMBERS", {})
        texts: tuple[Mapping[str, str], ...] = self.brings("fixtures", "TEXTS", ({},))
        listed = tuple(names)
        roles = dict(zip(people, map(Player, reversed(listed)), strict=False))
        told = texts[seed % len(texts)]
        return Setup(tuple(map(Player, listed[:seats])), roles, options, numbers, told)


@cache
def room_of(game: str, folder: Path) -> Room:
    """Find a game as a command finds it; its tests lie in ``folder``."""
    found, book = open_game(game)
    return Room(found, book, folder)


def _loaded(path: Path) -> Any:
    """Load a module of the tests by its path, so that their folder need be no package."""
    if not path.is_file():
        return None
    spec = spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _read(path: Path) -> list[dict[str, Any]]:
    found = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506 - a safe one
    if not isinstance(found, list):
        message = f"{path} is no list of cases"
        raise TypeError(message)
    return found


class Check(Struct, frozen=True):
    """One thing that every game promises: a function, and with what it is run for a room."""

    function: Callable[..., None]
    given: Callable[..., Given]


def checks() -> tuple[list[Check], Callable[..., Callable[[F], F]]]:
    """Give the list of a module's checks, and the decorator that adds one.

    ``per`` says with what a check is run: once if it is left out. A check with ``few`` and
    ``many`` seeds, which is run per table, gets the few as its last argument, at the smallest
    and the largest table, and in the proofs the many at every table; one that is a
    ``proof`` is run only there.
    """
    listed: list[Check] = []

    def check(
        per: Callable[[Room], Given] | None = None,
        *,
        few: range | None = None,
        many: range | None = None,
        proof: bool = False,
    ) -> Callable[[F], F]:
        def given(room: Room, *, proofs: bool) -> Iterator[tuple[str, tuple[Any, ...]]]:
            if proofs != proof and not (proofs and many):
                return
            seeds = () if few is None else (many if proofs else few,)
            runs = [*per(room)] if per else [("", ())]
            if many and not proofs:
                runs = some_tables(runs)
            for name, arguments in runs:
                yield name, (*arguments, *seeds)

        def added(function: F) -> F:
            listed.append(Check(function, given))
            return function

        return added

    return listed, check


def some_tables(tables: Sequence[T]) -> list[T]:
    """Take the smallest table and the largest, between which little is played otherwise.

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


def if_cases(room: Room) -> Given:
    """Run a check once where the room brings cases."""
    return [("", ())] if room.cases else ()
