"""A broken package from elsewhere is told by its name, and every other game goes on working."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import api, registry
from tests.cli.running import call
from tests.elsewhere.packages import FRONT, RULES, found_in, variation, write_package
from tests.rooms import EVERY_ROOM, ROOT

GAME = "from referee.api import Game, PlayerName, Say, SetupField\n"
ODD = RULES.replace("game: pebble-fair", "game: odd")
BOOK = {"odd/rulebook.yaml": ODD}
BROKEN = [
    ({"odd/other.py": ""}, "raises AttributeError: module 'odd' has no attribute 'GAME'", 2),
    ({"even/__init__.py": FRONT}, "odd:GAME raises ModuleNotFoundError: No module named 'odd'", 2),
    ({"odd/__init__.py": "1 / 0"}, "odd:GAME raises ZeroDivisionError: division by zero", 2),
    ({"odd/__init__.py": "import sys\nsys.exit('no')"}, "odd:GAME raises SystemExit: no", 2),
    ({"odd/__init__.py": "def GAME(: pass"}, "odd:GAME raises SyntaxError", 2),
    ({"odd/__init__.py": "GAME = 'odd'"}, "odd:GAME is not a Game of referee.api", 2),
    ({"odd/__init__.py": FRONT.replace('"odd"', '"od"')}, "its Game has another id, od", 2),
    ({"odd/__init__.py": FRONT.replace("__name__", "'od'")}, "No module named 'od'", 2),
    (
        {"odd/__init__.py": FRONT, "odd/rulebook.yaml": RULES},
        "its rulebook is about “pebble-fair”",
        2,
    ),
    ({"odd/__init__.py": FRONT}, "NO-FILE There is no file", 3),
    (
        {"odd/__init__.py": FRONT, "odd/rulebook.yaml": ODD.replace("version: 1", "version: one")},
        "rulebook.yaml:2:10: NUMBER",
        3,
    ),
]


@pytest.mark.parametrize(("files", "said", "code"), BROKEN)
def test_a_broken_package_is_told_and_stops_no_other(
    files: dict[str, str], said: str, code: int, tmp_path: Path, fair: Path
) -> None:
    write_package(tmp_path, "referee-odd", files, {"odd": "odd:GAME"})
    with found_in(tmp_path):
        ran = call("rules", "odd")
        assert (ran.code, ran.out) == (code, "")
        assert said in " ".join(ran.err.split())
        assert "referee-odd" in ran.err if code == 2 else "odd/rulebook.yaml" in ran.err
        told = call("rules", "odd", "--format", "json")
        assert (told.code, told.json["ok"]) == (code, False)
        check_the_others(said)
        Path("odd.yaml").write_text("game: odd\nplayers: [Ana, Bo]\nholdings: {}\n")
        assert call("score", "odd.yaml").code == code


def check_refused(folder: Path, said: str) -> str:
    """Let the odd game be refused like this, and the others be asked; give all that is said."""
    with found_in(folder):
        ran = call("rules", "odd")
        assert (ran.code, ran.out) == (2, "")
        told = " ".join(ran.err.split())
        assert said in told
        check_the_others(said)
    return told


def check_the_others(said: str) -> None:
    """Let the other games be listed and asked, with what is wrong beside the list."""
    ran = call("games")
    assert ran.code == 0
    assert all(f"{game}: " in ran.out for game in (*EVERY_ROOM, "pebble-fair"))
    assert "odd: " not in ran.out
    assert said in " ".join(ran.err.split())
    assert call("ask", "no-swap", "value", "gold=2").err == ""
    assert call("ask", "pebble", "bust", "muddy=2").code == 0


FIELDS = [
    (["judge", "judge"], "it has two set-up fields “judge”"),
    (["first_judge", "first-judge"], "its set-up field cannot be called “first-judge”"),
    (["players"], "its set-up field cannot be called “players”"),
    (["holdings"], "its set-up field cannot be called “holdings”"),
    (["with"], "its set-up field cannot be called “with”"),
    (["no_pager"], "its set-up field cannot be called “no_pager”"),
    (["help"], "its set-up field cannot be called “help”"),
    (["Judge"], "its set-up field cannot be called “Judge”"),
    (["the judge"], "its set-up field cannot be called “the judge”"),
    (["--judge"], "its set-up field cannot be called “--judge”"),
    ([""], "its set-up field cannot be called “”"),
]


@pytest.mark.parametrize(("names", "said"), FIELDS)
def test_a_set_up_field_needs_a_name_of_its_own(
    names: list[str], said: str, tmp_path: Path, fair: Path
) -> None:
    fields = "".join(f"SetupField({name!r}, PlayerName(), Say('Who?')), " for name in names)
    game = 'GAME = Game("odd", "Odd", players=range(2, 5), package=__name__, max_events=9, setup='
    variation(tmp_path, "odd", f"{GAME}{game}({fields}))\n")
    check_refused(tmp_path, f"“odd” of the package odd cannot be used: {said}.")


@pytest.mark.parametrize("name", ["saboteur", "sab", "no-swap"])
def test_an_id_of_ours_stays_ours(name: str, tmp_path: Path, fair: Path) -> None:
    variation(tmp_path, "odd", FRONT)
    write_package(tmp_path, "thief", {}, {name: "odd:GAME"})
    with found_in(tmp_path):
        ours = call("rules", name)
        assert (ours.code, ours.err) == (0, "")
        ran = call("games")
        assert "odd: Odd, 2-4 players" in ran.out
        said = f"“{name}” of the package thief cannot be used: another game already has this id"
        assert said in " ".join(ran.err.split())
        Path("x.yaml").write_text(f"game: {name}\nplayers: [Ana, Bo, Cy]\nholdings: {{}}\n")
        ran = call("check", "x.yaml")
        assert (ran.code, "thief" in ran.err) == (3, False)


def test_two_packages_with_one_id_are_both_named(tmp_path: Path, fair: Path) -> None:
    variation(tmp_path, "odd", FRONT)
    write_package(tmp_path, "another-odd", {}, {"odd": "odd:GAME"})
    check_refused(tmp_path, "another-odd and odd all bring a game of this id")


@pytest.mark.parametrize("name", ["Odd", "odd game", "odd_game", "odd-", "9"])
def test_an_id_can_be_typed(name: str, tmp_path: Path, fair: Path) -> None:
    variation(tmp_path, "odd", FRONT)
    write_package(tmp_path, "strange", {}, {name: "odd:GAME"})
    with found_in(tmp_path):
        assert "an id has small letters" in " ".join(call("games").err.split())


def test_a_name_that_fits_nobody_lists_all(fair: Path) -> None:
    ran = call("rules", "chess")
    assert ran.code == 2
    assert "pebble-fair" in ran.err


def test_another_name_finds_a_game(tmp_path: Path, fair: Path) -> None:
    front = FRONT.replace("max_events=9", "max_events=9, aliases=('Old Ditch', 'odder')")
    variation(tmp_path, "odd", front)
    with found_in(tmp_path):
        for word in ("old", "OLD DITCH", "odder", "odd"):
            assert call("rules", word).code == 0, word
        Path("x.yaml").write_text("game: odder\nplayers: [Ana, Bo]\nholdings: {}\n")
        assert call("check", "x.yaml").code == 3, "files spell games out"


FORMER = [
    ("from referee.api import Final", "Final, which is called FinalScoring now"),
    ("from referee.api import Say, Tick, Final", "Tick, which is called pads.Checkbox now"),
    ("import referee.api\nA = referee.api.refs", "refs, which is called rule_refs now"),
    ("from referee.api import PerWord", "PerWord, which it does not have"),
    ("from referee.api import pads\nA = pads.Tick", "Tick, which is called pads.Checkbox now"),
    (
        "from referee.api import FinalScoring\nFINAL = FinalScoring(contradiction=None)",
        "contradiction, which is called contradictions now",
    ),
]


@pytest.mark.parametrize("part", ["__init__", "final", "stages", "paper"])
@pytest.mark.parametrize(("source", "said"), FORMER)
def test_a_package_made_for_former_names_is_told_the_first_and_stops_no_other(
    part: str, source: str, said: str, tmp_path: Path, fair: Path
) -> None:
    variation(tmp_path, "odd", f"{source}\n" if part == "__init__" else FRONT)
    if part != "__init__":
        (tmp_path / f"odd/{part}.py").write_text(f"{source}\n")
    page = "adding-a-game" if " now" in said else "game-reference"
    said = f"it asks referee.api for {said} (docs/{page}.md has all names)."
    told = check_refused(tmp_path, said)
    assert told == f"referee: “odd” of the package odd cannot be used: {said}"


def test_the_names_of_now_are_there_and_the_former_ones_are_not() -> None:
    former = dict(each.split("=") for each in registry._FORMER_NAMES.split())
    del former["contradiction"]  # of FinalScoring
    assert api.FinalScoring.__struct_fields__.count("contradictions") == 1
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:3] for row in page.splitlines() if row.startswith("| `")]
    for name, now in former.items():
        home, _, short = now.rpartition(".")
        assert short in (getattr(api, home).__all__ if home else api.__all__), now
        assert name not in api.__all__
        (told,) = [right for left, right in rows if f"`{name}`" in left]
        assert (f"`{home}`" if name == short else f"`{now}`") in told
