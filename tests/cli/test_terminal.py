"""Play at a terminal: a pseudo terminal stands in for the table's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.fair import bring, brought, stopped
from tests.cli.running import FOUR, call, entries
from tests.conftest import HOME_VARIABLES

pytest.importorskip("pty", reason="no pseudo terminals here")
from tests.cli.terminal import CTRL_C, CTRL_D, ENTER, Terminal  # it needs pty


@pytest.fixture
def table() -> Iterator[Terminal]:
    with Terminal("play", "no-swap", "--players", FOUR, "--journal", "t.jsonl") as terminal:
        terminal.wait_for("first captain?")
        terminal.wait_for("> ")
        yield terminal


def test_enter_chooses_no_captain(table: Terminal) -> None:
    table.type(ENTER)
    table.wait_for("Not understood.")
    assert "Enter:" not in table.shown
    table.type("1" + ENTER)
    table.wait_for("   1  Ana is the first captain.")
    assert "1 Ana  2 小明  3 ゆうこ  4 Bo" in table.shown
    table.answer("2g 6b")
    table.wait_for("1 gold  3 black")
    table.wait_for("> ")
    table.type(CTRL_D)
    table.wait_for("To continue: referee play t.jsonl")
    assert table.leave() == 0


def test_ctrl_c_leaves_with_130_and_a_whole_journal(table: Terminal) -> None:
    table.type("Bo" + ENTER)
    table.wait_for("   1  Bo is the first captain.")
    table.wait_for("> ")
    table.type("3g 3")
    table.wait_for("3g 3")
    table.wait_for("Saved in t.jsonl.", press=CTRL_C)
    assert table.leave() == 130
    assert "Traceback" not in table.shown
    assert [entry["words"] for entry in entries("t.jsonl")] == ["Bo"]
    assert call("play", "t.jsonl", heard="3g 3s 2b\n").code == 0


def test_a_score_at_a_terminal_has_colours_where_the_terminal_has(played: str) -> None:
    with Terminal("score", played) as terminal:
        terminal.wait_for(" wins with ")
        assert terminal.leave() == 0
    assert "\x1b[" not in terminal.shown


def shown_within(cells: int, *words: str) -> list[str]:
    """Run a command in a window that is so wide; give the lines that are shown."""
    with Terminal(*words, env={"TERM": "dumb", "COLUMNS": str(cells)}) as terminal:
        terminal.wait_for_all()
    return terminal.shown.splitlines()


RULE = ("rules", "no-swap", "NSP-4.1")


@pytest.mark.parametrize("cells", [40, 80])
def test_sentences_break_between_words_where_the_window_ends(cells: int) -> None:
    whole = call(*RULE).out
    assert max(map(len, whole.splitlines())) > 80
    shown = shown_within(cells, *RULE)
    assert max(map(len, shown)) <= cells
    assert " ".join(shown).split() == whole.split()


def test_what_programs_and_voices_read_breaks_nowhere() -> None:
    for fmt in ("json", "plain", "markdown"):
        words = (*RULE, "--format", fmt)
        assert shown_within(40, *words) == call(*words).out.splitlines()


def test_a_command_that_may_be_copied_breaks_nowhere() -> None:
    words = ("ask", "no-swap", "my bag is empty, may I refuse")
    shown = [line for line in shown_within(40, *words) if "referee ask" in line]
    assert max(map(len, shown)) > 80
    assert set(shown) <= set(call(*words).out.splitlines())


def test_a_caret_stands_under_its_sign_in_a_narrow_window() -> None:
    players = "players: [Ana, Bo, Cy, Di, Eva, Fritz, Gesine, Hans, Ida]"
    text = f"game: no-swap-no-pay\n{players}\nholdings: {{}}\n"
    Path("many.yaml").write_text(text, encoding="utf-8")
    shown = shown_within(40, "score", "many.yaml")
    source = next(line for line in shown if line.startswith("    players: "))
    caret = shown[shown.index(source) + 1]
    assert (len(source), source[caret.index("^")]) == (39, "[")


def test_help_breaks_where_the_window_ends_by_now(table: Terminal) -> None:
    for cells in (100, 50):
        before = len(table.shown)
        table.resize(40, cells)
        table.type("? all" + ENTER)
        table.wait_for("undo        take back")
        table.wait_for("> ")
        # Readline wipes its own line with blanks when the window changes, whenever it hears of it.
        shown = map(str.rstrip, table.shown[before:].splitlines())
        assert cells - 20 < max(map(len, shown)) <= cells
    assert "  why         the rules behind the last\r\n" + " " * 18 in table.shown


KEEP = "Keep these numbers for your next game?  1 yes  2 no  Enter: no"
KEPT = "Enter: 1, 3, 6, 10 (from an earlier game)"


@contextmanager
def at_the_fair(folder: Path, journal: str) -> Iterator[Terminal]:
    """Sit down to the toy game, up to the first question after the judge's name."""
    words = ("play", "pebble", "--players", "Ana,Bo", "--journal", journal)
    with Terminal(*words, program=(str(bring(folder)),)) as terminal:
        terminal.answer("Zed")
        terminal.wait_for("rain: dry)")
        yield terminal


