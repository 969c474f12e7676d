"""Points, their lines, tie-breakers and who wins; a total is only ever the sum of its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import RuleLike, RuleRef, rule_refs
from referee.core.say import Say, join, plural
from referee.core.table import Player


class ScoreLine(Struct, frozen=True):
    """One reason for points: its label, the points, how they were computed, and by which rules.

    ``short`` is the label after a number, as in ``3 pebbles``.
    """

    label: Say
    points: Fraction
    working: Say
    rules: tuple[RuleRef, ...]
    short: Say | None = None


def score_line(label: Say, points: int | Fraction, working: Say, *rules: RuleLike) -> ScoreLine:
    """Return one line of a score, with its rules.

    >>> score_line(Say("pebbles"), 3, Say("3 x 1"), "PEB-3.1").points
    Fraction(3, 1)
    """
    return ScoreLine(label, Fraction(points), working, rule_refs(rules))


class TieBreaker(Struct, frozen=True):
    """A number that decides between equal totals; more is better."""

    label: Say
    value: Fraction
    rules: tuple[RuleRef, ...]


class PlayerScore(Struct, frozen=True):
    """The lines of one player, in the order of the rulebook, and the tie-breakers in theirs."""

    player: Player
    lines: tuple[ScoreLine, ...]
    tie_breakers: tuple[TieBreaker, ...] = ()

    @property
    def total(self) -> Fraction:
        """Return the sum of the lines; the total is not stored."""
        return sum((line.points for line in self.lines), Fraction())

    @property
    def sort_key(self) -> tuple[Fraction, ...]:
        """The total, then the tie-breakers, as the ranking compares them."""
        return (self.total, *(each.value for each in self.tie_breakers))


class Outcome(Struct, frozen=True):
    """Who wins, in order of seating, and the sentence that says why."""

    winners: tuple[Player, ...]
    said: Say
    rules: tuple[RuleRef, ...]


class Scoresheet(Struct, frozen=True):
    """The scores in order of seating, and the outcome.

    ``rows`` are the labels of all lines that can occur, in the order of the rulebook.
    """

    scores: tuple[PlayerScore, ...]
    outcome: Outcome
    rows: tuple[Say, ...] = ()

    def in_order(self, rows: tuple[Say, ...]) -> Scoresheet:
        """Return the same scores with everybody's lines in the order of these rows."""
        places = {row: at for at, row in enumerate(rows)}

        def place(line: ScoreLine) -> int:
            return places.get(line.label, len(rows))

        scores = (replace(each, lines=tuple(sorted(each.lines, key=place))) for each in self.scores)
        return replace(self, scores=tuple(scores), rows=rows)


def ranks(scores: Sequence[PlayerScore]) -> tuple[int, ...]:
    """Rank the scores, 1 for the best; equals share a rank and the next one is left out.

    The ranks are in the order of the scores. No score gives no rank.
    """
    keys = [score.sort_key for score in scores]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def decide(
    scores: Sequence[PlayerScore],
    *rules: RuleLike,
    worded: Callable[[Fraction], Say] | None = None,
) -> Outcome:
    """Name the winner or winners, and what decided: the points, or a tie-breaker by name.

    ``rules`` is the rule that says who wins, ``worded`` words the room's own points, such as
    nuggets. Expects at least one score.
    """
    ranked = ranks(scores)
    winners = tuple(s.player for s, rank in zip(scores, ranked, strict=True) if rank == 1)
    best = scores[ranked.index(1)]
    points = (worded or counted_points)(best.total)
    rivals = [s for s in scores if s.total == best.total and s.player not in winners]
    if not rivals:
        return Outcome(winners, _plain_win(winners, points), rule_refs(rules))
    depth = max(_parted_at(best, rival) for rival in rivals)
    decider = best.tie_breakers[depth - 1]
    decided = Say(
        "{rivals} had as many points; {label} decided, {most} to {next}.",
        rivals=tuple(rival.player for rival in rivals),
        label=decider.label,
        most=decider.value,
        next=max(s.sort_key[depth] for s in rivals if _parted_at(best, s) == depth),
    )
    said = join((_plain_win(winners, points), decided), " ")
    return Outcome(winners, said, rule_refs((*rules, *decider.rules)))


def counted_points(points: Fraction) -> Say:
    """Word a number of points, fractions and all.

    >>> str(counted_points(Fraction(1))), str(counted_points(Fraction(7, 3)))
    ('1 point', '7/3 points')
    """
    if points.denominator == 1:
        return plural(int(points), "{n} point", "{n} points")
    return Say("{n} points", n=points)


def _plain_win(winners: tuple[Player, ...], points: Say) -> Say:
    if len(winners) == 1:
        return Say("{winner} wins with {points}.", winner=winners[0], points=points)
    return Say("{winners} share the win with {points}.", winners=winners, points=points)


def _parted_at(best: PlayerScore, rival: PlayerScore) -> int:
    """Find the first part of the sort key in which the two differ; 0 is the total."""
    pairs = zip(best.sort_key, rival.sort_key, strict=True)
    return next(depth for depth, (own, other) in enumerate(pairs) if own != other)
