"""An invented game, and names that are hard to align."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from fractions import Fraction

from wcwidth import wcswidth

from referee.core.rulebook import Edition, Rule, Rulebook, RuleRef, TableNumber
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore, ScoreLine, Scoresheet, TieBreaker, decide
from referee.core.table import Player

HARD_NAMES = (
    "小明",
    "ゆうこ",
    "Zo\u00eb",
    "Zoe\u0308",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "007",
    "=SUM(A1)",
    "a|b",
    "\x1b[31mred",
)

BOOK = Rulebook(
    game="pebble-fair",
    version=3,
    digest="d1",
    prefix="PEB",
    edition=Edition("Pebble Fair", "en", "000_example.txt"),
    players=(2, 10),
    rules={
        "PEB-1.1": Rule(rule_id="PEB-1.1", title="Box", text="28 pebbles.", enforced="code"),
        "PEB-5.1": Rule(
            rule_id="PEB-5.1",
            title="Plain pebbles",
            text="A plain pebble is worth 3 points.",
            source='section "Counting"',
            status="inferred",
            constants={"each": 3, "by_players": {2: 4, 3: 5}, "by_kind": {"plain": 20}},
            table_numbers={"bonus": TableNumber("the numbers of the help card", 6, "rain")},
            repairs=("The print reads 8.",),
            argument="docs/decisions/0007.md",
        ),
        "PEB-6.1": Rule(rule_id="PEB-6.1", title="The winner", text="Most points win."),
        "PEB-6.2": Rule(
            rule_id="PEB-6.2", title="Ties", text="Then the most mud.", status="ruling"
        ),
    },
)


def line(label: str, points: Fraction | int, working: str = "") -> ScoreLine:
    said = Say("{working}", working=working) if working else Say("")
    return ScoreLine(Say("{label}", label=label), Fraction(points), said, (RuleRef("PEB-5.1"),))


def score(player: str, *lines: ScoreLine, ties: Iterable[int] = ()) -> PlayerScore:
    """Make a score; ``ties`` are mud and moss."""
    breakers = (
        TieBreaker(Say(label), Fraction(value), (RuleRef("PEB-6.2"),))
        for label, value in zip(("mud", "moss"), ties, strict=False)
    )
    return PlayerScore(Player(player), lines, tuple(breakers))


def sheet(*scores: PlayerScore) -> Scoresheet:
    """Make a sheet whose outcome follows from the scores."""
    return Scoresheet(scores, decide(scores, "PEB-6.1"))


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def cells(text: str) -> int:
    """Measure a line as a terminal would; a control in it would give -1."""
    return wcswidth(text)


def cut(text: str, start: int, end: int) -> str:
    """Return what a terminal shows in the cells from start to before end."""
    before = [n for n in range(len(text) + 1) if cells(text[:n]) <= start]
    inside = [n for n in range(len(text) + 1) if cells(text[:n]) <= end]
    return text[before[-1] : inside[-1]]
