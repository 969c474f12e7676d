"""What the pebbles are worth in the end."""

from pebble_night.keys import BOARD, WINNER
from pebble_night.model import contradictions
from pebble_night.state import State
from referee.api import (
    Field,
    FinalCount,
    FinalScoring,
    HoldingsForm,
    Integer,
    Player,
    PlayerScore,
    Rulebook,
    Say,
    ScoreLine,
    Scoresheet,
    decide,
    score_line,
)

FIELDS = (Field(name="plain", shape=Integer(), about=Say("plain pebbles")),)


def _count(state: State) -> FinalCount | Say:
    if state.round <= state.rounds:
        return Say("Round {n} is not over.", n=state.round)
    return FinalCount(state.setup, {name: {"plain": n} for name, n in state.drawn.items()})


def _line(book: Rulebook, pebbles: int) -> ScoreLine:
    board = (0, *book[BOARD])
    points = board[min(pebbles, len(board) - 1)]
    return score_line(Say("pebbles"), points, Say("{n} on the board", n=pebbles), BOARD)


def _score(book: Rulebook, count: FinalCount) -> Scoresheet:
    scores = tuple(
        PlayerScore(Player(name), (_line(book, each.get("plain", 0)),))
        for name, each in count.holdings.items()
    )
    return Scoresheet(scores, decide(scores, WINNER))


FINAL = FinalScoring(
    form=lambda book, options: HoldingsForm(fields=FIELDS),
    count=_count,
    contradictions=contradictions,
    score=_score,
)
