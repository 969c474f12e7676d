"""Trying here what a recording tried, and naming the first thing that is seen otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, json

from tests.record.asked import seen_of_room, setup_of
from tests.record.games import CannotTake, Played
from tests.record.telling import Seen
from tests.rooms import ROOMS, Room

NOTHING: Final = "(nothing)"
"""What is shown where one side has something and the other has not."""
LONGEST: Final = 300
"""Signs that are shown of a value."""


class Difference(Struct, frozen=True):
    """Where two versions differ: the row, the path in what was seen, the old and the new value."""

    row: int
    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        """Tell it on three lines; of long values only what stands about the first difference."""
        old, new = (json.encode(value).decode() for value in (self.old, self.new))
        places = enumerate(zip(old, new, strict=False))
        start = max(0, next((n for n, (a, b) in places if a != b), 0) - LONGEST // 2)
        return f"row {self.row}, {self.path}\n  old: {_cut(old, start)}\n  new: {_cut(new, start)}"


def difference_of(
    rows: Iterable[Seen], rooms: Mapping[str, Room] = ROOMS, but: Sequence[str] = ()
) -> Difference | None:
    """Replay a recording and give the first difference; None where all is seen as it was.

    What is named in ``but`` (see ``BUT``) differs on purpose, and is not looked at.
    """
    numbered = enumerate(rows)
    _, head = next(numbered)
    replay: _Replay | None = None
    room = rooms.get(head["given"]["game"])
    if room is None:
        return Difference(0, "game", head["given"]["game"], NOTHING)
    if head["given"]["kind"] == "game":
        replay = _Replay(room, head["given"])
    for number, row in numbered:
        try:
            seen = replay.seen(row["given"]) if replay else seen_of_room(room, row["given"])
        except CannotTake as answer:
            return Difference(number - 1, "answer", str(answer), NOTHING)
        old, new = row["seen"], json.decode(json.encode(seen))
        for each in but:
            old, new = BUT[each](old), BUT[each](new)
        found = first_difference(old, new)
        if found is not None:
            return Difference(number, *found)
    return None


def first_difference(old: Any, new: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Find the first place where two values of JSON differ: its path, and what stands there.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]})
    ('a[1]', 2, 3)
    """
    if type(old) is not type(new):
        return path, old, new
    for key, one, other in _parts(old, new, path):
        found = first_difference(one, other, key)
        if found is not None:
            return found
    return (path, old, new) if not isinstance(old, dict | list) and old != new else None


def _without_audit(seen: Any) -> Any:
    """Keep of an audit its gravest word alone."""
    if isinstance(seen, dict):
        return {
            key: _gravest(each) if key == "audit" else _without_audit(each)
            for key, each in seen.items()
        }
    return [_without_audit(each) for each in seen] if isinstance(seen, list) else seen


def _gravest(findings: list[Seen]) -> str:
    found = {each["verdict"] for each in findings}
    return next((each for each in ("impossible", "forbidden", "table-call") if each in found), "")


def _without_rules(seen: Any) -> Any:
    """Leave out which rules are cited."""
    if isinstance(seen, dict):
        return {key: _without_rules(each) for key, each in seen.items() if key != "rules"}
    return [_without_rules(each) for each in seen] if isinstance(seen, list) else seen


BUT: Final[Mapping[str, Callable[[Any], Any]]] = {
    "audit": _without_audit,
    "rules": _without_rules,
}
"""What may differ on purpose; whoever says so compares the rest."""


def _parts(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(old, dict):
        for key in {**old, **new}:
            place = f"{path}.{key}" if path and key.isidentifier() else key
            place = place if key.isidentifier() else f"{path}[{key!r}]"
            yield place, old.get(key, NOTHING), new.get(key, NOTHING)
    elif isinstance(old, list):
        for number in range(max(len(old), len(new))):
            one = old[number] if number < len(old) else NOTHING
            other = new[number] if number < len(new) else NOTHING
            yield f"{path}[{number}]", one, other


class _Replay:
    """A game that is played again by the answers of its recording."""

    def __init__(self, room: Room, head: Seen) -> None:
        self._played = Played(room, setup_of(head))
        self._answer: str | None = None

    def seen(self, given: Seen) -> Seen:
        """See the next row. Raises CannotTake where the answer before it means nothing here."""
        if self._answer is not None:
            self._played.take(self._answer)
        self._answer = given.get("answer")
        return self._played.end(given) if given["kind"] == "end" else self._played.look(given)


def _cut(text: str, start: int) -> str:
    end = start + LONGEST
    return f"{'...' * bool(start)}{text[start:end]}{'...' * (end < len(text))}"
