"""``check``, ``replay`` and ``schema``: files of every kind, and a dash for standard input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.running import ROOT, SHEETS, Ran, call, run
from tests.rooms import room_folders

SCENARIO = """\
game: no-swap-no-pay
players: [Ana, Bo, Cy, Di]
answers:
  - setup.captain: Ana
  - draft.drawn: gold 3, silver 3, black 3
  - draft.drawn: gold 3, silver 3, black 2
  - /undo
  - draft.drawn: 3g 3s 2b
expect:
  said: ["Ana is the first captain", "draws 8 coins, not 9", "Taken back"]
"""
DISPUTE = """\
game: no-swap-no-pay
question: value
facts: {gold: 2, silver: 5}
expect: {verdict: answered, answer: {points: 21}}
"""
TABLE = "game: no-swap-no-pay\nplayers: [A, B, C]\n"
HOLDINGS = (SHEETS / "evening.yaml").read_text(encoding="utf-8")


def write(text: str) -> str:
    Path("f.yaml").write_text(text, encoding="utf-8")
    return "f.yaml"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (HOLDINGS, "holdings"),
        (DISPUTE, "dispute"),
        (SCENARIO, "scenario"),
        (TABLE, "table"),
        ((ROOT / "rulebooks/no_swap_no_pay.yaml").read_text(encoding="utf-8"), "rulebook"),
    ],
)
def test_a_sound_file_of_each_kind_passes(text: str, kind: str) -> None:
    told = call("check", write(text), "--format", "json")
    assert (told.code, told.json["ok"], told.json["kind"]) == (0, True, kind)
    for fmt in ("table", "plain"):
        ran = call("check", "f.yaml", "--format", fmt)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("f.yaml: ")


def test_a_journal_is_checked(played: str, begun: str) -> None:
    assert call("check", played, "--format", "json").json["kind"] == "journal"
    ran = call("check", begun)
    assert ran.code == 0
    assert "Round 1 of 4 is not over." in ran.out


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HOLDINGS.replace("silver: 5", "silver: 50"), 1),
        (HOLDINGS.replace("silver: 5", "silver: five"), 3),
        (DISPUTE.replace("points: 21", "points: 20"), 1),
        (DISPUTE.replace("answered", "forbidden"), 1),
        (DISPUTE.replace("gold", "golden"), 3),
        (DISPUTE.replace("question: value", "question: worth"), 3),
        (SCENARIO.replace("setup.captain: Ana", "- Ana"), 3),
        (SCENARIO.replace("Di]", "Ana]"), 3),
        (TABLE.replace("C]", "C"), 3),
        (TABLE.replace("no-swap-no-pay", "no-swap"), 3),
        ("", 3),
        ("x: 1\n", 3),
    ],
)
def test_what_is_wrong_with_a_file_is_found(text: str, code: int) -> None:
    ran = call("check", write(text))
    assert ran.code == code
    assert (ran.out if code == 1 else ran.err).strip()
    told = call("check", "f.yaml", "--format", "json")
    assert (told.code, told.json["ok"], told.err) == (code, False, "")
    assert bool(told.json["diagnostics"]) is (code == 3)


def test_a_dispute_that_turns_out_otherwise_says_what_was_answered() -> None:
    out = call("check", write(DISPUTE.replace("points: 21", "points: 20"))).out
    assert "20" in out
    assert "21" in out


def test_a_scenario_runs_and_is_as_expected() -> None:
    ran = call("replay", write(SCENARIO))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("As expected.\n")
    told = call("replay", "f.yaml", "--format", "json").json
    assert (told["schema"], told["ok"], told["differences"]) == (1, True, [])
    assert call("replay", "f.yaml", "--format", "plain").code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("first captain", "last captain", "last captain"),
        ("draft.drawn: gold 3, silver 3, black 3", "draft.coin: gold", "draft.drawn was asked"),
        ("Taken back", "draws 8 coins, not 9", "8 coins"),
        ('back"]', 'back", "Ana is the first captain"]', "Ana is the first captain"),
        ("expect:\n", "expect:\n  totals: {Ana: 25}\n", "Round 1 of 4 is not over"),
        ("expect:\n", "expect:\n  winners: [Ana]\n", "Round 1 of 4 is not over"),
    ],
)
def test_a_scenario_that_differs_says_where(old: str, new: str, said: str) -> None:
    ran = call("replay", write(SCENARIO.replace(old, new)))
    assert ran.code == 1
    assert said in ran.out.splitlines()[-2]
    told = call("replay", "f.yaml", "--format", "json")
    assert (told.code, told.json["ok"]) == (1, False)
    (difference,) = told.json["differences"]
    assert said in difference


def test_a_scenario_off_the_track_stops_there_and_names_the_step_asked() -> None:
    ran = call("replay", write(SCENARIO.replace("setup.captain: Ana", "draft.drawn: 3g 3s 2b")))
    assert ran.code == 1
    assert "Line 4: answers draft.drawn, but setup.captain was asked." in ran.out
    assert "3 gold" not in ran.out


@pytest.mark.parametrize("name", room_folders())
def test_a_recorded_game_is_as_expected(name: str) -> None:
    """All of them are replayed in the contract of their room, and the shortest by the command."""
    recorded = (ROOT / "tests/games" / name / "scenarios").glob("*.yaml")
    path = min(recorded, key=lambda each: (each.stat().st_size, each.name))
    assert call("replay", str(path)).code == 0


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (
            ['setup.captain: ""'],
            "Line 4: Enter chooses nothing here. Write an answer, such as Ana.",
        ),
        (
            [
                "setup.captain: Ana",
                "draft.drawn: 3g2s3b",
                "draft.coin: ggsbbgs b",
                "challenge.target: 4p 1sw",
            ],
            "Line 7: Not understood: “1sw” in “4p 1sw”. Nothing was noted. Write Bo, Cy or Di.",
        ),
        (
            ["setup.captain: Ana", "draft.drawn: b please"],
            "Line 5: Not understood: “please” in “b please”. Nothing was noted. Write",
        ),
    ],
)
def test_what_a_scenario_used_that_is_not_read_is_named(answers: list[str], said: str) -> None:
    text = "game: no-swap-no-pay\nplayers: [Ana, Bo, Cy, Di]\nanswers:\n"
    lines = "".join(f"  - {each}\n" for each in answers)
    ran = call("check", write(text + lines + "expect: {said: [first captain]}\n"))
    assert (ran.code, " ".join(ran.err.split()).startswith(said)) == (0, True), ran.err
    meant = "expect: {said: [Not understood, first captain]}\n"
    if '""' not in lines:
        assert call("check", write(text + lines + meant)).err == ""


def test_what_is_no_scenario_is_not_replayed() -> None:
    assert call("replay", write(DISPUTE)).code == 3


def test_the_schema_holds_for_files_that_can_be_scored() -> None:
    schema = call("schema", "no-swap").json
    Draft202012Validator.check_schema(schema)
    checker = Draft202012Validator(schema)
    found = sorted(SHEETS.glob("*.yaml"))
    holdings = [path for path in found if "holdings" in yaml.safe_load(path.read_text("utf-8"))]
    assert holdings
    for path in holdings:
        checker.validate(yaml.safe_load(path.read_text("utf-8")))
        assert call("score", str(path)).code == 0
    new = yaml.safe_load(call("new", "no-swap", "--players", "小明,no,007").out)
    checker.validate(new)


WRONG: tuple[dict[str, Any], ...] = (
    {"game": "aladdin"},
    {"players": ["Ana", "Bo"]},
    {"players": "Ana, Bo, Cy"},
    {"options": {"silver_sets": "twice"}},
    {"options": {"rain": "yes"}},
    {"holdings": {"Ana": {"gold": -1}}},
    {"holdings": {"Ana": {"nuggets": 1}}},
    {"holdings": {"Ana": {"purple_as": ["green"]}}},
    {"holdings": []},
    {"treasure": {"gold": "some"}},
    {"weather": "fair"},
)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_schema_and_reader_refuse_the_same(wrong: dict[str, Any]) -> None:
    checker = Draft202012Validator(call("schema", "no-swap").json)
    right = yaml.safe_load(HOLDINGS)
    if "Ana" in wrong.get("holdings", {}):
        wrong = {"holdings": {**right["holdings"], **wrong["holdings"]}}
    file = {**right, **wrong}
    assert checker.is_valid(right)
    assert not checker.is_valid(file)
    assert call("score", write(yaml.safe_dump(file, allow_unicode=True))).code == 3


@pytest.mark.parametrize("name", ["No Swap No Pay!", "nsnp", "矮人礦坑"])
def test_a_file_may_name_its_game_by_title_or_alias(name: str) -> None:
    is_mine = name == "矮人礦坑"
    held = "{}" if is_mine else "4g3s"
    holdings = "".join(f"  {player}: {held}\n" for player in "ABCD")
    text = f"game: {name}\nplayers: [A, B, C, D]\nholdings:\n{holdings}"
    ran = call("score", write(text), "--format", "json")
    assert ran.json["game"] == ("saboteur" if is_mine else "no-swap-no-pay")


def test_other_words_for_holdings_are_put_right() -> None:
    ran = call("score", write("game: nsnp\nplayers: [A, B, C]\nbags: {A: 4g}\n"))
    assert (ran.code, "“bags” is not a known key here." in ran.err) == (3, True)
    assert "Write holdings." in ran.err


@pytest.mark.parametrize(
    ("game", "like"),
    [("nsnp", "{gold: 3}"), ("saboteur", "{gold: [3]}"), ("aladdin", "{gems: {green: 3}}")],
)
def test_an_entry_that_is_none_gets_an_example_of_its_game(game: str, like: str) -> None:
    text = f"game: {game}\nplayers: [A, B, C, D]\nholdings: {{A: [3, 1]}}\n"
    said = f"Write what A holds, as in {like}; {{}} if it is nothing."
    assert said in call("score", write(text)).err


RECORDED = ROOT / "tests/games/no_swap_no_pay/scenarios/four_players_most_points.yaml"
READ = [
    (("score", "-"), SHEETS / "evening.yaml"),
    (("check", "-"), SHEETS / "evening.yaml"),
    (("ask", "--file", "-"), SHEETS / "dispute.yaml"),
    (("check", "-"), SHEETS / "dispute.yaml"),
    (("score", "-"), SHEETS / "saturday.jsonl"),
    (("check", "-"), SHEETS / "saturday.jsonl"),
    (("log", "-"), SHEETS / "saturday.jsonl"),
    (("replay", "-"), RECORDED),
]


def by_name(ran: Ran, name: str) -> tuple[int, str, str]:
    return ran.code, ran.out.replace(f"{name}: ", "-: "), ran.err


@pytest.mark.parametrize(("words", "path"), READ)
def test_what_comes_in_is_read_like_the_file(words: tuple[str, ...], path: Path) -> None:
    heard = path.read_text(encoding="utf-8")
    named = [str(path) if word == "-" else word for word in words]
    assert by_name(call(*words, heard=heard), "-") == by_name(call(*named), str(path))


def test_a_sheet_of_what_comes_in_names_no_file() -> None:
    heard = (SHEETS / "saturday.jsonl").read_text(encoding="utf-8")
    ran = call("sheet", "-", "--format", "plain", heard=heard)
    assert (ran.code, ran.err) == (0, "")
    assert "Ana wins with 27 points." in ran.out


def test_it_is_read_from_a_pipe_too() -> None:
    ran = run("score", "-", heard=(SHEETS / "evening.yaml").read_text(encoding="utf-8"))
    assert ran.code == 0
    assert "Ana wins with 25 points." in ran.out


def test_nothing_coming_in_is_told() -> None:
    ran = call("score", "-", heard="")
    assert ran.code == 3
    assert "-: EMPTY-FILE" in ran.err or "-:1:1: EMPTY-FILE" in ran.err
