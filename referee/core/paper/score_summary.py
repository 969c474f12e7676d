"""The parts of a printed final score: its rows in one order, and what broke ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import FieldPath, Ruling
from referee.core.say import Say, join
from referee.core.scoring.score import PlayerScore, ScoreLine, Scoresheet, ranks

RowKey: TypeAlias = tuple[Say, int]
"""A line's label, and the how-manieth line of that label it is for its player, from 0."""


NO_PROBLEM: Final = Say("No problem found.")


class Summary(Struct, frozen=True, kw_only=True):
    """What a score table shows: the sheet, the audit and its lines, and what was not checked.

    Of a session, ``entries`` has the entry in which each place of the count was counted.
    """

    sheet: Scoresheet
    audit: tuple[Ruling, ...]
    game: str
    title: str = ""
    book: Rulebook
    lines: Mapping[FieldPath, int]
    unchecked: tuple[Say, ...] = ()
    entries: Mapping[FieldPath, int] = {}

    @property
    def is_confirmed(self) -> bool:
        """Whether the audit found nothing that would change the scores."""
        return not any(finding.verdict.stops_play for finding in self.audit)

    @property
    def ranked(self) -> Iterator[tuple[PlayerScore, int]]:
        """Give each score with its rank, in order of seating."""
        return zip(self.sheet.scores, ranks(self.sheet.scores), strict=True)


def not_checked(unchecked: Sequence[Say]) -> Say:
    """Name what the audit could not check.

    >>> str(not_checked((Say("who was captain"), Say("the sack (sack:)"))))
    'Not checked: who was captain; the sack (sack:).'
    """
    if not unchecked:
        return Say("Everything was checked.")
    return Say("Not checked: {what}.", what=join(unchecked, "; "))


class TieRow(Struct, frozen=True):
    """A tie-breaker that was looked at: the values compared, and whether it decided anything.

    A player whom it did not concern has None.
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
    seen: dict[Say, int] = {}
    for line in score.lines:
        nth = seen.get(line.label, 0)
        seen[line.label] = nth + 1
        keyed[line.label, nth] = line
    return keyed


def row_order(scores: Sequence[PlayerScore]) -> list[RowKey]:
    """Order the rows as first seen, but never against the order of a player's own lines.

    Where two players' orders contradict each other, the one seen first wins.

    >>> def score(*labels: str) -> PlayerScore:
    ...     lines = (ScoreLine(Say(label), Fraction(1), Say(""), ()) for label in labels)
    ...     return PlayerScore("Ana", tuple(lines))
    >>> rows = row_order([score("gold", "black"), score("gold", "silver", "black")])
    >>> [str(label) for label, _ in rows]
    ['gold', 'silver', 'black']
    """
    from heapq import heapify, heappop, heappush  # a ruling needs none of it

    columns = [list(keyed_lines(score)) for score in scores]
    place = {key: n for n, key in enumerate(dict.fromkeys(chain.from_iterable(columns)))}
    behind: list[list[int]] = [[] for _ in place]
    waits = [0] * len(place)  # for how many of the rows right before it each still waits
    for column in columns:
        for before, key in pairwise(column):
            behind[place[before]].append(place[key])
            waits[place[key]] += 1
    free = [n for n, count in enumerate(waits) if not count]
    heapify(free)
    done: dict[int, None] = {}
    for first in range(len(place)):  # whichever waits for itself goes in as first seen
        while free or first not in done:
            here = heappop(free) if free else first
            if here in done:
                continue
            done[here] = None
            for each in behind[here]:
                waits[each] -= 1
                if not waits[each]:
                    heappush(free, each)
    keys = list(place)
    return [keys[n] for n in done]


def tie_rows(scores: Sequence[PlayerScore]) -> list[TieRow]:
    """List the tie-breakers that were looked at: some were equal in all that comes before.

    >>> from referee.core.scoring.score import TieBreaker
    >>> def score(points: int, black: int) -> PlayerScore:
    ...     line = ScoreLine(Say("pebbles"), Fraction(points), Say(""), ())
    ...     return PlayerScore("Ana", (line,), (TieBreaker(Say("black"), Fraction(black), ()),))
    >>> [(str(row.label), row.has_decided) for row in tie_rows([score(5, 1), score(5, 0)])]
    [('black', True)]
    >>> tie_rows([score(5, 1), score(4, 1)])
    []
    """
    rows = []
    for depth in range(max((len(score.tie_breakers) for score in scores), default=0)):
        row = _tie_row(scores, depth)
        if any(value is not None for value in row.values):
            rows.append(row)
    return rows


def _tie_row(scores: Sequence[PlayerScore], depth: int) -> TieRow:
    """Tell what the tie-breaker at this depth, from 0, was compared for."""
    sharing: dict[tuple[Fraction, ...], set[Fraction]] = {}
    seen: list[tuple[Fraction, ...]] = []
    concerned = [score for score in scores if depth < len(score.tie_breakers)]
    for score in concerned:
        seen.append(score.sort_key[: depth + 1])
        sharing.setdefault(seen[-1], set()).add(score.tie_breakers[depth].value)
    values = (
        score.tie_breakers[depth].value
        if score in concerned and seen.count(score.sort_key[: depth + 1]) > 1
        else None
        for score in scores
    )
    first = concerned[0].tie_breakers[depth]
    has_decided = any(len(different) > 1 for different in sharing.values())
    return TieRow(first.label, tuple(values), has_decided, first.rules)
