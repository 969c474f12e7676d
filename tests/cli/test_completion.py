"""Completion, in the shells themselves where they are here."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import ROOT, Ran, call, run

TYPED = [
    ("ask sab", "saboteur"),
    ("ask saboteur setup pla", "players="),
    ("ask saboteur gold gold=mi", "gold=miners"),
    ("ask saboteur place broken=lamp,ca", "broken=lamp,cart"),
    ("play saboteur --set go", "gold="),
    ("new saboteur --set gold=mi", "gold=miners"),
    ("sheet sidibaba --with lea", "leader="),
    ("score even", "evening.yaml"),
    ("log sat", "saturday.jsonl"),
    ("ask --file ev", "evening.yaml"),
    ("log onl", "only.text"),
]
"""One of each kind: a word, a fact, its value, one of several, a file by its ending or any."""
TYPED_TOO = [
    ("play --set mode=simple colorful --set same", "same-colour="),
    ("ask saboteur star", "starter"),
    ("ask no-swap value silver-sets=on", "silver-sets=once"),
    ("rules no-swap NSP-5.7", "NSP-5.7"),
    ("sche", "schema"),
    ("replay ev", "evening.yaml"),
    ("check even", "evening.yaml"),
    ("sheet sat", "saturday.jsonl"),
    ("play sidibaba --maze ev", "evening.yaml"),
]
SCRIPTS = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program on the path, files to be completed, and each shell's script."""
    folder = tmp_path_factory.mktemp("shell")
    program = folder / "bin" / "referee"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m referee "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    for name in ("evening.yaml", "evening.text", "saturday.jsonl", "saturday.text", "only.text"):
        (folder / name).write_text("game: saboteur\n", encoding="utf-8")
    for shell in SCRIPTS:
        (folder / f"{shell}.script").write_text(call("completion", shell).out, encoding="utf-8")
    return folder


@contextmanager
def started(shell: str, folder: Path, term: str = "dumb") -> Iterator[int]:
    """Start a shell, where it is here, with its script read on a terminal of its own."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not here: nothing was completed in it")
    env = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "TERM": term,
        "LC_ALL": "C.UTF-8",
        "PS1": "$ ",
    }
    child, fd = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(SCRIPTS[shell][0], SCRIPTS[shell], env)  # noqa: S606 - it is the shell
    prepare = "autoload -Uz compinit; compinit -u; " if shell == "zsh" else ""
    try:
        os.write(fd, f"{prepare}source {folder}/{shell}.script; echo rea''dy\n".encode())
        assert "ready" in shown(fd, "ready")
        yield fd
    finally:
        os.kill(child, 9)
        os.close(fd)
        os.waitpid(child, 0)


def shown(fd: int, wanted: str, seconds: float = 20) -> str:
    """Read what a shell shows, without its bells and escapes, until it shows what is needed."""
    seen, end = "", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < end:
        if select.select([fd], [], [], 0.2)[0]:
            seen += os.read(fd, 65536).decode(errors="replace")
            seen = seen.replace("\a", "").replace("\x1b[K", "").replace("\\", "")
            seen = re.sub("[^\b]\b", "", seen)
    return seen


@pytest.mark.parametrize(
    "typed", [TYPED, pytest.param(TYPED_TOO, marks=pytest.mark.prove)], ids=["some", "others"]
)
@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_shell_completes_what_is_typed(
    shell: str, typed: list[tuple[str, str]], folder: Path
) -> None:
    with started(shell, folder) as fd:
        for words, completed in typed:
            rest = completed.removeprefix(words.split()[-1])
            os.write(fd, f"\x15referee {words}".encode())
            shown(fd, words.split()[-1], 5)
            os.write(fd, b"\tZ")  # the Z shows where the next word goes
            after = "Z" if completed.endswith("=") else " Z"
            assert rest + after in shown(fd, rest + after, 10), words


LISTED = [
    ("play ", ("no-swap-no-pay", "No Swap No Pay!")),
    ("ask saboteur action ", ("target=", "the player it is played on")),
    ("ask saboteur ", ("action", "May this action card be played?")),
    ("score --", ("--why", "Add the workings and the text of each rule.")),
    ("games --", ("--no-pager", "Print everything without a pager.")),
    ("rules saboteur SAB-1.", ("SAB-1.1", "Tunnel cards")),
    ("cases saboteur SAB-C0", ("SAB-C02", "Can there be a fourth?")),
    ("explain T", ("TOO-LARGE", "The file is too large.")),
    ("help s", ("score", "count the final score")),
]
"""What is listed, with what it means: games, facts, questions, options, rules, cases, codes."""


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_shows_what_the_words_mean(shell: str, folder: Path) -> None:
    with started(shell, folder, "xterm" if shell == "fish" else "dumb") as fd:
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 240, 0, 0))
        for words, wanted in LISTED:
            os.write(fd, f"\x15referee {words}".encode())
            shown(fd, words.split()[-1], 5)
            os.write(fd, b"\t")
            seen = shown(fd, wanted[1], 10)
            assert all(each in seen for each in wanted), (words, seen)
            os.write(fd, b"\x15echo list''_closed\n")
            assert "list_closed" in shown(fd, "list_closed")


def completed(shell: str, words: str, *how: str) -> Ran:
    """Have a command line completed as the script of a shell does, by a Python that runs so."""
    *_, last = parts = words.split(" ")
    asked = {
        "_REFEREE_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": f"referee {words}",
        "COMP_CWORD": last if shell == "fish" else str(len(parts)),
    }
    ran = run(env=asked, program=(sys.executable, *how, "-m", "referee"))
    assert ran.code == 0
    return ran


def loaded(shell: str, words: str) -> set[str]:
    """List the modules that are loaded to complete a command line."""
    ran = completed(shell, words, "-X", "importtime")
    assert ran.out
    return set(re.findall(r"\| +([\w.]+)$", ran.err, re.MULTILINE))


def test_a_description_costs_no_module_that_the_words_do_not_need() -> None:
    def ours(shell: str, words: str) -> set[str]:
        return {name for name in loaded(shell, words) if name.startswith("referee")}

    for words in ("play ", "score --", "ask saboteur action ", "rules saboteur SAB", "explain T"):
        bare = ours("bash", words)
        assert ours("zsh", words) == ours("fish", words) == bare, words
        if "saboteur" not in words:
            assert not [each for each in bare if each.startswith("referee.games.")]


@pytest.mark.parametrize("words", ["schema", "explain", "help", "completion", "translate"])
def test_every_kind_of_word_is_completed(words: str) -> None:
    assert completed("zsh", f"{words} ").err == ""


def test_completing_costs_no_more_than_asking() -> None:
    words = "ask saboteur gold sel"
    assert "plain,selfish=" in completed("bash", words).out
    assert not loaded("bash", words) & {
        "jinja2", "referee.html", "referee.render.sheets", "referee.core.play.session",
        "referee.files.documents.facts", "referee.render.rulings",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("ask saboteur ac", "May this action card be played?"),
        ("ask saboteur action tar", "the player it is played on"),
        ("rules saboteur SAB-5.5", "A repair for two kinds"),
        ("cases saboteur SAB-C19", "Does it mend both?"),
        ("new saboteur --set broken", "Broken dwarves go empty"),
        ("sc", "count the final score"),
    ],
)
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_word_is_explained(shell: str, words: str, about: str) -> None:
    assert about in completed(shell, words).out
