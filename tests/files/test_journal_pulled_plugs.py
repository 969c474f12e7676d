"""Killed, locked out, out of room, or the file gone: the player is told, nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.core.play.record import Note
from referee.files.journal.errors import JournalBroken, JournalLocked, WriteFailed
from referee.files.journal.journal import Journal
from referee.files.journal.lines import LARGEST, LONGEST_LINE
from tests.files.pebble_journal import BOOK, GAME, MARKS, SETUP, TAKEN, begin, reopen, written

ROOT = Path(__file__).parents[2]

BEGIN = """
import os, resource, sys
from pathlib import Path
from referee.files.journal.errors import EmptyJournal, WriteFailed
from tests.files.pebble_journal import *
"""
ENDLESS = """
journal = begin(Path(sys.argv[1]))
while True:
    print(journal.session.add(TAKEN), flush=True)
"""
PLAYING = """
journal = reopen(Path(sys.argv[1]), write=True)
print(journal.session.add(TAKEN), flush=True)
sys.stdin.read()
"""
INTERRUPTED = """
path = Path(sys.argv[1])
journal = begin(path)
while True:
    try:
        told = journal.session.add(TAKEN)
        os.write(1, f"{told}\\n".encode())  # at once, or Ctrl-C may part a number from its line end
    except KeyboardInterrupt:
        pass
    except WriteFailed:
        journal.close()
        journal = reopen(path, write=True)
"""
FULL = """
path, room = Path(sys.argv[1]), int(sys.argv[2])
journal = begin(path, MARKS)
before = path.read_bytes()
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, most))
for _ in range(2):
    try:
        journal.session.add(TAKEN)
    except WriteFailed as told:
        assert path.read_bytes() == before
        assert journal.session.record == list(MARKS)
        assert len(journal.times) == len(MARKS)
        print(told)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
journal.session.add(TAKEN)
"""
FULL_AT_ONCE = """
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, most))
try:
    begin(Path(sys.argv[1]))
except EmptyJournal as told:
    print(told)
"""


@contextmanager
def child(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run code in a process of its own, and end it in the end."""
    running = subprocess.Popen(
        [sys.executable, "-c", BEGIN + code, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        try:
            yield running
        finally:
            running.kill()


def run(code: str, *arguments: object) -> str:
    """Run code in a process of its own to its end, and give what it printed."""
    with child(code, *arguments) as running:
        printed, complaint = running.communicate(timeout=60)
    assert (complaint, running.returncode) == ("", 0)
    return printed


def noted(running: subprocess.Popen[str]) -> int:
    """Read how many entries a child has said to be noted; 0 once it has ended."""
    assert running.stdout is not None
    return int(running.stdout.readline() or 0)


def kill_while_noting(path: Path, entries: int) -> None:
    with child(ENDLESS, path) as running:
        while noted(running) < entries:
            pass
        running.kill()
        printed, _ = running.communicate()
    # The last line that was printed may be cut short; all before it were said in full.
    said = [int(line) for line in printed.splitlines(keepends=True) if line.endswith("\n")]
    with reopen(path, write=True) as journal:
        count = len(journal.session.record)
        assert count >= max(said, default=entries)
        assert journal.session.record == [TAKEN] * count
        journal.session.add(TAKEN)
    path.unlink()


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.prove)])
def test_killed_while_noting_it_opens_with_all_that_was_said_to_be_noted(
    path: Path, kills: int
) -> None:
    for entries in range(1, kills + 1):
        kill_while_noting(path, entries)


def test_ctrl_c_while_noting_leaves_a_sound_journal(path: Path) -> None:
    with child(INTERRUPTED, path) as running:
        said = 0
        for _ in range(200):
            if running.poll() is None:
                said = max(said, noted(running))
                running.send_signal(signal.SIGINT)
        running.kill()
        running.communicate()
    record = reopen(path).session.record
    assert len(record) >= said > 0
    assert record == [TAKEN] * len(record)


