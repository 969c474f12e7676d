"""The end: who was robbed unseen turns up all tokens."""

from referee.api import OneOf, Player, Prompt, Rulebook, Ruling, Say, Stage, plural
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    DRAWN,
    KEPT,
    Holding,
    in_order,
    jewel_words,
    no_such_token,
)
from referee.games.sidibaba.stages.base import Seen
from referee.games.sidibaba.stages.token_answers import SeveralTokens
from referee.games.sidibaba.state import State


class TokensShown(Seen, frozen=True):
    """At the end an adventurer turned up all tokens."""

    rule = keys.ON_RECORD
    sheet_line = "shown"
    player: Player
    tokens: tuple[str, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        kept = (token for token in self.tokens if token != CURSE)
        if refused := next(filter(None, map(no_such_token, kept)), None):
            return refused
        held = state.holdings[self.player]
        if self.tokens.count(CURSE) > held.tokens.count(
            CURSE
        ):  # the table may have let one keep it
            return self.impossible("Nobody holds a curse.", keys.CURSES)
        if not held.hidden:
            return self.forbidden("{player}'s tokens are known.")
        if len(self.tokens) != held.count:
            said = plural(
                held.hidden,
                "By the record {player} has {n} token that nobody saw, not {told}.",
                "By the record {player} has {n} tokens that nobody saw, not {told}.",
                told=len(self.tokens) - len(held.tokens),
            )
            return self.forbidden(said)
        missing = (t for t in held.tokens if self.tokens.count(t) < held.tokens.count(t))
        if token := next(missing, None):
            return self.forbidden("{player} has {token} by the record.", token=token)
        rules = (keys.ON_RECORD, keys.STOLEN_IN_FRONT)
        return self.allowed("{player} shows {tokens}.", *rules, tokens=jewel_words(self.tokens))

    def apply(self, state: State) -> State:
        return state.with_holding(self.player, Holding(in_order(self.tokens)))


def _ask_tokens(book: Rulebook, state: State) -> Prompt[State]:
    player = state.unseen[0]
    held = state.holdings[player]
    return Prompt(
        ask=plural(
            held.hidden,
            "{player}'s token that nobody saw?",
            "{player}'s {n} tokens that nobody saw?",
            player=player,
        ),
        answers=SeveralTokens(OneOf(DRAWN, KEPT), held.hidden, held.hidden),
        event=lambda tokens: TokensShown(player, in_order((*held.tokens, *tokens))),
        context=(Say("Known: {held}.", held=held.said),),
    )


SHOW = Stage(
    id="end.tokens",
    title=Say("turning up tokens"),
    when=lambda state: bool(state.outcome and state.unseen),
    actor=lambda state: state.unseen[0],
    ask=_ask_tokens,
    events=(TokensShown,),
)
