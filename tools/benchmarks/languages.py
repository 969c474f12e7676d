"""What a dispute costs in another language, beside English: processor time, in pairs.

python tools/benchmarks/languages.py [RUNS]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no package of their own

from tools.benchmarks.startup import DISPUTE, REFEREE, cpu_of

TAGS = ("zh-Hant", "zh-Hans", "ja")
LIMIT = 1.06


def main() -> None:
    """Ask the same in each language by turns, and print each time as a ratio of English."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 25
    os.environ["REFEREE_LANG"] = "en"
    taken: dict[str, list[float]] = {tag: [] for tag in ("en", *TAGS)}
    for n in range(runs + 1):
        for tag, times in taken.items():
            used = cpu_of([REFEREE, "--lang", tag, "ask", "no-swap", "--file", DISPUTE])
            if n:  # the first is for nothing: files come into the cache
                times.append(used)
    english = median(taken["en"])
    for tag in TAGS:
        ratio = median(taken[tag]) / english
        said = "ok" if ratio <= LIMIT else "TOO MUCH"
        print(
            f"ask, {tag}: {ratio:.3f} of English ({english * 1000:.0f} ms; at most {LIMIT}): {said}"
        )


if __name__ == "__main__":
    main()
