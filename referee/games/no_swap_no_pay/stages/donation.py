"""The donation that ends a round, and what follows from the last one."""

from referee.api import (
    NOTHING,
    Consequence,
    Event,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SheetCells,
    Stage,
    choices,
    replace,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.model.network import TREASURE
from referee.games.no_swap_no_pay.state import DONE, DUTY, State


class Donation(Event[State], frozen=True):
    """What a player did when it was time to donate."""

    rule = keys.DONATED_COINS
    sheet_line = "donated"
    player: Player

    def apply(self, state: State) -> State:
        return replace(state, donors=tuple(p for p in state.donors if p != self.player))


class CoinDonated(Donation, frozen=True):
    """A player put so many coins back into the treasure bag, unseen."""

    everyone = "Everyone donates {coins} in secret."
    coins: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if not state.bags[self.player].count:
            said = "According to the record {player}'s bag is empty."
            return self.forbidden(said, keys.NOTHING_TO_DONATE, keys.BAG_COUNTS)
        due = n_coins(book[keys.DONATED_COINS])
        if self.coins != book[keys.DONATED_COINS]:
            return self.forbidden("{player} must donate exactly {coins}.", coins=due)
        return self.allowed("{player} donates {coins}.", coins=due)

    def apply(self, state: State) -> State:
        bag = state.bags[self.player]
        given = min(self.coins, bag.count)
        bags = {**state.bags, self.player: bag.after(-given)}
        moves = (*state.moves, (bag.place, TREASURE, (given,)))
        treasure = state.treasure + given
        return super().apply(replace(state, bags=bags, treasure=treasure, moves=moves))

    def tell(self, state: State) -> SheetCells:
        return {self.player: self.coins}


class DonationMissed(Donation, frozen=True):
    """A player donated nothing."""

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.bags[self.player].count:
            due = n_coins(book[keys.DONATED_COINS])
            return self.forbidden("{player} must donate {coins}.", coins=due)
        return self.allowed("{player} has nothing to donate.", keys.NOTHING_TO_DONATE)

    def apply(self, state: State) -> State:
        missed = (*state.missed, (state.round, self.player))
        return super().apply(replace(state, missed=missed))

    def tell(self, state: State) -> SheetCells:
        return {self.player: Say("none")}


def _is_over(state: State) -> bool:
    return state.is_drafted and not state.donors


def _next_round(state: State) -> State:
    """Pass the marker to the left and clear the middle. Cites: NSP-4.3."""
    return replace(
        state,
        round=state.round + 1,
        captain=state.from_captain[1],
        ghost_is_fed=False,
        is_drawn=False,
        table=Coins(),
        is_drafted=False,
        challengers=(),
    )


def _to_the_end(state: State) -> Say:
    """Call for the bags, the ghost's too, for it can win. Cites: NSP-4.4, NSP-4.5, NSP-7.5."""
    said = "That was the last round: turn out the bags. The treasure bag is not scored."
    if state.ghost:
        said = (
            "That was the last round: turn out the bags, {ghost}'s too. "
            "The treasure bag is not scored."
        )
    return Say(said, ghost=state.ghost) if state.ghost else Say(said)


def _ask_donation(book: Rulebook, state: State) -> Prompt[State]:
    player, due = state.donors[0], book[keys.DONATED_COINS]
    ask = "{player}, put {n} of your choice into the treasure bag, unseen by the others."
    if not state.bags[player].count:
        ask = "{player}, your bag is empty: you donate nothing."
    events = {DONE: CoinDonated(player, due), NOTHING: DonationMissed(player)}
    return Prompt(
        ask=Say(ask, player=player, n=n_coins(due)),
        answers=choices(book, state, events, DUTY),
        event=events.__getitem__,
        rules=(keys.DONATED_COINS, keys.NOTHING_TO_DONATE),
    )


DONATE = Stage(
    id="donate.coin",
    title=Say("donation"),
    when=lambda state: bool(state.donors),
    actor=lambda state: state.donors[0],
    ask=_ask_donation,
    events=(CoinDonated, DonationMissed),
)
GAME_OVER: Consequence[State] = Consequence(
    when=lambda state: _is_over(state) and state.round >= state.rounds,
    apply=_next_round,
    say=_to_the_end,
    rule=keys.THE_END,
)
ROUND_OVER: Consequence[State] = Consequence(
    when=_is_over,
    apply=_next_round,
    say=lambda state: Say("The captain's marker goes to {captain}.", captain=state.from_captain[1]),
    rule=keys.CAPTAIN_CHANGES,
)
