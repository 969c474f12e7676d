"""The course of a game: its stages, in the order in which they are looked at."""

from referee.api import Course, Say, Stage
from referee.games.colorful_treasure.stages.by_end import DEPTH
from referee.games.colorful_treasure.stages.flip_and_take import FLIP
from referee.games.colorful_treasure.stages.setup import LAY_OUT, START
from referee.games.colorful_treasure.stages.tiles import BY_TILE
from referee.games.colorful_treasure.stages.turn import CONSEQUENCES, STAGES
from referee.games.colorful_treasure.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    """Name round and stage; what may happen at any time goes under the stage that is due."""
    now = COURSE.due(state) or stage
    if now in DEPTH.stages:
        return now.title if state.uncounted is None else Say("End: {stage}", stage=now.title)
    if now in (START, LAY_OUT):
        return Say("Setup")
    if now is FLIP:
        return Say("Last round" if state.is_last_round else "Round {round}", round=state.round)
    template = "Last round: {phase}" if state.is_last_round else "Round {round}: {phase}"
    return Say(template, round=state.round, phase=now.title)


COURSE: Course[State] = Course(
    stages=STAGES,
    anytime=BY_TILE,
    heading=_heading,
    depth=DEPTH,
    consequences=CONSEQUENCES,
)
