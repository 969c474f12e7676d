"""The system's browser, started once, and the pages that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.print.evenings import Evening
from tests.print.needs import chromium, surroundings
from tests.rooms import ROOT

FOLDER = ROOT / "build/print"


@contextmanager
def started() -> Iterator[Any]:
    """Start the system's browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), env=surroundings())
        yield browser
        browser.close()


def file_of(evening: Evening, ending: str) -> Path:
    path = FOLDER / f"{evening.name}.{ending}"
    assert path.is_file(), "not written yet; call `make prove-print`"
    return path
