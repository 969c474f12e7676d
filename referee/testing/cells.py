"""The numbers on a sheet: each is one of the log, or a play case holds the line that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct

from referee.core.paper.lines import SheetLine
from referee.core.paper.round_sheet import SheetCell, SheetCells
from referee.core.play.state_cache import StateChange, transitions
from referee.core.say import Say
from referee.testing.faults import fault
from referee.testing.play import rule_breaker
from referee.testing.room import NAMES, Room, checks, per_table

CHECKS, check = checks()
_NUMBER: Final = re.compile(r"\d+")
_NAMED: Final = re.compile("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))))


def numbers_of(value: Any) -> dict[tuple[Any, ...], int]:
    """Return the whole numbers in a value by their places: lengths and those in texts, too."""
    found = dict[tuple[Any, ...], int]()
    left: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while left:
        at, part = left.pop()
        if isinstance(part, bool) or part is None:
            continue
        if isinstance(part, int):
            found[at] = part
        elif isinstance(part, Fraction):
            found[at, "of"], found[at, "by"] = part.numerator, part.denominator
        elif isinstance(part, str):
            digits = _NUMBER.findall(_NAMED.sub(" ", part))
            found.update({(*at, place): int(number) for place, number in enumerate(digits)})
        elif isinstance(part, Say):
            left.append(((*at, "facts"), part.facts))
        elif isinstance(part, Struct):
            left += [((*at, name), getattr(part, name)) for name in part.__struct_fields__]
        elif isinstance(part, Mapping):
            found[*at, "len"] = len(part)
            left += [((*at, "key", key), key) for key in part]
            left += [((*at, key), each) for key, each in part.items()]
        elif isinstance(part, Sequence | frozenset | set):
            found[*at, "len"] = len(part)
            left += [((*at, place), each) for place, each in enumerate(part)]
    return found


def _known(*values: Any) -> set[int]:
    """Return the numbers in a moment, and by how much one of the state has changed."""
    numbers = [numbers_of(value) for value in values]
    before, after = numbers[:2]
    both = {*before, *after}
    changed = {abs(after.get(at, 0) - before.get(at, 0)) for at in both}
    return changed.union(*(each.values() for each in numbers))


def _shown(cell: SheetCell) -> set[int]:
    return {int(number) for number in _NUMBER.findall(_NAMED.sub(" ", str(cell)))}


def _each(cells: SheetCells) -> Iterator[tuple[str, SheetCell]]:
    for who, told in cells.items():
        for cell in told if isinstance(told, tuple) else (told,):
            if cell is not None:
                yield who, cell


def _several(lines: Any) -> tuple[SheetLine[Any], ...]:
    return lines if isinstance(lines, tuple) else (lines,) if lines else ()


def _written(
    room: Room, lines: Sequence[SheetLine[Any]], moment: StateChange[Any, Any]
) -> Iterator[tuple[str, SheetCells, Callable[..., Any]]]:
    """Yield what a moment writes on each line of a sheet, and by which function."""
    event, before, after = moment.event, moment.before, moment.after
    yield event.sheet_line, event.tell(before), type(event).tell
    for line in lines:
        if line.changed:
            yield line.id, line.changed(before, after), line.changed
        for told in (line.after_round, line.next_round):
            if told:
                yield line.id, told(after), told
        if line.points:
            yield line.id, line.points(room.book, after), line.points


def held_lines(room: Room) -> set[str]:
    """Return the ids of the lines of a sheet that a play case holds."""
    expected = (case.get("expect") or {} for case in room.cases if "play" in case)
    return {line for each in expected for line in each.get("sheet", {})}


@check(per_table, few=range(1), many=range(1, 9))
def every_number_on_a_sheet_is_one_of_the_log(room: Room, seats: int, seeds: range) -> None:
    paper, course = room.game.paper, room.game.course
    lines = (*_several(paper.first), *paper.lines, *_several(paper.last))
    titles, held = {line.id: line.title for line in lines}, held_lines(room)
    for seed in (seats + more for more in seeds):
        setup = room.setup(seats, seed)
        *_, session = rule_breaker(room, setup, seed)
        start = room.game.start(session.book, setup)
        for moment in transitions(course.apply, start, session.log()):
            ruling = course.judge(session.book, moment.before, moment.event)
            said = course.announcements(moment.before, moment.event)
            known: set[int] | None = None
            for line, cells, told_by in _written(room, lines, moment):
                if line in held:
                    continue
                for who, cell in _each(cells):
                    if known is None:
                        known = _known(moment.before, moment.after, moment.event, ruling, said)
                    if strange := _shown(cell) - known:
                        number, title = min(strange), titles.get(line, line)
                        shown = f"“{line}” shows {number}{f' for {who}' if who else ''}"
                        fault(
                            f"{shown}, and nothing in the log is {number}.",
                            room.places.code(told_by, "paper"),
                            f"Correct it, or hold the line “{title}” in a play case: "
                            f"expect: {{sheet: {{{line}: {{{who or 'SHARED'}: ...}}}}}}.",
                        )
