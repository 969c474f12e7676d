"""The page on adding a game shows the files of Pebble Fair, and each of its commands runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee import api
from referee.core.table import Player
from tests.elsewhere.packages import FAIR, ROOT, surroundings

PAGE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
STONE = ROOT / "tests/stone_night"
INSTALL, *COMMANDS = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
SHOWN = re.findall(r"^\*\*`(\S+)`\*\*\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LEFT_OUT = {
    "README.md",
    "example.yaml",
    "tests/cases/fair.yaml",
    "tests/scenarios/shower.yaml",
    "tests/step_ids.txt",
}
TELLS = {
    "referee games": "pebble-fair: Pebble Fair, 2-4 players",
    "referee ask": "The basket is spoiled.",
    "referee rules": "Two or more muddy pebbles spoil the whole basket.",
    "referee play": "Round 2 is over.",
    "referee score": "Bo wins with 5 points.",
    "referee sheet": "3 plain, 0 muddy",
    "referee new": "Ana: {plain: 0, muddy: 0}",
    "referee replay": "As expected.",
    "pytest": " passed",
}
"""A part of each command, and what it must say."""


def test_each_block_is_the_file_that_it_names() -> None:
    """The page itself is filled by `make docs`."""
    for path, text in SHOWN:
        package = STONE if path.startswith("stone_night/") else FAIR
        assert text == (package / path).read_text(encoding="utf-8"), f"{path} is old: make docs"


def test_every_file_is_shown_or_spoken_of() -> None:
    files = {
        path.relative_to(FAIR).as_posix()
        for path in FAIR.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - {path for path, _ in SHOWN} == LEFT_OUT
    assert {path for path, _ in SHOWN if (STONE / path).exists()} >= {
        f"stone_night/{name}" for name in ("__init__.py", "rulebook.yaml", "final.py")
    }
    assert all(Path(path).name in PAGE or "cases/*.yaml" in PAGE for path in LEFT_OUT)


def test_each_command_of_the_page_does_what_it_says(installed: Path, tmp_path: Path) -> None:
    """The first one is what the fixture does; ``referee`` is that of the checkout."""
    assert INSTALL == "pip install ./tests/pebble_fair"
    told = re.search(r"one answer a line:\n\n```text\n(.*?)\n```", PAGE, re.DOTALL)
    assert told is not None
    (tmp_path / "fair.answers").write_text(told[1] + "\n", encoding="utf-8")
    shutil.copytree(FAIR, tmp_path / "tests/pebble_fair")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    env = {**surroundings(installed), "PATH": path, "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    run = set()
    for command in COMMANDS:  # in their order: one plays, another shows the sheet of it
        done = subprocess.run(
            ["sh", "-c", command.replace("referee ", "python -m referee ", 1)],  # noqa: S607
            cwd=tmp_path,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
        part = next(part for part in TELLS if part in command)
        assert TELLS[part] in done.stdout, command
        if part == "pytest":  # its own tests hold it against the contract
            assert int(done.stdout.partition(" passed")[0].split()[-1]) >= 60, done.stdout[-200:]
        run.add(part)
    assert run == TELLS.keys()


def test_the_examples_that_are_no_files_can_be_run() -> None:
    blocks = re.findall(r"(?<!`\*\*\n\n)```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert blocks
    names = {**vars(api), **{name: getattr(api, name) for name in api.__all__}}
    names |= {"State": object, "Mapping": Mapping, "Sequence": Sequence, "pads": api.pads}
    for block in blocks:
        exec(compile(block, "adding-a-game.md", "exec", dont_inherit=True), names)  # noqa: S102 - ours
    setup = api.Setup((Player("Ana"), Player("Bo")))
    pad = names["LAMPS"].pad(None, setup, setup.seating)
    assert [str(row.label) for row in pad.parts[0].rows] == ["plain pebbles", "total", "place"]
    assert str(names["LampLit"]("Ana").tell(None)[api.SHARED]) == "a lamp"
