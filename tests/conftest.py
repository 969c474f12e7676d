"""What all tests share: examples that do not change, no clock, and a home of their own."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

from referee.core.say import speak

collect_ignore = ["pebble_fair", "stone_night", "cli/night"]
"""Packages from elsewhere; their own tests run where they are installed."""
HOME_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "APPDATA")
"""What decides, on one system or another, where a program keeps its settings."""

# Where nothing compiled is kept, every command that a test starts compiles the program anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("referee", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("referee")

# Who runs the tests under nohup or in the background of a script hands down that these are
# ignored; what the tests start shall hear them as at a table.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Where there is room, what tests write lies in memory: a journal waits for the disk at each line.
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - each run of pytest has a folder of its own there
HAS_ROOM = IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > 4 << 30
if HAS_ROOM and not os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC:  # tests start their own scripts
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


# What is collected stays until the end.
gc.disable()


def pytest_collection_finish() -> None:
    """Collect seldom, and look no more at the thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Have a worker report once what passed, instead of its beginning, three parts and its end."""
    if not hasattr(item.config, "workerinput") or item.config.get_verbosity() > 0:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Leave no language behind: a command that is run in this process goes on speaking its own."""
    yield
    speak(None)


@pytest.fixture(scope="session", autouse=True)
def _at_a_home_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tests, and all that they start, away from what whoever runs them has kept."""
    home = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in HOME_VARIABLES:
            patch.setenv(name, home)
        yield


@pytest.fixture(scope="session")
def made_once(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Callable[[str, Callable[[Path], None]], Path]:
    """Have something made in a folder of that name by one of the workers, for all of them."""
    base = tmp_path_factory.getbasetemp()

    def made(name: str, make: Callable[[Path], None]) -> Path:
        place = (base if worker_id == "master" else base.parent) / name
        done = place.with_name(f"{name}-done")
        try:
            place.mkdir()
        except FileExistsError:  # another worker is at it
            while not done.exists():
                time.sleep(0.1)
        else:
            try:
                make(place)
            finally:  # who waits then finds out by itself what is missing
                done.touch()
        return place

    return made
