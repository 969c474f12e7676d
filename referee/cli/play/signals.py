"""Signals that ask the program to end: all is put in order first, as for Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, Final, NoReturn

HANDLED_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""What asks: SIGINT is told by Python itself, and SIGKILL does not ask."""
HEARTBEAT: Final = 0.25
"""Seconds after which a signal is heard that came just before somebody was listened to.

Python's own handlers run between two steps of the program. What comes between the last step and
the waiting for a key, or to another thread, would be heard with the next key only.
"""


class Terminated(BaseException):
    """A signal has come: every ``finally`` is passed, and nobody takes it for a fault."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the polite signals end what is done here in order, and then the program by the signal.

    So the glass is noted, the terminal edits lines no longer, and whoever waits for the program
    still sees that the signal has ended it: 128+n in a shell. What was ignored stays ignored.
    """
    import signal  # only play has anything to put in order

    came: list[int] = []

    def end(number: int, frame: object) -> NoReturn:
        came.append(number)
        for each in before:  # a shell that goes may hang up twice; who asks twice may insist
            signal.signal(each, signal.SIG_DFL if each == signal.SIGTERM else signal.SIG_IGN)
        raise Terminated

    known = [getattr(signal, name) for name in HANDLED_SIGNALS if hasattr(signal, name)]
    before: dict[int, Any] = {}
    with suppress(ValueError):  # signals come to the main thread only
        for each in known:
            if signal.getsignal(each) is signal.SIG_DFL:
                before[each] = signal.signal(each, end)
    restore = _listening(signal)
    try:
        yield
    except BaseException:  # a terminal that is gone takes no farewell: still it was the signal
        if not came:
            raise
    finally:
        restore()
        for each, old in before.items():
            signal.signal(each, old)
    if came:
        _end_by(came[0])


def _listening(signal: ModuleType) -> Callable[[], None]:
    """Let Ctrl-C and the heartbeat be heard, and give what puts back how it was."""
    before: dict[int, Any] = {}
    with suppress(ValueError):  # signals come to the main thread only
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
        if sys.platform != "win32":
            before[signal.SIGALRM] = signal.signal(signal.SIGALRM, lambda number, frame: None)
            signal.setitimer(signal.ITIMER_REAL, HEARTBEAT, HEARTBEAT)

    def restore() -> None:
        if sys.platform != "win32" and signal.SIGALRM in before:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for each, old in before.items():
            signal.signal(each, old)

    return restore


def _end_by(number: int) -> NoReturn:
    """Leave by a signal, now that nothing keeps it from its work."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if sys.platform != "win32":  # where it would not show by which signal
        os.kill(os.getpid(), number)
    sys.exit(128 + number)
