"""Whether the box has the nuggets that players show of whose gold nothing is known.

After a change of money only nuggets are right; so the way back from the end is looked for by which
cards of the box make them up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from referee.games.saboteur.model.shortfall.shown import labels, paid_by
from referee.games.saboteur.model.three_rounds.hands import Hand, minus, ways, worth
from referee.games.saboteur.model.three_rounds.table import Table
from referee.games.saboteur.model.three_rounds.walk import Parts, Walk


def can_show(table: Table, walk: Walk, ends: Iterable[int], each: int) -> bool:
    """Whether those whose gold is not known can show it by some way to one of these ends."""
    circle = walk.circle
    values, how, dead = table.values, labels(table.values, each), set()
    packed = list(map(circle.packed, walk.course))
    moves = list(map(circle.moves, walk.fitting))

    @cache
    def before(seat: int, at: int) -> set[tuple[int, Parts, Hand]]:
        return circle.before(at, moves[seat], packed[seat])

    def is_shown(seat: int, at: int, left: Hand) -> bool:
        """Whether some way leads here, if the box has these cards for those before."""
        if seat < 0:
            return True
        if (seat, at, left) in dead:
            return False
        for came, parts, hand in before(seat, at):
            banks = [left]
            if seat in table.unknown:
                shown = ways(values, left, worth(values, hand) + paid_by(how[parts[-1]], each))
                banks = [rest for way in shown if (rest := minus(left, way)) is not None]
            if any(is_shown(seat - 1, came, rest) for rest in banks):
                return True
        dead.add((seat, at, left))
        return False

    return any(is_shown(table.rules.seats - 1, end, table.unshown) for end in ends)
