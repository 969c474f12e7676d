"""Using a card of the hand: what all plays of a turn share, and discarding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.api import (
    Answers,
    Event,
    Player,
    Prompt,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Stage,
    choices,
)
from referee.games.saboteur import keys
from referee.games.saboteur.state import State


class CardUsed(Event[State], frozen=True):
    """A player used a card of the hand."""

    rule = keys.ONE_OF_THREE
    player: Player

    def used(self, state: State, **changed: Any) -> State:
        """Draw a card for it while there are any. Cites: SAB-2.1, SAB-2.3."""
        now, player = state.now, self.player
        draws = now.draw_pile > 0
        return state.in_round(
            draw_pile=now.draw_pile - draws,
            hands=now.hands if draws else {**now.hands, player: max(0, now.hands[player] - 1)},
            last=player,
            turns=now.turns + 1,
            **changed,
        )


def one_more(counts: Mapping[str, int], name: str) -> Mapping[str, int]:
    """Count one more of a name."""
    return {**counts, name: counts.get(name, 0) + 1}


class CardDiscarded(CardUsed, frozen=True):
    """A player discarded a card face down."""

    sheet_line = "discarded"

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if not state.now.hands[self.player]:
            return self.forbidden("{player} has no card left.", keys.DISCARDING)
        empty = () if state.now.draw_pile else (keys.EMPTY_PILE,)
        return self.allowed("{player} discards a card.", keys.DISCARDING, *empty)

    def apply(self, state: State) -> State:
        return self.used(state, discarded=state.now.discarded + 1)

    def tell(self, state: State) -> Mapping[str, int]:
        return {self.player: 1}


def play_prompt(
    state: State,
    word: str,
    answers: Answers[Any],
    event: Callable[[Any], Event[State]],
    *rules: RuleLike,
) -> Prompt[State]:
    """Ask for a play that is reported by its word, beside laying."""
    ask = Say("{player} plays {word}", player=state.active_player, word=word)
    return Prompt(ask=ask, answers=answers, event=event, rules=rules)


def play_stage(
    word: str,
    ask: Callable[[Rulebook, State], Prompt[State]],
    event: type[Event[State]],
    *,
    is_rare: bool = False,
    also: tuple[str, ...] = (),
) -> Stage[State]:
    """Make the stage of such a play; what ``is_rare`` takes three letters, and is not listed.

    A word of ``also`` reports it too.
    """
    return Stage(
        id=f"turn.{word}",
        title=Say("turn"),
        actor=lambda state: state.active_player,
        ask=ask,
        events=(event,),
        letters=3 if is_rare else 1,
        is_listed=not is_rare,
        also=also,
    )


def _ask_discard(book: Rulebook, state: State) -> Prompt[State]:
    events = {"done": CardDiscarded(state.active_player)}
    answers = choices(book, state, events)
    return play_prompt(state, "discard", answers, events.__getitem__, keys.DISCARDING)


DISCARD = play_stage("discard", _ask_discard, CardDiscarded)
