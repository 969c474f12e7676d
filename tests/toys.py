"""Toy games of the tests: a Game whose parts are handed over, without a package behind it."""

from __future__ import annotations

from typing import Any

from referee.core.game import Game
from referee.core.paper.lines import Paper
from referee.core.paper.round_sheet import CardGrid, QuickReference
from referee.core.play.course import Course
from referee.core.say import Say
from referee.core.scoring.final import FinalScoring
from referee.core.scoring.score import Outcome, Scoresheet
from referee.core.table import FinalCount, HoldingsForm, Setup

FINAL: FinalScoring[Any] = FinalScoring(
    form=lambda _book, _options: HoldingsForm(fields=()),
    count=lambda state: FinalCount(Setup(()), {}),
    contradictions=lambda _book, _count: (),
    score=lambda _book, _count: Scoresheet((), Outcome((), Say(""), ())),
)
PAPER: Paper[Any] = Paper(
    counts=Say("turn"),
    lines=(),
    number=lambda _state: 0,
    rounds=lambda _state: 0,
    reference=lambda _book, _setup: QuickReference(
        setup=CardGrid(Say("Setup"), (Say("players"),), ()), scoring=(), rules_asked_most=()
    ),
)
NOTHING: Course[Any] = Course(stages=(), heading=lambda _state, _stage: Say(""))


def toy(title: str, players: range, **parts: Any) -> Game:
    """Give a game of these parts; what is left out is as little as will do."""
    setup = parts.pop("setup", ())
    game = Game(title.lower().replace(" ", "-"), title, players, "", 99, setup)
    parts = {"course": NOTHING, "final": FINAL, "paper": PAPER, "keys": (), **parts}
    vars(game).update({"questions": (), **parts})  # where its modules would be remembered
    return game


def with_parts(game: Game, **parts: Any) -> Game:
    return toy(game.title, game.players, setup=game.setup, **{**vars(game), **parts})
