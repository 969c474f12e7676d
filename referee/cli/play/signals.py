"""Signals that ask the program to end: all is put in order first, as for Ctrl-C."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn

HANDLED_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""What asks: SIGINT is told by Python itself, and SIGKILL does not ask."""


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
    try:
        yield
    except BaseException:  # a terminal that is gone takes no farewell: still it was the signal
        if not came:
            raise
    finally:
        for each, old in before.items():
            signal.signal(each, old)
    if came:
        _end_by(came[0])


def _end_by(number: int) -> NoReturn:
    """Leave by a signal, now that nothing keeps it from its work."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if sys.platform != "win32":  # where it would not show by which signal
        os.kill(os.getpid(), number)
    sys.exit(128 + number)
