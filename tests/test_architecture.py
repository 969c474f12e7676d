"""The arrows of the design: who may import whom, read from the source, function bodies included."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

import referee
from tests.rooms import room_folders

ROOT = Path(__file__).parent.parent
INSIDE = {"core", "api", "games", "files", "render", "html", "registry"}
PARTS = {*INSIDE, "operations", "cli", "public", "testing", "translating"} | {
    "__init__", "__main__",
}  # fmt: skip
OUTSIDE_WORLD = {"yaml", "tabulate", "wcwidth", "click", "os", "pathlib", "random", "time"} | {
    "datetime", "sys", "io", "shutil", "subprocess", "socket", "secrets", "tempfile", "glob",
}  # fmt: skip
MAY_IMPORT = {
    "core": {"core"},
    "api": {"core", "api"},
    "games": {"api"},
    "files": {"core", "files"},
    "render": {"core", "render"},
    "html": {"core", "html"},
    "registry": {"core", "games", "files"},
    "operations": {*INSIDE, "operations"},
    "cli": {*INSIDE, "operations", "cli", "translating"},
    "public": {*INSIDE, "operations", "public"},
    "testing": {*INSIDE, "operations", "testing"},
    "translating": {*INSIDE, "testing", "translating"},
    "__init__": {"public"},
    "__main__": {"cli"},
}
"""Who may import whom. Imports inside functions count, and those for the type checker alone."""
HOMES = {
    "babel": {"translating"},
    "yaml": {"files", "testing", "translating"},
    "tabulate": {"render"},
    "wcwidth": {"render"},
    "jinja2": {"html"},
    "markupsafe": {"html"},
    "segno": {"html"},
    "click": {"cli"},
    "mcp": {"cli"},
    "mcp_types": {"cli"},
    "anyio": {"cli"},
    "pytest": {"testing"},
}
"""Who alone may import a package from elsewhere."""
ROOM_ORDER = (
    ("keys",), ("model", "state"), ("stages",), ("final",), ("questions",), ("paper",),
    ("__init__",),
)  # fmt: skip
"""The modules of a room; what of the model knows no state stands below it, the rest above."""
MODULES = {name for names in ROOM_ORDER for name in names}


def imports_in(tree: ast.Module, package: str) -> set[str]:
    """List what a module imports, by full names; strings given to ``import_module`` count too."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, node.module or ""] if node.level else [node.module or ""])
            found |= {f"{base.rstrip('.')}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in {"import_module", "__import__"}:
                found.add(str(node.args[0].value))
    return found


def module_name(path: Path, root: Path = ROOT) -> str:
    """Name a module with dots; a package is named by its ``__init__``."""
    return ".".join(path.relative_to(root).with_suffix("").parts)


def sources(folder: str, root: Path = ROOT) -> dict[str, str]:
    found = sorted((root / folder).rglob("*.py"))
    return {module_name(path, root): path.read_text(encoding="utf-8") for path in found}


def part_of(name: str) -> str:
    """Return the part of the program that a name belongs to; empty for none of ours.

    The root package is no part, for every import loads it; a name of the library that it hands
    on is of ``public``.
    """
    top, _, rest = name.partition(".")
    part = rest.partition(".")[0]
    if top == "referee" and part in set(referee.__all__) - {"__version__"}:
        return "public"
    return part if top == "referee" and part in PARTS else ""


def room_of(module: str) -> str:
    """Tell which room a module is in, by its full name; empty for none."""
    return ".".join(module.split(".")[:3]) if part_of(module) == "games" else ""


def complaints_about(module: str, imported: str) -> list[str]:
    """Say what is wrong with one import, the gravest first; nothing when it is in order."""
    home, there = part_of(module), part_of(imported)
    top = imported.partition(".")[0]
    known = {"referee", "msgspec", *HOMES, *sys.stdlib_module_names}
    same_room = home == "games" and room_of(module) == room_of(imported)
    may_import = MAY_IMPORT.get(home, set())
    is_wrong = {
        "lets the outside world in with": home in {"core", "games"} and top in OUTSIDE_WORLD,
        "is no home of": home not in HOMES.get(top, {home}),
        "goes beyond the five packages with": top not in known,
        "runs against the arrows with": bool(there) and there not in may_import and not same_room,
        "has referee.api, and needs no": home == "games" and top == "msgspec",
    }
    return [f"{module} {what} {imported}" for what, wrong in is_wrong.items() if home and wrong]


def wrong_arrows(modules: dict[str, str]) -> list[str]:
    """List every import against the arrows, in one sentence each."""
    return [
        complaint
        for module, source in modules.items()
        for imported in sorted(imports_in(ast.parse(source), module.rpartition(".")[0]))
        for complaint in complaints_about(module, imported)[:1]
    ]


def room_arrows(modules: dict[str, str], room: str = "") -> dict[str, set[str]]:
    """Draw the imports inside one folder: each module to those it imports, by names in it."""
    room = room or ".".join(next(iter(modules)).split(".")[:3])
    names = {name_in(room, module) for module in modules}
    return {
        name_in(room, module): {
            name
            for imported in imports_in(ast.parse(source), module.rpartition(".")[0])
            if imported.startswith(f"{room}.")
            for name in [longest_of(names, name_in(room, imported))]
            if name
        }
        for module, source in modules.items()
    }


def name_in(room: str, module: str) -> str:
    """Name a module by its path in the room; a folder stands for its ``__init__``."""
    return module.removeprefix(f"{room}.").removesuffix(".__init__")


def longest_of(names: set[str], imported: str) -> str:
    """Find the module that an import loads: the name itself, or what it stands in."""
    while imported and imported not in names:
        imported = imported.rpartition(".")[0]
    return imported


def reached_from(name: str, arrows: dict[str, set[str]]) -> set[str]:
    """Follow the arrows from one file to all that it rests on."""
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        fresh = arrows[ahead.pop()] - reached
        reached |= fresh
        ahead += fresh
    return reached


def wrong_in_room(arrows: dict[str, set[str]]) -> list[str]:
    """List what runs against the order of a room's modules, or in a circle.

    Modules with names of their own stand anywhere, but what stands behind them counts.
    """
    places = {name: place for place, names in enumerate(ROOM_ORDER) for name in names}
    complaints = []
    for name in sorted(arrows):
        behind = reached_from(name, arrows)
        if name in behind:
            complaints.append(f"{name} rests on itself")
        here = places.get(name.partition(".")[0], len(places))
        later = {each for each in behind if places.get(each.partition(".")[0], -1) > here}
        complaints += [f"{name} rests on {other}" for other in sorted(later)]
    return complaints


def test_imports_follow_the_arrows() -> None:
    modules = sources("referee")
    assert {part_of(module) for module in modules} == PARTS
    assert wrong_arrows(modules) == []


def circles(modules: dict[str, str]) -> list[str]:
    """List every module that rests on itself; what a package's ``__init__`` imports counts, too."""
    arrows = room_arrows(modules, "referee")
    return [name for name in sorted(arrows) if name in reached_from(name, arrows)]


def test_no_module_rests_on_itself() -> None:
    assert circles(sources("referee")) == []


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ({"one": "from referee.core import two", "two": "from referee.core.one import A"}, 2),
        ({"one": "def f():\n    from referee.core.two import A", "two": "from . import one"}, 2),
        ({"one": "if TYPE_CHECKING:\n    from .two import A", "two": "from .one import B"}, 2),
        ({"one": "from .two import A", "two": "from .three import B"}, 0),
        ({"one": "from referee import __version__", "two": "from . import one"}, 0),
    ],
)
def test_a_planted_circle_is_found(planted: dict[str, str], found: int) -> None:
    files = {"referee.__init__": "", "referee.core.three": ""}
    files |= {f"referee.core.{name}": source for name, source in planted.items()}
    assert len(circles(files)) == found


