"""Saboteur through the commands: disputes as programs read them, scores, play, the blank forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.running import (
    ROOT,
    ask_file,
    call,
    check_examples,
    check_for_people,
    check_for_programs,
    check_seats_refused,
    check_unreadable,
    run,
    score_file,
)

SHEETS = ROOT / "scoresheets/saboteur"
FOUR = "Ana,小明,ゆうこ,Bo"
AHEAD = "laid=1,0:EW laid=2,0:EW laid=3,0:EW laid=4,0:NEW laid=5,0:NEW laid=6,0:NEW"
ROUND = f"{AHEAD} laid=7,0:NW laid=7,1:ES"
FIVE = "players=A,B,C,D,E saboteurs=B,D"
TEN = "players=A,B,C,D,E,F,G,H,I,J"
STONE_OR_TREASURE = {"treasure": "NESW", "stone-a": "SW", "stone-b": "NW"}
UNPLACED = {"reveals": None, "lies_as": None}
UNCUT = {"cuts_off": None}
ANY = {"order": None, "any_choice": True}
NOT_PAYABLE = {
    "each": 3, "payable": False, "cards": None, "order": None, "any_choice": False,
}  # fmt: skip
UNSHARED = {"cards": None, "order": None, "takes": None}

QUESTIONS: dict[str, tuple[str, Any]] = {
    "setup players=7": (
        "answered", {"saboteurs": 3, "diggers": 5, "hand": 5, "draw_pile": 32},
    ),
    "setup players=3": (
        "answered", {"saboteurs": 1, "diggers": 3, "hand": 6, "draw_pile": 49},
    ),
    "setup players=many": (  # somebody's name
        "impossible", {"saboteurs": None, "diggers": None, "hand": None, "draw_pile": None},
    ),
    "setup players=11": (
        "impossible", {"saboteurs": None, "diggers": None, "hand": None, "draw_pile": None},
    ),
    "place lay=1,0:EW": ("allowed", {"reveals": [], "lies_as": {}}),
    "place lay=1:EW": ("allowed", {"reveals": [], "lies_as": {}}),
    "place lay=1,0:we": ("allowed", {"reveals": [], "lies_as": {}}),
    f"place lay=7,0:EW {AHEAD.replace('3,0:EW', '3,0:NEW')}": (
        "allowed", {"reveals": ["8,0"], "lies_as": {"8,0": STONE_OR_TREASURE}},
    ),
    f"place lay=7,0:xEW {AHEAD.replace('3,0:EW', '3,0:NEW')}": (
        "allowed", {"reveals": [], "lies_as": {}},
    ),
    f"place lay=8,1:NESW {ROUND}": (
        "allowed",
        {
            "reveals": ["8,0", "8,2"],
            "lies_as": {
                "8,0": {"treasure": "NESW", "stone-a": "NE", "stone-b": "NW"},
                "8,2": {"treasure": "NESW", "stone-a": "SW", "stone-b": "ES"},
            },
        },
    ),
    f"place lay=8,1:NSW {ROUND} goal=8,-2:treasure": (
        "allowed",
        {
            "reveals": ["8,0", "8,2"],
            "lies_as": {
                "8,0": {"stone-a": "NE", "stone-b": "NW"},
                "8,2": {"stone-a": "SW", "stone-b": "ES"},
            },
        },
    ),
    "place lay=1,0:NS": ("forbidden", UNPLACED),
    "place lay=5,3:NESW": ("forbidden", UNPLACED),
    "place lay=1,0:EW broken=lamp,cart": ("forbidden", UNPLACED),
    "place lay=4,0:NESW laid=1,0:EW laid=2,0:NEW laid=3,0:xEW": ("forbidden", UNPLACED),
    "place lay=0,0:NESW": ("forbidden", UNPLACED),
    "place lay=8,2:NESW": ("forbidden", UNPLACED),
    f"place lay=4,1:EW {AHEAD}": ("impossible", UNPLACED),
    "places card=EW": (
        "answered", {"cells": [{"at": "-1,0", "lies": "EW"}, {"at": "1,0", "lies": "EW"}]},
    ),
    "places card=xN": ("answered", {"cells": [{"at": "0,-1", "lies": "xN"},
                                              {"at": "0,1", "lies": "xS"}]}),
    "places card=NE laid=1,0:EW": (
        "answered",
        {
            "cells": [
                {"at": "-1,0", "lies": "NE"},
                {"at": "0,-1", "lies": "NE"},
                {"at": "0,1", "lies": "SW"},
                {"at": "2,0", "lies": "SW"},
            ]
        },
    ),
    f"places card=EW {AHEAD}": ("impossible", {"cells": None}),
    "action play=broken-lamp player=A target=B broken=B:pickaxe,B:cart": ("allowed", UNCUT),
    "action play=broken-lamp player=A target=B broken=B:lamp,B:cart": ("forbidden", UNCUT),
    "action play=broken-cart player=A target=A": ("allowed", UNCUT),
    "action play=broken-cart player=A target=A self-break=no": ("forbidden", UNCUT),
    "action play=repair-lamp player=A target=B broken=B:lamp": ("allowed", UNCUT),
    "action play=repair-lamp player=A target=B broken=A:lamp": ("forbidden", UNCUT),
    "action play=repair-pickaxe-cart mends=cart player=A target=B broken=B:cart": (
        "allowed", UNCUT,
    ),
    "action play=repair-pickaxe-cart mends=lamp player=A target=B broken=B:lamp": (
        "impossible", UNCUT,
    ),
    "action play=rockfall player=A at=2,0 laid=1,0:EW laid=2,0:xEW": ("allowed", {"cuts_off": []}),
    "action play=rockfall player=A at=0,0": ("forbidden", UNCUT),
    "action play=rockfall player=A at=8,0": ("forbidden", UNCUT),
    "action play=map player=A at=8,-2": ("allowed", UNCUT),
    "action play=map player=A at=7,0": ("impossible", UNCUT),
    f"gold {FIVE} connector=A drawn=3,2,2,1,1": (
        "answered",
        {
            "cards": 5,
            "order": ["A", "E", "C", "A", "E"],
            "takes": {"A": [3, 1], "C": [2], "E": [2, 1]},
        },
    ),
    f"gold {FIVE} connector=B": (
        "answered", {"cards": 5, "order": ["A", "E", "C", "A", "E"], "takes": None},
    ),
    f"gold {FIVE} connector=A gold=miners": (
        "answered", {"cards": 3, "order": ["A", "E", "C"], "takes": None},
    ),
    f"gold {TEN} saboteurs=B,D,E connector=A": (
        "answered", {"cards": 9, "order": [*"AJIHGFCAJ"], "takes": None},
    ),
    f"gold {FIVE} connector=A drawn=3,2": ("impossible", UNSHARED),
    "gold players=A,B saboteurs=B connector=A": ("impossible", UNSHARED),
    "gold players=A,B,C saboteurs=Z connector=A": ("impossible", UNSHARED),
    f"payout {FIVE}": (
        "answered", {"each": 3, "payable": True, "cards": {"B": [3], "D": [3]}, **ANY},
    ),
    "payout players=A,B,C saboteurs=B bank=16,8,4": (
        "answered", {"each": 4, "payable": True, "cards": {"B": [3, 1]}, **ANY},
    ),
    "payout players=A,B,C saboteurs=B bank=4,0,0": (
        "answered", {"each": 4, "payable": True, "cards": {"B": [1, 1, 1, 1]}, **ANY},
    ),
    "payout players=A,B,C saboteurs=[]": (
        "answered", {"each": 0, "payable": True, "cards": {}, **ANY},
    ),
    f"payout {TEN} saboteurs=B,D,E bank=0,8,2": (
        "answered", NOT_PAYABLE,
    ),
    "starter players=A,B,C last=B": ("answered", {"starter": "C"}),
    "starter players=A,B,C last=C": ("answered", {"starter": "A"}),
    "starter players=A,B last=B": ("impossible", {"starter": None}),
}  # fmt: skip


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_dispute_is_answered_for_programs(words: str) -> None:
    check_for_programs("saboteur", "SAB-", words, *QUESTIONS[words])


@pytest.mark.parametrize("words", QUESTIONS)
@pytest.mark.parametrize("fmt", ["table", "plain"])
def test_a_dispute_is_answered_for_people(words: str, fmt: str) -> None:
    check_for_people("sab", "SAB-", words, fmt, QUESTIONS[words][0])


def test_where_order_is_the_answer_it_is_kept_and_else_names_stand_as_seated() -> None:
    words = f"gold {FIVE} connector=A drawn=3,2,2,1,1"
    answer = call("ask", "saboteur", *words.split(), "--format", "json").json["answer"]
    assert answer["order"] == ["A", "E", "C", "A", "E"]
    assert list(answer["takes"]) == ["A", "C", "E"]


def test_every_question_is_listed_with_an_example_that_can_be_typed() -> None:
    questions = ["setup", "place", "places", "action", "gold", "payout", "starter"]
    questions += ["turn", "hands", "joined", "stone", "roles", "end", "talk", "tie"]
    check_examples("saboteur", questions, refused=("end", "talk"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("place", "Missing: lay"),
        ("place lay=EW", "is not a card and a cell, such as EW 3,0"),
        ("place lay=1,0:Q", "“Q” is not a tunnel card"),
        ("place lay=1,0:E", "One opening alone is a dead end: xE."),
        ("place lay=1,0:EEW", "“EEW” is not a tunnel card"),
        ("place lay=1,0:EW laid=2,0", "is not a card and a cell, such as EW 3,0"),
        ("place lay=1,0:EW goal=8,0:lead", "“lead” is not one of: treasure, stone-a or stone-b"),
        ("place lay=1,0:EW broken=wing", "wing"),
        ("places", "Missing: card"),
        ("places card=Q", "“Q” is not a tunnel card"),
        ("places card=x", "“x” is not a tunnel card"),
        ("action play=broken-lamp player=A", "Give target=NAME."),
        ("action play=repair-cart player=A", "Give target=NAME."),
        ("action play=rockfall player=A", "Give at=CELL"),
        ("action play=map player=A", "Give at=GOAL, as in at=top"),
        ("action play=map player=A at=here", "“here” is not a cell; cells are x,y such as 3,-1"),
        ("action play=broken-lamp target=B", "Missing: player"),
        ("action play=hammer player=A", "hammer"),
        (
            "action play=repair-lamp-cart player=A target=B broken=B:lamp,B:cart",
            "Give mends=KIND.",
        ),
        (f"gold {FIVE}", "Missing: connector"),
        (f"gold {FIVE} connector=A drawn=0,1", "1 or more"),
        ("payout players=A,B,C", "Missing: saboteurs"),
        ("setup", "Missing: players"),
    ],
)
def test_what_is_missing_or_cannot_be_read_leaves_with_2(words: str, said: str) -> None:
    check_unreadable("saboteur", words, said)


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


def test_the_dispute_among_the_scoresheets_is_as_it_expects() -> None:
    assert call("ask", "--file", str(SHEETS / "dispute.yaml")).code == 1
    assert call("check", str(SHEETS / "dispute.yaml")).code == 0


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
    assert [line["working"] for line in scores["Ana"]["lines"]] == ["2 x 1", "1 x 2", "1 x 3"]
    assert scores["Di"]["lines"] == []
    assert ran.json["winners"] == ["Ana"]
    assert ran.json["outcome_rules"] == ["SAB-9.1"]


def test_who_has_equally_many_nuggets_shares_the_victory() -> None:
    told = score_file(HOLDINGS.replace("[3, 1]", "[3, 2, 2]"), "--format", "json").json
    assert told["winners"] == ["Ana", "Bo"]
    assert [each["rank"] for each in told["scores"]] == [1, 1, 3, 4]
    assert "SAB-9.2" in told["outcome_rules"]


@pytest.mark.parametrize(
    ("old", "new", "verdict", "rule", "lines"),
    [
        ("[3, 1]", "[3, 3, 3, 3]", "impossible", "SAB-10.1", [4, 5]),
        ("[1]", "[5]", "impossible", "SAB-10.1", [6]),
        ("Di: {}", "Di: {gold: [1, 1, 1, 1, 1, 1]}", "forbidden", "SAB-10.2", [4, 5, 6, 7]),
        (
            "holdings:",
            "rounds: [{won: saboteurs, saboteurs: [Bo]}]\nholdings:",
            "forbidden",
            "SAB-6.6",
            [3],
        ),
    ],
)
def test_what_the_box_or_three_rounds_cannot_pay_is_found_with_its_lines(
    old: str, new: str, verdict: str, rule: str, lines: list[int]
) -> None:
    assert old in HOLDINGS
    ran = score_file(HOLDINGS.replace(old, new), "--format", "json")
    assert (ran.code, ran.json["ok"], len(ran.json["scores"])) == (1, False, 4)
    first = ran.json["audit"][0]
    assert (first["verdict"], first["lines"]) == (verdict, lines)
    assert rule in first["rules"]
    shown = score_file(HOLDINGS.replace(old, new)).out
    assert "total (not confirmed)" in shown
    assert "Not confirmed: " in shown
    assert rule in shown


def test_the_results_of_the_rounds_make_the_audit_exact() -> None:
    evening = (SHEETS / "evening.yaml").read_text(encoding="utf-8")
    assert score_file(evening).code == 0
    ran = score_file(evening.replace("connector: Cy", "connector: Ana"), "--format", "json")
    assert ran.code == 1
    assert {rule for each in ran.json["audit"] for rule in each["rules"]} == {"SAB-10.3"}


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("[3, 1]", "[3, a]", "5:18", "NUMBER"),
        ("[3, 1]", "[3, 0]", "5:18", "BELOW-ZERO"),
        ("[3, 1]", "[3, -1]", "5:18", "BELOW-ZERO"),
        ("Bo: {gold", "Bo: {nuggets", "5:8", "UNKNOWN-KEY"),
        ("  Di: {}\n", "", "3:1", "ENTRY"),
        ("Di]", "Ana]", "2:24", "TWICE"),
        ("[Ana, Bo, Cy, Di]", "[Ana, Bo]", "2:10", "PLAYERS"),
    ],
)
def test_what_is_no_final_count_is_told_at_its_place(
    old: str, new: str, place: str, code: str
) -> None:
    assert old in HOLDINGS
    ran = score_file(HOLDINGS.replace(old, new))
    assert (ran.code, ran.out) == (3, "")
    assert f"h.yaml:{place}: {code} " in ran.err


def test_the_blank_file_and_the_schema_fit_each_other() -> None:
    checker = Draft202012Validator(call("schema", "saboteur").json)
    blank = call("new", "saboteur", "--players", "小明,no,007", "--set", "gold=miners").out
    assert "gold: miners" in blank
    told = yaml.safe_load(blank)
    assert told["players"] == ["小明", "no", "007"]
    checker.validate(told)
    assert score_file(blank).code == 0
    for file in ("evening.yaml",):
        checker.validate(yaml.safe_load((SHEETS / file).read_text(encoding="utf-8")))
    for wrong in ({"gold": ["a"]}, {"gold": [0]}, {"nuggets": [1]}):
        assert not checker.is_valid({**told, "holdings": {**told["holdings"], "007": wrong}})


@pytest.mark.parametrize("seats", ["A,B,C", "A,B,C,D,E,F,G,H,I,J"])
def test_the_blank_sheet_has_every_round_and_the_gold_at_the_end(seats: str) -> None:
    blank = call("sheet", "saboteur", "--players", seats).out
    gold, _, won = blank.partition("Who won, and who was what")
    rounds = ("1", "2", "3")
    for name in seats.split(","):
        (row,) = [line for line in gold.splitlines() if line.startswith(f"| {name} ")]
        assert row.count("1 ☐ 2 ☐ 3 ☐") == len(rounds)
    assert "nuggets" in gold
    assert "diggers" in won
    assert all(f"{number} " in won for number in rounds)


@pytest.mark.parametrize("seats", ["A,B", "A,B,C,D,E,F,G,H,I,J,K"])
@pytest.mark.parametrize("command", ["new", "sheet", "play"])
def test_no_other_number_of_players_sits_down(command: str, seats: str) -> None:
    check_seats_refused(command, "saboteur", seats, "3 to 10")


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


def test_a_refused_card_is_not_noted_and_may_be_overruled() -> None:
    ran = played(f"{OPENING}NS 3,0\n/overrule it was laid before anybody looked\n/state\n")
    assert "      No: " in ran.out
    assert "Noted by table decision, although: " in ran.out
    entries = call("log", "j.jsonl", "--format", "json").json["entries"]
    assert [entry["step"] for entry in entries][-1] == "turn.lay"
    assert entries[-1]["overruled"] == "it was laid before anybody looked"


def test_what_was_done_beside_laying_is_noted_as_its_own_step() -> None:
    played(f"{OPENING}m 8,0\nd\nr lamp Ana\nrep lamp Ana\nrockfall 2,0\n")
    entries = call("log", "j.jsonl", "--format", "json").json["entries"]
    assert [entry["step"] for entry in entries][3:] == [
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


SCENARIO = """\
game: saboteur
players: [Ana, Bo, Cy]
answers:
  - setup.starter: Ana
  - turn.lay: EW 1,0
  - turn.break: lamp Ana
  - turn.map: 8,2
  - turn.repair: lamp Ana
  - turn.rockfall: 1,0
  - turn.discard: done
expect:
  said: ["EW at 1,0", "lamp", "top goal", "lamp", "removes EW", "Cy discards"]
"""


def test_a_scenario_names_a_report_beside_the_question_by_its_own_step(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO, encoding="utf-8")
    ran = call("replay", "s.yaml")
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert ran.out.endswith("As expected.\n")


def test_a_scenario_that_names_a_step_of_another_time_goes_off_the_track(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO.replace("turn.map", "goal.shows"), encoding="utf-8")
    ran = call("replay", "s.yaml")
    assert ran.code == 1
    assert "Line 7: answers goal.shows, but turn.lay was asked." in ran.out
