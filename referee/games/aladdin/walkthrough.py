"""From where a session stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.answers import NONE, OneOf, SomePlayer
from referee.core.errors import BadAnswer
from referee.core.phrase import CustomAnswer
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.several import InOrder, Several
from referee.core.step import Step
from referee.core.table import Player
from referee.core.words import match_key, parse_count
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.asked import holding_line, step
from referee.games.aladdin.dice import Die, opener_of, shared_numbers
from referee.games.aladdin.exploring import Drawing, Drawn
from referee.games.aladdin.reading import card_named, read_dice
from referee.games.aladdin.setting_up import setup_lines
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import (
    CHEST_CARDS,
    GEMS,
    LONE,
    METALS,
    ORNAMENTS,
    SORCERER,
    TREASURES,
)
from referee.games.aladdin.turn import Phase, active_player, phase
from referee.games.aladdin.wish_steps import effect, more
from referee.games.aladdin.wishing import lies_discarded, may_refuse, may_stop, not_that_card

ACCEPT, REFUSE, STOP = "accept", "refuse", "stop"
MOST_SCORPIONS: Final = 9
"""More are noted as so many: they are more than any die."""


def next_step(book: Rulebook, state: State) -> Step[seen.Event] | None:
    """Say what is asked next; None when the game is over."""
    now = phase(state)
    return None if now is Phase.OVER else _STEPS[now](book, state)


def _actor(state: State) -> Player:
    return active_player(state) or state.players[0]


def _gems(book: Rulebook, state: State) -> Step[seen.Event]:
    player, due = _actor(state), state.terms.gems_each
    readable = _readable(state, GEMS)
    words = tuple(map(state.called, GEMS))
    answers = Several(OneOf(tuple(readable), words), due, due)
    ask = plural(
        due, "{player} is dealt which gem?", "{player} is dealt which {n} gems?", player=player
    )
    return step(
        book,
        state,
        "setup.gems",
        ask,
        answers,
        lambda gems: seen.GemsDealt(player, tuple(readable[gem] for gem in gems)),
        keys.STARTING_EACH,
        keys.KINDS,
        lines=setup_lines(book, state.setup) if not state.dealt else (),
    )


def _readable(state: State, cards: tuple[str, ...]) -> dict[str, str]:
    """Map every word for these cards to the card: the table's names, and our own."""
    return {**{state.called(card): card for card in cards}, **{card: card for card in cards}}


def _dice(book: Rulebook, state: State) -> Step[seen.Event]:
    player, due = _actor(state), state.terms.dice_each
    dice = [Die(chest, n) for chest in METALS for n in range(1, state.terms.faces + 1)]
    offered = tuple(f"{die.chest} {die.number}" for die in dice)
    form = Say("chest and number, such as b4")
    if due > 1:
        pairs = [(one, other) for one in dice for other in dice if one.chest < other.chest]
        offered = tuple(f"{a.chest} {a.number}, {b.chest} {b.number}" for a, b in pairs)
        form = Say("chests and numbers, such as b4 s2")
    ask = plural(due, "{player}'s die?", "{player}'s {n} dice?", player=player)
    return step(
        book,
        state,
        "dice.shown",
        ask,
        CustomAnswer(offered, read_dice, form),
        lambda shown: seen.DiceShown(player, tuple(sorted(shown, key=_by_chest))),
        keys.SETTING,
        keys.DICE_EACH,
        lines=tuple(holding_line(state, each) for each in state.players) if not state.dice else (),
    )


def _by_chest(die: Die) -> int:
    return METALS.index(die.chest)


def _lamp(book: Rulebook, state: State) -> Step[seen.Event]:
    shared = shared_numbers(state.dice_in_order)
    lines = tuple(Say("{players} show {n}.", players=players, n=n) for n, players in shared.items())
    ask = Say("Who touches the lamp, in which order?")
    if not shared:
        lines = (Say("All numbers are different: nobody may touch the lamp."),)
        ask = Say("Did anybody touch the lamp all the same?")
    return step(
        book,
        state,
        "lamp.touched",
        ask,
        InOrder(state.players),
        seen.LampTouched,
        keys.MAY_RUB,
        keys.FIRST_HAND,
        keys.WRONG_RUB,
        enter=None if shared else NONE,
        lines=lines,
    )


def _opponent(book: Rulebook, state: State) -> Step[seen.Event]:
    player = _actor(state)
    others = tuple(each for each in state.players if each != player)
    return step(
        book,
        state,
        "lamp.opponent",
        Say("{player} touched wrongly. Which opponent may steal?", player=player),
        SomePlayer(state.players, others),
        lambda opponent: seen.OpponentChosen(player, opponent or others[0]),
        keys.WRONG_RUB,
    )


def _theft(book: Rulebook, state: State) -> Step[seen.Event]:
    thief, victim = _actor(state), state.wrong[0]
    readable = _readable(state, TREASURES)
    offered = tuple(map(state.called, state.holdings[victim].unprotected()))

    def read(words: str) -> str:
        return NONE if match_key(words) == NONE else card_named(words, readable)

    def event(card: str) -> seen.Event:
        if card == NONE:
            return seen.NothingStolen(thief, victim)
        return seen.CardStolen(thief, victim, card)

    return step(
        book,
        state,
        "lamp.stolen",
        Say("{thief} steals what from {victim}?", thief=thief, victim=victim),
        CustomAnswer((*offered, NONE), read, Say("{cards}; or none", cards=offered)),
        event,
        keys.WRONG_RUB,
        keys.NOTHING_TO_STEAL,
        keys.SETS,
        lines=(holding_line(state, victim),),
    )