def test_an_entry_on_disk_that_ctrl_c_kept_from_the_session_is_never_doubled(path: Path) -> None:
    with begin(path, MARKS) as journal:
        journal._keep(len(MARKS) + 1, TAKEN)  # and here Ctrl-C comes
        with pytest.raises(WriteFailed, match="an entry that was never confirmed"):
            journal.session.add(Note("tea"))
        assert journal.session.record == list(MARKS)
    with reopen(path, write=True) as journal:
        assert journal.session.record == [*MARKS, TAKEN]
        journal.session.add(Note("tea"))
    assert reopen(path).session.record == [*MARKS, TAKEN, Note("tea")]


def test_going_on_elsewhere_leaves_out_what_ctrl_c_kept_from_the_session(path: Path) -> None:
    other = path.with_name("other.jsonl")
    with begin(path, MARKS) as journal:
        journal._keep(len(MARKS) + 1, TAKEN)
        journal.move_to(other)
        journal.session.add(Note("tea"))
    assert reopen(other).session.record == [*MARKS, Note("tea")]


def test_the_second_terminal_is_told_and_may_look(path: Path) -> None:
    written(path)
    with child(PLAYING, path) as running:
        assert noted(running) == len(MARKS) + 1
        with pytest.raises(JournalLocked, match="is open in another terminal"):
            reopen(path, write=True)
        assert reopen(path).session.record == [*MARKS, TAKEN]
        running.kill()  # a crash: nothing is tidied up
        running.wait()
        with reopen(path, write=True) as journal:
            assert journal.session.record == [*MARKS, TAKEN]


def test_a_torn_line_is_left_alone_while_another_terminal_plays(path: Path) -> None:
    raw = written(path)
    with reopen(path, write=True):
        path.write_bytes(raw + b"half of the next li")
        with pytest.raises(JournalLocked):
            reopen(path, write=True)
    assert path.read_bytes() == raw + b"half of the next li"


def test_closing_frees_the_journal_and_ends_the_noting(path: Path) -> None:
    journal = begin(path, MARKS)
    with pytest.raises(JournalLocked):
        reopen(path, write=True)
    journal.close()
    journal.close()
    with pytest.raises(WriteFailed):
        journal.session.add(TAKEN)
    reopen(path, write=True).close()


def test_a_journal_that_does_not_open_is_free_again(path: Path) -> None:
    path.write_bytes(written(path).replace(b"turn.rain", b"turn.wind"))
    for _ in range(2):
        with pytest.raises(JournalBroken):
            reopen(path, write=True)


@pytest.mark.parametrize("room", [0, 1, 60])
def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(path: Path, room: int) -> None:
    told = run(FULL, path, room).splitlines()
    assert len(told) == 2
    for line in told:
        assert line.startswith(f"Not saved: {path}: File too large. Make room and answer")
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_journal_that_finds_no_room_at_all_leaves_no_file(path: Path) -> None:
    assert "was not begun: File too large." in run(FULL_AT_ONCE, path)
    assert not path.exists()


def check_not_noted(journal: Journal, said: str) -> None:
    with pytest.raises(WriteFailed, match=said):
        journal.session.add(TAKEN)
    assert journal.session.record == list(MARKS)
    assert len(journal.times) == len(MARKS)


def test_a_file_that_vanished_is_told_until_it_is_back(path: Path, tmp_path: Path) -> None:
    with begin(path, MARKS) as journal:
        path.rename(tmp_path / "elsewhere")
        check_not_noted(journal, "was removed or replaced")
        assert not path.exists()
        (tmp_path / "elsewhere").rename(path)
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_file_that_is_gone_for_good_is_written_anew_elsewhere(path: Path) -> None:
    with begin(path, MARKS) as journal:
        path.unlink()
        check_not_noted(journal, "was removed or replaced")
        journal.move_to(path)
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_file_that_was_replaced_is_told_and_left_alone(path: Path, tmp_path: Path) -> None:
    with begin(path, MARKS) as journal:
        copy = tmp_path / "copy"
        copy.write_bytes(path.read_bytes())
        copy.replace(path)
        raw = path.read_bytes()
        check_not_noted(journal, "was removed or replaced")
    assert path.read_bytes() == raw


