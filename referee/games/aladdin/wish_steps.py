"""What is asked when a wish is granted: what the lamp card moves, and whether that is all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from referee.core.answers import OneOf
from referee.core.phrase import CustomAnswer, parse_pair, player_named
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.table import Player
from referee.core.words import match_choice, parse_count
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.asked import step
from referee.games.aladdin.dice import Die
from referee.games.aladdin.reading import card_named, read_die
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import CHEST_CARDS, METALS, TREASURES
from referee.games.aladdin.wishing import lies_discarded, not_that_card

A = TypeVar("A")
NOTHING, DONE, MORE = "nothing", "done", "more"


class CardOf(NamedTuple):
    """A card and a player."""

    card: str
    player: Player


def effect(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask what the lamp card does: nothing that is recorded, or one of several changes."""
    player = state.wish.player if state.wish else state.players[0]
    return step(
        book,
        state,
        "wish.effect",
        Say("What does the lamp card do?"),
        OneOf((NOTHING,), (NOTHING,)),
        lambda _: seen.NothingWished(player),
        keys.AS_FAR_AS_POSSIBLE,
        keys.PROTECTED,
        besides=(
            _chest(book, state, player),
            _give(book, state),
            _swap(book, state),
            _throw(book, state),
            _recover(book, state),
            _die(book, state),
        ),
    )


def more(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask whether the lamp card does more."""
    return step(
        book,
        state,
        "wish.done",
        Say("Is that all the card does?"),
        OneOf((DONE, MORE), (DONE, MORE)),
        lambda word: seen.WishFinished(is_done=word == DONE),
        keys.AS_FAR_AS_POSSIBLE,
        enter=DONE,
    )


def _beside(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    word: str,
    offered: Sequence[str],
    reader: Callable[[str], A],
    form: str,
    event: Callable[[A], seen.Event],
    *rules: Any,
) -> Step[seen.Event]:
    ask = Say("The lamp card: {word}", word=word)
    return step(
        book,
        state,
        f"wish.{word}",
        ask,
        CustomAnswer(tuple(offered), reader, Say(form)),
        event,
        *rules,
    )


def _cards(state: State, cards: Sequence[str]) -> dict[str, str]:
    return {**{state.called(card): card for card in cards}, **{card: card for card in cards}}


def _card_of(state: State, words: str) -> CardOf:
    """Read a card and a player, as in ``red Bo``."""
    known = _cards(state, TREASURES)
    card, player = parse_pair(
        words, lambda head: card_named(head, known), player_named(state.players)
    )
    return CardOf(card, player)


def _owned(state: State) -> list[CardOf]:
    """List every card that a wish may touch, each kind of each player once."""
    return [
        CardOf(card, player)
        for player, held in state.holdings.items()
        for card in held.unprotected()
    ]


def _chest(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    known = _cards(state, CHEST_CARDS)

    def read(words: str) -> tuple[str, str]:
        head, *rest = words.split() or [""]
        named = [word for word in rest if parse_count(word) is None]  # scorpions do not matter
        return match_choice(head, METALS), card_named(" ".join(named), known)

    offered = [
        f"{chest} {state.called(card)}"
        for chest in METALS
        for card in CHEST_CARDS
        if not not_that_card(book, state, chest, card)
    ]
    return _beside(
        book,
        state,
        "draw",
        offered,
        read,
        "chest and card, such as bronze red",
        lambda named: seen.ChestCardTaken(player, *named),
        keys.DRAWN_BY_WISH,
    )


def _give(book: Rulebook, state: State) -> Step[seen.Event]:
    def read(words: str) -> tuple[CardOf, Player]:
        return parse_pair(words, lambda head: _card_of(state, head), player_named(state.players))

    offered = [
        f"{state.called(card)} @{giver} @{taker}"
        for card, giver in _owned(state)
        for taker in state.players
        if taker != giver
    ]
    return _beside(
        book,
        state,
        "move",
        offered,
        read,
        "card, from whom, to whom, such as red Bo Cy",
        lambda named: seen.CardMoved(named[0].card, named[0].player, named[1]),
        keys.PROTECTED,
    )


def _swap(book: Rulebook, state: State) -> Step[seen.Event]:
    def read(words: str) -> tuple[CardOf, CardOf]:
        return parse_pair(
            words, lambda head: _card_of(state, head), lambda rest: _card_of(state, rest)
        )

    owned = _owned(state)
    offered = [
        f"{state.called(one.card)} @{one.player} {state.called(other.card)} @{other.player}"
        for index, one in enumerate(owned)
        for other in owned[index + 1 :]
        if one.player != other.player
    ]
    return _beside(
        book,
        state,
        "swap",
        offered,
        read,
        "card, player, card, player, such as red Bo blue Cy",
        lambda named: seen.CardsSwapped(
            named[0].card, named[0].player, named[1].card, named[1].player
        ),
        keys.PROTECTED,
    )


def _throw(book: Rulebook, state: State) -> Step[seen.Event]:
    return _beside(
        book,
        state,
        "discard",
        [f"{state.called(card)} @{player}" for card, player in _owned(state)],
        lambda words: _card_of(state, words),
        "card and player, such as red Bo",
        lambda named: seen.CardDiscarded(named.card, named.player),
        keys.PROTECTED,
    )


def _recover(book: Rulebook, state: State) -> Step[seen.Event]:
    offered = [
        f"{state.called(card)} @{player}"
        for card in TREASURES
        if lies_discarded(state, card)
        for player in state.players
    ]
    return _beside(
        book,
        state,
        "recover",
        offered,
        lambda words: _card_of(state, words),
        "card and player, such as red Bo",
        lambda named: seen.CardRecovered(named.card, named.player),
        keys.PROTECTED,
    )


def _die(book: Rulebook, state: State) -> Step[seen.Event]:
    def read(words: str) -> tuple[Player, Die, Die]:
        """Read a die and what it becomes, as in ``b4 s2 Bo``: the player stands last."""
        dice, player = parse_pair(words, _two_dice, player_named(state.players))
        return player, *dice

    offered = [
        f"{before.short} {chest[0]}{n} @{player}"
        for player, own in state.dice_in_order.items()
        for before in own
        for chest in METALS
        for n in range(1, state.terms.faces + 1)
        if Die(chest, n) != before
    ]
    return _beside(
        book,
        state,
        "die",
        offered,
        read,
        "the die, what it becomes, whose, such as b4 s2 Bo",
        lambda named: seen.DieChanged(*named),
        keys.CHANGED_DIE,
    )


def _two_dice(words: str) -> tuple[Die, Die]:
    """Read two dice with a blank between, as in ``b4 s2``."""
    before, after = parse_pair(words, read_die, read_die)
    return before, after
