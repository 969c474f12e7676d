"""A score table as records: for spreadsheets and for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling
from referee.core.score import PlayerScore, ScoreLine, Scoresheet, ranks
from referee.render.findings import finding_said, lines_about
from referee.render.formats import Format, number
from referee.render.grids import draw
from referee.render.pages import ids
from referee.render.text import mixed, worded


class Told(Struct, frozen=True, kw_only=True):
    """What a score table tells: the sheet, the audit, and where the audited lines stand."""

    sheet: Scoresheet
    audit: tuple[Ruling, ...]
    game: str
    book: Rulebook
    lines: Mapping[FieldPath, int]

    @property
    def is_confirmed(self) -> bool:
        """Whether the audit leaves the scores standing."""
        return not any(finding.verdict.stops_play for finding in self.audit)

    @property
    def ranked(self) -> Iterator[tuple[PlayerScore, int]]:
        """Give each score with its rank, in order of seating."""
        return zip(self.sheet.scores, ranks(self.sheet.scores), strict=True)


def records(told: Told) -> str:
    """Write one record per line of each player; who has no line has one record without.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> told = Told(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> print(records(told), end="")
    player,rank,total,line,points,working,rules,confirmed
    Ana,1,12,pebbles,12,4 x 3,PEB-5.1,yes
    """
    columns = ("player", "rank", "total", "line", "points", "working", "rules", "confirmed")
    rows = []
    for score, rank in told.ranked:
        head = (score.player, str(rank), mixed(score.total))
        lines = [
            (worded(each.label), mixed(each.points), worded(each.working), ids(each.rules))
            for each in score.lines
        ]
        confirmed = "yes" if told.is_confirmed else "no"
        rows += [(*head, *line, confirmed) for line in lines or [("", "", "", "")]]
    return draw(columns, rows, Format.CSV)


def for_programs(told: Told) -> dict[str, object]:
    """Give other programs all there is, tie-breakers and exact points among it.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, RuleRef
    >>> from referee.core.say import Say
    >>> from referee.core.score import decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)),)
    >>> told = Told(sheet=Scoresheet(scores, decide(scores)), audit=(), game="pebble-fair",
    ...     lines={}, book=Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB",
    ...     players=(2, 4), edition=Edition("Pebble Fair", "en", ""), rules={}))
    >>> for_programs(told)["winners"], for_programs(told)["ok"]
    (('Ana',), True)
    """
    outcome = told.sheet.outcome
    return {
        "schema": 1,
        "ok": told.is_confirmed,
        "game": told.game,
        "rulebook": {"version": told.book.version, "digest": told.book.digest},
        "scores": [_score_for_programs(score, rank) for score, rank in told.ranked],
        "winners": outcome.winners,
        "outcome": outcome.said,
        "outcome_rules": outcome.rules,
        "audit": [finding_said(each, lines_about(each, told.lines)) for each in told.audit],
    }


def _score_for_programs(score: PlayerScore, rank: int) -> dict[str, object]:
    return {
        "player": score.player,
        "rank": rank,
        "total": number(score.total),
        "exact": score.total,
        "lines": [_line_for_programs(line) for line in score.lines],
        "tie_breakers": [
            {"label": each.label, "value": number(each.value), "rules": each.rules}
            for each in score.tie_breakers
        ],
    }


def _line_for_programs(line: ScoreLine) -> dict[str, object]:
    return {
        "label": line.label,
        "points": number(line.points),
        "exact": line.points,
        "working": line.working,
        "rules": line.rules,
    }
