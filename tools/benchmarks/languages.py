"""What another language costs: a dispute compared with English, and reading a line.

Processor time. Disputes are asked in pairs; a line has 60 characters of a table's words, or 10,000.

python tools/benchmarks/languages.py [RUNS]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))  # the benchmarks are no package of their own

from referee.core.say import speak, spoken
from referee.files.languages import begin_to_speak
from referee.registry import open_game
from tools.benchmarks.startup import DISPUTE, REFEREE, cpu_of

LINES = {
    "zh-Hant": "三枚金幣、兩枚銀幣和三枚黑幣，",
    "zh-Hans": "三枚金币、两枚银币和三枚黑币，",
    "ja": "金貨3枚と銀貨2枚、黒3枚、",
}
UNREAD = "貓狗魚鳥馬牛羊豬雞鴨"
A_LINE, LONG = 60, 10_000
BUDGET = 0.3
"""Milliseconds that a line of 60 characters may take."""
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


def read_lines() -> None:
    """Read a line in each language, and one that is much longer."""
    for tag in TAGS:
        begin_to_speak(tag)
        open_game("no-swap-no-pay")
        language = spoken()
        if language is None:
            raise SystemExit(tag)
        for name, text in (("read", LINES[tag]), ("not read", UNREAD)):
            line, long = ((text * n)[:n] for n in (A_LINE, LONG))
            language.read(line)
            started = process_time()
            for _ in range(200):
                language.read(line)
            short = (process_time() - started) / 200 * 1000
            started = process_time()
            language.read(long)
            whole = (process_time() - started) * 1000
            said = "ok" if short <= BUDGET else "TOO MUCH"
            print(
                f"a line, {tag}, {name}: {short:.2f} ms for {A_LINE} (at most {BUDGET}), "
                f"{whole:.0f} ms for {LONG}: {said}"
            )
        speak(None)


if __name__ == "__main__":
    read_lines()
    main()