def test_numbers_are_kept_where_the_table_says_so(tmp_path: Path) -> None:
    settings = tmp_path / "home/referee/settings.yaml"
    with at_the_fair(tmp_path, "1.jsonl") as table:
        assert "Enter" not in table.shown
        table.answer("1 3 6")
        table.wait_for("4 numbers are needed, not 3.")
        table.answer("1 3 6 10")
        table.wait_for(KEEP)
        table.answer("y")
        table.wait_for("They are saved in")
        table.wait_for(f"{settings}.")
        table.wait_for("The record: 1.jsonl")
        table.wait_for("> ")
        table.type(CTRL_D)
        assert table.leave() == 0
    assert "  board:\n    dry: [1, 3, 6, 10]\n" in settings.read_text(encoding="utf-8")
    with at_the_fair(tmp_path, "2.jsonl") as table:
        table.wait_for(KEPT)
        table.answer()
        table.wait_for("The record: 2.jsonl")
        table.wait_for("> ")
        table.type(CTRL_D)
        assert table.leave() == 0
        assert KEEP not in table.shown
    head = Path("2.jsonl").read_text(encoding="utf-8").split("\n", 1)[0]
    assert '"numbers":{"board":[1,3,6,10]}' in head


@pytest.mark.parametrize("answer", ["", "n", "NO", "perhaps"])
def test_numbers_are_not_kept_unless_the_table_says_so(answer: str, tmp_path: Path) -> None:
    with at_the_fair(tmp_path, "1.jsonl") as table:
        table.answer("1,3,6,10")
        table.wait_for(KEEP)
        table.answer(answer)
        table.wait_for("The record: 1.jsonl")
        assert "They are kept" not in table.shown
    assert not (tmp_path / "home").exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder here that takes no file")
def test_where_nothing_can_be_kept_that_is_said_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in HOME_VARIABLES:
        monkeypatch.setenv(name, "/proc/none")
    with at_the_fair(tmp_path, "1.jsonl") as table:
        table.answer("1,3,6,10")
        table.wait_for(KEEP)
        table.answer("yes")
        table.wait_for("They were not saved in /proc/none/")
        table.wait_for(": No such file or\r\ndirectory.")
        table.wait_for("The record: 1.jsonl")
        table.wait_for("> ")


def test_a_bell_rings_while_the_table_is_still_thinking(tmp_path: Path) -> None:
    launcher = bring(tmp_path)
    with brought():
        stopped(Path("w.jsonl"), ("00:10", "Ana"), ("00:20", "shore"), ("00:50", "/note tea"))
    with Terminal("play", "w.jsonl", "--timer", program=(str(launcher),)) as table:
        table.wait_for("Sand 0:00.")
        # Not a key was pressed. The prompt comes at the same moment: before it or behind.
        table.wait_for("\aThe sand has run out.\r\n")
        table.type("1p" + ENTER)
        table.wait_for("   3  The sand has run out; the glass is turned.")
        table.wait_for("   4  Ana draws 1 pebble.")
        table.wait_for("Sand 0:30.")
        table.wait_for("> ")
        table.type(CTRL_D)
        assert table.leave() == 0
    assert table.shown.count("\a") == 1, "it rings once for each filling"
