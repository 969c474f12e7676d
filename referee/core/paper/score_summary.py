"""A printed final score: its rows in one order, what broke ties, and what the audit found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

from msgspec import Struct

from referee.core.paper.wording import VERDICT_WORDS, cited, in_a_line, rule_ids, text_of
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import Change, Correction, CorrectionKind, FieldPath, Ruling
from referee.core.say import Fact, Say, join, join_or, plural
from referee.core.scoring.score import PlayerScore, ScoreLine, Scoresheet, ranks

RowKey: TypeAlias = tuple[Say, int]
"""A line's label, and its index among its player's lines with that label."""


NO_PROBLEM: Final = Say("No problem found.")


class Summary(Struct, frozen=True, kw_only=True):
    """What a score table shows: the sheet, the audit and its lines, and what was not checked.

    For a session, ``entries`` has the entry that counted each place of the count, and ``behind``
    the entries that changed the holdings from which a player's row is counted; None if unused.
    """

    sheet: Scoresheet
    audit: tuple[Ruling, ...]
    game: str
    title: str = ""
    book: Rulebook
    lines: Mapping[FieldPath, int]
    unchecked: tuple[Say, ...] = ()
    entries: Mapping[FieldPath, int] = {}
    behind: Mapping[tuple[str, Say], tuple[int, ...]] | None = None

    def entries_behind(self, player: str, label: Say) -> tuple[int, ...]:
        """Return the numbers in the log of the entries from which a player's row is counted."""
        found = (self.behind or {}).get((player, label))
        if found:
            return found
        own = (n for path, n in self.entries.items() if path[:2] == ("holdings", player))
        return tuple(sorted(set(own)))

    @property
    def is_confirmed(self) -> bool:
        """Whether the audit found nothing that would change the scores."""
        return not any(finding.verdict.stops_play for finding in self.audit)

    @property
    def ranked(self) -> Iterator[tuple[PlayerScore, int | None]]:
        """Return each score with its rank, in order of seating; no ranks if all have lost."""
        scores = self.sheet.scores
        return zip(scores, ranks(scores) if self.is_ranked else [None] * len(scores), strict=True)

    @property
    def row_order(self) -> list[RowKey]:
        """Return every row that can occur, in the order of the rulebook; unknown rows come last."""
        found = row_order(self.sheet.scores, self.sheet.rows)
        known = {label for label, _ in found}
        place = {label: n for n, label in enumerate(self.sheet.rows)}
        missing = [(label, 0) for label in self.sheet.rows if label not in known]
        return sorted((*found, *missing), key=lambda key: place.get(key[0], len(place)))

    @property
    def by_place(self) -> list[tuple[PlayerScore, int | None]]:
        """Return each score with its rank, the best first."""
        return sorted(self.ranked, key=lambda each: each[1] or 0)

    @property
    def is_ranked(self) -> bool:
        """Whether a player with a score has won; players who all lose together have no ranks."""
        return bool({score.player for score in self.sheet.scores} & {*self.sheet.outcome.winners})


def not_checked(unchecked: Sequence[Say]) -> Say:
    """Name what the audit could not check.

    >>> str(not_checked((Say("who was captain"), Say("the sack (sack:)"))))
    'Not checked: who was captain; the sack (sack:).'
    """
    if not unchecked:
        return Say("Everything was checked.")
    return Say("Not checked: {what}.", what=join(unchecked, "; "))


class TieRow(Struct, frozen=True):
    """A tie-breaker that was compared: the values, and whether it decided anything.

    A player who was not tied has None.
    """

    label: Say
    values: tuple[Fraction | None, ...]
    has_decided: bool
    rules: tuple[RuleRef, ...]


def keyed_lines(score: PlayerScore) -> dict[RowKey, ScoreLine]:
    """Assign each line of a player to its row.

    >>> line = ScoreLine(Say("pebbles"), Fraction(2), Say(""), ())
    >>> [nth for _, nth in keyed_lines(PlayerScore("Ana", (line, line)))]
    [0, 1]
    """
    keyed: dict[RowKey, ScoreLine] = {}
    seen = Counter[Say]()
    for line in score.lines:
        keyed[line.label, seen[line.label]] = line
        seen[line.label] += 1
    return keyed


