"""Whole games through the pipe, as the table reads them: kept as files and compared.

``UPDATE_TRANSCRIPTS=1`` in the environment writes them anew; read the difference before it
goes in.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import PROGRAM, ROOT, call, surroundings

ANSWERS = sorted((ROOT / "tests/games").glob("*/transcripts/*.answers"))
COMMAND = "$ referee "
MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"), "YYYY-MM-DDThh:mm:ss+hh:mm"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"), "YYYY-MM-DD hh:mm:ss"),
    (re.compile(r"^\d{4}-\d\d-\d\d$", re.MULTILINE), "YYYY-MM-DD"),
    (re.compile(r"^([ \d]{4}  )\d\d:\d\d(?=  )", re.MULTILINE), r"\1hh:mm"),
    (re.compile(r"\([0-9a-f]{12}\)"), "(rulebookhash)"),
    (re.compile(r"\w+day \d+ \w+ \d{4}, \d\d:\d\d( to \d\d:\d\d)?(?=[.]| ·)"), "DAY, hh:mm"),
    (re.compile(r"(?<=evening )[0-9a-f]{4}(\s[0-9a-f]{4}){2}"), "(of this evening)"),
    (re.compile(r"REFEREE/[0-9]+/[A-Z0-9/+.:\s-]+$", re.MULTILINE), "(the code of this evening)"),
    (re.compile(r"\([0-9a-f]{32}\)"), "(of this journal)"),
    (re.compile(r"digest: [0-9a-f]{32}"), "digest: (of this journal)"),
)
"""What differs from day to day: times, what is made of them, and the digest of the rulebook."""


def masked(text: str) -> str:
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def transcript(answers: Path, seed: str) -> str:
    """Run the command in the first line, feed it the others, and give all that is printed."""
    command, _, heard = answers.read_text(encoding="utf-8").partition("\n")
    assert command.startswith(COMMAND)
    Path("evening.jsonl").unlink(missing_ok=True)
    ran = subprocess.run(
        [*PROGRAM, *shlex.split(command.removeprefix(COMMAND))],
        input=heard.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings({"PYTHONHASHSEED": seed}),
        timeout=60,
        check=True,
    )
    return masked(f"{command}\n{ran.stdout.decode()}")


@pytest.mark.parametrize("answers", ANSWERS, ids=lambda path: path.stem)
def test_a_whole_game_reads_as_recorded(answers: Path) -> None:
    told = transcript(answers, "1")
    kept = answers.with_suffix(".txt")
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        kept.write_text(told, encoding="utf-8")
    assert told.splitlines() == kept.read_text(encoding="utf-8").splitlines()
    assert transcript(answers, "4711") == told
    ran = call("score", "evening.jsonl", "--format", "json")
    assert ran.code == 0, "the recorded game is not at its end, or its audit finds something"


def test_games_of_three_and_of_five_are_among_them() -> None:
    assert {path.stem for path in ANSWERS} >= {"three_players", "five_players"}
    recorded = {path.stem for path in (ROOT / "tests/games").glob("*/transcripts/*.txt")}
    assert recorded == {path.stem for path in ANSWERS}


TOLD = {
    "five_players": (
        "ゆうこ, draw 10 coins", "Noted by table decision, although: ", "Taken back: ",
        "/overrule REASON notes it anyway", "Enter: black", "An answer, such as ",
        "Forbidden: ", "(table decision: ", "Captain: ", "小明 wins with 24 points.",
    ),
    "three_players": (
        "Put 1 coin into Davy Jones's bag, unseen.", "challenges Davy Jones", "(NSP-7.2)",
        "Taken back: ", "Noted by table decision, although: ", "black coins decided",
        "The rest is secret until the end.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_the_recorded_evenings_are_full_of_life(name: str) -> None:
    (answers,) = (path for path in ANSWERS if path.stem == name)
    kept = answers.with_suffix(".txt").read_text(encoding="utf-8")
    assert [words for words in TOLD[name] if words not in kept] == []
