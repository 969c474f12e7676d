"""What the fuzzer has found stays mended: each input lies as a file in tests/errors/found.

In a file, a sign of ``files`` and ``heard`` is a byte; a long content is a list of parts, each
with how often it comes. Files that a reader refuses, and what is told about them, stand in
tests/errors itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from referee.registry import game_ids
from tests.fuzz.forging import again, first_of, forged, from_the_first, in_turn, notes
from tests.fuzz.inputs import Input, Kind
from tests.fuzz.judging import complaints
from tests.fuzz.running import Ran, alone, laid_out, run_here

FOUND = sorted((Path(__file__).parent.parent / "errors/found").glob("*.json"))
SEATS = ("--players", "Ana,Bo,Cy,Di", "--journal", "new.jsonl")


def typed(heard: bytes) -> Input:
    return Input(kind=Kind.KEYS, words=("play", "no-swap", *SEATS), heard=heard)


def read(path: Path) -> tuple[Input, int]:
    """Read an input, and the exit code that it must have."""
    found: dict[str, Any] = json.decode(path.read_bytes())
    given = Input(
        kind=Kind(found["kind"]),
        words=tuple(found["words"]),
        files={name: content(written) for name, written in found.get("files", {}).items()},
        heard=found.get("heard", "").encode("latin-1"),
        is_sound=found["is_sound"],
    )
    return given, found["code"]


def content(written: str | list[tuple[str, int]]) -> bytes:
    parts = [(written, 1)] if isinstance(written, str) else written
    return b"".join(part.encode("latin-1") * times for part, times in parts)


def run(given: Input) -> Ran:
    with alone():
        laid_out(given.files)
        return run_here(given)


def run_to(given: Input, code: int) -> Ran:
    """Run an input against which nothing is said, and that leaves with this code."""
    ran = run(given)
    assert complaints(given, ran) == []
    assert ran.code == code, ran.err or ran.out
    return ran


def test_what_was_found_is_there() -> None:
    assert len(FOUND) >= 26


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_stays_mended(path: Path) -> None:
    run_to(*read(path))


def test_the_longest_journal_is_told() -> None:
    """How long it takes is told by ``tools/benchmarks/forged_journals.py``."""
    head, _ = first_of("aladdin")
    run_to(forged(head, notes()), 0)


def test_who_takes_back_and_answers_again_thousands_of_times_is_told() -> None:
    head, entry = first_of("aladdin")
    run_to(forged(head, in_turn([], entry)), 0)


@pytest.mark.parametrize("name", game_ids())
def test_what_the_rules_refuse_thousands_of_times_is_no_record(name: str) -> None:
    head, entry = first_of(name)
    ran = run_to(forged(head, again([], entry)), 4)
    assert "The rules refuse more than 500 of these lines." in ran.err


def test_what_is_struck_from_its_first_entry_on_is_no_record() -> None:
    head, entry = first_of("aladdin")
    marks = from_the_first([], entry, 450)  # the rules refuse all but the first
    ran = run_to(forged(head, marks), 4)
    assert "entries again" in ran.err


def test_a_line_that_nobody_types_is_passed_over_and_the_next_is_read() -> None:
    long = b"x" * 8193
    ran = run(typed(b"Ana\n" + long + b"\n" + long + b"\r\n2g 3s 1b 2p\n" + long))
    assert ran.err.count("A line of more than 8192 characters is not read.") == 3
    assert "   1  Ana" in ran.out
    assert "   2  " in ran.out


def test_the_longest_line_is_read() -> None:
    for end in (b"\n", b"\r\n", b""):
        ran = run(typed(b"Ana\n/note " + b"x" * (8192 - len("/note ")) + end))
        assert "not read" not in ran.err
        assert "x" * 1000 in ran.out.replace("\n", "").replace(" ", "")
