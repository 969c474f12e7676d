"""Cards on their way: which may be taken, drawn or found, and where they lie then."""

from collections.abc import Iterable

from referee.api import (
    Cells,
    Event,
    Player,
    Rulebook,
    Ruling,
    Say,
    forbidden,
    join,
    plural,
    replace,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import SORCERER, TALISMAN, TREASURES, is_gem
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.state import State


def passes(book: Rulebook, state: State, event: Event[State]) -> bool:
    """Whether an event is on offer: the rules let it pass."""
    return not event.judge(book, state).verdict.stops_play


def taken(event: Event[State], state: State, said: Say, *lost: tuple[Player, str]) -> Ruling:
    """Let players lose these cards, unless one is protected; tell talismans left alone by it.

    Cites: ALA-3.5, ALA-4.3, ALA-6.1, ALA-6.4.
    """
    refused = next(filter(None, (_not_to_be_taken(event, state, *each) for each in lost)), None)
    if refused:
        return refused
    after = event.apply(state).holdings
    left = (after[player].lone - state.holdings[player].lone for player, _ in lost)
    one, many = "Its talisman lies alone now.", "Its {n} talismans lie alone now."
    alone = [plural(n, one, many) for n in left if n]
    if not alone:
        return event.allowed(said)
    return event.allowed(join((said, *alone), " "), event.rule, keys.LEFT_ALONE)


def _not_to_be_taken(event: Event[State], state: State, owner: Player, card: str) -> Ruling | None:
    held = state.holdings[owner]
    if card in held.unprotected():
        return None
    if card == TALISMAN:
        return event.forbidden("A talisman is never taken.")
    name = state.called(card)
    if held.ornaments.get(card, 0):
        said = "{card} belongs to a complete set."
        return event.forbidden(said, event.rule, keys.SETS, card=name)
    return event.forbidden("By the record there is no {card} to take.", keys.ON_RECORD, card=name)


def next_cards(book: Rulebook, state: State, chest: str) -> tuple[str, ...]:
    """List what the next card of a chest can be: the Sorcerer, or any treasure. Cites: ALA-1.4."""
    number = state.drawn_from(chest) + 1
    if number > book[keys.CHEST_CARDS] + 1:
        return ()
    is_sorcerer = number == state.variant.sorcerer_at and chest not in state.sorcerers
    return (SORCERER,) if is_sorcerer else TREASURES


def not_that_card(book: Rulebook, state: State, chest: str, card: str) -> Ruling | None:
    """Stop a Sorcerer that cannot come yet, or a treasure in his place. Cites: ALA-1.4."""
    there = next_cards(book, state, chest)
    if card in there:
        return None
    if not there:
        said = "By the record the {chest} chest is empty."
    elif card != SORCERER:
        said = "Card {n} of the {chest} chest is the Sorcerer."
    elif chest in state.sorcerers:
        said = "The Sorcerer of the {chest} chest is out already."
    else:
        said = "This is card {n} of the {chest} chest; the Sorcerer is card {at}."
    n, at = state.drawn_from(chest) + 1, state.variant.sorcerer_at
    return forbidden(said, keys.BELOW_SORCERER, keys.CHEST_CARDS, chest=chest, n=n, at=at)


def lies_discarded(state: State, card: str) -> bool:
    """Whether the discard pile can hold this card: a known one, or an untold starting gem."""
    return bool(state.discarded.get(card, 0) or (is_gem(card) and state.surplus))


def not_discarded(state: State, card: str) -> Ruling | None:
    """Stop a card that was never discarded. Cites: ALA-1.2."""
    if lies_discarded(state, card):
        return None
    said = "By the record no {card} was discarded."
    return forbidden(said, keys.ON_RECORD, card=state.called(card))


def with_holding(state: State, player: Player, held: Holding) -> State:
    """Let a player hold this."""
    return replace(state, holdings={**state.holdings, player: held})


def moved(state: State, card: str, giver: Player, taker: Player) -> State:
    """Let a card go from one player to another."""
    state = with_holding(state, giver, state.holdings[giver].without_card(card))
    return with_holding(state, taker, state.holdings[taker].with_card(card))


def drawn(state: State, chest: str, card: str) -> State:
    """Count a card drawn from a chest, and lay its Sorcerer aside."""
    count = {**state.drawn, chest: state.drawn_from(chest) + 1}
    if card != SORCERER or chest in state.sorcerers:
        return replace(state, drawn=count)
    return replace(state, drawn=count, sorcerers=(*state.sorcerers, chest))


def discarded(state: State, cards: Iterable[str]) -> State:
    """Lay cards on the discard pile."""
    pile = dict(state.discarded)
    for card in cards:
        pile[card] = pile.get(card, 0) + 1
    return replace(state, discarded=pile)


def recovered(state: State, player: Player, card: str) -> State:
    """Take a card from the discard pile, a surplus starting gem where no other is known."""
    state = with_holding(state, player, state.holdings[player].with_card(card))
    if known := state.discarded.get(card, 0):
        return replace(state, discarded={**state.discarded, card: known - 1})
    return replace(state, surplus=max(0, state.surplus - 1)) if is_gem(card) else state


def cells(*told: tuple[Player, str, str], state: State) -> Cells:
    """Tell of each player a sign and a card, such as ``+`` and ``red``."""
    found: dict[str, tuple[Say, ...]] = {}
    for player, template, card in told:
        said = Say(template, card=state.called(card))
        found[player] = (*found.get(player, ()), said)
    return found
