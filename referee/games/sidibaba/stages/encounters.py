"""Whom the party meets by the Leader's events: the thief, Scheherazade, the merchant."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.api.reading import parse_pair, player_named
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import HOLDABLE, is_jewel, read_token, refuse_unknown_faces
from referee.games.sidibaba.stages.base import Report, during, one_token, refuse_unheld, showable
from referee.games.sidibaba.state import DIE, State, Telling, Thieving, Trading


class TokenStolen(Report, frozen=True):
    """The thief took a token of this adventurer; which one, if the table saw it."""

    verbs = "takes"
    filler = "leader token of unseen"
    rule = keys.THIEF
    sheet_line = "tokens"
    player: Player
    token: str = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.token and (refused := refuse_unknown_faces(book, self.token)):
            return refused
        among = state.current(Thieving).among
        if self.player not in among:
            return self.forbidden("The thief takes from {players}.", players=api.join_or(among))
        if not state.holdings[self.player].count:
            return self.allowed("{player} has nothing to steal.")
        if not self.token:
            return self.allowed("The Leader takes a token of {player}, unseen.")
        refused = refuse_unheld(self, state, self.player, self.token)
        return refused or self.allowed("The Leader takes {token} of {player}.")

    def apply(self, state: State) -> State:
        held = state.holdings[self.player]
        state = state.done(Thieving)
        if self.token:
            return state.without(self.player, self.token)
        return state.with_holding(self.player, held.robbed(min(1, held.count)))


class TaleRolled(Report, frozen=True):
    """At Scheherazade's tale an adventurer rolled a number."""

    verbs = "rolls"
    rule = keys.SCHEHERAZADE
    player: Player
    number: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if not 1 <= self.number <= DIE:
            return self.impossible("A die shows 1 to {faces}, not {number}.", faces=DIE)
        rollers = state.current(Telling).rollers
        if rollers[:1] != (self.player,):
            due = rollers[0] if rollers else "nobody"
            return self.forbidden("{due} rolls now, not {player}.", due=due)
        rolls = self.say("{player} rolls {number}.")
        if state.current(Telling).giver is not None:  # of what she has then, nobody knows yet
            return self.allowed(rolls)
        return self.allowed(api.join((rolls, _roll_words(state, self.number)), " "))

    def apply(self, state: State) -> State:
        tale = state.current(Telling)
        if tale.giver is not None:
            return state.instead(tale, api.replace(tale, ahead=(*tale.ahead, self.number)))
        return _rolled(state, self.number)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.say("rolls {number}")}


def _roll_words(state: State, number: int) -> Say:
    """Return the sentence about what a roll does for whoever rolls now. Cites: SID-6.9."""
    tale = state.current(Telling)
    player = tale.due[0]
    if number > state.variant.tale_gives and tale.hers:
        return Say("Scheherazade gives {player} {all}.", player=player, all=tale.hers)
    if number > state.variant.tale_gives:
        return Say("Scheherazade has nothing to give {player}.", player=player)
    if not state.holdings[player].count:
        return Say("{player} has nothing to give.", player=player)
    return Say("{player} gives her a jewel.", player=player)


def _rolled(state: State, number: int) -> State:
    """Return the state after the roll of whoever rolls now. Cites: SID-6.9."""
    tale = state.current(Telling)
    player = tale.due[0]
    if number > state.variant.tale_gives:
        gone = api.replace(tale, due=tale.due[1:], hers=())
        return _continue_tale(state.having(player, *tale.hers), tale, gone)
    if not state.holdings[player].count:
        return _continue_tale(state, tale, api.replace(tale, due=tale.due[1:]))
    return state.instead(tale, api.replace(tale, giver=player))


def _continue_tale(state: State, was: Telling, tale: Telling) -> State:
    """Apply the numbers rolled ahead; after the tale her tokens go into the bag. Cites: SID-6.9."""
    if tale.due and tale.ahead:
        number, *ahead = tale.ahead
        state = state.instead(was, api.replace(tale, ahead=tuple(ahead)))
        state = state.saying(keys.SCHEHERAZADE, _roll_words(state, number))
        return _rolled(state, number)
    if tale.due:
        return state.instead(was, tale)
    if tale.hers:
        back = Say("What she still has goes back into the bag: {tokens}.", tokens=tale.hers)
        state = state.saying(keys.SCHEHERAZADE, back)
    return state.instead(was, None)


