"""The toy room of a stranger as the only room: it asks for numbers that only the table knows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import Any

import rulebooks
from referee import games
from referee.core.drive import Drive
from referee.core.table import Player, Setup
from referee.files.journal import Journal
from referee.registry import open_game
from tests.cli.running import ROOT

BRINGS = ROOT / "tests/sixth_room/brings"
ANSWERS = (BRINGS / "scoresheets/pebble-fair/fair.answers").read_text(encoding="utf-8")
BOARD = '{board: "what 1, 2, 3 … plain pebbles are worth, from the board at the gate"}'
FOUR_BY_RAIN = '{board: {ask: "what plain pebbles are worth", count: 4, by: rain}}'
LAUNCHER = """\
import rulebooks
from referee import games
games.__path__[:] = [{games!r}]
rulebooks.__path__[:] = [{rulebooks!r}]
from referee.cli.main import main
main()
"""


def bring(folder: Path, asks: str = FOUR_BY_RAIN) -> Path:
    """Write the toy room's rulebook, and a program that knows this room and no other."""
    book = (BRINGS / "rulebooks/pebble_fair.yaml").read_text(encoding="utf-8")
    assert book.count(BOARD) == 1
    (folder / "rulebooks").mkdir(exist_ok=True)
    written = book.replace(BOARD, asks)
    (folder / "rulebooks/pebble_fair.yaml").write_text(written, encoding="utf-8")
    launcher = folder / "launcher.py"
    text = LAUNCHER.format(games=str(BRINGS / "referee/games"), rulebooks=str(folder / "rulebooks"))
    launcher.write_text(text, encoding="utf-8")
    return launcher


def stopped(path: Path, *lines: tuple[str, str]) -> None:
    """Write the journal of a fair whose power failed: each line was typed at its time."""
    game, book = open_game("pebble-fair")
    numbers = {"board": (1, 3, 6, 10)}
    setup = Setup((Player("Ana"), Player("Bo")), {"judge": Player("Zed")}, numbers=numbers)
    with Journal.create(
        path, game, book.with_table_numbers(numbers), setup, lambda: at("00:00")
    ) as journal:
        drive: Drive[Any, Any] = Drive(journal.session)
        for time, line in lines:
            with journal.as_of(at(time)):
                assert drive.take(line).is_taken, line


def at(time: str) -> str:
    """Give minutes and seconds after eight of an evening long ago."""
    return f"2024-05-01T20:{time}+02:00"


@contextmanager
def brought(folder: Path) -> Iterator[None]:
    """Let this process know the toy room, and no other, for a while."""
    places = [
        (games.__path__, BRINGS / "referee/games"),
        (rulebooks.__path__, folder / "rulebooks"),
    ]
    before = [list(path) for path, _ in places]
    loaded = _out_of_memory()
    for path, place in places:
        path[:] = [str(place)]
    invalidate_caches()
    try:
        yield
    finally:
        _out_of_memory()
        for (path, _), old in zip(places, before, strict=True):
            path[:] = old
        sys.modules.update(loaded)


def _out_of_memory() -> dict[str, ModuleType]:
    """Forget the toy room's modules, wherever they came from."""
    names = [name for name in sys.modules if name.startswith("referee.games.pebble_fair")]
    return {name: sys.modules.pop(name) for name in names}
