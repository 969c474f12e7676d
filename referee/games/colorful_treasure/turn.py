"""What is to be done next: worked out from the state, remembered nowhere."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.tiles import PEEK_DIFFERENT, PEEK_SAME, WILD


class Phase(StrEnum):
    """What is to be done next; each waits for events of its own."""

    START = "the start player"
    TILES = "laying out tiles"
    FLIP = "flipping"
    MORE = "flipping more"
    TAKE = "taking"
    PLUNDER = "plundering"
    TILE = "picking a tile"
    END = "ending the turn"
    PASSED = "passing the turn"
    OVER = "over"


TILE_TIMES: Final = frozenset({Phase.FLIP, Phase.MORE, Phase.TAKE, Phase.TILE, Phase.END})
"""When a tile for once may be used: in the own turn, but not before the loot is settled."""


def phase(state: State) -> Phase:
    """Tell what is to be done next."""
    if state.is_over:
        return Phase.OVER
    if not state.order:
        return Phase.START
    if state.terms.has_tiles and state.tiles is None:
        return Phase.TILES
    if state.plunders:
        return Phase.PLUNDER
    return _phase_of_turn(state) if not state.is_taken else _phase_after_taking(state)


def _phase_of_turn(state: State) -> Phase:
    field = state.field
    if state.is_flipped:
        return Phase.TAKE
    if not field.shown:
        return Phase.FLIP if field.face_down else _phase_after_taking(state)
    may_flip = field.face_down and len(field.shown) < state.most_flips
    return Phase.MORE if may_flip else Phase.TAKE


def _phase_after_taking(state: State) -> Phase:
    if state.claims():
        return Phase.TILE
    can_go_on = state.is_ended or not (may_peek(state) or may_pair_any_token(state))
    return Phase.PASSED if can_go_on else Phase.END


def may_peek(state: State) -> bool:
    """Whether the active player has a tile to look at cards with, and cards to look at."""
    tiles = state.own.tiles
    return bool(state.field.face_down and (PEEK_DIFFERENT in tiles or PEEK_SAME in tiles))


def may_pair_any_token(state: State) -> bool:
    """Whether the active player can make a pair with the tile for any token, and plunder.

    Cites: COL-6.10.
    """
    own = state.own
    has_it = WILD in own.tiles and own.may_plunder
    return has_it and any(own.tokens) and bool(state.loot())
