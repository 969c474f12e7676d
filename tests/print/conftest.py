"""The system's browser, started once for all that is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.print.needs import chromium, surroundings


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # only what prints has it

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), env=surroundings())
        yield browser
        browser.close()
