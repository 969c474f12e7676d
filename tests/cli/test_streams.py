"""Exit 0 means that all of the output has arrived, whatever it was written to."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from time import sleep
from typing import Any, Final

import pytest

from tests.cli.running import PROGRAM, ROOT, SHEETS, run, surroundings

SIZE: Final = 4096
"""Bytes that a file may grow to, fewer than any of these commands prints."""
COMMANDS: Final = (
    ("rules", "saboteur"),
    ("sheet", str(SHEETS / "saturday.jsonl"), "--format", "html"),
    ("--help",),
)
BUFFERED: Final = ("", "1")
"""What PYTHONUNBUFFERED may say."""
buffered_or_not = pytest.mark.parametrize("unbuffered", BUFFERED, ids=["buffered", "unbuffered"])


@cache
def whole(words: tuple[str, ...]) -> bytes:
    """Give all that a command prints."""
    return run(*words).out.encode()


def begun(words: tuple[str, ...], out: int, unbuffered: str) -> subprocess.Popen[bytes]:
    """Run a command that prints into a descriptor, which is closed here."""
    env = surroundings({"PYTHONUNBUFFERED": unbuffered})
    program = subprocess.Popen(
        [*PROGRAM, *words], env=env, stdout=out, stderr=subprocess.PIPE, cwd=ROOT
    )
    os.close(out)
    return program


def ways(*more: Callable[[], tuple[int, int]]) -> list[Any]:
    """List every command with and without buffers, and with each of what else is told.

    In the quick run each is met and, of three things, any two together; the proofs try the rest.
    """
    found = []
    told: list[tuple[Any, ...]] = [*product(BUFFERED, *[more] * bool(more))]
    for place, words in enumerate(COMMANDS):
        for number, (unbuffered, *made) in enumerate(told):
            marks = pytest.mark.prove if (place + number + number // 2) % 2 else ()
            names = [words[0], "unbuffered" if unbuffered else "buffered"]
            names += [way.__name__ for way in made]
            found.append(pytest.param(words, unbuffered, *made, id="-".join(names), marks=marks))
    return found


def piped() -> tuple[int, int]:
    return os.pipe()


def socketed() -> tuple[int, int]:
    ours, theirs = socket.socketpair()
    return ours.detach(), theirs.detach()


def read_slowly(descriptor: int) -> bytes:
    """Read all, with a pause behind the first bytes in which every buffer fills."""
    raw = os.read(descriptor, 100)
    sleep(0.05)
    while part := os.read(descriptor, 1 << 16):
        raw += part
    os.close(descriptor)
    return raw


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize(("words", "unbuffered", "made"), ways(piped, socketed))
def test_a_reader_that_pauses_gets_all_of_it_and_one_that_leaves_ends_it_without_a_word(
    words: tuple[str, ...], unbuffered: str, made: Callable[[], tuple[int, int]], *, leaves: bool
) -> None:
    reading, writing = made()
    os.set_blocking(writing, False)
    program = begun(words, writing, unbuffered)
    if leaves:
        os.close(reading)
    else:
        assert read_slowly(reading) == whole(words)
    _, said = program.communicate()
    assert (program.returncode, said) == (0, b"")


@pytest.mark.parametrize(("words", "unbuffered"), ways())
def test_a_file_that_may_not_grow_is_told(
    words: tuple[str, ...], unbuffered: str, tmp_path: Path
) -> None:
    most = min(SIZE, len(whole(words)) - 1)
    with (tmp_path / "out").open("wb") as out:
        ran = subprocess.run(
            [*PROGRAM, *words],
            env=surroundings({"PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"}),
            stdout=out,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr == b"referee: The output cannot be written: File too large.\n"
    assert (tmp_path / "out").read_bytes() == whole(words)[:most]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(("words", "unbuffered"), ways())
def test_a_full_device_is_told(words: tuple[str, ...], unbuffered: str) -> None:
    program = begun(words, os.open("/dev/full", os.O_WRONLY), unbuffered)
    said = b"referee: The output cannot be written: No space left on device.\n"
    assert (program.communicate()[1], program.returncode) == (said, 2)


@buffered_or_not
def test_a_descriptor_that_takes_nothing_is_told(unbuffered: str) -> None:
    program = begun(("games",), os.open(os.devnull, os.O_RDONLY), unbuffered)
    said = b"referee: The output cannot be written: Bad file descriptor.\n"
    assert (program.communicate()[1], program.returncode) == (said, 2)


def test_talk_never_lands_in_the_journal(tmp_path: Path) -> None:
    line = (
        f"{' '.join(PROGRAM)} play no-swap --players Ana,Bo,Cy,Di --journal fair.jsonl"
        " 2>&- 1>&- </dev/null"
    )
    ran = subprocess.run(line, shell=True, cwd=tmp_path, env=surroundings(), check=False)  # noqa: S602
    assert ran.returncode == 0
    assert len((tmp_path / "fair.jsonl").read_bytes().splitlines()) == 1
