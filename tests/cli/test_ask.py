"""``referee ask``: every question of the table in the interfaces, and wrong uses."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import SHEETS, call

ASKABLE = [
    *("setup", "value", "draft", "challenge", "bags", "draw", "treasure"),
    *("donate", "captain", "turn", "end", "tie", "table", "look"),
]
ASKED = "players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7"
QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "setup players=4": (
        "answered",
        {
            "each_bag": {"gold": 1, "silver": 1, "black": 0, "purple": 0},
            "treasure": {"gold": 9, "silver": 9, "black": 8, "purple": 2},
            "extra": 2,
            "rounds": 4,
        },
    ),
    "setup players=3": (
        "answered",
        {
            "each_bag": {"gold": 1, "silver": 1, "black": 0, "purple": 0},
            "treasure": {"gold": 10, "silver": 10, "black": 9, "purple": 2},
            "extra": 1,
            "rounds": 6,
        },
    ),
    "value gold=2 silver=4 black=0 purple=1": ("answered", {"points": 21, "purple_as": ["silver"]}),
    "value gold=2 silver=4 black=0 purple=1 purple-as=silver": (
        "answered",
        {"points": 21, "purple_as": ["silver"]},
    ),
    "value gold=2 silver=4 purple=1 purple_as=gold": (
        "answered",
        {"points": 13, "purple_as": ["gold"]},
    ),
    "value silver=10": ("answered", {"points": 30, "purple_as": []}),
    "value silver=10 silver-sets=once": ("answered", {"points": 20, "purple_as": []}),
    "draft players=A,B,C,D captain=B": (
        "answered",
        {"order": ["B", "C", "D", "A", "A", "D", "C", "B"]},
    ),
    ASKED.join(("challenge ", "")): ("allowed", {"may_refuse": False}),
    f"challenge {ASKED} already=D": ("allowed", {"may_refuse": False}),
    f"challenge {ASKED.replace('B:0', 'B:1')}": ("allowed", {"may_refuse": True}),
    f"challenge {ASKED} already=A": ("forbidden", {"may_refuse": None}),
    "bags counts=A:6,B:6,C:6,D:6 challenges=A-B:refused,B-A:swapped": (
        "answered",
        {"counts": {"A": 5, "B": 7, "C": 6, "D": 6}},
    ),
    "setup players=2": (
        "impossible",
        {"each_bag": None, "treasure": None, "extra": None, "rounds": None},
    ),
    "value gold=17": ("impossible", {"points": None, "purple_as": None}),
}


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_dispute_is_answered_for_programs(words: str) -> None:
    verdict, answer = QUESTIONS[words]
    ran = call("ask", "no-swap-no-pay", *words.split(), "--format", "json")
    said = ran.json
    assert (said["schema"], said["game"]) == (1, "no-swap-no-pay")
    assert said["question"] == words.partition(" ")[0]
    assert (said["verdict"], said["answer"] | answer) == (verdict, said["answer"])
    assert said["reason"]
    assert isinstance(said["because"], list)
    assert said["rules"]
    assert all(rule.startswith("NSP-") for rule in said["rules"])
    assert ran.code == (1 if verdict in {"forbidden", "impossible"} else 0)
    assert ran.err == ""


@pytest.mark.parametrize("words", QUESTIONS)
@pytest.mark.parametrize("fmt", ["table", "plain"])
def test_a_dispute_is_answered_for_people(words: str, fmt: str) -> None:
    verdict, _ = QUESTIONS[words]
    ran = call("ask", "no-swap", *words.split(), "--format", fmt)
    first = {"answered": "Answer: "}.get(verdict, f"{verdict.capitalize()}: ")
    assert ran.out.startswith(first)
    assert "NSP-" in ran.out.splitlines()[0]
    assert ran.err == ""


def test_every_question_is_listed_with_an_example_that_can_be_typed() -> None:
    *listed, last = call("ask", "no-swap").out.splitlines()
    assert [line.split()[0] for line in listed] == ASKABLE
    assert last == "Facts and an example: referee ask no-swap-no-pay QUESTION"
    pages = [call("ask", "no-swap", name) for name in ASKABLE]
    assert {(page.code, page.err) for page in pages} == {(0, "")}
    examples = [
        page.out.splitlines()[-1].removeprefix("referee ").split()
        for name, page in zip(ASKABLE, pages, strict=True)
        if page.out.startswith(f"{name}: ")
    ]
    assert len(examples) >= len(ASKABLE) - 3  # some need no fact, and are answered
    assert [call(*words).code for words in examples] == [0] * len(examples)
    assert len(call("ask", "no-swap", "--format", "json").json["questions"]) == len(ASKABLE)


def test_why_adds_the_working_and_the_words_of_the_rules() -> None:
    bare = call("ask", "no-swap", "value", "gold=2").out
    told = call("ask", "no-swap", "value", "gold=2", "--why").out
    assert "Each gold coin is worth 3 points." in told
    assert "2 x 3 = 6 points" in told
    assert "Each gold coin" not in bare


def test_a_dispute_may_stand_in_a_file() -> None:
    ran = call("ask", "--file", str(SHEETS / "dispute.yaml"), "--format", "json")
    assert ran.json["answer"]["may_refuse"] is True
    assert call("ask", "no-swap", "--file", str(SHEETS / "dispute.yaml")).code == 0


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("laid=1,0:EW", 'laid: {"1,0": EW}'),
        ("goal=8,0:stone-a:SW", 'goal: {"8,0": {stone-a: SW}}'),
        ("broken=B:lamp", "broken: {B: lamp}"),
        ("broken=B:lamp,B:cart", "broken: {B: [lamp, cart]}"),
        ("broken=B:lamp", "broken: {player: B, tool: lamp}"),
    ],
)
def test_a_map_in_a_file_stands_for_the_colons_on_the_command_line(
    line: str, written: str, tmp_path: Path
) -> None:
    told = ("play=broken-cart", "player=A", "target=B", line)
    facts = f"{{play: broken-cart, player: A, target: B, {written}}}"
    dispute = tmp_path / "dispute.yaml"
    dispute.write_text(f"game: saboteur\nquestion: action\nfacts: {facts}\n", encoding="utf-8")
    ran = call("ask", "--file", str(dispute), "--format", "json")
    assert ran.code in {0, 1}, ran.err
    assert ran.json == call("ask", "saboteur", "action", *told, "--format", "json").json


def test_a_map_without_the_colon_of_a_fact_is_refused(tmp_path: Path) -> None:
    dispute = tmp_path / "dispute.yaml"
    facts = "{players: [A, B, C], saboteurs: [A], bank: {1: 16}}"
    dispute.write_text(f"game: saboteur\nquestion: payout\nfacts: {facts}\n", encoding="utf-8")
    assert call("ask", "--file", str(dispute)).code == 3


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("ask", 2, "Which game?"),
        ("ask aladdin-and-more end by=wish", 2, "Did you mean “aladdin”?"),
        ("ask no-swap nix a=b", 2, "has no question “nix”. Nearest: "),
        ("ask no-swap donation a=b", 2, "Nearest: donate (What must be donated?)"),
        ("ask no-swap value gold=many", 2, "not a whole number"),
        ("ask no-swap value gold=-1", 2, "below zero"),
        ("ask no-swap value nuggets=1", 2, "is not a fact of"),
        ("ask no-swap draft players=A,B,C,D", 2, "Missing: captain"),
        ("ask no-swap value gold=1 gold=2", 2, "gold"),
        ("ask no-swap value gold=1 --file x.yaml", 2, "not both"),
        ("ask no-swap value gold=1 --format csv", 2, "csv"),
        ("ask --file none.yaml", 3, "none.yaml: NO-FILE"),
    ],
)
def test_a_wrong_use_is_told_and_nothing_is_answered(words: str, code: int, said: str) -> None:
    ran = call(*words.split())
    assert ran.code == code
    assert said in ran.err
    assert ran.out == ""


def test_a_wrong_fact_is_a_diagnostic_where_json_is_wanted() -> None:
    for wish in (["--format", "json"], ["--format=json"]):
        ran = call("ask", "no-swap", "value", "gold=many", *wish)
        assert ran.code == 2
        assert ran.json["ok"] is False
        (told,) = ran.json["diagnostics"]
        assert set(told) == {"path", "line", "column", "code", "message", "remedy"}
        assert ran.err == ""


@pytest.mark.parametrize("word", ["n", "no", "no-swap", "no-swap-no-pay", "No_Swap", "ｎｏ"])
def test_a_game_is_known_by_its_beginning(word: str) -> None:
    assert call("ask", word, "setup", "players=5").code == 0


def test_a_dispute_about_another_game_than_asked_is_not_answered(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").write_text("game: aladdin\nquestion: setup\nfacts: {players: 4}\n")
    assert call("ask", "no-swap", "--file", "d.yaml").code in {2, 3}


@pytest.mark.parametrize(
    "typed",
    [
        ("players=Ana Bo Cy Di", "challenger=1", "target=cy"),
        ("players=Ana;Bo;Cy;Di", "challenger=an", "target=3"),
        ("players=Ana，Bo、Cy,Di", "challenger=@1", "target=@Cy"),
    ],
)
def test_a_player_is_named_in_a_question_as_at_a_prompt(typed: tuple[str, ...]) -> None:
    full = ("players=Ana,Bo,Cy,Di", "challenger=Ana", "target=Cy")
    assert call("ask", "no-swap", "challenge", *typed).out == call(
        "ask", "no-swap", "challenge", *full
    ).out  # fmt: skip


def test_a_number_is_a_name_where_somebody_is_called_so() -> None:
    told = ("players=2,1,3,4", "challenger=1", "target=3")
    assert "1 may challenge 3" in call("ask", "no-swap", "challenge", *told).out


SAME = {
    "saboteur action play=repair-lamp player=A target=Bo 'broken=Bo lamp'": (
        "saboteur action play=repair-lamp player=A target=Bo 'broken=lamp Bo'"
    ),
    "saboteur action play=repair-lamp player=A target=B broken=B:cart+lamp": (
        "saboteur action play=repair-lamp player=A target=B broken=B:cart,B:lamp"
    ),
    "saboteur turn players=3 began=2 pile=empty turns=50": (
        "saboteur turn players=1,2,3 began=2 pile=0 turns=50"
    ),
    "saboteur tie Ana=9 Bo=9 Cy=4": "saboteur tie totals=Ana:9,Bo:9,Cy:4",
    "no-swap turn players=5 captain=2 already=none": (
        "no-swap turn players=1,2,3,4,5 captain=2 already=none"
    ),
    "no-swap tie Ana=30 Bo=30 black=Ana:3,Bo:3": (
        "no-swap tie totals=Ana:30,Bo:30 black=Ana:3,Bo:3"
    ),
    "aladdin tie Ana=30 Bo=30": "aladdin tie totals=Ana:30,Bo:30",
    "aladdin chests Ana=b3,s3 Bo=b4,g2": "aladdin chests Ana=b3+s3 Bo=b4+g2",
    "colorful tie Ana=30 Bo=30": "colorful tie totals=Ana:30,Bo:30",
    "sidibaba tie Ana=30 Bo=30": "sidibaba tie totals=Ana:30,Bo:30",
    "sidibaba setup adventurers=A,B,C": "sidibaba setup adventurers=3",
    "sidibaba vote left=2 right=2 adventurers=A,B,C,D": (
        "sidibaba vote votes=left:2,right:2 adventurers=4"
    ),
    "sidibaba lock kind=padlock order=A,B rolls=5,6": (
        "sidibaba lock kind=small order=A,B rolls=5,6"
    ),
    "sidibaba jewels values=3,1/5,1/5": "sidibaba jewels values=3 pairs=1/5:2",
    "sidibaba sand lamps=A:2,B:1 owed=1": "sidibaba sand lamps=3 owed=1",
    "sidibaba escape treasure=missing at=exit": "sidibaba escape treasure=hidden at=exit",
    "sidibaba escape treasure=no at=exit": "sidibaba escape treasure=hidden at=exit",
    "sidibaba escape 'treasure=not found' at=exit": "sidibaba escape treasure=hidden at=exit",
}


@pytest.mark.parametrize("words", SAME)
def test_facts_are_read_as_people_write_them(words: str) -> None:
    told, meant = (
        call("ask", *shlex.split(each), "--format", "json") for each in (words, SAME[words])
    )
    assert told.code in {0, 1}
    assert told.json == meant.json


def test_a_table_of_the_wrong_size_is_told_its_size() -> None:
    ran = call("ask", "no-swap", "captain", "players=7", "first=1")
    assert "for 3 to 5 players, not 7." in ran.out