@pytest.mark.parametrize("room", room_folders())
def test_a_room_imports_one_way(room: str) -> None:
    arrows = room_arrows(sources(f"referee/games/{room}"))
    assert {name.partition(".")[0] for name in arrows} == MODULES
    assert wrong_in_room(arrows) == []


def test_a_room_from_elsewhere_is_laid_out_as_ours() -> None:
    found = sources("pebble_fair", ROOT / "tests/pebble_fair")
    modules = {
        f"referee.games.{name}": source.replace("pebble_fair.", "referee.games.pebble_fair.")
        for name, source in found.items()
    }
    arrows = room_arrows(modules)
    assert arrows.keys() == MODULES
    assert wrong_in_room(arrows) == []
    assert wrong_arrows(modules) == []
    assert arrows["stages"] == {"keys", "model", "state"}


def test_there_are_rooms() -> None:
    assert "no_swap_no_pay" in room_folders()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("referee.core.say", "import click"),
        ("referee.core.say", "from os import path"),
        ("referee.core.say", "def f():\n    import random"),
        ("referee.core.say", "from referee.files import nodes"),
        ("referee.core.say", "from referee import files"),
        ("referee.core.say", "from ..games import saboteur"),
        ("referee.core.say", "import yaml.nodes"),
        ("referee.core.say", "import requests"),
        ("referee.games.one.rules", "from referee.games.two import rules"),
        ("referee.games.one.rules", "from ..two.rules import judge"),
        ("referee.games.one.rules", "from referee.games import two"),
        ("referee.games.one.rules", "from datetime import date"),
        ("referee.games.one.__init__", "rules = import_module('referee.games.two.rules')"),
        ("referee.games.one.model", "from referee.core.say import Say"),
        ("referee.games.one.rules", "import rulebooks"),
        ("referee.games.one.stages", "from referee.core.say import Say"),
        ("referee.games.one.stages.lamps", "from referee.core import say"),
        ("referee.games.one.stages", "from msgspec import Struct"),
        ("referee.games.one.stages", "from referee.registry import open_game"),
        ("referee.api.drawing", "from referee.files import nodes"),
        ("referee.core.say", "import referee.public"),
        ("referee.core.say", "from referee import ask"),
        ("referee.files.values.reader", "from referee.operations.log import log_items"),
        ("referee.operations.log", "import click"),
        ("referee.operations.log", "def f():\n    from referee.cli.output import talk"),
        ("referee.operations.log", "from referee.public import ask"),
        ("referee.public", "from referee.cli.output import talk"),
        ("referee.public", "import click"),
        ("referee.cli.commands.ask", "from referee.public import ask"),
        ("referee.cli.commands.ask", "from referee import list_games"),
        ("referee.testing.cases", "from referee.cli.output import talk"),
        ("referee.__init__", "from referee.operations.asking import find_question"),
        ("referee.registry", "from referee.cli.output import talk"),
        ("referee.files.values.reader", "from referee.registry import game_ids"),
        ("referee.core.say", "from referee.api import Say"),
        ("referee.files.values.reader", "from referee.games.one import GAME"),
        ("referee.files.values.reader", "import referee.render"),
        ("referee.files.values.reader", "import referee.html"),
        ("referee.files.values.reader", "import tabulate"),
        ("referee.cli.commands.sheet", "from jinja2 import Environment"),
        ("referee.core.say", "import markupsafe"),
        ("referee.files.values.reader", "if TYPE_CHECKING:\n    from referee.cli import main"),
        ("referee.render.scores", "from referee.files.yaml.loader import parse"),
        ("referee.render.scores", "import_module('referee.cli')"),
        ("referee.render.scores", "from yaml import load"),
        ("referee.render.sheets", "from referee.html.page import render_page"),
        ("referee.render.sheets", "import jinja2"),
        ("referee.html.finals", "from referee.render.rulings import cited"),
        ("referee.html.page", "from referee import files"),
        ("referee.html.page", "import tabulate"),
        ("referee.core.paper.wording", "from referee.render import text"),
        ("referee.cli.commands.ask", "import tabulate"),
        ("referee.cli.commands.ask", "import yaml"),
    ],
)
def test_a_planted_wrong_import_is_found(module: str, source: str) -> None:
    assert len(wrong_arrows({module: source})) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("referee.core.say", "import re, msgspec\nfrom referee.core import words"),
        ("referee.games.one.rules", "from referee.games.one import coins\nfrom .state import S"),
        ("referee.games.one.stages", "from referee.api import Say\nfrom .keys import SACK"),
        (
            "referee.registry",
            "from referee import games\nfrom referee.files.documents.rulebook import load",
        ),
        ("referee.cli.commands.ask", "from referee.registry import open_game"),
        ("referee.games.one.__init__", "rules = import_module('referee.games.one.rules')"),
        ("referee.files.values.reader", "import os, yaml\nfrom referee.files import nodes"),
        ("referee.render.scores", "import tabulate, wcwidth"),
        ("referee.html.page", "import jinja2, markupsafe"),
        ("referee.cli.commands.ask", "import click\nfrom referee.games.one import GAME"),
        ("referee.__main__", "from referee.cli import main"),
        ("referee.api.__init__", "from referee.api.drawing import Box"),
        ("referee.operations.log", "from referee.render.formats import Style"),
        ("referee.operations.sheets", "from referee import __version__"),
        ("referee.files.documents.rulebook", "import referee"),
        ("referee.public", "from referee.operations.asking import find_question"),
    ],
)
def test_imports_in_order_are_left_alone(module: str, source: str) -> None:
    assert wrong_arrows({module: source}) == []


