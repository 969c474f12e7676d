"""Nothing that one system has and another lacks is taken for granted, read from the source."""

from __future__ import annotations

import ast
import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

import pytest

from tests.test_architecture import sources

NOT_ON_WINDOWS: Final = {
    "_curses", "_posixsubprocess", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline",
    "resource", "syslog", "termios", "tty",
}  # fmt: skip
ONLY_ON_WINDOWS: Final = {"_winapi", "_winreg", "msvcrt", "nt", "winreg", "winsound"}
NO_ATTRIBUTE_ON_WINDOWS: Final = {
    "os": {
        "O_ACCMODE", "O_ASYNC", "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NDELAY", "O_NOCTTY",
        "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "WEXITSTATUS", "WIFSIGNALED", "chown", "confstr",
        "ctermid", "environb", "fchdir", "fchown", "fork", "forkpty", "fpathconf", "getegid",
        "getenvb", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp",
        "getpriority", "getresuid", "getsid", "getuid", "initgroups", "killpg", "lockf",
        "makedev", "mkfifo", "mknod", "nice", "openpty", "pathconf", "posix_fallocate",
        "posix_spawn", "pread", "pwrite", "readv", "setegid", "seteuid", "setgid", "setsid",
        "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp", "ttyname", "uname", "wait", "writev",
    },
    "select": {"epoll", "kqueue", "poll"},
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGIO", "SIGKILL", "SIGPIPE", "SIGQUIT",
        "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm",
        "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt",
        "sigpending", "sigtimedwait", "sigwait",
    },
    "time": {"CLOCK_MONOTONIC", "CLOCK_REALTIME", "clock_gettime", "tzset"},
}  # fmt: skip
NO_ATTRIBUTE_ON_MACOS: Final = {
    "os": {
        "O_DIRECT", "O_NOATIME", "O_TMPFILE", "eventfd", "fdatasync", "getrandom", "getresuid",
        "memfd_create", "pidfd_open", "posix_fadvise", "posix_fallocate", "sched_getaffinity",
        "splice",
    },
    "select": {"epoll"},
    "signal": {"SIGPOLL", "SIGPWR", "SIGRTMIN", "SIGSTKFLT", "sigtimedwait", "sigwaitinfo"},
    "time": {"CLOCK_BOOTTIME"},
}  # fmt: skip
ONLY_THERE: Final = {
    "os": {"O_BINARY", "O_EXLOCK", "O_NOINHERIT", "O_SHLOCK", "O_TEXT", "startfile"},
    "select": {"kqueue"},
    "signal": {"CTRL_BREAK_EVENT", "CTRL_C_EVENT", "SIGBREAK", "SIGINFO"},
    "sys": {"getwindowsversion", "winver"},
}
"""What only Windows or macOS has."""
ATTRIBUTES: Final = {
    (module, name)
    for listed in (NO_ATTRIBUTE_ON_WINDOWS, NO_ATTRIBUTE_ON_MACOS, ONLY_THERE)
    for module, names in listed.items()
    for name in names
}
WORDS: Final = re.compile(
    rf"\b({'|'.join(NOT_ON_WINDOWS | ONLY_ON_WINDOWS | {name for _, name in ATTRIBUTES})})\b"
)
GUARDS: Final = {"ImportError", "ModuleNotFoundError", "AttributeError"}


def complaints_about(module: str, source: str) -> list[str]:
    """List what a module takes for granted, and what it imports at the top although guarded."""
    if not WORDS.search(source):  # most have nothing of the kind
        return []
    return [
        f"{module}:{line} takes {name} for granted"
        for line, name, is_guarded, is_at_the_top in _taken(ast.parse(source))
        if is_at_the_top or not is_guarded
    ]


