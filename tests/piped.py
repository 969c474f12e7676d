"""Games played through a pipe: all that the table is told, as one line of text."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from tests.cli.running import call
from tests.rooms import ROOMS


def told(game: str, players: str, heard: str, *options: str) -> str:
    """Play through a pipe, and return what is said, however its lines are broken."""
    with TemporaryDirectory() as folder:
        words = ("--players", players, "--journal", f"{folder}/piped.jsonl", *options)
        ran = call("play", game, *words, heard=heard, merged=True)
    assert ran.code == 0, ran.out
    return " ".join(ran.out.split())


def told_again(path: Path) -> str:
    """Play a scenario once more, through a pipe."""
    script = yaml.safe_load(path.read_text(encoding="utf-8"))
    asked = {stage.id for stage in ROOMS[script["game"]].game.course.stages}
    heard, options = "", list[str]()
    for given in script["answers"]:
        ((step, words),) = given.items()
        heard += f"{words}\n" if step in asked else f"{step.rpartition('.')[2]} {words}\n"
    for name, value in {**script.get("options", {}), **script.get("numbers", {})}.items():
        values = ",".join(map(str, value)) if isinstance(value, list) else value
        options += ["--set", f"{name}={values}"]
    return told(script["game"], ",".join(script["players"]), heard, *options)
