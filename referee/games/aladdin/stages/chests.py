"""Which chest is opened next and by whom, and the end of the turn behind the last one."""

from typing import cast

from referee.api import Consequence, Say, replace
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.model.dice import cancelled_in, opener_of
from referee.games.aladdin.model.drawing import Drawing
from referee.games.aladdin.stages.talismans import next_to_place
from referee.games.aladdin.state import State


def cancelled_lines(state: State) -> tuple[Say, ...]:
    """Tell in which chests dice cancel one another this turn. Cites: ALA-5.1."""
    cancelled = {chest: cancelled_in(state.dice_in_order, chest) for chest in METALS}
    return tuple(
        Say("In {chest} {players} cancel one another.", chest=chest, players=players)
        for chest, players in cancelled.items()
        if players
    )


def _next_drawing(state: State) -> Drawing | None:
    """Find the next chest that somebody opens; None after the last. Cites: ALA-5.1."""
    dice = state.dice_in_order
    openers = ((chest, opener_of(dice, chest)) for chest in state.chests)
    found = ((chest, opener) for chest, opener in openers if opener)
    return next((Drawing(opener.player, chest, opener.limit) for chest, opener in found), None)


def opens_another(state: State) -> bool:
    """Whether somebody opens one of the chests whose turn still comes. Cites: ALA-5.1."""
    return _next_drawing(state) is not None


def _opened(state: State) -> State:
    drawing = cast("Drawing", _next_drawing(state))
    chests = state.chests[state.chests.index(drawing.chest) + 1 :]
    return replace(state, chests=chests, pending=drawing)


def _is_over(state: State) -> bool:
    """Whether nothing of this turn is left to do."""
    return state.goes_on and next_to_place(state) is None and not opens_another(state)


CHEST_OPENED: Consequence[State] = Consequence(
    when=lambda state: state.goes_on and next_to_place(state) is None and opens_another(state),
    apply=_opened,
    rule=keys.OPENING,
)
NONE_OPENED: Consequence[State] = Consequence(
    only=_is_over,
    when=lambda state: state.chests == METALS,
    apply=lambda state: replace(state, chests=()),
    say=lambda state: Say("Nobody opens a chest: equal dice cancel one another."),
    rule=keys.OPENING,
)
GAME_OVER: Consequence[State] = Consequence(
    only=_is_over,
    when=lambda state: bool(state.sorcerers),
    apply=lambda state: replace(state, is_over=True),
    say=lambda state: Say("The game is over: exploring has brought a Sorcerer."),
    rule=keys.THE_END,
)
TURN_OVER: Consequence[State] = Consequence(
    only=_is_over,
    when=lambda state: True,
    apply=lambda state: replace(state, turn=state.turn + 1, dice={}, touched=None, chests=METALS),
    rule=keys.THE_END,
)
