"""A holdings file that is written for a table, and not over another."""

from __future__ import annotations

from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from msgspec import json

from tests.cli.running import call

FOUR = ("--players", "Ana,小明,ゆうこ,Di")


def test_a_file_is_written_with_the_schema_that_its_first_line_names(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    ran = call("new", "no-swap", *FOUR, "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    assert rest == call("new", "no-swap", *FOUR).out
    name = first.removeprefix("# yaml-language-server: $schema=")
    schema = json.decode((tmp_path / name).read_bytes())
    assert list(Draft202012Validator(schema).iter_errors(yaml.safe_load(rest))) == []
    assert call("score", str(path)).code in {0, 1}


def test_no_file_is_written_over_unless_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("ours\n", encoding="utf-8")
    ran = call("new", "no-swap", *FOUR, "--output", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "already exists" in ran.err
    assert path.read_text(encoding="utf-8") == "ours\n"
    assert call("new", "no-swap", *FOUR, "-o", str(path), "--force").code == 0
    assert "holdings:" in path.read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    ran = call("new", "no-swap", *FOUR, "-o", str(tmp_path / "no" / "evening.yaml"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err


def test_a_folder_is_no_file_to_write_to(tmp_path: Path) -> None:
    for folder in (tmp_path, Path()):
        for forced in ((), ("--force",)):
            ran = call("new", "no-swap", *FOUR, "-o", str(folder), *forced)
            assert (ran.code, ran.out) == (2, "")
            assert "cannot be written: Is a directory." in ran.err
    assert [*tmp_path.iterdir()] == []


def test_a_dash_is_standard_output() -> None:
    assert call("new", "no-swap", *FOUR, "-o", "-").out == call("new", "no-swap", *FOUR).out
