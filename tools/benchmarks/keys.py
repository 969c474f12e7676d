"""How many keys the recorded evenings take, against the ceilings.

Enter is one key, a CJK character three.

``python tools/benchmarks/keys.py`` counts the lines of ``scoresheets/*/saturday.answers``, and of
``by-round.answers``, where only what each round leaves was typed. With
``--shorten`` it writes a file of answers anew: each answer in the fewest keys that name the same
event, the answers of a run on one line; what the rules force is left out where it is announced.

    python tools/benchmarks/keys.py --shorten scoresheets/no-swap-no-pay/saturday.jsonl --announce
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from unicodedata import east_asian_width

from referee.core.answers.text_input import match_key
from referee.core.play.loop import GameLoop
from referee.core.play.reading.answer import forced_words
from referee.core.play.record import Entry, Note
from referee.core.play.session import Session
from referee.core.say import BadAnswer
from referee.operations.opening import open_journal

FOLDER = Path(__file__).parents[2] / "scoresheets"
CEILINGS = {
    "no-swap-no-pay": 125,
    "saboteur": 700,
    "colorful-treasure": 275,
    "aladdin": 375,
    "sidibaba": 480,
}
BY_ROUND = {
    "no-swap-no-pay": 80,
    "saboteur": 55,
    "colorful-treasure": 110,
    "aladdin": 110,
    "sidibaba": 45,
}
WIDE = 3
_MOST_TRIED = 4_000


def keys(line: str) -> int:
    """Count the keys of a line and its Enter."""
    return 1 + sum(WIDE if east_asian_width(sign) in "WF" else 1 for sign in line)


def count() -> int:
    """Print what each recorded evening takes; 1 where one takes more than it may."""
    is_over = False
    for name, ceilings in (("saturday", CEILINGS), ("by-round", BY_ROUND)):
        for game, ceiling in ceilings.items():
            path = FOLDER / game / f"{name}.answers"
            lines = path.read_text(encoding="utf-8").splitlines()
            told = [line for line in lines if not line.startswith(("note ", "/note "))]
            taken = sum(map(keys, told))
            is_over |= taken > ceiling
            print(f"{game:<20}{taken:>6} keys in {len(told)} lines, at most {ceiling} ({name})")
    return int(is_over)


def shortened(journal: str, *, announces: bool) -> Iterator[str]:  # noqa: C901 - one pass
    """Give the lines that lead to what counts in a journal, in few keys."""
    session = open_journal(journal).session
    setup, book = session.begun
    for numbers in setup.numbers.values():  # they are asked before the first turn
        yield " ".join(map(str, numbers))
    loop = GameLoop(Session(session.game, book, setup), announces=announces)
    line, run = "", ""
    noted: list[Entry] = []  # of the line that is being put together
    base = loop
    for number, mark in enumerate(session.record, start=1):
        if isinstance(mark, Note):
            if line or noted:
                yield line
                line, run, noted = "", "", []
            yield f"note {mark.text}"
            loop.feed(f"note {mark.text}")
            base = _copy(loop)
            continue
        if number not in session.places:
            continue
        entry = session.entry(number)
        step = loop.session.step
        if step is None:
            break
        if announces and forced_words(step) is not None:
            loop.session.add(Entry(step=entry.step, words=entry.words, event=entry.event))
            continue
        words = _shortest(loop, entry)
        longer = _joined(base, line, words, [*noted, entry]) if run and step.run == run else None
        if longer is None:
            if noted:
                yield line
            base, line, noted, run = _copy(loop), words, [entry], step.run
        else:
            line, noted = longer, [*noted, entry]
        loop.session.add(
            Entry(
                step=entry.step,
                words=words,
                event=entry.event,
                overrule_reason=entry.overrule_reason,
            )
        )
    if noted:
        yield line


def _copy(loop: GameLoop) -> GameLoop:
    """Give a loop that stands where this one does."""
    setup, book = loop.session.begun
    session = Session(loop.session.game, book, setup)
    for mark in loop.session.record:
        session.add(mark)
    return GameLoop(session, announces=loop.announces)


def _joined(base: GameLoop, line: str, words: str, noted: list[Entry]) -> str | None:
    """Put one more answer on a line, if it still reads as what is to be noted."""
    if not words or not line:
        return None
    for mark in ("", " "):
        tried = _copy(base)
        before = len(tried.session.active)
        tried.feed_line(f"{line}{mark}{words}")
        told = tried.session.log()[before:]
        typed = [each.event for each in noted]
        if list(told[: len(typed)]) == typed and len(told) >= len(typed):
            return f"{line}{mark}{words}"
    return None


def _shortest(loop: GameLoop, entry: Entry) -> str:
    """Find the fewest keys that name an event here."""
    best = entry.words
    for words in _tried(loop, entry):
        if keys(words) >= keys(best):
            continue
        try:
            attempt = loop.parse(words or loop.default or "")
        except BadAnswer:
            continue
        if attempt.event == entry.event and attempt.step.id == entry.step:
            best = words
    return best


def _tried(loop: GameLoop, entry: Entry) -> Iterator[str]:
    """Give ways to type an answer: names by seats, words by their beginnings, without spaces."""
    yield ""
    setup = loop.session.setup
    people = (*setup.seating, *setup.roles.values())
    seats = {match_key(name): str(n) for n, name in enumerate(people, start=1)}
    yield from map(str, range(1, 13))
    for name, cell in (("top", "8,2"), ("middle", "8,0"), ("bottom", "8,-2")):
        if cell in entry.words:  # the goals of Saboteur
            yield entry.words.replace("@", "").replace(cell, name[0]).replace(" ", "")
    text = entry.words.replace("@", "").replace(",0", "").replace(",-", "-")
    for base in dict.fromkeys((entry.words.replace("@", ""), text)):
        parts = base.replace(",", " , ").split()
        ways = [_ways(part, seats) for part in parts]
        for n, way in enumerate(product(*ways)):
            if n > _MOST_TRIED:
                break
            yield " ".join(way).replace(" , ", ",")
            yield "".join(way)


def _ways(part: str, seats: dict[str, str]) -> list[str]:
    named = [seat for name, seat in seats.items() if name.startswith(match_key(part))]
    begun = [part[:n].lower() for n in (1, 2) if part[:1].isalpha()]
    parts = [each for each in part.lower().split("-") if each]
    letters = "".join(each[0] for each in parts) if len(parts) > 1 else ""
    return list(dict.fromkeys((part.lower(), *named, *begun, *([letters] if letters else []), "")))


def main() -> int:
    """Count, or write answers anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shorten", metavar="JOURNAL")
    parser.add_argument("--announce", action="store_true", help="forced answers are announced")
    told = parser.parse_args()
    if told.shorten is None:
        return count()
    for line in shortened(told.shorten, announces=told.announce):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
