"""The course of a game: a new lamp comes before all else, and the march goes on between."""

from referee.api import Course, Rulebook, Say, Stage, Timer
from referee.games.sidibaba.stages.base import is_running
from referee.games.sidibaba.stages.encounters import GIFT, LAY, STEAL, TALE
from referee.games.sidibaba.stages.genies import ARROW, PAY, REWARD, WAY
from referee.games.sidibaba.stages.lamps import NEW_LAMP, SAND, SandRanOut
from referee.games.sidibaba.stages.leader import REACHES, TOKEN
from referee.games.sidibaba.stages.locks import HAND, ROLL
from referee.games.sidibaba.stages.loot import CAUGHT, CURSED, DRAW, LAPSED, PICK, TRADE
from referee.games.sidibaba.stages.march import MARCH, SQUARE
from referee.games.sidibaba.stages.reveal import SHOW
from referee.games.sidibaba.stages.setup import ENTRANCE, LAMPS, ORDER
from referee.games.sidibaba.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    """Name what is due, also above what is reported beside it."""
    title = (COURSE.due(state) or stage).title
    if not state.order:
        return Say("Setup, {phase}", phase=title)
    return Say("Lamp {n}, {phase}", n=state.glass, phase=title)


def _timer(book: Rulebook, state: State) -> Timer | None:
    return Timer(state.variant.seconds, state.glass, SandRanOut()) if is_running(state) else None


COURSE: Course[State] = Course(
    stages=(
        *(SHOW, LAMPS, ENTRANCE, ORDER, NEW_LAMP, MARCH, SQUARE),
        *(DRAW, ROLL, HAND, CURSED, PICK, CAUGHT),
        *(PAY, WAY, ARROW, REWARD),
        *(REACHES, TOKEN, STEAL, GIFT, TALE, LAY, TRADE),
    ),
    anytime=(SAND,),
    consequences=(LAPSED,),
    heading=_heading,
    timer=_timer,
)
