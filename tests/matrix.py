"""The tests in other environments: ``python -m tests.matrix [--only NAME,...] [PYTEST...]``.

Each environment of ``environments`` is made under ``build/matrix`` and runs the tests there, each
Python from 3.11 on that is here among them. What the machine lacks, such as an ordinary user, is
left out and named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build/matrix"
SHARE: Final = ("tests/files", "tests/core", "tests/render", "tests/html", "tests/test_wheel.py")
"""What is run where nothing is named."""
NOBODY: Final = 65534
OLDEST: Final = 11
"""The minor version of the oldest Python that is admitted."""
HIDDEN: Final = "import sys\nsys.modules['yaml._yaml'] = None\n"
"""What Python runs at its start so that PyYAML does without its C parser."""


class Environment(NamedTuple):
    """An interpreter, what is installed beside the project, variables, and other wishes."""

    python: str = sys.executable
    pins: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    is_newest: bool = False
    """Whether what was installed before is brought up to date each time."""
    is_pure: bool = False
    is_stranger: bool = False
    """Whether somebody else's checkout is tried, in which nothing may be written."""


def floors(wanted: list[str]) -> Iterator[str]:
    """Pin each dependency to the least that is admitted.

    >>> list(floors(["click>=8.5", "tabulate[widechars]>=0.9"]))
    ['click==8.5', 'tabulate[widechars]==0.9']
    """
    for each in wanted:
        name, sign, least = each.partition(">=")
        if not sign:
            raise ValueError(each)  # it admits everything
        yield f"{name}=={least}"


def environments() -> dict[str, Environment]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ascii_only = (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0"))
    return {
        "lowest": Environment(pins=tuple(floors(project["dependencies"]))),
        "newest": Environment(is_newest=True),
        **{version: Environment(python=place) for version, place, _ in reversed(pythons())},
        "pure-yaml": Environment(is_pure=True),
        "unbuffered": Environment(variables=(("PYTHONUNBUFFERED", "1"),)),
        "ascii": Environment(variables=ascii_only),
        "stranger": Environment(
            python=next((place for _, place, home in pythons() if is_open(home)), ""),
            is_stranger=True,
        ),
    }


@cache
def pythons() -> tuple[tuple[str, str, Path], ...]:
    """List every Python from 3.11 on that runs here: version, path, and where it is installed.

    What pyenv keeps counts too: it lays a name on the path that runs only where it is switched on.
    """
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = [Path(folder) for folder in os.get_exec_path()]
    found = []
    for folder in (*on_path, *sorted(kept.glob("3.*/bin"))):
        for place in sorted(folder.glob("python3.[1-9][0-9]")):
            version, home = place.name.removeprefix("python"), home_of(place)
            if home and int(version.partition(".")[2]) >= OLDEST:
                found.append((version, str(place), Path(home)))
    return tuple(found)


def home_of(python: Path) -> str:
    """Tell where an interpreter is installed; nothing where it does not run, or makes no venv."""
    tried = [str(python), "-c", "import ensurepip, venv, sys; print(sys.base_prefix)"]
    ran = subprocess.run(tried, capture_output=True, text=True, check=False)
    return ran.stdout.strip()


def is_open(home: Path) -> bool:
    return all(place.stat().st_mode & 1 for place in (home, *home.parents))


def lacking(each: Environment) -> str:
    """Tell what the machine lacks for an environment; nothing where it can be made."""
    if not each.python:
        return "there is no Python here that a stranger may enter"
    return "only root can play a stranger" if each.is_stranger and os.getuid() else ""


def made(name: str, each: Environment) -> Path:
    """Make an environment, once for each list of pins, and give its interpreter."""
    home = FOLDER / name
    python, done = home / "bin/python", home / "installed"
    told = "\n".join((each.python, *each.pins))
    if not done.exists() or done.read_text(encoding="utf-8") != told:
        subprocess.run([each.python, "-m", "venv", "--clear", str(home)], check=True)
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, "-e", f"{ROOT}[test]", *each.pins], check=True)
        if each.is_pure:
            (packages,) = home.glob("lib/python*/site-packages")
            (packages / "sitecustomize.py").write_text(HIDDEN, encoding="utf-8")
        done.write_text(told, encoding="utf-8")
    elif each.is_newest:
        upgrade = ("install", "-qq", "--upgrade", "--upgrade-strategy", "eager")
        subprocess.run([str(python), "-m", "pip", *upgrade, "-e", f"{ROOT}[test]"], check=True)
    return python


def tried(name: str, each: Environment, words: list[str]) -> bool:
    """Run the tests in an environment; tell whether they passed."""
    print(f"\n== {name}", *each.pins, flush=True)
    env = {**os.environ, **dict(each.variables)}
    command = [str(made(name, each)), "-m", "pytest", "-q", *(words or SHARE)]
    if not each.is_stranger:
        return not subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    listed = ["git", "ls-files", "-z"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True)
    copy = Path("/var/tmp/referee-stranger")  # noqa: S108 - where a stranger may read
    shutil.rmtree(copy, ignore_errors=True)
    for file in filter(None, files.stdout.decode().split("\0")):
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, copy / file)
    env |= {"HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            [*command, "-p", "no:cacheprovider"], cwd=copy, env=env, user=NOBODY, check=False
        )
    finally:
        shutil.rmtree(copy, ignore_errors=True)
    return not ran.returncode


def main(words: list[str]) -> int:
    """Try all, or those that are named."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    known = environments()
    parser.add_argument("--only", default=",".join(known), help="of these, parted by commas")
    wish, tests = parser.parse_known_args(words)
    failed = []
    print("Here are", ", ".join(f"{version} ({place})" for version, place, _ in pythons()))
    for name in wish.only.split(","):
        if name not in known:
            print(f"\n== {name} is left out: there is none here", flush=True)
        elif why := lacking(known[name]):
            print(f"\n== {name} is left out: {why}", flush=True)
        elif not tried(name, known[name], tests):
            failed.append(name)
    print("\nFailed:", ", ".join(failed) or "none")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
