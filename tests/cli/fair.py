"""A game from elsewhere that has a judge, a sand timer, and numbers that only the table knows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.core.play.loop import GameLoop
from referee.core.table import Player, Setup
from referee.files.journal.journal import Journal
from referee.registry import open_game

NIGHT = Path(__file__).parent / "night"
"""Where the package lies as if it were installed."""
ANSWERS = "Zed\n1, 3, 6, 10\nBo\nshore\n3 plain\nfield\n1p\nshore\n1p\nfield\n2p\n"
HOLDINGS = """\
game: pebble-night
players: [Ana, Bo, Cy]
judge: Zed
numbers: {board: [1, 3, 6, 10]}
holdings:
  Ana: {plain: 6}
  Bo: {plain: 4}
  Cy: {plain: 1}
"""
LAUNCHER = """\
import sys
sys.path.insert(0, {folder!r})
from referee.cli.main import main
main()
"""


def bring(folder: Path) -> Path:
    """Write a program that has the package where it looks for games."""
    launcher = folder / "launcher.py"
    launcher.write_text(LAUNCHER.format(folder=str(NIGHT)), encoding="utf-8")
    return launcher


def stopped(path: Path, *lines: tuple[str, str]) -> None:
    """Write the journal of a night whose power failed: each line was typed at its time."""
    game, book = open_game("pebble-night")
    numbers = {"board": (1, 3, 6, 10)}
    setup = Setup((Player("Ana"), Player("Bo")), {"judge": Player("Zed")}, numbers=numbers)
    with Journal.create(
        path, game, book.with_table_numbers(numbers), setup, lambda: at("00:00")
    ) as journal:
        drive: GameLoop = GameLoop(journal.session)
        for time, line in lines:
            with journal.as_of(at(time)):
                assert drive.feed(line).is_taken, line


def at(time: str) -> str:
    """Give minutes and seconds after eight of an evening long ago."""
    return f"2024-05-01T20:{time}+02:00"


@contextmanager
def brought() -> Iterator[None]:
    """Let this process find the package for a while."""
    sys.path.insert(0, str(NIGHT))
    try:
        yield
    finally:
        sys.path.remove(str(NIGHT))
