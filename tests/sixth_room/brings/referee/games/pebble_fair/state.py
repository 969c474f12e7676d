"""Where a fair stands, as a fold of what the table saw."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Value
from referee.core.table import FinalCount, Player, Setup

from . import events as seen
from .keys import KINDS, MUDDY, ROUNDS, SUPPLY


class State(Struct, frozen=True, kw_only=True):
    """``waiting`` have still to draw in this round, next one first; a sack is never below zero."""

    setup: Setup
    rounds: int
    sack: Mapping[str, int]
    baskets: Mapping[Player, Mapping[str, int]]
    round: int = 1
    order: tuple[Player, ...] = ()
    """The players from the first on; nobody before the judge has named the first."""
    waiting: tuple[Player, ...] = ()
    stall: str = ""
    """Where the last player went."""
    is_at_stall: bool = False
    turned: int = 0
    """How often the glass has been turned in all."""
    run_out: int = 0
    """How many of its fillings have run out while the player at the stall draws."""
    has_rained: bool = False
    guesses: Mapping[Player, int] = {}
    is_clean: bool | None = None
    ribbons: Mapping[Player, tuple[str, ...]] = {}

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return self.round > self.rounds

    @property
    def untied(self) -> tuple[Player, ...]:
        """Whose baskets the judge has still to see."""
        return tuple(player for player in self.setup.seating if player not in self.ribbons)


def start(book: Rulebook, setup: Setup) -> State:
    """Fill the sack. Cites: PEB-1.1, PEB-1.2."""
    baskets = {player: dict.fromkeys(KINDS, 0) for player in setup.seating}
    rounds = book[ROUNDS][len(setup.seating)]
    return State(setup=setup, rounds=rounds, sack=book[SUPPLY], baskets=baskets)


def apply(state: State, event: seen.Event) -> State:  # noqa: PLR0911 - one for each event
    """Let an event take effect. Never refuses, never reads the rulebook."""
    match event:
        case seen.FairOpened(player):
            at = state.setup.seating.index(player)
            order = state.setup.seating[at:] + state.setup.seating[:at]
            return replace(state, order=order, waiting=order)
        case seen.StallChosen(_, stall):
            return replace(state, stall=stall, is_at_stall=True, turned=state.turned + 1, run_out=0)
        case seen.PebblesDrawn(player, pebbles):
            return done_drawing(moved(state, player, pebbles))
        case seen.SandRanOut(_, is_last):
            again = replace(state, turned=state.turned + 1, run_out=state.run_out + 1)
            return done_drawing(state) if is_last else again
        case seen.RainFell(washed):
            for player, basket in state.baskets.items():
                state = moved(state, player, {MUDDY: -min(washed, basket[MUDDY])})
            return replace(state, has_rained=True)
        case seen.MudGuessed(guesses):
            return replace(state, guesses=guesses, round=state.round + 1, waiting=state.order)
        case seen.FairCalled(is_clean):
            return replace(state, is_clean=is_clean)
        case seen.RibbonsTied(player, ribbons):
            return replace(state, ribbons={**state.ribbons, player: ribbons})


def done_drawing(state: State) -> State:
    """Let the next player go to a stall."""
    return replace(state, waiting=state.waiting[1:], is_at_stall=False)


def moved(state: State, player: Player, pebbles: Mapping[str, int]) -> State:
    """Move pebbles from the sack into a basket; numbers below zero move them back."""
    basket = state.baskets[player]
    filled = {kind: basket[kind] + pebbles.get(kind, 0) for kind in KINDS}
    sack = {kind: max(0, state.sack[kind] - pebbles.get(kind, 0)) for kind in KINDS}
    return replace(state, sack=sack, baskets={**state.baskets, player: filled})


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say what is still hidden."""
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    if state.is_clean is None:
        return Say("The judge has not called the fair.")
    if state.untied:
        return Say("Without ribbons as yet: {players}.", players=state.untied)
    holdings: dict[str, dict[str, Value]] = {
        player: _entry(state, player) for player in state.setup.seating
    }
    return FinalCount(state.setup, holdings, {"clean": state.is_clean})


def _entry(state: State, player: Player) -> dict[str, Value]:
    entry: dict[str, Value] = {**state.baskets[player], "ribbons": state.ribbons[player]}
    if player in state.guesses:
        entry["guess"] = state.guesses[player]
    return entry
