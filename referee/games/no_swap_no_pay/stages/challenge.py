"""The second half of a round: challenges and their answers, donations, the end of the round."""

from __future__ import annotations

from referee import api
from referee.api import Player, Say
from referee.api.depth import ROUND
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST_WORDS
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.state import (
    ACCEPT,
    ACCEPT_OR_REFUSE,
    DONE,
    DUTY,
    REFUSE,
    Challenge,
    State,
)


class Challenged(api.Event[State], frozen=True):
    """A player challenged another player, or the ghost."""

    verbs = "challenges challenge"
    rule = keys.MUST_CHALLENGE
    actor_field = "challenger"
    sheet_line = "challenged"
    challenger: Player
    target: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.challenger == state.ghost:
            return self.forbidden("{challenger} never challenges.", keys.GHOST_RESTS)
        if self.challenger not in state.challengers:
            return self.forbidden("{challenger} has already challenged this round.")
        if self.challenger == self.target:
            return self.forbidden("You cannot challenge yourself.", keys.NOT_ONESELF)
        if self.target == state.ghost:
            said = "{challenger} challenges {target}, who always swaps. The bags change hands."
            return self.allowed(said, keys.GHOST_SWAPS, keys.ACCEPTING)
        return self.allowed("{challenger} challenges {target}.", keys.ANYONE)

    def ends_in(self, ruling: api.Ruling) -> tuple[api.RuleRef, ...]:
        return tuple(rule for rule in ruling.rules if rule.rule_id == keys.GHOST_SWAPS)

    def apply(self, state: State) -> State:
        if self.target == state.ghost:
            return BagsSwapped(self.challenger, self.target).apply(state)
        return api.replace(state, pending=(Challenge(self.challenger, self.target),))

    def tell(self, state: State) -> api.SheetCells:
        said = "{target}: swap" if self.target == state.ghost else "{target}: …"
        return {self.challenger: self.say(said)}


class ChallengeMissed(api.Event[State], frozen=True):
    """A player challenged nobody."""

    rule = keys.MUST_CHALLENGE
    actor_field = "challenger"
    sheet_line = "challenged"
    challenger: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.forbidden("You must challenge someone.")

    def apply(self, state: State) -> State:
        return _challenge_settled(state, self.challenger)

    def tell(self, state: State) -> api.SheetCells:
        return {self.challenger: Say("none")}


class Answered(api.Event[State], frozen=True):
    """The player challenged swapped, paid, or did nothing."""

    actor_field = "target"
    sheet_line = "challenged"
    challenger: Player
    target: Player

    def refuse_unasked(self, state: State) -> api.Ruling | None:
        """Refuse an answer to a challenge that nobody made."""
        if any(each.challenger == self.challenger for each in state.pending):
            return None
        said = "{challenger} has not challenged {target}."
        return self.forbidden(said, keys.MUST_CHALLENGE)

    def mended(self, state: State, *, is_moved: bool) -> api.Event[State]:
        """Answer the open challenge, if it has another challenger than this answer."""
        if not (is_moved and state.pending):
            return self
        challenger = state.pending[0].challenger
        return self if challenger == self.challenger else api.replace(self, challenger=challenger)

    def apply(self, state: State) -> State:
        return _challenge_settled(state, self.challenger)


class BagsSwapped(Answered, frozen=True):
    """The challenge was accepted, and the bags changed hands."""

    verbs = "swaps"
    rule = keys.ACCEPTING
    tells_rule = True

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.refuse_unasked(state) or self.allowed("{target} swaps bags with {challenger}.")

    def apply(self, state: State) -> State:
        own, other = state.bags[self.challenger], state.bags[self.target]
        bags = {**state.bags, self.challenger: other, self.target: own}
        return super().apply(api.replace(state, bags=bags))

    def tell(self, state: State) -> api.SheetCells:
        return {self.challenger: (None, self.say("{target}: swap"))}


