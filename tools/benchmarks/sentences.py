"""What a sentence costs, beside a question at a commit that knew no sentences.

    python tools/benchmarks/sentences.py 15e34daa [PAIRS]

Processor time of whole processes in pairs, the median of the ratios: the example of a question
there and here, and here a sentence about the same in a named game, and in none. A checkout has its
indexes made before.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no package of their own

from tools.benchmarks.against import _checked_out, _ran
from tools.benchmarks.startup import ROOT, compile_everything, cpu_of_children

QUESTION = ("saboteur", "action", "play=rockfall", "player=A", "at=0,0")
ENGLISH = "may a rockfall take the start card"
CHINESE = "落石可以移除起點卡嗎"
ASKED = {
    "a question with facts": (QUESTION, 1.0),
    "a sentence": (("saboteur", ENGLISH), 1.1),
    "a sentence in Chinese": (("saboteur", CHINESE), 1.1),
    "what nothing decides": (("saboteur", "does my rook take your pawn"), 1.1),
    "a sentence without a game": ((ENGLISH,), 1.3),
    "the same in Chinese": ((CHINESE,), 1.3),
    "10,000 characters": (("saboteur", f"{ENGLISH} " * 300), 1.1),
}
"""What is asked here, and how much of the question there it may cost."""


def main(base: str, pairs: int = 15) -> None:
    """Ask by turns, and print each ratio."""
    with _checked_out(base) as before:
        for checkout in (before, ROOT):
            compile_everything(checkout)
        for name, (words, most) in ASKED.items():
            _cost(ROOT, words)
            ratios = [_cost(ROOT, words) / _cost(before, QUESTION) for _ in range(pairs)]
            print(f"{name:<26} {median(ratios):.2f} of a question there (at most {most})")


def _cost(checkout: Path, words: tuple[str, ...]) -> float:
    before = cpu_of_children()
    ran = _ran(checkout, "-m", "referee", "ask", *words)
    if ran.returncode > 1:
        sys.exit(f"{checkout}: {' '.join(words)[:80]}\n{ran.stderr}")
    return cpu_of_children() - before


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
