"""What may go wrong once in an evening: no room to begin, two terminals, a clock set back."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.cli.running import call
from tests.torture.deeds import Case, Deed, Plan
from tests.torture.kills import last_words, wrong_at_the_end, wrong_on_going_on
from tests.torture.nights import FIRST, OTHER, Night, lay, opened, play, record_of
from tests.torture.sitting import TABLE, clock_going_back, sit
from tests.torture.troubles import NOT_NOTED


class Scene(Case, frozen=True):
    """One scene with the evening of one game."""

    name: str


def wrong_in_scene(scene: Scene, night: Night, folder: Path) -> str:
    """Play a scene, and tell what is wrong."""
    return SCENES[scene.name](night, folder)


def _begins_without_room(night: Night, folder: Path) -> str:
    """Wherever the disk is full while a journal is begun: told, and no file stays."""
    first = night.sittings[0]
    names = [made.name for made in first.calls]
    at_first = range(names.index("write", names.index("write") + 1))
    for at in (each for each in at_first if first.calls[each].file == FIRST):
        for deed in _deeds(names[at]):
            sat = play(first, folder, Plan(at, deed))
            is_told = "was not begun" in sat.err if not _files(folder) else NOT_NOTED in sat.err
            if sat.code != 4 or not is_told:
                return f"call {at}, {deed}: {_files(folder)}, {last_words(sat)}"
    return ""


def _deeds(name: str) -> tuple[Deed, ...]:
    """List what may befall a disk at a call of this name."""
    own = {"fsync": (Deed.NO_FLUSH,), "open": (Deed.READ_ONLY,)}
    return (Deed.FULL, Deed.STUCK, *own.get(name, ()))


def _goes_on_without_room(night: Night, folder: Path) -> str:
    """Where half a line cannot be set aside, it is told; elsewhere play goes on all the same."""
    torn = night.sittings[1]
    names = [made.name for made in torn.calls]
    for at in range(names.index("ftruncate") + 2):
        for deed in _deeds(names[at]):
            sat = play(torn, folder, Plan(at, deed))
            if sat.code not in {0, 4} or (sat.code == 4 and "journal PATH" not in sat.err):
                return f"call {at}, {deed}: {last_words(sat)}"
            went = call(
                "play", str(folder / TABLE / FIRST), "--journal", str(folder / TABLE / OTHER)
            )
            if went.code:
                return f"call {at}, {deed}: {went.err}"
            if wrong := wrong_on_going_on(folder / TABLE / OTHER, torn.record, night):
                return f"call {at}, {deed}: {wrong}"
    return ""


def _moves_without_room(night: Night, folder: Path) -> str:
    """A file that takes no record is told; the record stays where it was."""
    last = night.sittings[4]
    for words in ("/nowhere/at/all", "", ".", OTHER, FIRST, "nul\0", "~nobody/x.jsonl"):
        lines = (*last.lines[:1], f"/journal {words}", *last.lines[2:])
        lay(last.files, folder)
        sat = sit(folder, last.words, lines)
        if sat.code or f"The record: {OTHER}" not in " ".join(sat.err.split()):
            return f"/journal {words!r}: {last_words(sat)}"
        if wrong := wrong_at_the_end(folder / TABLE / OTHER, night):
            return f"/journal {words!r}: {wrong}"
    return ""


def _has_two_terminals(night: Night, folder: Path) -> str:
    """The second is told, also what it may do; when the first has crashed, it goes on."""
    second = night.sittings[1]
    lay(second.files, folder)
    path = folder / TABLE / FIRST
    first = _playing_elsewhere(path)
    try:
        before = path.read_bytes()
        refused = call("play", str(path))
        if (refused.code, path.read_bytes()) != (4, before):
            return f"the second terminal is not refused: {refused.err}"
        if "is open in another terminal" not in refused.err:
            return f"the second terminal is told: {refused.err}"
        if call("log", str(path)).code:
            return "nobody can read it meanwhile"
    finally:
        os.kill(first, signal.SIGKILL)
        os.waitpid(first, 0)
    return wrong_on_going_on(path, second.record, night)


def _playing_elsewhere(path: Path) -> int:
    """Open a journal in a process of its own, which is to be killed; give its id."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        journal = opened(path, write=True)
        os.write(writing, str(journal.path).encode())
        signal.pause()
        os._exit(0)
    os.read(reading, 1)
    os.close(reading)
    os.close(writing)
    return child


def _has_its_clock_set_back(night: Night, folder: Path) -> str:
    """The hour that is noted may go back: nothing else does."""
    timer = ("--timer",) if night.evening.game == "sidibaba" else ()
    first = night.sittings[0]
    lay({}, folder)
    sat = sit(folder, (*first.words, *timer), first.lines, first=clock_going_back)
    path = folder / TABLE / FIRST
    times = opened(path, write=False).times
    if sat.code or sorted(times, reverse=True) != times:
        return f"the clock was to go back: {times}, {last_words(sat)}"
    if len(record_of(path)) < night.sittings[1].record:
        return f"less was noted: {last_words(sat)}"
    rest = night.evening.lines[len(first.lines) :]
    again = sit(folder, ("play", FIRST, *timer), rest, first=clock_going_back)
    return wrong_at_the_end(path, night) if not again.code else last_words(again)


def _files(folder: Path) -> list[str]:
    return [path.name for path in (folder / TABLE).iterdir()]


SCENES: Final[dict[str, Callable[[Night, Path], str]]] = {
    "begins-without-room": _begins_without_room,
    "goes-on-without-room": _goes_on_without_room,
    "moves-without-room": _moves_without_room,
    "has-two-terminals": _has_two_terminals,
    "has-its-clock-set-back": _has_its_clock_set_back,
}


def scenes(night: Night) -> list[Scene]:
    """List the scenes of an evening."""
    return [Scene(night.evening.game, name) for name in SCENES]
