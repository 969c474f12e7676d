"""``referee ask``: every question of the table in the interfaces, and wrong uses."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.running import SHEETS, ask_file, call


def test_why_adds_the_working_and_the_words_of_the_rules() -> None:
    bare = call("ask", "no-swap", "value", "gold=2").out
    told = call("ask", "no-swap", "value", "gold=2", "--why").out
    assert "Each gold coin is worth 3 points." in told
    assert "2 × 3 = 6 points" in told
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
def test_a_map_in_a_file_stands_for_the_colons_on_the_command_line(line: str, written: str) -> None:
    told = ("play=broken-cart", "player=A", "target=B", line)
    facts = f"{{play: broken-cart, player: A, target: B, {written}}}"
    ran = ask_file(f"game: saboteur\nquestion: action\nfacts: {facts}\n", "--format", "json")
    assert ran.code in {0, 1}, ran.err
    assert ran.json == call("ask", "saboteur", "action", *told, "--format", "json").json


def test_a_map_without_the_colon_of_a_fact_is_refused() -> None:
    facts = "{players: [A, B, C], saboteurs: [A], bank: {1: 16}}"
    assert ask_file(f"game: saboteur\nquestion: payout\nfacts: {facts}\n").code == 3


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


def test_a_dispute_about_another_game_than_asked_is_not_answered() -> None:
    Path("d.yaml").write_text("game: aladdin\nquestion: setup\nfacts: {players: 4}\n")
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
