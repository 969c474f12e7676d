"""Loot: what is drawn, picked and kept, after a genie too, and what curses do before."""

from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    DRAWABLE,
    GENIE,
    HIDDEN,
    HOLDABLE,
    ask_about_high,
    in_order,
    jewel_words,
    refuse_unholdable,
    refuse_unknown_faces,
)
from referee.games.sidibaba.stages.base import Report, SeveralTokens, during, one_token
from referee.games.sidibaba.state import (
    TREASURE,
    Looting,
    Rewarding,
    Sharing,
    State,
    Trading,
    after_curses,
    picks,
)


class LootDrawn(Report, frozen=True):
    """These tokens were drawn for what was found."""

    verbs = "drawn"
    rule = keys.FROM_CHEST
    sheet_line = "tokens"
    tokens: tuple[str, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_unknown_faces(book, *self.tokens):
            return refused
        curses = self.tokens.count(CURSE)
        if curses > book[keys.CURSES]:
            return self.impossible("There are {n} curses.", keys.CURSES, n=book[keys.CURSES])
        found, n = state.current(Looting).found, len(self.tokens)
        due = _tokens_for_each(state, found) * len(state.players)
        rules: list[Any] = [keys.FROM_TREASURE if found == TREASURE else keys.FROM_CHEST]
        if n > due:
            return self.forbidden("{due} tokens are drawn, not {n}.", *rules, due=due, n=n)
        drawn = jewel_words(self.tokens) or Say("nothing")
        said = Say("Drawn: {drawn}.", drawn=drawn)
        if n < due:
            short = Say("Only {n} of {due}: is the bag empty?", n=n, due=due)
            return self.table_call(api.join((said, short), " "), *rules)
        return ask_about_high(book, said, self.tokens) or self.allowed(said, *rules)

    def apply(self, state: State) -> State:
        """Apply all curses at once; the other tokens are picked. Cites: SID-4.2."""
        pool = tuple(token for token in self.tokens if token != CURSE)
        curses, looting = len(self.tokens) - len(pool), state.current(Looting)
        after = api.replace(state.done(Looting), order=after_curses(state.order, curses))
        due = picks(after.order, len(pool), _tokens_for_each(state, looting.found))
        lost = min(curses, after.unlit)
        if curses:
            after = after.saying(keys.CURSES, _curse_words(state, curses, lost))
        return after.begun(Sharing(pool, due) if due else None).losing(lost, is_curse=True)

    def tell(self, state: State) -> api.SheetCells:
        drawn = jewel_words(self.tokens) or Say("nothing")
        return {api.SHARED: Say("drawn: {tokens}", tokens=drawn)}


def find(state: State, found: str) -> State:
    """Return the state after a find where the party is. Cites: SID-4.4, SID-6.11."""
    emptied = (*state.emptied, state.party) if state.party else state.emptied
    after = api.replace(state.begun(Looting(found, state.order)), emptied=emptied)
    if found == TREASURE:
        return api.replace(after, treasure_found=True)
    return api.replace(after, chests_found=state.chests_found + 1)


def _tokens_for_each(state: State, found: str) -> int:
    """Return how many tokens are drawn for each adventurer. Cites: SID-4.1."""
    variant = state.variant
    return variant.from_treasure if found == TREASURE else variant.from_chest


def _curse_words(state: State, curses: int, lost: int) -> Say:
    gone = tuple(state.order[n % len(state.order)] for n in range(curses))
    to_rear = api.plural(
        curses, "{players} goes to the rear", "{players} go to the rear", players=gone
    )
    said = api.plural(curses, "{n} curse: {to_rear}.", "{n} curses: {to_rear}.", to_rear=to_rear)
    lamps = Say("No unlit lamp is left to discard.")
    if lost:
        one, many = "{n} unlit lamp is discarded.", "{n} unlit lamps are discarded."
        lamps = api.plural(lost, one, many)
    return api.join((said, lamps), " ")


class _Picking(Report, frozen=True):
    """An adventurer's turn to pick, from the bag's tokens or from the merchant's table."""

    rule = keys.PICKING
    sheet_line = "tokens"
    player: Player

    def _refuse_other_picker(self, state: State) -> api.Ruling | None:
        due = _picker(state) or Say("nobody")
        if self.player == due:
            return None
        return self.forbidden("{due} picks now, not {player}.", _rule_of(state), due=due)


class TokenPicked(_Picking, frozen=True):
    """An adventurer picked one of the tokens on the table."""

    verbs = "takes"
    token: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        rule = _rule_of(state)
        if refused := refuse_unknown_faces(book, self.token) or self._refuse_other_picker(state):
            return refused
        if self.token not in _on_the_table(state):
            if self.token == CURSE:  # the merchant may have one that the table let somebody keep
                return self.forbidden("Nobody keeps a curse.", keys.CURSES, rule)
            return self.forbidden("There is no {token} there.", rule)
        if self.token == GENIE and rule == keys.PICKING:
            return self.allowed("{player} takes a genie and looks at it alone.", rule)
        return self.allowed("{player} takes {token}.", rule)

    def apply(self, state: State) -> State:
        return _after_pick(state.having(self.player, self.token), self.token)


class NothingPicked(_Picking, frozen=True):
    """An adventurer picked nothing."""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "{player} picks one of the tokens."
        return self._refuse_other_picker(state) or self.forbidden(said, _rule_of(state))

    def apply(self, state: State) -> State:
        return _after_pick(state, "")

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("picks nothing")}


def _rule_of(state: State) -> str:
    return keys.MERCHANT if isinstance(state.now, Trading) else keys.PICKING


