"""The end of a game: what is counted, what cannot be, and what it scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.fields import Choice, Field, FieldType, Integer, ListOf, MapOf, Value
from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say
from referee.core.score import Scoresheet
from referee.core.table import FinalCount, Form, Options

S = TypeVar("S")
_MANY = 100
"""No table states as much; of more than that many are taken back together."""
_OF_A_PILE = 3
"""The path of a kind of a map is longer: holdings, owner, field and kind."""
_GRAVEST = (Verdict.IMPOSSIBLE, Verdict.FORBIDDEN, Verdict.TABLE_CALL, Verdict.ALLOWED)


class Statement(Struct, frozen=True):
    """One thing that a file or record states, and where it stands.

    The value is a number, a word, yes or no, or a list of numbers; a list of records states beside
    what stands in them how many there are, and has none.
    """

    path: FieldPath
    value: Any = None


def _by_value(
    book: Rulebook,  # noqa: ARG001 - the default
    ruling: Ruling,  # noqa: ARG001
    path: FieldPath,
    value: Any,  # noqa: ANN401 - of any shape
) -> int | None:
    """Weigh a statement: a number, or a list of numbers by their sum; None for words.

    An empty list counts as one of numbers only where pieces are held: else nobody is named in it.
    Pieces that are named one by one, as in a kind of a map, weigh as many as they are.
    """
    if (
        isinstance(value, tuple)
        and all(map(_is_number, value))
        and (value or path[0] == "holdings")
    ):
        return sum(value)
    if isinstance(value, tuple) and path[0] == "holdings" and len(path) > _OF_A_PILE:
        return len(value)
    return value if _is_number(value) else None


def _nobody(
    book: Rulebook,  # noqa: ARG001 - the default
    count: FinalCount,  # noqa: ARG001
    free: frozenset[str],  # noqa: ARG001
    ruling: Ruling,  # noqa: ARG001
) -> Collection[FieldPath]:
    return ()


def _all_told(book: Rulebook, count: FinalCount) -> tuple[Say, ...]:  # noqa: ARG001 - the default
    return ()


class Effort(Struct):
    """What a room has spent in one audit on taking statements back, as it counts."""

    spent: int = 0


class Final(Struct, Generic[S], frozen=True, kw_only=True):
    """From the last event, or from a typed file, to the scores.

    ``form`` shapes a holdings file; ``count`` gives the final count of a state, or says what is
    still hidden; ``contradiction`` says why no game with this box and these facts can end so, and
    takes for unknown whatever it misses; where it finds nothing and cannot tell, it allows the
    count, and the reason says what was not checked besides an earlier finding. ``options`` are
    those that may be to blame: taken back, each of their values is tried. ``weigh`` says how much a
    statement tells against a finding, where it is not its number; what weighs least is taken back
    first, None last. ``suspects`` are taken back after all others, which go all at once where they
    can: what a finding can be about, or a smallest set to blame, where the room knows one that
    weights do not find; it is given the names of the options that an earlier finding took back.
    ``again`` tells whether a contradiction as grave still stands after something was taken back,
    where this takes less than to look for all that could be said, and gives it in its words for
    now. Where it cannot tell it allows the rest, and the reason says what was not checked; what it
    notes of its effort it finds again until the audit ends.
    ``unchecked`` names what was not told and so not checked, each with the fact that would allow
    it.

    >>> from referee.core.rulebook import Edition
    >>> from referee.core.ruling import allowed, forbidden
    >>> from referee.core.score import Outcome, PlayerScore, score_line
    >>> from referee.core.table import Setup
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> field = Field(name="rings", shape=Integer(least=0), about=Say("rings"), default=0)
    >>> def rings(count: FinalCount) -> int:
    ...     return sum(held.get("rings", 0) for held in count.holdings.values())
    >>> final = Final[FinalCount](
    ...     form=lambda book, options: Form(fields=(field,)),
    ...     count=lambda state: state,
    ...     contradiction=lambda book, count: None if rings(count) <= 3
    ...         else forbidden(Say("The bell rings three times at most."), "BEL-1"),
    ...     score=lambda book, count: Scoresheet((), Outcome((), Say(""), ())))
    >>> count = FinalCount(Setup(("Ana", "Bo")), {"Ana": {"rings": 2}, "Bo": {"rings": 5}})
    >>> [finding.fields for finding in final.audit(book, count)]
    [(('holdings', 'Bo', 'rings'),)]
    >>> def again(book: Rulebook, count: FinalCount, found: Ruling, _: Effort) -> Ruling:
    ...     return found if rings(count) > 3 else allowed(Say("whether it rang at all"))
    >>> (finding,) = replace(final, again=again).audit(book, count)
    >>> finding.fields, [str(said) for said in finding.unchecked]
    ((('holdings', 'Bo', 'rings'),), ['whether it rang at all'])
    """

    form: Callable[[Rulebook, Options], Form]
    count: Callable[[S], FinalCount | Say]
    contradiction: Callable[[Rulebook, FinalCount], Ruling | None]
    score: Callable[[Rulebook, FinalCount], Scoresheet]
    options: tuple[str, ...] = ()
    weigh: Callable[[Rulebook, Ruling, FieldPath, Any], int | None] = _by_value
    suspects: Callable[[Rulebook, FinalCount, frozenset[str], Ruling], Collection[FieldPath]] = (
        _nobody
    )
    again: Callable[[Rulebook, FinalCount, Ruling, Effort], Ruling | None] | None = None
    unchecked: Callable[[Rulebook, FinalCount], tuple[Say, ...]] = _all_told

    def scoresheet(self, book: Rulebook, count: FinalCount) -> Scoresheet:
        """Score a count; pieces that a file leaves out of an entry are none."""
        return self.score(book, _with_pieces(self.form(book, count.setup.options), count))

    def audit(self, book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
        """Find all that cannot be; each finding names in ``fields`` what is to blame.

        Statements are taken back one at a time while a contradiction as grave stays: numbers
        first and the smallest first, then words, among equals the last in the file. What is left
        is to blame, and the search goes on without what was reported of it: what a record proves
        stays. What stands beside a reason, such as whom the record names, stays as long as the
        reason does; ``unchecked`` of a finding tells what was left open. The gravest stand first,
        then those that blame what stands first in the file.
        """
        count = _with_pieces(self.form(book, count.setup.options), count)
        filed = [statement.path for statement in self._statements(count, frozenset())]
        found: list[Ruling] = []
        free: frozenset[str] = frozenset()
        effort = Effort()
        while (ruling := self._contradiction(book, count, free)) is not None:
            if ruling.verdict is Verdict.ALLOWED:
                found[-1:] = [_doubting(each, ruling.reason) for each in found[-1:]]
                break
            finding, blamed = self._blame(book, count, free, ruling, effort)
            found.append(finding)
            reported = [each for each in blamed if each.path[0] != "evidence"]
            if not reported:
                break
            count, free = _taken_back(count, free, reported)
        return tuple(sorted(found, key=lambda each: _place_among(each, filed)))

    def _blame(
        self,
        book: Rulebook,
        count: FinalCount,
        free: frozenset[str],
        ruling: Ruling,
        effort: Effort,
    ) -> tuple[Ruling, list[Statement]]:
        """Take back all that a finding stands without; give it, and what is left to blame."""
        stated = self._statements(count, free)
        weights = [self.weigh(book, ruling, each.path, each.value) for each in stated]
        places = sorted(range(len(stated)), key=lambda at: (*_order(weights[at]), -at))
        suspects = self.suspects(book, count, free, ruling)
        others = [stated[at] for at in places if stated[at].path not in suspects]
        ahead = [[stated[at]] for at in places if stated[at].path in suspects]
        ahead[:0] = [others] if suspects or len(others) > _MANY else [[each] for each in others]
        blamed: list[Statement] = []
        doubts: dict[Say, None] = {}
        while ahead:
            some = ahead.pop(0)
            less, less_free = _taken_back(count, free, some)
            again = self._contradiction(book, less, less_free, (ruling, effort))
            if again is not None and _gravity(again) <= _gravity(ruling):
                count, free = less, less_free
                ruling = ruling if again.reason == ruling.reason else again
            elif len(some) > _MANY:  # one at a time would come to the same
                ahead[:0] = [some[: len(some) // 2], some[len(some) // 2 :]]
            elif len(some) > 1:
                ahead[:0] = [[each] for each in some]
            else:
                blamed += some
                if again is not None and again.verdict is Verdict.ALLOWED:
                    doubts[again.reason] = None
        blamed = _without_wholes(sorted(blamed, key=stated.index))
        fields = tuple(each.path for each in blamed)
        return replace(ruling, fields=fields, unchecked=tuple(doubts)), blamed

    def not_checked(
        self, book: Rulebook, count: FinalCount, audit: tuple[Ruling, ...]
    ) -> tuple[Say, ...]:
        """Name what was not checked, of the count and of what the audit found."""
        doubts = dict.fromkeys(each for finding in audit for each in finding.unchecked)
        return (*self.unchecked(book, count), *doubts)

    def _contradiction(
        self,
        book: Rulebook,
        count: FinalCount,
        free: frozenset[str],
        found: tuple[Ruling, Effort] | None = None,
    ) -> Ruling | None:
        """Look for a contradiction whatever the options are that were taken back.

        ``found`` is what was found while more was stated, and the effort since.
        """
        if not free:
            if found is None or self.again is None:
                return self.contradiction(book, count)
            return self.again(book, count, *found)
        name, *others = sorted(free)
        ruling = None
        for value in book.options[name].values:
            options = {**count.setup.options, name: (value,)}
            tried = replace(count, setup=replace(count.setup, options=options))
            ruling = self._contradiction(book, tried, frozenset(others), found)
            if ruling is None:
                return None
        return ruling

    def _statements(self, count: FinalCount, free: frozenset[str]) -> list[Statement]:
        """List all that is stated, in the order of the file; last what the record proves."""
        options = [
            Statement(("options", name))
            for name in self.options
            if name in count.setup.options and name not in free
        ]
        parts = (
            ("numbers", count.setup.numbers),
            ("holdings", count.holdings),
            ("", count.shared),
            ("evidence", count.evidence),
        )
        return options + [each for part, value in parts for each in _stated((part,), value)]


def _stated(path: FieldPath, value: Any) -> Iterator[Statement]:  # noqa: ANN401 - of any shape
    """List the statements in a value; what stands at the top level has no part in front."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _stated((*path, str(key)), each)
    elif isinstance(value, tuple) and any(isinstance(each, Mapping) for each in value):
        for place, each in enumerate(value):
            yield from _stated((*path, str(place)), each)
        yield Statement(_filed(path))
    else:
        yield Statement(_filed(path), value)


