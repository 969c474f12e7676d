"""``python -m tests.sentences``: how well sentences find what they should, and which do not."""

from __future__ import annotations

import sys

from tests.sentences.lists import figures, found, is_among, lists

PARTS = (
    *("en seen", "en unseen", "other seen", "other unseen"),
    *("en later", "en later unseen", "other later", "other later unseen", "nothing"),
    *("en fresh", "other fresh", "nothing fresh", "other short"),
)


def main(words: list[str]) -> None:
    for game in (None, *dict.fromkeys(said.game for said in lists())):
        for part in PARTS:
            told = figures(part, game)
            if told.n:
                line = f"{game or 'all':<18} {part:<18} {told.n:>4}"
                for name in ("first", "in_three", "nothing"):
                    line += f"  {name} {getattr(told, name):5.1f}"
                print(line)  # noqa: T201 - it prints its figures
    for said in lists():
        decided = found(said)
        rules, cases = decided.rules, [each for each, _ in decided.cases]
        shown = "unseen" not in said.part or "all" in words
        if shown and (not is_among(said, 1) if said.wanted else decided.fits):
            got = " ".join((*rules[:3], *cases[:3])) if decided.fits else f"nothing ({rules[0]})"
            print(f"{said.sentence} [{' '.join(said.wanted)}]: {got}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
