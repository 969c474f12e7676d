"""Aladdin & the Magic Lamp through the commands: disputes, scores, play, the blank forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.running import FOUR, ask_file, call, check_refused, entries, score_file


def opens(player: str, limit: int) -> dict[str, Any]:
    return {"player": player, "limit": limit}


def summons(*told: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": player, "number": number} for player, number in told]


DISPUTE = """\
game: aladdin
question: lamp
facts:
  dice: {Maya: bronze:3, Margot: "silver:3", Maurice: gold:5}
  touched: [Margot, Maurice]
"""
ANSWER = {"summons": summons(("Margot", 3)), "wrong": ["Maurice"], "late": []}


def test_in_a_file_the_dice_of_all_stand_under_one_key() -> None:
    assert ask_file(DISPUTE, "--format", "json").json["answer"] == ANSWER
    listed = DISPUTE.replace("bronze:3", "[bronze:3]")
    assert ask_file(listed, "--format", "json").json["answer"] == ANSWER


def test_on_the_command_line_they_stand_under_names_or_under_one_key_too() -> None:
    dice = "Maya=bronze:3 Margot=silver:3 Maurice=gold:5"
    together = "dice=Maya:bronze:3,Margot:silver:3,Maurice:gold:5"
    for told in (dice, together):
        words = f"{told} touched=Margot,Maurice".split()
        assert call("ask", "ala", "lamp", *words, "--format", "json").json["answer"] == ANSWER


def test_two_dice_of_one_player_are_a_list() -> None:
    two = """\
game: aladdin
question: chests
facts:
  dice:
    Ana: [bronze:5, silver:5]
    Bo: ["bronze:5", "gold:1"]
"""
    answer = ask_file(two, "--format", "json").json["answer"]
    assert answer["opens"] == {
        "bronze": None, "silver": opens("Ana", 5), "gold": opens("Bo", 1),
    }  # fmt: skip


HOLDINGS = """\
game: aladdin
players: [Maya, Margot, Maurice]
options: {variant: my-precious, fourth_gem: purple}
holdings:
  Maya: {gems: {green: 3, red: 1, purple: 1}, ornaments: {silver: [ring, bracelet, necklace, ring]}}
  Margot: {gems: {green: 1, fourth: 1}, talismans: {fourth: 1, lone: 1}, magic_ring: yes}
  Maurice: {gems: {red: 1, blue: 1+1}}
