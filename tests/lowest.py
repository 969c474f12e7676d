"""The tests with the lowest dependencies that are admitted: ``python -m tests.lowest [PYTEST...]``.

Makes an environment under ``build/`` in which each dependency of ``pyproject.toml`` has the version
behind its ``>=``, and runs the tests there.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build/lowest"


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


def main(words: list[str]) -> int:
    """Set it up once for each list of floors, and run the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = [*floors(project["dependencies"])]
    python, done = FOLDER / "bin/python", FOLDER / "installed"
    if not done.exists() or done.read_text(encoding="utf-8").split() != pins:
        venv.create(FOLDER, clear=True, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, "-e", f"{ROOT}[test]", *pins], check=True)
        done.write_text("\n".join(pins), encoding="utf-8")
    print("With", *pins, flush=True)  # noqa: T201  # it is what the figures are about
    return subprocess.run(
        [str(python), "-m", "pytest", "-q", *words], cwd=ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
