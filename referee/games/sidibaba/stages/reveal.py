"""The end: who was robbed unseen turns up all tokens."""

from referee.api import FieldPath, Player, Prompt, Rulebook, Ruling, Say, Stage, plural
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.holding import Holding
from referee.games.sidibaba.model.tokens import (
    CURSE,
    asked_about,
    in_order,
    jewel_words,
    no_such_face,
)
from referee.games.sidibaba.stages.base import Seen
from referee.games.sidibaba.stages.token_answers import HiddenTokens
from referee.games.sidibaba.state import State


class TokensShown(Seen, frozen=True):
    """At the end an adventurer turned up all tokens."""

    rule = keys.ON_RECORD
    sheet_line = "shown"
    player: Player
    tokens: tuple[str, ...]

    @property
    def counted(self) -> tuple[FieldPath, ...]:
        return (("holdings", str(self.player)),)

    def judge(self, book: Rulebook, state: State) -> Ruling:
        refused = (no_such_face(book, token) for token in self.tokens)
        if strange := next(filter(None, refused), None):
            return strange
        held = state.holdings[self.player]
        if CURSE in self.tokens and not held.may_have(CURSE):  # the table may have let one keep it
            return self.impossible("Nobody holds a curse.", keys.CURSES)
        if not held.hidden:
            return self.forbidden("{player}'s tokens are known.")
        if len(self.tokens) != held.count:
            said = plural(
                held.hidden,
                "According to the record {player} has {n} hidden token, not {told}.",
                "According to the record {player} has {n} hidden tokens, not {told}.",
                told=len(self.tokens) - len(held.tokens),
            )
            return self.impossible(said)
        if not held.may_have(*self.tokens):
            short = "According to the record {player} cannot have {tokens}."
            return self.impossible(short, tokens=jewel_words(self.tokens))
        told = self.say("{player} shows {tokens}.", tokens=jewel_words(self.tokens))
        asked = asked_about(book, told, self.tokens)
        return asked or self.allowed(told, keys.ON_RECORD, keys.STOLEN_IN_FRONT)

    def apply(self, state: State) -> State:
        return state.with_holding(self.player, Holding(in_order(self.tokens)))


def _ask_tokens(book: Rulebook, state: State) -> Prompt[State]:
    player = state.unseen[0]
    held = state.holdings[player]
    return Prompt(
        ask=plural(
            held.hidden,
            "{player}, show your hidden token.",
            "{player}, show your {n} hidden tokens.",
            player=player,
        ),
        answers=HiddenTokens(held),
        event=lambda tokens: TokensShown(player, in_order((*held.tokens, *tokens))),
        default="",  # also where the record leaves one answer, the tokens are turned up
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