@pytest.mark.parametrize(
    ("planted", "complaints"),
    [
        ({"model.cards": "from .. import keys", "state": "from .model.cards import RED"}, []),
        ({"model.count": "from ..state import State"}, []),
        ({"stages.__init__": "from .dice import DICE"}, []),
        ({"stages.dice": "from ..final import FINAL"}, ["stages.dice rests on final"]),
        ({"model.cards": "from ..stages.dice import A"}, ["model.cards rests on stages.dice"]),
        ({"keys": "from referee.games.one.state import B"}, ["keys rests on state"]),
        ({"stages.dice": "from . import DICE"}, []),
        (
            {"stages.__init__": "from .dice import DICE", "stages.dice": "from . import A"},
            ["stages rests on itself", "stages.dice rests on itself"],
        ),
    ],
)
def test_a_planted_wrong_turn_in_a_room_is_found(
    planted: dict[str, str], complaints: list[str]
) -> None:
    own = ("keys", "model.__init__", "model.cards", "model.count", "state", "stages.__init__")
    files = dict.fromkeys((*own, "stages.dice", "final", "questions", "paper"), "") | planted
    modules = {f"referee.games.one.{name}": source for name, source in files.items()}
    assert wrong_in_room(room_arrows(modules)) == complaints


MOST_ENTRIES, MOST_AT_ROOT, MOST_LINES = 12, 16, 500


