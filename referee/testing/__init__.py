"""The tests that every game must pass; needs the extra ``testing``.

In the tests of a game from elsewhere::

    from referee.testing import contract

    test_contract = contract("pebble-fair")
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from referee.testing.faults import Fault, NothingToCheck, unopened
from referee.testing.room import FIRST, Check, Room, room_of

__all__ = ["Room", "contract", "room_of"]

_PARTS: Final = (
    "cases",
    "rulebook",
    "walks",
    "offers",
    "disputes",
    "scores",
    "sheets",
    "languages",
)
"""The modules with checks; the quick ones first."""


def contract(
    game: str, folder: Path | None = None, *, proofs: bool = False, since: str = FIRST
) -> Callable[..., None]:
    """Return one parametrized test that checks everything that every game promises.

    The game is found by its id, as by a command. ``folder``, by default that of the test, may
    have ``cases/*.yaml`` and ``scenarios/*.yaml``, ``step_ids.txt``, ``attempts.py``
    (``ATTEMPTS``: words to try, by step id), ``openings.py`` (``OPENINGS``: answers that lead
    where random play seldom does) and ``fixtures.py`` (``NUMBERS`` and ``TEXTS`` that only a table
    can give). A check that came after version ``since`` is skipped, so that a package that is
    green stays so until it asks for more. ``proofs`` selects the long checks instead. A failure is
    three lines: what is wrong, where, and what to do; a check that has nothing to look at is
    skipped, and says why.
    """
    here = Path(sys._getframe(1).f_code.co_filename).parent
    tests = folder or here
    try:
        room = room_of(game, tests)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a package raises
        return _unopened(unopened(error, game, tests))

    def test_contract(check: Check, given: tuple[Any, ...]) -> None:
        if failed := _failed(room, check, given):
            pytest.fail(str(failed), pytrace=False)

    each = pytest.mark.parametrize(("check", "given"), [*_listed(room, proofs=proofs, since=since)])
    held: Callable[..., None] = each(test_contract)
    return held


def _unopened(fault: Fault) -> Callable[[], None]:
    """Return a test that fails: nothing else can be checked of a game that cannot be loaded."""

    def test_contract() -> None:
        pytest.fail(str(fault), pytrace=False)

    return test_contract


def _raising(error: BaseException) -> Callable[[Room], None]:
    def raises(_: Room) -> None:
        raise error

    return raises


def _failed(room: Room, check: Check, given: tuple[Any, ...]) -> Fault | None:
    """Run a check; return what is wrong. Skips the test if there is nothing to look at."""
    try:
        check.function(room, *given)
    except NothingToCheck as nothing:
        reason = str(nothing)
    except Fault as found:
        return found
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a game raises is a fault of its own
        return room.places.fault_of(error)
    else:
        return None
    pytest.skip(reason)


def _listed(room: Room, *, proofs: bool, since: str = FIRST) -> Iterator[Any]:
    for part in _PARTS:
        for check in import_module(f"referee.testing.{part}").CHECKS:
            yield from _runs(room, check, proofs=proofs, since=since)


def _runs(room: Room, check: Check, *, proofs: bool, since: str) -> Iterator[Any]:
    label = check.function.__name__.replace("_", " ")
    if _numbers(check.since) > _numbers(since):
        why = f'This check is new in {check.since}: contract(..., since="{check.since}")'
        yield pytest.param(check, (), id=label, marks=pytest.mark.skip(why))
        return
    try:
        runs = [*check.given(room, proofs=proofs)]
    except NothingToCheck as nothing:
        yield pytest.param(check, (), id=label, marks=pytest.mark.skip(str(nothing)))
        return
    except (Exception, SystemExit) as error:  # noqa: BLE001 - said as the failure of a test
        yield pytest.param(Check(_raising(error), check.given), (), id=label)
        return
    for name, given in runs:
        yield pytest.param(check, given, id=f"{label}{': ' * bool(name)}{name}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