def row_order(scores: Sequence[PlayerScore], rows: Sequence[Say] = ()) -> list[RowKey]:
    """Order the rows that somebody has: as in ``rows``, if the game lists all that it can have.

    Otherwise in the order of first occurrence, but never against the order of a player's own lines;
    if two players' orders contradict each other, the first one wins.

    >>> def score(*labels: str) -> PlayerScore:
    ...     lines = (ScoreLine(Say(label), Fraction(1), Say(""), ()) for label in labels)
    ...     return PlayerScore("Ana", tuple(lines))
    >>> rows = row_order([score("gold", "black"), score("gold", "silver", "black")])
    >>> [str(label) for label, _ in rows]
    ['gold', 'silver', 'black']
    """
    from heapq import heapify, heappop, heappush  # not needed for a ruling

    columns = [list(keyed_lines(score)) for score in scores]
    if rows:
        at = {row: n for n, row in enumerate(rows)}
        found = dict.fromkeys(chain.from_iterable(columns))
        return sorted(found, key=lambda key: (at.get(key[0], len(rows)), key[1]))
    place = {key: n for n, key in enumerate(dict.fromkeys(chain.from_iterable(columns)))}
    followers: list[list[int]] = [[] for _ in place]
    waits = [0] * len(place)  # the number of rows that must come first
    for column in columns:
        for before, key in pairwise(column):
            followers[place[before]].append(place[key])
            waits[place[key]] += 1
    free = [n for n, count in enumerate(waits) if not count]
    heapify(free)
    done: dict[int, None] = {}
    for first in range(len(place)):  # in a circle, the first row seen goes first
        while free or first not in done:
            here = heappop(free) if free else first
            if here in done:
                continue
            done[here] = None
            for each in followers[here]:
                waits[each] -= 1
                if not waits[each]:
                    heappush(free, each)
    keys = list(place)
    return [keys[n] for n in done]


def tie_rows(scores: Sequence[PlayerScore]) -> list[TieRow]:
    """List the tie-breakers that were compared, because players were equal in all before.

    >>> from referee.core.scoring.score import TieBreaker
    >>> def score(points: int, black: int) -> PlayerScore:
    ...     line = ScoreLine(Say("pebbles"), Fraction(points), Say(""), ())
    ...     return PlayerScore("Ana", (line,), (TieBreaker(Say("black"), Fraction(black), ()),))
    >>> [(str(row.label), row.has_decided) for row in tie_rows([score(5, 1), score(5, 0)])]
    [('black', True)]
    >>> tie_rows([score(5, 1), score(4, 1)])
    []
    """
    depths = range(max((len(score.tie_breakers) for score in scores), default=0))
    rows = (_tie_row(scores, depth) for depth in depths)
    return [row for row in rows if any(value is not None for value in row.values)]


def _tie_row(scores: Sequence[PlayerScore], depth: int) -> TieRow:
    """Return the row of a tie-breaker, by its index; values only for players equal before it."""
    sharing: dict[tuple[Fraction, ...], list[Fraction]] = {}
    concerned = [score for score in scores if depth < len(score.tie_breakers)]
    for score in concerned:
        own = score.tie_breakers[depth].value
        sharing.setdefault(score.sort_key[: depth + 1], []).append(own)
    values = (
        score.tie_breakers[depth].value
        if score in concerned and len(sharing[score.sort_key[: depth + 1]]) > 1
        else None
        for score in scores
    )
    first = concerned[0].tie_breakers[depth]
    has_decided = any(len({*different}) > 1 for different in sharing.values())
    return TieRow(first.label, tuple(values), has_decided, first.rules)


_SHOWN: Final = 4
"""The most corrections shown, unless all are wanted."""


def lines_about(finding: Ruling, lines: Mapping[FieldPath, int]) -> list[int]:
    """List the lines of the file that a finding concerns, in order.

    A place without a line of its own is on the line of the part of the file that contains it.

    >>> from referee.core.ruling import impossible
    >>> finding = impossible("Too much gold.").concerning([("holdings", "Ana", "gold")])
    >>> lines_about(finding, {("holdings", "Ana"): 7, ("holdings",): 5})
    [7]
    """
    found = {place_of(path, lines) for path in finding.fields}
    return sorted(line for line in found if line is not None)


def place_of(path: FieldPath, places: Mapping[FieldPath, int]) -> int | None:
    """Return the line or entry of a value, or of the part that contains it."""
    starts = (path[:size] for size in range(len(path), 0, -1))
    return next((places[start] for start in starts if start in places), None)


def lines_said(finding: Ruling, lines: Mapping[FieldPath, int]) -> str:
    """Name the lines of the file that a finding concerns; empty if there are none.

    >>> from referee.core.ruling import impossible
    >>> finding = impossible("Too much gold.").concerning([("holdings", "Ana", "gold")])
    >>> lines_said(finding, {("holdings", "Ana"): 7})
    'line 7'
    """
    found = tuple(map(str, lines_about(finding, lines)))
    return str(plural(len(found), "line {lines}", "lines {lines}", lines=found)) if found else ""