class _OwnToken(Report, frozen=True):
    """A token that an adventurer gives, or has laid out."""

    sheet_line = "tokens"
    player: Player
    token: str

    def refuse_token(self, book: api.Rulebook, state: State) -> api.Ruling | None:
        """Refuse what is not a token, or not one of this adventurer's."""
        refused = refuse_unknown_faces(book, self.token)
        return refused or refuse_unheld(self, state, self.player, self.token)


class TokenGiven(_OwnToken, frozen=True):
    """An adventurer gave Scheherazade a token."""

    verbs = "gives"
    rule = keys.SCHEHERAZADE

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_token(book, state):
            return refused
        giver = state.current(Telling).giver
        if self.player != giver:
            return self.forbidden("{giver} gives now.", giver=giver or "nobody")
        if not is_jewel(self.token) and state.holdings[self.player].jewels:
            return self.forbidden("{player} still has a jewel to give.")
        return self.allowed("{player} gives her {token}.")

    def apply(self, state: State) -> State:
        tale = state.current(Telling)
        after = api.replace(tale, due=tale.due[1:], hers=(*tale.hers, self.token), giver=None)
        return _continue_tale(state.without(self.player, self.token), tale, after)


class TokenLaid(_OwnToken, frozen=True):
    """The Leader laid a token of this adventurer on the merchant's table."""

    rule = keys.MERCHANT

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_token(book, state):
            return refused
        due = state.current(Trading).to_lay
        if due[:1] != (self.player,):
            return self.forbidden("A token of {due} is due.", due=due[0])
        return self.allowed("The Leader lays {token} of {player} on the table.")

    def apply(self, state: State) -> State:
        trading = state.current(Trading)
        to_lay, laid = trading.to_lay[1:], (*trading.laid, self.token)
        after = state.without(self.player, self.token)
        return after.instead(trading, api.replace(trading, to_lay=to_lay, laid=laid))


class FromWhom(api.CustomAnswer[TokenStolen]):
    """From whom the thief takes, and which token if it was seen.

    ``names`` are those from whom he may, each at its seat.
    """

    __slots__ = ("_names",)

    def __init__(
        self,
        names: tuple[str, ...],
        offered: Sequence[str],
        parse: Callable[[str], TokenStolen],
        syntax: Say,
    ) -> None:
        super().__init__(offered, parse, syntax)
        self._names: Final = names

    @property
    def numbered(self) -> tuple[str, ...]:
        return self._names


_ONE_OF: Final = r"(?i)(?:(?:one|a token) (?:of|from)|from) (.+?)(?:['’]s)?"


def _ask_stolen(book: api.Rulebook, state: State) -> api.Prompt[State]:
    among = state.current(Thieving).among
    named = player_named(state.players)

    def read(words: str) -> TokenStolen:
        unseen = re.fullmatch(_ONE_OF, words)
        try:
            return TokenStolen(named(unseen[1] if unseen else words))
        except api.BadAnswer:
            try:
                return TokenStolen(*parse_pair(words, named, read_token))
            except api.BadAnswer:
                token, player = parse_pair(words, read_token, named)
                return TokenStolen(player, token)

    def offered() -> Iterator[str]:
        yield from (f"@{who}" for who in among)
        for who in among:
            for token in showable(state.holdings[who], HOLDABLE):
                if not TokenStolen(who, token).judge(book, state).verdict.stops_play:
                    yield f"@{who} {token}"

    return api.Prompt(
        ask=Say("{leader}, from whom do you take a token?", leader=state.leader_name),
        answers=FromWhom(
            tuple(who if who in among else "" for who in state.players),
            api.LazySequence(offered),
            read,
            Say("{players}, and the token if it was seen", players=api.join_or(among)),
        ),
        event=lambda event: event,
    )


