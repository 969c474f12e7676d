"""A damaged journal gives back what is sound, or names the place; it never lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.files.journal.errors import JournalBroken, JournalError
from referee.files.journal.lines import LARGEST, LONGEST_LINE, check_line, with_checksum
from tests.files.pebble_journal import MARKS, TAKEN, begin, reopen, written

LINES = 1 + len(MARKS)


def forge(path: Path, line: int, body: bytes) -> None:
    """Put another body at a line, counted from 1, and close the whole chain again."""
    bodies, last = [], ""
    for old in path.read_bytes().splitlines():
        opened = check_line(old, last)
        assert isinstance(opened, tuple)
        bodies.append(opened[0])
        last = opened[1]
    bodies[line - 1 : line] = [body]
    raw, last = b"", ""
    for each in bodies:
        own, last = with_checksum(each, last)
        raw += own
    path.write_bytes(raw)


def body_at(path: Path, line: int) -> bytes:
    return path.read_bytes().splitlines()[line - 1].rpartition(b',"sum"')[0] + b"}"


def check_cut(path: Path, raw: bytes, cut: int) -> None:
    """Open a journal that ends after ``cut`` bytes, to read and then to go on."""
    path.write_bytes(raw[:cut])
    whole = raw[: cut + 1].count(b"\n")  # a line that lacks only its end is complete
    if not whole:
        with pytest.raises(JournalBroken, match=":1: The first line is incomplete"):
            reopen(path)
        return
    torn = b"" if raw[cut : cut + 1] == b"\n" else raw[:cut].rpartition(b"\n")[2]
    reading = reopen(path)
    assert reading.session.record == list(MARKS[: whole - 1])
    assert (reading.torn, reading.set_aside) == (torn, None)
    assert path.read_bytes() == raw[:cut]
    with reopen(path, write=True) as writing:
        assert writing.session.record == reading.session.record
        aside = writing.set_aside
        writing.session.add(TAKEN)
    assert (aside.read_bytes() if aside else b"") == torn
    if aside:
        aside.unlink()
    assert path.read_bytes().startswith(raw[: cut - len(torn)])
    assert reopen(path).session.record == [*MARKS[: whole - 1], TAKEN]


def check_flip(path: Path, raw: bytes, at: int, bit: int) -> None:
    """Open a journal with one bit turned over."""
    path.write_bytes(raw[:at] + bytes([raw[at] ^ (1 << bit)]) + raw[at + 1 :])
    line = raw[:at].count(b"\n") + 1
    if at == len(raw) - 1:  # the last end of line: all before it is there
        journal = reopen(path)
        assert (journal.session.record, journal.torn) == (list(MARKS), b"")
        return
    with pytest.raises(JournalBroken) as caught:
        reopen(path)
    assert caught.value.line == line, (at, bit)
    assert str(caught.value).startswith(f"{path}:{line}: ")


@pytest.mark.parametrize("last", [2, pytest.param(LINES, marks=pytest.mark.prove)])
def test_a_journal_cut_anywhere_in_its_last_lines_keeps_every_whole_line(
    path: Path, last: int
) -> None:
    raw = written(path)
    before = b"".join(raw.splitlines(keepends=True)[:-last])
    for cut in range(max(0, len(before) - 1), len(raw) + 1):
        check_cut(path, raw, cut)


@pytest.mark.parametrize("bits", [1, pytest.param(8, marks=pytest.mark.prove)])
def test_no_flip_of_a_bit_is_taken_silently(path: Path, bits: int) -> None:
    raw = written(path)
    for at in range(len(raw)):
        for bit in range(bits):
            check_flip(path, raw, at, (at + bit) % 8)


def for_windows(raw: bytes) -> bytes:
    """Give the lines ends as editors and the mail do on Windows."""
    return raw.replace(b"\n", b"\r\n")


def test_lines_with_the_ends_of_windows_are_read_and_go_on_with_such_ends(path: Path) -> None:
    path.write_bytes(for_windows(written(path)))
    journal = reopen(path)
    assert (journal.session.record, journal.torn) == (list(MARKS), b"")
    with reopen(path, write=True) as journal:
        for _ in range(2):
            journal.session.add(TAKEN)
            assert journal.lost() is None
        digest = journal.digest
    raw = path.read_bytes()
    assert raw == for_windows(raw.replace(b"\r\n", b"\n"))
    again = reopen(path)
    assert (again.session.record, again.digest) == ([*MARKS, TAKEN, TAKEN], digest)


def test_what_has_the_line_ends_of_windows_has_plain_ones_in_another_file(path: Path) -> None:
    raw = written(path)
    path.write_bytes(for_windows(raw))
    with reopen(path, write=True) as journal:
        journal.move_to(path.with_name("moved.jsonl"))
    assert path.with_name("moved.jsonl").read_bytes() == raw


@pytest.mark.parametrize("lost", range(60))
def test_a_line_with_such_an_end_that_was_cut_short_is_told_from_one_that_lacks_its_end(
    path: Path, lost: int
) -> None:
    """Cut behind each byte of the last line, also between the two signs of its end."""
    raw = for_windows(written(path))
    path.write_bytes(raw[: len(raw) - lost])
    whole = raw if lost <= 2 else raw[: raw[:-1].rfind(b"\n") + 1]
    with reopen(path, write=True) as journal:
        assert len(journal.session.record) == len(MARKS) - (lost > 2)
        assert journal.torn == raw[len(whole) : len(raw) - lost]
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "is_for_windows"),
    [*((n, False) for n in range(1, LINES)), *((n, True) for n in range(1, LINES - 1))],
)
def test_no_file_has_two_kinds_of_line_ends(path: Path, line: int, *, is_for_windows: bool) -> None:
    lines = written(path).splitlines(keepends=True)
    ends = (for_windows, bytes) if is_for_windows else (bytes, for_windows)
    mixed = b"".join([*map(ends[0], lines[:line]), *map(ends[1], lines[line:])])
    path.write_bytes(mixed)
    for write in (False, True):
        with pytest.raises(JournalBroken) as caught:
            reopen(path, write=write)
        assert caught.value.line == line + 1
    assert path.read_bytes() == mixed


@pytest.mark.parametrize("sign", [b"", b"\0", b"\x8a", b"\r", b"}"])
def test_a_line_that_lacks_its_end_or_has_another_sign_there_is_finished(
    path: Path, sign: bytes
) -> None:
    raw = written(path)
    path.write_bytes(raw[:-1] + sign)
    assert reopen(path).session.record == list(MARKS)
    assert path.read_bytes() == raw[:-1] + sign
    with reopen(path, write=True) as journal:
        assert (journal.torn, journal.set_aside) == (b"", None)
        assert path.read_bytes() == raw
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_side_files_never_overwrite_one_another(path: Path) -> None:
    raw = written(path)
    for number in (1, 2):
        path.write_bytes(raw + b'{"n":%d' % number)
        with reopen(path, write=True) as journal:
            assert journal.set_aside == path.with_name(f"fair.jsonl.torn-{number}")
        assert path.read_bytes() == raw
    assert path.with_name("fair.jsonl.torn-1").read_bytes() == b'{"n":1'


def test_a_tail_of_anything_at_all_is_set_aside(path: Path) -> None:
    raw = written(path)
    for tail in (b"\0" * 4096, b"\xff\xfe", b'{"a":' * 50_000, b"}"):
        path.write_bytes(raw + tail)
        assert reopen(path).torn == tail


def test_a_tail_that_cannot_be_set_aside_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)  # no name has room for more than 255 bytes
    raw = written(path) + b"torn"
    path.write_bytes(raw)
    with pytest.raises(JournalError, match="cannot be repaired: File name too long"):
        reopen(path, write=True)
    assert path.read_bytes() == raw
    assert reopen(path).session.record == list(MARKS)


def test_a_line_that_is_missing_in_the_middle_is_named(path: Path) -> None:
    lines = written(path).splitlines(keepends=True)
    for missing in range(1, LINES - 1):
        path.write_bytes(b"".join(lines[:missing] + lines[missing + 1 :]))
        with pytest.raises(JournalBroken, match="or a line before it is missing") as caught:
            reopen(path)
        assert caught.value.line == missing + 1


def test_lines_in_another_order_are_named(path: Path) -> None:
    lines = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[1], *lines[3:]]))
    with pytest.raises(JournalBroken, match=":2: "):
        reopen(path)


def test_a_line_of_another_journal_is_named(path: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "other.jsonl", MARKS[1:3]).splitlines(keepends=True)
    lines = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], other[2], *lines[3:]]))
    reopen(tmp_path / "other.jsonl")
    with pytest.raises(JournalBroken, match=":3: The checksum does not fit"):
        reopen(path)


def test_a_broken_journal_is_left_as_it_is_and_the_remedy_works(path: Path) -> None:
    raw = written(path)
    broken = raw.replace(b"turn.rain", b"turn.wind") + b"torn"
    path.write_bytes(broken)
    with pytest.raises(JournalBroken, match="a new file made of the first 2 lines") as caught:
        reopen(path, write=True)
    assert path.read_bytes() == broken
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    sound = broken.splitlines(keepends=True)[: caught.value.line - 1]
    path.write_bytes(b"".join(sound))
    assert reopen(path).session.record == [TAKEN]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"n":3,"at":"","note":"x"}', ":3: The line has number 3, but 2 is due."),
        (b'{"n":3,"at":"","struck":[1]}', ":3: The line has number 3, but 2 is due."),
        (b'{"n":3,"at":"","event":{"type":"RainFell","drops":[]}}', ":3: The line has number 3"),
        (b'{"n":2,"at":"","struck":[2]}', ":3: The line does not fit those before it: not in"),
        (b'{"n":2,"at":"","struck":[]}', ":3: The line does not fit those before it"),
        (b'{"n":2,"at":"","event":{"type":"PebbleEaten"}}', "PebbleEaten"),
        (b'{"n":2,"at":"","event":{"type":"RainFell"}}', "drops"),
        (b'{"n":2,"at":"","event":{"type":"BasketTorn"}}', ":3: The line does not fit"),
        (b'{"n":2,"at":"","event":{"type":"RainFell","drops":["x"]}}', "Expected `int`"),
        (b'{"n":2,"at":"","event":{"type":"RainFell","drops":[],"z":' + b"[" * 9000, ":3: "),
        (b'{"n":2,"at":""}', ":3: The line is not one event, correction, note or mark of"),
        (b'{"n":2,"at":"","glass":"broken"}', "Invalid enum value 'broken'"),
        (b'{"n":2,"at":"","glass":"paused","note":"x"}', ":3: The line is not one event"),
        (b'{"n":2,"at":"","glass":"paused","by_clock":true}', ":3: The line is not one event"),
        (b'{"n":2,"at":"","note":"x","by_clock":true}', ":3: The line is not one event"),
        (b'{"n":2,"at":"","note":"x","struck":[1]}', ":3: The line is not one event"),
        (b'{"n":2,"at":"","note":"x","overruled":"y"}', ":3: The line is not one event"),
        (b'{"n":2,"at":"","note":"x","nose":1}', "nose"),
        (b'{"n":2,"at":"","event":{"type":"RainFell","drops":[]},"note":"x"}', ":3: The line is"),
        (b'{"n":2,"at":"","note":"\xff"}', ":3: The line cannot be read"),
        (b'{"n":2,"at":"","note"}', ":3: The line cannot be read"),
        (b"[2]", ":3: The line cannot be read"),
    ],
)
def test_a_line_that_a_forger_closed_is_named(path: Path, body: bytes, said: str) -> None:
    written(path)
    forge(path, 3, body)
    with pytest.raises(JournalBroken) as caught:
        reopen(path)
    assert said in str(caught.value)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"referee":2', b'"referee":3', "format 3; this referee reads format 2"),
        (b'"referee":2', b'"referee":0', "is of a format before 1.0"),
        (b'"referee":2', b'"referee":"a"', "The first line cannot be read"),
        (b'"seating"', b'"sitting"', "seating"),
        (b'["Ana","Bo \xe5\xbc\x93"]', b'["Ana"]', "The first line does not fit the game"),
        (b'"supply":20', b'"supply":true', "The first line cannot be read"),
        (b'"supply":20', b'"supply":[20]', "PEB-1.1 supply was a different kind of number then"),
        (b'{"2":5,"3":4}', b'{"two":5}', "PEB-3.1 baskets was a different kind of number then"),
        (b'{"2":5,"3":4}', b'{"2":5}', "PEB-3.1 baskets is too large for a rulebook"),
        (b'"supply":20', b'"supply":41', "PEB-1.1 supply is too large for a rulebook"),
        (b'"supply":20', b'"supply":-1', "PEB-1.1 supply is too large for a rulebook"),
        (b'"supply":20', b'"supply":0', "PEB-1.1 supply is too large for a rulebook"),
        (b'"rain":"dry"', b'"rain":"warm"', "The house rule rain has no value warm"),
        (b'"wind":["east"]', b'"wind":["west"]', "The house rule wind has no value west"),
        (b'"wind":["east"]', b'"hail":["east"]', "has the house rule hail"),
        (b'"game"', b'"gnome"', "The first line cannot be read"),
    ],
)
def test_a_head_that_a_forger_closed_is_named(
    path: Path, old: bytes, new: bytes, said: str
) -> None:
    written(path)
    assert body_at(path, 1).count(old) == 1
    forge(path, 1, body_at(path, 1).replace(old, new))
    with pytest.raises(JournalBroken) as caught:
        reopen(path)
    assert said in str(caught.value)
    assert caught.value.line == 1


BEFORE_1_0 = (
    b'{"referee":1,"game":"pebble-fair","setup":{"seating":["Ana","Bo"]},"at":"","sum":"%s"}\n'
    b'{"n":1,"at":"","note":"cake","sum":"%s"}\n'
)


@pytest.mark.parametrize("raw", [BEFORE_1_0, BEFORE_1_0[:40], BEFORE_1_0.replace(b"\n", b"\r\n")])
def test_a_journal_of_before_the_first_release_is_refused_and_kept(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    for write in (False, True):
        with pytest.raises(JournalBroken) as caught:
            reopen(path, write=write)
        assert str(caught.value).startswith(
            f"{path}:1: This journal is of a format before 1.0, which is not read any more. "
        )
    assert path.read_bytes() == raw


def test_a_forger_who_changes_nothing_is_not_noticed(path: Path) -> None:
    raw = written(path)
    for line in range(1, LINES + 1):
        forge(path, line, body_at(path, line))
    assert path.read_bytes() == raw


@pytest.mark.parametrize("raw", [b"", b"{", b'{"referee":2', b'{"referee":2,"sum":"00"}'])
def test_a_file_in_which_nothing_was_noted_is_named(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    with pytest.raises(JournalBroken, match=":1: The first line is incomplete"):
        reopen(path, write=True)
    assert path.read_bytes() == raw


def test_a_file_that_is_no_journal_is_named(path: Path) -> None:
    for raw in (b"game: pebble-fair\n", b"\n", b"\r\n"):
        path.write_bytes(raw)
        with pytest.raises(
            JournalBroken, match=r":1: (This is not|The line is not from) a journal"
        ):
            reopen(path)


def test_what_is_no_file_is_named_at_once(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (tmp_path, fifo, tmp_path / "missing", Path(os.devnull)):
        for write in (False, True):
            with pytest.raises(JournalBroken) as caught:
                reopen(path, write=write)
            assert caught.value.line == 0
            assert str(caught.value).startswith(f"{path}: ")


def test_a_line_may_have_its_full_length_and_no_more(path: Path) -> None:
    written(path, (TAKEN,))
    body = b'{"n":1,"at":"","note":"%s"}'
    room = LONGEST_LINE - len(with_checksum(body % b"", "")[0])
    forge(path, 2, body % (b"x" * room))
    assert max(len(line) for line in path.read_bytes().splitlines(keepends=True)) == LONGEST_LINE
    assert reopen(path).session.record
    forge(path, 2, body % (b"x" * (room + 1)))
    with pytest.raises(JournalBroken, match=":2: The line is longer than 65536 bytes"):
        reopen(path)


def test_a_file_larger_than_any_journal_is_refused_unread(path: Path) -> None:
    begin(path).close()
    head = path.stat().st_size
    os.truncate(path, LARGEST)
    assert len(reopen(path).torn) == LARGEST - head
    os.truncate(path, LARGEST + 1)
    with pytest.raises(JournalBroken, match=f"The file has more than {LARGEST} bytes"):
        reopen(path)
