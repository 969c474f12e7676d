"""Writes pages.yaml anew, from the last run: call it once the pages have been looked at.

``python -m tests.print.counted build/print`` counts the pages that `make prove-print` printed.
What changed then shows in the difference to the numbers kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.print.evenings import evenings
from tests.print.paged import paged

PAGES = Path(__file__).with_name("pages.yaml")
HEAD = "# The pages that each sheet takes: looked at, then written by tests/print/counted.py.\n"


def line_of(name: str, folder: Path) -> str:
    counts = (
        f"{paper}: {len(paged(folder / f'{name}-{paper}.pdf').texts)}" for paper in ("A4", "Letter")
    )
    return f"{name}: {{{', '.join(counts)}}}\n"


def main(folder: Path) -> None:
    lines = [line_of(each.name, folder) for each in evenings()]
    PAGES.write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
