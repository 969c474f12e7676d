"""A game of which no move is written down: how it ended is, and what everybody holds then."""

from typing import Final

from referee import api
from referee.api import Player, Say, depth
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    HIDDEN,
    Holding,
    in_order,
    read_tokens,
    refuse_unknown_faces,
)
from referee.games.sidibaba.stages.base import Report
from referee.games.sidibaba.stages.setup import setup_steps
from referee.games.sidibaba.state import OUTCOMES, State

LIKE: Final = api.Example("3 1 1/5 g", "3 1 1/5 genie")


class DepthChosen(depth.DepthChosen[State], frozen=True):
    """From here on no move is written down."""

    def apply(self, state: State) -> State:
        return api.replace(state, is_by_the_end=True, pending=())


class GameEnded(Report, frozen=True):
    """The table says that the game is over."""

    rule = keys.THE_WINNER
    sheet_line = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("The game is over.")

    def apply(self, state: State) -> State:
        return api.replace(state, is_ended=True)


class OutcomeTold(Report, frozen=True):
    """How the game ended."""

    rule = keys.THE_WINNER
    sheet_line = "shown"
    outcome: str

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("outcome",),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("It ended so: {outcome}.")

    def apply(self, state: State) -> State:
        return api.replace(state, outcome=self.outcome, uncounted=state.players)


class TokensTold(Report, frozen=True):
    """All tokens that an adventurer holds at the end."""

    rule = keys.ALIKE
    actor_field = "player"
    sheet_line = "shown"
    player: Player
    tokens: tuple[str, ...]

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", self.player),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_unknown_faces(book, *self.tokens):
            return refused
        said = "{player} holds {held}." if self.tokens else "{player} holds nothing."
        return self.allowed(said, held=Holding(self.tokens).said)

    def apply(self, state: State) -> State:
        uncounted = tuple(player for player in state.uncounted if player != self.player)
        holding = state.with_holding(self.player, Holding(self.tokens))
        return api.replace(holding, uncounted=uncounted)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Holding(self.tokens).said}


def read_held(words: str) -> tuple[str, ...]:
    """Read what somebody holds at the end. Raises BadAnswer.

    >>> read_held("g 3 1/5")
    ('3', '1/5', 'genie')
    """
    tokens = read_tokens(words)
    if {CURSE, HIDDEN, api.NOTHING} & {*tokens}:
        raise api.BadAnswer(Say("Write jewels and genies, such as {example}.", example=LIKE))
    return in_order(tokens)


def _ask_outcome(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {outcome: OutcomeTold(outcome) for outcome in OUTCOMES}
    return api.Prompt(
        ask=Say("How did it end?"),
        answers=api.choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.ESCAPE, keys.NO_LAMP_LEFT, keys.CAUGHT),
    )


def _ask_tokens(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.uncounted[0]
    return api.Prompt(
        ask=Say("{player}, what do you hold?", player=player),
        answers=api.CustomAnswer(
            (LIKE, api.NOTHING), read_held, Say("such as {example}", example=LIKE)
        ),
        event=lambda tokens: TokensTold(player, tokens),
    )


OUTCOME: api.Stage[State] = api.Stage(
    id="end.outcome",
    title=Say("the outcome"),
    when=lambda state: state.is_ended and not state.outcome,
    ask=_ask_outcome,
    events=(OutcomeTold,),
    is_observed=True,
)
HELD: api.Stage[State] = api.Stage(
    id="end.held",
    title=Say("what everyone holds"),
    when=lambda state: bool(state.uncounted),
    actor=lambda state: state.uncounted[0],
    ask=_ask_tokens,
    events=(TokensTold,),
    is_observed=True,
)
DEPTH: depth.Depth[State] = depth.Depth(
    chosen=DepthChosen,
    now=lambda state: depth.ROUND if state.is_by_the_end else depth.TURN,
    stages=(
        depth.playing(
            lambda state: state.is_by_the_end and not state.is_ended,
            GameEnded,
            lambda book, state: () if state.order else setup_steps(book, state.setup),
        ),
        OUTCOME,
        HELD,
    ),
    is_closed=lambda state: state.is_by_the_end,
)