def _wish(book: Rulebook, state: State) -> Step[seen.Event]:
    player = _actor(state)
    number = state.wish.refused + 1 if state.wish else 1
    words = (
        ACCEPT,
        *((REFUSE,) if may_refuse(state) else ()),
        *((STOP,) if may_stop(state) else ()),
    )
    events: Mapping[str, Callable[[Player], seen.Event]] = {
        ACCEPT: seen.WishAccepted,
        REFUSE: seen.WishRefused,
        STOP: seen.WishesStopped,
    }
    return step(
        book,
        state,
        "wish.answer",
        Say("{player}, lamp card {n} of {all}?", player=player, n=number, all=state.terms.wishes),
        OneOf((ACCEPT, REFUSE, STOP), words),
        lambda word: events[word](player),
        keys.WISHES,
        keys.STOPPING_WISHES,
    )


def _explore(book: Rulebook, state: State) -> Step[seen.Event]:
    drawing = state.drawing or Drawing(state.players[0], METALS[0], state.terms.faces)
    player = drawing.player
    readable = _readable(state, CHEST_CARDS)
    cards = [card for card in CHEST_CARDS if not not_that_card(book, state, drawing.chest, card)]
    offered = tuple(
        f"{state.called(card)} {n}" for card in cards for n in range(MOST_SCORPIONS + 1)
    )
    stopping = step(
        book,
        state,
        "explore.stop",
        Say("{player} stops.", player=player),
        OneOf(("done",), ("done",)),
        lambda _: seen.DrawingStopped(player),
        keys.DRAWING,
    )
    return step(
        book,
        state,
        "explore.card",
        Say(
            "{player} draws? ({left} more, {scorpions} of {limit} scorpions)",
            player=player,
            left=drawing.left,
            scorpions=drawing.scorpions,
            limit=drawing.limit,
        ),
        CustomAnswer(
            offered,
            lambda words: _drawn(words, readable),
            Say("card and scorpions, such as {example}", example=_example(cards)),
        ),
        lambda drawn: seen.CardDrawn(player, drawn.card, drawn.scorpions),
        keys.DRAWING,
        keys.SCORPIONS,
        keys.SORCERER,
        lines=(*(() if drawing.cards else _openers(state)), *_sorcerer_next(cards)),
        besides=(stopping,),
    )


def _sorcerer_next(cards: list[str]) -> tuple[Say, ...]:
    """Say so where the Sorcerer is the only card that can come. Cites: ALA-1.4."""
    return (Say("By the record the next card is the Sorcerer."),) if cards == [SORCERER] else ()


def _example(cards: list[str]) -> str:
    return "sorcerer" if cards == [SORCERER] else "red 1 or g r 2"


def _drawn(words: str, readable: Mapping[str, str]) -> Drawn:
    """Read a card and its scorpions, none where no number stands; in either order.

    A beginning of ``stop`` alone is no card: nobody should meet the Sorcerer by stopping.
    """
    if STOP.startswith(match_key(words)):
        raise BadAnswer(Say("“{words}”: stop, or which card?", words=words))
    parts = words.split()
    numbers = [parse_count(part) for part in parts]
    at = [i for i, number in enumerate(numbers) if number is not None]
    scorpions = numbers[at[0]] if at else 0
    if len(at) > 1 or scorpions is None:
        raise BadAnswer(Say("“{words}”: one number of scorpions.", words=words))
    name = " ".join(part for i, part in enumerate(parts) if i not in at)
    return Drawn(card_named(name, readable), min(scorpions, MOST_SCORPIONS))


def _openers(state: State) -> tuple[Say, ...]:
    """Tell who opens which chest this turn."""
    openers = {chest: opener_of(state.dice_in_order, chest) for chest in METALS}
    told = tuple(
        Say("{chest} {player} ({n})", chest=chest, player=opener.player, n=opener.limit)
        if opener
        else Say("{chest} nobody", chest=chest)
        for chest, opener in openers.items()
    )
    return (Say("Opened by: {openers}.", openers=told),)


def _place(book: Rulebook, state: State) -> Step[seen.Event]:
    player = _actor(state)
    owned = state.holdings[player].owned_kinds() or (LONE,)
    readable = {**_readable(state, GEMS), LONE: LONE}
    return step(
        book,
        state,
        "talisman.placed",
        Say("{player} lays a talisman on which gem?", player=player),
        OneOf(tuple(readable), tuple(map(state.called, owned))),
        lambda word: seen.TalismanPlaced(player, readable[word]),
        keys.PLACING,
        keys.TALISMAN_COUNTS,
    )


def _ring(book: Rulebook, state: State) -> Step[seen.Event]:
    player = _actor(state)
    readable = _readable(state, TREASURES)
    there = [card for card in (*GEMS, *ORNAMENTS, "talisman") if lies_discarded(state, card)]
    offered = tuple(map(state.called, there)) or (NONE,)

    def read(words: str) -> str:
        return NONE if match_key(words) == NONE else card_named(words, readable)

    def event(card: str) -> seen.Event:
        return seen.RingCardLeft(player) if card == NONE else seen.RingCardTaken(player, card)

    return step(
        book,
        state,
        "ring.card",
        Say("{player} takes which card from the discard pile?", player=player),
        CustomAnswer(offered, read, Say("{cards}", cards=offered)),
        event,
        keys.RING_DIE,
        keys.EMPTY_DISCARD,
    )


_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.GEMS: _gems,
    Phase.DICE: _dice,
    Phase.LAMP: _lamp,
    Phase.OPPONENT: _opponent,
    Phase.THEFT: _theft,
    Phase.WISH: _wish,
    Phase.EFFECT: effect,
    Phase.MORE: more,
    Phase.EXPLORE: _explore,
    Phase.PLACE: _place,
    Phase.RING: _ring,
}
