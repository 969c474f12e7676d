"""Where a session of Saboteur stands, as a fold of what the table saw.

Only what is public is held: what lies on the table, how many cards each hand and the draw
pile have, what was played face up.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.seating import clockwise_from
from referee.core.table import Player, Setup
from referee.games.saboteur import keys
from referee.games.saboteur.cards import CROSSING
from referee.games.saboteur.cells import START, Cell
from referee.games.saboteur.goals import TREASURE, goal_cells
from referee.games.saboteur.gold import (
    Payday,
    Terms,
    paid_to_saboteurs,
    shared_by_diggers,
    terms_of,
)
from referee.games.saboteur.money import Cards, Stock, box, left
from referee.games.saboteur.tunnel import Tunnel


class Round(Struct, frozen=True, kw_only=True):
    """One round, from the deal to the last gold card.

    ``laid`` counts tunnel cards by shape and ``played`` action cards by name, all that were
    ever played face up in this round.
    """

    tunnel: Tunnel
    draw_pile: int
    hands: Mapping[Player, int]
    starter: Player | None
    """Who begins; None before the table has named the first."""
    last: Player | None = None
    """Who used the last card."""
    turns: int = 0
    broken: Mapping[Player, tuple[str, ...]] = {}
    laid: Mapping[str, int] = {}
    played: Mapping[str, int] = {}
    discarded: int = 0
    up: Mapping[Cell, str] = {}
    """The goals that were turned up, and what they show."""
    looked: tuple[tuple[Player, Cell], ...] = ()
    end_agreed: bool = False
    roles: Mapping[Player, str] = {}
    in_secret: bool | None = None
    """Whether the gold is noted; None before the table has said so."""
    settled: tuple[tuple[Player, Cards], ...] = ()
    """Who got which gold cards so far, one entry for each card kept or sum paid."""

    @property
    def connector(self) -> Player | None:
        """Who joined the treasure; None unless it is up."""
        return self.last if TREASURE in self.up.values() else None

    @property
    def all_used(self) -> bool:
        """Whether draw pile and hands are used up. Cites: SAB-6.2."""
        return not self.draw_pile and not any(self.hands.values())


class Result(Struct, frozen=True):
    """How a round came out: who joined the treasure (None where nobody did), and the roles."""

    connector: Player | None
    roles: Mapping[Player, str]
    end_agreed: bool
    in_secret: bool
    settled: tuple[tuple[Player, Cards], ...]


class State(Struct, frozen=True, kw_only=True):
    """Everything public. ``past`` are the rounds that are over, ``now`` the one at hand."""

    setup: Setup
    rounds: int
    goals: tuple[Cell, ...]
    hand: int
    draw_pile: int
    """What is left to draw after the deal."""
    box: Stock
    terms: Terms
    now: Round
    past: tuple[Result, ...] = ()
    owed: Mapping[Player, int] = {}
    is_changed: bool = False
    """Whether money was changed, so that nobody's cards are known any more."""
    counted: Mapping[Player, Cards] = {}

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise."""
        return self.setup.seating

    @property
    def round(self) -> int:
        """The number of the round at hand, from 1; one more than the last when all are over."""
        return len(self.past) + 1

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return len(self.past) >= self.rounds

    @property
    def knows_gold(self) -> bool:
        """Whether every gold card handed out so far was noted."""
        return not (self.is_changed or any(result.in_secret for result in self.past))


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for three to ten players.

    Cites: SAB-1.1 to SAB-1.4, SAB-1.7 to SAB-1.9, SAB-6.6.
    """
    seats = len(setup.seating)
    hand = book[keys.HAND][seats]
    state = State(
        setup=setup,
        rounds=book[keys.ROUNDS],
        goals=goal_cells(book),
        hand=hand,
        draw_pile=cards_in_round(book) - seats * hand,
        box=box(book),
        terms=terms_of(book, setup.options),
        now=Round(tunnel=Tunnel.of({}, frozenset()), draw_pile=0, hands={}, starter=None),
    )
    return with_new_round(state, None)


def cards_in_round(book: Rulebook) -> int:
    """Count the tunnel and action cards that are shuffled for a round. Cites: SAB-1.8."""
    return sum(book[keys.COPIES].values()) + sum(book[keys.ACTION_CARDS].values())


def with_new_round(state: State, starter: Player | None) -> State:
    """Lay start and goals anew, and deal. Cites: SAB-1.7, SAB-1.9, SAB-6.6."""
    fresh = Round(
        tunnel=Tunnel.of({START: CROSSING}, frozenset(state.goals)),
        draw_pile=state.draw_pile,
        hands=dict.fromkeys(state.players, state.hand),
        starter=starter,
    )
    return replace(state, now=fresh)


def payday(state: State) -> Payday:
    """Tell who gets what once all roles are up. Cites: SAB-7.1 to SAB-7.9."""
    now = state.now
    if now.connector:
        roles, broken = now.roles, broken_players(now)
        return shared_by_diggers(state.terms, state.players, roles, now.connector, broken)
    last = now.last or now.starter or state.players[0]
    return paid_to_saboteurs(state.terms, state.players, now.roles, last)


def broken_players(now: Round) -> frozenset[Player]:
    """List who has a broken tool."""
    return frozenset(player for player, tools in now.broken.items() if tools)


def due(state: State) -> Player | None:
    """Name who gets the next card or sum; None when all of the round is handed out."""
    pays = payday(state)
    takers = pays.order or (pays.paid if pays.each else ())
    return takers[len(state.now.settled)] if len(state.now.settled) < len(takers) else None


def bank(state: State) -> dict[int, int]:
    """Count the gold cards that the box may still hold: those not known to be handed out."""
    known = [cards for result in state.past for _, cards in result.settled]
    known += [cards for _, cards in state.now.settled]
    return left(state.box, (value for cards in known for value in cards))


def active_in_round(state: State) -> Player:
    """Name whose turn it is: clockwise from the last, whoever has a card. Cites: SAB-1.10."""
    now = state.now
    first = now.starter or state.players[0]
    ahead = clockwise_from(state.players, now.last)[1:] if now.last else ()
    order = (*ahead, *((now.last,) if now.last else clockwise_from(state.players, first)))
    return next((player for player in order if now.hands[player]), order[0])
