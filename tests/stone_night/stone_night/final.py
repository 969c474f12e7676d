"""What is counted at the end, and what it scores."""

from referee.api import (
    Field,
    FinalCount,
    FinalScoring,
    HoldingsForm,
    Integer,
    Player,
    PlayerScore,
    Rulebook,
    RuleKey,
    Say,
    ScoreLine,
    Scoresheet,
    decide,
    score_line,
)  # fmt: skip

EACH = RuleKey("STO-1.1", "each", int)
STONES = Field(name="stones", shape=Integer(), about=Say("stones"))


def _line(book: Rulebook, stones: int = 0) -> ScoreLine:
    each = book[EACH]
    return score_line(Say("stones"), stones * each, Say("{n} x {each}", n=stones, each=each), EACH)


def _score(book: Rulebook, count: FinalCount) -> Scoresheet:
    scores = tuple(
        PlayerScore(Player(name), (_line(book, **held),)) for name, held in count.holdings.items()
    )
    return Scoresheet(scores, decide(scores, "STO-1.2"))


FINAL: FinalScoring[None] = FinalScoring(  # of no state, as nothing is played
    form=lambda book, options: HoldingsForm(fields=(STONES,)), score=_score
)
