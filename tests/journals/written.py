"""The evenings of these journals, played and written: ``python -m tests.journals.written``.

Each is told by the scenario beside it. What was released is never written anew, for tables have
such files; a new evening joins those that are there: ``python -m tests.journals.written NAME``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from referee.core.play.loop import GameLoop
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.record import TimerAction, TimerMark
from referee.core.play.response import ResponseKind
from referee.core.play.timer import advance
from referee.files.documents.detect import DocumentKind
from referee.files.documents.scenarios import Given, read_scenario
from referee.files.journal.journal import Journal
from referee.operations.opening import open_file
from referee.registry import open_game
from tests.journals.printed import FOLDER, printed

LEAVING: Final = "/quit"
BEGAN: Final = datetime.fromisoformat("2026-11-21T20:15:00+01:00")
BETWEEN: Final = timedelta(seconds=20)


def evenings() -> list[Path]:
    return sorted(FOLDER.glob("*/*.yaml"))


def write(scenario: Path) -> Path:
    """Play an evening, and write its journal beside it."""
    read = open_file(str(scenario), DocumentKind.SCENARIO)
    script = read_scenario(read.document, read.game, read.book)
    times = ((BEGAN + n * BETWEEN).isoformat(timespec="seconds") for n in count(1))
    path, clock = scenario.with_suffix(".jsonl"), partial(next, times)
    path.unlink(missing_ok=True)
    book = read.book.with_table_numbers(script.setup.numbers)
    journal = Journal.create(path, read.game, book, script.setup, clock)
    loop: GameLoop = GameLoop(journal.session)
    for given in script.answers:
        if given.words == LEAVING:
            journal.session.add(TimerMark(TimerAction.CLOSED))
            journal.close()
            journal = Journal.open(path, open_game, clock, write=True)
            loop = GameLoop(journal.session)
            advance(journal.session)
        else:
            _answer(loop, given, scenario)
    journal.close()
    assert journal.session.step is None, f"{scenario} does not come to its end"
    return path


def _answer(loop: GameLoop, given: Given, scenario: Path) -> None:
    """Type an answer; while the table has its timer on, a clock sees that the sand runs out."""
    session, step = loop.session, loop.session.step
    words = step.typed(given.step, given.words) if step and given.step else given.words
    assert words is not None, f"{scenario}:{given.line}: {step and step.id} is asked"
    is_clock = session.preferences.get(commands.TIMER) == ON
    if is_clock and step and step.expiry and given.step == step.expiry.id:
        response = loop.expire_timer()
    else:
        response = loop.feed_line(words)[-1]
    assert response is not None
    is_taken = response.is_taken or response.kind is ResponseKind.REFUSED
    assert is_taken, f"{scenario}:{given.line}: {response.say}"


def main(names: Sequence[str]) -> None:
    """Write these evenings, or all, and what is printed of them."""
    for scenario in evenings():
        if not names or scenario.stem in names:
            path = write(scenario)
            path.with_suffix(".txt").write_text(printed(path), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
