"""What an audit of Saboteur costs by number of players, and the prompt at the end.

Run it as ``python tools/benchmarks/audits_of_saboteur.py``. The games are those of the
tests, played by chance and told in part; half of them have a slip. In the last ones the bank fell
short. Nothing is kept between two audits. The figures are processor time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # the games lie among the tests

from referee.core.table import FinalCount
from referee.games.saboteur import GAME
from referee.games.saboteur.model.three_rounds import hands, possible, shortfall, table, walk
from referee.testing.play import random_player
from tests.games.saboteur.tables import fell_short
from tests.games.saboteur.test_three_rounds import BOOK, as_count, drawn
from tests.rooms import ROOMS

GAMES = 60
EVENINGS = 8
MAY_FALL_SHORT = 7
"""With fewer players the bank can pay everybody exactly."""


def by_chance(seats: int) -> Iterator[FinalCount]:
    """Give games of which nothing was chosen."""
    for number in count():
        yield as_count(drawn(Random(1000 * seats + number), seats, number)[0])  # noqa: S311


def audit(final: FinalCount) -> float:
    """Seconds of one audit."""
    for module in (hands, possible, shortfall, table, walk):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    begun = process_time()
    GAME.final.audit(BOOK, final)
    return process_time() - begun


def slowest_prompt(seats: int) -> float:
    """Seconds until the gold of a player is asked for, at most."""
    room, costs = ROOMS["saboteur"], []
    for seed in range(EVENINGS):
        for session in random_player(room, room.setup(seats, seed), seed):
            begun = process_time()
            step = session.step
            if step and step.id == "end.gold":
                step.answers.hint()
                costs.append(process_time() - begun)
    return max(costs)


def main() -> None:
    """Print the mean and the most by number of players."""
    for seats in range(3, 11):
        kinds = {"by chance": by_chance(seats)}
        if seats >= MAY_FALL_SHORT:
            kinds["fell short"] = map(as_count, fell_short(seats))
        for name, games in kinds.items():
            costs = [audit(final) for final in islice(games, GAMES)]
            mean, most = sum(costs) / len(costs), max(costs)
            print(f"{seats} players, {name}: {mean:.3f} s, at most {most:.3f} s")
        print(f"{seats} players, prompt at the end: at most {1000 * slowest_prompt(seats):.1f} ms")


if __name__ == "__main__":
    main()
