"""The course of Saboteur: three rounds of turns, then all gold is turned up."""

from __future__ import annotations

from referee.api import Course, Say, Stage
from referee.games.saboteur.stages import ending
from referee.games.saboteur.stages.ending import GOAL, NO_GOLD, NO_SHARER, ROLE, TREASURE_UP
from referee.games.saboteur.stages.gold import COUNT, KEPT, NOTED, PAID, ROUND_OVER
from referee.games.saboteur.stages.turn import ALL_USED, LAY, STARTER
from referee.games.saboteur.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    if state.is_played:
        return Say("End: {phase}", phase=stage.title)
    rounds = {"round": state.round, "rounds": state.rounds}
    if stage.id.startswith("turn."):
        return Say("Round {round} of {rounds}: turn {turn}", **rounds, turn=state.now.turns + 1)
    if stage is ending.WHO_JOINED:
        return Say("Round {round} of {rounds}", **rounds)
    return Say("Round {round} of {rounds}: {phase}", **rounds, phase=stage.title)


COURSE: Course[State] = Course(
    stages=(STARTER, GOAL, LAY, ROLE, NOTED, KEPT, PAID, COUNT),
    consequences=(TREASURE_UP, ALL_USED, NO_GOLD, NO_SHARER, ROUND_OVER),
    heading=_heading,
    depth=ending.DEPTH,
)
