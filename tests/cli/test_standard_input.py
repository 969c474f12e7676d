"""A dash is the standard input wherever a file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import ROOT, SHEETS, Ran, call, run

SCENARIO = ROOT / "tests/games/no_swap_no_pay/scenarios/four_players_most_points.yaml"
READ = [
    (("score", "-"), SHEETS / "evening.yaml"),
    (("check", "-"), SHEETS / "evening.yaml"),
    (("ask", "--file", "-"), SHEETS / "dispute.yaml"),
    (("check", "-"), SHEETS / "dispute.yaml"),
    (("score", "-"), SHEETS / "saturday.jsonl"),
    (("check", "-"), SHEETS / "saturday.jsonl"),
    (("log", "-"), SHEETS / "saturday.jsonl"),
    (("replay", "-"), SCENARIO),
]


def by_name(ran: Ran, name: str) -> tuple[int, str, str]:
    return ran.code, ran.out.replace(f"{name}: ", "-: "), ran.err


@pytest.mark.parametrize(("words", "path"), READ)
def test_what_comes_in_is_read_like_the_file(words: tuple[str, ...], path: Path) -> None:
    heard = path.read_text(encoding="utf-8")
    named = [str(path) if word == "-" else word for word in words]
    assert by_name(call(*words, heard=heard), "-") == by_name(call(*named), str(path))


def test_a_sheet_of_what_comes_in_names_no_file() -> None:
    heard = (SHEETS / "saturday.jsonl").read_text(encoding="utf-8")
    ran = call("sheet", "-", "--format", "plain", heard=heard)
    assert (ran.code, ran.err) == (0, "")
    assert "Ana wins with 27 points." in ran.out


def test_it_is_read_from_a_pipe_too() -> None:
    ran = run("score", "-", heard=(SHEETS / "evening.yaml").read_text(encoding="utf-8"))
    assert ran.code == 0
    assert "Ana wins with 25 points." in ran.out


def test_nothing_coming_in_is_told() -> None:
    ran = call("score", "-", heard="")
    assert ran.code == 3
    assert "-: EMPTY-FILE" in ran.err or "-:1:1: EMPTY-FILE" in ran.err
