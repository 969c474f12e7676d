"""What all tests share: examples that do not change, no clock, and a home of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

HOME_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "APPDATA")
"""What decides, on one system or another, where a program keeps its settings."""

settings.register_profile("referee", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("referee")


@pytest.fixture(scope="session", autouse=True)
def _at_a_home_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests, and all that they start, away from what whoever runs them has kept."""
    home = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in HOME_VARIABLES:
            patch.setenv(name, home)
        yield
