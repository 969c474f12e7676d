"""``games``, ``rules``, ``cases``, ``completion`` and the help pages."""

from __future__ import annotations

import re

import pytest

from referee.cli.main import COMMANDS
from tests.cli.running import call, run
from tests.rooms import EVERY_ROOM, ROOMS

KNOWN = {
    "no-swap-no-pay": ("No Swap No Pay!", "3-5"),
    "saboteur": ("Saboteur", "3-10"),
    "aladdin": ("Aladdin & the Magic Lamp", "2-5"),
}
"""Games that must be listed, with their title and players; others may be there as well."""


def test_every_game_found_is_listed_in_every_format() -> None:
    games = {game["id"]: game for game in call("games", "--format", "json").json["games"]}
    assert tuple(games) == EVERY_ROOM
    told = {name: (game["title"], game["players"]) for name, game in games.items()}
    assert told.items() >= KNOWN.items()
    for name, game in games.items():
        players = ROOMS[name].game.players
        assert told[name] == (ROOMS[name].game.title, f"{players.start}-{players.stop - 1}")
        assert game["edition"]
        assert game["source"]
    assert [row[0] for row in call("games", "--format", "csv").rows[1:]] == [*EVERY_ROOM]
    for fmt in ("table", "plain", "markdown"):
        out = call("games", "--format", fmt).out
        assert [name for name in EVERY_ROOM if name not in out] == []


def test_a_rule_is_shown_whole() -> None:
    out = call("rules", "no-swap", "NSP-5.2").out
    for part in ("NSP-5.2 Silver", "five of them together are worth 15", "set_of: 5", "source: "):
        assert part in out
    assert "status: printed\n" in out
    assert "damaged print: " in out
    told = call("rules", "no-swap", "nsp-5.2", "--format", "json").json
    assert told["rule"]["numbers"] == {"each": 1, "set_of": 5, "set_worth": 15}


def test_rules_that_hold_most_of_the_words_come_first() -> None:
    found = call("rules", "no-swap", "what of the EMPTY bags?", "--format", "json").json["rules"]
    assert {"NSP-3.7", "NSP-4.2"} <= {rule["id"] for rule in found[:3]}
    whole = call("rules", "no-swap", "--format", "json").json["rules"]
    assert len(whole) > len(found) > 1
    for fmt in ("table", "plain", "markdown"):
        out = call("rules", "no-swap", "--format", fmt).out
        assert all(rule["id"] in out for rule in whole)


@pytest.mark.parametrize("command", ["rules", "cases"])
def test_words_that_nothing_holds_are_told(command: str) -> None:
    ran = call(command, "no-swap", "dragon")
    assert (ran.code, ran.out) == (2, "")
    assert "Nothing decided in No Swap No Pay! fits these words.\nNearest, " in ran.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_gets_a_script(shell: str) -> None:
    ran = call("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert "_REFEREE_COMPLETE" in ran.out
    assert f"{shell}_complete" in ran.out


COMPLETED = (
    ("referee ", "", set(COMMANDS)),
    ("referee sc", "sc", {"score", "schema"}),
    ("referee ask no", "no", {"no-swap-no-pay"}),
    ("referee ask sab", "sab", {"saboteur"}),
    ("referee ask a", "a", {"aladdin"}),
    ("referee ask x", "x", set[str]()),
    ("referee rules ", "", {*EVERY_ROOM}),
    ("referee schema m", "m", {"maze"}),
    ("referee schema sco", "sco", {"score"}),
    ("referee explain full", "full", {"FULL-WIDTH"}),
)


@pytest.mark.parametrize(("typed", "word", "offered"), COMPLETED)
def test_commands_and_games_are_completed(
    typed: str, word: str, offered: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = str(len(typed.split()) - bool(word))
    asked = {"_REFEREE_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": at}
    for name, text in asked.items():
        monkeypatch.setenv(name, text)
    ran = call()
    assert (ran.code, ran.err) == (0, "")
    assert {line.partition(",")[2] for line in ran.out.splitlines() if line} == offered


def test_every_command_has_a_help_page_with_an_example() -> None:
    page = call("--help").out
    for name, line in COMMANDS.items():
        assert f"  {name} " in page
        assert line in page
        for wish in ("--help", "-h"):
            ran = call(name, wish)
            assert (ran.code, ran.err) == (0, "")
            assert f"Usage: referee {name} " in ran.out
        if name != "games":
            assert re.search(rf"referee {name}\s", ran.out.partition("Example")[2])


@pytest.mark.parametrize("words", ["frob", "score", "rules", "score a b", "ask --frob"])
def test_a_wrong_command_line_leaves_with_2(words: str) -> None:
    ran = call(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert "Usage: referee" in ran.err


def test_a_bare_call_says_in_a_dozen_lines_what_to_try() -> None:
    ran = call()
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) <= 12
    assert ran.out.count("\n  referee ") == 4


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("scroe", "x"), "score"),
        (("help", "plya"), "play"),
        (("rules", "sabotuer"), "saboteur"),
        (("ask", "no-swap", "vlaue", "gold=1"), "value"),
        (("ask", "no-swap", "value", "glod=1"), "gold"),
        (("ask", "no-swap", "value", "gold=1", "silver_sets=evry"), "every"),
        (("play", "no-swap", "--playrs", "A,B"), "--players"),
        (("rules", "no-swap", "NSP-5.22"), "NSP-5.2 "),
        (("schema", "disptue"), "Did you mean “dispute”?"),
        (("schema", "mazze"), "Did you mean “maze”?"),
        (("schema", "sabotuer"), "Did you mean “Saboteur”?"),
        (("explain", "FULL-WITH"), "Did you mean “FULL-WIDTH”?"),
        (("cases", "saboteur", "SAB-C99"), "Did you mean “SAB-C39”?"),
        (("cases", "saboteur", "c07"), "Did you mean “SAB-C07”?"),
        (("completion", "tcsh"), "'zsh'"),
    ],
)
def test_a_slip_is_answered_with_what_is_nearest(words: tuple[str, ...], near: str) -> None:
    ran = call(*words)
    assert (ran.code, ran.out) == (2, "")
    assert near in ran.err


