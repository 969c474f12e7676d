"""The rooms of our own games.

Other programs call it: ``referee.games()`` lists the games that are there. The library's name for
them is that of this folder, and importing a room would otherwise hide the function behind it.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.public import GameInfo


class _Rooms(ModuleType):
    def __call__(self) -> tuple[GameInfo, ...]:
        from referee.public import games

        return games()


sys.modules[__name__].__class__ = _Rooms
