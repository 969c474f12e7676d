"""All that a room may import, ours or a stranger's; each name is loaded when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from msgspec import Struct as Struct
    from msgspec.structs import replace as replace

    from referee.core.answers import NONE as NONE
    from referee.core.answers import Answers as Answers
    from referee.core.answers import Number as Number
    from referee.core.answers import OneOf as OneOf
    from referee.core.answers import SomePlayer as SomePlayer
    from referee.core.answers import YesNo as YesNo
    from referee.core.course import Consequence as Consequence
    from referee.core.course import Course as Course
    from referee.core.course import Prompt as Prompt
    from referee.core.course import Stage as Stage
    from referee.core.course import choices as choices
    from referee.core.course import judge_in as judge_in
    from referee.core.drawing import BadText as BadText
    from referee.core.drawing import TextProblem as TextProblem
    from referee.core.errors import BadAnswer as BadAnswer
    from referee.core.errors import NumberMissing as NumberMissing
    from referee.core.errors import RefereeError as RefereeError
    from referee.core.event import Event as Event
    from referee.core.event import first_refusal as first_refusal
    from referee.core.final import Final as Final
    from referee.core.game import Game as Game
    from referee.core.moments import Moment as Moment
    from referee.core.no_such_table import strangers_named as strangers_named
    from referee.core.no_such_table import wrong_number_of_players as wrong_number_of_players
    from referee.core.paper import Paper as Paper
    from referee.core.paper import SheetLine as SheetLine
    from referee.core.paper import View as View
    from referee.core.phrase import NOTHING as NOTHING
    from referee.core.phrase import CustomAnswer as CustomAnswer
    from referee.core.phrase import LazySequence as LazySequence
    from referee.core.phrase import parse_pair as parse_pair
    from referee.core.phrase import player_named as player_named
    from referee.core.picture import Box as Box
    from referee.core.picture import Diagram as Diagram
    from referee.core.picture import Drawn as Drawn
    from referee.core.picture import Label as Label
    from referee.core.picture import Line as Line
    from referee.core.picture import LineStyle as LineStyle
    from referee.core.picture import Point as Point
    from referee.core.picture import Shade as Shade
    from referee.core.pieces import Pieces as Pieces
    from referee.core.question import Answer as Answer
    from referee.core.question import Facts as Facts
    from referee.core.question import Question as Question
    from referee.core.question import Results as Results
    from referee.core.roundsheet import SHARED as SHARED
    from referee.core.roundsheet import Cell as Cell
    from referee.core.roundsheet import Cells as Cells
    from referee.core.roundsheet import Grid as Grid
    from referee.core.roundsheet import QuickReference as QuickReference
    from referee.core.roundsheet import ScoringEntry as ScoringEntry
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
    from referee.core.say import Fact as Fact
    from referee.core.say import Say as Say
    from referee.core.say import Term as Term
    from referee.core.say import Terms as Terms
    from referee.core.say import join as join
    from referee.core.say import join_or as join_or
    from referee.core.say import plural as plural
    from referee.core.score import Outcome as Outcome
    from referee.core.score import PlayerScore as PlayerScore
    from referee.core.score import ScoreLine as ScoreLine
    from referee.core.score import Scoresheet as Scoresheet
    from referee.core.score import TieBreaker as TieBreaker
    from referee.core.score import decide as decide
    from referee.core.score import score_line as score_line
    from referee.core.seating import clockwise_from as clockwise_from
    from referee.core.seating import counter_clockwise_from as counter_clockwise_from
    from referee.core.seating import next_clockwise as next_clockwise
    from referee.core.several import EachPlayer as EachPlayer
    from referee.core.several import InOrder as InOrder
    from referee.core.several import Several as Several
    from referee.core.shape import Boolean as Boolean
    from referee.core.shape import Choice as Choice
    from referee.core.shape import Field as Field
    from referee.core.shape import FileText as FileText
    from referee.core.shape import Integer as Integer
    from referee.core.shape import ListOf as ListOf
    from referee.core.shape import MapOf as MapOf
    from referee.core.shape import PlayerName as PlayerName
    from referee.core.shape import Record as Record
    from referee.core.shape import Text as Text
    from referee.core.shape import Value as Value
    from referee.core.step import Timer as Timer
    from referee.core.table import FinalCount as FinalCount
    from referee.core.table import Form as Form
    from referee.core.table import Options as Options
    from referee.core.table import Player as Player
    from referee.core.table import Setup as Setup
    from referee.core.table import SetupField as SetupField
    from referee.core.values import FaceValues as FaceValues
    from referee.core.words import halfwidth as halfwidth
    from referee.core.words import match_choice as match_choice
    from referee.core.words import match_key as match_key
    from referee.core.words import parse_count as parse_count
    from referee.core.words import prefix_matches as prefix_matches
    from referee.core.words import split_answers as split_answers

_NAMES = {
    "msgspec": "Struct",
    "msgspec.structs": "replace",
    "referee.core.answers": "NONE Answers Number OneOf SomePlayer YesNo",
    "referee.core.course": "Consequence Course Prompt Stage choices judge_in",
    "referee.core.drawing": "BadText TextProblem",
    "referee.core.errors": "BadAnswer NumberMissing RefereeError",
    "referee.core.event": "Event first_refusal",
    "referee.core.final": "Final",
    "referee.core.game": "Game",
    "referee.core.moments": "Moment",
    "referee.core.no_such_table": "strangers_named wrong_number_of_players",
    "referee.core.paper": "Paper SheetLine View",
    "referee.core.phrase": "NOTHING CustomAnswer LazySequence parse_pair player_named",
    "referee.core.picture": "Box Diagram Label Line LineStyle Point Shade Drawn",
    "referee.core.pieces": "Pieces",
    "referee.core.question": "Answer Facts Question Results",
    "referee.core.roundsheet": "SHARED Cell Cells Grid QuickReference ScoringEntry",
    "referee.core.rulebook": (
        "PerPlayers PerWord RuleKey RuleLike RuleRef Rulebook per_count per_players per_word refs"
    ),
    "referee.core.ruling": "FieldPath Ruling Verdict allowed forbidden impossible table_call",
    "referee.core.say": "Fact Say Term Terms join join_or plural",
    "referee.core.score": "Outcome PlayerScore ScoreLine Scoresheet TieBreaker decide score_line",
    "referee.core.seating": "clockwise_from counter_clockwise_from next_clockwise",
    "referee.core.several": "EachPlayer InOrder Several",
    "referee.core.shape": (
        "Boolean Choice Field FileText Integer ListOf MapOf PlayerName Record Text Value"
    ),
    "referee.core.step": "Timer",
    "referee.core.table": "FinalCount Form Options Player Setup SetupField",
    "referee.core.values": "FaceValues",
    "referee.core.words": (
        "halfwidth match_choice match_key parse_count prefix_matches split_answers"
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