def test_somebody_new_finds_a_folder_at_a_glance() -> None:
    counted = {
        str(folder.relative_to(ROOT)): len([p for p in folder.iterdir() if p.name != "__pycache__"])
        for folder in (ROOT / "referee").rglob("*")
        if any(folder.glob("*.py"))
    }
    assert len(counted) > 30
    assert {name: n for name, n in counted.items() if n > MOST_ENTRIES} == {}
    shown = [path for path in (ROOT / "referee").iterdir() if path.name != "__pycache__"]
    assert len(shown) <= MOST_AT_ROOT


def test_a_module_is_read_in_one_go() -> None:
    modules = {name: len(text.splitlines()) for name, text in sources("referee").items()}
    assert {name: n for name, n in modules.items() if n > MOST_LINES} == {}
    small = [name for name, n in modules.items() if n < 40 and not name.endswith("__init__")]
    assert len(small) * 20 < len(modules)


def test_an_oracle_knows_nothing_of_ours() -> None:
    found = sorted((ROOT / "tests").rglob("*oracle*.py"))
    oracles = [path for path in found if not path.name.startswith("test_")]
    twins = {module_name(path) for path in oracles}
    for path in oracles:
        imported = imports_in(ast.parse(path.read_bytes()), "tests")
        ours = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
        # An oracle may lean on another one, which is held to the same.
        assert all(name in twins or name.rpartition(".")[0] in twins for name in ours), path
    assert {path.parent.name for path in oracles} >= set(room_folders())