class CoinStolen(Answered, frozen=True):
    """The challenge was refused, and the challenger drew so many coins blind."""

    verbs = "pays"
    rule = keys.STOLEN_COINS
    tells_rule = True
    coins: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if ruling := self.refuse_unasked(state):
            return ruling
        if state.is_empty(self.target):
            said = "{target} has an empty bag and must swap."
            return self.forbidden(said, keys.EMPTY_MUST_ACCEPT)
        price = n_coins(book[keys.STOLEN_COINS])
        if self.coins != book[keys.STOLEN_COINS]:
            return self.forbidden("Refusing costs {coins}.", coins=price)
        said = "{target} pays: {challenger} draws {coins} from {target}'s bag, without looking."
        return self.allowed(said, self.rule, keys.WHO_SEES_IT, coins=price)

    def first_time(self, state: State) -> api.Notice:
        said = "Only {challenger} and {target} may look at what was drawn."
        return api.Notice(self.say(said), keys.WHO_SEES_IT)

    def apply(self, state: State) -> State:
        return super().apply(state.moved(self.target, self.challenger, self.coins))

    def tell(self, state: State) -> api.SheetCells:
        return {self.challenger: (None, self.say("{target}: pays {coins}"))}


class ChallengeUnanswered(Answered, frozen=True):
    """The challenge came to nothing."""

    rule = keys.ACCEPTING

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.forbidden("{target} must swap or pay.", self.rule, keys.STOLEN_COINS)

    def tell(self, state: State) -> api.SheetCells:
        return {self.challenger: (None, self.say("{target}: nothing"))}


def _challenge_settled(state: State, challenger: Player) -> State:
    left = tuple(player for player in state.challengers if player != challenger)
    return api.replace(state, pending=(), challengers=left)


def _ask_challenge(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.challengers[0]
    offered = (
        owner
        for owner in state.bags
        if not Challenged(player, owner).judge(book, state).verdict.stops_play
    )
    return api.Prompt(
        ask=Say("{player}, challenge someone.", player=player),
        answers=api.SomePlayer(
            state.bag_owners,
            tuple(offered),
            may_be_none=True,
            also=GHOST_WORDS if state.ghost else {},
        ),
        event=lambda to: Challenged(player, to) if to else ChallengeMissed(player),
        rules=(keys.MUST_CHALLENGE, keys.NOT_ONESELF, keys.ANYONE, keys.COINS_IN_SIGHT),
    )


def _ask_answer(book: api.Rulebook, state: State) -> api.Prompt[State]:
    challenger, target = state.pending[-1].challenger, state.pending[-1].target
    events = {
        ACCEPT: BagsSwapped(challenger, target),
        REFUSE: CoinStolen(challenger, target, book[keys.STOLEN_COINS]),
        api.NOTHING: ChallengeUnanswered(challenger, target),
    }
    is_empty = state.is_empty(target)
    ask = "{target}, swap bags with {challenger} or pay {coins}?"
    if is_empty:
        ask = "{target}, your bag is empty: swap with {challenger}."
    coins = n_coins(book[keys.STOLEN_COINS])
    return api.Prompt(
        ask=Say(ask, target=target, challenger=challenger, coins=coins),
        answers=api.choices(book, state, events, ACCEPT_OR_REFUSE),
        event=events.__getitem__,
        rules=(
            keys.ACCEPTING,
            keys.STOLEN_COINS,
            *((keys.EMPTY_MUST_ACCEPT,) if is_empty else ()),
        ),
        forced_by=keys.EMPTY_MUST_ACCEPT,
    )


CHALLENGE = api.Stage(
    id="challenge.target",
    run=lambda state: state.run,
    title=Say("challenges"),
    when=lambda state: bool(state.challengers),
    actor=lambda state: state.challengers[0],
    ask=_ask_challenge,
    events=(Challenged, ChallengeMissed),
)
ANSWER = api.Stage(
    id="challenge.answer",
    run=lambda state: state.run,
    title=Say("answer"),
    when=lambda state: bool(state.pending),
    actor=lambda state: state.pending[-1].target,
    ask=_ask_answer,
    events=(BagsSwapped, CoinStolen, ChallengeUnanswered),
)


class Donation(api.Event[State], frozen=True):
    """A player donated, or did not."""

    rule = keys.DONATED_COINS
    sheet_line = "donated"
    player: Player

    def apply(self, state: State) -> State:
        return api.replace(state, donors=tuple(p for p in state.donors if p != self.player))


class CoinDonated(Donation, frozen=True):
    """A player put so many coins back into the treasure bag, unseen."""

    verbs = "donates"
    everyone = "Everyone donates {coins} in secret."
    coins: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.is_empty(self.player):
            said = "According to the record {player}'s bag is empty."
            return self.forbidden(said, keys.NOTHING_TO_DONATE, keys.BAG_COUNTS)
        due = n_coins(book[keys.DONATED_COINS])
        if self.coins != book[keys.DONATED_COINS]:
            return self.forbidden("{player} must donate exactly {coins}.", coins=due)
        return self.allowed("{player} donates {coins}.", coins=due)

    def apply(self, state: State) -> State:
        return super().apply(state.moved(self.player, None, self.coins))

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.coins}


