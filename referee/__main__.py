"""Run the referee as ``python -m referee``, and as the command that is installed."""

import _signal  # type: ignore[import-not-found]  # built in; what `signal` is made of
import gc

# Until a game is played there is nothing to put in order: Ctrl-C ends the program at once, also
# while it loads. Where it is to be ignored, as in the background of a shell, it stays so.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
# A command leaves before there is anything to collect; `play` collects again.
gc.disable()

import os  # noqa: E402  # see above
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402

from referee.cli import main as command  # noqa: E402


def main() -> None:
    """Run one command and leave at once: to take everything down is the dearest part of many."""
    code: object = 1
    try:
        command()
    except SystemExit as left:
        code = left.code
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # reported already, or nobody is there to read it
            stream.flush()
    os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    main()