MOCKING = {"mock", "unittest.mock", "pytest_mock", "mocker", "freezegun", "responses"}


def mocks_in(source: str) -> list[str]:
    """List what stands in for something real: mock modules, and attributes patched over."""
    tree = ast.parse(source)
    found = [
        name
        for name in sorted(imports_in(tree, "tests"))
        if MOCKING & {name, name.rpartition(".")[0], name.partition(".")[0]}
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "setattr":
            found.append(ast.unparse(node))
        if isinstance(node, ast.arg) and node.arg == "mocker":
            found.append(node.arg)
    return found


def test_nothing_is_mocked() -> None:
    modules = sources("tests")
    assert "tests.core.test_drive" in modules
    assert [name for name, source in modules.items() if mocks_in(source)] == []


@pytest.mark.parametrize(
    "source",
    [
        "from unittest import mock",
        "from unittest.mock import Mock",
        "import unittest.mock",
        "def test(mocker): ...",
        "def test(monkeypatch):\n    monkeypatch.setattr(os, 'remove', print)",
    ],
)
def test_a_planted_mock_is_found(source: str) -> None:
    assert len(mocks_in(source)) == 1
    assert mocks_in("def test(monkeypatch):\n    monkeypatch.setenv('NO_COLOR', '1')") == []


SHELL = ("core", "files", "render", "html", "operations", "cli", "registry.py")
IDEAS = (
    *("maze", "leader", "lamp", "genie", "landslide", "saboteur", "tunnel", "dwarf", "goal"),
    *("talisman", "sorcerer", "scorpion", "wonder", "plunder", "captain", "bag", "jewel", "ghost"),
    *("aladdin", "sidibaba", "colorful", "no-swap"),
)
"""Ideas of single games, and the beginnings of their ids."""
TOLD_BY_HELP = re.compile(r"(?m)^ *(\\b|Examples?: .*|referee (?!\.).*|>>> .*|'.*')$")
EXCUSED = {
    ("referee/files/yaml/loader.py", "no-swap"): "the example of a first line",
    ("referee/cli/commands/files.py", "maze"): "an example that a help page gives",
    ("referee/cli/commands/reference.py", "maze"): "see above",
    ("referee/core/paper/drawing.py", "tunnel"): "a line, until Saboteur has a name for it",
    ("referee/html/diagrams.py", "tunnel"): "see above",
    ("referee/files/values/reader.py", "bag"): "what people write in place of holdings",
    ("referee/registry.py", "no-swap"): "the example of what a word names",
    ("referee/html/templates/paper.css", "tunnel"): "see above",
}


def ideas_in(source: str) -> set[str]:
    """Find which ideas of single games are named; examples of commands need some game."""
    told = TOLD_BY_HELP.sub("", source).casefold()
    return {idea for idea in IDEAS if re.search(rf"(?<![a-z]){idea}s?(?![a-z])", told)}


def test_the_shell_names_no_idea_of_a_game() -> None:
    places = [ROOT / "referee" / part for part in SHELL]
    files = [path for place in places for path in (place, *place.rglob("*"))]
    named = {
        (path.relative_to(ROOT).as_posix(), idea)
        for path in files
        if path.suffix in {".py", ".css", ".html"}
        for idea in ideas_in(path.read_text(encoding="utf-8"))
    }
    assert len(files) > 100
    assert sorted(named - EXCUSED.keys()) == []
    assert sorted(EXCUSED.keys() - named) == [], "an excuse that nothing needs"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("MAZE = 1", {"maze"}),
        ('"""Tells of lamps."""', {"lamp"}),
        ("Kind.LEADER", {"leader"}),
        ("def the_leader(): ...", {"leader"}),
        ("    Example: referee ask no-swap value gold=2\n", set()),
        ("clamp, baggage, eleader = amazement", set()),
    ],
)
def test_a_planted_idea_is_found(source: str, found: set[str]) -> None:
    assert ideas_in(source) == found
