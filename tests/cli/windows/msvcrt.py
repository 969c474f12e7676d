"""Stands in for the module of Windows, as far as its documentation tells what it does.

``locking`` locks bytes from where the file stands, which may lie behind its end, for as long as
the file is open; another process that tries is refused with an OSError. Unlike there, nothing
here keeps the other from reading and writing these bytes.
"""

from __future__ import annotations

import fcntl
import os

LK_UNLCK, LK_LOCK, LK_NBLCK, LK_RLCK, LK_NBRLCK = range(5)


def locking(descriptor: int, mode: int, many: int) -> None:
    at = os.lseek(descriptor, 0, os.SEEK_CUR)
    how = fcntl.LOCK_UN if mode == LK_UNLCK else fcntl.LOCK_EX
    wait = 0 if mode in {LK_UNLCK, LK_LOCK, LK_RLCK} else fcntl.LOCK_NB
    try:
        fcntl.lockf(descriptor, how | wait, many, at)
    except BlockingIOError as error:
        raise PermissionError(13, "Permission denied") from error
