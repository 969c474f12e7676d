"""The course of a game: what began last is finished first; when nothing is under way, the march.

Genies, the Leader's events and the end of the sand are reported at any prompt while it runs.
"""

from typing import Final

from referee.api import Consequence, Course, Rulebook, RuleLike, Say, Stage, Timer, replace
from referee.games.sidibaba import keys
from referee.games.sidibaba.stages.base import is_running
from referee.games.sidibaba.stages.by_end import DEPTH
from referee.games.sidibaba.stages.encounters import (
    GIFT,
    LAY,
    NONE_TO_GIVE,
    NONE_TO_LAY,
    STEAL,
    TALE,
)
from referee.games.sidibaba.stages.genies import ARROW, CALL, PAY, WAY
from referee.games.sidibaba.stages.lamps import LAST_LAMP, NEW_LAMP, SAND, SandRanOut
from referee.games.sidibaba.stages.leader import PLAY, REACHES, TOKEN
from referee.games.sidibaba.stages.locks import HAND, ROLL
from referee.games.sidibaba.stages.loot import DRAW, PICK, REWARD, TRADE
from referee.games.sidibaba.stages.losses import CAUGHT_STAGE, CURSED, SETTLED, SHOW
from referee.games.sidibaba.stages.march import MARCH, SQUARE
from referee.games.sidibaba.stages.setup import ENTRANCE, LAMPS, ORDER
from referee.games.sidibaba.state import State


def _has_news(state: State) -> bool:
    return bool(state.news)


def _news(rule: RuleLike) -> Consequence[State]:
    """Return the consequence that announces the first news if it came by this rule."""
    return Consequence(
        only=_has_news,
        when=lambda state: state.news[0].rule == rule,
        apply=lambda state: replace(state, news=state.news[1:]),
        say=lambda state: state.news[0].said,
        rule=rule,
    )


_IN_THE_NEWS: Final[tuple[RuleLike, ...]] = (
    *(keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.LAMP_THAT_GOES, keys.FOUND_ONCE),
    *(keys.CURSES, keys.SCHEHERAZADE, keys.MERCHANT, keys.ESCAPE),
)


def _heading(state: State, stage: Stage[State]) -> Say:
    """Return the title of the stage that is due, also while something else is reported."""
    due = COURSE.due(state) or stage
    title = due.title
    if due in DEPTH.stages:
        return Say("End: {phase}", phase=title) if state.is_ended else title
    if not state.order:
        return Say("Setup: {phase}", phase=title)
    if due is MARCH:
        return Say("Lamp {n}", n=state.glass)
    return Say("Lamp {n}: {phase}", n=state.glass, phase=title)


def _timer(book: Rulebook, state: State) -> Timer | None:
    expired = SandRanOut(again=state.has_just_changed_lamps)
    return Timer(book[keys.SAND], state.glass, expired) if is_running(state) else None


COURSE: Course[State] = Course(
    stages=(
        *(SHOW, LAMPS, ENTRANCE, ORDER, CURSED, CAUGHT_STAGE, NEW_LAMP, MARCH, SQUARE),
        *(DRAW, ROLL, HAND, PICK),
        *(PAY, WAY, ARROW, REWARD),
        *(REACHES, TOKEN, STEAL, GIFT, TALE, LAY, TRADE),
    ),
    anytime=(CALL, PLAY, SAND),
    consequences=(
        *map(_news, _IN_THE_NEWS),
        *(LAST_LAMP, SETTLED, NONE_TO_LAY, NONE_TO_GIVE),
    ),
    heading=_heading,
    timer=_timer,
    depth=DEPTH,
)
