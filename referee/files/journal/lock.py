"""Keeps two terminals from writing one journal."""

from __future__ import annotations

import sys

_FAR_BEHIND = 0x7FFFFFF0
"""A place behind every journal: Windows locks bytes, and the others must stay readable."""


def take_lock(descriptor: int) -> bool:
    """Take the file for ourselves until it is closed; False where another process has it.

    The lock hangs on the open file, not on a file of its own, so a crash leaves none behind.
    Where the system or the disk knows no locks there is nothing to take, and play goes on: a
    second writer is then noticed by the length of the journal.
    """
    if sys.platform == "win32":
        import msvcrt  # only Windows has it
        import os

        os.lseek(descriptor, _FAR_BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            import fcntl  # Windows lacks it, as do some Pythons within a browser
        except ImportError:
            return True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
