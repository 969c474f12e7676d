"""What a table brings and what it gets back: every file is read, and up to date."""

from __future__ import annotations

import pytest

from tests.cli.running import FOUR, ROOT, call

FOLDER = ROOT / "scoresheets"
BROUGHT = sorted(path for path in FOLDER.rglob("*") if path.suffix in {".yaml", ".jsonl"})
OURS = FOLDER / "no-swap-no-pay"


def test_the_files_are_found() -> None:
    kinds = [path.suffix for path in FOLDER.rglob("*") if path.is_file()]
    assert sorted(set(kinds)) == [".answers", ".jsonl", ".txt", ".yaml"]
    assert len(kinds) >= 6


@pytest.mark.parametrize("path", BROUGHT, ids=lambda path: str(path.relative_to(FOLDER)))
def test_nothing_speaks_against_a_file_that_a_table_brings(path: object) -> None:
    checked = call("check", str(path))
    assert (checked.code, checked.err) == (0, "")
    assert "Nothing speaks against it." in checked.out


def test_the_recorded_evening_is_what_its_answers_lead_to(tmp_path: object) -> None:
    heard = (OURS / "saturday.answers").read_text(encoding="utf-8")
    played = f"{tmp_path}/played.jsonl"
    assert call("play", "no-swap", "--players", FOUR, "--journal", played, heard=heard).code == 0
    for command in ("score", "sheet"):
        fresh = call(command, played, "--format", "plain").out
        kept = call(command, str(OURS / "saturday.jsonl"), "--format", "plain").out
        assert [line for line in fresh.splitlines() if "begun" not in line] == [
            line for line in kept.splitlines() if "begun" not in line
        ]


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("saturday.txt", ("sheet", str(OURS / "saturday.jsonl"))),
        ("blank-three.txt", ("sheet", "no-swap", "--players", "Ana,Bo,Cy")),
    ],
)
def test_a_printed_sheet_is_what_the_program_prints(printed: str, words: tuple[str, ...]) -> None:
    assert call(*words).out == (OURS / printed).read_text(encoding="utf-8")
