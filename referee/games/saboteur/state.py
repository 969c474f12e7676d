"""The state of a session of Saboteur, folded from what the table saw.

It holds only what is public: the table, how many cards each hand and the draw pile have, and
what was played face up.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from referee.api import Player, Rulebook, Setup, Struct, clockwise_from, next_clockwise, replace
from referee.api.depth import ROUND, TURN
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import CROSSING, START, Cell, goal_cells
from referee.games.saboteur.model.board.tunnel import TREASURE, Tunnel
from referee.games.saboteur.model.deal import cards_to_draw
from referee.games.saboteur.model.gold import (
    Cards,
    GoldSupply,
    Payout,
    Variant,
    gold_in_box,
    left,
    paid_to_saboteurs,
    shared_by_diggers,
)


class Round(Struct, frozen=True, kw_only=True):
    """One round, from the deal to the last gold card.

    ``laid`` counts tunnel cards by shape and ``played`` action cards by name, all that were
    ever played face up in this round. If it ``is_result_only``, no turn is recorded, but who
    ``joined`` the treasure, and who had a broken tool if that was asked: otherwise
    ``stated_broken`` is None.
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
    map_looks: tuple[tuple[Player, Cell], ...] = ()
    end_agreed: bool = False
    is_over: bool = False
    """Whether no more cards are used: the gold is handed out."""
    roles: Mapping[Player, str] = {}
    in_secret: bool | None = None
    """Whether the gold is recorded; None before the table has said so."""
    settled: tuple[tuple[Player, Cards], ...] = ()
    """Who got which gold cards so far, in order: one pair for each card kept or sum paid."""
    unpaid: Mapping[Player, str] = {}
    """Who was not paid exactly in this round: OWED, or CHANGED."""
    is_result_only: bool = False
    joined: Player | None = None
    stated_broken: tuple[Player, ...] | None = None

    @property
    def connector(self) -> Player | None:
        """Who joined the treasure; None unless it is up."""
        return self.joined or (self.last if TREASURE in self.up.values() else None)

    @property
    def all_used(self) -> bool:
        """Whether draw pile and hands are used up. Cites: SAB-6.2."""
        return not self.draw_pile and not any(self.hands.values())

    @property
    def broken_players(self) -> frozenset[Player]:
        """Everyone who is known to have a broken tool."""
        if self.stated_broken is not None:
            return frozenset(self.stated_broken)
        return frozenset(player for player, tools in self.broken.items() if tools)


class State(Struct, frozen=True, kw_only=True, dict=True):
    """Everything public. ``past`` are the rounds that are over, ``now`` is the current one.

    The table writes ``by`` the turn or by the round from the next round on, if not already now.
    """

    setup: Setup
    rounds: int
    goals: tuple[Cell, ...]
    hand: int
    draw_pile: int
    """The cards left to draw after the deal."""
    box: GoldSupply
    variant: Variant
    now: Round
    past: tuple[Round, ...] = ()
    unpaid: Mapping[Player, int] = {}
    is_changed: bool = False
    """Whether money was changed, so that nobody's cards are known any more."""
    counted: Mapping[Player, Cards] = {}
    by: str = TURN
    stated_debts: Mapping[Player, int] = {}
    """The nuggets that players said they were owed when they turned up their gold."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players clockwise."""
        return self.setup.seating

    @property
    def round(self) -> int:
        """The number of the current round, from 1; one more than the last when all are over."""
        return len(self.past) + 1

    @property
    def is_played(self) -> bool:
        """Whether the last round is over."""
        return len(self.past) >= self.rounds

    @property
    def are_roles_up(self) -> bool:
        """Whether the cards of the current round are used, and all roles are known."""
        now = self.now
        return now.is_over and not self.is_played and len(now.roles) == len(self.players)

    @cached_property
    def active_player(self) -> Player:
        """Whose turn it is: the next player clockwise who has a card. Cites: SAB-1.10."""
        now = self.now
        first = now.starter or self.players[0]
        order = clockwise_from(self.players, now.last or first)
        if now.last:
            order = (*order[1:], now.last)
        return next((player for player in order if now.hands[player]), order[0])

    @property
    def payout(self) -> Payout:
        """Who gets what once all roles are up. Cites: SAB-7.1 to SAB-7.9."""
        now = self.now
        if now.connector:
            return shared_by_diggers(
                self.variant, self.players, now.roles, now.connector, now.broken_players
            )
        last = now.last or now.starter or self.players[0]
        return paid_to_saboteurs(self.variant, self.players, now.roles, last)

    @property
    def next_taker(self) -> Player | None:
        """Who gets the next card or sum; None when all gold of the round is handed out."""
        takers, settled = self.payout.takers, len(self.now.settled)
        return takers[settled] if settled < len(takers) else None

    @property
    def bank(self) -> dict[int, int]:
        """The gold cards that the box may still hold: those not known to be handed out."""
        settled = (taken for each in (*self.past, self.now) for taken in each.settled)
        return left(self.box, (value for _, cards in settled for value in cards))

    @property
    def knows_bank(self) -> bool:
        """Whether the record has every gold card that was handed out."""
        return not (self.is_changed or any(result.in_secret for result in self.past))

    def owed_to(self, player: Player) -> int:
        """Count what the bank owes a player, by what was recorded or stated at the end."""
        return self.stated_debts.get(player) or self.unpaid.get(player, 0)

    @property
    def recorded_gold(self) -> Mapping[Player, Cards]:
        """The gold cards recorded for each player; empty if the record does not have them all."""
        if not self.knows_bank:
            return {}
        gold: dict[Player, Cards] = dict.fromkeys(self.players, ())
        for result in self.past:
            for player, cards in result.settled:
                gold[player] = tuple(sorted((*gold[player], *cards), reverse=True))
        return gold

    def in_round(self, **changed: Any) -> State:
        """Return the state with changes to the current round."""
        return replace(self, now=replace(self.now, **changed))


def start(book: Rulebook, setup: Setup) -> State:
    """Return the state at the start of a game for three to ten players.

    Cites: SAB-1.1 to SAB-1.4, SAB-1.7 to SAB-1.9, SAB-6.6.
    """
    seats = len(setup.seating)
    state = State(
        setup=setup,
        rounds=book[keys.ROUNDS],
        goals=goal_cells(book),
        hand=book[keys.HAND][seats],
        draw_pile=cards_to_draw(book, seats),
        box=gold_in_box(book),
        variant=Variant.of(book, setup.options),
        now=Round(tunnel=Tunnel.of({}, frozenset()), draw_pile=0, hands={}, starter=None),
        by=setup.by,
    )
    return _dealt(state, None)


def _dealt(state: State, starter: Player | None) -> State:
    """Return the state after start, goals and hands are dealt. Cites: SAB-1.7, SAB-1.9, SAB-6.6."""
    fresh = Round(
        tunnel=Tunnel.of({START: CROSSING}, frozenset(state.goals)),
        draw_pile=state.draw_pile,
        hands=dict.fromkeys(state.players, state.hand),
        starter=starter,
        is_result_only=state.by == ROUND,
    )
    return replace(state, now=fresh)


def next_round(state: State) -> State:
    """Return the state with this round over and the next one dealt. Cites: SAB-6.5, SAB-6.6."""
    now = state.now
    ended = replace(state, past=(*state.past, now))
    if ended.is_played:
        return ended
    if now.is_result_only:  # nobody knows who used the last card: the prompt asks who begins
        return _dealt(ended, None)
    return _dealt(ended, next_clockwise(state.players, now.last) if now.last else now.starter)
