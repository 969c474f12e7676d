"""Colorful Treasure through the commands: disputes, scores, play, the blank forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ask_file, call, check_refused, entries, score_file

THREE = "Ana,小明,ゆうこ"
NUMBERS = "1 3 6 10 15 21"
SET = ("--set", "same_colour=1,3,6,10,15,21")


def choices(*each: str) -> dict[str, list[list[str]]]:
    return {"choices": [one.split() for one in each]}


def shares(**each: str) -> dict[str, dict[str, str]]:
    return {"shares": each}


DISPUTE = """\
game: colorful-treasure
question: secrets
facts:
  cards: {Ana: 4, 小明: 2, ゆうこ: 4}
"""


def test_in_a_file_the_cards_of_all_stand_under_one_key() -> None:
    ran = ask_file(DISPUTE, "--format", "json")
    assert ran.json["answer"] == shares(Ana="7/2", 小明="0", ゆうこ="7/2")
    assert "Ana and ゆうこ" in ran.json["reason"]


def test_in_a_file_a_map_counts_the_kinds_that_show() -> None:
    facts = "{revealed: {red: 2, yellow: 1}}"
    ran = ask_file(f"game: colorful-treasure\nquestion: take\nfacts: {facts}\n", "--format", "json")
    assert ran.json["answer"] == choices("red red", "yellow")


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("[3r, 4r]", "3r,4r"),
        ("[red, yellow]", "red,yellow"),
        ("[]", "none"),
        ("s", "s"),
    ],
)
def test_in_a_file_a_take_that_is_wanted_is_a_list(written: str, line: str) -> None:
    facts = f"{{revealed: [3r, 4r, 7y], wants: {written}}}"
    ran = ask_file(f"game: colorful-treasure\nquestion: take\nfacts: {facts}\n", "--format", "json")
    told = ("take", "revealed=3r,4r,7y", f"wants={line}", "--format", "json")
    assert ran.json == call("ask", "colorful-treasure", *told).json
    assert ran.json["verdict"] == ("allowed" if line == "3r,4r" else "forbidden")


HOLDINGS = """\
game: colorful-treasure
players: [Maya, Margot, Maurice]
options: {mode: basic}
numbers: {same_colour: [1, 3, 6, 10, 15, 21]}
field: 8
holdings:
  Maya: {red: 6, blue: 2, diamond_cards: 3, diamonds: 2, keys: 2, chests: 1, bonuses: [exploration]}
  Margot: {green: 1, diamond_cards: 2, diamonds: 2+1, keys: 3, yellow: 3, blue: 1}
  Maurice: {purple: 5, blue: 3, green: 3, yellow: 1, diamond_cards: 3, diamonds: 3, chests: 3}
"""
ADVANCED = """\
game: colorful-treasure
players: [Ana, Bo]
options: {mode: advanced}
numbers: {same_colour: [2, 4, 8, 14, 22, 30]}
holdings:
  Ana: {red: 5, green: 6, blue: 4, diamond_cards: 5, diamonds: 5, tiles: [sixth-colour]}
  Bo:
    {purple: 4, yellow: 6, diamond_cards: 4, diamonds: 4, keys: 5, chests: 2, tiles: [four-points]}
