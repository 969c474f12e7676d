"""The course of a game: who has to do what, in the order of a round, and then of the end."""

from referee.api import Course, Say, Stage, join
from referee.games.no_swap_no_pay.model.coins import COLOURS
from referee.games.no_swap_no_pay.stages import by_round, challenge, draft, reveal
from referee.games.no_swap_no_pay.state import State


def _heading(state: State, stage: Stage[State]) -> Say:
    if state.is_played:
        return Say("End: {stage}", stage=stage.title)
    if stage is by_round.CHALLENGES:
        return Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    said = "Round {round} of {rounds}: {stage}"
    # A challenge and its answer have one heading.
    title = challenge.CHALLENGE.title if stage is challenge.ANSWER else stage.title
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
    stages=(
        *(draft.CAPTAIN, draft.FEED, draft.DRAW, draft.DRAFT),
        *(challenge.ANSWER, challenge.CHALLENGE, challenge.DONATE),
        *(reveal.BAGS, reveal.TREASURE, reveal.PURPLE_COINS),
    ),
    consequences=(
        *(by_round.DRAFTED_UNSEEN, by_round.DONATED_UNSEEN),
        *(draft.NOTHING_DRAFTED, draft.DRAFT_OVER),
        *(challenge.GAME_OVER, challenge.ROUND_OVER),
    ),
    heading=_heading,
    context=_context,
    depth=by_round.DEPTH,
    people=lambda state: state.bags,
)
