"""Runs a program as a process of its own, and writes down what it took: time, memory, the end.

A program of its own as well, started without anything else: the most memory that a process is
said to have held includes that of whoever started it.
"""

from __future__ import annotations

import os
import resource
import sys

MOST_CPU = 30
"""Seconds of CPU time after which the system ends a process."""
MAX_BYTES = 1 << 30


def weigh(report: str, command: list[str]) -> None:
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
        os.execv(command[0], command)  # noqa: S606  # no shell comes between
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    told = f"{os.waitstatus_to_exitcode(status)} {seconds:.4f} {used.ru_maxrss}"
    with open(report, "w", encoding="ascii") as file:  # noqa: PTH123  # see above
        file.write(told)


if __name__ == "__main__":
    weigh(sys.argv[1], sys.argv[2:])
