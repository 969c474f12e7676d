"""What is to be done next: worked out from the state, remembered nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

from referee.games.sidibaba import doing
from referee.games.sidibaba.state import State


class Phase(StrEnum):
    """What is to be done next; each waits for events of its own."""

    LAMPS = "sharing lamps"
    ORDER = "marching order"
    ENTRANCE = "the entrance"
    NEW_LAMP = "a new lamp"
    MARCH = "the march"
    SQUARE = "the square"
    LOOT = "loot"
    LOCK = "a lock"
    CURSE = "a curse"
    PICK = "picking"
    HAND = "handing out"
    WAY = "paying"
    TOLD = "the way"
    ARROW = "an arrow"
    REWARD = "a genie's reward"
    LEADER = "the Leader moves"
    CAUGHT = "caught"
    THIEF = "a thief"
    TALE = "Scheherazade"
    GIFT = "a gift to Scheherazade"
    LAY = "the merchant"
    TRADE = "trading"
    SHOW = "turning up tokens"
    OVER = "over"


BEFORE_THE_MARCH: Final = frozenset({Phase.LAMPS, Phase.ORDER, Phase.ENTRANCE})
WITHOUT_SAND: Final = BEFORE_THE_MARCH | {Phase.SHOW, Phase.OVER}
"""When no sand runs."""

_PHASES: Final[Mapping[type, Phase]] = {
    doing.Entering: Phase.SQUARE,
    doing.Finding: Phase.LOOT,
    doing.Sharing: Phase.PICK,
    doing.AskingTheWay: Phase.WAY,
    doing.Telling: Phase.TALE,
    doing.Trading: Phase.TRADE,
    doing.Handing: Phase.HAND,
    doing.LayingArrow: Phase.ARROW,
    doing.Rewarding: Phase.REWARD,
    doing.LeaderMoving: Phase.LEADER,
    doing.LosingLamp: Phase.CAUGHT,
    doing.Thieving: Phase.THIEF,
}
_INSTEAD: Final[Mapping[type, tuple[Phase, Callable[[Any], bool]]]] = {
    doing.Finding: (Phase.LOCK, lambda now: bool(now.lock)),
    doing.Sharing: (Phase.CURSE, lambda now: now.lamp_due),
    doing.AskingTheWay: (Phase.TOLD, lambda now: now.paid is None),
    doing.Telling: (Phase.GIFT, lambda now: now.giver is not None),
    doing.Trading: (Phase.LAY, lambda now: bool(now.to_lay)),
}
"""What comes instead, and when: what was found is locked, a curse takes a lamp, and so on."""


def phase(state: State) -> Phase:
    """Tell what is to be done next; a new lamp comes before everything else."""
    if state.outcome:
        return Phase.SHOW if state.hidden_players() else Phase.OVER
    if not state.lamps:
        return Phase.LAMPS
    if state.maze and not state.facing:
        return Phase.ENTRANCE
    if not state.order:
        return Phase.ORDER
    if not state.is_lit:
        return Phase.NEW_LAMP
    return _phase_of(state.doing)


def _phase_of(now: doing.Doing | None) -> Phase:
    if now is None:
        return Phase.MARCH
    instead, is_so = _INSTEAD.get(type(now), (Phase.MARCH, lambda _: False))
    return instead if is_so(now) else _PHASES[type(now)]
