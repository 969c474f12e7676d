"""What the tests of files share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.files.diagnostics import Diagnostic, Unreadable
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document
from tests.files import pebble_fair


@pytest.fixture
def game() -> Game:
    return pebble_fair.GAME


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return pebble_fair.book()


@pytest.fixture
def document() -> Callable[[str], Document]:
    return lambda text: parse(text.encode(), "fair.yaml")


@pytest.fixture
def faults() -> pebble_fair.Faults:
    def tell(read: Callable[[], object]) -> tuple[Diagnostic, ...]:
        with pytest.raises(Unreadable) as caught:
            read()
        return caught.value.diagnostics

    return tell
