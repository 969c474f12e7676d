"""Sidibaba through the commands: disputes, scores, play with and without a maze, the forms."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, ask_file, call, check_refused, entries, score_file

SHEETS = ROOT / "scoresheets/sidibaba"
THREE = "Ana,小明,ゆうこ"


@pytest.fixture(autouse=True)
def maze(tmp_path: Path) -> None:
    shutil.copy(SHEETS / "maze.yaml", tmp_path / "maze.yaml")


def opened(roll: int, player: str) -> dict[str, Any]:
    return {"open": True, "roll": roll, "player": player}


def steps(way: str, ties: str = "") -> dict[str, Any]:
    return {"steps": [*way], "ties": [*ties]}


DISPUTES = {
    "share": (
        "{order: [Ana, 小明], found: chest, tokens: [curse, genie]}",
        {
            "draw": 2,
            "lamps_lost": 1,
            "order_after": ["小明", "Ana"],
            "picks": ["小明"],
            "lamps": None,
        },
    ),
    "caught": (
        "{order: [Ana, 小明], tokens: {Ana: 3, 小明: 4}, lamps: 2}",
        {"stolen": {"Ana": 2, "小明": 1}, "lamps": 1, "leader_wins": False},
    ),
    "lock": ("{kind: small, order: [Ana, 小明], rolls: [1, 6]}", opened(2, "小明")),
    "jewels": ('{values: [3, 2], pairs: {"1/5": 3}}', {"points": 11}),
    "vote": (
        "{votes: {left: 2, right: 2}, front: right}",
        {"decided": "right", "tied": ["left", "right"]},
    ),
    "steps": ('{maze: maze.yaml, from: "4,1", to: treasure, paid: 3}', steps("ES")),
    "landslide": ('{maze: maze.yaml, at: "6,1", party: "3,2", slid: ["1,6"]}', {}),
}


@pytest.mark.parametrize("question", DISPUTES)
def test_in_a_file_lists_and_maps_stand_for_commas_and_colons(question: str) -> None:
    facts, answer = DISPUTES[question]
    text = f"game: sidibaba\nquestion: {question}\nfacts: {facts}\n"
    ran = ask_file(text, "--format", "json")
    assert (ran.code, ran.json["answer"]) == (0, answer)


HOLDINGS = """\
game: sidibaba
players: [Ana, 小明, ゆうこ]
leader: Zed
outcome: escaped
treasure_found: yes
holdings:
  Ana: {jewels: [3, 1], pairs: {"1/5": 2}}
  小明: {jewels: [4, 2, 1], genies: 1}
  ゆうこ: {jewels: [1], pairs: {"1/5": 1, "1/7": 3}}
