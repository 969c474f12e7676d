"""Audit findings: the verdict, the sentence, the rules, and the lines of the file they concern."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.ruling import FieldPath, Ruling
from referee.core.say import Say, plural
from referee.render.formats import Style
from referee.render.pages import ids
from referee.render.rulings import cited, verdict_word
from referee.render.text import worded


def lines_about(finding: Ruling, lines: Mapping[FieldPath, int]) -> list[int]:
    """Find the lines of the file that a finding concerns, from the first to the last.

    A place that the file does not spell out stands on the line of what it is part of.

    >>> from referee.core.ruling import impossible
    >>> finding = impossible("Too much gold.")
    >>> finding = Ruling(finding.verdict, finding.reason, (), (), (("holdings", "Ana", "gold"),))
    >>> lines_about(finding, {("holdings", "Ana"): 7, ("holdings",): 5})
    [7]
    """
    found = set()
    for place in finding.fields:
        starts = (place[:size] for size in range(len(place), 0, -1))
        found |= {lines[start] for start in [next((s for s in starts if s in lines), ())] if start}
    return sorted(found)


def finding_words(finding: Ruling, lines: Mapping[FieldPath, int], style: Style) -> str:
    """Tell a finding in one line.

    >>> from referee.core.ruling import impossible
    >>> finding_words(impossible("The box holds 16."), {}, Style())
    'Impossible: The box holds 16.'
    """
    word = verdict_word(finding.verdict, style)
    said = str(Say("{verdict}: {reason}", verdict=word, reason=worded(finding.reason)))
    numbers = lines_about(finding, lines)
    listed = tuple(map(str, numbers))
    where = str(plural(len(numbers), "line {lines}", "lines {lines}", lines=listed))
    return cited(said, "; ".join(filter(None, (ids(finding.rules), where if numbers else ""))))


def finding_said(finding: Ruling, lines: list[int]) -> dict[str, object]:
    """Give a finding to other programs.

    >>> from referee.core.ruling import impossible
    >>> finding_said(impossible("The box holds 16."), [7])["lines"]
    [7]
    """
    return {
        "verdict": finding.verdict.value,
        "reason": finding.reason,
        "rules": finding.rules,
        "lines": lines,
    }
