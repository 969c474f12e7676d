"""The margin of a blank form: which setup is this table's, and the rules that are asked most."""

from __future__ import annotations

from msgspec import Struct

from referee.core.roundsheet import Grid, QuickReference, ScoringEntry
from referee.core.rulebook import Rule
from referee.render.paper import Paper


class Beside(Struct, frozen=True, kw_only=True):
    """What is printed beside a form; ``own`` is the row of the setup that is this table's."""

    setup: Grid
    own: int | None
    scoring: tuple[ScoringEntry, ...]
    asked: tuple[Rule, ...]


def beside(paper: Paper, margin: QuickReference) -> Beside:
    """Draw up the margin of a form.

    >>> from referee.core.roundsheet import RoundSheet
    >>> from referee.core.say import Say
    >>> setup = Grid(Say("Setup"), (Say("players"), Say("pebbles")), ((2, 20), (3, 28)))
    >>> margin = QuickReference(setup=setup, scoring=(), rules_asked_most=())
    >>> sheet = RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana", "Bo"), rows=())
    >>> paper = Paper(sheet=sheet, head=(), foot=(), language="", rules=(), margin=margin)
    >>> beside(paper, margin).own
    0
    """
    counts = [str(row[0]) for row in margin.setup.rows]
    sitting = str(len(paper.sheet.seats) if paper.sitting is None else paper.sitting)
    rules = {rule.rule_id: rule for rule in paper.rules}
    return Beside(
        setup=margin.setup,
        own=counts.index(sitting) if sitting in counts else None,
        scoring=margin.scoring,
        asked=tuple(rules[str(ref)] for ref in margin.rules_asked_most if str(ref) in rules),
    )
