"""Saboteur through the commands: disputes as programs read them, scores, play, the blank forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import FOUR, ROOT, ask_file, call, check_refused, entries, run, score_file

SHEETS = ROOT / "scoresheets/saboteur"


DISPUTE = """\
game: saboteur
question: place
facts:
  lay: "2,0:NESW"
  laid: ["1,0:EW"]
"""


def test_cells_in_a_file_stand_in_quotes() -> None:
    assert ask_file(DISPUTE, "--format", "json").json["answer"] == {"reveals": [], "lies_as": {}}
    assert ask_file(DISPUTE.replace('["1,0:EW"]', '\n  - "1,0:EW"')).code == 0
    assert ask_file(DISPUTE.replace('"2,0:NESW"', "2,0:NESW")).code == 0


def test_without_quotes_the_reader_says_that_they_are_missing() -> None:
    ran = ask_file(DISPUTE.replace('["1,0:EW"]', "[1,0:EW]"))
    assert (ran.code, ran.out) == (3, "")
    assert "d.yaml:5:10: TEXT “1” is only a part: in a list, a comma separates texts." in ran.err
    assert 'Put each text in quotes, as in ["1,0:EW"].' in ran.err


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ('"1,0:EW"', '"1,0:EWE"', "5:10", "“EWE” is not a tunnel card"),
        (
            '"1,0:EW"',
            '"1,0:EW", "2,a:EW"',
            "5:20",
            "“2,a:EW” is not a card and a cell, such as EW 3,0",
        ),
        ('"2,0:NESW"', "NESW", "4:8", "is not a card and a cell, such as EW 3,0"),
        ('["1,0:EW"]', '["1,0:EW"]\n  goal: ["8,0:rock"]', "6:10", "“rock” is not one of"),
    ],
)
def test_what_cannot_be_read_in_a_file_is_told_at_its_place(
    old: str, new: str, place: str, said: str
) -> None:
    for command in (("ask", "--file"), ("check",)):
        Path("d.yaml").write_text(DISPUTE.replace(old, new), encoding="utf-8")
        ran = call(*command, "d.yaml")
        assert (ran.code, ran.out) == (3, "")
        assert f"d.yaml:{place}: TEXT " in ran.err
        assert said in ran.err
        assert "Write it as in “" in ran.err


HOLDINGS = """\
game: saboteur
players: [Ana, Bo, Cy, Di]
holdings:
  Ana: {gold: [3, 2, 1, 1]}
  Bo: {gold: [3, 1]}
  Cy: {gold: [1]}
  Di: {}