def _taken(
    node: ast.AST, *, is_guarded: bool = False, is_at_the_top: bool = True
) -> Iterator[tuple[int, str, bool, bool]]:
    """Walk down to everything that not all systems have; where it stands, and how."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Attribute)):
        for name in _special(node):
            yield node.lineno, name, is_guarded, is_at_the_top
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        is_at_the_top = False
    if isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test):
        is_guarded = True
    for child in ast.iter_child_nodes(node):
        may_fail = isinstance(node, ast.Try) and child in node.body and _forgives(node)
        yield from _taken(child, is_guarded=is_guarded or may_fail, is_at_the_top=is_at_the_top)


def _special(node: ast.Import | ast.ImportFrom | ast.Attribute) -> list[str]:
    """List what a node takes that some system lacks, by full names."""
    if isinstance(node, ast.Attribute):
        names = [f"{node.value.id}.{node.attr}"] if isinstance(node.value, ast.Name) else []
    elif isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    modules = set() if isinstance(node, ast.Attribute) else NOT_ON_WINDOWS | ONLY_ON_WINDOWS
    parts = ((name, *name.split(".", 1), "") for name in names)
    return [name for name, top, rest, *_ in parts if top in modules or (top, rest) in ATTRIBUTES]


def _forgives(node: ast.Try) -> bool:
    """Whether somebody who lacks it is thought of."""
    caught = (ast.unparse(each.type) for each in node.handlers if each.type)
    return any(guard in names for names in caught for guard in GUARDS)


def test_no_module_takes_a_system_for_granted() -> None:
    modules = sources("referee")
    assert len(modules) > 200
    assert [said for name, text in modules.items() for said in complaints_about(name, text)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "import curses.panel",
        "from termios import tcgetattr",
        "import msvcrt",
        "def lock():\n    import fcntl",
        "try:\n    import pwd\nexcept ImportError:\n    pwd = None",
        "import sys\nif sys.platform == 'win32':\n    import winreg",
        "def lock():\n    try:\n        import fcntl\n    finally:\n        pass",
        "import os\nROOT = os.geteuid() == 0",
        "from signal import SIGHUP",
        "import signal\ndef leave():\n    signal.signal(signal.SIGHUP, print)",
        "import select\nclass Ears:\n    poll = select.poll",
        "import os\ndef flags():\n    return os.O_RDONLY | os.O_BINARY",
        "import os\ndef flush(file):\n    os.fdatasync(file)",
    ],
)
def test_a_planted_system_is_found(source: str) -> None:
    assert len(complaints_about("referee.core.say", source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import os, signal, select, time, threading",
        "import os\nPLAIN = getattr(os, 'O_BINARY', 0) | os.O_RDONLY",
        "import signal\nsignal.SIGINT, signal.SIGTERM",
        "def lock():\n    try:\n        import fcntl\n    except ImportError:\n        return",
        "import sys\ndef lock():\n    if sys.platform == 'win32':\n        import msvcrt",
    ],
)
def test_what_every_system_has_is_left_alone(source: str) -> None:
    assert complaints_about("referee.core.say", source) == []


@pytest.mark.skipif(sys.platform != "linux", reason="told by what Linux has")
def test_the_lists_are_of_things_that_are() -> None:
    has = {"os": os, "select": select, "signal": signal, "time": time, "sys": sys}
    missing = [
        f"{module}.{name}"
        for listed in (NO_ATTRIBUTE_ON_WINDOWS, NO_ATTRIBUTE_ON_MACOS)
        for module, names in listed.items()
        for name in names
        if not hasattr(has[module], name)
    ]
    # Which of these there are depends on how Python was built.
    assert set(missing) <= {"select.kqueue", "os.eventfd", "os.memfd_create", "os.posix_fallocate"}
    assert not [
        name for module, names in ONLY_THERE.items() for name in names if hasattr(has[module], name)
    ]
    assert [name for name in NOT_ON_WINDOWS if find_spec(name) is None] == []
    assert [name for name in ONLY_ON_WINDOWS if find_spec(name) is not None] == []
