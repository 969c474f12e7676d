"""A goal that the tunnel has reached is turned up."""

from __future__ import annotations

from collections.abc import Mapping
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
    Terms,
    choices,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Card,
    card_words,
)
from referee.games.saboteur.model.board.cells import Cell, cell_words, goal_name
from referee.games.saboteur.model.board.goals import (
    GOALS,
    STONE_A,
    STONE_B,
    TREASURE,
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
            said = "The {goal} is up already; there is only one."
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
        said = self.say("{shows} at {cell}", cell=cell_words(self.at))
        if state.now.last:
            said = Say("{goal} by {player}", goal=said, player=state.now.last)
        return {SHARED: said}


def _ask_goal(book: Rulebook, state: State) -> Prompt[State]:
    cell, side = state.now.tunnel.reached()[0]
    events = {goal: GoalTurnedUp(cell, goal) for goal in GOALS}
    said = "(a stone that leads {way} is {stone}, one that leads {other_way} is {other})"
    ways = {stone: _WAYS[lies_as(stone, side) & ~side] for stone in (STONE_A, STONE_B)}
    return Prompt(
        ask=Say(
            "{player}, turn up the {goal} goal. What does it show?",
            player=state.now.last or "",
            goal=goal_name(cell, state.goals),
        ),
        answers=choices(book, state, events, _words(side)),
        event=events.__getitem__,
        rules=(keys.TURNED_UP, keys.HOW_A_STONE_LIES, keys.START_AND_GOALS),
        detail=Say(said, way=ways[STONE_A], stone=STONE_A, other_way=ways[STONE_B], other=STONE_B),
    )


def _words(side: Card) -> Terms:
    """Word what a goal may show: a stone also by where it leads on, and by its openings."""
    stones = {
        stone: (stone, _WAYS[card & ~side], card_words(card))
        for stone, card in ((each, lies_as(each, side)) for each in (STONE_A, STONE_B))
    }
    return Terms(treasure=(TREASURE, "gold"), **stones)


def _is_joined(state: State) -> bool:
    """Whether the treasure is up, so that no other goal is looked at. Cites: SAB-6.1.

    Journals of before hold what the other goals showed.
    """
    return state.is_new and TREASURE in state.now.up.values()


_WAYS: Final = {NORTH: "up", SOUTH: "down", WEST: "left", EAST: "right"}
"""Where a tunnel leads on, as it is seen on the table."""
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
    when=lambda state: (
        TREASURE in state.now.up.values()
        and not state.now.is_over
        and (_is_joined(state) or not state.now.tunnel.reached())
    ),
    apply=lambda state: state.in_round(is_over=True),
    rule=keys.TREASURE,
)
