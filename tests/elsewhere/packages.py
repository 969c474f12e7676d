"""Packages from elsewhere: Pebble Fair as pip installs it, and others written by a test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
FAIR = ROOT / "tests/pebble_fair"
FRONT = (
    "from referee.api import Game\n"
    'GAME = Game("odd", "Odd", players=range(2, 5), package=__name__, max_events=9)\n'
)
"""The front of another fair."""
RULES = (FAIR / "pebble_fair/rulebook.yaml").read_text(encoding="utf-8")


def run_python(
    *words: str, env: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, in this folder or another."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )


def pip_install(source: Path, target: Path) -> None:
    """Install a package as a stranger would, into a folder, and from no other place."""
    words = ("-q", "install", "--no-index", "--no-deps", "--no-build-isolation", "--target")
    env = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = run_python("-m", "pip", *words, str(target), str(source), env=env)
    assert done.returncode == 0, done.stdout + done.stderr


def write_package(
    folder: Path, package: str, files: Mapping[str, str], points: Mapping[str, str]
) -> None:
    """Write a package as it lies where it was installed; ``points`` are games by their ids."""
    told = folder / f"{package}-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    listed = "".join(f"{name} = {place}\n" for name, place in points.items())
    (told / "entry_points.txt").write_text(f"[referee.games]\n{listed}")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def variation(folder: Path, name: str, front: str) -> None:
    """Write another game in the shape of Pebble Fair, with an ``__init__`` of its own."""
    copied = folder / name
    shutil.copytree(FAIR / "pebble_fair", copied, ignore=shutil.ignore_patterns("__pycache__"))
    game = name.replace("_", "-")
    for path in copied.rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        text = text.replace("pebble_fair", name).replace("game: pebble-fair", f"game: {game}")
        path.write_text(text, encoding="utf-8")
    write_package(folder, game, {f"{name}/__init__.py": front}, {game: f"{name}:GAME"})


def changed(path: Path, *slips: tuple[str, str]) -> None:
    """Put something else in some places of a file."""
    text = path.read_text(encoding="utf-8")
    for sound, wrong in slips:
        assert sound in text, sound
        text = text.replace(sound, wrong, 1)
    path.write_text(text, encoding="utf-8")


def completed(words: str, *folders: Path) -> str:
    """Complete the last of some words as bash has it done; give what is printed."""
    shell = {
        "_REFEREE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"referee {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    main = "from referee.cli.main import referee; referee(prog_name='referee')"
    done = run_python("-c", main, env={**surroundings(*folders), **shell})
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def found_in(*folders: Path) -> Iterator[None]:
    """Let this process find what is installed in these folders, and forget it again."""
    sys.path[:0] = map(str, folders)
    invalidate_caches()
    theirs = {path.stem for folder in folders for path in folder.iterdir()} - {"tests"}
    try:
        yield
    finally:
        del sys.path[: len(folders)]
        for name in [*sys.modules]:
            if name.partition(".")[0] in theirs:
                del sys.modules[name]


def surroundings(*folders: Path) -> dict[str, str]:
    """Give the environment of a process that finds what is installed in these folders."""
    path = os.pathsep.join(map(str, (ROOT, *folders)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "NO_COLOR": "1"}
