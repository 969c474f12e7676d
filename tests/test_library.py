"""The referee for other programs: the same as the command line says, and nothing printed."""

from __future__ import annotations

import doctest
import re
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

import referee
import referee.public
from tests.cli.running import call, run
from tests.rooms import EVERY_ROOM, ROOT

SHEETS = ROOT / "scoresheets"


def test_the_games_are_those_of_the_list() -> None:
    listed = call("games", "--format", "json").json["games"]
    assert [game.to_dict() for game in referee.list_games()] == listed


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_a_rulebook_is_the_one_that_is_printed(game: str) -> None:
    assert referee.rules(game).to_dict() == call("rules", game, "--format", "json").json


@pytest.mark.parametrize("path", sorted(SHEETS.glob("*/evening.yaml")), ids=lambda p: p.parent.name)
def test_a_score_is_the_one_that_is_printed(path: Path) -> None:
    scored = referee.score(path)
    assert scored.to_dict() == call("score", str(path), "--format", "json").json
    assert scored.is_confirmed
    assert referee.check(path).to_dict() == call("check", str(path), "--format", "json").json


@pytest.mark.parametrize("path", sorted(SHEETS.glob("*/*.jsonl")), ids=lambda p: p.parent.name)
def test_a_journal_tells_what_the_commands_tell(path: Path) -> None:
    journal = referee.Journal.open(path)
    assert journal.is_over
    assert journal.game == path.parent.name
    assert journal.score().to_dict() == call("score", str(path), "--format", "json").json
    assert journal.log().to_dict() == call("log", str(path), "--format", "json").json
    assert len(journal.log()) == len(journal.log().to_dict()["entries"]) > 0
    assert journal.sheet().to_dict() == call("sheet", str(path), "--format", "json").json
    assert journal.sheet().to_html() == call("sheet", str(path), "--format", "html").out


def test_an_answer_is_the_one_that_is_printed() -> None:
    facts = {"players": ["Ana", "Bo", "Cy", "Di"], "challenger": "Ana", "target": "Bo"}
    asked = referee.ask("no-swap", "challenge", **facts, counts={"Bo": 1}, already=None)
    words = ("players=Ana,Bo,Cy,Di", "challenger=Ana", "target=Bo", "counts=Bo:1")
    printed = call("ask", "no-swap", "challenge", *words, "--format", "json").json
    assert asked.to_dict() == printed
    assert (asked.verdict, asked.results["may_refuse"]) == ("allowed", True)


def test_a_program_hands_over_what_it_was_given() -> None:
    totals = {"Ana": Fraction(77, 2), "Bo": Fraction(77, 2), "Cy": 31}
    assert referee.ask("colorful", "tie", totals=totals).results["winners"] == ("Ana", "Bo")
    maze = SHEETS / "sidibaba/maze.yaml"
    asked = referee.ask("sidibaba", "steps", maze=maze, to="exit", **{"from": "1,1"})
    assert asked.results["steps"] == ("E",)
    assert referee.ask("sab", "set", players=7).question == "setup"


HALF, HUGE = "\ud800", 10**5000
RING: list[Any] = []
RING.append(RING)


@pytest.mark.parametrize(
    "odd",
    [object(), b"4", float("nan"), (n for n in "4"), int, {None: 1}, {(1, 2): 1}],
    ids=("object", "bytes", "nan", "generator", "type", "none", "pair"),
)
def test_what_no_file_can_hold_is_refused_and_never_rewritten(odd: Any) -> None:
    with pytest.raises(TypeError, match="A file cannot contain "):
        referee.ask("no-swap", "value", gold=odd)
    with pytest.raises(TypeError, match="A file cannot contain "):
        referee.check({"game": "saboteur", "players": [odd]})


