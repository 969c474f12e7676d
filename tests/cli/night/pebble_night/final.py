"""What the pebbles are worth in the end."""

from pebble_night.keys import BOARD, WINNER
from pebble_night.state import State
from referee import api
from referee.api import Player, Rulebook, Say

FIELDS = (api.Field(name="plain", shape=api.Integer(), about=Say("plain pebbles")),)


def _count(state: State) -> api.FinalCount | Say:
    if state.round <= state.rounds:
        return Say("Round {n} is not over.", n=state.round)
    return api.FinalCount(state.setup, {name: {"plain": n} for name, n in state.drawn.items()})


def _line(book: Rulebook, pebbles: int) -> api.ScoreLine:
    board = (0, *book[BOARD])
    points = board[min(pebbles, len(board) - 1)]
    return api.score_line(Say("pebbles"), points, Say("{n} on the board", n=pebbles), BOARD)


def _score(book: Rulebook, count: api.FinalCount) -> api.Scoresheet:
    scores = tuple(
        api.PlayerScore(Player(name), (_line(book, each.get("plain", 0)),))
        for name, each in count.holdings.items()
    )
    return api.Scoresheet(scores, api.decide(scores, WINNER))


FINAL = api.FinalScoring(
    form=lambda book, options: api.HoldingsForm(fields=FIELDS), count=_count, score=_score
)