"""


def told(text: str) -> dict[str, Any]:
    return {each["player"]: each for each in score_file(text, "--format", "json").json["scores"]}


def test_gems_diamonds_and_bonuses_add_up_and_a_shared_bonus_stays_exact() -> None:
    ran = score_file(HOLDINGS, "--format", "json")
    assert (ran.code, ran.json["ok"], ran.json["audit"]) == (0, True, [])
    scores = told(HOLDINGS)
    assert {name: each["exact"] for name, each in scores.items()} == {
        "Maya": "115/3", "Margot": "55/3", "Maurice": "118/3",
    }  # fmt: skip
    assert [each["rank"] for each in scores.values()] == [2, 3, 1]
    lines = [(line["label"], line["exact"]) for line in scores["Maya"]["lines"]]
    assert sorted(lines) == [
        ("blue", "3"), ("diamond cards", "3"), ("diamonds", "4"), ("exploration bonus", "5"),
        ("red", "21"), ("secret bonus", "7/3"),
    ]  # fmt: skip
    assert ran.json["winners"] == ["Maurice"]


def test_the_advanced_game_has_its_own_numbers_and_its_tiles() -> None:
    assert score_file(ADVANCED).code == 0
    scores = told(ADVANCED)
    worth = {"red": 22, "green": 30, "blue": 14, "diamond cards": 5, "diamonds": 15}
    assert {line["label"]: line["points"] for line in scores["Ana"]["lines"]} == {
        **worth, "tiles": 1,
    }  # fmt: skip
    assert {line["label"]: line["points"] for line in scores["Bo"]["lines"]} == {
        "purple": 14, "yellow": 30, "diamond cards": 4, "diamonds": 12, "secret bonus": 7,
        "tiles": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("diamonds: 2,", "diamonds: 1,", "COL-9.2"),
        ("bonuses: [exploration]", "wonders: 8", "COL-9.6"),
        ("[1, 3, 6, 10, 15, 21]", "[3, 2, 6, 10, 15, 21]", "COL-9.8"),
        ("[1, 3, 6, 10, 15, 21]", "[1, 3, 4, 10, 15, 21]", "COL-9.8"),
    ],
)
def test_what_is_odd_is_asked_about_and_stays_confirmed(old: str, new: str, rule: str) -> None:
    assert old in HOLDINGS
    ran = score_file(HOLDINGS.replace(old, new, 1), "--format", "json")
    assert (ran.code, ran.json["ok"]) == (0, True)
    assert ("table-call", rule) in [
        (each["verdict"], each["rules"][0]) for each in ran.json["audit"]
    ]
    assert "not confirmed" not in score_file(HOLDINGS.replace(old, new, 1)).out


def test_seven_gems_of_a_colour_in_one_hand_count_as_six() -> None:
    seven = told(HOLDINGS.replace("red: 6", "red: 7"))["Maya"]["lines"]
    assert [line["points"] for line in seven if line["label"] == "red"] == [21]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("numbers: {same_colour: [1, 3, 6, 10, 15, 21]}\n", "", "1:1: ASKED-NUMBER"),
        ("[1, 3, 6, 10, 15, 21]", "[1, 3, 6, 10, 15]", "4:24: ASKED-COUNT"),
        ("6, 10", "six, 10", "4:31: NUMBER"),
        ("red: 6", "red: x", "7:15: NUMBER"),
        ("red: 6", "red: -6", "7:15: BELOW-ZERO"),
        ("red: 6", "ruby: 6", "7:10: UNKNOWN-KEY"),
        ("[exploration]", "[secret]", "7:88: WORD"),
        ("mode: basic", "mode: expert", "3:17: WORD"),
        ("field: 8", "field: eight", "5:8: NUMBER"),
        ("[Maya, Margot, Maurice]", "[Maya]", "2:10: PLAYERS"),
    ],
)
def test_what_is_no_final_count_is_told_at_its_place(old: str, new: str, said: str) -> None:
    check_refused(HOLDINGS, old, new, said)


def played(heard: str, *words: str, players: str = THREE) -> Any:
    start = ("play", "colorful-treasure", "--players", players)
    return call(*start, *words, "--journal", "j.jsonl", heard=heard)


def steps() -> list[tuple[str, str]]:
    return [(entry["step"], entry["words"]) for entry in entries()]


def test_the_six_numbers_are_asked_first_and_stand_in_the_record() -> None:
    ran = played(f"{NUMBERS}\n小明\n")
    assert ran.code == 0
    first, *_ = ran.err.splitlines()
    assert "gems of one colour" in first
    assert "Saved in j.jsonl." in ran.err
    assert steps() == [("setup.start", "小明")]
    head = Path("j.jsonl").read_text(encoding="utf-8").partition("\n")[0]
    assert '"numbers":{"same_colour":[1,3,6,10,15,21]}' in head


def test_a_turn_is_typed_in_a_few_keys() -> None:
    played("@Ana\n3r 5k\n\n\n３ｒ　２ｒ\n4 red\n\n", *SET)
    assert steps() == [
        ("setup.start", "@Ana"),
        ("turn.flip", "3r 5k"),
        ("turn.stop", "stop"),
        ("turn.take", "key"),
        ("turn.flip", "３ｒ　２ｒ"),
        ("turn.more", "4 red"),
        ("turn.take", "red"),
    ]


PAIR = "@Ana\n1r 2r\n\n\n4k 1y\n\n\n2d 1d\n\n\n1g 2g\n\n\n5c 9p\n\n\n"


def test_a_pair_plunders_a_card_or_a_diamond() -> None:
    for loot, said in (("ana 1r", "red 1"), ("ゆうこ d", "diamond")):
        Path("j.jsonl").unlink(missing_ok=True)
        ran = played(f"{PAIR}{loot}\n", *SET)
        assert steps()[-1] == ("turn.plunder", loot)
        assert f"小明 plunders {said}" in ran.out.replace("a diamond", "diamond")


@pytest.mark.parametrize("loot", ["ana d", "ana 2y", "小明 4k", "none"])
def test_other_loot_is_refused_and_may_be_overruled(loot: str) -> None:
    ran = played(f"{PAIR}{loot}\n/overrule that is how we play\n", *SET)
    assert "      No: " in ran.out
    last = entries()[-1]
    assert (last["step"], last["overruled"]) == ("turn.plunder", "that is how we play")


def test_what_the_box_does_not_have_cannot_be_overruled() -> None:
    ran = played("@Ana\n3r 11b\n/overrule we have eleven\n3k 3c\n/overrule both\n", *SET)
    assert ran.out.count("No: This cannot be overruled: ") == 2
    assert steps() == [("setup.start", "@Ana")]


def test_the_simple_game_flips_two_cards_and_no_more() -> None:
    ran = played("@Ana\n1r 2b\nb\n1k 2r\n", *SET, "--set", "mode=simple")
    assert steps() == [("setup.start", "@Ana"), ("turn.flip", "1r 2b"), ("turn.take", "b")]
    assert "The simple game has no keys and chests. (COL-1.6)" in ran.out


def test_a_third_gem_brings_a_tile_which_is_used() -> None:
    heard = "@Ana\n3 5 7 8 10\n1r 2r\n3r\n\npeek-d\npeek 3 5\n/state\n"
    out = played(heard, *SET, "--set", "mode=advanced").out
    assert steps()[1:] == [
        ("setup.tiles", "3 5 7 8 10"),
        ("turn.flip", "1r 2r"),
        ("turn.more", "3r"),
        ("turn.take", "red"),
        ("turn.tile", "peek-d"),
        ("tile.peek", "peek 3 5"),
    ]
    assert "Tiles not picked: no-secrets, fourth-card, four-points and any-token." in out


def test_the_views_tell_what_was_taken_and_nothing_of_what_is_covered() -> None:
    out = played("@Ana\n3r 5b\n\nr\n/field\n/state\n", *SET).out
    field = out.partition("The table")[2].partition("Round")[0]
    rows = [line.split() for line in field.splitlines() if line.split()[:1] and line.split()[0]]
    told_rows = {row[0]: row[1:] for row in rows if row[0].isdigit()}
    assert told_rows["3"] == ["4", "red", "Ana"]
    assert told_rows["5"] == ["5", "nothing"]
    assert len(told_rows) == 10
    assert "blue" not in field
    assert "Cards left on the table: 49." in out