def finding_text(
    finding: Ruling,
    lines: Mapping[FieldPath, int],
    style: Callable[[str], str] = str,
    *,
    where: str = "",
) -> str:
    """Word a finding in one line; ``style`` is called with the verdict, and can colour it.

    ``where`` names its places instead of the lines of a file.

    >>> from referee.core.ruling import impossible
    >>> finding_text(impossible("The box holds 16."), {})
    'Impossible: The box holds 16.'
    """
    word = style(text_of(VERDICT_WORDS[finding.verdict]))
    said = str(Say("{verdict}: {reason}", verdict=word, reason=text_of(finding.reason)))
    where = where or lines_said(finding, lines)
    return cited(said, in_a_line((rule_ids(finding.rules), where)))


def correction_text(
    finding: Ruling, entries: Mapping[FieldPath, int], *, everything: bool = False
) -> str:
    """Word which number to count again; empty if there is no correction to show."""
    said = correction_said(finding, entries, everything=everything)
    return text_of(said) if said else ""


def correction_said(
    finding: Ruling, entries: Mapping[FieldPath, int], *, everything: bool = False
) -> Say | None:
    """Say which number to count again; None for a finding that the table decides.

    At most four values are named, each once with its nearest correction; with ``everything`` all.
    ``entries`` are the numbers of the entries in which a session counted the values.
    """
    if not finding.verdict.stops_play:
        return None
    said = []
    alone = [each for each in finding.corrections if each.kind is CorrectionKind.MISCOUNTED]
    if alone:
        shown = list(_counted_again(alone, entries, everything=everything))
        said.append(Say("Count again: {what}.", what=_shortened(shown, everything=everything)))
    elif finding.corrections:
        shown = [_slip(each) for each in finding.corrections]
        said.append(Say("Perhaps {what}.", what=_shortened(shown, everything=everything)))
    elif finding.tried_all:
        said.append(Say("No single number explains it."))
    if not finding.tried_all:
        said.append(Say("Not all corrections were tried."))
    return join(said, " ") if said else None


def _shortened(shown: Sequence[Say], *, everything: bool) -> Say:
    more = 0 if everything else max(0, len(shown) - _SHOWN)
    listed = join(shown[: len(shown) - more], ", ")
    return Say("{listed}, and {n} more", listed=listed, n=more) if more else listed


def _counted_again(
    corrections: Sequence[Correction], entries: Mapping[FieldPath, int], *, everything: bool
) -> Iterator[Say]:
    """Name each value once, with its corrections; a field is not repeated for the next player."""
    fits: dict[FieldPath, list[Change]] = {}
    for correction in corrections:
        fits.setdefault(correction.changes[0].path, []).append(correction.changes[0])
    before = None
    for path, changes in fits.items():
        first = changes[0]
        others = changes if everything else changes[:1]
        facts: dict[str, Fact] = {
            "name": first.owner,
            "field": first.label,
            "told": _value(first.told),
            "fits": join_or([_value(each.instead) for each in others]),
        }
        said = "{name}'s {field} ({told}; {fits} fits)"
        if not first.owner:
            said = "{field} ({told}; {fits} fits)"
        elif first.label == before:
            said = "{name}'s ({told}; {fits} fits)"
        entry = place_of(path, entries)
        before = first.label
        one = Say(said, **facts)
        yield one if entry is None else Say("entry {entry}, {what}", entry=entry, what=one)


def _slip(correction: Correction) -> Say:
    """Say which two values may have been moved or exchanged."""
    one, other = correction.changes
    facts: dict[str, Fact] = {
        "name": one.owner,
        "other": other.owner,
        "field": one.label,
        "first": _value(one.instead),
        "second": _value(other.instead),
    }
    if correction.kind is CorrectionKind.MOVED:
        n = one.told - one.instead if isinstance(one.told, int) else 1
        return plural(
            n,
            "{n} of {name}'s {field} belongs to {other} ({first} and {second} fit)",
            "{n} of {name}'s {field} belong to {other} ({first} and {second} fit)",
            **facts,
        )
    if isinstance(one.told, Mapping):
        return Say("the entries of {name} and {other} are exchanged", **facts)
    if one.owner == other.owner:
        said = "{name}'s {field} and {field2} are exchanged ({first} and {second} fit)"
        return Say(said, field2=other.label, **facts)
    said = "the {field} of {name} and {other} are exchanged ({first} and {second} fit)"
    return Say(said, **facts)


def _value(value: Any) -> Fact:  # noqa: ANN401 - of any shape
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return join([_value(each) for each in value], "+") if value else "none"
    return value if isinstance(value, int) else str(value)
