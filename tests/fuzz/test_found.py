"""What the fuzzer has found stays mended; files that a reader refuses stand in tests/errors."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.core.session import Note
from referee.files.journal_lines import LARGEST, sealed, write_mark
from tests.fuzz.examples import journals
from tests.fuzz.inputs import ABOUT, JOURNAL, Input, Kind
from tests.fuzz.judging import complaints
from tests.fuzz.running import Ran, alone, laid_out, run_here

SEATS = ("--players", "Ana,Bo,Cy,Di", "--journal", "new.jsonl")
SUM = len(b',"sum":"0123456789abcdef"}')


def file(*words: str, raw: bytes, kind: Kind = Kind.HOLDINGS) -> Input:
    return Input(kind=kind, words=words, files={ABOUT: raw}, is_sound=True)


def typed(heard: bytes) -> Input:
    return Input(kind=Kind.KEYS, words=("play", "no-swap", *SEATS), heard=heard)


def words(*words: str) -> Input:
    return Input(kind=Kind.WORDS, words=words)


def forged(game: str, old: bytes, new: bytes, command: str = "log") -> Input:
    """Change what a journal of a game says, and give every line a checksum that fits."""
    lines = next(each for each in journals() if f'"game":"{game}"'.encode() in each[0])
    raw, previous = b"", ""
    for line in lines[:20]:
        own, previous = sealed(line[:-SUM].replace(old, new) + b"}", previous)
        raw += own
    assert new in raw
    return Input(kind=Kind.JOURNAL, words=(command, JOURNAL), files={JOURNAL: raw}, is_sound=True)


def for_programs(given: Input) -> Input:
    return replace(given, words=(*given.words, "--format", "json"))


def full_journal() -> Input:
    """Fill a journal with notes up to its last byte but a few."""
    raw, previous = sealed(journals()[0][0][:-SUM] + b"}", "")
    lines = [raw]
    length = len(raw)
    while length < LARGEST - 400:
        note = write_mark(len(lines), "2026-11-21T20:15:03+01:00", Note("x" * 150))
        line, previous = sealed(note, previous)
        lines.append(line)
        length += len(line)
    files = {JOURNAL: b"".join(lines)}
    return Input(kind=Kind.JOURNAL, words=("log", JOURNAL), files=files, is_sound=True)


def run(given: Input) -> Ran:
    with alone():
        laid_out(given.files)
        return run_here(given)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        # An answer in bytes that are no UTF-8 was a fault of ours wherever the locale is strict.
        (typed(b"Ana\n\xff\xfe\n/why-not \xe9t\xe9\n"), 0),
        # A fact that only the room refuses had no place in its file.
        (
            file(
                *("ask", "--file", ABOUT),
                raw=b"game: saboteur\nquestion: action\nfacts: {play: map, player: A}\n",
                kind=Kind.DISPUTE,
            ),
            3,
        ),
        # Control signs of a word, of a path or of an option came to the terminal as they were.
        (words("ask", "saboteur", "gol\rd\x1b[2J"), 2),
        (words("rules", "sab\x07"), 2),
        (words("completion"), 2),
        (typed(b"Ana\n/note\x1b[31m\n/\xc2\x85x\n?\n/why-not \x1b]0;x\x07\n"), 0),
        # A word that is too long for any file was a fault of ours.
        (words("sheet", "x" * 300), 2),
        (words("log", "x" * 5000), 3),
        # Nobody at all could sit at a table, if the empty list stood in quotes.
        (file("score", ABOUT, raw=b'game: saboteur\nplayers: "[]"\nholdings: {}\n'), 3),
        # What JSON leaves as it is may still steer a terminal.
        (for_programs(forged("sidibaba", b'"at"', b'"\xc2\x9b2J"')), 4),
        # A journal with a checksum that fits, of a game that there is not.
        (forged("sidibaba", b'"game":"sidibaba"', b'"game":"\\u0000"'), 4),
        # With numbers of no rulebook: nothing can be asked.
        (forged("saboteur", b'"xNESW":1', b'"xNESW":1,"~":5', "play"), 4),
        # With a number of players that Python itself will not read.
        (forged("saboteur", b'{"3":1,"4":1', b'{"' + b"9" * 5000 + b'":1,"4":1'), 4),
        # With a number of coins that would be counted out for hours.
        (forged("no-swap-no-pay", b'"each":1', b'"each":1000000001'), 4),
        # With somebody who is not at the table, and with a card that there is not.
        (forged("saboteur", b'"player":"Bo"', b'"player":"Zoe"'), 4),
        (forged("colorful-treasure", b'[6,"diamond"]', b'[6,"/quit"]'), 4),
    ],
)
def test_what_was_found_stays_mended(given: Input, code: int) -> None:
    ran = run(given)
    assert complaints(given, ran) == []
    assert ran.code == code, ran.err or ran.out


@pytest.mark.parametrize(
    "given",
    [
        # Hundreds of unseen signs on one long line: the line was shown anew for each.
        file("check", ABOUT, raw=b"a: 1 #" + b" bcdefghijklmnop\xe2\x80\xa8" * 10_000),
        # Thousands of words: each rule was folded for each of them.
        words("rules", "sab", " ".join(f"word{n}" for n in range(5000))),
        # A journal was read up to sixteen million bytes.
        full_journal(),
    ],
    ids=["unseen signs", "words to search", "a long journal"],
)
def test_what_took_long_is_answered(given: Input) -> None:
    """How long it takes is told by ``make fuzz``, which draws the like of these."""
    assert complaints(given, run(given)) == []


def test_a_line_that_nobody_types_is_passed_over_and_the_next_is_read() -> None:
    long = b"x" * 8193
    ran = run(typed(b"Ana\n" + long + b"\n" + long + b"\r\n2g 3s 1b 2p\n" + long))
    assert ran.err.count("A line of more than 8192 signs is not read.") == 3
    assert "   1  Ana" in ran.out
    assert "   2  " in ran.out


def test_the_longest_line_is_read() -> None:
    for end in (b"\n", b"\r\n", b""):
        ran = run(typed(b"Ana\n/note " + b"x" * (8192 - len("/note ")) + end))
        assert "not read" not in ran.err
        assert "   2  Noted: xxx" in ran.out
