"""What an audit and an ask of Sidibaba cost: ``python tools/benchmarks/audits_of_sidibaba.py``."""

from __future__ import annotations

import shlex
from time import perf_counter

from referee.core.fields import Value
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.facts import read_facts
from referee.registry import open_game

NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "小明", "ゆうこ")))
TIMES = 20


def seconds(seats: int, tokens: int) -> float:
    """Audit a table on which everybody has so many tokens of many kinds; give the mean."""
    game, book = open_game("sidibaba")
    held: dict[str, Value] = {
        "jewels": tuple(range(1, tokens + 1)),
        "pairs": {f"1/{n}": 1 for n in range(2, tokens + 2)},
        "genies": 1,
    }
    setup = Setup(NAMES[:seats], {"leader": Player("Zed")}, {"events": ("no",)})
    shared: dict[str, Value] = {"outcome": "lamps-out", "treasure_found": False, "chests_found": 3}
    count = FinalCount(setup, dict.fromkeys(setup.seating, held), shared)
    begun = perf_counter()
    for _ in range(TIMES):
        game.final.audit(book, count)
    return (perf_counter() - begun) / TIMES


def main() -> None:
    """Print milliseconds for an audit by number of players, and for each question."""
    for seats in range(2, 7):
        fitting, damaged = (1000 * seconds(seats, tokens) for tokens in (2, 12))
        print(f"audit, {seats} adventurers: {fitting:.1f} ms; with many tokens {damaged:.1f} ms")
    game, book = open_game("sidibaba")
    for question in game.questions:
        begun = perf_counter()
        for _ in range(TIMES):
            question.answer(book, read_facts(question, book, shlex.split(question.example)))
        print(f"ask {question.name}: {1000 * (perf_counter() - begun) / TIMES:.2f} ms")


if __name__ == "__main__":
    main()
