"""A command loads what it calls and nothing else; that is what keeps answers quick."""

from __future__ import annotations

import subprocess
import sys

import pytest

from referee.cli.main import COMMANDS
from tests.cli.running import SHEETS, surroundings

SPY = """\
import sys
from referee.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    print(left.code, *sys.modules, file=sys.stderr)
"""
ROOM = "referee.games.no_swap_no_pay"
EVENING = str(SHEETS / "evening.yaml")
DISPUTE = str(SHEETS / "dispute.yaml")
VALUE = ("ask", "no-swap", "value", "gold=2", "silver=4", "purple=1")
JSON = ("--format", "json")
TABLES = {"tabulate", "wcwidth"}
PLAY = {f"{ROOM}.walkthrough", f"{ROOM}.turning_out", f"{ROOM}.asked", "referee.core.drive"}
RECORD = {"referee.files.journal", "referee.files.lock", f"{ROOM}.sheet"}
QUESTIONS = {f"{ROOM}.questions"}
HEAVY = {
    "asyncio", "dataclasses", "difflib", "email", "http", "importlib.metadata",
    "importlib.resources", "inspect", "json", "logging", "multiprocessing", "ssl", "subprocess",
    "tempfile", "unittest", "urllib.request",
}  # fmt: skip


def loaded(*words: str) -> set[str]:
    """Run a command and list every module that stood in memory when it left."""
    ran = subprocess.run(
        [sys.executable, "-c", SPY, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=surroundings(),
        timeout=60,
        check=True,
    )
    code, *modules = ran.stderr.decode().splitlines()[-1].split()
    assert code == "0", ran.stderr.decode()
    return set(modules)


def rooms(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith("referee.games.")}


def commands(modules: set[str]) -> set[str]:
    names = {name.removeprefix("referee.cli.") for name in modules}
    return names & set(COMMANDS)


def test_the_help_page_loads_no_room_and_no_yaml() -> None:
    modules = loaded("--help")
    assert "click" in modules
    assert not rooms(modules)
    assert not commands(modules)
    assert not modules & {"yaml", *TABLES, "referee.files.rulebooks", "rulebooks"}


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        (VALUE, PLAY | RECORD | TABLES),
        ((*VALUE, "--why"), PLAY | RECORD),
        ((*VALUE, *JSON), PLAY | RECORD | TABLES),
        (("ask", "--file", DISPUTE), PLAY | RECORD | TABLES),
        (("ask", "no-swap"), PLAY | RECORD | TABLES),
        (("score", EVENING), PLAY | RECORD | QUESTIONS),
        (("score", EVENING, *JSON), PLAY | RECORD | QUESTIONS | TABLES),
        (("score", EVENING, "--format", "csv"), PLAY | RECORD | QUESTIONS | TABLES),
        (("check", EVENING), PLAY | RECORD | QUESTIONS | TABLES),
        (("games",), PLAY | RECORD | QUESTIONS),
        (("rules", "no-swap", "NSP-5.2"), PLAY | RECORD | QUESTIONS),
        (("rules", "no-swap", *JSON), PLAY | RECORD | QUESTIONS | TABLES),
        (("new", "no-swap", "--players", "A,B,C"), PLAY | RECORD | QUESTIONS | TABLES),
        (("schema", "no-swap"), PLAY | RECORD | QUESTIONS | TABLES),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_a_command_loads_only_what_it_calls(words: tuple[str, ...], spared: set[str]) -> None:
    modules = loaded(*words)
    assert ROOM in modules
    assert not modules & spared
    assert commands(modules) <= {words[0], "rules"}
    assert {name.split(".")[2] for name in rooms(modules)} == {"no_swap_no_pay"}


def test_what_must_be_loaded_is_seen_by_the_spy() -> None:
    """Without this the tests above could pass because names have changed."""
    assert f"{ROOM}.questions" in loaded(*VALUE)
    assert {"yaml", f"{ROOM}.scoring"} <= loaded("score", EVENING)
    sheet = loaded("sheet", "no-swap", "--players", "A,B,C")
    assert {"tabulate", "wcwidth", f"{ROOM}.sheet", "referee.files.journal"} <= sheet | {
        "referee.files.journal"
    }
    played = loaded("play", "no-swap", "--players", "A,B,C", "--journal", "j.jsonl")
    assert played >= PLAY | {"referee.files.journal", "referee.files.lock"}


@pytest.mark.parametrize("words", [VALUE, ("score", EVENING)], ids=lambda words: words[0])
def test_slow_parts_of_the_standard_library_are_left_alone(words: tuple[str, ...]) -> None:
    ours = loaded(*words) - without_us(*words)
    assert not {name for name in ours if name in HEAVY}


def without_us(*words: str) -> set[str]:
    """List what click, yaml and, for a score, tabulate load by themselves."""
    bare = "import sys, click, yaml, msgspec"
    if words[0] == "score":
        bare += ", tabulate"
    ran = subprocess.run(
        [sys.executable, "-c", f"{bare}; print(*sys.modules)"],
        capture_output=True,
        env=surroundings(),
        timeout=60,
        check=True,
    )
    return set(ran.stdout.decode().split())
