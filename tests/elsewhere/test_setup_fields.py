"""What a game wants to know before it begins: options, keys in files, questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml
from jsonschema import Draft202012Validator

from referee.cli.main import COMMANDS, referee
from referee.cli.setup_options import GameCommand
from referee.registry import RESERVED
from tests.cli.running import call
from tests.elsewhere.packages import completed, found_in, variation

FRONT = '''\
"""Pebble Fair with a judge, and more to tell before it begins."""

from referee.api import (
    BadAnswer, Boolean, Choice, FileText, Game, Integer, PlayerName, Say, SetupField, Text, plural
)

def read_field(text):
    if set(text) - set("#. \\n"):
        raise BadAnswer(Say("That is no field."))

def read_motto(text):
    if not text.endswith("!"):
        raise BadAnswer(Say("A motto is shouted."))

GAME = Game(
    "pebble-judged",
    "Judged",
    players=range(2, 5),
    package=__name__,
    max_events=9,
    setup=(
        SetupField("judge", PlayerName(), Say("Who is the judge?")),
        SetupField("music", Choice(("loud", "soft")), Say("How is the music?")),
        SetupField("field", FileText("meadow", "#.\\n", read_field), Say("Where is the field?")),
        SetupField("motto", Text("Hurrah!", read_motto), Say("What is the motto?")),
        SetupField("entry_fee", Integer(least=1), Say("what it costs"), required=False),
        SetupField("fenced", Boolean(), Say("whether there is a fence"), required=False),
    ),
)
'''
MEADOW = "game: pebble-judged\nmeadow: |\n  #.\n   .\n"
TEXT = "#.\n .\n"
TWO = ("--players", "Ana,Bo")
ALL = ("--judge", "Zed", "--music", "l", "--field", "meadow.yaml", "--motto", "Ho!")
TOLD = {"music": "loud", "field": TEXT, "motto": "Ho!"}


@pytest.fixture(autouse=True)
def judged(tmp_path: Path, fair: Path) -> Iterator[Path]:
    variation(tmp_path / "site", "pebble_judged", FRONT)
    Path("meadow.yaml").write_text(MEADOW, encoding="utf-8")
    with found_in(tmp_path / "site"):
        yield tmp_path / "site"


def setup_in(journal: str = "j.jsonl") -> dict[str, object]:
    """Read what a journal tells about its table."""
    head = Path(journal).read_text(encoding="utf-8").split("\n", 1)[0]
    setup: dict[str, object] = json.JSONDecoder().raw_decode(head)[0]["setup"]
    return setup


@pytest.mark.parametrize(
    "words",
    [
        ALL,
        ("--with", "judge=Zed", "--with", "music=loud", *ALL[4:]),
        ("--with", "JUDGE=Zed", "--music=loud", "--with", "field=meadow.yaml", *ALL[6:]),
    ],
)
def test_each_is_told_by_an_option_of_its_own_or_by_with(words: tuple[str, ...]) -> None:
    for order in (("pebble-j", *TWO, *words), (*words, "pebble-j", *TWO)):
        ran = call("play", *order, "--journal", "j.jsonl", heard="1p\n")
        assert ran.code == 0, ran.err
        assert setup_in()["texts"] == TOLD
        Path("j.jsonl").unlink()
    assert call("sheet", "pebble-j", *TWO, *words).out.count("judge Zed\n") == 1


def test_numbers_and_yes_stand_as_they_are_written() -> None:
    more = ("--entry-fee", "2+1", "--with", "fenced=Yes")
    assert call("play", "pebble-j", *TWO, *ALL, *more, "--journal", "j.jsonl").code == 0
    assert setup_in()["texts"] == {**TOLD, "entry_fee": "3", "fenced": "yes"}
    again = call("play", "pebble-j", *TWO, *ALL, "--entry_fee", "1", "--journal", "k.jsonl")
    assert again.code == 0
    assert setup_in("k.jsonl")["texts"] == {**TOLD, "entry_fee": "1"}


def test_what_is_required_is_asked_until_it_can_be_read() -> None:
    heard = "Ana\nZed\n\nslow\nso\nnone.yaml\nmeadow.yaml\nho\nHo!\n1p\n"
    ran = call("play", "pebble-j", *TWO, "--journal", "j.jsonl", heard=heard)
    assert ran.code == 0, ran.err
    assert setup_in()["texts"] == {**TOLD, "music": "soft"}
    for said in (
        "Ana is already a player.",
        "How is the music? (one of loud and soft)",
        "“slow” does not fit here.",
        "There is no file none.yaml.",
        "Where is the field? (the path of a file with “meadow:”)",
        "A motto is shouted.",
    ):
        assert said in ran.err, said
    assert "what it costs" not in ran.err
    ran = call("play", "pebble-j", *TWO, "--journal", "k.jsonl", heard="Zed\n")
    assert (ran.code, Path("k.jsonl").exists()) == (2, False)
    assert "No game was started. Missing: How is the music?" in ran.err


def test_a_count_has_them_as_keys() -> None:
    blank = call("new", "pebble-j", *TWO, *ALL)
    assert blank.code == 0, blank.err
    Path("count.yaml").write_text(blank.out, encoding="utf-8")
    told = yaml.safe_load(blank.out)
    assert {name: told[name] for name in ("judge", *TOLD)} == {"judge": "Zed", **TOLD}
    schema = call("schema", "pebble-j").json
    Draft202012Validator(schema).validate(told)
    assert {"judge", *TOLD} < set(schema["required"])
    assert call("score", "count.yaml").code == 0
    assert call("check", "count.yaml").code == 0
    played = call("play", "pebble-j", "--from", "count.yaml", "--journal", "j.jsonl")
    assert (played.code, setup_in()["texts"]) == (0, TOLD)
    less = "".join(line for line in blank.out.splitlines(keepends=True) if "music" not in line)
    Path("count.yaml").write_text(less.replace("judge: Zed", "judge: Bo"), encoding="utf-8")
    found = call("score", "count.yaml", "--format", "json").json["diagnostics"]
    assert [each["code"] for each in found] == ["MISSING", "NO-PLAYER"]
    assert "“Bo” is the judge and cannot be a player too." in found[1]["message"]


def test_a_scenario_has_them_as_keys() -> None:
    keys = "judge: Zed\nmusic: soft\nmotto: Ho!\nfield: |\n  #\n"
    text = f"game: pebble-judged\nplayers: [Ana, Bo]\n{keys}answers: [turn.draw: 1p]\n"
    Path("s.yaml").write_text(text, encoding="utf-8")
    assert call("replay", "s.yaml").code == 0
    Path("s.yaml").write_text(text.replace("soft", "off").replace("#", "x"), encoding="utf-8")
    found = call("replay", "s.yaml")
    assert found.code == 3
    assert "s.yaml:4:8: WORD" in found.err
    assert "That is no field." in found.err


def test_a_text_in_a_file_is_a_kind_of_file() -> None:
    assert call("check", "meadow.yaml").out.startswith("meadow.yaml: a meadow of pebble-judged.")
    assert call("check", "meadow.yaml", "--format", "json").json["kind"] == "meadow"
    schema = call("schema", "meadow").json
    assert schema["properties"]["game"] == {"const": "pebble-judged"}
    Draft202012Validator(schema).validate(yaml.safe_load(MEADOW))
    Path("bad.yaml").write_text(MEADOW.replace(".", "x", 1), encoding="utf-8")
    for words in (("check", "bad.yaml"), ("new", "pebble-j", *TWO, "--field", "bad.yaml")):
        ran = call(*words)
        assert (ran.code, ran.out, "bad.yaml:2:9" in ran.err) == (3, "", True), ran.err
    ran = call("score", "meadow.yaml")
    assert (ran.code, "This is a meadow file" in ran.err) == (3, True)


NAMED = "j.jsonl already names the players. Leave out the options."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pebble-fair", "--judge", "Zed"), "pebble-fair has no judge. Leave out --judge."),
        (("pebble-fair", "--with", "judge=Zed"), "does not ask for that. Leave it out."),
        (("pebble-j", "--with", "jugde=Zed"), "Did you mean “judge”?"),
        (("pebble-j", "--with", "judge"), "Write it as NAME=VALUE."),
        (("pebble-j", "--judge", "Zed", "--with", "judge=Zed"), "“judge” is given twice."),
        (("pebble-j", "--judge", "Bo"), "There is 1 player. Judged is for 2 to 4."),
        (("pebble-j", "--music", "slow"), "“slow” does not fit here."),
        (("pebble-j", "--entry-fee", "0"), "0"),
        (("pebble-j", "--motto", "ho"), "A motto is shouted."),
        (("pebble-j", "--leader", "Zed"), "pebble-judged has no leader. Leave out --leader."),
        (("pebble-j", *ALL[:2], "--from", "x.yaml"), "--from already names the players."),
        (("j.jsonl", *ALL[:2]), NAMED),
        (("j.jsonl", "--with", "judge=Zed"), NAMED),
        (("--judge", "Zed"), "Missing argument 'GAME'."),
    ],
)
def test_what_cannot_be_told_is_refused(words: tuple[str, ...], said: str) -> None:
    ran = call("sheet", *words, *TWO)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_help_shows_what_the_game_asks_for() -> None:
    own = call("play", "pebble-j", "--help").out
    assert "--judge NAME" in own
    assert "--music loud|soft" in own
    assert "--leader NAME" not in own
    everyone = call("play", "--help").out
    assert "pebble-judged: Who is the judge?" in " ".join(everyone.split())
    assert "--leader NAME" in everyone
    assert "--judge" not in call("play", "pebble-fair", "--help").out


def test_a_shell_completes_them(judged: Path, installed: Path) -> None:
    assert completed("play pebble-j --ju", installed, judged) == "plain,--judge\n"


def test_no_field_can_take_the_name_of_an_option() -> None:
    """The registry keeps the list, since it is below the commands."""
    taken = set()
    with click.Context(referee) as ctx:
        for name in COMMANDS:
            command = referee.get_command(ctx, name)
            if not isinstance(command, GameCommand):
                continue
            with click.Context(command) as own:
                options = [
                    each for each in command.get_params(own) if isinstance(each, click.Option)
                ]
                taken |= {word.lstrip("-") for each in options for word in each.opts}
    assert "players" in taken
    assert {word for word in taken if len(word) > 1} - RESERVED == set()
