"""The pages that the browser looks at."""

from __future__ import annotations

from pathlib import Path

from tests.print.evenings import Evening
from tests.rooms import ROOT

FOLDER = ROOT / "build/print"


def file_of(evening: Evening, ending: str) -> Path:
    path = FOLDER / f"{evening.name}.{ending}"
    assert path.is_file(), "not written yet; call `make prove-print`"
    return path
