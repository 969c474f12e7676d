"""The rooms as the tests find them: the game, its rulebook, and what its own tests bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import yaml
from msgspec import Struct

from referee.core.old_game import AnyGame
from referee.core.rulebook import Rulebook
from referee.core.step import Step
from referee.core.table import Player, Setup
from referee.registry import sound_games

ROOT = Path(__file__).parent.parent
NAMES = ("Ana", "007", "Bo Li", "Smith, Jr", "小明", "Anabel", "Gus", "Hal", "Ida", "Jon")
"""Names that tables really have, some of them hard to read."""


class Room(Struct, frozen=True):
    """One game with its rulebook, and the folder in which its own tests lie."""

    folder: str
    game: AnyGame
    book: Rulebook

    @property
    def tests(self) -> Path:
        own = ROOT / "tests/games" / self.folder
        return own if own.is_dir() else ROOT / "tests" / self.folder / "tests"

    def brings(self, module: str, name: str, otherwise: Any) -> Any:
        """Give what the room's tests define under this name, in a module they may leave out."""
        full = ".".join((*self.tests.relative_to(ROOT).parts, module))
        if not (self.tests / f"{module}.py").is_file() or find_spec(full) is None:
            return otherwise
        return getattr(import_module(full), name, otherwise)

    def cases(self) -> list[dict[str, Any]]:
        """Read every case of the room, file by file."""
        return [case for path in sorted(self.tests.glob("cases/*.yaml")) for case in _read(path)]

    def attempts(self, step: Step[Any]) -> list[str]:
        """List words to be tried at a step: the room's own, and some that fit anywhere."""
        brought: Any = self.brings("attempts", "attempts", ())
        own: Iterable[str] = brought(step) if callable(brought) else brought
        return list(dict.fromkeys((*own, *_ANYWHERE)))

    def step_ids(self) -> list[str]:
        """List the ids of the steps that the room asks, as it has promised them."""
        return (self.tests / "step_ids.txt").read_text(encoding="utf-8").split()

    def setup(self, seats: int, seed: int = 0, names: Iterable[str] = NAMES) -> Setup:
        """Set a table; the seed decides how its switches stand, and 0 leaves them alone.

        What only a table can tell stands in the room's tests, in table.py; of several sets of
        texts the seed takes one.
        """
        draw = Random(seed)
        options = {
            switch.name: (draw.choice(switch.values),)
            for switch in self.book.options.values()
            if seed and not switch.free
        }
        people = [ask.name for ask in self.game.setup if ask.is_person]
        numbers: Mapping[str, tuple[int, ...]] = self.brings("table", "NUMBERS", {})
        texts: tuple[Mapping[str, str], ...] = self.brings("table", "TEXTS", ({},))
        listed = tuple(names)
        aside = dict(zip(people, map(Player, reversed(listed)), strict=False))
        told = texts[seed % len(texts)]
        return Setup(tuple(map(Player, listed[:seats])), aside, options, numbers, told)


_ANYWHERE = (
    *("none", "0", "1", "2", "3", "7", "99", "yes", "no", "done", "everything"),
    *(f"@{name}" for name in NAMES),
)


@cache
def _read(path: Path) -> list[dict[str, Any]]:
    """Read a file of cases once: every number of a rulebook is held against all of them."""
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, list), path
    return found


def room_folders() -> list[str]:
    """Find the folders of the rooms."""
    return sorted(path.parent.name for path in (ROOT / "referee/games").glob("*/__init__.py"))


@cache
def rooms() -> tuple[Room, ...]:
    """Find every room there is, with those from elsewhere that are installed."""
    return tuple(Room(game.id.replace("-", "_"), game, book) for game, book in sound_games()[0])


ROOMS = {room.game.id: room for room in rooms()}
EVERY_ROOM = tuple(ROOMS)
EVERY_TABLE = tuple((name, seats) for name, room in ROOMS.items() for seats in room.game.players)
"""Each room with each number of players that it takes."""
