"""What each event changes. Nothing here refuses, and nothing reads the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.core.table import Player
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure.cards import COLOURS, SECRETS
from referee.games.colorful_treasure.holding import Holding
from referee.games.colorful_treasure.state import SIMPLE, State, order_from
from referee.games.colorful_treasure.tiles import EXTRA_KIND, FOURTH_CARD, NO_SECRETS, WILD
from referee.games.colorful_treasure.turn import Phase, phase


def apply(state: State, event: seen.Event) -> State:
    """Let an event take effect, and go on to the next turn if this one is done."""
    after = _EFFECTS[type(event)](state, event)
    while phase(after) is Phase.PASSED:
        after = _passed(after)
    return after


def _start_named(state: State, event: seen.StartPlayerNamed) -> State:
    return replace(state, order=order_from(state, event.player))


def _tiles_laid_out(state: State, event: seen.TilesLaidOut) -> State:
    return replace(state, tiles=event.tiles)


def _flipped(state: State, event: seen.CardsFlipped) -> State:
    """Turn cards up; where none was flipped the turn goes on without."""
    after = replace(state, field=state.field.flipped(event.cards))
    return after if event.cards else replace(after, is_flipped=True)


def _another(state: State, event: seen.AnotherFlipped) -> State:
    after = replace(state, field=state.field.flipped((event.card,)))
    terms = state.terms
    is_fourth = len(state.field.shown) >= terms.flips + terms.thirds
    return _without_tile(after, FOURTH_CARD) if is_fourth and terms.fourth_is_once else after


def _stopped(state: State, event: seen.FlippingStopped) -> State:
    return replace(state, is_flipped=True)


def _taken(state: State, event: seen.CardsTaken) -> State:
    """Take cards with what comes along, cover the rest, and spend tiles that were used for it."""
    shown = state.field.shown
    after = _with_holding(state, event.player, state.holdings[event.player].taking(event.cards))
    field = replace(state.field.covered(event.cards), shown=())
    after = replace(after, field=field, is_flipped=True, is_taken=True)
    kinds = {card.face for card in event.cards}
    avoided = any(card.face in SECRETS for card in shown) and not kinds & {*SECRETS}
    if avoided and state.terms.avoiding_is_once:
        after = _without_tile(after, NO_SECRETS)
    if len(kinds - {*SECRETS}) > 1 and state.terms.extra_is_once:
        after = _without_tile(after, EXTRA_KIND)
    return _paired(_with_bonuses(after))


def _paired(state: State) -> State:
    """Discard a pair of tokens: for loot if anybody has some, else as the table has it.

    Cites: COL-3.1, COL-3.4, COL-3.6, COL-6.1.
    """
    own = state.own
    if state.plunders or not (own.tokens.has_pair and own.may_plunder):
        return state
    has_loot = bool(state.loot())
    if not has_loot and state.terms.keeps_pair:
        return state
    left = replace(own, tokens=own.tokens.without_pair())
    after = replace(_with_holding(state, state.active, left), plunders=has_loot)
    return _paired(after)


def _card_plundered(state: State, event: seen.CardPlundered) -> State:
    lost = state.holdings[event.victim].without_card(event.card, state.terms.third_gem)
    won = state.holdings[event.player].with_cards((event.card,))
    after = _with_holding(_with_holding(state, event.victim, lost), event.player, won)
    return _loot_taken(after)


def _diamond_plundered(state: State, event: seen.DiamondPlundered) -> State:
    victim, own = state.holdings[event.victim], state.holdings[event.player]
    lost = replace(victim, diamonds=max(0, victim.diamonds - 1))
    won = replace(own, diamonds=own.diamonds + 1)
    return _loot_taken(_with_holding(_with_holding(state, event.victim, lost), event.player, won))


def _nothing_plundered(state: State, event: seen.NothingPlundered) -> State:
    return _loot_taken(state)


def _loot_taken(state: State) -> State:
    return _paired(_with_bonuses(replace(state, plunders=False)))


def _tile_picked(state: State, event: seen.TilePicked) -> State:
    own = state.holdings[event.player]
    own = replace(own, tiles=(*own.tiles, event.tile), claimed=(*own.claimed, event.colour))
    left = tuple(tile for tile in state.tiles or () if tile != event.tile)
    after = replace(_with_holding(state, event.player, own), tiles=left, has_picked=True)
    return _with_bonuses(after)


def _tile_declined(state: State, event: seen.TileDeclined) -> State:
    own = state.holdings[event.player]
    own = replace(own, claimed=(*own.claimed, event.colour))
    return replace(_with_holding(state, event.player, own), has_picked=True)


def _peeked(state: State, event: seen.CardsPeeked) -> State:
    return _without_tile(state, event.tile)


def _any_token_used(state: State, event: seen.AnyTokenUsed) -> State:
    own = state.own.without_tile(WILD)
    if any(own.tokens):
        own = replace(own, tokens=own.tokens.without_one())
    return replace(_with_holding(state, state.active, own), plunders=bool(state.loot()))


def _ended(state: State, event: seen.TurnEnded) -> State:
    return replace(state, is_ended=True)


def _passed(state: State) -> State:
    """Pass the turn on, or end the game; a pair that was kept may bring loot now.

    Cites: COL-3.6, COL-8.1, COL-8.2.
    """
    left, terms = state.field.size, state.terms
    if terms.mode == SIMPLE:
        is_last_round = is_over = not left
    else:
        is_last_round = state.is_last_round or left <= terms.last_round_at
        is_over = is_last_round and state.is_last_seat
    after = _with_chances_gone(replace(state, is_last_round=is_last_round, is_over=is_over))
    if is_over:
        return after
    begun = replace(after, turn=state.turn + 1)
    fresh = replace(begun, is_flipped=False, is_taken=False, has_picked=False, is_ended=False)
    return _paired(fresh)


def _with_chances_gone(state: State) -> State:
    """Let what was not picked for in this turn lapse. Cites: COL-5.4, COL-5.5."""
    own, third = state.own, state.terms.third_gem
    claimed = tuple(colour for colour in COLOURS if own.of(colour) >= third)
    return _with_holding(state, state.active, replace(own, claimed=claimed))


def _with_bonuses(state: State) -> State:
    """Give the active player the bonus cards that are earned now. Cites: COL-4.1 to COL-4.4."""
    asked = state.terms.bonuses
    if asked is None:
        return state
    own = state.own
    gone = [bonus for held in state.holdings.values() for bonus in held.bonuses]
    won = asked.earned(own.colours, own.wonders, gone)
    if not won:
        return state
    return _with_holding(state, state.active, replace(own, bonuses=(*own.bonuses, *won)))


def _without_tile(state: State, tile: str) -> State:
    return _with_holding(state, state.active, state.own.without_tile(tile))


def _with_holding(state: State, player: Player, held: Holding) -> State:
    return replace(state, holdings={**state.holdings, player: held})


_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    seen.StartPlayerNamed: _start_named,
    seen.TilesLaidOut: _tiles_laid_out,
    seen.CardsFlipped: _flipped,
    seen.AnotherFlipped: _another,
    seen.FlippingStopped: _stopped,
    seen.CardsTaken: _taken,
    seen.CardPlundered: _card_plundered,
    seen.DiamondPlundered: _diamond_plundered,
    seen.NothingPlundered: _nothing_plundered,
    seen.TilePicked: _tile_picked,
    seen.TileDeclined: _tile_declined,
    seen.CardsPeeked: _peeked,
    seen.AnyTokenUsed: _any_token_used,
    seen.TurnEnded: _ended,
}