class DonationMissed(Donation, frozen=True):
    """A player donated nothing."""

    tells_rule = True

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.is_counted and state.bags[self.player].count:
            due = n_coins(book[keys.DONATED_COINS])
            return self.forbidden("{player} must donate {coins}.", coins=due)
        return self.allowed("{player} has nothing to donate.", keys.NOTHING_TO_DONATE)

    def apply(self, state: State) -> State:
        missed = (*state.missed, (state.round, self.player))
        return super().apply(api.replace(state, missed=missed))

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("none")}


def _is_over(state: State) -> bool:
    return state.is_drafted and not state.donors


def _next_round(state: State) -> State:
    """Pass the marker to the left and clear the middle. Cites: NSP-4.3."""
    return api.replace(
        state,
        round=state.round + 1,
        captain=state.from_captain[1],
        ghost_is_fed=False,
        is_drawn=False,
        table=Coins(),
        is_drafted=False,
        challengers=(),
        is_whole=state.by == ROUND,
        ended=state.counts,
    )


def _say_game_over(state: State) -> Say:
    """Ask for the bags, also the ghost's, because it can win. Cites: NSP-4.4, NSP-7.5."""
    if state.ghost is None:
        return Say("That was the last round: turn out the bags.")
    return Say("That was the last round: turn out the bags, {ghost}'s too.", ghost=state.ghost)


def donate_notice(due: int) -> api.Notice:
    """Return the notice how everyone donates, given once. Cites: NSP-4.1."""
    said = "Clockwise from the captain, each chooses {n} from their own bag, unseen."
    return api.Notice(Say(said, n=n_coins(due)), keys.DONATED_COINS, once=True)


def _ask_donation(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, due = state.donors[0], book[keys.DONATED_COINS]
    ask = "{player}, put {n} of your choice into the treasure bag, unseen by the others."
    if state.is_empty(player):
        ask = "{player}, your bag is empty: you donate nothing."
    events = {DONE: CoinDonated(player, due), api.NOTHING: DonationMissed(player)}
    return api.Prompt(
        ask=Say(ask, player=player, n=n_coins(due)),
        answers=api.choices(book, state, events, DUTY),
        event=events.__getitem__,
        rules=(keys.DONATED_COINS, keys.NOTHING_TO_DONATE),
        notices=(donate_notice(due),),
    )


DONATE = api.Stage(
    id="donate.coin",
    title=Say("donation"),
    when=lambda state: bool(state.donors),
    actor=lambda state: state.donors[0],
    ask=_ask_donation,
    events=(CoinDonated, DonationMissed),
)
GAME_OVER: api.Consequence[State] = api.Consequence(
    when=lambda state: _is_over(state) and state.round >= state.rounds,
    apply=_next_round,
    say=_say_game_over,
    rule=keys.THE_END,
)
ROUND_OVER: api.Consequence[State] = api.Consequence(
    when=_is_over,
    apply=_next_round,
    say=lambda state: Say("The captain's marker goes to {captain}.", captain=state.from_captain[1]),
    rule=keys.CAPTAIN_CHANGES,
)
