"""``python -m tests.record record``, and ``compare --base HEAD~1``: what is seen, then and now.

``record`` plays seeded games in every room and writes all that is seen. ``compare`` has another
commit record by its own recorder, tries the same here, and names the first difference of each
game; it leaves with 1 where there is any.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import referee
from tests.record.comparing import BUT
from tests.record.recordings import compare, parts, record
from tests.rooms import EVERY_ROOM, ROOT

HOME: Final = ROOT / "build/record"


def main(words: Sequence[str]) -> int:
    """Do what the command line wishes."""
    wish = _parser().parse_args(words)
    _check_home()
    if wish.what == "record":
        listed = parts(wish.count, wish.first, wish.only or EVERY_ROOM)
        record(listed, Path(wish.to), wish.jobs)
        _say(f"{len(listed)} recordings lie in {wish.to}.")
        return 0
    return _compare(wish)


def _compare(wish: Namespace) -> int:
    commit = _git("rev-parse", "--verify", f"{wish.base}^{{commit}}")
    found = compare(_recorded(commit, wish), wish.jobs, wish.but)
    differing = [each for each in found if each.difference is not None]
    for each in differing:
        _say(f"{each.name}, {each.difference}")
    games = f"{len(found)} recordings of {wish.base} ({commit[:10]})"
    positions, rulings = sum(each.positions for each in found), sum(each.rulings for each in found)
    what = f"{len(differing)} differ" if differing else "nothing is seen otherwise"
    _say(f"{games}, {positions:,} positions and {rulings:,} rulings compared: {what}.")
    return int(bool(differing))


def _recorded(commit: str, wish: Namespace) -> Path:
    """Give the recordings of a commit; those that it has not made yet, it makes now."""
    asked = [f"--count={wish.count}", f"--first={wish.first}"]
    asked += [f"--only={room}" for room in sorted(wish.only)]
    folder = HOME / commit / "".join(asked).strip("-")
    if folder.is_dir():
        return folder
    with TemporaryDirectory(prefix="record-") as place:
        checkout = Path(place) / "checkout"
        _git("worktree", "add", "--quiet", "--detach", str(checkout), commit)
        try:
            if not (checkout / "tests/record/__main__.py").is_file():
                sys.exit(f"{wish.base} has no recorder yet: choose a later commit.")
            made = folder.with_name(f"{folder.name}.part")
            words = ["record", f"--to={made}", f"--jobs={wish.jobs}", *asked]
            # Its own folder comes first on the path, before the checkout that is installed.
            env = {**os.environ, "PYTHONPATH": str(checkout)}
            program = [sys.executable, "-m", "tests.record", *words]
            subprocess.run(program, cwd=checkout, env=env, check=True, stdout=subprocess.DEVNULL)
            made.rename(folder)
        finally:
            _git("worktree", "remove", "--force", str(checkout))
    return folder


def _check_home() -> None:
    """Make sure that what is recorded is what lies in this folder, and nothing else."""
    home = Path(str(referee.__file__)).resolve().parent.parent
    if home != Path.cwd().resolve() or home != ROOT.resolve():
        sys.exit(f"referee comes from {home}, not from {Path.cwd()}: stay there.")


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words],  # noqa: S607 - whoever compares commits has git
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout.strip()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n".encode("utf-8", "backslashreplace").decode())


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m tests.record", description=__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("--base", default="HEAD~1", help="the commit to compare with")
    parser.add_argument("--to", default=str(HOME / "now"), help="where to record")
    parser.add_argument("--count", type=int, default=4, help="games of each table")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", action="append", default=[], help="this game, not all")
    parser.add_argument("--but", action="append", default=[], choices=BUT, help="not this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
