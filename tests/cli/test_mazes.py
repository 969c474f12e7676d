"""Mazes at the command line: in files of their own, in tables, and named by facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import ROOT, call, entries

MAZE = "game: sidibaba\nmaze: |\n  +-+-+ +\n  |T  | |\n  + + + +\n  |C|   |\n  +-+-+ +\n"
BROKEN = MAZE.replace("|T  | |", "|T  | x|").replace("|C|", "|C｜")
TABLE = ("sidibaba", "--players", "Ana,Bo", "--leader", "Zed")
STEPS = ("ask", "sidibaba", "steps", "maze=maze.yaml", "from=1,2", "to=exit")


@pytest.fixture(autouse=True)
def mazes() -> None:
    keep("maze.yaml", MAZE)
    keep("broken.yaml", BROKEN)


def keep(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def diagnosed(*words: str) -> list[tuple[str, int, int, str]]:
    ran = call(*words, "--format", "json")
    assert (ran.code, ran.json["ok"]) == (3, False)
    assert all(each["message"] and each["remedy"] for each in ran.json["diagnostics"])
    return [(d["path"], d["line"], d["column"], d["code"]) for d in ran.json["diagnostics"]]


WRONG = [
    ("broken.yaml", 4, 9, "DRAWING"),
    ("broken.yaml", 4, 10, "DRAWING"),
    ("broken.yaml", 6, 5, "FULL-WIDTH"),
]


def test_first_steps_and_landslides_are_told_of_a_maze_in_a_file() -> None:
    ran = call(*STEPS, "paid=3", "--format", "json")
    assert (ran.code, ran.json["answer"]) == (0, {"steps": ["N", "E"], "ties": []})
    assert ran.json["rules"] == ["SID-5.3", "SID-5.4"]
    ran = call("ask", "sidibaba", "landslide", "maze=maze.yaml", "at=2,2", "party=3,1")
    assert (ran.code, "no way would lead to the Treasure" in ran.out) == (1, True)
    slid = ("slid=1,2", "slid=2,2", "--format", "json")
    ran = call("ask", "sidibaba", "steps", "maze=maze.yaml", "from=3,1", "to=loot", *slid)
    assert (ran.code, ran.json["answer"]) == (0, {"steps": [], "ties": []})
    ran = call("ask", "sidibaba", "landslide", "maze=maze.yaml", "at=9,9", "party=3,1")
    assert (ran.code, "9,9 is outside the maze, which has 3 by 2 squares" in ran.out) == (1, True)


@pytest.mark.parametrize(
    "words", [["from=1;2", "to=exit"], ["from=1,2", "to=cave"], ["from=1,2"], ["from=", "to=exit"]]
)
def test_unreadable_facts_are_wrong_use(words: list[str]) -> None:
    assert call("ask", "sidibaba", "steps", "maze=maze.yaml", *words).code == 2
    assert call("ask", "sidibaba", "steps", "maze=", "from=1,2", "to=exit").code == 2


def test_a_broken_maze_is_told_in_its_file_wherever_it_is_named() -> None:
    asked = [word.replace("maze.yaml", "broken.yaml") for word in STEPS]
    assert diagnosed(*asked) == WRONG
    assert diagnosed("check", "broken.yaml") == WRONG
    keep("dispute.yaml", "game: sidibaba\nquestion: steps\nfacts: {maze: broken.yaml, to: exit}\n")
    assert diagnosed("check", "dispute.yaml") == [*WRONG, ("dispute.yaml", 3, 8, "MISSING")]
    keep("table.yaml", f"{BROKEN}players: [Ana, Bo]\nleader: Zed\n")
    told = [("table.yaml", *place) for _, *place in WRONG]
    assert diagnosed("check", "table.yaml") == told
    for words in (("--maze", "broken.yaml"), ("--maze", "none.yaml")):
        ran = call("play", *TABLE, *words)
        assert (ran.code, ran.out, words[1] in ran.err) == (3, "", True)
    assert call("play", "sidibaba", "--from", "table.yaml").code == 3
    assert not list(Path().glob("*.jsonl")), "refused, and yet a journal was begun"


def test_a_file_that_is_not_there_is_told_as_such() -> None:
    asked = [word.replace("maze.yaml", "none.yaml") for word in STEPS]
    assert diagnosed(*asked) == [("none.yaml", 0, 0, "NO-FILE")]
    keep("dispute.yaml", 'game: sidibaba\nquestion: steps\nfacts: {maze: x, from: "1,1", to: exit}')
    assert diagnosed("ask", "--file", "dispute.yaml") == [("dispute.yaml", 3, 15, "NO-FILE")]


def test_a_dispute_finds_its_maze_beside_it() -> None:
    Path("cave").mkdir()
    text = (
        'facts: {maze: maze.yaml, from: "1,2", to: loot}\nexpect: {answer: {steps: [], ties: []}}'
    )
    keep("cave/dispute.yaml", f"game: sidibaba\nquestion: steps\n{text}")
    keep("cave/maze.yaml", MAZE)
    keep("maze.yaml", BROKEN)
    ran = call("check", "cave/dispute.yaml")
    assert (ran.code, "No problem found." in ran.out) == (0, True)


def test_a_maze_is_checked_and_looked_over() -> None:
    ran = call("check", "maze.yaml")
    assert ran.code == 0
    assert (
        "3 by 2 squares; the Treasure on 1,1; 1 chest: 1,2; 2 exits: 3,1 north and 3,2 south."
        in (ran.out)
    )
    keep("maze.yaml", MAZE.replace("|C|   |", "|C| | |").replace("|T  |", "|T| |"))
    ran = call("check", "maze.yaml", "--format", "json")
    assert (ran.code, ran.json["ok"], ran.json["kind"]) == (0, True, "maze")
    assert [each["verdict"] for each in ran.json["audit"]] == ["table-call", "table-call"]
    keep(
        "maze.yaml", "game: sidibaba\nmaze: |\n  +-+-+-+\n  |C C C\n  + + + +\n  |C C C\n  +-+-+-+"
    )
    ran = call("check", "maze.yaml")
    assert (ran.code, "The maze shows 6 chests, and there are 5." in ran.out) == (1, True)


def test_a_game_without_a_maze_takes_no_maze_file() -> None:
    keep("maze.yaml", MAZE.replace("sidibaba", "saboteur"))
    assert diagnosed("check", "maze.yaml") == [("maze.yaml", 2, 1, "UNKNOWN-KEY")]


def test_the_maze_of_the_example_can_be_played() -> None:
    maze = str(ROOT / "scoresheets/sidibaba/maze.yaml")
    ran = call("play", *TABLE, "--maze", maze, "--journal", "j.jsonl")
    assert (ran.code, Path("j.jsonl").exists()) == (0, True)
    assert call("check", "j.jsonl").code == 0


def test_nothing_shows_where_the_leader_is() -> None:
    answers = "3,1\n\nevent movement 3\n3,2\n/undo\n\n3,2\n"
    call("play", *TABLE, "--maze", "maze.yaml", "--journal", "j.jsonl", heard=answers)
    told = {entry["step"]: entry["words"] for entry in entries() if entry["step"]}
    hidden = dict.fromkeys(("setup.entrance", "march.event", "leader.at"), "(secret)")
    assert told == {**hidden, "setup.order": "Ana, Bo"}
    for word in ("log", "sheet"):
        assert "3,2" not in call(word, "j.jsonl").out
    assert "3,2" in Path("j.jsonl").read_text(encoding="utf-8")


def test_why_not_does_not_look_into_the_maze() -> None:
    answers = "3,1\n\n/why-not f\n/why-not event landslide 3,2\n/why-not l\n"
    ran = call("play", *TABLE, "--maze", "maze.yaml", "--journal", "j.jsonl", heard=answers)
    assert ran.out.count("That can only be judged once it is played.") == 3
    assert len(entries()) == 2
