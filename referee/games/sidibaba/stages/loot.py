"""Loot: what is found, drawn and picked, and the lamps that curses and the Leader cost."""

from typing import Any

from referee.api import (
    NONE,
    SHARED,
    Cells,
    Consequence,
    OneOf,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SomePlayer,
    Stage,
    join,
    plural,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.loot import TREASURE, after_curses, picks
from referee.games.sidibaba.model.pending import Finding, LosingLamp, Sharing, Trading
from referee.games.sidibaba.model.tokens import CURSE, DRAWN, in_order, jewel_words
from referee.games.sidibaba.stages.base import Seen, during
from referee.games.sidibaba.stages.leader import PLAY, EventPlayed
from referee.games.sidibaba.stages.token_answers import SeveralTokens, one_token
from referee.games.sidibaba.state import State


class LootDrawn(Seen, frozen=True):
    """These tokens were drawn for what was found."""

    rule = keys.FROM_CHEST
    sheet_line = "tokens"
    tokens: tuple[str, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        strange = next((token for token in self.tokens if token not in DRAWN), None)
        if strange:
            return self.impossible("“{token}” is no token.", token=strange)
        found, n = state.current(Finding).found, len(self.tokens)
        due = _rounds_of(state, found) * len(state.players)
        rules: list[Any] = [keys.FROM_TREASURE if found == TREASURE else keys.FROM_CHEST]
        if n > due:
            return self.forbidden("{due} tokens are drawn, not {n}.", *rules, due=due, n=n)
        curses = self.tokens.count(CURSE)
        if curses > book[keys.CURSES]:
            return self.impossible("There are {n} curses.", keys.CURSES, n=book[keys.CURSES])
        drawn = jewel_words(self.tokens) or Say("nothing")
        said = [Say("Drawn: {drawn}.", drawn=drawn)]
        if curses:
            rules.append(keys.CURSES)
            said.append(_to_rear(state, curses))
        if curses and not state.unlit:
            said.append(Say("No unlit lamp is left to discard."))
        if n < due:
            said.append(Say("Only {n} of {due}: is the bag empty?", n=n, due=due))
            return self.table_call(join(said, " "), *rules)
        return self.allowed(join(said, " "), *rules)

    def apply(self, state: State) -> State:
        pool = tuple(token for token in self.tokens if token != CURSE)
        rounds = _rounds_of(state, state.current(Finding).found)
        return _share_on(state, Sharing(pool, rounds, len(self.tokens) - len(pool)))

    def tell(self, state: State) -> Cells:
        return {SHARED: Say("drawn: {tokens}", tokens=jewel_words(self.tokens) or Say("nothing"))}


def find(state: State, found: str) -> State:
    """Find a chest or the Treasure where the party stands. Cites: SID-4.4, SID-6.11."""
    emptied = (*state.emptied, state.party) if state.party else state.emptied
    after = replace(state, pending=Finding(found, state.order), emptied=emptied)
    if found == TREASURE:
        return replace(after, treasure_found=True)
    return replace(after, chests_found=state.chests_found + 1)


def _rounds_of(state: State, found: str) -> int:
    """Tell how many tokens each adventurer may hope for. Cites: SID-4.1."""
    variant = state.variant
    return variant.from_treasure if found == TREASURE else variant.from_chest


def _to_rear(state: State, curses: int) -> Say:
    gone = tuple(state.order[n % len(state.order)] for n in range(curses))
    to_rear = plural(curses, "{players} goes to the rear", "{players} go to the rear", players=gone)
    return plural(curses, "{n} curse: {to_rear}.", "{n} curses: {to_rear}.", to_rear=to_rear)


def _share_on(state: State, sharing: Sharing) -> State:
    """Go on with curses, then with picking, until nothing is left to pick."""
    while sharing.curses:
        state = replace(state, order=after_curses(state.order, 1))
        sharing = replace(sharing, curses=sharing.curses - 1, lamp_due=bool(state.unlit))
        if sharing.lamp_due:
            return replace(state, pending=sharing)
    if sharing.due is None:
        due = picks(state.order, len(sharing.pool), sharing.rounds)
        sharing = replace(sharing, due=due)
    return replace(state, pending=sharing if sharing.due and sharing.pool else None)


class LampGone(Seen, frozen=True):
    """An unlit lamp of this adventurer was discarded, for a curse or because of the Leader."""

    rule = keys.CURSES
    sheet_line = "deeds"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        is_curse = isinstance(state.pending, Sharing)
        rule = keys.CURSES if is_curse else keys.LAMP_THAT_GOES
        if self.player not in state.lamp_owners:
            return self.forbidden("{player} has no unlit lamp.", rule)
        said = plural(
            state.unlit - 1,
            "A lamp of {player}'s goes; {n} is left.",
            "A lamp of {player}'s goes; {n} are left.",
        )
        return self.allowed(said, rule)

    def apply(self, state: State) -> State:
        for owner in self._owner(state):
            state = replace(state.with_lamps(owner, -1), discarded=state.discarded + 1)
        return _lamp_settled(state)

    def tell(self, state: State) -> Cells:
        return dict.fromkeys(self._owner(state), Say("lamp gone"))

    def _owner(self, state: State) -> tuple[Player, ...]:
        """Give whose lamp it really is: another's if this adventurer has none, if there is one."""
        return (self.player,) if state.lamps[self.player] else state.lamp_owners[:1]


def _lamp_settled(state: State) -> State:
    """Go on where no lamp is due any more: share, or find what lies there. Cites: SID-4.2."""
    now = state.pending
    if isinstance(now, Sharing):
        return _share_on(state, replace(now, lamp_due=False))
    if isinstance(now, LosingLamp) and now.then:
        return find(state, now.then)
    return replace(state, pending=None)


class _Picking(Seen, frozen=True):
    """An adventurer's turn to pick, from the bag's tokens or from the merchant's table."""

    rule = keys.PICKING
    sheet_line = "tokens"
    player: Player

    def _rule(self, state: State) -> str:
        return keys.MERCHANT if isinstance(state.pending, Trading) else keys.PICKING

    def _not_picker(self, state: State) -> Ruling | None:
        due = _picker(state) or Say("nobody")
        if self.player == due:
            return None
        said = "{due} picks now, not {player}."
        return self.forbidden(said, self._rule(state), due=due)


class TokenPicked(_Picking, frozen=True):
    """An adventurer picked one of the tokens on the table."""

    token: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        rule = self._rule(state)
        if refused := self._not_picker(state):
            return refused
        if self.token not in _on_the_table(state):
            return self.forbidden("No {token} lies there.", rule)
        return self.allowed("{player} takes {token}.", rule)

    def apply(self, state: State) -> State:
        return _picked(state.having(self.player, self.token), self.token)


class NothingPicked(_Picking, frozen=True):
    """An adventurer picked nothing."""

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = "{player} picks one of the tokens."
        return self._not_picker(state) or self.forbidden(said, self._rule(state))

    def apply(self, state: State) -> State:
        return _picked(state, "")

    def tell(self, state: State) -> Cells:
        return {self.player: Say("picks nothing")}


def _picker(state: State) -> Player | None:
    """Name who picks now, if anybody does."""
    due = state.current(Sharing).due or state.current(Trading).to_pick
    return due[0] if due else None


def _on_the_table(state: State) -> tuple[str, ...]:
    """List the tokens that can be picked now."""
    return state.current(Sharing).pool or state.current(Trading).laid


def _picked(state: State, token: str) -> State:
    """Let the next one pick, if a token is left."""
    left = list(_on_the_table(state))
    if token in left:
        left.remove(token)
    now = state.pending
    if isinstance(now, Sharing):
        return _share_on(state, replace(now, pool=tuple(left), due=(now.due or ())[1:]))
    trading = state.current(Trading)
    trading = replace(trading, to_pick=trading.to_pick[1:], laid=tuple(left))
    return replace(state, pending=trading if trading.to_pick and trading.laid else None)


def _ask_drawn(book: Rulebook, state: State) -> Prompt[State]:
    found = state.current(Finding).found
    due = _rounds_of(state, found) * len(state.players)
    ask = plural(
        due,
        "Draw {n} token for {found}. Which come? (jewels by number, g genie, c curse)",
        "Draw {n} tokens for {found}. Which come? (jewels by number, g genie, c curse)",
        found=Say("the Treasure") if found == TREASURE else Say("the chest"),
    )
    return Prompt(
        ask=ask,
        answers=SeveralTokens(OneOf(DRAWN, DRAWN), 0, due),
        event=LootDrawn,
        rules=(keys.FROM_CHEST, keys.CURSES),
    )


def _ask_lamp(book: Rulebook, state: State) -> Prompt[State]:
    owners = state.lamp_owners
    is_curse = isinstance(state.pending, Sharing)
    return Prompt(
        ask=Say("Whose unlit lamp is discarded?"),
        answers=SomePlayer(state.players, owners),
        event=lambda player: LampGone(player or owners[0]),
        rules=(keys.CURSES if is_curse else keys.LAMP_THAT_GOES,),
        default=f"@{owners[0]}" if len(owners) == 1 else None,
    )


def _ask_pick(book: Rulebook, state: State) -> Prompt[State]:
    player = _picker(state) or state.front
    there = in_order(_on_the_table(state))
    kinds = tuple(dict.fromkeys(there))

    def event(token: str) -> TokenPicked | NothingPicked:
        return NothingPicked(player) if token == NONE else TokenPicked(player, token)

    return Prompt(
        ask=Say("{player} picks?", player=player),
        answers=one_token(kinds, Say("{tokens}", tokens=kinds)),
        event=event,
        rules=(keys.PICKING if isinstance(state.pending, Sharing) else keys.MERCHANT,),
        default=kinds[0] if len(kinds) == 1 else None,
        context=(Say("There: {tokens}.", tokens=there),),
    )


DRAW = Stage(
    id="loot.drawn",
    is_observed=True,
    title=Say("loot"),
    when=during(Finding, lambda now: not now.lock),
    ask=_ask_drawn,
    events=(LootDrawn, EventPlayed),
    alternatives=(PLAY,),
)
CURSED = Stage(
    id="loot.curse",
    title=Say("a curse"),
    when=during(Sharing, lambda now: now.lamp_due),
    ask=_ask_lamp,
    events=(LampGone,),
)
PICK = Stage(
    id="loot.picked",
    run="picks",
    title=Say("picking"),
    when=during(Sharing),
    actor=_picker,
    ask=_ask_pick,
    events=(TokenPicked, NothingPicked),
)
CAUGHT = Stage(
    id="march.lamp", title=Say("caught"), when=during(LosingLamp), ask=_ask_lamp, events=(LampGone,)
)
TRADE = Stage(
    id="trade.picked",
    title=Say("trading"),
    when=during(Trading),
    actor=_picker,
    ask=_ask_pick,
    events=(TokenPicked, NothingPicked),
)
LAPSED: Consequence[State] = Consequence(
    when=lambda state: not state.unlit and (CURSED.when(state) or CAUGHT.when(state)),
    apply=_lamp_settled,
    rule=keys.CURSES,
)
"""Where the sand has meanwhile used up the last unlit lamp, none is due."""
