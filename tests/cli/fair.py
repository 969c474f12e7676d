"""The toy room of a stranger as the only room: it asks for numbers that only the table knows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from types import ModuleType

import rulebooks
from referee import games
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
