"""Writes journals by chance, or replays them, with the referee of the folder it is called in.

tools/benchmarks/against.py calls it by turns in two checkouts. Nothing of its own checkout is
imported but this file; what has another name there is found by `whichever`, and a room's by
`parts_of`.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import referee

AT = "2026-11-21T20:15:00+00:00"
ENOUGH = 2_500
"""Events at which the parts are timed; more of them tell no more."""
LONG = 7
"""The seed of the long journal, of which the rules refuse few entries in any game."""
TAKEN_BACK = 40
"""How many entries count where the last is taken back and given again."""


def whichever(*places: str) -> Any:  # noqa: ANN401 - of whichever checkout
    """Load the first of these, each as `module:name`, that the checkout has."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    sys.exit(f"{Path.cwd()} has none of {', '.join(places)}.")


GameLoop = whichever("referee.core.play.loop:GameLoop", "referee.core.drive:Drive")
Journal = whichever("referee.files.journal.journal:Journal", "referee.files.journal:Journal")
open_game = whichever("referee.registry:open_game", "referee.cli.rooms:open_game")


class Parts(NamedTuple):
    """What is called of a game and its rulebook, whatever they call it themselves."""

    step: Callable[..., Any]
    judge: Callable[..., Any]
    apply: Callable[..., Any]
    with_numbers: Callable[..., Any]


def parts_of(game: Any, book: Any) -> Parts:  # noqa: ANN401 - of whichever checkout
    """Find the parts by the names of now, and where these are not known, by those of before."""
    numbers = book.with_table_numbers if hasattr(book, "with_table_numbers") else book.told
    if hasattr(game, "course"):
        return Parts(game.course.step, game.course.judge, game.course.apply, numbers)
    return Parts(game.next_step, game.judge, game.apply, numbers)


def write(name: str, folder: Path, entries: int) -> None:
    """Play games by the answers on offer until their journals have so many entries together."""
    seed = 0
    while entries > 0:
        with begun(name, folder, seed) as journal:
            play(journal.session, Random(seed))  # noqa: S311 - play needs no secrets
            entries -= len(journal.session.record)
        seed += 1


def write_long(name: str, folder: Path, entries: int) -> None:
    """Play a game in which an answer is taken back again and again until there are enough marks.

    No game has thousands of entries; a journal has them only so.
    """
    draw = Random(LONG)  # noqa: S311 - as above
    with begun(name, folder, LONG) as journal:
        session = journal.session
        feed = feed_of(session)
        while (step := session.step) and len(session.record) < entries:
            feed(offer(step, draw.randrange(step.offers)))
            for words in ("/undo", "undo"):  # the older word is the one with a sign before it
                if len(session.log()) == TAKEN_BACK:
                    feed(words)


def begun(name: str, folder: Path, seed: int) -> Any:  # noqa: ANN401 - of whichever checkout
    """Begin a journal of a game, at a table that the seed chooses."""
    from tests.rooms import ROOMS  # what a table can tell, such as a maze, lies among the tests

    os.fsync = lambda fd: None  # noqa: ARG005 - its own name; nobody mourns these journals
    room = ROOMS[name]
    setup = room.setup(room.game.players[seed % len(room.game.players)], seed)
    book = parts_of(room.game, room.book).with_numbers(setup.numbers)
    return Journal.create(folder / f"{seed}.jsonl", room.game, book, setup, now)


def feed_of(session: Any) -> Callable[[str], Any]:  # noqa: ANN401 - of whichever checkout
    """Find what takes the words that a table types."""
    loop = GameLoop(session)
    feed: Callable[[str], Any] = loop.feed if hasattr(loop, "feed") else loop.take
    return feed


def play(session: Any, draw: Random) -> None:  # noqa: ANN401 - of whichever checkout
    """Draw among the answers on offer until the game is over."""
    feed = feed_of(session)
    while step := session.step:
        words = offer(step, draw.randrange(step.offers))
        response = feed(words)
        if not response.is_taken:
            sys.exit(f"{step.id} offers {words!r} and does not take it: {response.say}")


def offer(step: Any, index: int) -> str:  # noqa: ANN401 - of whichever checkout
    """Word the index-th answer on offer; those to the steps beside it come last."""
    is_now = hasattr(step, "alternatives")
    for each in (step, *(step.alternatives if is_now else step.besides)):
        if index < each.answers.size:
            words = str(each.answers.offer(index))
            keyword = each.keyword if is_now else each.word
            return (words if each is step else f"{keyword} {words}").strip()
        index -= each.answers.size
    raise IndexError(index)


def leave_out(folder: Path) -> None:
    """Remove the journals in which the rules of this checkout refuse an entry: no such game is."""
    for path in sorted(folder.iterdir()):
        session = Journal.open(path, open_game, now, write=False).session
        judge, states = parts_of(session.game, session.book).judge, session.states
        moments = zip(states, session.log(), strict=False)
        if any(judge(session.book, *moment).verdict.stops_play for moment in moments):
            path.unlink()


def replay(folder: Path) -> dict[str, float]:
    """Replay all journals of a folder: what it took of CPU seconds, and each part for an event."""
    paths = sorted(folder.iterdir())
    Journal.open(paths[0], open_game, now, write=False)  # once for nothing: modules are loaded
    before = process_time()
    sessions = [Journal.open(path, open_game, now, write=False).session for path in paths]
    replayed = process_time() - before
    entries = sum(len(session.record) for session in sessions)
    return {"replay": replayed, "journals": len(paths), "entries": entries, **by_parts(sessions)}


def by_parts(sessions: list[Any]) -> dict[str, float]:
    """Call each part by itself at one event after the other: CPU seconds an event, and offers.

    What is asked is timed with the count of its offers, which need not have been made yet.
    """
    gc.disable()  # which of the parts has to clear up would be chance
    events = offered = 0
    stepping = judging = applying = 0.0
    for session in sessions:
        if events >= ENOUGH:
            break
        book, log = session.book, session.log()
        parts = parts_of(session.game, book)
        states = [session.states.at(0)]
        for event in log:
            states.append(parts.apply(states[-1], event))
        moments = list(zip(states, log, strict=False))  # nothing happens in the last state
        begun = process_time()
        offered += sum(parts.step(book, state).offers for state, _ in moments)
        stepped = process_time()
        for state, event in moments:
            parts.judge(book, state, event)
        judged = process_time()
        for state, event in moments:
            parts.apply(state, event)
        applying += process_time() - judged
        judging += judged - stepped
        stepping += stepped - begun
        events += len(log)
    seconds = {"step": stepping, "judge": judging, "apply": applying}
    return {**{part: each / events for part, each in seconds.items()}, "offered": offered}


def now() -> str:
    """Tell the time of all entries."""
    return AT


def main(words: list[str]) -> None:
    """``write`` or ``write-long GAME FOLDER ENTRIES``, ``leave-out`` or ``replay FOLDER``."""
    home = Path(str(referee.__file__)).resolve().parents[1]
    if home != Path.cwd().resolve():
        sys.exit(f"referee comes from {home}, not from {Path.cwd()}.")
    match words:
        case ["write", game, folder, entries]:
            write(game, Path(folder), int(entries))
        case ["write-long", game, folder, entries]:
            write_long(game, Path(folder), int(entries))
        case ["leave-out", folder]:
            leave_out(Path(folder))
        case ["replay", folder]:
            print(json.dumps(replay(Path(folder))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
