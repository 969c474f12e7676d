"""Everything that a game may import. Each name is loaded when it is first used.

What is seldom needed is in modules: ``reading``, ``drawing``, ``pads``, ``rounds``, ``depth``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec import Struct as Struct
    from msgspec.structs import replace as replace

    from referee.api import depth as depth
    from referee.api import drawing as drawing
    from referee.api import pads as pads
    from referee.api import reading as reading
    from referee.api import rounds as rounds
    from referee.core.answers.choices import NOTHING as NOTHING
    from referee.core.answers.choices import Answers as Answers
    from referee.core.answers.choices import Number as Number
    from referee.core.answers.choices import OneOf as OneOf
    from referee.core.answers.choices import SomePlayer as SomePlayer
    from referee.core.answers.choices import YesNo as YesNo
    from referee.core.answers.custom import CustomAnswer as CustomAnswer
    from referee.core.answers.custom import LazySequence as LazySequence
    from referee.core.answers.each import EachPlayer as EachPlayer
    from referee.core.answers.each import Ordering as Ordering
    from referee.core.answers.each import SomeOf as SomeOf
    from referee.core.answers.each import SomePlayers as SomePlayers
    from referee.core.answers.pieces import CardValues as CardValues
    from referee.core.answers.pieces import PieceCounts as PieceCounts
    from referee.core.fields import Boolean as Boolean
    from referee.core.fields import Choice as Choice
    from referee.core.fields import Field as Field
    from referee.core.fields import FileText as FileText
    from referee.core.fields import Integer as Integer
    from referee.core.fields import ListOf as ListOf
    from referee.core.fields import MapOf as MapOf
    from referee.core.fields import PlayerName as PlayerName
    from referee.core.fields import Record as Record
    from referee.core.fields import Seats as Seats
    from referee.core.fields import Text as Text
    from referee.core.fields import Value as Value
    from referee.core.game import Answer as Answer
    from referee.core.game import Facts as Facts
    from referee.core.game import Game as Game
    from referee.core.game import Question as Question
    from referee.core.game import judging as judging
    from referee.core.game import unknown_players as unknown_players
    from referee.core.game import wrong_number_of_players as wrong_number_of_players
    from referee.core.paper import SHARED as SHARED
    from referee.core.paper.lines import Paper as Paper
    from referee.core.paper.lines import SheetLine as SheetLine
    from referee.core.paper.lines import TableView as TableView
    from referee.core.paper.round_sheet import CardGrid as CardGrid
    from referee.core.paper.round_sheet import SheetCell as SheetCell
    from referee.core.paper.round_sheet import SheetCells as SheetCells
    from referee.core.play.course import Course as Course
    from referee.core.play.course import choices as choices
    from referee.core.play.event import Event as Event
    from referee.core.play.stage import Consequence as Consequence
    from referee.core.play.stage import Prompt as Prompt
    from referee.core.play.stage import Stage as Stage
    from referee.core.play.stage import Timer as Timer
    from referee.core.rulebook import Rulebook as Rulebook
    from referee.core.rulebook import RuleKey as RuleKey
    from referee.core.rulebook import RuleLike as RuleLike
    from referee.core.rulebook import RuleRef as RuleRef
    from referee.core.rulebook import per_count as per_count
    from referee.core.rulebook import per_players as per_players
    from referee.core.rulebook import rule_refs as rule_refs
    from referee.core.ruling import FieldPath as FieldPath
    from referee.core.ruling import Notice as Notice
    from referee.core.ruling import Ruling as Ruling
    from referee.core.ruling import Verdict as Verdict
    from referee.core.ruling import allowed as allowed
    from referee.core.ruling import forbidden as forbidden
    from referee.core.ruling import impossible as impossible
    from referee.core.ruling import table_call as table_call
    from referee.core.say import BadAnswer as BadAnswer
    from referee.core.say import BadText as BadText
    from referee.core.say import Example as Example
    from referee.core.say import Fact as Fact
    from referee.core.say import NumberMissing as NumberMissing
    from referee.core.say import RefereeError as RefereeError
    from referee.core.say import Say as Say
    from referee.core.say import TextProblem as TextProblem
    from referee.core.say import Vocabulary as Vocabulary
    from referee.core.say import identifier as identifier
    from referee.core.say import in_a_row as in_a_row
    from referee.core.say import join as join
    from referee.core.say import join_or as join_or
    from referee.core.say import plural as plural
    from referee.core.scoring.final import FinalScoring as FinalScoring
    from referee.core.scoring.score import Outcome as Outcome
    from referee.core.scoring.score import PlayerScore as PlayerScore
    from referee.core.scoring.score import ScoreLine as ScoreLine
    from referee.core.scoring.score import Scoresheet as Scoresheet
    from referee.core.scoring.score import TieBreaker as TieBreaker
    from referee.core.scoring.score import decide as decide
    from referee.core.scoring.score import score_line as score_line
    from referee.core.table import FinalCount as FinalCount
    from referee.core.table import HoldingsForm as HoldingsForm
    from referee.core.table import Options as Options
    from referee.core.table import Player as Player
    from referee.core.table import Setup as Setup
    from referee.core.table import SetupField as SetupField
    from referee.core.table import clockwise_from as clockwise_from
    from referee.core.table import next_clockwise as next_clockwise

_THEMES: dict[str, dict[str, str]] = {
    "a game": {
        "core.game": "Game",
        "msgspec": "Struct",
        "msgspec.structs": "replace",
    },
    "who sits at the table, and what was agreed": {
        "core.table": "Setup SetupField Player Options clockwise_from next_clockwise",
    },
    "the rulebook": {
        "core.rulebook": "Rulebook RuleKey RuleRef RuleLike per_players per_count rule_refs",
    },
    "what is said": {
        "core.say": "Say Example Fact Vocabulary identifier in_a_row join join_or plural",
    },
    "rulings": {
        "core.ruling": "Ruling Verdict FieldPath Notice allowed forbidden impossible table_call",
    },
    "events and the order in which they come": {
        "core.play.event": "Event",
        "core.play.stage": "Stage Prompt Consequence Timer",
        "core.play.course": "Course choices",
    },
    "answers": {
        "core.answers.choices": "Answers OneOf YesNo Number SomePlayer NOTHING",
        "core.answers.each": "EachPlayer SomeOf Ordering SomePlayers",
        "core.answers.pieces": "PieceCounts CardValues",
        "core.answers.custom": "CustomAnswer LazySequence",
    },
    "what cannot be read": {
        "core.say": "BadAnswer BadText TextProblem NumberMissing RefereeError",
    },
    "fields of files and facts of questions": {
        "core.fields": (
            "Field Value Integer Boolean Choice Text FileText PlayerName Seats ListOf MapOf Record"
        ),
    },
    "the end of a game": {
        "core.scoring.final": "FinalScoring",
        "core.table": "FinalCount HoldingsForm",
        "core.scoring.score": (
            "Scoresheet PlayerScore ScoreLine score_line TieBreaker Outcome decide"
        ),
    },
    "questions": {
        "core.game": "Question Facts Answer judging unknown_players wrong_number_of_players",
    },
    "paper": {
        "core.paper.lines": "Paper SheetLine TableView",
        "core.paper": "SHARED",
        "core.paper.round_sheet": "SheetCell SheetCells CardGrid",
    },
}
"""Each name by what it is for, and where it is defined: in ``referee``, or in msgspec."""
_MODULES = ("reading", "drawing", "pads", "rounds", "depth")
_HOMES = {
    name: f"referee.{home}" if home.startswith("core.") else home
    for theme in _THEMES.values()
    for home, names in theme.items()
    for name in names.split()
}
__doc__ = "\n\n".join(
    (
        __doc__ or "",
        *(f"{theme}: {' '.join(homes.values())}" for theme, homes in _THEMES.items()),
        "help(referee.api.NAME) explains one; docs/game-reference.md explains all.",
    )
)
__all__ = (*_HOMES, *_MODULES)  # noqa: PLE0604 - strings, every one


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has the name
    """Load a name from its home, once."""
    if name in _MODULES:
        return import_module(f"referee.api.{name}")
    if name not in _HOMES:
        message = f"referee.api has no {name}"
        raise AttributeError(message)
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    """List the names before any of them is loaded."""
    return sorted(__all__)
