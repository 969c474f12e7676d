"""Runs the program: in this process where that tells enough, as a process of its own elsewhere."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from referee.cli.main import main

ROOT = Path(__file__).parent.parent.parent
SHEETS = ROOT / "scoresheets/no-swap-no-pay"
PROGRAM = (sys.executable, "-m", "referee")
FOUR = "Ana,小明,ゆうこ,Bo"


class Ran(Struct, frozen=True):
    """What came of one run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The result as a program reads it."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        """The result as a spreadsheet reads it."""
        return list(csv.reader(StringIO(self.out)))


def call(*words: str, heard: str = "", merged: bool = False, encoding: str = "utf-8") -> Ran:
    """Run the program in this process; ``merged`` lets the talk run into the result."""
    out = _stream(encoding)
    err = out if merged else _stream(encoding)
    before, sys.stdin = sys.stdin, StringIO(heard)
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main(list(words))
    finally:
        sys.stdin = before
    assert isinstance(left.value.code, int)
    assert "Traceback" not in _printed(err)
    return Ran(left.value.code, _printed(out), "" if merged else _printed(err))


def _stream(encoding: str) -> TextIOWrapper:
    """Make a stream that knows its encoding, as those of a terminal and of a pipe do."""
    return TextIOWrapper(BytesIO(), encoding, newline="\n")


def _printed(stream: TextIOWrapper) -> str:
    """Read what was printed on a stream so far."""
    stream.flush()
    assert isinstance(stream.buffer, BytesIO)
    return stream.buffer.getvalue().decode(stream.encoding)


def surroundings(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a process of its own: the checkout, UTF-8, no colours wished for."""
    kept = {name: text for name, text in os.environ.items() if not name.endswith("_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(more or {})}


def run(*words: str, heard: str = "", env: Mapping[str, str] | None = None) -> Ran:
    """Run the program as a process of its own."""
    ran = subprocess.run(
        [*PROGRAM, *words],
        input=heard.encode(),
        capture_output=True,
        env=surroundings(env),
        timeout=60,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def check_for_programs(game: str, prefix: str, words: str, verdict: str, answer: Any) -> None:
    """Put a dispute and hold its JSON against what is expected."""
    ran = call("ask", game, *words.split(), "--format", "json")
    said = ran.json
    assert (said["schema"], said["game"]) == (1, game)
    assert said["question"] == words.partition(" ")[0]
    assert (said["verdict"], said["answer"]) == (verdict, answer)
    assert said["reason"]
    assert isinstance(said["because"], list)
    assert said["rules"]
    assert all(rule.startswith(prefix) for rule in said["rules"])
    assert ran.code == (1 if verdict in {"forbidden", "impossible"} else 0)
    assert ran.err == ""


def check_for_people(game: str, prefix: str, words: str, fmt: str, verdict: str) -> None:
    """Put a dispute and hold what people read against the verdict."""
    ran = call("ask", game, *words.split(), "--format", fmt)
    first = {"answered": "Answer: "}.get(verdict, f"{verdict.capitalize()}: ")
    assert ran.out.startswith(first)
    assert prefix in ran.out.splitlines()[0]
    assert ran.err == ""


def check_unreadable(game: str, words: str, said: str) -> None:
    """Put a dispute that cannot be read, and hold against it what people and programs are told.

    A question by itself is looked up: it shows its page.
    """
    ran = call("ask", game, *words.split())
    if "Missing: " in said and "=" not in words:
        needed = said.removeprefix("Missing: ").split(" and ")
        assert (ran.code, ran.err) == (0, "")
        assert all(re.search(rf"^{name} ", ran.out, re.MULTILINE) for name in needed)
    else:
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err
    told = call("ask", game, *words.split(), "--format", "json")
    assert (told.code, told.json["ok"], told.err) == (2, False, "")
    assert said in told.json["diagnostics"][0]["message"]


def check_examples(game: str, questions: list[str], refused: tuple[str, ...] = ()) -> None:
    """Type the example on the page of each question that the index lists, which are these."""
    *listed, told = call("ask", game).out.splitlines()
    assert [line.split()[0] for line in listed] == questions
    index = call("ask", game, "--format", "json").json
    assert told == f"Facts and an example: referee ask {index['game']} QUESTION"
    for each in index["questions"]:
        name, needs = each["name"], any(fact["required"] for fact in each["facts"])
        words = ("ask", index["game"], name, *each["example"].split())
        page = call(*words[:3]).out.splitlines()
        if needs or page[0].startswith(f"{name}: "):  # else it is answered without any fact
            assert page[-1] == " ".join(("referee", *words))
        assert call(*words).code == int(name in refused), name


def check_seats_refused(command: str, game: str, players: str, said: str) -> None:
    """Sit down with a number of players that the game does not take."""
    ran = call(command, game, "--players", players)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def ask_file(text: str, *words: str) -> Ran:
    """Put the dispute that stands in a file."""
    Path("d.yaml").write_text(text, encoding="utf-8")
    return call("ask", "--file", "d.yaml", *words)


def score_file(text: str, *words: str) -> Ran:
    """Score the final count that stands in a file."""
    Path("h.yaml").write_text(text, encoding="utf-8")
    return call("score", "h.yaml", *words)
