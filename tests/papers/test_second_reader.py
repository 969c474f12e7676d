"""What this program writes, a reader written from docs/code.md alone reads; so does play."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.core.paper.code import DIGITS
from referee.operations.papers.writing import code_of
from tests.cli.running import call
from tests.papers import second_reader
from tests.papers.evenings import evening, totals

NAMES = ("Uma", "Vic", "Wes", "Xia", "Yan", "Quy", "Ron", "Tia", "Oda", "Hal", "Kim")
"""Nobody of the evening is called so: the names of a code do not matter."""
SAMPLE = range(5)
EVENINGS = range(5, 1_005)
MANUAL = Path(__file__).parent.parent.parent / "docs/code.md"


def replayed(code: second_reader.Code, folder: Path) -> list[str]:
    """Type the evening of a code into ``play``, and score what comes of it."""
    table, kept = folder / "table.yaml", folder / "kept.jsonl"
    kept.unlink(missing_ok=True)
    table.write_text(json.dumps(code.table(NAMES)), encoding="utf-8")
    by = ("--by", "round") if code.begins_by_round else ()
    words = ("play", code.head["game"], "--from", str(table), "--journal", str(kept), *by)
    told = call(*words, "--forced", "ask", heard="".join(f"{e}\n" for e in code.typed(NAMES)))
    assert told.code == 0, told.err
    scored = call("score", str(kept), "--format", "json").json
    return [str(score["exact"]) for score in scored["scores"]]


def agrees(numbers: Sequence[int], folder: Path) -> None:
    for number in numbers:
        journal = evening(number)
        written = code_of(journal)
        assert written is not None, number
        code = second_reader.read(written.text)
        assert code.evening == written.evening
        assert replayed(code, folder) == totals(journal), number


@pytest.mark.parametrize("number", SAMPLE)
def test_an_evening_is_read_and_played_again(number: int, tmp_path: Path) -> None:
    agrees([number], tmp_path)


@pytest.mark.prove
@pytest.mark.parametrize("first", EVENINGS[::25])
def test_a_thousand_evenings_are_read_and_played_again(first: int, tmp_path: Path) -> None:
    agrees(range(first, first + 25), tmp_path)


def test_the_manual_shows_an_evening_and_its_code() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    payload, text = re.findall(r"```text\n(.*?)```", manual, re.DOTALL)
    code = second_reader.read(text)
    assert code.payload.decode() == payload
    assert f"is evening `{code.evening}`" in manual
    assert max(map(len, text.splitlines())) == 64
    assert all(sign in DIGITS for sign in "".join(text.split()))
