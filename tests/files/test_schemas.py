"""The schemas fit all files and results of the project, and no mistakes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from jsonschema import Draft202012Validator
from msgspec import json

from referee.files.documents.schemas.files import KINDS, kind_schema
from referee.files.documents.schemas.printed import PRINTED, printed_schema
from tests.cli.running import call
from tests.rooms import EVERY_ROOM, ROOT

LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Core(LOADER):  # type: ignore[misc] # whichever of the two there is
    """The YAML of editors, which has no dates."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as PyYAML keeps them
        first: [(tag, like) for tag, like in known if not tag.endswith(":timestamp")]
        for first, known in LOADER.yaml_implicit_resolvers.items()
    }


def plain(path: Path) -> Any:
    """Read a file as an editor does: numbers and booleans by their look."""
    return yaml.load(path.read_text(encoding="utf-8"), Core)  # noqa: S506 - a safe loader


@cache
def schema(kind: str) -> Draft202012Validator:
    printed = call("schema", kind).json
    Draft202012Validator.check_schema(printed)
    return Draft202012Validator(printed)


def wrong(kind: str, read: Any) -> list[str]:
    """Give what does not fit a schema."""
    return [each.message for each in schema(kind).iter_errors(read)]


FILES = {
    **{game: sorted((ROOT / "scoresheets" / game).glob("evening*.yaml")) for game in EVERY_ROOM},
    "dispute": sorted((ROOT / "scoresheets").glob("*/dispute*.yaml")),
    "maze": sorted((ROOT / "scoresheets").glob("*/maze*.yaml")),
    "scenario": sorted((ROOT / "tests/games").glob("*/scenarios/*.yaml")),
    "rulebook": sorted((ROOT / "rulebooks").glob("*.yaml")),
}
CASES = sorted((ROOT / "rulebooks/casebook").glob("*/*.yaml"))
GIVEN = [(kind, path) for kind, paths in FILES.items() for path in paths]


@pytest.mark.parametrize(("kind", "path"), GIVEN, ids=lambda each: getattr(each, "stem", each))
def test_the_schema_fits_every_file_of_its_kind(kind: str, path: Path) -> None:
    assert wrong(kind, plain(path)) == []


@pytest.mark.parametrize(
    ("setting", "problems"), [("no", 0), ("true", 0), ('"yes"', 0), ("maybe", 1)]
)
def test_an_editor_takes_yes_and_no_for_a_house_rule_however_it_reads_them(
    setting: str, problems: int
) -> None:
    path = ROOT / "scoresheets" / "aladdin" / "evening.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("fourth_gem: purple}", f"fourth_gem: purple, wish_stop: {setting}}}", 1)
    read = yaml.load(text, Core)  # noqa: S506 - a safe loader
    assert len(wrong("aladdin", read)) == problems


def test_the_schema_of_a_dispute_fits_every_case() -> None:
    fits = schema("dispute")
    assert len(CASES) >= 150
    assert [path.stem for path in CASES if not fits.is_valid(plain(path))] == []


def test_every_kind_has_an_example() -> None:
    assert [kind for kind, paths in FILES.items() if not paths] == []


RESULTS = [
    *(("score", path) for path in sorted((ROOT / "scoresheets").glob("*/evening.yaml"))),
    *(("sheet", path) for path in sorted((ROOT / "scoresheets").glob("*/*.jsonl"))),
    *(("sheet", "saboteur"), ("sheet", "sidibaba")),
    *(("ask --file", path) for path in FILES["dispute"]),
]


@pytest.mark.parametrize(("command", "about"), RESULTS, ids=str)
def test_the_schema_of_a_result_fits_what_is_printed(command: str, about: Path | str) -> None:
    printed = call(*command.split(), str(about), "--format", "json").json
    assert wrong(command.split(maxsplit=1)[0], printed) == []


@pytest.mark.parametrize(
    ("kind", "slip"),
    [
        ("dispute", {"game": "saboteur"}),
        ("dispute", {"game": "saboteur", "question": "setup", "fact": {}}),
        ("dispute", {"game": "saboteur", "question": "setup", "expect": {"verdict": "yes"}}),
        ("scenario", {"game": "saboteur", "players": ["A"], "answers": ["undo"]}),
        ("rulebook", {"game": "fair"}),
        ("ask", {"schema": 1}),
        ("score", {"schema": 2}),
    ],
)
def test_the_schema_refuses_a_slip(kind: str, slip: Any) -> None:
    assert wrong(kind, slip)


EVENING, NIGHT = "scoresheets/saboteur/evening.yaml", "scoresheets/saboteur/saturday.jsonl"
PRINTS = {
    "ask": (
        ("ask", "no-swap"),
        ("ask", "no-swap", "value", "gold=2"),
        ("ask", "no-swap", "nonsense", "gold=2"),
        ("ask", "no-swap", "may I look into my own bag"),
        ("ask", "does my rook take your pawn"),
    ),
    "cases": (("cases", "sab"), ("cases", "sab", "SAB-C19")),
    "check": (("check", EVENING), ("check", NIGHT), ("check", "nowhere.yaml")),
    "explain": (("explain",), ("explain", "FULL-WIDTH"), ("explain", "NOTHING-SUCH")),
    "games": (("games",),),
    "log": (("log", NIGHT), ("log", "nowhere.jsonl")),
    "problem": (("ask", "chess", "moves", "pawn=2"), ("score", "nowhere.yaml")),
    "replay": (("replay", "tests/games/saboteur/scenarios/{first}"),),
    "rules": (("rules", "sab"), ("rules", "sab", "SAB-5.5")),
    "score": (("score", EVENING), ("score", NIGHT)),
    "sentence": (
        ("ask", "no-swap", "may I look into my own bag"),
        ("ask", "no-swap", "what are 3 gold and six silver worth?"),
        ("ask", "sab", "can I repair two tools with one card"),
        ("ask", "aladdin", "do I collect two hundred when I pass go?"),
        ("ask", "does my rook take your pawn"),
    ),
    "sheet": (("sheet", NIGHT),),
    "stats": (("stats", "scoresheets"),),
}


@pytest.mark.parametrize("kind", PRINTED)
def test_what_is_printed_fits_its_schema_result_or_problem(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    first = min(path.name for path in (ROOT / "tests/games/saboteur/scenarios").glob("*.yaml"))
    for words in PRINTS[kind]:
        printed = call(*(word.format(first=first) for word in words), "--format", "json").json
        assert wrong(kind, printed) == [], words


def test_every_schema_of_a_result_has_an_id_and_all_are_listed() -> None:
    listed = call("schema").out
    for kind in PRINTED:
        assert printed_schema(kind)["$id"] == f"urn:referee:schema:{kind}:1"
        assert printed_schema(kind)["type"] == "object"
    for kind in (*KINDS, *PRINTED, *EVERY_ROOM, "maze"):
        assert kind in listed


def test_a_schema_is_plain_json() -> None:
    for kind in KINDS:
        assert json.decode(json.encode(kind_schema(kind))) == kind_schema(kind)
    for kind in PRINTED:
        assert json.decode(json.encode(printed_schema(kind))) == printed_schema(kind)