@pytest.mark.parametrize("change", [b"one more line\n", b""])
def test_a_file_that_another_program_changed_is_told(path: Path, change: bytes) -> None:
    with begin(path, MARKS) as journal:
        raw = path.read_bytes()
        path.write_bytes(raw + change if change else raw[:-1])
        check_not_noted(journal, "was changed by another program")
        path.write_bytes(raw)
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_words_that_no_file_can_keep_are_told(path: Path) -> None:
    with begin(path, MARKS) as journal:
        with pytest.raises(WriteFailed, match="a character that no file can keep"):
            journal.session.add(Note("torn \udcff byte"))
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_note_may_fill_a_line_and_no_more(path: Path) -> None:
    with begin(path) as journal:
        journal.session.add(Note(""))
        empty = len(path.read_bytes().splitlines(keepends=True)[-1])
        journal.session.add(Note("x" * (LONGEST_LINE - empty)))
        with pytest.raises(WriteFailed, match="more than 65536 bytes"):
            journal.session.add(Note("x" * (LONGEST_LINE - empty + 1)))
        journal.session.add(TAKEN)
    assert len(reopen(path).session.record) == 3


def fill(journal: Journal) -> None:
    for _ in range(LARGEST // LONGEST_LINE + 2):
        journal.session.add(Note("x" * (LONGEST_LINE - 100)))


def test_a_journal_that_was_changed_in_place_is_noticed_before_the_next_entry(path: Path) -> None:
    with begin(path, MARKS) as journal:
        raw = path.read_bytes()
        for changed in (
            raw.replace(b"turn.rain", b"turn.wind"),
            raw[: len(raw) // 2] + bytes(len(raw) - len(raw) // 2),
            raw.replace(b'"pebble-fair"', b'"pebble-fear"'),
        ):
            path.write_bytes(changed)
            lost = journal.lost()
            assert lost is not None
            assert "was changed by another program" in str(lost)
            with pytest.raises(WriteFailed, match="was changed by another program"):
                journal.session.add(TAKEN)
        path.write_bytes(raw)
        assert journal.lost() is None
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_change_within_the_same_tick_is_noticed_on_leaving(path: Path) -> None:
    with begin(path, MARKS) as journal:
        times = path.stat()
        path.write_bytes(path.read_bytes().replace(b"turn.rain", b"turn.wind"))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert journal.lost() is not None


def test_a_backup_that_touches_a_journal_changes_nothing(path: Path) -> None:
    with begin(path, MARKS) as journal:
        path.chmod(0o600)
        os.utime(path)
        assert journal.lost() is None
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_two_games_begun_at_once_have_a_journal_each(tmp_path: Path) -> None:
    first, second = (tmp_path / f"pebble-fair-2026-11-21-{number}.jsonl" for number in (1, 2))
    asked = []

    def now() -> str:
        asked.append("the time")
        if len(asked) == 2:  # the name was found free, and now the other terminal takes it
            written(first)
        return "2026-11-21T20:15:03+01:00"

    with Journal.create_next(tmp_path, GAME, BOOK, SETUP, now) as journal:
        assert (journal.path, first.exists()) == (second, True)


def test_a_journal_takes_no_line_that_it_could_not_open_again(path: Path) -> None:
    with (
        begin(path) as journal,
        pytest.raises(WriteFailed, match=f"would have more than {LARGEST} bytes"),
    ):
        fill(journal)
    size = path.stat().st_size
    assert size <= LARGEST < size + LONGEST_LINE
    assert len(reopen(path).session.record) == len(journal.session.record) > 12


def test_a_symbolic_link_is_followed(path: Path, tmp_path: Path) -> None:
    written(path)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    with reopen(link, write=True) as journal:
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]
