"""All that a room may import, ours or a stranger's; each name is loaded when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec import Struct as Struct
    from msgspec.structs import replace as replace

    from referee.core.answers.choices import NONE as NONE
    from referee.core.answers.choices import Answers as Answers
    from referee.core.answers.choices import Number as Number
    from referee.core.answers.choices import OneOf as OneOf
    from referee.core.answers.choices import SomePlayer as SomePlayer
    from referee.core.answers.choices import YesNo as YesNo
    from referee.core.answers.custom import NOTHING as NOTHING
    from referee.core.answers.custom import CustomAnswer as CustomAnswer
    from referee.core.answers.custom import LazySequence as LazySequence
    from referee.core.answers.custom import parse_pair as parse_pair
    from referee.core.answers.custom import player_named as player_named
    from referee.core.answers.each import EachPlayer as EachPlayer
    from referee.core.answers.each import InOrder as InOrder
    from referee.core.answers.each import Several as Several
    from referee.core.answers.numbers import FaceValues as FaceValues
    from referee.core.answers.pieces import Pieces as Pieces
    from referee.core.answers.text_input import halfwidth as halfwidth
    from referee.core.answers.text_input import is_none as is_none
    from referee.core.answers.text_input import match_choice as match_choice
    from referee.core.answers.text_input import match_key as match_key
    from referee.core.answers.text_input import parse_count as parse_count
    from referee.core.answers.text_input import prefix_matches as prefix_matches
    from referee.core.answers.text_input import split_answers as split_answers
    from referee.core.fields import Boolean as Boolean
    from referee.core.fields import Choice as Choice
    from referee.core.fields import Field as Field
    from referee.core.fields import FieldType as FieldType
    from referee.core.fields import FileText as FileText
    from referee.core.fields import Integer as Integer
    from referee.core.fields import ListOf as ListOf
    from referee.core.fields import MapOf as MapOf
    from referee.core.fields import PlayerName as PlayerName
    from referee.core.fields import Record as Record
    from referee.core.fields import Seats as Seats
    from referee.core.fields import Text as Text
    from referee.core.fields import Value as Value
    from referee.core.final import Effort as Effort
    from referee.core.final import Final as Final
    from referee.core.game import Game as Game
    from referee.core.paper.chart import Chart as Chart
    from referee.core.paper.chart import ChartMark as ChartMark
    from referee.core.paper.chart import MarkShape as MarkShape
    from referee.core.paper.chart import standing_chart as standing_chart
    from referee.core.paper.diagram import Box as Box
    from referee.core.paper.diagram import Diagram as Diagram
    from referee.core.paper.diagram import Drawn as Drawn
    from referee.core.paper.diagram import Label as Label
    from referee.core.paper.diagram import Line as Line
    from referee.core.paper.diagram import LineStyle as LineStyle
    from referee.core.paper.diagram import Point as Point
    from referee.core.paper.diagram import Shade as Shade
    from referee.core.paper.in_short import RoundRows as RoundRows
    from referee.core.paper.lines import InShort as InShort
    from referee.core.paper.lines import Paper as Paper
    from referee.core.paper.lines import SheetLine as SheetLine
    from referee.core.paper.lines import View as View
    from referee.core.paper.pad import Blank as Blank
    from referee.core.paper.pad import Boxes as Boxes
    from referee.core.paper.pad import FillIn as FillIn
    from referee.core.paper.pad import Pad as Pad
    from referee.core.paper.pad import PadRow as PadRow
    from referee.core.paper.pad import PadTable as PadTable
    from referee.core.paper.pad import SmallPrint as SmallPrint
    from referee.core.paper.pad import Tick as Tick
    from referee.core.paper.pad import names_across as names_across
    from referee.core.paper.pad import score_table as score_table
    from referee.core.paper.round_sheet import SHARED as SHARED
    from referee.core.paper.round_sheet import Cell as Cell
    from referee.core.paper.round_sheet import Cells as Cells
    from referee.core.paper.round_sheet import Grid as Grid
    from referee.core.paper.round_sheet import QuickReference as QuickReference
    from referee.core.paper.round_sheet import RoundSheet as RoundSheet
    from referee.core.paper.round_sheet import ScoringEntry as ScoringEntry
    from referee.core.paper.round_sheet import ShortRow as ShortRow
    from referee.core.play.course import Course as Course
    from referee.core.play.course import choices as choices
    from referee.core.play.course import judge_in as judge_in
    from referee.core.play.event import Event as Event
    from referee.core.play.event import first_refusal as first_refusal
    from referee.core.play.stage import Consequence as Consequence
    from referee.core.play.stage import Prompt as Prompt
    from referee.core.play.stage import Stage as Stage
    from referee.core.play.state_cache import Transition as Transition
    from referee.core.play.step import Timer as Timer
    from referee.core.question import Answer as Answer
    from referee.core.question import Facts as Facts
    from referee.core.question import Question as Question
    from referee.core.question import Results as Results
    from referee.core.question import strangers_named as strangers_named
    from referee.core.question import wrong_number_of_players as wrong_number_of_players
    from referee.core.rulebook import PerPlayers as PerPlayers
    from referee.core.rulebook import PerWord as PerWord
    from referee.core.rulebook import Rulebook as Rulebook
    from referee.core.rulebook import RuleKey as RuleKey
    from referee.core.rulebook import RuleLike as RuleLike
    from referee.core.rulebook import RuleRef as RuleRef
    from referee.core.rulebook import per_count as per_count
    from referee.core.rulebook import per_players as per_players
    from referee.core.rulebook import per_word as per_word
    from referee.core.rulebook import refs as refs
    from referee.core.ruling import FieldPath as FieldPath
    from referee.core.ruling import Ruling as Ruling
    from referee.core.ruling import Verdict as Verdict
    from referee.core.ruling import allowed as allowed
    from referee.core.ruling import forbidden as forbidden
    from referee.core.ruling import impossible as impossible
    from referee.core.ruling import table_call as table_call
    from referee.core.say import BadAnswer as BadAnswer
    from referee.core.say import BadText as BadText
    from referee.core.say import Fact as Fact
    from referee.core.say import NumberMissing as NumberMissing
    from referee.core.say import RefereeError as RefereeError
    from referee.core.say import Say as Say
    from referee.core.say import Term as Term
    from referee.core.say import Terms as Terms
    from referee.core.say import TextProblem as TextProblem
    from referee.core.say import Undecided as Undecided
    from referee.core.say import join as join
    from referee.core.say import join_or as join_or
    from referee.core.say import plural as plural
    from referee.core.say import to_word as to_word
    from referee.core.score import Outcome as Outcome
    from referee.core.score import PlayerScore as PlayerScore
    from referee.core.score import ScoreLine as ScoreLine
    from referee.core.score import Scoresheet as Scoresheet
    from referee.core.score import TieBreaker as TieBreaker
    from referee.core.score import decide as decide
    from referee.core.score import score_line as score_line
    from referee.core.table import FinalCount as FinalCount
    from referee.core.table import Form as Form
    from referee.core.table import Options as Options
    from referee.core.table import Player as Player
    from referee.core.table import Setup as Setup
    from referee.core.table import SetupField as SetupField
    from referee.core.table import clockwise_from as clockwise_from
    from referee.core.table import counter_clockwise_from as counter_clockwise_from
    from referee.core.table import next_clockwise as next_clockwise

_NAMES = {
    "msgspec": "Struct",
    "msgspec.structs": "replace",
    "referee.core.answers.choices": "NONE Answers Number OneOf SomePlayer YesNo",
    "referee.core.answers.custom": "NOTHING CustomAnswer LazySequence parse_pair player_named",
    "referee.core.answers.each": "EachPlayer InOrder Several",
    "referee.core.answers.numbers": "FaceValues",
    "referee.core.answers.pieces": "Pieces",
    "referee.core.answers.text_input": (
        "halfwidth is_none match_choice match_key parse_count prefix_matches split_answers"
    ),
    "referee.core.fields": (
        "Boolean Choice Field FieldType FileText Integer ListOf MapOf PlayerName Record Seats Text "
        "Value"
    ),
    "referee.core.final": "Effort Final",
    "referee.core.game": "Game",
    "referee.core.paper.diagram": "Box Diagram Drawn Label Line LineStyle Point Shade",
    "referee.core.paper.chart": "Chart ChartMark MarkShape standing_chart",
    "referee.core.paper.in_short": "RoundRows",
    "referee.core.paper.lines": "InShort Paper SheetLine View",
    "referee.core.paper.pad": (
        "Blank Boxes FillIn Pad PadRow PadTable SmallPrint Tick names_across score_table"
    ),
    "referee.core.paper.round_sheet": (
        "SHARED Cell Cells Grid QuickReference RoundSheet ScoringEntry ShortRow"
    ),
    "referee.core.play.course": "Course choices judge_in",
    "referee.core.play.event": "Event first_refusal",
    "referee.core.play.state_cache": "Transition",
    "referee.core.play.stage": "Consequence Prompt Stage",
    "referee.core.play.step": "Timer",
    "referee.core.question": (
        "Answer Facts Question Results strangers_named wrong_number_of_players"
    ),
    "referee.core.rulebook": (
        "PerPlayers PerWord RuleKey RuleLike RuleRef Rulebook per_count per_players per_word refs"
    ),
    "referee.core.ruling": "FieldPath Ruling Verdict allowed forbidden impossible table_call",
    "referee.core.say": (
        "BadAnswer BadText Fact NumberMissing RefereeError Say Term Terms TextProblem "
        "Undecided join join_or plural to_word"
    ),
    "referee.core.score": "Outcome PlayerScore ScoreLine Scoresheet TieBreaker decide score_line",
    "referee.core.table": (
        "FinalCount Form Options Player Setup SetupField clockwise_from counter_clockwise_from "
        "next_clockwise"
    ),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
__all__ = tuple(_HOMES)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has the name
    """Load a name from its home, once."""
    if name not in _HOMES:
        message = f"referee.api has no {name}"
        raise AttributeError(message)
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found