"""


def test_cards_sets_majorities_and_the_ring_add_up() -> None:
    ran = score_file(HOLDINGS, "--format", "json")
    assert (ran.code, ran.json["ok"], ran.json["audit"]) == (0, True, [])
    scores = {each["player"]: each for each in ran.json["scores"]}
    assert {name: each["total"] for name, each in scores.items()} == {
        "Maya": 22, "Margot": 14, "Maurice": 8,
    }  # fmt: skip
    lines = {
        name: [(line["label"], line["points"], line["working"]) for line in each["lines"]]
        for name, each in scores.items()
    }
    assert lines == {
        "Maya": [
            ("cards", 9, "9 × 1"), ("silver sets", 8, "1 × 8"), ("most green", 5, "3 green"),
        ],
        "Margot": [
            ("cards", 4, "4 × 1"),
            ("most purple", 5, "1 purple and 1 talisman"),
            ("the Ring", 5, "the Ring"),
        ],
        "Maurice": [("cards", 3, "3 × 1"), ("most blue", 5, "2 blue")],
    }  # fmt: skip
    assert (ran.json["winners"], ran.json["outcome_rules"]) == (["Maya"], ["ALA-7.4"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("green: 3", "green: x", "5:24: NUMBER"),
        ("green: 3", "green: -3", "5:24: BELOW-ZERO"),
        ("green: 3", "pearl: 3", "5:17: WORD"),
        (", fourth_gem: purple", "", "5:35: WORD"),
        ("lone: 1", "alone: 1", "6:64: WORD"),
        ("[ring, bracelet", "[crown, bracelet", "5:68: WORD"),
        ("silver: [", "copper: [", "5:59: WORD"),
        ("magic_ring: yes", "magic_ring: maybe", "6:86: WORD"),
        ("Maurice: {gems", "Maurice: {stones", "7:13: UNKNOWN-KEY"),
        ("[Maya, Margot, Maurice]", "[Maya]", "2:10: PLAYERS"),
        ("Maurice]", "Maya]", "2:25: TWICE"),
    ],
)
def test_what_is_no_final_count_is_told_at_its_place(old: str, new: str, said: str) -> None:
    check_refused(HOLDINGS, old, new, said)


def test_the_blank_file_knows_the_gem_that_the_table_named() -> None:
    checker = Draft202012Validator(call("schema", "aladdin").json)
    for named, kinds in (("purple", "purple: 0, fourth: 0"), ("fourth", "fourth: 0")):
        words = ("new", "aladdin", "--players", "小明,no", "--set", f"fourth_gem={named}")
        blank = call(*words).out
        assert f"fourth_gem: {named}" in blank
        assert f"gems: {{green: 0, red: 0, blue: 0, {kinds}}}" in blank
        told = yaml.safe_load(blank)
        assert told["players"] == ["小明", "no"]
        checker.validate(told)
        assert score_file(blank).code == 0


def test_a_count_typed_into_the_blank_file_bears_that_name() -> None:
    blank = call("new", "aladdin", "--players", "小明,ゆうこ", "--set", "fourth_gem=purple").out
    filled = blank.replace("小明: {gems: {}", "小明: {gems: {purple: 2}")
    shown = score_file(filled).out
    assert "most purple" in shown
    assert "fourth" not in shown


OPENING = "red; green; blue; purple\nb4; s3; b5; g4\n"


def played(heard: str, *words: str, **how: Any) -> Any:
    start = ("play", "aladdin", "--players", FOUR, "--set", "fourth_gem=purple")
    return call(*start, *words, "--journal", "j.jsonl", heard=heard, **how)


def test_a_wrong_rub_a_wish_and_a_drawing_are_noted_step_by_step() -> None:
    heard = f"{OPENING}小明 Bo\nゆうこ\ngreen\nr\na\ndraw gold red\nd\nr 1\nt\nst\nred\nnecklace\n"
    ran = played(heard)
    assert [(entry["step"], entry["words"]) for entry in entries()][8:] == [
        ("lamp.touched", "小明 Bo"),
        ("lamp.opponent", "ゆうこ"),
        ("lamp.stolen", "green"),
        ("wish.answer", "r"),
        ("wish.answer", "a"),
        ("wish.draw", "draw gold red"),
        ("wish.done", "d"),
        ("explore.card", "r 1"),
        ("explore.card", "t"),
        ("explore.stop", "st"),
        ("talisman.placed", "red"),
    ]
    assert "“necklace” is not a card here" in ran.out


def test_the_state_and_the_sheet_call_the_gem_as_the_table_does() -> None:
    out = played(f"{OPENING}none\npurple 2\n/state\n/sheet\n").out
    state = out.partition("Turn 1\n\nplayer")[2]
    rows = {line.split()[0]: line.split()[1:] for line in state.splitlines()[2:6]}
    assert rows == {
        "Ana": ["1", "1", "red"],
        "小明": ["1", "1", "green"],
        "ゆうこ": ["1", "1", "blue"],
        "Bo": ["1", "1", "purple"],
    }
    assert "bronze 1 of 26" in state
    assert "To act: Ana " in state
    sheet = state.partition("Aladdin & the Magic Lamp\n")[2]
    assert "1  nobody            bronze 4: +1" in sheet
    assert "fourth_gem=purple" in sheet
    assert "fourth" not in sheet.replace("fourth_gem", "")


def test_what_no_die_shows_cannot_be_overruled() -> None:
    played(f"{OPENING.partition('b4')[0]}b7\n/overrule we have such a die\n")
    assert [entry["step"] for entry in entries()] == ["setup.gems"] * 4


def test_a_wish_that_draws_the_sorcerer_ends_the_game_at_once() -> None:
    draws = "draw gold red\nmore\n" * 20
    heard = f"{OPENING}Bo\na\n{draws}draw gold sorcerer\n"
    ran = played(heard)
    assert "The game is over." in ran.err
    told = call("score", "j.jsonl", "--format", "json")
    assert (told.code, told.json["ok"], told.json["audit"]) == (0, True, [])
    assert told.json["winners"] == ["Bo"]


def test_more_cards_than_the_sorcerers_allow_are_a_mere_warning() -> None:
    draws = "".join(f"draw {chest} red\nmore\n" * 20 for chest in ("bronze", "silver", "gold"))
    found = "recover green Bo\nmore\n" * 4 + "recover green Bo\n/overrule there it lay\nmore\n" * 6
    played(f"{OPENING}Bo\na\n{draws}{found}draw gold sorcerer\n")
    told = call("score", "j.jsonl", "--format", "json")
    assert (told.code, told.json["ok"]) == (0, True)
    assert [(each["verdict"], each["rules"]) for each in told.json["audit"]] == [
        ("table-call", ["ALA-9.2"])
    ]
    shown = " ".join(call("score", "j.jsonl").out.split())
    assert (
        "Table call: That makes 74 cards; only a lamp card that does more than draw, steal and"
        " exchange explains more than 69."
    ) in shown
    assert "not confirmed" not in shown


def two(heard: str) -> str:
    """Play with two players; give what is printed."""
    return call("play", "aladdin", "--players", "小明,ゆうこ", heard=heard).out


def test_two_players_set_two_dice_each() -> None:
    out = two("red blue\ngreen green\nb5 s5\nb3 b4\nb5 g1\n/state\n")
    assert "must lie on two different chests" in out
    (dice,) = (line for line in out.splitlines() if line.startswith("Dice: "))
    assert re.findall("小明|ゆうこ|[bsg][0-9]", dice) == ["小明", "b5", "s5", "ゆうこ", "b5", "g1"]


def test_a_line_of_cards_run_together_explores_a_chest() -> None:
    told = played(f"{OPENING}-\nr1 br0 t1 .\nred\ns\n")
    assert [(entry["step"], entry["words"]) for entry in entries()][9:] == [
        ("explore.card", "r1"),
        ("explore.card", "br0"),
        ("explore.card", "t1"),
        ("explore.stop", "."),
        ("talisman.placed", "red"),
    ]
    assert "“s” is not clear: . stops, sor is the Sorcerer." in told.err + told.out


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("r 1 br 0 b 2", ["r 1", "br 0", "b 2"]),
        ("r1br0b2", ["r1", "br0", "b2"]),
        ("1 r 2 b", ["1 r", "2 b"]),
        ("r gold ring 2 b", ["r", "gold ring 2", "b"]),
        ("r12", ["r12"]),
        ("r 1 1", []),
        ("r1b1x", []),
    ],
)
def test_a_number_belongs_to_the_card_before_it(line: str, noted: list[str]) -> None:
    played(f"{OPENING}-\n{line}\n")
    assert [entry["words"] for entry in entries() if entry["step"] == "explore.card"] == noted


@pytest.mark.parametrize(
    ("line", "stopped"), [(". . .", 3), ("r1 . . .", 3), ("r5 . . .", 2), ("r1 r1 r1 r1 . . .", 2)]
)
def test_each_stop_stops_one_player_but_for_one_behind_a_drawing_that_is_over(
    line: str, stopped: int
) -> None:
    played(f"red; green; blue; red\nb4; s3; g5; g6\n-\n{line}\n")
    assert [entry["step"] for entry in entries()].count("explore.stop") == stopped


def test_scorpions_are_recorded_as_they_are_told_however_many() -> None:
    played(f"{OPENING}-\ngr 12\n")
    assert "draws gold ring: 12 of 4 scorpions. Bust!" in entries()[-1]["said"]


@pytest.mark.parametrize("dice", ["b5s4 s2g1", "b5s4s2g1", "b5 s4 s2 g1"])
def test_two_players_type_their_two_dice_in_one_run(dice: str) -> None:
    said = two(f"red blue\ngreen red\n{dice}\n")
    assert "小明 sets bronze 5 and silver 4." in said
    assert "ゆうこ sets silver 2 and gold 1." in said


@pytest.mark.parametrize(
    "gems", ["rr gb", "rrgb", "r r g b", "red red green blue", "rr;gb", "rr bg", "rr;g blue"]
)
def test_two_players_type_their_starting_gems_in_one_run(gems: str) -> None:
    said = two(f"{gems}\n")
    assert "小明 starts with red and red." in said
    assert "ゆうこ starts with green and blue." in said


def test_two_letters_that_begin_one_gem_are_two_gems_where_two_are_dealt() -> None:
    said = two("gr\ngr fo\n")
    assert "小明 starts with green and red." in said
    assert "ゆうこ starts with green and fourth." in said
