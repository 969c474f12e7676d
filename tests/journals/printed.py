"""What the commands print of a frozen journal: the text that lies beside it.

``python -m tests.journals.printed`` writes these texts anew, after a sentence was changed on
purpose. The journals themselves are never written anew: tables have such files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.core.paper.code import BEGINNING
from tests.cli.running import call

FOLDER = Path(__file__).parent
COMMANDS = ("log", "score", "sheet")


def journals() -> list[Path]:
    return sorted(FOLDER.glob("*/*.jsonl"))


def printed(path: Path) -> str:
    """Print log, score and sheet of a journal, as wide as they are."""
    return "".join(_lines(path))


def _lines(path: Path) -> Iterator[str]:
    for command in COMMANDS:
        ran = call(command, str(path), "--format", "plain")
        told = ran.out.partition(f"\n{BEGINNING}")[0]  # how it is pressed is up to the machine
        yield f"$ referee {command} {path.name}\n{told}"
        if ran.code:
            yield f"It leaves with {ran.code}.\n"
        assert ran.err == ""


if __name__ == "__main__":
    for each in journals():
        each.with_suffix(".txt").write_text(printed(each), encoding="utf-8")