def _without_wholes(blamed: list[Statement]) -> list[Statement]:
    """Leave out lists of records where something in one of them is to blame."""
    inner = {each.path[:end] for each in blamed for end in range(len(each.path))}
    return [each for each in blamed if each.path not in inner]


def _doubting(finding: Ruling, doubt: Say) -> Ruling:
    """Add to a finding what was not checked besides it."""
    return replace(finding, unchecked=tuple(dict.fromkeys((*finding.unchecked, doubt))))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _place_among(finding: Ruling, filed: list[FieldPath]) -> tuple[int, int]:
    """The gravest first, then by the first statement to blame."""
    first = filed.index(finding.fields[0]) if finding.fields else 0
    return _gravity(finding), first


def _gravity(finding: Ruling) -> int:
    return _GRAVEST.index(finding.verdict)


def _filed(path: FieldPath) -> FieldPath:
    """Give the path in a file: what the table shares stands at the top level there."""
    return path[1:] if path[0] == "" else path


def _order(weight: int | None) -> tuple[bool, int]:
    """Numbers before words, smaller ones first."""
    return (weight is None, weight or 0)


def _taken_back(
    count: FinalCount, free: frozenset[str], some: Iterable[Statement]
) -> tuple[FinalCount, frozenset[str]]:
    paths: dict[str, list[FieldPath]] = {}
    for part, *inner in (statement.path for statement in some):
        if part in {"options", "numbers", "holdings", "evidence"}:
            paths.setdefault(part, []).append(tuple(inner))
        else:
            paths.setdefault("shared", []).append((part, *inner))
    free |= {name for (name,) in paths.pop("options", ())}
    if "numbers" in paths:
        numbers = _without(count.setup.numbers, paths.pop("numbers"))
        count = replace(count, setup=replace(count.setup, numbers=numbers))
    less = {part: _without(getattr(count, part), inner) for part, inner in paths.items()}
    return replace(count, **less), free


