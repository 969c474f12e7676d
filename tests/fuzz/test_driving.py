"""The fuzzer itself: it tries the same again, finds what is planted, and finds nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from signal import SIGINT
from time import process_time
from typing import NoReturn

import pytest

from referee.cli.main import main
from tests.fuzz.__main__ import main as run_fuzzer
from tests.fuzz.driving import SHARES, Failure, Stretch, drive, input_of, kept
from tests.fuzz.inputs import ABOUT, Content, Huge, Input, Kind, Odd
from tests.fuzz.processes import run_apart
from tests.fuzz.running import Program, Ran, alone, laid_out, run_here

A_FEW = Stretch(seed=7, count=32, seconds=60)
FOUND: list[int] = []
"""What a planted leak leaves open."""


def test_a_small_share_fails_nowhere() -> None:
    figures, following = drive(Stretch(seed=8, count=250, seconds=60))
    assert [(each.number, each.complaints) for each in figures.failures] == []
    assert following == 250
    assert sum(figures.tried.values()) == 250
    assert set(figures.tried) == set(Kind)
    assert {0, 1, 2, 3, 4} == set(figures.codes)


@pytest.mark.parametrize("kind", Kind)
def test_a_number_always_gives_the_same_input(kind: Kind) -> None:
    inputs = [input_of(3, number, kind) for number in range(40)]
    assert inputs == [input_of(3, number, kind) for number in range(40)]
    assert {each.kind for each in inputs} == {kind}
    assert len({(each.words, str(each.files), each.heard) for each in inputs}) > 10


def test_the_shares_are_those_of_a_hundred() -> None:
    assert set(SHARES) == set(Kind)
    assert sum(SHARES.values()) == 100


def fails(words: list[str]) -> NoReturn:
    raise ZeroDivisionError


def leaves(code: int, printed: str = "") -> Program:
    """Make a program that prints this and leaves."""

    def program(words: list[str]) -> NoReturn:
        sys.stdout.write(printed)
        sys.exit(code)

    return program


def draws_lots(words: list[str]) -> NoReturn:
    sys.stdout.write(str(Random().random()))
    sys.exit(0)


def takes_its_time(words: list[str]) -> NoReturn:
    end = process_time() + 0.26
    while process_time() < end:
        pass
    sys.exit(0)


def leaves_files_open(words: list[str]) -> NoReturn:
    FOUND.append(os.open(os.devnull, os.O_RDONLY))
    sys.exit(0)


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (fails, "ZeroDivisionError"),
        (leaves(7), "exit code 7"),
        (leaves(0, "\x1b[2J"), "the output holds '\\x1b'"),
        (leaves(3), "without a place"),
        (draws_lots, "differs from one run to the other"),
        (leaves_files_open, "a file was left open"),
    ],
)
def test_what_is_planted_is_found(planted: Program, said: str) -> None:
    try:
        figures, _ = drive(A_FEW, program=planted)
    finally:
        while FOUND:
            os.close(FOUND.pop())
    assert any(said in words for each in figures.failures for words in each.complaints)


def test_who_takes_too_long_is_told() -> None:
    told: list[Failure] = []
    drive(Stretch(seed=7, count=1, seconds=60), told.append, takes_its_time)
    assert "CPU time were needed" in told[0].complaints[-1]


def test_who_does_not_come_to_an_end_is_stopped() -> None:
    def waits(words: list[str]) -> NoReturn:
        while True:
            pass

    with alone():
        assert "Hung" in run_here(Input(kind=Kind.WORDS, words=()), waits, 0.05).fault


def test_the_time_is_held_and_the_number_to_go_on_with_is_told() -> None:
    figures, following = drive(Stretch(seed=7, start=40, count=9, seconds=0.0))
    assert following == 40
    assert sum(figures.tried.values()) == 0


def test_ctrl_c_ends_it_behind_the_input_that_is_tried() -> None:
    def is_interrupted(words: list[str]) -> NoReturn:
        os.kill(os.getpid(), SIGINT)
        sys.exit(0)

    figures, following = drive(Stretch(seed=7, count=9, seconds=60), program=is_interrupted)
    assert following == sum(figures.tried.values()) == 1


def test_the_figures_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chosen = ["--count", "3", "--seed", "7", "--start", "5", "--own-process-every", "0"]
    assert run_fuzzer([*chosen, "--keep", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("3 inputs in ")
    assert "failures: 0\n" in printed
    assert printed.endswith("go on with: --seed 7 --start 8\n")


def test_a_failure_is_kept_as_the_files_it_was(tmp_path: Path) -> None:
    files: dict[str, Content] = {ABOUT: b"a: \xff", "home/x": Odd.PIPE, "large": Huge(b"x", 9)}
    given = Input(kind=Kind.HOLDINGS, words=("score", ABOUT), files=files, heard=b"\xfe")
    failure = Failure(5, given, Ran(code=7, out="o", err="e"), ("exit code 7",))
    folder = kept(failure, tmp_path)
    assert (folder / ABOUT).read_bytes() == b"a: \xff"
    assert (folder / "heard").read_bytes() == b"\xfe"
    assert "exit code 7" in (folder / "told.txt").read_text(encoding="utf-8")


def test_files_of_every_sort_are_laid_out_and_taken_away() -> None:
    with alone() as folder:
        odd: dict[str, Content] = {"c": Odd.FOLDER, "d": Odd.PIPE, "e": Odd.MISSING}
        laid_out({"a/b": b"x", **odd, "f": Huge(b"yz", 3)})
        assert (folder / "a/b").read_bytes() == b"x"
        assert (folder / "c").is_dir()
        assert (folder / "d").is_fifo()
        assert not (folder / "e").exists()
        assert (folder / "f").read_bytes() == b"yzyzyz"
        laid_out({})
        assert list(folder.iterdir()) == []


def test_a_process_of_its_own_says_the_same_and_is_weighed() -> None:
    given = Input(kind=Kind.WORDS, words=("ask", "no-swap", "value", "gold=2"))
    with alone():
        here, apart = run_here(given, main), run_apart(given)
    assert (apart.code, apart.out, apart.err) == (here.code, here.out, here.err)
    assert apart.kilobytes > 1000
    assert 0 < apart.seconds < 20
