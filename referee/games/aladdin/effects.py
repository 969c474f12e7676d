"""What each event changes. Nothing here refuses, and nothing reads the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.core.table import Player
from referee.games.aladdin import events as seen
from referee.games.aladdin.dice import opener_of, summons, wrong_hands
from referee.games.aladdin.exploring import Drawing, Drawn
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.state import State, Wish, next_to_place
from referee.games.aladdin.treasures import LONE, METALS, SORCERER, is_gem


def apply(state: State, event: seen.Event) -> State:
    """Let an event take effect. Never refuses, never reads the rulebook."""
    return _EFFECTS[type(event)](state, event)


def _gems_dealt(state: State, event: seen.GemsDealt) -> State:
    held = state.holdings[event.player]
    for gem in event.gems:
        held = held.with_card(gem)
    dealt = (*state.dealt, *((event.player,) if event.player not in state.dealt else ()))
    return replace(_with_holding(state, event.player, held), dealt=dealt)


def _dice_shown(state: State, event: seen.DiceShown) -> State:
    return replace(state, dice={**state.dice, event.player: event.dice})


def _lamp_touched(state: State, event: seen.LampTouched) -> State:
    """Sort the hands: who touched wrongly is dealt with first. Cites: ALA-3.3 to ALA-3.7."""
    dice = state.dice_in_order
    called = summons(dice, event.hands, to_other=state.terms.match_to_other)
    wrong = wrong_hands(dice, event.hands)
    callers = tuple(summon.player for summon in called)
    return _on(replace(state, touched=event.hands, wrong=wrong, callers=callers))


def _opponent_chosen(state: State, event: seen.OpponentChosen) -> State:
    chosen = replace(state, opponent=event.opponent)
    if state.holdings[event.player].unprotected():
        return chosen
    return _theft_over(chosen)


def _card_stolen(state: State, event: seen.CardStolen) -> State:
    return _theft_over(_moved(state, event.card, event.victim, event.thief))


def _nothing_stolen(state: State, event: seen.NothingStolen) -> State:
    return _theft_over(state)


def _theft_over(state: State) -> State:
    return _on(replace(state, wrong=state.wrong[1:], opponent=None))


def _wish_accepted(state: State, event: seen.WishAccepted) -> State:
    return _in_wish(state, is_accepted=True, may_be_done=False)


def _wish_refused(state: State, event: seen.WishRefused) -> State:
    refused = state.wish.refused + 1 if state.wish else 1
    if refused >= state.terms.wishes:
        return _wish_over(state)
    return _in_wish(state, refused=refused)


def _wishes_stopped(state: State, event: seen.WishesStopped) -> State:
    return _wish_over(state)


def _nothing_wished(state: State, event: seen.NothingWished) -> State:
    return _wish_over(state)


def _chest_card_taken(state: State, event: seen.ChestCardTaken) -> State:
    """Draw a card by a wish; a Sorcerer ends the game at once. Cites: ALA-4.4, ALA-7.5."""
    drawn = _drawn_from(state, event.chest, event.card)
    if event.card == SORCERER:
        return replace(drawn, is_over=True)
    held = drawn.holdings[event.player].with_card(event.card)
    return _in_wish(_placed_alone(_with_holding(drawn, event.player, held)), may_be_done=True)


def _card_moved(state: State, event: seen.CardMoved) -> State:
    return _in_wish(_moved(state, event.card, event.giver, event.taker), may_be_done=True)


def _cards_swapped(state: State, event: seen.CardsSwapped) -> State:
    """Exchange two cards: each arrives before the other leaves, so no gem kind is ever empty."""
    first = state.holdings[event.player].with_card(event.other_card).without_card(event.card)
    second = state.holdings[event.other].with_card(event.card).without_card(event.other_card)
    state = _with_holding(state, event.player, first)
    return _in_wish(_with_holding(state, event.other, second), may_be_done=True)


def _card_discarded(state: State, event: seen.CardDiscarded) -> State:
    held = state.holdings[event.player].without_card(event.card)
    after = _thrown_away(_with_holding(state, event.player, held), (event.card,))
    return _in_wish(after, may_be_done=True)


def _card_recovered(state: State, event: seen.CardRecovered) -> State:
    return _in_wish(_recovered(state, event.player, event.card), may_be_done=True)


def _die_changed(state: State, event: seen.DieChanged) -> State:
    own = list(state.dice.get(event.player, ()))
    if event.before in own:
        own[own.index(event.before)] = event.after
    changed = replace(state, dice={**state.dice, event.player: tuple(own)})
    return _in_wish(changed, may_be_done=True)


def _wish_finished(state: State, event: seen.WishFinished) -> State:
    return _wish_over(state) if event.is_done else _in_wish(state, may_be_done=False)


def _in_wish(state: State, **changed: Any) -> State:
    return replace(state, wish=replace(state.wish, **changed)) if state.wish else state


def _wish_over(state: State) -> State:
    return _on(replace(state, wish=None))


def _card_drawn(state: State, event: seen.CardDrawn) -> State:
    drawing = state.drawing or Drawing(event.player, METALS[0], state.terms.faces)
    drawing = replace(drawing, cards=(*drawing.cards, Drawn(event.card, event.scorpions)))
    after = replace(_drawn_from(state, drawing.chest, event.card), drawing=drawing)
    return after if drawing.left else _drawing_over(after, drawing)


def _drawing_stopped(state: State, event: seen.DrawingStopped) -> State:
    return _drawing_over(state, state.drawing) if state.drawing else state


def _drawing_over(state: State, drawing: Drawing) -> State:
    """Keep what was drawn, or throw it away after a bust. Cites: ALA-5.3, ALA-5.4, ALA-8.2."""
    after = replace(state, drawing=None, closes=state.closes or drawing.brings_sorcerer)
    if drawing.is_bust:
        return _on(_placed_alone(_thrown_away(after, drawing.treasures)))
    held = after.holdings[drawing.player]
    for card in drawing.treasures:
        held = held.with_card(card)
    after = _with_holding(after, drawing.player, held)
    terms = state.terms
    wins = drawing.wins_ring(terms.ring_die, counts_sorcerer=terms.ring_counts_sorcerer)
    if terms.has_ring and wins:
        after = replace(_with_ring(after, drawing.player), ring_due=drawing.player)
    return _on(_placed_alone(after))


def _with_ring(state: State, player: Player) -> State:
    holdings = {each: replace(held, ring=each == player) for each, held in state.holdings.items()}
    return replace(state, holdings=holdings)


def _talisman_placed(state: State, event: seen.TalismanPlaced) -> State:
    held = state.holdings[event.player].with_talisman_on(event.on)
    return _on(_with_holding(state, event.player, held))


def _ring_card_taken(state: State, event: seen.RingCardTaken) -> State:
    after = replace(_recovered(state, event.player, event.card), ring_due=None)
    return _on(_placed_alone(after))


def _ring_card_left(state: State, event: seen.RingCardLeft) -> State:
    return _on(replace(state, ring_due=None))


def _on(state: State) -> State:
    """Go on to whatever is next: the next wish, the next chest that opens, the next turn."""
    if state.wrong or state.wish or state.drawing or state.is_over:
        return state
    if state.touched is not None and state.callers:
        return replace(state, wish=Wish(state.callers[0]), callers=state.callers[1:])
    if next_to_place(state) or state.ring_due:
        return state
    return _next_chest(state)


def _next_chest(state: State) -> State:
    """Open the next chest that somebody opens; after the last the turn is over. Cites: ALA-5.1."""
    chests = state.chests
    while chests:
        chest, *rest = chests
        chests = tuple(rest)
        opener = opener_of(state.dice_in_order, chest)
        if opener:
            drawing = Drawing(opener.player, chest, opener.limit)
            return replace(state, chests=chests, drawing=drawing)
    return _turn_over(replace(state, chests=()))


def _turn_over(state: State) -> State:
    """End the game after a Sorcerer, else begin the next turn. Cites: ALA-5.4, ALA-7.5."""
    waiting = [player for player, held in state.holdings.items() if held.to_place]
    if waiting:
        return state
    if state.closes:
        return replace(state, is_over=True)
    return replace(state, turn=state.turn + 1, dice={}, touched=None, chests=METALS)


def _placed_alone(state: State) -> State:
    """Lay talismans alone where their owner has no gem to lay them on. Cites: ALA-6.2.

    Who opens another chest this turn may still draw one.
    """
    for player, held in state.holdings.items():
        if held.to_place and not held.owned_kinds() and next_to_place(state) == player:
            alone = held
            for _ in range(held.to_place):
                alone = alone.with_talisman_on(LONE)
            state = _with_holding(state, player, alone)
    return state


def _drawn_from(state: State, chest: str, card: str) -> State:
    drawn = {**state.drawn, chest: state.drawn_from(chest) + 1}
    if card != SORCERER or chest in state.sorcerers:
        return replace(state, drawn=drawn)
    return replace(state, drawn=drawn, sorcerers=(*state.sorcerers, chest))


def _moved(state: State, card: str, giver: Player, taker: Player) -> State:
    state = _with_holding(state, giver, state.holdings[giver].without_card(card))
    return _with_holding(state, taker, state.holdings[taker].with_card(card))


def _recovered(state: State, player: Player, card: str) -> State:
    """Take a card from the discard pile, a surplus starting gem where no other is known."""
    held = state.holdings[player].with_card(card)
    known = state.discarded.get(card, 0)
    if known:
        discarded = {**state.discarded, card: known - 1}
        return replace(_with_holding(state, player, held), discarded=discarded)
    surplus = max(0, state.surplus - 1) if is_gem(card) else state.surplus
    return replace(_with_holding(state, player, held), surplus=surplus)


def _thrown_away(state: State, cards: Iterable[str]) -> State:
    discarded = dict(state.discarded)
    for card in cards:
        discarded[card] = discarded.get(card, 0) + 1
    return replace(state, discarded=discarded)


def _with_holding(state: State, player: Player, held: Holding) -> State:
    return replace(state, holdings={**state.holdings, player: held})


_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    seen.GemsDealt: _gems_dealt,
    seen.DiceShown: _dice_shown,
    seen.LampTouched: _lamp_touched,
    seen.OpponentChosen: _opponent_chosen,
    seen.CardStolen: _card_stolen,
    seen.NothingStolen: _nothing_stolen,
    seen.WishAccepted: _wish_accepted,
    seen.WishRefused: _wish_refused,
    seen.WishesStopped: _wishes_stopped,
    seen.NothingWished: _nothing_wished,
    seen.ChestCardTaken: _chest_card_taken,
    seen.CardMoved: _card_moved,
    seen.CardsSwapped: _cards_swapped,
    seen.CardDiscarded: _card_discarded,
    seen.CardRecovered: _card_recovered,
    seen.DieChanged: _die_changed,
    seen.WishFinished: _wish_finished,
    seen.CardDrawn: _card_drawn,
    seen.DrawingStopped: _drawing_stopped,
    seen.TalismanPlaced: _talisman_placed,
    seen.RingCardTaken: _ring_card_taken,
    seen.RingCardLeft: _ring_card_left,
}
