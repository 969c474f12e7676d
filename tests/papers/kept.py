"""The codes of the recorded evenings, which are read for ever: ``python -m tests.papers.kept``.

A code that was kept is never written anew, for such sheets hang on walls; a new evening joins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from referee.core.paper.code import in_lines
from referee.operations.opening import open_journal
from referee.operations.papers.writing import code_of
from tests.cli.running import ROOT, call
from tests.journals.printed import journals

FOLDER: Final = Path(__file__).parent / "codes"
RECORDED: Final = (*journals(), *sorted((ROOT / "scoresheets").glob("*/*.jsonl")))


def name_of(journal: Path) -> str:
    """Name the file of an evening."""
    return f"{journal.parent.name}-{journal.stem}.txt"


def scored(code: str) -> str:
    """Say who won in the evening of a code, and what everybody has."""
    return call("check", code).out.splitlines()[1]


if __name__ == "__main__":
    for each in RECORDED:
        path, code = FOLDER / name_of(each), code_of(open_journal(str(each)))
        if code is not None and not path.exists():
            path.write_text(f"{scored(code.text)}\n\n{in_lines(code.text)}\n", encoding="utf-8")
