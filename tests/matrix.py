"""The tests in other environments: ``python -m tests.matrix [--only NAME,...] [PYTEST...]``.

Each environment of ``ENVIRONMENTS`` is made under ``build/matrix`` and runs the tests there. What
the machine lacks, such as another Python, or an ordinary user, is left out and named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build/matrix"
SHARE: Final = ("tests/files", "tests/core", "tests/render", "tests/html", "tests/test_wheel.py")
"""What is run where nothing is named."""
NOBODY: Final = 65534
HIDDEN: Final = "import sys\nsys.modules['yaml._yaml'] = None\n"
"""What Python runs at its start so that PyYAML does without its C parser."""


class Environment(NamedTuple):
    """An interpreter, what is installed beside the project, variables, and other wishes."""

    python: str = sys.executable
    pins: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
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
    """List them by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ascii_only = (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0"))
    return {
        "lowest": Environment(pins=tuple(floors(project["dependencies"]))),
        **{f"3.{n}": Environment(python=f"python3.{n}") for n in (11, 12, 13, 14)},
        "pure-yaml": Environment(is_pure=True),
        "unbuffered": Environment(variables=(("PYTHONUNBUFFERED", "1"),)),
        "ascii": Environment(variables=ascii_only),
        "stranger": Environment(is_stranger=True),
    }


def lacking(each: Environment) -> str:
    """Tell what the machine lacks for an environment; nothing where it can be made."""
    if shutil.which(each.python) is None:
        return f"there is no {each.python}"
    tried = [each.python, "-c", "import ensurepip, sys; print(sys.base_prefix)"]
    ran = subprocess.run(tried, capture_output=True, text=True, check=False)
    if ran.returncode:
        return f"{each.python} does not run, or lacks its venv module"
    if each.is_stranger:
        home = Path(ran.stdout.strip())
        if os.getuid():
            return "only root can play a stranger"
        if not all(place.stat().st_mode & 1 for place in (home, *home.parents)):
            return f"a stranger may not enter {home}"
    return ""


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
    for name in wish.only.split(","):
        if why := lacking(known[name]):
            print(f"\n== {name} is left out: {why}", flush=True)
        elif not tried(name, known[name], tests):
            failed.append(name)
    print("\nFailed:", ", ".join(failed) or "none")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
