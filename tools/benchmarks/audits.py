"""What it costs to hold an evening of No Swap No Pay! against its record, honest and with a slip.

Run it as ``python tools/benchmarks/audits.py``. The evenings are those of the tests, played with
real coins; a slip puts coins of two colours into each other's bag. Nothing is kept between two
audits. The figures are processor time, so that a busy machine does not matter.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # the evenings lie among the tests

from referee.core.fields import Value
from referee.core.game import Question
from referee.core.table import FinalCount
from referee.files.documents.facts import read_facts
from referee.games.no_swap_no_pay.model import colouring
from tests.games.no_swap_no_pay.evening import Evening
from tests.games.no_swap_no_pay.test_record import exchanged
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
EVENINGS = 25
TIMES = 200


def audit(final: FinalCount) -> float:
    """Seconds of one audit."""
    for kept in (colouring.has_colouring, colouring.colour_bounds):
        kept.cache_clear()
    begun = process_time()
    ROOM.game.final.audit(ROOM.book, final)
    return process_time() - begun


def _typed(final: FinalCount) -> dict[str, Value]:
    """Give what a holdings file tells beside the bags."""
    return {name: final.shared[name] for name in ("treasure",) if name in final.shared}


def ask(question: Question) -> float:
    """Milliseconds of one answer to a question's example, its facts read anew."""
    begun = process_time()
    for _ in range(TIMES):
        question.answer(ROOM.book, read_facts(question, ROOM.book, question.example.split()))
    return (process_time() - begun) * 1000 / TIMES


def main() -> None:
    """Print the mean and the most by number of players, then what each question costs."""
    for seats in ROOM.game.players:
        honest = [
            Evening(ROOM.book, seats, seed, lambda *_: None).play() for seed in range(EVENINGS)
        ]
        draw = Random(seats)  # noqa: S311 - nothing here is secret
        told = [exchanged(final, draw) for final in honest]
        slips = [final for final in told if final is not None]
        typed = [FinalCount(each.setup, each.holdings, _typed(each)) for each in honest + slips]
        kinds = {"honest": honest, "with a slip": slips, "typed, without a record": typed}
        for name, finals in kinds.items():
            costs = [audit(final) for final in finals]
            mean = sum(costs) / len(costs)
            print(f"{seats} players, {name}: {mean:.3f} s, at most {max(costs):.3f} s")
    for question in ROOM.game.questions:
        print(f"ask {question.name}: {ask(question):.2f} ms")


if __name__ == "__main__":
    main()
