"""What is said when the last card of a round is used."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed
from referee.core.say import Say
from referee.core.table import Player
from referee.games.saboteur import keys
from referee.games.saboteur.state import State


def with_end(book: Rulebook, state: State, player: Player, ruling: Ruling) -> Ruling:
    """Add to a ruling that the round is over, where the player uses the last card of all.

    Cites: SAB-6.2.
    """
    hands = state.now.hands
    is_last = not state.now.draw_pile and sum(hands.values()) == 1 and hands[player] == 1
    if ruling.verdict.stops_play or not is_last:
        return ruling
    said = Say("{played} {used}", played=ruling.reason, used=all_used_words(state))
    return allowed(said, *(*ruling.rules, *book.cite(keys.CARDS_USED)), because=ruling.because)


def all_used_words(state: State) -> Say:
    """Say that the round is over because no card is left. Cites: SAB-6.2."""
    return Say("All cards are used: the saboteurs win round {round}.", round=state.round)