"""
TOTALS = {"Ana": "9", "小明": "7", "ゆうこ": "10"}


def totals(told: Any) -> dict[str, str]:
    return {each["player"]: each["exact"] for each in told["scores"]}


def test_jewels_add_up_and_two_alike_count_together() -> None:
    ran = score_file(HOLDINGS, "--format", "json")
    assert (ran.code, ran.json["ok"], ran.json["audit"]) == (0, True, [])
    assert totals(ran.json) == TOTALS
    lines = {
        (each["player"], line["label"]): line["working"]
        for each in ran.json["scores"]
        for line in each["lines"]
    }
    assert lines["Ana", "jewels with two numbers"] == "1/5: 1 × 5"
    assert lines["ゆうこ", "jewels with two numbers"] == "1/5: 1; 1/7: 1 × 7 + 1"
    assert (ran.json["winners"], "SID-8.3" in ran.json["outcome_rules"]) == (["ゆうこ"], True)


@pytest.mark.parametrize("outcome", ["lamps-out", "caught"])
def test_if_nobody_escapes_the_leader_wins_and_jewels_are_counted_all_the_same(
    outcome: str,
) -> None:
    ran = score_file(HOLDINGS.replace("escaped", outcome), "--format", "json")
    assert (ran.code, ran.json["winners"], totals(ran.json)) == (0, ["Zed"], TOTALS)
    assert "Zed wins" in score_file(HOLDINGS.replace("escaped", outcome)).out


def test_what_can_be_counted_again_is_named_with_what_fits() -> None:
    ran = score_file(HOLDINGS.replace("treasure_found: yes", "treasure_found: no"))
    shown = " ".join(ran.out.split())
    assert "Nobody escapes before the Treasure is found. (SID-9.2, SID-8.1; lines 4 and 5)" in shown
    again = "the outcome (escaped; lamps-out fits), whether the Treasure was found (no; yes fits)"
    assert f"Count again: {again}." in shown


def test_another_left_number_is_asked_about_and_counted_as_printed() -> None:
    ran = score_file(HOLDINGS.replace('"1/5": 1', '"2/5": 1'), "--format", "json")
    assert (ran.code, ran.json["ok"]) == (0, True)
    assert [(each["verdict"], each["rules"][0]) for each in ran.json["audit"]] == [
        ("table-call", "SID-9.3")
    ]
    assert totals(ran.json) == {**TOTALS, "ゆうこ": "11"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("outcome: escaped\n", "", "1:1: MISSING"),
        ("leader: Zed\n", "", "1:1: MISSING"),
        ("leader: Zed", "leader: Ana", "3:9: NO-PLAYER"),
        ("escaped", "fled", "4:10: WORD"),
        ("treasure_found: yes", "treasure_found: perhaps", "5:17: WORD"),
        ("[3, 1]", "[3, -1]", "7:21: BELOW-ZERO"),
        ("[3, 1]", "[3, 1+1]", "7:21: NUMBER"),
        ('"1/5": 2', '"5": 2', "7:33: TEXT"),
        ('"1/5": 2', '"1/5": x', "7:40: NUMBER"),
        ("genies: 1", "genie: 1", "8:27: UNKNOWN-KEY"),
        ("  小明: {jewels: [4, 2, 1], genies: 1}\n", "", "6:1: ENTRY"),
        ("[Ana, 小明, ゆうこ]", "[Ana]", "2:10: PLAYERS"),
    ],
)
def test_what_is_no_final_count_is_told_at_its_place(old: str, new: str, said: str) -> None:
    check_refused(HOLDINGS, old, new, said)


@pytest.mark.parametrize("command", ["new", "sheet", "play"])
def test_a_leader_among_the_players_is_taken_out(command: str) -> None:
    ran = call(command, "sidibaba", "--players", THREE, "--leader", "小明")
    assert ran.code == 0
    if command == "play":
        assert "      小明 leads. Clockwise: 1 Ana, 2 ゆうこ.\n" in ran.err
    ran = call(command, "sidibaba", "--players", "Ana,小明", "--leader", "小明")
    assert (ran.code, ran.out) == (2, "")


def test_a_leader_who_is_named_later_is_taken_out_too() -> None:
    ran = call("play", "sidibaba", heard="Zed, Ana & Bo\nzed\n\n\n")
    assert "Write the names clockwise, without the Leader." in ran.err
    assert "      Zed leads. Clockwise: 1 Ana, 2 Bo.\n" in ran.err


def test_a_leader_who_is_not_named_is_asked_for() -> None:
    ran = call("play", "sidibaba", "--players", "Ana,Bo", heard="\n?\nana\nZed\n\n")
    assert ran.code == 0
    assert ran.err.count("Who is the Leader of the Thieves?") == 4
    assert "Leader: Zed." in ran.err
    assert call("play", "sidibaba", "--players", THREE, "--journal", "none.jsonl").code == 2
    assert not Path("none.jsonl").exists()


def played(heard: str, *words: str, players: str = THREE) -> Any:
    start = ("play", "sidibaba", "--players", players, "--leader", "Zed")
    return call(*start, *words, "--journal", "j.jsonl", heard=heard)


def noted() -> list[tuple[str, str]]:
    return [(entry["step"], entry["words"]) for entry in entries("j.jsonl", "--all")]


def test_a_march_is_typed_in_a_few_keys() -> None:
    played("\nｆ\n\n４\nfr\n2\nc １/５ g\n小明\n1/5\n\n")
    assert noted() == [
        ("setup.order", "Ana, 小明, ゆうこ"),
        ("march.move", "ｆ"),
        ("march.square", "nothing"),
        ("march.move", "４"),
        ("march.move", "fr"),
        ("march.square", "2"),
        ("loot.drawn", "c １/５ g"),
        ("loot.curse", "小明"),
        ("loot.picked", "1/5"),
        ("loot.picked", "genie"),
    ]


def test_the_sand_is_reported_anywhere_and_only_who_has_a_lamp_leads() -> None:
    ran = played("\nf\nsand\nゆうこ, Ana, 小明\nchest\nsand\n/state\n")
    assert [step for step, _ in noted()] == [
        *("setup.order", "march.move", "lamp.sand", "lamp.order", "march.square", "lamp.sand"),
    ]
    assert "Zed holds 3 events." in ran.out
    assert "Lamps discarded: 2." in ran.out


def test_without_events_the_leader_draws_none() -> None:
    ran = played("\nsand\n\nevent thief\n/state\n", "--set", "events=no")
    assert [step for step, _ in noted()] == ["setup.order", "lamp.sand", "lamp.order"]
    assert "draws an event" not in ran.out


def test_whoever_was_robbed_is_known_by_number_only_until_the_end() -> None:
    heard = "\nevent movement 2\nyes\nana\n/state\n/score\nf\ntreasure\n4 4 4 4\n\n\n\n\nf\nexit\n"
    ran = played(f"{heard}1 4 5\n1\n1 1\n", players="Ana,Bo")
    assert "takes 2 from Ana and 1 from Bo, unseen" in ran.out
    assert "1 token unseen" in ran.out
    assert "The rest is secret until the end." in ran.out
    assert "According to the record Ana has 1 hidden token, not 3. (SID-9.4)" in ran.out
    assert noted()[-2:] == [("end.tokens", "1"), ("end.tokens", "1 1")]
    told = call("score", "j.jsonl", "--format", "json").json
    assert totals(told) == {"Ana": "9", "Bo": "10"}


def test_caught_without_a_lamp_the_leader_wins_at_once() -> None:
    sands = "sand\nana\n" * 5 + "sand\nbo\n" * 6
    ran = played(f"\n{sands}event movement 2\nyes\n", players="Ana,Bo")
    assert "Caught without a lamp: Zed wins." in ran.out
    assert call("score", "j.jsonl", "--format", "json").json["winners"] == ["Zed"]


def test_with_a_maze_nobody_is_asked_what_lies_there() -> None:
    ran = played("4,1\n\nf\nl\nf\nf\n3 g\n", "--maze", "maze.yaml", players="Ana,Bo")
    assert [step for step, _ in noted()] == [
        *("setup.entrance", "setup.order", "march.move", "march.move", "march.move", "loot.drawn"),
    ]
    assert "No: There is a wall. Move again; the sand keeps running. (SID-2.2)" in ran.out
    assert "Found: a chest." in ran.out
    assert "|T" not in ran.out + ran.err


def test_the_map_is_drawn_only_where_the_leader_has_the_keyboard() -> None:
    refused = played("4,1\n/map\nmap\n", "--maze", "maze.yaml")
    said = "Only Zed may see the map. Type leader to hand over the keyboard."
    assert (refused.err.count(said), "|T" in refused.out + refused.err) == (2, False)
    Path("j.jsonl").unlink()
    shown = played("4,1\nleader\nmap\ndone\nmap\n", "--maze", "maze.yaml")
    assert (shown.out.count("|T"), shown.err.count(said)) == (1, 1)


def test_with_the_timer_every_prompt_on_the_march_shows_what_is_left() -> None:
    ran = played("\nf\n\n/pause\n/resume\n", "--timer")
    assert (ran.code, ran.err.count(" Sand 3:00.\n") >= 3) == (0, True)
    marks = [words for step, words in noted() if not step and words.startswith("/")]
    assert [words for words in marks if words in {"/pause", "/resume"}] == ["/pause", "/resume"]


def test_what_is_left_of_the_sand_stands_before_what_lies_ahead() -> None:
    ran = played("4,1\n\n", "--maze", "maze.yaml", "--timer")
    assert " lamps left. Sand 3:00. Ahead: " in ran.err


def test_an_exit_that_the_leader_tells_of_is_no_end_of_the_evening() -> None:
    ran = played("\nf\nexit\nc\nexit\n")
    assert "No: Without the Treasure nobody leaves the cave. (SID-8.1)" in ran.out
    assert "Found: a chest." in ran.out
