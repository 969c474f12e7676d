"""What a game without a view of the table shows of it, and what only some may look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Ran, call
from tests.elsewhere.packages import changed, found_in, surroundings, variation
from tests.elsewhere.test_contract import FRONT

TWO = ("--players", "Ana,Bo")
SACK = """
from referee.api import CardGrid, TableView


def _peek(book, state):
    return CardGrid(title=Say("the sack"), columns=(Say("plain"),), rows=((7,),))


PAPER = Paper(
    counts=Say("round"),
    lines=(SheetLine("drawn", Say("drawn")),),
    views={"sack": TableView(Say("what is in the sack"), _peek, secret=True)},
)
"""


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Path]:
    """A fair of another name, whose files a test changes."""
    variation(tmp_path / "site", "odd", FRONT)
    with found_in(tmp_path / "site"):
        yield tmp_path / "site/odd"


def played(*lines: str) -> Ran:
    ran = call("play", "odd", *TWO, "--journal", "odd.jsonl", heard="\n".join((*lines, "")))
    assert ran.code == 0, ran.err
    return ran


def test_the_table_is_what_the_lines_of_the_sheet_say_of_it(odd: Path) -> None:
    shown = played("2p 1m", "state").out
    assert "Ana  Bo\n" in shown
    assert "pebbles in the basket    3   0\n" in shown


def test_where_nothing_tells_of_the_table_the_sheet_is_named(odd: Path) -> None:
    (odd / "paper.py").unlink()
    assert "There is no view of the table. The evening so far: /sheet\n" in played("/state").out


def test_a_secret_view_asks_before_it_shows_in_a_pipe_too(odd: Path) -> None:
    changed(
        odd / "__init__.py", ('"Pebble Fair"', '"Secret Fair"')
    )  # commands are kept by the game
    (odd / "paper.py").write_text("from referee.api import Paper, Say, SheetLine\n" + SACK)
    for words, is_shown in ((("yes",), True), (("Y",), True), (("no",), False), (("1p",), False)):
        ran = played("/sack", *words, "2p 1m")
        assert ran.err.count("Only for those who may look. Show it? (yes)\n") == 1
        assert ("the sack" in ran.out) == is_shown
        assert ("Not shown." in ran.err) == (not is_shown)
        assert "Ana draws 2 plain, 1 muddy." in ran.out
        assert "plain, 0 muddy" not in ran.out
        Path("odd.jsonl").unlink()


def test_at_a_terminal_a_secret_is_shown_and_typed_on_a_screen_of_its_own(odd: Path) -> None:
    pytest.importorskip("pty", reason="no pseudo terminals here")
    from tests.cli.terminal import ENTER, Terminal  # it needs pty

    (odd / "paper.py").write_text("from referee.api import Paper, Say, SheetLine\n" + SACK)
    changed(odd / "stages.py", ("event=lambda pebbles", "hides_answer=True, event=lambda pebbles"))
    env = {"TERM": "xterm", "COLUMNS": "100", "PYTHONPATH": surroundings(odd.parent)["PYTHONPATH"]}
    table = Terminal("play", "odd", *TWO, "--journal", "odd.jsonl", env=env)

    def type_in(line: str, *shown: str) -> None:
        table.type(f"{line}{ENTER}")
        for each in shown:
            table.wait_for(each)

    table.wait_for("Ana, press Enter when only you can see the screen.")
    type_in("", "1049h", "Ana> ")
    type_in("2p 1m", "1049l", "Bo, press Enter")
    type_in("", "Bo> ")
    type_in("done", "1049l", ", which pebbles?", "> ")
    type_in("/sack", "Show it? (yes)", "> ")
    type_in("yes", "1049h", "the sack", "Enter clears it.")
    type_in("", "1049l", "> ")
    type_in("quit", "Bo> ")
    type_in("done", "1049l", "> ")
    type_in("quit", "Saved in odd.jsonl.")
    assert table.leave() == 0
    assert table.shown.index("2p 1m") < table.shown.index("\x1b[?1049l")
