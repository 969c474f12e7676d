"""Cards that a lamp card moves: from player to player, to the discard pile and back."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from referee.api import Cells, Event, Player, Rulebook, Ruling, parse_pair, player_named
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import TREASURES
from referee.games.aladdin.stages.readers import card_named
from referee.games.aladdin.stages.transfers import (
    cells,
    discarded,
    lies_discarded,
    moved,
    not_discarded,
    recovered,
    taken,
    with_holding,
)
from referee.games.aladdin.stages.wishes import effect_stage, in_wish
from referee.games.aladdin.state import State


class CardMoved(Event[State], frozen=True):
    """By a wish a card went from one player to another."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    giver: Player
    taker: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.giver == self.taker:
            return self.forbidden("A card goes from one player to another.")
        said = self.say("{card} goes from {giver} to {taker}.", card=state.called(self.card))
        return taken(self, state, said, (self.giver, self.card))

    def apply(self, state: State) -> State:
        return in_wish(moved(state, self.card, self.giver, self.taker), may_be_done=True)

    def tell(self, state: State) -> Cells:
        lost, won = (self.giver, "- {card}", self.card), (self.taker, "+ {card}", self.card)
        return cells(lost, won, state=state)


class CardsSwapped(Event[State], frozen=True):
    """By a wish two players exchanged two cards."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player
    other_card: str
    other: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.player == self.other:
            return self.forbidden("Cards are exchanged between two players.")
        said = self.say(
            "{player}'s {card} is exchanged for {other}'s {other_card}.",
            card=state.called(self.card),
            other_card=state.called(self.other_card),
        )
        return taken(self, state, said, (self.player, self.card), (self.other, self.other_card))

    def apply(self, state: State) -> State:
        """Exchange two cards: each arrives before the other leaves, so no kind is ever empty."""
        held = state.holdings
        first = held[self.player].with_card(self.other_card).without_card(self.card)
        second = held[self.other].with_card(self.card).without_card(self.other_card)
        state = with_holding(state, self.player, first)
        return in_wish(with_holding(state, self.other, second), may_be_done=True)

    def tell(self, state: State) -> Cells:
        return cells(
            (self.player, "- {card}", self.card),
            (self.other, "+ {card}", self.card),
            (self.other, "- {card}", self.other_card),
            (self.player, "+ {card}", self.other_card),
            state=state,
        )


class CardDiscarded(Event[State], frozen=True):
    """By a wish a card of a player went to the discard pile."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = self.say("{player} discards {card}.", card=state.called(self.card))
        return taken(self, state, said, (self.player, self.card))

    def apply(self, state: State) -> State:
        held = state.holdings[self.player].without_card(self.card)
        after = discarded(with_holding(state, self.player, held), (self.card,))
        return in_wish(after, may_be_done=True)

    def tell(self, state: State) -> Cells:
        return cells((self.player, "- {card} discarded", self.card), state=state)


class CardRecovered(Event[State], frozen=True):
    """By a wish a player took a card from the discard pile."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = "{player} takes {card} from the discard pile."
        return not_discarded(state, self.card) or self.allowed(said, card=state.called(self.card))

    def apply(self, state: State) -> State:
        return in_wish(recovered(state, self.player, self.card), may_be_done=True)

    def tell(self, state: State) -> Cells:
        return cells((self.player, "+ {card} from the discards", self.card), state=state)


class CardOf(NamedTuple):
    """A card and a player."""

    card: str
    player: Player


def _card_of(state: State, words: str) -> CardOf:
    """Read a card and a player, as in ``red Bo``."""
    known, whose = state.names.readable(TREASURES), player_named(state.players)
    return CardOf(*parse_pair(words, lambda head: card_named(head, known), whose))


def _owned(state: State) -> list[tuple[str, Player]]:
    """Word every card that a wish may touch, each kind of each player once; and its owner."""
    return [
        (f"{state.called(card)} @{player}", player)
        for player, held in state.holdings.items()
        for card in held.unprotected()
    ]


def _read_move(state: State, words: str) -> CardMoved:
    whom = player_named(state.players)
    card, taker = parse_pair(words, partial(_card_of, state), whom)
    return CardMoved(*card, taker)


def _moves(book: Rulebook, state: State) -> Iterator[str]:
    for card, giver in _owned(state):
        yield from (f"{card} @{taker}" for taker in state.players if taker != giver)


def _read_swap(state: State, words: str) -> CardsSwapped:
    one, other = parse_pair(words, partial(_card_of, state), partial(_card_of, state))
    return CardsSwapped(*one, *other)


def _swaps(book: Rulebook, state: State) -> Iterator[str]:
    owned = _owned(state)
    for index, (card, player) in enumerate(owned):
        yield from (f"{card} {more}" for more, other in owned[index + 1 :] if player != other)


def _discards(book: Rulebook, state: State) -> Iterator[str]:
    yield from (card for card, _ in _owned(state))


def _recoveries(book: Rulebook, state: State) -> Iterator[str]:
    there = (state.called(card) for card in TREASURES if lies_discarded(state, card))
    yield from (f"{card} @{player}" for card in there for player in state.players)


MOVE = effect_stage(
    "move", CardMoved, "card, from whom, to whom, such as red Bo Cy", _read_move, _moves
)
SWAP = effect_stage(
    "swap", CardsSwapped, "card, player, card, player, such as red Bo blue Cy", _read_swap, _swaps
)
DISCARD = effect_stage(
    "discard",
    CardDiscarded,
    "card and player, such as red Bo",
    lambda state, words: CardDiscarded(*_card_of(state, words)),
    _discards,
)
RECOVER = effect_stage(
    "recover",
    CardRecovered,
    "card and player, such as red Bo",
    lambda state, words: CardRecovered(*_card_of(state, words)),
    _recoveries,
)
