"""The corrections of a final count that an audit tries, nearest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core import fields as shapes
from referee.core.fields import Field, FieldType, Integer, Value
from referee.core.rulebook import Rulebook
from referee.core.ruling import Change, Correction, CorrectionKind, FieldPath
from referee.core.say import AsIs, Say
from referee.core.table import FinalCount, HoldingsForm

_FARTHEST: Final = 3
"""The largest change of a number, and the most pieces moved."""
_HOLDINGS: Final = "holdings"
_OPTIONS: Final = "options"


class Place(Struct, frozen=True):
    """A value in a file or a record: its path, its shape, and its name for people."""

    path: FieldPath
    shape: FieldType
    value: Any
    label: Say = Say("")

    def to(self, other: Any) -> Change:  # noqa: ANN401 - of any shape
        """Return the change to another value."""
        owner = self.path[1] if self.path[0] == _HOLDINGS else ""
        return Change(self.path, self.value, other, self.label, owner)


def places_given(
    form: HoldingsForm, count: FinalCount, counted: Collection[FieldPath] | None = None
) -> Iterator[Place]:
    """List the values of holdings and table, in the order of the file.

    With ``counted``, only those at these places and within them.
    """
    parts = [((_HOLDINGS, str(who)), form.fields, own) for who, own in count.holdings.items()]
    for path, fields, given in (*parts, ((), form.shared, count.shared)):
        for place in _places_of(path, fields, given):
            ends = range(1, len(place.path) + 1)
            if counted is None or any(place.path[:end] in counted for end in ends):
                yield place


def _places_of(
    path: FieldPath, fields: Sequence[Field], given: Mapping[str, Any]
) -> Iterator[Place]:
    known = {field.name: field for field in fields}
    for name, value in given.items():
        if name in known:
            field = known[name]
            called = field.called or Say("{what}", what=name.replace("_", " "))
            yield from _places_in((*path, name), field.shape, value, called)


def _places_in(
    path: FieldPath,
    shape: FieldType,
    value: Any,  # noqa: ANN401 - of any shape
    called: Say,
) -> Iterator[Place]:
    if isinstance(shape, shapes.MapOf):
        for key, each in value.items():
            label = Say("{kind} {what}", what=called, kind=str(key))
            if "{kind}" in called.template:
                label = called.again({**called.facts, "kind": str(key)})
            yield from _places_in((*path, str(key)), shape.each, each, label)
    elif isinstance(shape, shapes.ListOf) and isinstance(shape.each, shapes.Record):
        for n, record in enumerate(value):
            whole = Say("{what} {n}", what=called, n=n + 1)
            if "{n}" in called.template:
                whole = called.again({**called.facts, "n": n + 1})
            for place in _places_of((*path, str(n)), shape.each.fields, record):
                yield replace(place, label=Say("{whole}, {part}", whole=whole, part=place.label))
    else:
        yield Place(path, shape, value, called)


def single_changes(
    book: Rulebook,
    form: HoldingsForm,
    count: FinalCount,
    counted: Collection[FieldPath] | None = None,
) -> list[Correction]:
    """List the changes of one value, the nearest first, then in the order of the file.

    A number is tried up to three away, of a word the other words, of a list one element less, one
    more or another in its place; the house rules of a file last.

    >>> from referee.core.rulebook import Edition
    >>> from referee.core.say import Say
    >>> from referee.core.table import Setup
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> form = HoldingsForm(fields=(Field(name="rings", shape=Integer(), about=Say("rings")),))
    >>> count = FinalCount(Setup(("Ana", "Bo")), {"Ana": {"rings": 1}, "Bo": {}})
    >>> [each.changes[0].instead for each in single_changes(book, form, count)]
    [0, 2, 3, 4]
    """
    given = [*places_given(form, count, counted)]
    alike: dict[str, list[Any]] = {}
    for place in given:
        if isinstance(place.value, tuple):
            alike.setdefault(place.path[-1], []).extend(place.value)
    found = [
        (distance, place.to(other))
        for place in given
        for distance, other in _others(place, count, alike.get(place.path[-1], ()))
    ]
    found.sort(key=lambda each: each[0])
    changes = [change for _, change in found]
    if counted is None:
        changes += _of_house_rules(book, count)
    return [Correction(CorrectionKind.MISCOUNTED, (change,)) for change in changes]


def _of_house_rules(book: Rulebook, count: FinalCount) -> Iterator[Change]:
    for name, given in count.setup.options.items():
        if name in book.options and len(given) == 1:
            for other in book.options[name].values:
                if other != given[0]:
                    label = Say("the house rule {name}", name=AsIs(name))
                    yield Change((_OPTIONS, name), given[0], other, label)


def _others(place: Place, count: FinalCount, alike: Sequence[Any]) -> Iterator[tuple[int, Value]]:
    """List the other values of a place, each with its distance from the value given."""
    shape, value = place.shape, place.value
    if isinstance(shape, shapes.ListOf):
        yield from _other_lists(shape.each, value, count, alike)
    else:
        yield from _near(shape, value, count)


def _near(
    shape: FieldType,
    value: Any,  # noqa: ANN401 - of any shape
    count: FinalCount,
) -> Iterator[tuple[int, Value]]:
    if isinstance(shape, Integer):
        for distance in range(1, _FARTHEST + 1):
            for other in (value - distance, value + distance):
                if other >= shape.least:
                    yield distance, other
    else:
        yield from ((1, other) for other in _words(shape, count) if other != value)


def _words(shape: FieldType, count: FinalCount) -> tuple[Value, ...]:
    if isinstance(shape, shapes.Choice):
        return shape.words
    if isinstance(shape, shapes.Boolean):
        return (True, False)
    return tuple(map(str, count.setup.seating)) if isinstance(shape, shapes.PlayerName) else ()


def _other_lists(
    shape: FieldType, given: tuple[Any, ...], count: FinalCount, alike: Sequence[Any]
) -> Iterator[tuple[int, Value]]:
    """List the lists with one element less, one more, or one replaced."""
    seen = {_contents(given)}
    more = sorted({*alike}) if isinstance(shape, Integer) else _words(shape, count)
    tries: list[tuple[int, tuple[Any, ...]]] = []
    for at, each in enumerate(given):
        tries.append((1, (*given[:at], *given[at + 1 :])))
        tries += [
            (distance, (*given[:at], other, *given[at + 1 :]))
            for distance, other in _near(shape, each, count)
        ]
    tries += [(1, (*given, each)) for each in more]
    for distance, other in tries:
        if _contents(other) not in seen:
            seen.add(_contents(other))
            yield distance, other


def _contents(elements: tuple[Any, ...]) -> frozenset[tuple[Any, int]]:
    return frozenset(Counter(elements).items())


def paired_changes(
    form: HoldingsForm, count: FinalCount, counted: Collection[FieldPath] | None = None
) -> Iterator[Correction]:
    """List the slips of two values: pieces moved from one player to another, values exchanged.

    >>> from referee.core.say import Say
    >>> from referee.core.table import Setup
    >>> form = HoldingsForm(fields=(Field(name="rings", shape=Integer(), about=Say("rings")),))
    >>> count = FinalCount(Setup(("Ana", "Bo")), {"Ana": {"rings": 3}, "Bo": {"rings": 1}})
    >>> for each in paired_changes(form, count):
    ...     print(each.kind, *((change.path[1], change.instead) for change in each.changes))
    moved ('Ana', 2) ('Bo', 2)
    moved ('Ana', 1) ('Bo', 3)
    moved ('Ana', 0) ('Bo', 4)
    moved ('Bo', 0) ('Ana', 4)
    exchanged ('Ana', 1) ('Bo', 3)
    """
    held = [each for each in places_given(form, count, counted) if each.path[0] == _HOLDINGS]
    by_kind: dict[FieldPath, list[Place]] = {}
    by_owner: dict[str, list[Place]] = {}
    for place in held:
        by_kind.setdefault(place.path[2:], []).append(place)
        by_owner.setdefault(place.path[1], []).append(place)
    for same in by_kind.values():
        for giver, taker in permutations(same, 2):
            for less, more in _moved(giver, taker):
                yield _both(CorrectionKind.MOVED, giver, less, taker, more)
    for own in by_owner.values():
        counts = [each for each in own if isinstance(each.shape, Integer)]
        yield from _exchanged(combinations(counts, 2))
    for same in by_kind.values():
        yield from _exchanged(combinations(same, 2))
    if counted is None and len(form.fields) > 1:
        entries = [
            Place((_HOLDINGS, str(who)), shapes.Boolean(), own)
            for who, own in count.holdings.items()
        ]
        yield from _exchanged(combinations(entries, 2))


def _moved(giver: Place, taker: Place) -> Iterator[tuple[Any, Any]]:
    if isinstance(giver.shape, Integer):
        for n in range(1, min(_FARTHEST, giver.value - giver.shape.least) + 1):
            yield giver.value - n, taker.value + n
    elif isinstance(giver.shape, shapes.ListOf):
        for each in dict.fromkeys(giver.value):
            at = giver.value.index(each)
            yield (*giver.value[:at], *giver.value[at + 1 :]), (*taker.value, each)


def _exchanged(pairs: Iterator[tuple[Place, Place]]) -> Iterator[Correction]:
    for one, other in pairs:
        if one.value != other.value:
            yield _both(CorrectionKind.EXCHANGED, one, other.value, other, one.value)


def _both(kind: CorrectionKind, one: Place, first: Any, other: Place, second: Any) -> Correction:  # noqa: ANN401 - of any shape
    return Correction(kind, (one.to(first), other.to(second)))


def corrected(count: FinalCount, correction: Correction) -> FinalCount:
    """Return the count with the changes of a correction in it."""
    for change in correction.changes:
        part, *inner = change.path
        if part == _OPTIONS:
            options = {**count.setup.options, inner[0]: (change.instead,)}
            count = replace(count, setup=replace(count.setup, options=options))
        elif part == _HOLDINGS:
            count = replace(count, holdings=_put(count.holdings, inner, change.instead))
        else:
            count = replace(count, shared=_put(count.shared, change.path, change.instead))
    return count


def _put(given: Any, path: Sequence[str], value: Value) -> Any:  # noqa: ANN401 - maps and lists
    """Return maps and lists with another value at a path; the given ones do not change."""
    if not path:
        return value
    if isinstance(given, tuple):
        at = int(path[0])
        return (*given[:at], _put(given[at], path[1:], value), *given[at + 1 :])
    return {
        key: _put(each, path[1:], value) if str(key) == path[0] else each
        for key, each in given.items()
    }


def value_at(count: FinalCount, path: FieldPath) -> Any:  # noqa: ANN401 - of any shape
    """Return the value at a path of the count; None if there is none."""
    if path[0] == _OPTIONS:
        return next(iter(count.setup.options.get(path[1], ())), None)
    if path[0] == "numbers":
        return count.setup.numbers.get(path[1])
    found: Any = {"evidence": count.evidence, _HOLDINGS: count.holdings, **count.shared}
    for key in path:
        if isinstance(found, Mapping):
            found = {str(name): each for name, each in found.items()}.get(key)
        else:
            found = found[int(key)] if isinstance(found, tuple) and int(key) < len(found) else None
    return found


def completed(form: HoldingsForm, count: FinalCount) -> FinalCount:
    """Add the zeros that a file leaves out: pieces of an entry, kinds in a given map."""
    holdings = {
        who: _with_pieces(form.fields, entry, is_entry=True)
        for who, entry in count.holdings.items()
    }
    shared = _with_pieces(form.shared, count.shared, is_entry=False)
    return replace(count, holdings=holdings, shared=shared)


def _with_pieces(
    fields: tuple[Field, ...], entry: Mapping[str, Value], *, is_entry: bool
) -> dict[str, Value]:
    found = dict(entry)
    for field in fields:
        is_none = is_entry and not field.unknown and field.default is None
        own = entry.get(field.name, _nothing(field.shape) if is_none else field.default)
        if isinstance(own, Mapping) and isinstance(field.shape, shapes.MapOf):
            own = _all_kinds(field.shape, own)
        if own is not None:
            found[field.name] = own
    return found


def _all_kinds(shape: shapes.MapOf, given: Mapping[str, Value]) -> Mapping[str, Value]:
    none = _nothing(shape.each)
    if none is None or not isinstance(shape.keys, shapes.Choice):
        return given
    return {**dict.fromkeys(shape.keys.words, none), **given}


def _nothing(shape: FieldType) -> Value | None:
    """Return the value of a number, list or map that is left out; None for other shapes."""
    if isinstance(shape, Integer):
        return 0
    if isinstance(shape, shapes.ListOf):
        return ()
    return {} if isinstance(shape, shapes.MapOf) else None
