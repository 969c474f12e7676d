"""Rulings on wishes: accepting and refusing, and what a lamp card may move."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden
from referee.core.say import Say
from referee.core.table import Player
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.playing import left_alone, not_to_be_taken, wrong_die
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import SORCERER, is_gem


def may_refuse(state: State) -> bool:
    """Whether another lamp card is to come: the last has to be accepted. Cites: ALA-4.1."""
    return state.wish is not None and state.wish.refused + 1 < state.terms.wishes


def may_stop(state: State) -> bool:
    """Whether the player may draw no further lamp card. Cites: ALA-4.5."""
    return state.terms.wish_stop and state.wish is not None and state.wish.refused > 0


def judge_accepted(book: Rulebook, state: State, event: seen.WishAccepted) -> Ruling:
    """A lamp card may always be accepted. Cites: ALA-4.1."""
    return allowed(Say("{player} accepts the wish.", player=event.player), keys.WISHES)


def judge_refused(book: Rulebook, state: State, event: seen.WishRefused) -> Ruling:
    """Whether the lamp card may be refused. Cites: ALA-4.1."""
    if not may_refuse(state):
        said = Say("The last of {n} wishes has to be accepted.", n=state.terms.wishes)
        return forbidden(said, keys.WISHES)
    said = Say("{player} refuses, and draws the next.", player=event.player)
    return allowed(said, keys.WISHES)


def judge_stopped(book: Rulebook, state: State, event: seen.WishesStopped) -> Ruling:
    """Whether the player may stop after a refusal, which some tables allow. Cites: ALA-4.5."""
    cites = book.cite(keys.STOPPING_WISHES)
    if may_stop(state):
        return allowed(Say("{player} draws no other wish.", player=event.player), *cites)
    said = Say("{player} must draw until a wish is accepted.", player=event.player)
    return forbidden(said, *cites)


def judge_nothing(book: Rulebook, state: State, event: seen.NothingWished) -> Ruling:
    """A wish may change nothing that is recorded, or not be possible. Cites: ALA-4.6."""
    said = Say("The wish changes nothing here.")
    return allowed(said, keys.AS_FAR_AS_POSSIBLE)


def not_that_card(book: Rulebook, state: State, chest: str, card: str) -> Ruling | None:
    """Stop a Sorcerer that cannot come yet, or a treasure in his place. Cites: ALA-1.4."""
    number = state.drawn_from(chest) + 1
    at = state.terms.sorcerer_at
    out = chest in state.sorcerers
    cites = book.cite(keys.BELOW_SORCERER, keys.CHEST_CARDS)
    if number > book[keys.CHEST_CARDS] + 1:
        said = Say("By the record the {chest} chest is empty.", chest=chest)
        return forbidden(said, *cites)
    if (card == SORCERER) == (number == at and not out):
        return None
    if card != SORCERER:
        said = Say("Card {n} of the {chest} chest is the Sorcerer.", n=number, chest=chest)
    elif out:
        said = Say("The Sorcerer of the {chest} chest is out already.", chest=chest)
    else:
        said = Say(
            "This is card {n} of the {chest} chest; the Sorcerer is card {at}.",
            n=number,
            chest=chest,
            at=at,
        )
    return forbidden(said, *cites)


def judge_chest_card(book: Rulebook, state: State, event: seen.ChestCardTaken) -> Ruling:
    """Whether a wish can have drawn this card. Cites: ALA-1.4, ALA-4.4, ALA-7.5."""
    refused = not_that_card(book, state, event.chest, event.card)
    if refused:
        return refused
    if event.card == SORCERER:
        said = Say("{player} draws the Sorcerer: the game is over at once.", player=event.player)
        return allowed(said, keys.DRAWN_BY_WISH, keys.THE_END)
    said = Say(
        "{player} draws {card} from the {chest} chest.",
        player=event.player,
        card=state.called(event.card),
        chest=event.chest,
    )
    return allowed(said, keys.DRAWN_BY_WISH)


def judge_moved(book: Rulebook, state: State, event: seen.CardMoved) -> Ruling:
    """Whether a wish may move this card from one player to another. Cites: ALA-4.3."""
    if event.giver == event.taker:
        said = Say("A card goes from one player to another.")
        return forbidden(said, keys.PROTECTED)
    return _taken(book, state, event.giver, event.card) or _moved(
        book,
        state,
        Say(
            "{card} goes from {giver} to {taker}.",
            card=state.called(event.card),
            giver=event.giver,
            taker=event.taker,
        ),
        event.giver,
        event.card,
    )


def judge_swapped(book: Rulebook, state: State, event: seen.CardsSwapped) -> Ruling:
    """Whether a wish may exchange these cards. Cites: ALA-4.3."""
    if event.player == event.other:
        said = Say("Cards are exchanged between two players.")
        return forbidden(said, keys.PROTECTED)
    refused = _taken(book, state, event.player, event.card) or _taken(
        book, state, event.other, event.other_card
    )
    if refused:
        return refused
    said = Say(
        "{player}'s {card} is exchanged for {other}'s {other_card}.",
        player=event.player,
        card=state.called(event.card),
        other=event.other,
        other_card=state.called(event.other_card),
    )
    if event.card == event.other_card:
        return allowed(said, keys.PROTECTED)
    lost = ((event.player, event.card), (event.other, event.other_card))
    alone = [left_alone(state.holdings[player], card) for player, card in lost]
    for told in filter(None, alone):
        said = Say("{said} {alone}", said=said, alone=told)
    return allowed(said, keys.PROTECTED, *((keys.LEFT_ALONE,) if any(alone) else ()))


def judge_thrown(book: Rulebook, state: State, event: seen.CardDiscarded) -> Ruling:
    """Whether a wish may discard this card. Cites: ALA-4.3."""
    return _taken(book, state, event.player, event.card) or _moved(
        book,
        state,
        Say("{player} discards {card}.", player=event.player, card=state.called(event.card)),
        event.player,
        event.card,
    )


def _taken(book: Rulebook, state: State, player: Player, card: str) -> Ruling | None:
    return not_to_be_taken(book, state, state.holdings[player], card, keys.PROTECTED)


def _moved(book: Rulebook, state: State, said: Say, giver: Player, card: str) -> Ruling:
    alone = left_alone(state.holdings[giver], card)
    if alone:
        said = Say("{said} {alone}", said=said, alone=alone)
    return allowed(said, keys.PROTECTED, *((keys.LEFT_ALONE,) if alone else ()))


def lies_discarded(state: State, card: str) -> bool:
    """Whether the discard pile can hold this card: a known one, or an untold starting gem."""
    return bool(state.discarded.get(card, 0) or (is_gem(card) and state.surplus))


def not_discarded(book: Rulebook, state: State, card: str) -> Ruling | None:
    """Stop a card that was never discarded. Cites: ALA-1.2."""
    if lies_discarded(state, card):
        return None
    said = Say("By the record no {card} was discarded.", card=state.called(card))
    return forbidden(said, keys.ON_RECORD)


def judge_recovered(book: Rulebook, state: State, event: seen.CardRecovered) -> Ruling:
    """Whether a wish can take this card from the discard pile."""
    said = Say(
        "{player} takes {card} from the discard pile.",
        player=event.player,
        card=state.called(event.card),
    )
    return not_discarded(book, state, event.card) or allowed(said, keys.PROTECTED)


def judge_die(book: Rulebook, state: State, event: seen.DieChanged) -> Ruling:
    """Whether a wish can change this die so. Cites: ALA-1.3, ALA-4.7."""
    wrong = wrong_die(book, event.after)
    if wrong:
        return wrong
    cites = book.cite(keys.CHANGED_DIE)
    if event.before == event.after:
        return forbidden(Say("The die lies so already."), *cites)
    if event.before not in state.dice.get(event.player, ()):
        said = Say(
            "{player} shows no die {chest} {n}.",
            player=event.player,
            chest=event.before.chest,
            n=event.before.number,
        )
        return forbidden(said, *cites)
    said = Say(
        "{player}'s die is now {chest} {n}; the lamp is not touched again.",
        player=event.player,
        chest=event.after.chest,
        n=event.after.number,
    )
    return allowed(said, *cites)


def judge_finished(book: Rulebook, state: State, event: seen.WishFinished) -> Ruling:
    """The lamp card says whether there is more to do. Cites: ALA-4.6."""
    said = Say("The wish is done.") if event.is_done else Say("The wish goes on.")
    return allowed(said, keys.AS_FAR_AS_POSSIBLE)