"""


def test_gold_cards_are_added_up_by_what_is_printed_on_them() -> None:
    ran = score_file(HOLDINGS, "--format", "json")
    assert (ran.code, ran.json["ok"], ran.json["audit"]) == (0, True, [])
    scores = {each["player"]: each for each in ran.json["scores"]}
    assert {name: each["total"] for name, each in scores.items()} == {
        "Ana": 7, "Bo": 4, "Cy": 1, "Di": 0,
    }  # fmt: skip
    assert [line["exact"] for line in scores["Ana"]["lines"]] == ["2", "2", "3"]
    assert [line["working"] for line in scores["Ana"]["lines"]] == ["2 × 1", "1 × 2", "1 × 3"]
    assert scores["Di"]["lines"] == []
    assert ran.json["winners"] == ["Ana"]
    assert ran.json["outcome_rules"] == ["SAB-9.1"]


def test_the_results_of_the_rounds_make_the_audit_exact() -> None:
    evening = (SHEETS / "evening.yaml").read_text(encoding="utf-8")
    assert score_file(evening).code == 0
    ran = score_file(evening.replace("connector: Cy", "connector: Ana"), "--format", "json")
    assert ran.code == 1
    assert {rule for each in ran.json["audit"] for rule in each["rules"]} == {"SAB-10.3"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[3, 1]", "[3, a]", "5:18: NUMBER"),
        ("[3, 1]", "[3, 0]", "5:18: BELOW-ZERO"),
        ("[3, 1]", "[3, -1]", "5:18: BELOW-ZERO"),
        ("Bo: {gold", "Bo: {nuggets", "5:8: UNKNOWN-KEY"),
        ("  Di: {}\n", "", "3:1: ENTRY"),
        ("Di]", "Ana]", "2:24: TWICE"),
        ("[Ana, Bo, Cy, Di]", "[Ana, Bo]", "2:10: PLAYERS"),
    ],
)
def test_what_is_no_final_count_is_told_at_its_place(old: str, new: str, said: str) -> None:
    check_refused(HOLDINGS, old, new, said)


OPENING = "ゆうこ\nEW 1,0\nNEW 2,0\nb lamp Ana\n"


def played(heard: str, **how: Any) -> Any:
    return call("play", "saboteur", "--players", FOUR, "--journal", "j.jsonl", heard=heard, **how)


def test_the_tunnel_is_drawn_and_the_state_is_shown() -> None:
    out = played(f"{OPENING}/tunnel\n/state\n").out
    drawn = out.partition("The tunnel of round 1")[2]
    assert "━━S━━━━━━━━━┻━━" in drawn
    assert drawn.count("│ ? │") == 3
    state = out.partition("Round 1 of 3\n")[2].splitlines()
    assert state[1].split() == ["player", "cards", "broken", "role"]
    players = [line.split() for line in state[3:7]]
    assert players == [["Ana", "6", "lamp"], ["小明", "6"], ["ゆうこ", "6"], ["Bo", "6"]]
    assert "To act: 小明." in state


def test_why_not_lists_every_reason_with_its_rule() -> None:
    out = played(f"{OPENING}d\nd\nd\n/why-not EW 3,1\n/why-not NS 3,0\n").out
    asked = out.partition("Forbidden: ")[2]
    first, second = asked.split("Forbidden: ")
    assert first.startswith("No card is next to 3,1. (SAB-3.3)")
    reasons, _, cited = first.partition("Because\n")[2].partition("Rules")
    assert reasons.split("\n")[0].strip() == "You cannot lay a card with a broken lamp."
    assert "SAB-5.1" in cited
    assert [rule in second for rule in ("SAB-3.4", "SAB-3.6")] == [True] * 2


def test_what_was_done_beside_laying_is_noted_as_its_own_step() -> None:
    played(f"{OPENING}m 8,0\nd\nr lamp Ana\nrep lamp Ana\nrockfall 2,0\n")
    assert [entry["step"] for entry in entries()][3:] == [
        "turn.break", "turn.map", "turn.discard", "turn.repair", "turn.rockfall",
    ]  # fmt: skip


def test_a_terminal_that_knows_plain_signs_only_is_shown_those() -> None:
    heard = OPENING.replace("ゆうこ", "Bo").replace("Ana", "Cy")
    for encoding in ("ascii", "cp1252"):
        out = call(
            *("play", "saboteur", "--players", "Ana,Bo,Cy", "--journal", f"{encoding}.jsonl"),
            heard=f"{heard}/tunnel\n",
            encoding=encoding,
        ).out
        assert "--S---------+--" in out
        assert out.count("| ? |") == 3
        assert ". | ..   .. | ." in out
        assert "S start, ? goal face down, x dead end, o cut off from the start" in out


def test_so_it_is_in_a_process_of_its_own() -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    words = ("play", "saboteur", "--players", "Ana,Bo,Cy", "--journal", "a.jsonl")
    ran = run(*words, heard="Bo\nEW 1,0\n/tunnel\nQ 1,0\n", env=env)
    assert (ran.code, ran.out.isascii(), ran.err.isascii()) == (0, True, True)
    assert "--S-------" in ran.out
    assert 'Not understood: "Q" in "Q 1,0". Nothing was noted.' in ran.out
    assert "\\u" not in ran.out + ran.err
