"""The course of a game: gems and dice, the lamp, wishes, exploring, talismans and the Ring."""

from referee.api import Consequence, Course, Say, Stage, replace
from referee.games.aladdin import keys
from referee.games.aladdin.stages import (
    by_end,
    dice,
    exploring,
    lamp,
    lamp_cards,
    talismans,
    wishes,
)
from referee.games.aladdin.state import State


def _has_news(state: State) -> bool:
    return bool(state.news)


def _news(rule: str) -> Consequence[State]:
    """Announce the first news, if it came by this rule."""
    return Consequence(
        only=_has_news,
        when=lambda state: state.news[0].rule == rule,
        apply=lambda state: replace(state, news=state.news[1:]),
        say=lambda state: state.news[0].said,
        rule=rule,
    )


def _heading(state: State, stage: Stage[State]) -> Say:
    if stage in by_end.DEPTH.stages:
        return Say("End: {stage}", stage=stage.title) if state.uncounted else stage.title
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
        *map(_news, (keys.FIRST_HAND, keys.ONE_SUMMONS, keys.SETS, keys.LEFT_ALONE, keys.SORCERER)),
        lamp_cards.OVER_AT_ONCE,
        *(lamp.NOTHING_TO_STEAL, lamp.ONLY_OPPONENT, lamp.WRONG_RUB, lamp.SUMMONS),
        *(exploring.BUST, exploring.LAST_CARD, exploring.RING_WON),
        *(exploring.RING_WON_BY_SORCERER, exploring.LAID_OUT, exploring.KEPT),
        talismans.LAID_ALONE,
        *(exploring.CHEST_OPENED, exploring.NONE_OPENED),  # after all hands on the lamp
        *(exploring.GAME_OVER, exploring.TURN_OVER),
    ),
    heading=_heading,
    depth=by_end.DEPTH,
)
