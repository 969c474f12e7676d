"""The pages made from the program are up to date, and the examples on help pages run."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from referee.cli.main import COMMANDS, referee
from referee.files.codes import CODES
from tests.cli.running import FOUR, ROOT, SHEETS, call, run
from tests.pages import DOCS, pages
from tests.rooms import EVERY_ROOM

RECORDED = ROOT / "tests/games/no_swap_no_pay/scenarios/four_players_most_points.yaml"


def examples() -> list[str]:
    """List the examples of all help pages, without what they write to."""
    found = []
    with click.Context(referee) as ctx:
        for name in COMMANDS:
            command = referee.get_command(ctx, name)
            text = (command.help or "") if command else ""
            lines = text.partition("Example")[2].splitlines()
            found += [
                line.partition("referee ")[2].partition(" >")[0]
                for line in lines
                if "referee " in line and name != "translate"  # tried in a copy, in tests/languages
            ]
    return found


def test_the_pages_are_what_the_program_says() -> None:
    made = pages()
    assert {path.name for path in made} == {
        "api.md",
        "game-reference.md",
        "commands.md",
        "errors.md",
        "adding-a-game.md",
        "start-here.md",
        "referee.1",
    }
    for path, text in made.items():
        assert text == path.read_text(encoding="utf-8"), f"{path.name} is old: make docs"


def test_every_command_and_every_code_has_its_place() -> None:
    commands = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert commands.count("\n## referee ") == len(COMMANDS)
    errors = (DOCS / "errors.md").read_text(encoding="utf-8")
    assert errors.count("\n## ") == len(CODES)
    for each in CODES:
        told = errors.partition(f"\n## {each.code}\n")[2].partition("\n## ")[0]
        if each.code != "USAGE":  # without a place a sentence stands alone
            assert f"{each.code} " in told.partition("```text")[2]
        assert each.means in told
        assert each.remedy in told


def test_help_in_another_language_leaves_the_help_as_it_was() -> None:
    before = call("help", "rules").out
    assert call("--lang", "ja", "help", "rules").out != before
    assert call("rules", "--lang", "ja", "--help").out != before
    assert call("help", "rules").out == before


def test_there_are_examples() -> None:
    assert len(examples()) >= len(COMMANDS)


@pytest.mark.parametrize("example", examples())
def test_the_examples_on_help_pages_run(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(example)
    if words == ["mcp"]:  # speaks with the streams of a process, until they end
        pytest.importorskip("mcp")
        assert run(*words).code == 0
        return
    evening = RECORDED if words[0] == "replay" else SHEETS / "evening.yaml"
    (tmp_path / "evening.yaml").write_bytes(evening.read_bytes())
    for word in words:
        if word.endswith(".html"):
            page = call("sheet", str(SHEETS / "saturday.jsonl"), "--format", "html").out
            (tmp_path / word).write_text(page, encoding="utf-8")
        if word.endswith(".jsonl"):
            if words[0] == "export":  # an evening that has come to its end
                (tmp_path / word).write_bytes((SHEETS / "saturday.jsonl").read_bytes())
                continue
            games = [name for name in EVERY_ROOM if word.startswith(name)] or ["no-swap-no-pay"]
            assert call("play", games[0], "--players", FOUR, "--journal", word).code == 0
    heard = "no swap\nAna,小明,Bo\n" if words == ["play"] else ""  # it asks for everything
    assert call(*words, heard=heard).code == 0
