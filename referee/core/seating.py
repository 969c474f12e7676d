"""Going round the table."""

from __future__ import annotations

from referee.core.table import Player


def clockwise_from(players: tuple[Player, ...], first: Player) -> tuple[Player, ...]:
    """List the players from ``first`` on, to the left.

    >>> "".join(clockwise_from((Player("A"), Player("B"), Player("C")), Player("B")))
    'BCA'
    """
    seat = players.index(first)
    return players[seat:] + players[:seat]


def counter_clockwise_from(players: tuple[Player, ...], first: Player) -> tuple[Player, ...]:
    """List the players from ``first`` on, to the right.

    >>> "".join(counter_clockwise_from((Player("A"), Player("B"), Player("C")), Player("B")))
    'BAC'
    """
    return clockwise_from(players[::-1], first)


def next_clockwise(players: tuple[Player, ...], player: Player) -> Player:
    """Name the left neighbour.

    >>> next_clockwise((Player("A"), Player("B"), Player("C")), Player("C"))
    'A'
    """
    return players[(players.index(player) + 1) % len(players)]
