"""What an audit of Aladdin takes at every number of players, of a sound table and a spoilt one."""

import time
from statistics import median

from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME

BOOK = load_rulebook("aladdin")
KINDS = ("green", "red", "blue", "fourth")
RUNS = 9


def table(seats: int, *, spoilt: bool) -> FinalCount:
    """Fill every pile of every player; spoilt, talismans lie on no gem and two have the Ring."""
    each = {
        "gems": dict.fromkeys(KINDS, 0 if spoilt else 2),
        "talismans": {**dict.fromkeys(KINDS, 1), "lone": 1},
        "ornaments": dict.fromkeys(("bronze", "silver", "gold"), ("ring", "bracelet")),
        "magic_ring": spoilt,
    }
    seating = tuple(Player(f"P{n}") for n in range(seats))
    options = {"variant": ("my-precious",), "ring_counts_sorcerer": ("yes",)}
    shared = {"sorcerers": 3}
    return FinalCount(Setup(seating, options=options), dict.fromkeys(seating, each), shared)


def milliseconds(count: FinalCount) -> float:
    """Give the median CPU time of several audits."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        GAME.final.audit(BOOK, count)
        times.append(1000 * (time.process_time() - start))
    return median(times)


if __name__ == "__main__":
    for seats in GAME.players:
        for spoilt in (False, True):
            count = table(seats, spoilt=spoilt)
            found = len(GAME.final.audit(BOOK, count))
            took = milliseconds(count)
            print(f"{seats} players, {found} findings: {took:.1f} ms")