@pytest.mark.parametrize(
    ("odd", "code"), [(HALF, "NOT-UTF-8"), ({HALF: 1}, "NOT-UTF-8"), (HUGE, "NUMBER"),
                      (-HUGE, "NUMBER"), (RING, "TOO-DEEP"), (Path(HALF), "NOT-UTF-8")],
    ids=("half", "half a key", "huge", "huge debt", "ring", "path"),
)  # fmt: skip
def test_what_a_file_could_not_hold_well_is_told_as_of_a_file(odd: Any, code: str) -> None:
    for put in (
        lambda: referee.ask("no-swap", "value", gold=odd),
        lambda: referee.score({"game": "no-swap", "players": [odd, "B", "C"], "holdings": odd}),
        lambda: referee.check({"game": odd}),
    ):
        with pytest.raises(referee.Unreadable) as unreadable:
            put()
        assert [each.code for each in unreadable.value.diagnostics] == [code]
        assert str(unreadable.value).isprintable()


@pytest.mark.parametrize("odd", [None, b"sab", 1, ["saboteur"], Path("saboteur")], ids=repr)
def test_a_game_or_question_that_is_no_text_is_refused(odd: Any) -> None:
    kind = type(odd).__name__
    for put in (referee.rules, lambda game: referee.ask(game, "setup")):
        with pytest.raises(TypeError, match=f"A game is given by its name, not as {kind}[.]"):
            put(odd)
    with pytest.raises(TypeError, match=f"A question is given by its name, not as {kind}[.]"):
        referee.ask("saboteur", odd)


@pytest.mark.parametrize("odd", [None, 1, float("inf"), ["a.yaml"], iter("a")], ids=type)
def test_a_file_that_is_no_path_is_refused(odd: Any) -> None:
    for put in (referee.score, referee.check, referee.Journal.open):
        with pytest.raises(TypeError, match=f"by its path.*, not as {type(odd).__name__}[.]"):
            put(odd)


@pytest.mark.parametrize("path", ["x" * 100_000, "a\0b", "", ".", HALF, b"nowhere"])
def test_a_path_at_which_no_file_can_be_is_told(path: Any) -> None:
    for put in (referee.score, referee.check, referee.Journal.open):
        with pytest.raises((referee.Unreadable, referee.JournalError)):
            put(path)


def test_numbers_and_maps_of_any_make_are_read() -> None:
    facts = {"gold": Decimal(2), "silver": "2+2", "purple": 1}
    assert referee.ask("no-swap", "value", **facts).results["points"] == 21
    bags = {"Ana": MappingProxyType({"gold": 4}), "Bo": {}, "Cy": {}, "Di": {}}
    told = {"game": "no-swap-no-pay", "players": tuple(bags), "holdings": MappingProxyType(bags)}
    assert referee.score(MappingProxyType(told)).totals["Ana"] == 12


def test_what_would_stand_in_a_file_is_scored_as_the_file() -> None:
    bags = {"Ana": {"gold": 4, "silver": "2+1"}, "小明": {}, "Cy": {"black": 3}, "Di": {}}
    told = {"game": "no-swap-no-pay", "players": list(bags), "holdings": bags}
    assert referee.score(told).totals == {"Ana": 15, "小明": 0, "Cy": 10, "Di": 0}


def test_problems_are_raised_with_their_places() -> None:
    with pytest.raises(referee.Unreadable) as unreadable:
        referee.score({"game": "no-swap-no-pay", "players": ["A", "B", "C"], "holdings": {"A": 1}})
    assert {each.code for each in unreadable.value.diagnostics} >= {"ENTRY"}
    with pytest.raises(referee.Unreadable):
        referee.ask("no-swap", "challenge", colour="red")
    with pytest.raises(referee.RefereeError):
        referee.rules("chess")
    with pytest.raises(referee.Unreadable):
        referee.Journal.open("nowhere.jsonl")
    with pytest.raises(AttributeError):
        referee.cheat  # noqa: B018 - that it is not there is the point


