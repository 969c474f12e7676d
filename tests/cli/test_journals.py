"""Journals at the command line: going on, two terminals, damage, the log and the sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.files.journal.lines import with_checksum
from tests.cli.running import FOUR, at_play, call, entries

DRAFT = "3g 3s 2b"


def play(*words: str, heard: str) -> str:
    ran = call("play", *words, heard=heard, merged=True)
    assert ran.code == 0
    return ran.out


def test_the_end_of_input_saves_and_leaves_in_peace() -> None:
    told = play("no-swap", "--players", FOUR, "--journal", "j.jsonl", heard="Bo\n")
    assert "   1  Bo is the first captain." in told
    assert told.endswith("Saved in j.jsonl.\nTo continue: referee play j.jsonl\n")
    assert len(Path("j.jsonl").read_bytes().splitlines()) == 2


def test_a_game_goes_on_where_it_stopped() -> None:
    play("no-swap", "--players", FOUR, "--journal", "j.jsonl", heard="Bo\n")
    told = play("j.jsonl", heard=f"{DRAFT}\n/quit\ng\n")
    assert "Continuing j.jsonl" in told
    assert "   2  Bo draws 3 gold, 3 silver and 2 black." in told
    assert call("log", "j.jsonl", "--format", "csv").rows[-1][4] == DRAFT


def test_without_a_name_the_journal_is_named_after_game_day_and_number() -> None:
    for number in (1, 2):
        play("no-swap", "--players", FOUR, heard="")
        assert len(list(Path().glob(f"no-swap-no-pay-????-??-??-{number}.jsonl"))) == 1


def test_a_journal_is_never_written_over(begun: str) -> None:
    before = Path(begun).read_bytes()
    ran = call("play", "no-swap", "--players", FOUR, "--journal", begun, heard="Bo\n")
    assert ran.code == 4
    assert "Continue it (referee play begun.jsonl), or name another." in ran.err
    assert Path(begun).read_bytes() == before


def test_a_journal_knows_its_table(begun: str) -> None:
    for command in ("play", "sheet"):
        ran = call(command, begun, "--players", FOUR)
        assert ran.code == 2
        assert "begun.jsonl already names the players" in ran.err


def test_a_game_may_go_on_in_a_new_journal(begun: str) -> None:
    before = Path(begun).read_bytes()
    told = play(begun, "--journal", "new.jsonl", heard="Bo\n")
    assert "  11  Ana challenges Bo." in told
    assert Path(begun).read_bytes() == before
    assert len(entries("new.jsonl")) == 11


def test_a_second_terminal_is_told_and_may_read(begun: str) -> None:
    with at_play(begun, until="Continuing") as first:
        second = call("play", begun, heard="Bo\n")
        assert second.code == 4
        assert "is open in another terminal" in second.err
        assert call("log", begun).code == 0
        assert call("score", begun).code == 1
        first.communicate(timeout=30)
        assert first.returncode == 0
    assert "  11  Ana challenges Bo." in play(begun, heard="Bo\n")


def test_an_incomplete_last_line_is_set_aside_and_told(begun: str) -> None:
    whole = Path(begun).read_bytes()
    Path(begun).write_bytes(whole[:-9])
    log = call("log", begun, "--format", "json")
    assert len(log.json["entries"]) == 9
    assert log.err == (
        "The last line of begun.jsonl is incomplete and does not count; it is left out.\n"
    )
    assert Path(begun).read_bytes() == whole[:-9], "reading has changed the journal"
    told = play(begun, heard="")
    assert "The last line of begun.jsonl is incomplete and does not count; it is now" in told
    (aside,) = Path().glob("begun.jsonl.*")
    assert aside.name in told
    assert aside.read_bytes() == whole.splitlines(keepends=True)[10][:-9]
    assert Path(begun).read_bytes() == b"".join(whole.splitlines(keepends=True)[:10])


DAMAGE = {
    "a line is missing": lambda lines: [*lines[:4], *lines[5:]],
    "two lines are exchanged": lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]],
    "a word was changed": lambda lines: [
        *lines[:4], lines[4].replace(b"gold", b"silver"), *lines[5:],
    ],
    "a line of something else": lambda lines: [*lines[:4], b"and then we ate\n", *lines[4:]],
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("command", ["play", "log", "sheet", "score", "check"])
def test_a_journal_broken_in_the_middle_is_not_used(begun: str, damage: str, command: str) -> None:
    lines = Path(begun).read_bytes().splitlines(keepends=True)
    broken = b"".join(DAMAGE[damage](lines))
    Path(begun).write_bytes(broken)
    ran = call(command, begun)
    assert ran.code == 4
    assert "begun.jsonl:5: " in ran.err
    assert "a new file made of the first 4 lines" in ran.err
    assert Path(begun).read_bytes() == broken


@pytest.mark.parametrize("command", ["play", "log", "sheet", "score"])
def test_a_journal_of_a_game_that_is_not_here_is_not_used(begun: str, command: str) -> None:
    text = Path(begun).read_text(encoding="utf-8")
    Path(begun).write_text(text.replace("no-swap-no-pay", "yes-swap-no-pay"), encoding="utf-8")
    assert call(command, begun).code == 4


def forged_head(journal: str, old: bytes, new: bytes) -> None:
    """Change the head of a journal, and close the whole chain again."""
    raw, last = b"", ""
    for line in Path(journal).read_bytes().replace(old, new, 1).splitlines():
        sealed, last = with_checksum(line.rpartition(b',"sum"')[0] + b"}", last)
        raw += sealed
    Path(journal).write_bytes(raw)


@pytest.mark.parametrize("command", ["play", "log", "sheet", "score", "check"])
@pytest.mark.parametrize("rule", [b'"hail":["yes"]', b'"hail":[]'])
def test_a_house_rule_that_no_rulebook_has_makes_a_journal_unusable(
    begun: str, command: str, rule: bytes
) -> None:
    forged_head(begun, b'"options":{', b'"options":{' + rule)
    ran = call(command, begun)
    said = "begun.jsonl:1: No rulebook of this game has the house rule hail. "
    assert (ran.code, ran.out) == (4, "")
    assert said in ran.err.replace("JOURNAL ", "")


def test_evenings_are_added_up_without_a_journal_of_a_strange_house_rule(played: str) -> None:
    Path("other.jsonl").write_bytes(Path(played).read_bytes())
    forged_head("other.jsonl", b'"options":{', b'"options":{"hail":["yes"]')
    told = call("stats", played, "other.jsonl", "--format", "json").json
    assert told["evenings"] == 1
    (unread,) = told["unread"]
    assert "has the house rule hail" in str(unread)


@pytest.mark.parametrize("command", ["play", "log", "sheet", "score", "check"])
def test_a_journal_of_before_the_first_release_is_not_used(command: str) -> None:
    Path("old.jsonl").write_bytes(b'{"referee":1,"game":"saboteur","at":"","sum":"0123"}\n')
    ran = call(command, "old.jsonl")
    assert (ran.code, ran.out) == (4, "")
    assert "This journal is of a format before 1.0, which is not read any more." in ran.err


def test_every_command_takes_a_journal_whose_lines_end_as_on_windows(begun: str) -> None:
    plain = {command: call(command, begun) for command in ("log", "sheet", "score", "check")}
    Path(begun).write_bytes(Path(begun).read_bytes().replace(b"\n", b"\r\n"))
    for command, ran in plain.items():
        assert call(command, begun) == ran, command
    assert "  11  Ana challenges Bo." in play(begun, heard="Bo\n")
    raw = Path(begun).read_bytes()
    assert raw.count(b"\r\n") == raw.count(b"\n") == 12
    assert len(entries(begun)) == 11


def test_a_copy_whose_lines_end_as_on_windows_is_the_same_evening(played: str) -> None:
    Path("copy.jsonl").write_bytes(Path(played).read_bytes().replace(b"\n", b"\r\n"))
    told = call("stats", played, "copy.jsonl", "--format", "json").json
    assert (told["evenings"], told["unread"]) == (1, [])
    assert call("export", "copy.jsonl", "--to", "bgstats") == call(
        "export", played, "--to", "bgstats"
    )


def test_trouble_with_a_journal_is_a_diagnostic_where_json_is_wanted(begun: str) -> None:
    Path(begun).write_bytes(Path(begun).read_bytes() + b"x\n")
    ran = call("log", begun, "--format", "json")
    assert (ran.code, ran.err, ran.json["ok"]) == (4, "", False)
    (told,) = ran.json["diagnostics"]
    assert (told["path"], told["line"], told["code"]) == ("begun.jsonl", 12, "JOURNAL")


def test_the_log_is_printed_in_every_format(played: str) -> None:
    listed = entries(played)
    numbers = [entry["number"] for entry in listed]
    assert [n for n in numbers if n is not None] == list(range(1, 1 + len(numbers)))
    assert {"number", "at", "step", "words", "said", "rules", "struck", "overruled", "note"} <= set(
        listed[0]
    )
    rows = call("log", played, "--format", "csv").rows
    assert [row[0] for row in rows[1:]] == [str(entry["number"] or "") for entry in listed]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(call("log", played, "--format", "plain").out.splitlines()) == len(listed)
    for fmt in ("table", "markdown"):
        assert len(call("log", played, "--format", fmt).out.splitlines()) > len(listed)


def test_the_sheet_is_printed_in_every_format(played: str) -> None:
    told = call("sheet", played, "--format", "json").json
    rows = call("sheet", played, "--format", "csv").rows
    assert rows[0][0] == "\ufeffgame", "spreadsheets know the encoding by its mark"
    assert {row[4] for row in rows[1:]} == set(FOUR.split(",")), "who is no player poses as one"
    for row, line in enumerate(told["rows"]):
        for who, cell in zip(told["columns"], line["cells"], strict=True):
            if who != "treasure bag" and cell is not None:
                where = [str(line["round"]), who, line["what"], str(cell)]
                assert where in [each[3:7] for each in rows], row
    ranks = {each["player"]: str(each["rank"]) for each in told["score"]["scores"]}
    assert {row[4]: row[6] for row in rows if row[5] == "rank"} == ranks
    behind = [line.pop("entries") for each in told["score"]["scores"] for line in each["lines"]]
    assert all(behind)
    assert told["score"] == call("score", played, "--format", "json").json
    for fmt in ("table", "plain", "markdown", "html"):
        out = call("sheet", played, "--format", fmt).out
        shown = re.sub(r"</?b>|\*\*", "", out)
        assert shown.index("Ana wins with 27 points") < shown.index("NSP-5.1")


def test_the_foot_ties_the_paper_to_its_journal(played: str) -> None:
    foot = _sheet(played)["provenance"]
    last = Path(played).read_bytes().splitlines()[-1]
    assert f'"sum":"{foot["digest"]}"}}'.encode() in last
    assert foot["journal"] == Path(played).name
    assert f"{foot['entries']} entries, fingerprint {foot['digest']}" in call("check", played).out
    with Path(played).open("rb") as file:
        shorter = b"".join(file.readlines()[:-1])
    Path("shorter.jsonl").write_bytes(shorter)
    assert _sheet("shorter.jsonl")["provenance"]["digest"] != foot["digest"]
    digits = _sheet(played)["evening"]
    shown = f"evening {digits[:4]} {digits[4:8]} {digits[8:]}"
    assert shown in " ".join(call("sheet", played).out.split())


def _sheet(journal: str) -> Any:
    return call("sheet", journal, "--format", "json").json


def test_marks_of_the_table_stand_in_log_and_sheet(begun: str) -> None:
    heard = "none\n/overrule we are kind\n/note cake\nBo\n/undo\nゆうこ\n"
    told = play(begun, heard=heard)
    assert "No: You must challenge someone. (NSP-3.1)" in told
    assert "Noted by table decision, although: " in told
    log = entries(begun, "--all")
    assert [entry["overruled"] for entry in log if entry["overruled"]] == ["we are kind"]
    assert [entry["note"] for entry in log if entry["note"]] == ["cake"]
    assert [entry["words"] for entry in log if entry["struck"]] == ["Bo"]
    sheet = call("sheet", begun).out
    decided = sheet.partition("Decided at the table\n")[2]
    assert "You must challenge someone. The table allowed it: “we are kind”.\n" in decided
    assert "round 1: Note: cake\n" in decided
    assert "Bo" not in decided.partition("Rules\n")[0], "what was taken back is no decision"
    assert sheet.endswith("· 1 correction\n")


@pytest.mark.parametrize("command", ["play", "log", "sheet", "score"])
def test_a_path_that_cannot_be_looked_at_is_told(command: str, tmp_path: Path) -> None:
    path = f"{'x' * 300}.jsonl"
    ran = call(command, path)
    assert ran.code == 3
    assert "File name too long" in ran.err


def test_a_file_that_is_no_journal_is_not_played_on(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text("game: no-swap-no-pay\n", encoding="utf-8")
    for command, code in (("play", 4), ("sheet", 3), ("log", 4)):
        assert call(command, "e.yaml").code == code
    for command in ("play", "sheet", "log", "score"):
        assert call(command, "none.jsonl").code == 3


def test_the_name_of_a_journal_without_its_ending_names_the_file(begun: str) -> None:
    Path(begun).rename("saturday.jsonl")
    ran = call("play", "saturday")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.rstrip().endswith("To continue: referee play saturday.jsonl")


def test_a_title_needs_no_quotes_where_nothing_else_follows() -> None:
    ran = call("play", "no", "swap", "--players", "Ana,Bo,Cy,Di", heard="Ana\n")
    assert ran.code == 0
    assert "Ana is the first captain." in ran.out
