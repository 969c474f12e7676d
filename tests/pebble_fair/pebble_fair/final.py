"""From the last event, or a typed file, to the scores."""

from pebble_fair.keys import BUST_AT, PLAIN_EACH, WINNER
from pebble_fair.model import contradictions, is_spoiled
from pebble_fair.state import KINDS, State
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
)  # fmt: skip

FIELDS = tuple(
    Field(name=kind, shape=Integer(), about=Say("{kind} pebbles", kind=term))
    for kind, term in KINDS.items()
)


def _count(state: State) -> FinalCount | Say:
    if state.round <= state.rounds:
        return Say("Round {n} is not over.", n=state.round)
    return FinalCount(state.setup, state.baskets)


def _line(book: Rulebook, plain: int = 0, muddy: int = 0) -> ScoreLine:
    if is_spoiled(book, muddy):
        return score_line(Say("spoiled basket"), 0, Say("{n} muddy", n=muddy), BUST_AT)
    each = book[PLAIN_EACH]
    working = Say("{n} x {each}", n=plain, each=each)
    return score_line(Say("plain pebbles"), plain * each, working, PLAIN_EACH)


def _score(book: Rulebook, count: FinalCount) -> Scoresheet:
    scores = tuple(
        PlayerScore(Player(name), (_line(book, **basket),))
        for name, basket in count.holdings.items()
    )
    return Scoresheet(scores, decide(scores, WINNER))


FINAL = FinalScoring(
    form=lambda book, options: HoldingsForm(fields=FIELDS),
    count=_count,
    contradictions=contradictions,
    score=_score,
)