def test_help_is_the_page_of_a_command() -> None:
    assert call("help", "score").out == call("score", "--help").out
    assert call("help").out == call("--help").out


@pytest.mark.parametrize("command", ["score", "sheet", "log", "rules"])
def test_a_format_that_makes_no_sense_is_refused(command: str) -> None:
    assert call(command, "x", "--format", "xml").code == 2


def test_a_code_is_explained() -> None:
    out = call("explain", "full-width").out
    assert out.startswith("FULL-WIDTH\n\nA full-width character")
    assert "keyboard" in out
    told = call("explain", "FULL_WIDTH", "--format", "json").json
    assert [code["code"] for code in told["codes"]] == ["FULL-WIDTH"]


def test_every_code_is_listed_and_found_by_words() -> None:
    rows = call("explain", "--format", "csv").rows
    assert rows[0] == ["code", "means", "remedy"]
    assert len(rows) >= 50
    assert call("explain", "folder", "spelling", "--format", "plain").out.startswith("NO-FILE: ")
    for fmt in ("table", "plain", "markdown"):
        out = call("explain", "--format", fmt).out
        assert [row[0] for row in rows[1:] if row[0] not in out] == []


@pytest.mark.parametrize("words", [("--help",), ("help", "play"), ("--lang", "ja", "ask", "-h")])
def test_a_python_without_docstrings_prints_the_same_help(words: tuple[str, ...]) -> None:
    assert run(*words, env={"PYTHONOPTIMIZE": "2"}).out == run(*words).out


def test_several_rules_are_shown_whole() -> None:
    ran = call("rules", "no-swap", "NSP-3.2", "nsp-3.3")
    both = [call("rules", "no-swap", rule_id).out for rule_id in ("NSP-3.2", "NSP-3.3")]
    assert ran.out == "\n".join(both)
    told = call("rules", "no-swap", "NSP-3.2", "NSP-3.3", "--format", "json").json
    assert [rule["id"] for rule in told["rules"]] == ["NSP-3.2", "NSP-3.3"]


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_every_case_is_listed_and_can_be_read(game: str) -> None:
    cases = call("cases", game, "--format", "json").json["cases"]
    keys = {"id", "question", "facts", "verdict", "rules", "reading", "date", "status"}
    assert all(keys <= case.keys() for case in cases)
    ids = [case["id"] for case in cases]
    assert len(set(ids)) == len(ids)
    for fmt in ("table", "plain", "markdown", "csv"):
        out = call("cases", game, "--format", fmt).out
        assert [each for each in ids if each not in out] == []
    for case in cases[:3]:
        out = call("cases", game, case["id"].lower()).out
        assert out.startswith(f"{case['id']} {case['question']}")


def test_a_case_is_found_by_the_words_of_a_player() -> None:
    found = call("cases", "no-swap", "may I refuse with an EMPTY bag", "--format", "json").json
    assert found["cases"][0]["id"] == "NSP-C01"
    told = call("cases", "no-swap", "may I refuse with an EMPTY bag").out
    assert told.startswith(
        "NSP-C01  My bag is empty. May I refuse a challenge anyway?\n         No. "
    )
    assert "NSP-C01" not in call("rules", "no-swap", "refuse", "empty", "bag").out


def test_as_a_page_the_casebook_has_every_case_and_the_rules_it_cites() -> None:
    page = call("cases", "no-swap", "--format", "html").out
    cases = call("cases", "no-swap", "--format", "json").json["cases"]
    assert all(f'id="{case["id"]}"' in page for case in cases)
    assert all(f'<a href="#{rule}">' in page for case in cases for rule in case["rules"])
    assert '<p class="asked">players: 4; holds: 5; gives: 0</p>' in page
    assert page.count("<h1>") == 1
    assert "<script" not in page


def test_a_case_tells_its_facts_before_the_ruling_that_rests_on_them() -> None:
    told = call("cases", "no-swap", "NSP-C28").out
    assert "\n\nplayers: 4\nholds: 5\ngives: 0\n\n" in told.partition("(NSP-")[0]
    booklet = call("cases", "no-swap", "--format", "markdown").out
    for case in call("cases", "no-swap", "--format", "json").json["cases"]:
        whole = booklet.partition(f"## {case['id']} ")[2].partition("\n## ")[0]
        lines = whole.partition("(NSP-")[0].split("\n")
        known = [
            name.replace("_", " ") for name, value in case["facts"].items() if value is not None
        ]
        assert [name for name in known if not any(f"- {name}" in line for line in lines)] == []
