"""The fuzzer's judgement: a sound run has nothing against it, and each fault of a run is seen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tests.fuzz.inputs import ABOUT, JOURNAL, Input, Kind, Odd
from tests.fuzz.judging import complaints, differences, most_seconds
from tests.fuzz.running import Ran

FILE = Input(kind=Kind.HOLDINGS, words=("score", ABOUT), files={ABOUT: b"a: 1\nb"}, is_sound=True)
BROKEN = Input(kind=Kind.JOURNAL, words=("log", JOURNAL), files={JOURNAL: b"{"}, is_sound=True)
TYPED = Input(kind=Kind.WORDS, words=("ask", "x"))
DONE = Ran(code=0, out="Ana wins.\n", err="")
PLACED = Ran(code=3, out="", err=f"{ABOUT}:2:1: COLON A colon is missing.\n    b\n    ^\n")
WIDE = {"line": 0, "column": 0, "code": "NOT-UTF-8"}
LINED = Ran(code=4, out="", err=f"referee: {JOURNAL}:1: The first line is incomplete.\n")


def for_programs(given: Input) -> Input:
    return replace(given, words=(*given.words, "--format", "json"))


def in_json(exits: int = 3, /, **told: Any) -> Ran:
    one = {"path": ABOUT, "line": 2, "column": 1, "code": "COLON", "message": "No.", **told}
    out = json.dumps({"schema": 1, "ok": False, "diagnostics": [one]})
    return Ran(code=exits, out=out, err="")


@pytest.mark.parametrize(
    ("given", "ran"),
    [
        (FILE, DONE),
        (FILE, PLACED),
        (FILE, Ran(code=3, out="", err=f"{ABOUT}: EMPTY-FILE The file is empty.\n")),
        (for_programs(FILE), in_json()),
        (for_programs(FILE), in_json(line=2, column=2)),
        (for_programs(FILE), in_json(line=0, column=0, code="KIND")),
        (FILE, Ran(code=3, out="", err=f"{ABOUT}: NOT-UTF-8 This file is UTF-16, which some\n")),
        (for_programs(FILE), in_json(**WIDE, message="This file is UTF-32.")),
        (BROKEN, LINED),
        (for_programs(BROKEN), in_json(4, path=JOURNAL, line=1, column=0, code="JOURNAL")),
        (replace(BROKEN, files={JOURNAL: Odd.FOLDER}), replace(LINED, err="referee: a: folder")),
        (for_programs(TYPED), in_json(line=0, column=0, code="NO-FILE")),
        (TYPED, Ran(code=2, out="", err="referee: No game is called “x”.\n")),
        (replace(FILE, words=("score", ABOUT, "--color", "always")), replace(DONE, out="\x1b[1mA")),
        (replace(TYPED, words=("play", "x", "--timer")), replace(DONE, err="\a0:00 left")),
    ],
)
def test_nothing_speaks_against_a_sound_run(given: Input, ran: Ran) -> None:
    assert complaints(given, ran) == []


@pytest.mark.parametrize(
    ("given", "ran", "said"),
    [
        (FILE, replace(DONE, fault="Traceback …\nZeroDivisionError: x\n"), "ZeroDivisionError"),
        (FILE, replace(DONE, signal=11), "signal 11"),
        (FILE, replace(DONE, code=7), "exit code 7"),
        (FILE, replace(DONE, code=70), "exit code 70"),
        (FILE, replace(DONE, code=-1), "exit code -1"),
        (FILE, replace(DONE, code=2), "exit code 2"),
        (FILE, replace(DONE, code=4), "no journal is about"),
        (TYPED, replace(DONE, err="Traceback (most recent call last)"), "a fault is told"),
        (TYPED, replace(DONE, err="The referee itself has a fault (x)."), "a fault is told"),
        (FILE, replace(DONE, out="\x1b[31mAna"), "the output holds"),
        (FILE, replace(DONE, out="Ana\r"), "the output holds"),
        (FILE, replace(DONE, out="a\tb"), "the output holds"),
        (FILE, replace(DONE, err="\x85"), "the talk holds"),
        (FILE, replace(DONE, err="\u202e"), "the talk holds"),
        (FILE, replace(DONE, err="\a"), "the talk holds"),
        (for_programs(FILE), DONE, "no JSON"),
        (for_programs(FILE), replace(DONE, out=""), "no JSON"),
        (FILE, replace(PLACED, err="COLON A colon is missing.\n"), "without a place"),
        (FILE, replace(PLACED, err=f"{ABOUT}:2: COLON No.\n"), "without a place"),
        (FILE, replace(PLACED, err=f"{ABOUT}: TEXT No.\n"), "without a place"),
        (FILE, replace(PLACED, err=""), "without a place"),
        (for_programs(FILE), in_json(line=0), "without a place"),
        (for_programs(FILE), in_json(column=0), "without a place"),
        (for_programs(FILE), in_json(**WIDE), "without a place"),
        (for_programs(FILE), in_json(line=3), "not in the file"),
        (for_programs(FILE), in_json(column=3), "not in the file"),
        (for_programs(FILE), in_json(path=""), "without a path"),
        (for_programs(FILE), Ran(code=3, out='{"ok": false}', err=""), "without a diagnostic"),
        (BROKEN, replace(LINED, err=f"referee: {JOURNAL}: It is broken.\n"), "without a place"),
        (for_programs(BROKEN), in_json(4, path=JOURNAL, line=0), "without a line"),
    ],
)
def test_each_fault_of_a_run_is_seen(given: Input, ran: Ran, said: str) -> None:
    assert said in "; ".join(complaints(given, ran))


def test_two_runs_of_one_input_may_differ_in_the_hour_alone() -> None:
    at_ten = replace(DONE, out="begun 2026-11-21T10:15:03+01:00, 2:41 left")
    at_six = replace(DONE, out="begun 2026-11-22T18:00:00+01:00, 1:03 left")
    assert list(differences(at_ten, at_six)) == []
    for told in ("digest: {}\n", "fair.jsonl\n({})"):
        digests = [told.format(sign * 32) for sign in "af"]
        assert not list(differences(*(replace(DONE, out=each) for each in digests)))
    assert list(differences(DONE, replace(DONE, out="Bo wins.\n")))
    assert list(differences(DONE, replace(DONE, err="x")))
    assert list(differences(DONE, replace(DONE, code=1)))


def test_more_time_is_given_where_more_is_typed_and_without_the_c_parser() -> None:
    assert most_seconds(FILE) == 0.25
    assert most_seconds(FILE, pure=True) == 1.5
    assert most_seconds(replace(FILE, heard=b"\n" * 1000)) == 1.25
    assert most_seconds(replace(FILE, heard=b"0" * 999 + b"\n")) == pytest.approx(0.55)
    assert most_seconds(replace(BROKEN, files={JOURNAL: b"{}\n" * 1000})) == 0.25
