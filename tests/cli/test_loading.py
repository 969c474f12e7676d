"""A command loads what it calls and nothing else; that is what keeps answers quick."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.files import settings
from tests.cli.running import ROOT, SHEETS, run, surroundings
from tests.rooms import room_folders

SPY = """\
import os, sys, click, msgspec
for line in sys.stdin:
    if os.fork():
        os.wait()
        continue
    folder, *words = line.removesuffix("\\n").split("\\0")
    os.chdir(folder)
    told = open(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.stdin = open(0)
    from referee.cli.main import main
    try:
        main(words)
    except SystemExit as left:
        print(left.code, *sys.modules, file=told, flush=True)
    os._exit(0)
"""
"""Runs a command in a child of its own, which has loaded no more than all of them need."""
GAMES = "referee.games"
NO_SWAP, SABOTEUR = f"{GAMES}.no_swap_no_pay", f"{GAMES}.saboteur"
ALADDIN = f"{GAMES}.aladdin"
EVENING = str(SHEETS / "evening.yaml")
DISPUTE = str(SHEETS / "dispute.yaml")
SATURDAY = str(SHEETS / "saturday.jsonl")
MINE = str(ROOT / "scoresheets/saboteur/evening.yaml")
DUG = str(ROOT / "scoresheets/saboteur/dispute.yaml")
VALUE = ("ask", "no-swap", "value", "gold=2", "silver=4", "purple=1")
PLACE = ("ask", "saboteur", "place", "lay=2,0:NESW", "laid=1,0:EW")
CAVE = str(ROOT / "scoresheets/aladdin/evening.yaml")
RUBBED = str(ROOT / "scoresheets/aladdin/dispute.yaml")
CHESTS = ("ask", "aladdin", "chests", "A=bronze:3", "B=bronze:3", "C=gold:5")
JSON = ("--format", "json")
ASTRONAUT = "\U0001f469\u200d\U0001f680"
"""A name of three signs that are drawn as one."""
TABLES = {"tabulate", "wcwidth"}


def of_every_room(*modules: str) -> set[str]:
    """Name these modules in every room that has them."""
    homes = {f"{GAMES}.{folder}": ROOT / "referee/games" / folder for folder in room_folders()}
    return {
        f"{room}.{module}"
        for room, home in homes.items()
        for module in modules
        if (home / module).is_dir() or (home / f"{module}.py").is_file()
    }


PLAY = {*of_every_room("stages"), "referee.core.play.loop"}
RECORD = {
    *of_every_room("paper", "sheet"), "referee.files.journal.journal", "referee.files.journal.disk",
}  # fmt: skip
QUESTIONS = of_every_room("questions")
JUDGE = {f"{NO_SWAP}.stages"}
"""What disputes about an event ask, as play does."""
BOARD = {
    f"{SABOTEUR}.{module}"
    for module in ("questions.tunnel", "model.board.tunnel", "model.board.placement", "state")
}
"""What only a tunnel needs; a score of gold does without."""
ROUNDS = {f"{SABOTEUR}.model.three_rounds.{module}" for module in ("possible", "table", "walk")}
"""What three rounds can leave, which only the end of a game asks."""
SHEETS_AND_SLIPS = {
    "referee.core.paper.round_sheet", "referee.core.paper.score_summary",
    "referee.files.journal.errors", "referee.render.grids", "string",
}  # fmt: skip
"""What no dispute shows that is typed in without a slip."""
OTHER_FILES = {
    "referee.operations.scoring", "referee.files.documents.disputes",
    "referee.files.documents.scenarios",
    "referee.render.records.export", "referee.render.scores",
}  # fmt: skip
"""What a check of sound holdings has no use for."""
GRIDS = {
    "referee.core.paper.score_summary", "referee.files.documents.disputes",
    "referee.core.play.marks.marking", "referee.core.play.reading.answer", "referee.render.grids",
}  # fmt: skip
"""What a log in lines has no use for."""
HOMES = {"score": "files", "check": "files", "log": "sheet", "schema": "reference"}
HEAVY = {
    "asyncio", "dataclasses", "difflib", "email", "http", "importlib.metadata",
    "importlib.resources", "inspect", "jinja2", "json", "logging", "markupsafe",
    "multiprocessing", "ssl", "subprocess", "tempfile", "unittest", "urllib.request", "webbrowser",
}  # fmt: skip


@cache
def spy() -> subprocess.Popen[str]:
    """Start what runs all commands."""
    words = [sys.executable, "-c", SPY]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=surroundings())


@pytest.fixture(scope="module", autouse=True)
def _the_spy_leaves() -> Iterator[None]:
    yield
    if spy.cache_info().currsize:
        spy().communicate()
        spy.cache_clear()


@cache
def loaded(*words: str) -> frozenset[str]:
    """Run a command and list every module that stood in memory when it left."""
    asked, answered = spy().stdin, spy().stdout
    assert asked is not None
    assert answered is not None
    print(Path.cwd(), *words, sep="\0", file=asked, flush=True)
    code, *modules = answered.readline().split()
    assert code == "0", words
    return frozenset(modules)


def rooms(modules: frozenset[str]) -> set[str]:
    return {name for name in modules if name.startswith("referee.games.")}


def commands(modules: frozenset[str]) -> set[str]:
    folder = "referee.cli.commands."
    return {name.removeprefix(folder) for name in modules if name.startswith(folder)}


def test_the_help_page_loads_no_room_and_no_yaml() -> None:
    modules = loaded("--help")
    assert "referee.cli.main" in modules
    assert not rooms(modules)
    assert not commands(modules)
    assert not modules & {"yaml", *TABLES, "referee.files.documents.rulebook", "referee.registry"}


def test_typed_facts_need_no_yaml() -> None:
    names = "cli.commands.ask", "files.documents.facts", "files.documents.rulebook", "registry"
    imports = "\n".join(f"import referee.{name}" for name in names)
    source = f"import sys\n{imports}\nsys.exit('yaml' in sys.modules)"
    assert run(program=(sys.executable, "-c", source)).code == 0


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        (PLACE, PLAY | RECORD | TABLES | ROUNDS | SHEETS_AND_SLIPS),
        (("check", DUG), PLAY | RECORD | TABLES),
        (("score", MINE), PLAY | RECORD | QUESTIONS | BOARD),
        (("check", MINE), PLAY | RECORD | QUESTIONS | TABLES | BOARD | OTHER_FILES),
        (("new", "saboteur", "--players", "A,B,C"), PLAY | RECORD | QUESTIONS | TABLES | BOARD),
        (CHESTS, PLAY | RECORD | TABLES),
        (("check", RUBBED), PLAY | RECORD | TABLES),
        (("score", CAVE), PLAY | RECORD | QUESTIONS),
        (("check", CAVE), PLAY | RECORD | QUESTIONS | TABLES),
        (("new", "aladdin", "--players", "A,B"), PLAY | RECORD | QUESTIONS | TABLES),
        (VALUE, PLAY | RECORD | TABLES),
        ((*VALUE, "--why"), PLAY | RECORD),
        ((*VALUE, *JSON), PLAY | RECORD | TABLES),
        (("ask", "--file", DISPUTE), (PLAY - JUDGE) | RECORD | TABLES),
        (("ask", "no-swap"), PLAY | RECORD | TABLES),
        (("score", EVENING), PLAY | RECORD | QUESTIONS),
        (("score", EVENING, *JSON), PLAY | RECORD | QUESTIONS | TABLES),
        (("score", EVENING, "--format", "csv"), PLAY | RECORD | QUESTIONS | TABLES),
        (("check", EVENING), PLAY | RECORD | QUESTIONS | TABLES | OTHER_FILES),
        (("log", SATURDAY), {"jinja2"} | GRIDS),
        (("rules", "no-swap", "NSP-5.2"), PLAY | RECORD | QUESTIONS),
        (("rules", "no-swap", *JSON), PLAY | RECORD | QUESTIONS | TABLES),
        (("new", "no-swap", "--players", "A,B,C"), PLAY | RECORD | QUESTIONS | TABLES),
        (("schema", "no-swap"), PLAY | RECORD | QUESTIONS | TABLES),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_a_command_loads_only_what_it_calls(words: tuple[str, ...], spared: set[str]) -> None:
    modules = loaded(*words)
    meant = (name for name in ("saboteur", "aladdin") if name in str(words))
    room = f"{GAMES}.{next(meant, 'no_swap_no_pay')}"
    assert room in modules
    assert not modules & spared
    assert commands(modules) == {HOMES.get(words[0], words[0])}
    assert {name for name in rooms(modules) if not name.startswith(room)} == set()
    assert {name for name in modules if name.startswith("referee.html")} == set()


def test_a_challenge_is_judged_by_its_own_stage_and_loads_no_other() -> None:
    stages = f"{NO_SWAP}.stages."
    modules = loaded("ask", "--file", DISPUTE)
    assert f"{stages}challenge" in modules
    assert not modules & {f"{stages}{other}" for other in ("course", "draft", "reveal", "setup")}


def test_the_list_of_games_loads_the_front_of_every_room_and_nothing_behind_it() -> None:
    modules = loaded("games")
    assert rooms(modules) == {f"{GAMES}.{folder}" for folder in room_folders()}
    assert not modules & (PLAY | RECORD | QUESTIONS)
    assert commands(modules) == {"rules"}


@pytest.mark.parametrize("words", [("new",), ("play", "--journal", "j.jsonl")])
def test_settings_are_looked_at_only_where_numbers_are_asked_for(words: tuple[str, ...]) -> None:
    command, *more = words
    modules = loaded(command, "no-swap", "--players", "A,B,C", *more)
    assert "referee.cli.setup_options" in modules
    assert settings.__name__ not in modules


def test_a_table_without_a_glass_loads_no_clock() -> None:
    modules = loaded("play", "no-swap", "--players", "A,B,C", "--journal", "j.jsonl")
    assert "referee.cli.play.screen" in modules
    assert "referee.cli.play.timer" not in modules


def test_play_loads_what_it_shows_once_somebody_asks_for_it() -> None:
    modules = loaded("play", "no-swap", "--players", "A,B,C", "--journal", "j.jsonl")
    assert "referee.cli.play.screen" in modules
    asked_for = ("cli.play.slash_commands", "render.sheets", "render.logs", "render.records.export")
    assert not modules & {f"referee.{module}" for module in asked_for}


def test_a_table_is_drawn_without_the_release_that_draws_it_and_the_cells_of_every_sign() -> None:
    modules = loaded("score", EVENING)
    assert "tabulate" in modules
    assert not modules & {"importlib.metadata", "email", "wcwidth"}


def test_what_must_be_loaded_is_seen_by_the_spy(tmp_path: Path) -> None:
    """Without this the tests above could pass because names have changed."""
    seen = loaded(*VALUE) | loaded(*PLACE) | loaded(*CHESTS)
    seen |= loaded("ask", "saboteur", "tie", "totals=A:5,B:3,C:2") | loaded("rules", "saboteur")
    seen |= loaded("check", "--format", "json", SATURDAY) | loaded("check", DISPUTE)
    scenario = "tests/games/aladdin/scenarios/three_players_the_cave_closes.yaml"
    seen |= loaded("check", str(ROOT / scenario))
    seen |= loaded("score", EVENING) | loaded("score", MINE) | loaded("score", CAVE)
    table = tmp_path / "table.yaml"
    table.write_text(f"game: saboteur\nplayers: [{ASTRONAUT}, B, C]\n", encoding="utf-8")
    seen |= loaded("sheet", "saboteur", "--from", str(table))
    assert seen >= {f"{NO_SWAP}.questions", f"{NO_SWAP}.final", "yaml", "tabulate", "wcwidth"}
    assert seen >= {f"{SABOTEUR}.questions", f"{SABOTEUR}.final", f"{SABOTEUR}.questions.tunnel"}
    assert seen >= {f"{ALADDIN}.questions", f"{ALADDIN}.final", f"{ALADDIN}.state"}
    seen |= loaded("sheet", "saboteur", "--players", "A,B,C", "--format", "html")
    for game in ("no-swap", "saboteur", "aladdin"):
        seen |= loaded("sheet", game, "--players", "A,B,C")
        seen |= loaded("play", game, "--players", "A,B,C", "--journal", f"{game}.jsonl")
    unseen = (PLAY | RECORD | QUESTIONS | BOARD | TABLES | ROUNDS | SHEETS_AND_SLIPS) - seen
    unseen |= (OTHER_FILES | GRIDS) - seen
    ours = (NO_SWAP, SABOTEUR, ALADDIN)
    assert {name for name in unseen if name.startswith(ours)} == set()
    assert {name for name in unseen if not name.startswith(GAMES)} == set()


@pytest.mark.parametrize(
    "words",
    [VALUE, PLACE, CHESTS, ("score", EVENING), ("score", MINE), ("score", CAVE)],
    ids=lambda words: " ".join(words[:2]) if words[0] == "ask" else words[1].split("/")[-2],
)
def test_slow_parts_of_the_standard_library_are_left_alone(words: tuple[str, ...]) -> None:
    ours = loaded(*words) - without_us(words[0])
    assert not {name for name in ours if name in HEAVY}


@cache
def without_us(command: str) -> set[str]:
    """List what click, yaml and, for a score, tabulate load by themselves."""
    bare = "import sys, click, yaml, msgspec"
    if command == "score":
        bare += ", tabulate"
    ran = run(program=(sys.executable, "-c", f"{bare}; print(*sys.modules)"))
    assert ran.code == 0
    return set(ran.out.split())
