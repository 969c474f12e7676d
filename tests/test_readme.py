"""The pages that people read are run: every ``console`` block, command by command.

A line that begins with ``$`` is typed in; the lines behind it are what is printed, where ``...``
stands for any lines and no line at all for "whatever it prints". Every page has a folder of its
own, laid out like the checkout. What builds, tests or needs a network is not run here: ``make``
targets must be there, ``git`` is left to git, and pytest runs already.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from tests import pages
from tests.cli.running import call

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("rulebooks/*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED_FILE = re.compile(r"`([\w./-]+/[\w.-]*\w)`")
LINKED = ("referee", "tests")
"""What no page writes to; compiled where it lies, it starts the sooner."""
COPIED = ("rulebooks", "scoresheets", "docs")
HERE = re.compile(r"referee ([^|<>&;$`*?(){}\n]+?)(?: < ([\w.]+))?(?: > ([\w.]+))?")
"""What this process can call by itself, from or into a file too; on most pages it does."""
BY_ITSELF = "README.md"
"""The page of which every command is a process, as at a table."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
NOT_RUN = (
    "make ",
    "git ",
    "pip ",
    "pipx ",
    "python3 -m venv ",
    ". home/",
    ". .venv/",
    ".ci/run",
    "python -m pytest",
    "python tools/benchmarks/",
    "referee translate no-swap de",  # would write into the checkout; tests/languages has a copy
)
ANY_LINES = "..."


class Typed(Struct, frozen=True):
    """A command as a page shows it, and the lines that the page shows below it."""

    command: str
    lines: tuple[str, ...]

    @property
    def is_run(self) -> bool:
        return not f"{self.command} ".startswith(NOT_RUN)


def typed_in(text: str) -> list[Typed]:
    """Read the commands of all console blocks of a page."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            found.append(Typed(command, tuple(line.rstrip() for line in lines)))
    return found


def is_as_shown(shown: tuple[str, ...], printed: str) -> bool:
    r"""Compare what a page shows with what is printed.

    >>> is_as_shown(("a", "...", "d"), "a\nb\nc\nd\n"), is_as_shown(("a", "d"), "a\nb\nd\n")
    (True, False)
    """
    if not shown:
        return True
    parts = [r"(?:.*\n)*" if line == ANY_LINES else f"{re.escape(line)}\\n" for line in shown]
    lines = "".join(f"{line.rstrip()}\n" for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch("".join(parts), lines) is not None


def lay_out(folder: Path) -> dict[str, str]:
    """Lay a folder out like the checkout; give the environment in which its program is called."""
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    called = folder / ".called"
    called.mkdir()
    for name, words in (("referee", "-m referee"), ("python", "")):
        (called / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        (called / name).chmod(0o755)
    kept = {name: text for name, text in os.environ.items() if not name.endswith("_COLOR")}
    path = f"{called}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**kept, "PATH": path, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", "COLUMNS": "80"}


def page_id(path: Path) -> str:
    return str(path.relative_to(ROOT))


def pages_with_commands() -> list[Path]:
    """List them without those that are run elsewhere: in a package, at a pseudo terminal."""
    pages = (path for path in PAGES if path.name not in {"adding-a-game.md", "tutorial.md"})
    return [path for path in pages if typed_in(path.read_text(encoding="utf-8"))]


@pytest.mark.skipif(os.name == "nt", reason="the pages show a Unix shell")
@pytest.mark.parametrize("page", pages_with_commands(), ids=page_id)
def test_a_page_does_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for typed in typed_in(page.read_text(encoding="utf-8")):
        if not typed.is_run:
            continue
        called = HERE.fullmatch(typed.command)
        if called and page.name != BY_ITSELF:
            code, printed = in_this_process(*called.groups(default=""))
        else:
            code, printed = in_shell(typed.command, tmp_path, environment)
        assert code in {0, 1}, f"$ {typed.command}\n{printed}"
        assert "Traceback" not in printed
        assert is_as_shown(typed.lines, printed), f"$ {typed.command}\n{printed}"


def in_this_process(words: str, read: str, written: str) -> tuple[int, str]:
    """Call the program; give the code, and what is printed beside what goes into a file."""
    heard = Path(read).read_text(encoding="utf-8") if read else ""
    ran = call(*shlex.split(words), heard=heard, merged=not written)
    if written:
        Path(written).write_text(ran.out, encoding="utf-8")
        return ran.code, ran.err
    return ran.code, ran.out


def in_shell(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    ran = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout.decode()


def test_the_readme_walks_through_a_dispute_a_score_and_a_game() -> None:
    commands = [typed.command for typed in typed_in((ROOT / "README.md").read_text("utf-8"))]
    assert commands[0] == "pipx install ."
    assert commands[-2:] == ["make demo", "make test"]
    called = {command.split()[1] for command in commands if command.startswith("referee ")}
    assert called == {"ask", "score", "sheet"}


def test_every_make_target_on_a_page_is_there() -> None:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", rules, re.MULTILINE))
    assert {"demo", "test", "check"} <= targets
    named = {
        target
        for page in PAGES
        for target in re.findall(r"(?:^\$ |`)make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE)
    }
    assert named
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    here = [link.partition("#")[0] for link in links if "://" not in link]
    assert [link for link in here if not (page.parent / link).exists()] == []


def test_the_walk_through_the_house_names_files_that_are_there() -> None:
    text = (ROOT / "docs/start-here.md").read_text(encoding="utf-8")
    named = NAMED_FILE.findall(text)
    assert len(set(named)) >= 10
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_walk_through_the_house_links_to_the_lines() -> None:
    text = (ROOT / "docs/start-here.md").read_text(encoding="utf-8")
    assert len(pages.LINE.findall(text)) >= 20
    assert pages.with_lines(text) == text, "the lines have moved: make docs"


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ((), "anything\n", True),
        (("a",), "a\n", True),
        (("a",), "b\n", False),
        (("a",), "a\nb\n", False),
        (("a", "..."), "a\nb\nc\n", True),
        (("...", "c"), "a\nb\nc\n", True),
        (("...", "b"), "a\nb\nc\n", False),
        (("a.c",), "abc\n", False),
    ],
)
def test_a_page_that_shows_something_else_is_found(
    shown: tuple[str, ...], printed: str, *, fits: bool
) -> None:
    assert is_as_shown(shown, printed) is fits


def test_commands_and_what_they_print_are_told_apart() -> None:
    page = "a\n```console\n$ one\nsays\n\n  more\n$ two\n```\n```sh\n$ no\n```\n"
    assert typed_in(page) == [Typed("one", ("says", "", "  more")), Typed("two", ())]
    assert [Typed(command, ()).is_run for command in ("make demo", "git status", "referee x")] == [
        False, False, True,
    ]  # fmt: skip
