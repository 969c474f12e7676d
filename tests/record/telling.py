"""What can be seen of the values that a room hands over, as JSON that no later shape changes.

The names in these maps are the recordings' own: where a class or a field of ours is named
anew, this module reads the new name and writes the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

import msgspec

from referee.core.answers.choices import Answers
from referee.core.game import Answer
from referee.core.paper.round_sheet import CardGrid, QuickReference, RoundSheet
from referee.core.play.stage import Step, Timer
from referee.core.rulebook import RuleRef
from referee.core.ruling import Ruling
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore, Scoresheet
from referee.core.table import Setup

Seen: TypeAlias = dict[str, Any]
MOST_OFFERS = 12
"""How many of the answers on offer are looked at where they are more."""


def plain(value: Any) -> Any:
    """Tell any value in lists, maps, numbers and words."""
    if isinstance(value, Say | Fraction | RuleRef):
        return str(value)
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {name: plain(each) for name, each in fields if not callable(each)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def seen_setup(setup: Setup) -> Seen:
    """Tell a table as the head of a journal does."""
    told: Seen = msgspec.to_builtins(setup)
    told["aside"] = told.pop("roles")
    return told


def seen_ruling(ruling: Ruling | Answer) -> Seen:
    """Tell a ruling or an answer: one text, and its rules in order, each once.

    What is announced behind the sentence belongs to that text, joined with one blank; the rules
    of the announcements come behind those of the event itself.
    """
    return {
        "verdict": str(ruling.verdict),
        "text": str(ruling.reason),
        "rules": _ids(ruling.rules),
        "because": plain(ruling.because),
    }


def seen_finding(finding: Ruling) -> Seen:
    """Tell a finding of the audit, and what it points at."""
    return {**seen_ruling(finding), "about": plain(finding.fields)}


def seen_step(step: Step) -> Seen:
    """Tell what is asked, what may be answered, and the same of the steps beside it."""
    return {
        "id": step.id,
        "player": step.player,
        "heading": str(step.heading),
        "question": str(step.ask),
        "context": plain(step.context),
        "default": step.default,
        "rules": _ids(step.rules),
        "answers": step.answers.size,
        "listed": plain(step.answers.numbered),
        "hint": str(step.answers.hint()),
        "offers": _offers(step.answers),
        "is_secret": step.hides_answer,
        "is_blind": step.hides_rulings,
        "timer": _timer(step.timer),
        "beside": [seen_step(beside) for beside in step.alternatives],
    }


def _timer(timer: Timer | None) -> Seen:
    filling = timer.filling if timer else 0
    return {"seconds": timer and timer.seconds, "filling": filling}


def seen_grid(grid: CardGrid) -> Seen:
    """Tell a table as it is printed."""
    return {
        "title": str(grid.title),
        "columns": plain(grid.columns),
        "rows": plain(grid.rows),
        "lines": plain(grid.lines),
    }


def seen_sheet(sheet: RoundSheet) -> Seen:
    """Tell a round sheet: rows, cells and entries, and what is drawn below."""
    rows = [
        {
            "round": plain(row.round),
            "what": str(row.what),
            "cells": plain(row.cells),
            "entries": plain(row.entries),
            "stands": row.is_standing,
        }
        for row in sheet.rows
    ]
    return {
        "title": str(sheet.title),
        "counts": str(sheet.counts),
        "columns": plain(sheet.columns),
        "rows": rows,
        "lines": plain(sheet.lines),
        "pictures": plain(sheet.diagrams),
    }


def seen_margin(margin: QuickReference) -> Seen:
    """Tell what stands beside a blank form."""
    scoring = [[str(each.label), str(each.worth), _ids(each.rules)] for each in margin.scoring]
    return {
        "setup": seen_grid(margin.setup),
        "scoring": scoring,
        "asked": _ids(margin.rules_asked_most),
    }


def seen_score(sheet: Scoresheet) -> Seen:
    """Tell all lines with their workings, the totals, and what decided."""
    outcome = sheet.outcome
    return {
        "scores": [_player_score(score) for score in sheet.scores],
        "winners": plain(outcome.winners),
        "outcome": str(outcome.said),
        "rules": _ids(outcome.rules),
    }


def seen_answer(answer: Answer) -> Seen:
    """Tell the answer to a dispute."""
    return {**seen_ruling(answer), "answer": plain(answer.results)}


def _player_score(score: PlayerScore) -> Seen:
    lines = [
        [str(line.label), str(line.points), str(line.working), _ids(line.rules)]
        for line in score.lines
    ]
    ties = [[str(tie.label), str(tie.value), _ids(tie.rules)] for tie in score.tie_breakers]
    return {"player": score.player, "total": str(score.total), "lines": lines, "ties": ties}


def _offers(answers: Answers[object]) -> list[str]:
    """Word all that is on offer, or so many of it, first and last included."""
    count = answers.size
    if count <= MOST_OFFERS:
        return [str(answers.offer(index)) for index in range(count)]
    draw = Random(count)
    indexes = {0, count - 1, *(draw.randrange(count) for _ in range(MOST_OFFERS - 2))}
    return [str(answers.offer(index)) for index in sorted(indexes)]


def _ids(rules: Sequence[RuleRef]) -> list[str]:
    return list(dict.fromkeys(ref.rule_id for ref in rules))