def _without(value: Any, paths: Iterable[FieldPath]) -> Any:  # noqa: ANN401 - of any shape
    """Give a value less what stands at these paths in it."""
    inner: dict[str, list[FieldPath]] = {}
    for first, *others in paths:
        inner.setdefault(first, []).append(tuple(others))
    if isinstance(value, tuple):
        left = list(value)
        for place, there in inner.items():
            left[int(place)] = _without(left[int(place)], there)
        return tuple(left)
    return {
        key: _without(each, inner[str(key)]) if str(key) in inner else each
        for key, each in value.items()
        if () not in inner.get(str(key), ())
    }


def _with_pieces(form: Form, count: FinalCount) -> FinalCount:
    """Add what is none where it is left out: pieces of an entry, kinds of a map that is told."""
    holdings = {
        who: _completed(form.fields, entry, is_entry=True) for who, entry in count.holdings.items()
    }
    shared = _completed(form.shared, count.shared, is_entry=False)
    return replace(count, holdings=holdings, shared=shared)


def _completed(
    fields: tuple[Field, ...], entry: Mapping[str, Value], *, is_entry: bool
) -> dict[str, Value]:
    found = dict(entry)
    for field in fields:
        is_none = is_entry and not field.unknown and field.default is None
        none = _nothing(field.shape) if is_none else field.default
        if field.name not in found and none is not None:
            found[field.name] = none
        own = found.get(field.name)
        if isinstance(own, Mapping) and isinstance(field.shape, MapOf):
            found[field.name] = _all_kinds(field.shape, own)
    return found


def _all_kinds(shape: MapOf, told: Mapping[str, Value]) -> Mapping[str, Value]:
    """Add the kinds that a map of pieces does not name."""
    none = _nothing(shape.each)
    if none is None or not isinstance(shape.keys, Choice):
        return told
    return {**dict.fromkeys(shape.keys.words, none), **told}


def _nothing(shape: FieldType) -> Value | None:
    """Give what is there of a number, list or map that is left out; None of anything else."""
    if isinstance(shape, Integer):
        return 0
    if isinstance(shape, ListOf):
        return ()
    return {} if isinstance(shape, MapOf) else None
