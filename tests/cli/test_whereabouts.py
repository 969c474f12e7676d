"""Where the record is kept: another file when the table says so, and a safe place at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from referee.cli.output import style
from referee.cli.play.line_reader import LineReader
from referee.cli.play.screen import Screen
from referee.core.table import Player, Setup
from referee.files.journal.journal import Journal
from referee.operations.opening import now
from referee.registry import open_game
from tests.cli.running import entries

LOG = Path("t.jsonl")
Line: TypeAlias = str | Callable[[], Any]


class Hearing(LineReader):
    """Hears a script; between two of its lines anything may happen."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        super().__init__(at_terminal=False)
        self._script: Iterator[Line] = iter(lines)

    def line(self, *, prompt: str = "", is_kept: bool = True) -> str | None:
        for line in self._script:
            if isinstance(line, str):
                return line
            line()
        return None


def read(capsys: pytest.CaptureFixture[str]) -> str:
    """Give what was said, wherever its lines break."""
    return " ".join(capsys.readouterr().err.split())


def played(*lines: Line, path: Path = LOG) -> int:
    """Play no-swap from these lines, and give the exit code."""
    game, book = open_game("no-swap")
    setup = Setup(tuple(map(Player, ("Ana", "Bo", "Cy"))))
    with Journal.create(path, game, book, setup, now) as journal:
        return Screen(journal, style, Hearing(lines)).play()


def words(path: Path | str = LOG) -> list[str]:
    return [entry["words"] for entry in entries(str(path))]


def spoil_the_end() -> None:
    """Write behind the end, as another program would."""
    with LOG.open("ab") as file:
        file.write(b"{}\n")


def swap() -> None:
    """Put a copy in the place of the journal."""
    Path("copy").write_bytes(LOG.read_bytes())
    Path("copy").replace(LOG)


def test_play_goes_on_in_another_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert played("Bo", "/journal other.jsonl", "done") == 0
    assert (words(), words("other.jsonl")) == (["Bo"], ["Bo", "done"])
    told = read(capsys)
    assert "The record: other.jsonl (t.jsonl stays as it is)" in told
    assert "To continue: referee play other.jsonl" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/journal", "The record: t.jsonl (/journal PATH continues in another file)"),
        ("／journal", "The record: t.jsonl (/journal PATH continues in another file)"),
        (
            "/journal t.jsonl",
            "t.jsonl cannot be used: the file already exists. The record: t.jsonl",
        ),
        ("/journal no/where.jsonl", "no/where.jsonl cannot be used: No such file or directory."),
        ("/journal ~nobody-at-all/x", "The record: t.jsonl"),
        (f"/journal {'x' * 300}", "File name too long."),
    ],
)
def test_what_is_no_other_file_is_said(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(line, "Bo") == 0
    assert said in read(capsys)
    assert words() == ["Bo"]


def test_a_file_that_vanished_is_told_and_the_table_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played("Bo", LOG.unlink, "done", "done") == 0
    assert words() == ["Bo", "done"]
    told = read(capsys)
    assert ("Not saved: t.jsonl was removed or replaced.") in told
    assert "The whole record was written to t.jsonl" in told


def test_whoever_leaves_a_file_that_is_gone_gets_it_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played("Bo", LOG.unlink) == 0
    assert words() == ["Bo"]
    assert read(capsys).endswith(
        "t.jsonl was removed or replaced. The whole record was written to t.jsonl. "
        "To continue: referee play t.jsonl"
    )


@pytest.mark.parametrize("spoil", [swap, spoil_the_end])
def test_whoever_leaves_a_file_that_was_spoiled_gets_another(
    spoil: Callable[[], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("t-2.jsonl").write_text("no journal")
    assert played("Bo", spoil, "done") == 4
    assert words("t-3.jsonl") == ["Bo"]
    assert "The whole record was written to t-3.jsonl." in read(capsys)
    assert Path("t-2.jsonl").read_text() == "no journal"


def test_a_folder_that_is_gone_leaves_the_record_here(tmp_path: Path) -> None:
    path = tmp_path / "away/t.jsonl"
    path.parent.mkdir()
    assert played("Bo", path.unlink, path.parent.rmdir, path=path) == 0
    assert words("t-2.jsonl") == ["Bo"]


def test_where_no_file_takes_the_record_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("x" * 254)  # no room for the number of another

    def replaced() -> None:
        path.rename("y")
        path.write_text("something else")

    assert played("Bo", replaced, path=path) == 4
    told = read(capsys)
    assert "The record could not be written anywhere else." in told
    assert "Go on with" not in told


def test_an_answer_that_was_not_noted_is_not_forgotten_over_nonsense() -> None:
    assert played("Bo", LOG.unlink, "done", "nonsense") == 4
