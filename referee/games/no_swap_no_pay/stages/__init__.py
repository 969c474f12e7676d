"""The course of a game: who has to do what, in the order of a round, and then of the end."""

from referee.api import Course, Say, Stage
from referee.games.no_swap_no_pay.stages.challenge import ANSWER, CHALLENGE
from referee.games.no_swap_no_pay.stages.donation import DONATE, GAME_OVER, ROUND_OVER
from referee.games.no_swap_no_pay.stages.draft import DRAFT, DRAFT_OVER, DRAW, NOTHING_DRAFTED
from referee.games.no_swap_no_pay.stages.reveal import BAGS, PURPLE_COINS, TREASURE
from referee.games.no_swap_no_pay.stages.setup import CAPTAIN, FEED
from referee.games.no_swap_no_pay.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    if state.is_played:
        return Say("End, {stage}", stage=stage.title)
    said = "Round {round} of {rounds}, {stage}"
    return Say(said, round=state.round, rounds=state.rounds, stage=stage.title)


def _context(state: State) -> tuple[Say, ...]:
    bags = tuple(Say("{owner} {n}", owner=owner, n=bag.count) for owner, bag in state.bags.items())
    shown = Say("Bags: {bags}; treasure bag {treasure}.", bags=bags, treasure=state.treasure)
    if not state.order:
        return (shown,)
    return (shown, Say("In the middle: {coins}.", coins=state.table.say))


COURSE = Course(
    stages=(CAPTAIN, FEED, DRAW, DRAFT, ANSWER, CHALLENGE, DONATE, BAGS, TREASURE, PURPLE_COINS),
    consequences=(NOTHING_DRAFTED, DRAFT_OVER, GAME_OVER, ROUND_OVER),
    heading=_heading,
    context=_context,
    people=lambda state: state.bags,
)
