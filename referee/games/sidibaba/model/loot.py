"""Loot and lamps by the numbers: shares, curses, picks, and when a lock opens."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.api import Player, Struct
from referee.games.sidibaba.model.maze import Square

CHEST, TREASURE = "chest", "treasure"
PADLOCK, COMBINATION, ILLUSION = "padlock", "combination", "illusion"
DIE: Final = 6
"""Faces of a die."""


class LeftLocked(Struct, frozen=True):
    """A find that the party left behind a lock; the square is known where the maze is."""

    found: str
    lock: str
    square: Square | None = None


class Opened(NamedTuple):
    """At which roll a lock opened, counted from 1, and who rolled it."""

    roll: int
    player: Player


def shares_of_lamps(lamps: int, adventurers: int) -> tuple[int, ...]:
    """Share lamps as evenly as can be, most first. Cites: SID-1.2.

    >>> shares_of_lamps(12, 5)
    (3, 3, 2, 2, 2)
    """
    even, over = divmod(lamps, adventurers)
    return (even + 1,) * over + (even,) * (adventurers - over)


def after_curses(order: tuple[Player, ...], curses: int) -> tuple[Player, ...]:
    """Tell the order after curses: for each the one in front goes to the rear. Cites: SID-4.2.

    >>> "".join(after_curses((Player("A"), Player("B"), Player("C")), 2))
    'CAB'
    """
    to_rear = curses % len(order) if order else 0
    return order[to_rear:] + order[:to_rear]


def picks(order: tuple[Player, ...], tokens: int, rounds: int) -> tuple[Player, ...]:
    """Tell who picks, token by token from the front; who finds none left gets none.

    Cites: SID-4.3.

    >>> "".join(picks((Player("A"), Player("B")), tokens=3, rounds=2))
    'ABA'
    """
    return (order * rounds)[:tokens]


def opened(rolls: Sequence[int], line: Sequence[Player], *wanted: int) -> Opened | None:
    """Tell which roll opens a lock, if one does; the adventurers roll round and round.

    Cites: SID-6.5, SID-6.6.

    >>> opened((5, 6), (Player("A"), Player("B")), 6)
    Opened(roll=2, player='B')
    >>> opened((5, 5, 6, 4), (Player("A"), Player("B")), 6, 5, 4).roll
    4
    """
    if not {*wanted} <= {*rolls}:
        return None
    last = max(rolls.index(number) for number in wanted)
    return Opened(last + 1, line[last % len(line)])
