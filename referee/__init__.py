"""A referee for tabletop games.

For other programs: ``list_games``, ``rules``, ``ask``, ``score`` and ``check``; ``start`` and
``resume`` play a game, ``Journal`` reads one, ``language`` words what is said; ``RefereeError``
is what all problems are that a person can solve. Each is loaded on first use. Everything else
is private.

>>> import referee
>>> referee.ask("saboteur", "setup", players=7).results["hand"]
5
"""

# Nothing is imported here: until `__main__` has begun, Ctrl-C would print where it came.
TYPE_CHECKING = False  # what typing has, without 5 ms at every start
if TYPE_CHECKING:
    from typing import Any

    from referee.public import *

__version__ = "1.0.0"
__all__ = [
    "Asked",
    "Checked",
    "Finding",
    "GameInfo",
    "Journal",
    "JournalError",
    "Log",
    "LogEntry",
    "NotUnderstood",
    "Offered",
    "PackageFault",
    "RefereeError",
    "Reply",
    "Rules",
    "Scored",
    "ScoredLine",
    "ScoredPlayer",
    "ScoredTie",
    "Session",
    "Sheet",
    "Step",
    "Unreadable",
    "__version__",
    "ask",
    "check",
    "language",
    "list_games",
    "resume",
    "rules",
    "score",
    "start",
]


def __getattr__(name: str) -> "Any":  # noqa: ANN401 - whatever has the name
    """Load a name of the library, once: starting the program needs none of it."""
    from importlib import import_module

    if name not in __all__:
        message = f"referee has no {name}"
        raise AttributeError(message)
    found = globals()[name] = getattr(import_module("referee.public"), name)
    return found


def __dir__() -> list[str]:
    """List the names of the library, loaded or not."""
    return sorted({*globals(), *__all__})