def _picker(state: State) -> Player | None:
    due = state.current(Sharing).due or state.current(Trading).to_pick
    return due[0] if due else None


def _on_the_table(state: State) -> tuple[str, ...]:
    return state.current(Sharing).pool or state.current(Trading).laid


def _after_pick(state: State, token: str) -> State:
    left = list(_on_the_table(state))
    if token in left:
        left.remove(token)
    now = state.now
    if isinstance(now, Sharing):
        after = api.replace(now, pool=tuple(left), due=now.due[1:])
        return state.instead(now, after if after.due and left else None)
    trading = state.current(Trading)
    after_pick = api.replace(trading, to_pick=trading.to_pick[1:], laid=tuple(left))
    return state.instead(trading, after_pick if after_pick.to_pick and left else None)


class RewardKept(Report, frozen=True):
    """Whoever used a genie kept this token, or ``none``."""

    rule = keys.GENIE
    sheet_line = "tokens"
    player: Player
    token: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.token == api.NOTHING:
            return self.allowed("{player} keeps none of the tokens.")
        if self.token == HIDDEN:
            drawn = book[keys.GENIE]
            many = "{player} keeps one of {n} tokens, unseen."
            return self.allowed(
                "{player} keeps the token drawn, unseen." if drawn == 1 else many, n=drawn
            )
        if self.token == CURSE:
            return self.forbidden("A curse cannot be kept.", keys.GENIE, keys.CURSES)
        said = self.say("{player} keeps {token}.")
        refused = refuse_unholdable(book, self.token) or ask_about_high(book, said, (self.token,))
        return refused or self.allowed(said)

    def apply(self, state: State) -> State:
        if self.token != api.NOTHING:
            state = state.having(self.player, self.token)
        return state.done(Rewarding)


def _drawing_notice(book: api.Rulebook, found: str) -> api.Notice:
    """Return how many tokens are drawn for the find, and that it is turned over on the map."""
    if found == TREASURE:
        one = "Draw {n} token for each adventurer, and turn the Treasure over on the map."
        many = "Draw {n} tokens for each adventurer, and turn the Treasure over on the map."
        return api.Notice(api.plural(book[keys.FROM_TREASURE], one, many), keys.FROM_TREASURE)
    one = "Draw {n} token for each adventurer, and turn the chest over on the map."
    many = "Draw {n} tokens for each adventurer, and turn the chest over on the map."
    return api.Notice(api.plural(book[keys.FROM_CHEST], one, many), keys.FROM_CHEST)


def _ask_drawn(book: api.Rulebook, state: State) -> api.Prompt[State]:
    found = state.current(Looting).found
    due = _tokens_for_each(state, found) * len(state.players)
    return api.Prompt(
        ask=api.plural(
            due,
            "{leader}, draw {n} token for {found}. Which is it?",
            "{leader}, draw {n} tokens for {found}. Which are they?",
            leader=state.leader_name,
            found=Say("the Treasure") if found == TREASURE else Say("the chest"),
        ),
        answers=SeveralTokens(api.OneOf(DRAWABLE, DRAWABLE), 0, due),
        event=LootDrawn,
        rules=(keys.FROM_CHEST, keys.CURSES),
        detail=Say("Jewels by their numbers, g a genie (face down), c a curse."),
        notices=(_drawing_notice(book, found),),
    )


_PICKING_NOTICE = api.Notice(
    Say("From the front, each takes one token. Only the one who takes a genie looks at it."),
    keys.PICKING,
    once=True,
)


def _ask_pick(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = _picker(state) or state.front
    there = in_order(_on_the_table(state))
    kinds = tuple(dict.fromkeys(there))

    def event(token: str) -> TokenPicked | NothingPicked:
        return NothingPicked(player) if token == api.NOTHING else TokenPicked(player, token)

    return api.Prompt(
        ask=Say("{player}, pick a token.", player=player),
        answers=one_token(kinds, api.join_or(kinds)),
        event=event,
        rules=(_rule_of(state),),
        default=kinds[0] if len(kinds) == 1 else None,
        context=(Say("There: {tokens}.", tokens=there),),
        notices=() if isinstance(state.now, Trading) else (_PICKING_NOTICE,),
    )


def _ask_kept(book: api.Rulebook, state: State) -> api.Prompt[State]:
    owner = state.current(Rewarding).player
    ask = "{player}, draw {n} tokens. Which one do you keep?"
    syntax = Say("a jewel by its number, g, none, or hidden if nobody sees it")
    return api.Prompt(
        ask=Say(ask, player=owner, n=book[keys.GENIE]),
        answers=one_token((*HOLDABLE, HIDDEN, api.NOTHING), syntax),
        event=lambda token: RewardKept(owner, token),
    )


DRAW = api.Stage(
    id="loot.drawn",
    has_values=True,
    is_observed=True,
    title=Say("loot"),
    when=during(Looting, lambda now: not now.lock),
    ask=_ask_drawn,
    events=(LootDrawn,),
)
PICK = api.Stage(
    id="loot.picked",
    has_values=True,
    run="picks",
    title=Say("picking"),
    when=during(Sharing),
    actor=_picker,
    ask=_ask_pick,
    events=(TokenPicked, NothingPicked),
)
TRADE = api.Stage(
    id="trade.picked",
    has_values=True,
    title=Say("trading"),
    when=during(Trading),
    actor=_picker,
    ask=_ask_pick,
    events=(TokenPicked, NothingPicked),
)
REWARD = api.Stage(
    id="genie.kept",
    has_values=True,
    title=Say("a genie's reward"),
    when=during(Rewarding),
    actor=lambda state: state.current(Rewarding).player,
    ask=_ask_kept,
    events=(RewardKept,),
)
