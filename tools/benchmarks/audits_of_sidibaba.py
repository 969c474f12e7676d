"""What an audit and an ask of Sidibaba cost: ``python tools/benchmarks/audits_of_sidibaba.py``."""

from __future__ import annotations

import shlex
from time import process_time

from referee.core.fields import Value
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.facts import read_facts
from referee.registry import open_game

NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "小明", "ゆうこ")))
TIMES = 20


FITTING: dict[str, Value] = {"jewels": (1, 1, 1, 2), "pairs": {"1/5": 1}, "genies": 1}
MANY: dict[str, Value] = {
    "jewels": tuple(range(1, 13)),
    "pairs": {f"1/{n}": 1 for n in range(2, 14)},
    "genies": 1,
}
"""More kinds of jewels than anybody can have."""


def seconds(seats: int, held: dict[str, Value]) -> float:
    """Audit a table on which everybody has these tokens; give the mean, in processor time."""
    game, book = open_game("sidibaba")
    setup = Setup(NAMES[:seats], {"leader": Player("Zed")}, {"events": ("no",)})
    shared: dict[str, Value] = {"outcome": "lamps-out", "treasure_found": False, "chests_found": 3}
    count = FinalCount(setup, dict.fromkeys(setup.seating, held), shared)
    begun = process_time()
    for _ in range(TIMES):
        game.final.audit(book, count)
    return (process_time() - begun) / TIMES


def main() -> None:
    """Print milliseconds for an audit by number of players, and for each question."""
    for seats in range(2, 7):
        fitting, damaged = (1000 * seconds(seats, held) for held in (FITTING, MANY))
        print(f"audit, {seats} adventurers: {fitting:.1f} ms; with many tokens {damaged:.1f} ms")
    game, book = open_game("sidibaba")
    for question in game.questions:
        begun = process_time()
        for _ in range(TIMES):
            question.answer(book, read_facts(question, book, shlex.split(question.example)))
        print(f"ask {question.name}: {1000 * (process_time() - begun) / TIMES:.2f} ms")


if __name__ == "__main__":
    main()
