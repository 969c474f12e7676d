"""Whom the party meets by the Leader's events: the thief, Scheherazade, the merchant."""

from referee.api import (
    Cells,
    LazySequence,
    Number,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SomePlayer,
    Stage,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.loot import DIE
from referee.games.sidibaba.model.pending import Telling, Thieving, Trading
from referee.games.sidibaba.model.tokens import KEPT, is_jewel, no_such_token
from referee.games.sidibaba.stages.base import Seen, during
from referee.games.sidibaba.stages.token_answers import one_token
from referee.games.sidibaba.state import State


class TokenStolen(Seen, frozen=True):
    """The thief took a token of this adventurer, unseen."""

    rule = keys.THIEF
    sheet_line = "tokens"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        among = state.current(Thieving).among
        if self.player not in among:
            return self.forbidden("The thief is among {players}.", players=among)
        if not state.holdings[self.player].count:
            return self.allowed("{player} has nothing to steal.")
        return self.allowed("The Leader takes a token of {player}, unseen.")

    def apply(self, state: State) -> State:
        held = state.holdings[self.player]
        after = state.with_holding(self.player, held.robbed(min(1, held.count)))
        return replace(after, pending=None)


class TaleRolled(Seen, frozen=True):
    """At Scheherazade's tale an adventurer rolled a number."""

    rule = keys.SCHEHERAZADE
    sheet_line = "deeds"
    player: Player
    number: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if not 1 <= self.number <= DIE:
            return self.impossible("A die shows 1 to {faces}, not {number}.", faces=DIE)
        tale = state.current(Telling)
        if tale.due[:1] != (self.player,):
            return self.forbidden("{due} rolls now, not {player}.", due=tale.due[0])
        if self.number > state.variant.tale_gives:
            if tale.hers:
                return self.allowed("Scheherazade gives {player} {all}.", all=tale.hers)
            return self.allowed("Scheherazade has nothing to give {player}.")
        if not state.holdings[self.player].count:
            return self.allowed("{player} has nothing to give.")
        return self.allowed("{player} gives her a jewel.")

    def apply(self, state: State) -> State:
        tale = state.current(Telling)
        if self.number > state.variant.tale_gives:
            return _told_on(state.having(self.player, *tale.hers), Telling(tale.due[1:]))
        if not state.holdings[self.player].count:
            return _told_on(state, Telling(tale.due[1:], tale.hers))
        return replace(state, pending=replace(tale, giver=self.player))

    def tell(self, state: State) -> Cells:
        return {self.player: self.say("rolls {number}")}


def _told_on(state: State, tale: Telling) -> State:
    return replace(state, pending=tale if tale.due else None)


class _OfOnesOwn(Seen, frozen=True):
    """A token that an adventurer gives, or has laid out."""

    sheet_line = "tokens"
    player: Player
    token: str

    def not_held(self, state: State) -> Ruling | None:
        """Stop a token that is none, or that this adventurer has not."""
        if refused := no_such_token(self.token):
            return refused
        if state.holdings[self.player].may_have(self.token):
            return None
        return self.forbidden("{player} has no {token}.")


class TokenGiven(_OfOnesOwn, frozen=True):
    """An adventurer gave Scheherazade a token."""

    rule = keys.SCHEHERAZADE

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if refused := self.not_held(state):
            return refused
        giver = state.current(Telling).giver
        if self.player != giver:
            return self.forbidden("{giver} gives now.", giver=giver or "nobody")
        if not is_jewel(self.token) and state.holdings[self.player].jewels:
            return self.forbidden("{player} still has a jewel to give.")
        return self.allowed("{player} gives her {token}.")

    def apply(self, state: State) -> State:
        tale = state.current(Telling)
        after = state.without(self.player, self.token)
        return _told_on(after, Telling(tale.due[1:], (*tale.hers, self.token)))


class TokenLaid(_OfOnesOwn, frozen=True):
    """The Leader laid a token of this adventurer on the merchant's table."""

    rule = keys.MERCHANT

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if refused := self.not_held(state):
            return refused
        due = state.current(Trading).to_lay
        if due[:1] != (self.player,):
            return self.forbidden("A token of {due} is due.", due=due[0])
        return self.allowed("{token} of {player}'s lies on the table.")

    def apply(self, state: State) -> State:
        trading = state.current(Trading)
        to_lay, laid = trading.to_lay[1:], (*trading.laid, self.token)
        after = state.without(self.player, self.token)
        return replace(after, pending=replace(trading, to_lay=to_lay, laid=laid))


def _ask_stolen(book: Rulebook, state: State) -> Prompt[State]:
    among = state.current(Thieving).among
    return Prompt(
        ask=Say("{leader} takes a token of whom?", leader=state.leader_name),
        answers=SomePlayer(state.players, among),
        event=lambda player: TokenStolen(player or among[0]),
    )


def _ask_roll(book: Rulebook, state: State) -> Prompt[State]:
    tale = state.current(Telling)
    player = tale.due[0]
    return Prompt(
        ask=Say("{player} rolls for Scheherazade?", player=player),
        answers=Number(1, DIE),
        event=lambda number: TaleRolled(player, number),
        context=(Say("She has {tokens}.", tokens=tale.hers),) if tale.hers else (),
    )


def _ask_given(book: Rulebook, state: State) -> Prompt[State]:
    player = state.current(Telling).giver or state.front
    ask = Say("{player} gives her what?", player=player)
    return _ask_own(book, state, TokenGiven, player, ask)


def _ask_laid(book: Rulebook, state: State) -> Prompt[State]:
    player, leader = state.current(Trading).to_lay[0], state.leader_name
    ask = Say("{leader} lays out which token of {player}?", leader=leader, player=player)
    return _ask_own(book, state, TokenLaid, player, ask)


def _ask_own(
    book: Rulebook,
    state: State,
    event: type[TokenGiven] | type[TokenLaid],
    player: Player,
    ask: Say,
) -> Prompt[State]:
    """Ask for a token of this adventurer; one that nobody saw may be any."""
    held = state.holdings[player]
    words = KEPT if held.hidden else tuple(dict.fromkeys(held.tokens))

    def offered_now() -> list[str]:
        rulings = {word: event(player, word).judge(book, state) for word in words}
        return [word for word, ruling in rulings.items() if not ruling.verdict.stops_play]

    offered = LazySequence(offered_now)
    return Prompt(
        ask=ask,
        answers=one_token(offered),
        event=lambda token: event(player, token),
        default=offered[0] if not held.hidden and len(offered) == 1 else None,
        context=(Say("{player}: {held}.", player=player, held=held.said),),
    )


STEAL = Stage(
    id="thief.stolen",
    is_observed=True,
    title=Say("a thief"),
    when=during(Thieving),
    actor=lambda state: state.leader_name,
    ask=_ask_stolen,
    events=(TokenStolen,),
)
GIFT = Stage(
    id="tale.given",
    is_observed=True,
    title=Say("a gift to Scheherazade"),
    when=during(Telling, lambda now: now.giver is not None),
    actor=lambda state: state.current(Telling).giver,
    ask=_ask_given,
    events=(TokenGiven,),
)
TALE = Stage(
    id="tale.rolled",
    title=Say("Scheherazade"),
    when=during(Telling),
    actor=lambda state: state.current(Telling).due[0],
    ask=_ask_roll,
    events=(TaleRolled,),
)
LAY = Stage(
    id="trade.laid",
    is_observed=True,
    title=Say("the merchant"),
    when=during(Trading, lambda now: bool(now.to_lay)),
    actor=lambda state: state.leader_name,
    ask=_ask_laid,
    events=(TokenLaid,),
)
