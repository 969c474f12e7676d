"""A goal that the tunnel has reached is turned up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.api import (
    SHARED,
    Consequence,
    Event,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    choices,
    identifier,
    join,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import NORTH, SIDE_NAMES, card_words
from referee.games.saboteur.model.board.cells import Cell, cell_words, goal_name
from referee.games.saboteur.model.board.goals import (
    GOALS,
    STONES,
    TREASURE,
    goal_words,
    leads,
    lies_as,
)
from referee.games.saboteur.state import State


class GoalTurnedUp(Event[State], frozen=True):
    """A goal was turned up, and what it shows."""

    rule = keys.TURNED_UP
    sheet_line = "laid"
    at: Cell
    shows: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        now, cell = state.now, cell_words(self.at)
        sides = dict(now.tunnel.reached())
        if self.at not in state.goals or self.shows not in GOALS:
            return self.impossible("There is no goal at {cell}.", keys.TO_THE_GOALS, cell=cell)
        if self.shows in now.up.values():
            said = "The {goal} is already face up; there is only one."
            return self.impossible(said, keys.START_AND_GOALS, goal=self.shows)
        if self.at not in sides:
            return self.forbidden("Nothing has reached the goal at {cell}.", cell=cell)
        if self.shows == TREASURE:
            said = "The treasure! {player} has joined it: the diggers win round {round}."
            rules = (keys.TURNED_UP, keys.TREASURE)
            return self.allowed(said, *rules, player=now.last or "", round=state.round)
        card = lies_as(self.shows, sides[self.at])
        rules = (keys.TURNED_UP, keys.HOW_A_STONE_LIES)
        if now.tunnel.fits(self.at, card):
            return self.allowed("It is a stone and lies as {card}.", *rules, card=card_words(card))
        said = "It is a stone and lies as {card}. It need not fit its other neighbours."
        return self.allowed(said, *rules, keys.STONE_MISFITS, card=card_words(card))

    def apply(self, state: State) -> State:
        """Turn it so that it fits the tunnel that reached it. Cites: SAB-4.3."""
        now = state.now
        card = lies_as(self.shows, dict(now.tunnel.reached()).get(self.at, NORTH))
        up = {**now.up, self.at: self.shows}
        return state.in_round(tunnel=now.tunnel.lay(self.at, card), up=up)

    def tell(self, state: State) -> Mapping[str, Say]:
        cell, player = cell_words(self.at), state.now.last
        if player is None:
            return {SHARED: self.say("{shows} at {cell}", cell=cell)}
        return {SHARED: self.say("{shows} at {cell} by {player}", cell=cell, player=player)}


def _ask_goal(book: Rulebook, state: State) -> Prompt[State]:
    cell, side = state.now.tunnel.reached()[0]
    events = {goal: GoalTurnedUp(cell, goal) for goal in GOALS}
    answers = choices(book, state, events, goal_words(side))
    offered = answers.offered
    return Prompt(
        ask=Say(
            "{player}, turn up the {goal} goal, reached from the {side}. What does it show?",
            player=state.now.last or "",
            goal=identifier(goal_name(cell, state.goals)),
            side=SIDE_NAMES[side],
        ),
        answers=answers,
        event=events.__getitem__,
        rules=(keys.TURNED_UP, keys.HOW_A_STONE_LIES, keys.START_AND_GOALS),
        context=_where_stones_lead(side, tuple(stone for stone in STONES if stone in offered)),
    )


def _is_joined(state: State) -> bool:
    """Whether the treasure is up, so that no other goal is looked at. Cites: SAB-6.1."""
    return TREASURE in state.now.up.values()


def _where_stones_lead(side: int, stones: Sequence[str]) -> tuple[Say, ...]:
    """Say where each stone leads on that can show, reached from this side. Cites: SAB-4.3."""
    said = tuple(
        Say(
            "{stone} leads {way} ({card})",
            stone=stone,
            way=identifier(leads(stone, side)),
            card=card_words(lies_as(stone, side)),
        )
        for stone in stones
    )
    return (join(said, ", "),) if said else ()


GOAL: Final[Stage[State]] = Stage(
    id="goal.shows",
    is_observed=True,
    title=Say("goal"),
    when=lambda state: (
        not (state.is_played or state.now.end_agreed or _is_joined(state))
        and bool(state.now.tunnel.reached())
    ),
    actor=lambda state: state.now.last,
    ask=_ask_goal,
    events=(GoalTurnedUp,),
)
JOINED: Final[Consequence[State]] = Consequence(
    when=lambda state: _is_joined(state) and not state.now.is_over,
    apply=lambda state: state.in_round(is_over=True),
    rule=keys.TREASURE,
)
