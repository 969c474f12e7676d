"""The views of a state: all of it lies open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee.core.paper import View
from referee.core.roundsheet import Cell, Grid
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.games.aladdin import keys
from referee.games.aladdin.asked import held_words
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import METALS
from referee.games.aladdin.turn import active_player, phase


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what lies before the players, what the chests have given, and whose turn it is."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, held.cards, held_words(state, held)) for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("holds"))
    title = Say("The game is over") if state.is_over else Say("Turn {turn}", turn=state.turn)
    return Grid(title, columns, rows, tuple(_state_lines(book, state)))


def _state_lines(book: Rulebook, state: State) -> Iterator[Say]:
    whole = book[keys.CHEST_CARDS] + 1
    drawn = tuple(
        Say("{chest} {n} of {whole}", chest=chest, n=state.drawn_from(chest), whole=whole)
        for chest in METALS
    )
    yield Say("Cards drawn: {drawn}.", drawn=drawn)
    if state.sorcerers:
        yield Say("The Sorcerer is out: {chests}.", chests=state.sorcerers)
    known = tuple(
        Say("{n} {card}", n=n, card=state.called(card)) for card, n in state.discarded.items() if n
    )
    surplus = Say("{n} starting gems nobody named", n=state.surplus)
    yield Say("Discard pile: {cards}.", cards=(surplus, *known))
    if state.dice:
        dice = tuple(
            Say("{player} {dice}", player=player, dice=tuple(die.short for die in own))
            for player, own in state.dice_in_order.items()
        )
        yield Say("Dice: {dice}.", dice=dice)
    active = active_player(state)
    if active:
        yield Say("To act: {player} ({phase}).", player=active, phase=phase(state))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("what everyone holds, and the chests"), _show_state)
}