def test_the_examples_of_the_page_run() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"(?ms)^```python\n(>>> .*?)^```", page)
    assert len(blocks) > 8
    assert blocks[0].startswith(">>> import referee\n")
    names, parser = {**vars(referee.public)}, doctest.DocTestParser()
    test = parser.get_doctest("\n".join(blocks), names, "api.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0


EVERYTHING = """
import sys, referee
from pathlib import Path
folder = Path(sys.argv[1])
listed = [each.to_dict() for each in referee.list_games()]
told = [referee.rules(each["id"]).to_dict() for each in listed]
told += [referee.ask("saboteur", "setup", players=7).to_dict()]
for path in sorted(folder.glob("*/*.yaml")):
    told += [referee.check(path).to_dict()]
for path in sorted(folder.glob("*/evening.yaml")):
    told += [referee.score(path).to_dict()]
for path in sorted(folder.glob("*/*.jsonl")):
    journal = referee.Journal.open(path)
    told += [referee.check(path).to_dict(), referee.score(path).to_dict()]
    told += [journal.score().to_dict()]
    told += [journal.log().to_dict(), journal.sheet().to_dict(), journal.sheet().to_html()]
with referee.start("no-swap", ["Ana", "Bo", "Cy"]) as table:
    told += [str(table.answer("bo"))]
with referee.language("ja"):
    told += [str(table.log()[0].said)]
print(all(told), len(told), *sys.modules)
"""
"""Calls every function of the library, with every file of the scoresheets."""


def test_the_library_loads_no_command_line_and_prints_nothing() -> None:
    ran = run(str(SHEETS), program=(sys.executable, "-c", EVERYTHING))
    are_told, many, *modules = ran.out.split()
    assert (are_told, ran.code, ran.err) == ("True", 0, "")
    assert int(many) > 30
    assert "referee.operations.checking" in modules
    assert [name for name in modules if name.startswith(("click", "referee.cli"))] == []
    called = {name for name in referee.public.__all__ if name.islower()}
    assert called == {
        *("list_games", "rules", "ask", "score", "check", "start", "resume", "language")
    }


PLACES = [
    ({"holdings": {"Ana": {"gold": "lots"}}}, ("holdings", "Ana", "gold"), "NUMBER"),
    ({"holdings": {"Ana": {"glod": 1}}}, ("holdings", "Ana", "glod"), "UNKNOWN-KEY"),
    ({"players": ["Ana", "Bo", "", "Di"]}, ("players", 2), "NAME"),
    ({"options": {"silver_sets": "never"}}, ("options", "silver_sets"), "WORD"),
]


@pytest.mark.parametrize(("told", "place", "code"), PLACES)
def test_what_is_wrong_with_a_map_is_named_by_its_keys(
    told: dict[str, Any], place: tuple[str | int, ...], code: str
) -> None:
    bags = {"Ana": {"gold": 4}, "Bo": {"silver": 6}, "Cy": {"black": 3}, "Di": {}}
    sound = {"game": "no-swap-no-pay", "players": [*bags], "holdings": bags}
    for use in (referee.score, referee.check):
        with pytest.raises(referee.Unreadable) as unread:
            use({**sound, **told, "holdings": {**bags, **told.get("holdings", {})}})
        first = unread.value.diagnostics[0]
        assert (first.place, first.line, first.code) == (place, 0, code)
        assert str(unread.value).startswith(f"{'.'.join(map(str, place))}: {code} ")
    with pytest.raises(referee.Unreadable) as unread:
        referee.ask("no-swap", "value", gold="lots")
    assert unread.value.diagnostics[0].place == ("facts", "gold")


@pytest.mark.parametrize(
    "name", ["no-swap", "No Swap", "No Swap No Pay!", "nsnp", "不給錢就交換！"]
)
def test_a_map_and_a_file_name_their_game_as_every_call_does(name: str, tmp_path: Path) -> None:
    bags: dict[str, dict[str, int]] = {player: {} for player in ("Ana", "Bo", "Cy", "Davy Jones")}
    holdings = {"game": name, "players": ["Ana", "Bo", "Cy"], "holdings": bags}
    path = tmp_path / "bags.yaml"
    path.write_text(yaml.safe_dump(holdings, allow_unicode=True), encoding="utf-8")
    assert referee.score(holdings).winners == referee.score(path).winners == tuple(bags)
    assert not referee.check(holdings).is_sound
    assert not referee.check(path).is_sound


def test_a_name_that_several_games_begin_with_names_none() -> None:
    with pytest.raises(referee.Unreadable, match="There is no game “s”"):
        referee.score({"game": "s", "players": ["Ana", "Bo", "Cy"], "holdings": {}})
