"""The course of a game: gems and dice, the lamp, wishes, exploring, talismans and the Ring."""

from referee.api import Course, Say, Stage
from referee.games.aladdin.stages import dice, exploring, lamp, lamp_cards, talismans, wishes
from referee.games.aladdin.stages.news import NEWS
from referee.games.aladdin.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    if stage is dice.GEMS_DEALT:
        return Say("Setup: {stage}", stage=stage.title)
    if state.drawing:
        return Say("Turn {turn}: {chest} chest", turn=state.turn, chest=state.drawing.chest)
    return Say("Turn {turn}: {stage}", turn=state.turn, stage=stage.title)


COURSE = Course(
    stages=(
        *(dice.GEMS_DEALT, dice.DICE, lamp.LAMP, lamp.OPPONENT, lamp.THEFT, talismans.PLACE),
        *(wishes.WISH, wishes.DONE, lamp_cards.EFFECT, talismans.RING, exploring.EXPLORE),
    ),
    consequences=(
        *(*NEWS, lamp_cards.OVER_AT_ONCE),
        *(lamp.NOTHING_TO_STEAL, lamp.ONLY_OPPONENT, lamp.WRONG_RUB, lamp.SUMMONS),
        *(exploring.BUST, exploring.LAST_CARD, exploring.RING_WON),
        *(exploring.RING_WON_BY_SORCERER, exploring.KEPT, exploring.NOTHING_KEPT),
        talismans.LAID_ALONE,
        *(exploring.CHEST_OPENED, exploring.NONE_OPENED),  # where nobody is left to be dealt with
        *(exploring.GAME_OVER, exploring.TURN_OVER),
    ),
    heading=_heading,
)
