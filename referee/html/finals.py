"""The final score as it is printed: the table, how the points add up, and what speaks against."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.score import ScoreLine, TieBreaker
from referee.core.score_summary import TieRow, Told, finding_words, keyed_lines, row_order, tie_rows


class LineRow(Struct, frozen=True):
    """What scored, and how much for whom; None for those whom it did not."""

    label: Say
    points: tuple[Fraction | None, ...]
    cites: tuple[RuleRef, ...]


class Sum(Struct, frozen=True):
    """The lines of one player, which add up to the total, and what would break a tie."""

    player: str
    lines: tuple[ScoreLine, ...]
    total: Fraction
    rank: int
    tie_breakers: tuple[TieBreaker, ...]


class Final(Struct, frozen=True, kw_only=True):
    """All that is printed of a final score."""

    players: tuple[str, ...]
    is_confirmed: bool
    rows: tuple[LineRow, ...]
    sums: tuple[Sum, ...]
    ties: tuple[TieRow, ...]
    outcome: Say
    outcome_cites: tuple[RuleRef, ...]
    findings: tuple[str, ...]


def final_of(told: Told) -> Final:
    """Draw up a final score for the page.

    >>> from referee.core.rulebook import Edition, Rulebook
    >>> from referee.core.score import PlayerScore, Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)), PlayerScore("Bo", ()))
    >>> final = final_of(Told(sheet=Scoresheet(scores, decide(scores)), audit=(), lines={},
    ...     game="pebble-fair", book=Rulebook(game="pebble-fair", version=1, digest="",
    ...     prefix="PEB", players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={})))
    >>> final.rows[0].points, [each.rank for each in final.sums]
    ((Fraction(12, 1), None), [1, 2])
    """
    return Final(
        players=tuple(score.player for score in told.sheet.scores),
        is_confirmed=told.is_confirmed,
        rows=tuple(_rows(told)),
        sums=tuple(
            Sum(s.player, s.lines, s.total, rank, s.tie_breakers) for s, rank in told.ranked
        ),
        ties=tuple(tie_rows(told.sheet.scores)),
        outcome=told.sheet.outcome.said,
        outcome_cites=told.sheet.outcome.rules,
        findings=tuple(finding_words(each, told.lines) for each in told.audit),
    )


def exact(points: Fraction) -> str:
    """Write points that are not whole as one fraction beside what players say; else nothing.

    >>> exact(Fraction(7, 2)), exact(Fraction(3)), exact(Fraction(1, 2))
    ('7/2', '', '')
    """
    return str(points) if points.denominator > 1 and abs(points) > 1 else ""


def _rows(told: Told) -> Iterator[LineRow]:
    scores = told.sheet.scores
    keyed = [keyed_lines(score) for score in scores]
    for key in row_order(scores):
        lines = [each.get(key) for each in keyed]
        cites = dict.fromkeys(ref for line in lines if line for ref in line.rules)
        yield LineRow(key[0], tuple(line.points if line else None for line in lines), (*cites,))
