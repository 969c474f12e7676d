"""How long a sentence takes to read, and a line of many answers.

What is printed of each entry of a few random games is read again at its prompt: processor time of
the reader alone, the better of two. Then a line of moves, and four times as long a one.

    python tools/benchmarks/reading.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # the players are among the tests

from referee.core.play.loop import GameLoop
from referee.core.play.reading.line import LineReader
from referee.core.play.session import Session
from referee.testing.play import begin
from tests.games.test_lines import echoes, played_again, random_games
from tests.rooms import ROOMS

SEEDS = range(4)
MOVES = 2_500
BUDGET = 0.001
"""Seconds that a sentence may take."""


def sentences(name: str) -> Iterator[tuple[float, str]]:
    """Time the reading of what is printed of each entry."""
    for session, step, entry in played_again(random_games(name, SEEDS), 1):
        for line in echoes(session, step, entry)[:1]:
            yield min(seconds(session, line) for _ in range(2)), line.strip()


def seconds(session: Session, line: str) -> float:
    """Read a line; give the processor time that it took."""
    begun = process_time()
    LineReader(session, announces=False).plan(line)
    return process_time() - begun


def many_answers(count: int) -> float:
    """Type a line of so many moves at the beginning of Sidibaba."""
    room = ROOMS["sidibaba"]
    session = begin(room, room.setup(3, 0, names=("Ana", "Bo", "Cy")))
    loop = GameLoop(session)
    loop.feed_line("Ana")
    begun = process_time()
    loop.feed_line(" ".join("lr"[n % 2] for n in range(count)))
    return process_time() - begun


def main() -> None:
    """Print both."""
    for name in sorted(ROOMS):
        timed = sorted(sentences(name))
        taken = [each for each, _ in timed]
        within = sum(each <= BUDGET for each in taken)
        print(f"{name}: {len(taken)} sentences, median {median(taken) * 1000:.2f} ms,")
        print(f"    one in a hundred over {quantiles(taken, n=100)[-1] * 1000:.1f} ms,", end=" ")
        print(f"{within} within {BUDGET * 1000:.0f} ms; longest: {timed[-1][1][:60]}")
    short, long = many_answers(MOVES), many_answers(4 * MOVES)
    print(f"a line of {MOVES} moves: {short:.2f} s, of {4 * MOVES}: {long:.2f} s", end="")
    print(f"; {long / short:.1f} times")


if __name__ == "__main__":
    main()
