"""Which rows a score table has: the lines of all players in one order, and what broke ties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.score import PlayerScore, ScoreLine

RowKey: TypeAlias = tuple[Say, int]
"""A line's label, and the how-manieth line of that label it is for its player, from 0."""


class TieRow(Struct, frozen=True):
    """A tie-breaker that was looked at: the values compared, and whether it parted anybody.

    A player whom it did not concern has None.
    """

    label: Say
    values: tuple[Fraction | None, ...]
    has_decided: bool
    cites: tuple[RuleRef, ...]


def keyed_lines(score: PlayerScore) -> dict[RowKey, ScoreLine]:
    """Give each line of a player the row it stands in.

    >>> line = ScoreLine(Say("pebbles"), Fraction(2), Say(""), ())
    >>> [nth for _, nth in keyed_lines(PlayerScore("Ana", (line, line)))]
    [0, 1]
    """
    keyed: dict[RowKey, ScoreLine] = {}
    for line in score.lines:
        nth = sum(label == line.label for label, _ in keyed)
        keyed[line.label, nth] = line
    return keyed


def row_order(scores: Sequence[PlayerScore]) -> list[RowKey]:
    """Order the rows as first seen, but never against the order of a player's own lines.

    Where two players' orders contradict each other, the one seen first stands.

    >>> def score(*labels: str) -> PlayerScore:
    ...     lines = (ScoreLine(Say(label), Fraction(1), Say(""), ()) for label in labels)
    ...     return PlayerScore("Ana", tuple(lines))
    >>> rows = row_order([score("gold", "black"), score("gold", "silver", "black")])
    >>> [str(label) for label, _ in rows]
    ['gold', 'silver', 'black']
    """
    columns = [list(keyed_lines(score)) for score in scores]
    before: dict[RowKey, set[RowKey]] = {}
    for column in columns:
        for n, key in enumerate(column):
            before.setdefault(key, set()).update(column[:n])
    left = list(before)
    ordered: list[RowKey] = []
    while left:
        free = (key for key in left if not before[key] & set(left))
        ordered.append(next(free, left[0]))
        left.remove(ordered[-1])
    return ordered


def tie_rows(scores: Sequence[PlayerScore]) -> list[TieRow]:
    """List the tie-breakers that were looked at: some were equal in all that comes before.

    >>> from referee.core.score import TieBreaker
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
