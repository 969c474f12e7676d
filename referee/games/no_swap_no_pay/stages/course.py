"""The course of a game: who has to do what, in the order of a round, and then of the end."""

from referee.api import Course, Say, Stage, join
from referee.games.no_swap_no_pay.model.coins import COLOURS
from referee.games.no_swap_no_pay.stages.by_round import (
    CHALLENGES,
    DEPTH,
    DONATED_UNSEEN,
    DRAFTED_UNSEEN,
)
from referee.games.no_swap_no_pay.stages.challenge import (
    ANSWER,
    CHALLENGE,
    DONATE,
    GAME_OVER,
    ROUND_OVER,
)
from referee.games.no_swap_no_pay.stages.draft import (
    CAPTAIN,
    DRAFT,
    DRAFT_OVER,
    DRAW,
    FEED,
    NOTHING_DRAFTED,
)
from referee.games.no_swap_no_pay.stages.reveal import BAGS, PURPLE_COINS, TREASURE
from referee.games.no_swap_no_pay.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    if state.is_played:
        return Say("End: {stage}", stage=stage.title)
    if stage is CHALLENGES:
        return Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    said = "Round {round} of {rounds}: {stage}"
    title = CHALLENGE.title if stage is ANSWER else stage.title  # one heading for both
    return Say(said, round=state.round, rounds=state.rounds, stage=title)


def _context(state: State) -> tuple[Say, ...]:
    if state.captain is None or state.is_whole or not state.is_counted:
        return ()
    if state.order:
        left = [
            Say("{n} {colour}", n=n, colour=COLOURS[colour])
            for colour, n in state.table.counts.items()
            if n
        ]
        return (Say("Left: {coins}.", coins=join(left, ", ")),)
    bags = tuple(Say("{owner} {n}", owner=owner, n=bag.count) for owner, bag in state.bags.items())
    shown = "Bags: {bags}. Treasure: {treasure}."
    return (Say(shown, bags=join(bags, ", "), treasure=state.treasure),)


COURSE = Course(
    stages=(CAPTAIN, FEED, DRAW, DRAFT, ANSWER, CHALLENGE, DONATE, BAGS, TREASURE, PURPLE_COINS),
    consequences=(
        DRAFTED_UNSEEN,
        DONATED_UNSEEN,
        NOTHING_DRAFTED,
        DRAFT_OVER,
        GAME_OVER,
        ROUND_OVER,
    ),
    heading=_heading,
    context=_context,
    depth=DEPTH,
    people=lambda state: state.bags,
)