def _ask_roll(book: api.Rulebook, state: State) -> api.Prompt[State]:
    tale = state.current(Telling)
    player = tale.rollers[0]
    return api.Prompt(
        ask=Say("{player}, roll for Scheherazade.", player=player),
        answers=api.Number(1, DIE),
        event=lambda number: TaleRolled(player, number),
        context=(Say("She has {tokens}.", tokens=tale.hers),) if tale.hers else (),
    )


def _ask_given(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = _giver(state)
    ask = Say("{player}, give her a token.", player=player)
    return _ask_own_token(book, state, TokenGiven, player, ask)


def _ask_laid(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, leader = state.current(Trading).to_lay[0], state.leader_name
    ask = Say("{leader}, lay a token of {player} on the table.", leader=leader, player=player)
    return _ask_own_token(book, state, TokenLaid, player, ask)


def _ask_own_token(
    book: api.Rulebook,
    state: State,
    event: type[TokenGiven] | type[TokenLaid],
    player: Player,
    ask: Say,
) -> api.Prompt[State]:
    """Ask for a token of this adventurer; an unseen one may be any."""
    held = state.holdings[player]

    def offered_now() -> Iterator[str]:
        for word in showable(held, HOLDABLE):
            if not event(player, word).judge(book, state).verdict.stops_play:
                yield word

    offered = api.LazySequence(offered_now)
    return api.Prompt(
        ask=ask,
        answers=one_token(offered),
        event=lambda token: event(player, token),
        default=offered[0] if not held.hidden and len(offered[:2]) == 1 else None,
        context=(Say("{player}: {held}.", player=player, held=held.said),),
    )


_is_laying = during(Trading, lambda now: bool(now.to_lay))
_is_giving = during(Telling, lambda now: now.giver is not None)


def _has_none_to_lay(state: State) -> bool:
    return _is_laying(state) and not state.holdings[state.current(Trading).to_lay[0]].count


def _lay_none(state: State) -> State:
    trading = state.current(Trading)
    said = Say("{player} has nothing left to lay out.", player=trading.to_lay[0])
    after = api.replace(trading, to_lay=trading.to_lay[1:])
    state = state.instead(trading, after if after.to_lay or after.laid else None)
    return state.saying(keys.MERCHANT, said)


def _giver(state: State) -> Player:
    return state.current(Telling).giver or state.front


def _has_none_to_give(state: State) -> bool:
    return _is_giving(state) and not state.holdings[_giver(state)].count


def _give_none(state: State) -> State:
    tale = state.current(Telling)
    said = Say("{player} has nothing left to give.", player=_giver(state))
    after = api.replace(tale, due=tale.due[1:], giver=None)
    return _continue_tale(state.saying(keys.SCHEHERAZADE, said), tale, after)


NONE_TO_LAY: api.Consequence[State] = api.Consequence(
    when=_has_none_to_lay, apply=_lay_none, rule=keys.MERCHANT
)
NONE_TO_GIVE: api.Consequence[State] = api.Consequence(
    when=_has_none_to_give, apply=_give_none, rule=keys.SCHEHERAZADE
)
"""Whose last token was a genie that was used meanwhile."""
STEAL = api.Stage(
    id="thief.stolen",
    has_values=True,
    is_observed=True,
    title=Say("a thief"),
    when=during(Thieving),
    actor=lambda state: state.leader_name,
    ask=_ask_stolen,
    events=(TokenStolen,),
)
TALE = api.Stage(
    id="tale.rolled",
    run="tale",
    title=Say("Scheherazade"),
    when=during(Telling, lambda now: bool(now.rollers)),
    actor=lambda state: state.current(Telling).rollers[0],
    ask=_ask_roll,
    events=(TaleRolled,),
    is_listed=False,
)
GIFT = api.Stage(
    id="tale.given",
    has_values=True,
    run="tale",
    is_observed=True,
    title=Say("a gift to Scheherazade"),
    when=_is_giving,
    actor=_giver,
    ask=_ask_given,
    events=(TokenGiven,),
    alternatives=(TALE,),
    yields_to="rolled",
)
LAY = api.Stage(
    id="trade.laid",
    has_values=True,
    is_observed=True,
    title=Say("the merchant"),
    when=_is_laying,
    actor=lambda state: state.leader_name,
    ask=_ask_laid,
    events=(TokenLaid,),
)
