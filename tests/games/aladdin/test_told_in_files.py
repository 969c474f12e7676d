"""Facts in a file: lists and maps stand for the commas and colons of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import call

HOLDING = (
    "gems=red:2,green:1 talismans=red:1 ornaments=silver:bracelet+ring+ring+necklace takes=s-r"
)
GEMS, LISTED = (
    "gems: {red: 2, green: 1}, talismans: {red: 1}",
    "gems: [{red: 2}, green], talismans: [red]",
)
TWO_DICE = "A=b5+s4 B=s1+g2"
RING = "winner=Ana owner=Bo takes=none discards=red:2,silver-ring"
FACTS: dict[str, tuple[str, ...]] = {
    "setup players=4 dealt=2": (
        "players: 4, dealt: 2, variant: null",
        "players: [Ana, Bo, Cy, Di], dealt: '2'",
    ),
    "chests Maya=b3 Margot=b3 Maurice=b5": (
        "dice: {Maya: bronze:3, Margot: 3b, Maurice: b5}",
        "dice: {Maya: {bronze: 3}, Margot: {b: 3}, Maurice: [b5]}",
        "dice: [Maya:b3, {Margot: b3}, {Maurice: {bronze: 5}}]",
    ),
    f"chests {TWO_DICE}": (
        "dice: {A: b5+s4, B: [s1, g2]}",
        "dice: {A: {bronze: 5, silver: 4}, B: [{silver: 1}, {gold: 2}]}",
    ),
    "lamp A=b2 B=b2 C=s2 D=g6 touched=D,C,A": (
        "dice: {A: b2, B: b2, C: s2, D: g6}, touched: [D, C, A]",
        "dice: {A: b2, B: b2, C: s2, D: g6}, touched: D C A",
        "touched: [4, 3, 1], dice: {A: b2, B: b2, C: s2, D: g6}",
    ),
    "lamp A=b2 B=b2 C=s3 touched=none": (
        "dice: {A: b2, B: b2, C: s3}, touched: []",
        "dice: {A: b2, B: b2, C: s3}, touched: none",
    ),
    "lamp A=b3+g5 B=s3+g5 touched=B,A two-matches=other": (
        "dice: {A: b3+g5, B: s3+g5}, touched: [B, A], two_matches: other",
    ),
    "draw die=4 scorpions=1,0,S,0 variant=my-precious": (
        "die: 4, scorpions: [1, 0, S, 0], variant: my-precious, drawn: null",
        "die: 4, scorpions: [red 1, gr, sorcerer, b0], variant: my-precious",
    ),
    "draw die=6 scorpions=none drawn=18": (
        "die: 6, scorpions: [], drawn: 18",
        "die: 6, scorpions: none, drawn: 18",
    ),
    f"steal {HOLDING}": (
        f"{GEMS}, ornaments: {{silver: [bracelet, ring, ring, necklace]}}, takes: silver ring",
        f"{LISTED}, ornaments: [silver-bracelet, s-r:2, silver necklace], takes: sr",
        f"{LISTED}, ornaments: {{silver ring: 2, s-b: 1, silver-necklace: 1}}, takes: s-r",
    ),
    "steal gems=red ornaments=none takes=none": (
        "gems: [red], ornaments: [], takes: []",
        "gems: {red: 1}, ornaments: {}, takes: '-'",
    ),
    "steal": ("gems: null, takes: null",),
    "steal players=Ana,Bo,Cy offender=Bo thief=Bo": (
        "players: [Ana, Bo, Cy], offender: Bo, thief: Bo",
    ),
    "wish card=2 answer=stop wish-stop=yes": (
        "card: 2, answer: stop, wish_stop: yes",
        "card: 2, answer: stop, wish_stop: true",
    ),
    "wish card=2 answer=stop wish-stop=ok": ("card: 2, answer: stop, wish_stop: Yes",),
    "wish card=2 answer=stop wish-stop=n": ("card: 2, answer: stop, wish_stop: false",),
    "wish effect=recover takes=red discards=red:2,silver-ring": (
        "effect: recover, takes: red, discards: {red: 2, silver-ring: 1}",
        "effect: recover, takes: red, discards: [red:2, silver ring]",
    ),
    "wish effect=die die=b4 becomes=s2": (
        "effect: die, die: bronze:4, becomes: 2s",
        "effect: die, die: {bronze: 4}, becomes: {silver: 2}",
    ),
    "talisman gems=green:3,red:1 on=red opens-later=no by=wish": (
        "gems: {green: 3, red: 1}, on: red, opens-later: false, by: wish",
        "gems: [green:3, red], on: red, opens_later: no, by: wish",
    ),
    "talisman gems=none on=lone": ("gems: [], on: lone", "gems: {}, on: lone"),
    "talisman gems=purple:1 lies=purple fourth-gem=purple": (
        "gems: [purple], lies: fourth, fourth_gem: purple",
    ),
    f"ring {RING}": (
        "winner: Ana, owner: Bo, takes: [], discards: [red:2, silver ring]",
        "winner: Ana, owner: Bo, takes: none, discards: {red: 2, sr: 1}",
    ),
    "majority gems=Ana:3,Bo:4 talismans=Ana:1": (
        "gems: {Ana: 3, Bo: 4}, talismans: {Ana: 1}",
        "gems: [Ana:3, {Bo: 4}], talismans: Ana 1",
    ),
    "end by=explore chest=silver drawn=20 bust=yes": (
        "by: explore, chest: silver, drawn: 20, bust: true",
    ),
    "tie totals=Ana:25,Bo:25,Cy:9": (
        "totals: {Ana: 25, Bo: 25, Cy: 9}",
        "totals: [Ana:25, Bo:25, Cy:9]",
    ),
}


@pytest.mark.parametrize(
    ("asked", "facts"), [(asked, facts) for asked, told in FACTS.items() for facts in told]
)
def test_a_dispute_in_a_file_gets_the_answer_of_the_command_line(
    asked: str, facts: str, tmp_path: Path
) -> None:
    dispute = tmp_path / "dispute.yaml"
    question, *told = asked.split()
    text = f"game: aladdin\nquestion: {question}\nfacts: {{{facts}}}\n"
    dispute.write_text(text, encoding="utf-8")
    ran = call("ask", "--file", str(dispute), "--format", "json")
    assert ran.code in {0, 1}, ran.out
    assert ran.json == call("ask", "aladdin", question, *told, "--format", "json").json


@pytest.mark.parametrize(
    ("question", "facts", "said"),
    [
        ("steal", "gems: [red, red:2]", "“red” is named twice."),
        ("steal", "gems: [[red]]", "This is a list."),
        ("steal", "takes: [red]", "This is a list."),
        ("wish", "effect: die, die: {bronze: 4, silver: 2}", "This is a map of keys and values."),
        ("draw", "die: 4, scorpions: [{red: 1}]", "“red:1” is neither a number of scorpions"),
    ],
)
def test_what_no_line_could_say_is_refused_where_it_stands(
    question: str, facts: str, said: str, tmp_path: Path
) -> None:
    dispute = tmp_path / "dispute.yaml"
    dispute.write_text(
        f"game: aladdin\nquestion: {question}\nfacts: {{{facts}}}\n", encoding="utf-8"
    )
    ran = call("ask", "--file", str(dispute))
    assert ran.code == 3
    assert said in ran.err
    assert "dispute.yaml:3:" in ran.err
