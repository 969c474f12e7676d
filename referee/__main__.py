"""Run the referee as ``python -m referee``, and as the command that is installed."""

import _signal

# Until a game is played there is nothing to put in order: Ctrl-C ends the program at once, also
# while it loads. Where it is to be ignored, as in the background of a shell, it stays so.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from referee.cli import main  # see above

if __name__ == "__main__":
    main()
