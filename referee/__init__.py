"""A referee for tabletop games.

For other programs: ``games``, ``rules``, ``ask``, ``score``, ``check`` and ``Journal``, and the
problems they raise, ``RefereeError``, ``Unreadable`` and ``JournalError``. Each is loaded on
first use. Everything else is private.

>>> import referee
>>> referee.ask("saboteur", "setup", players=7).results["hand"]
5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.library import Asked as Asked
    from referee.library import Checked as Checked
    from referee.library import GameInfo as GameInfo
    from referee.library import Journal as Journal
    from referee.library import JournalError as JournalError
    from referee.library import RefereeError as RefereeError
    from referee.library import Rules as Rules
    from referee.library import Scored as Scored
    from referee.library import Unreadable as Unreadable
    from referee.library import ask as ask
    from referee.library import check as check
    from referee.library import games as games
    from referee.library import rules as rules
    from referee.library import score as score

__version__ = "0.1.0"
__all__ = [
    "Asked",
    "Checked",
    "GameInfo",
    "Journal",
    "JournalError",
    "RefereeError",
    "Rules",
    "Scored",
    "Unreadable",
    "__version__",
    "ask",
    "check",
    "games",
    "rules",
    "score",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has the name
    """Load a name of the library, once: starting the program needs none of it."""
    from importlib import import_module

    if name == "games":  # the folder of the rooms, which can be called
        return import_module("referee.games")
    if name not in __all__:
        message = f"referee has no {name}"
        raise AttributeError(message)
    found = globals()[name] = getattr(import_module("referee.library"), name)
    return found
