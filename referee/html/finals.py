"""The final score as it is printed: the table, how the points add up, and what speaks against."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from referee.core.paper.score_summary import (
    Summary,
    TieRow,
    finding_text,
    keyed_lines,
    row_order,
    tie_rows,
)
from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.score import ScoreLine, TieBreaker


class LineRow(Struct, frozen=True):
    """What scored, and how much for whom; None for those whom it did not."""

    label: Say
    points: tuple[Fraction | None, ...]
    rules: tuple[RuleRef, ...]


class PlayerTotal(Struct, frozen=True):
    """The lines of one player, which add up to the total, and what would break a tie."""

    player: str
    lines: tuple[ScoreLine, ...]
    total: Fraction
    rank: int
    tie_breakers: tuple[TieBreaker, ...]


class FinalScore(Struct, frozen=True, kw_only=True):
    """All that is printed of a final score."""

    players: tuple[str, ...]
    is_confirmed: bool
    rows: tuple[LineRow, ...]
    totals: tuple[PlayerTotal, ...]
    ties: tuple[TieRow, ...]
    outcome: Say
    outcome_rules: tuple[RuleRef, ...]
    findings: tuple[str, ...]


def final_score(summary: Summary) -> FinalScore:
    """Draw up a final score for the page.

    >>> from referee.core.rulebook import Edition, Rulebook
    >>> from referee.core.score import PlayerScore, Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)), PlayerScore("Bo", ()))
    >>> final = final_score(Summary(sheet=Scoresheet(scores, decide(scores)), audit=(), lines={},
    ...     game="pebble-fair", book=Rulebook(game="pebble-fair", version=1, digest="",
    ...     prefix="PEB", players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={})))
    >>> final.rows[0].points, [each.rank for each in final.totals]
    ((Fraction(12, 1), None), [1, 2])
    """
    return FinalScore(
        players=tuple(score.player for score in summary.sheet.scores),
        is_confirmed=summary.is_confirmed,
        rows=tuple(_rows(summary)),
        totals=tuple(
            PlayerTotal(s.player, s.lines, s.total, rank, s.tie_breakers)
            for s, rank in summary.ranked
        ),
        ties=tuple(tie_rows(summary.sheet.scores)),
        outcome=summary.sheet.outcome.said,
        outcome_rules=summary.sheet.outcome.rules,
        findings=tuple(finding_text(each, summary.lines) for each in summary.audit),
    )


def exact_text(points: Fraction) -> str:
    """Write points that are not whole as one fraction beside what players say; else nothing.

    >>> exact_text(Fraction(7, 2)), exact_text(Fraction(3)), exact_text(Fraction(1, 2))
    ('7/2', '', '')
    """
    return str(points) if points.denominator > 1 and abs(points) > 1 else ""


def _rows(summary: Summary) -> Iterator[LineRow]:
    scores = summary.sheet.scores
    keyed = [keyed_lines(score) for score in scores]
    for key in row_order(scores):
        lines = [each.get(key) for each in keyed]
        rules = dict.fromkeys(ref for line in lines if line for ref in line.rules)
        yield LineRow(key[0], tuple(line.points if line else None for line in lines), (*rules,))
