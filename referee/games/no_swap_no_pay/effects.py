"""What each event changes. Nothing here refuses, and nothing reads the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.core.seating import clockwise_from
from referee.core.table import Player
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay.coins import Coins, one
from referee.games.no_swap_no_pay.state import State, snake


def apply(state: State, event: seen.Event) -> State:
    """Let an event take effect. Never refuses, never reads the rulebook."""
    return _EFFECTS[type(event)](state, event)


def _captain_chosen(state: State, event: seen.CaptainChosen) -> State:
    return replace(state, captain=event.player)


def _ghost_fed(state: State, event: seen.GhostFed) -> State:
    coins = min(event.coins, state.treasure)
    bags = dict(state.bags)
    if state.ghost:
        bags[state.ghost] = bags[state.ghost].after_unseen(coins)
    return replace(state, bags=bags, treasure=state.treasure - coins, is_fed=True)


def _coins_drawn(state: State, event: seen.CoinsDrawn) -> State:
    captain = state.captain or state.players[0]
    drawn = event.coins.total
    drafting = replace(
        state,
        captain=captain,
        table=event.coins,
        treasure=max(0, state.treasure - drawn),
        order=snake(clockwise_from(state.players, captain), state.laps)[:drawn],
        front={},
    )
    return drafting if drafting.order else _stashed(drafting)


def _coin_drafted(state: State, event: seen.CoinDrafted) -> State:
    coin = one(event.colour)
    front = {**state.front, event.player: state.front.get(event.player, Coins()) + coin}
    return _drafted_on(replace(state, table=(state.table or Coins()) - coin, front=front))


def _draft_missed(state: State, event: seen.DraftMissed) -> State:
    return _drafted_on(state)


def _drafted_on(state: State) -> State:
    drafted = replace(state, order=state.order[1:])
    return drafted if drafted.order else _stashed(drafted)


def _stashed(state: State) -> State:
    """Put everything into the bags; what is in no bag then is in the treasure bag.

    Nothing is left in the middle unless the table overruled something. Cites: NSP-2.3.
    """
    bags = {
        owner: bag.after_open(state.front.get(owner, Coins())) for owner, bag in state.bags.items()
    }
    in_bags = sum(bag.count for bag in bags.values())
    challengers = clockwise_from(state.players, state.captain or state.players[0])
    return replace(
        state,
        bags=bags,
        treasure=max(0, state.coins.total - in_bags),
        table=Coins(),
        front={},
        challengers=challengers,
    )


def _challenged(state: State, event: seen.Challenged) -> State:
    if event.target == state.ghost:
        swapped = seen.BagsSwapped(event.challenger, event.target)
        return _bags_swapped(replace(state, open_challenge=event), swapped)
    return replace(state, open_challenge=event)


def _challenge_missed(state: State, event: seen.ChallengeMissed) -> State:
    return _challenge_over(state, event.challenger)


def _bags_swapped(state: State, event: seen.BagsSwapped) -> State:
    bags = {
        **state.bags,
        event.challenger: state.bags[event.target],
        event.target: state.bags[event.challenger],
    }
    return _challenge_over(replace(state, bags=bags), event.challenger)


def _coin_stolen(state: State, event: seen.CoinStolen) -> State:
    bags = dict(state.bags)
    coins = min(event.coins, bags[event.target].count)
    bags[event.target] = bags[event.target].after_loss(coins)
    bags[event.challenger] = bags[event.challenger].after_unseen(coins)
    return _challenge_over(replace(state, bags=bags), event.challenger)


def _challenge_unanswered(state: State, event: seen.ChallengeUnanswered) -> State:
    return _challenge_over(state, event.challenger)


def _challenge_over(state: State, challenger: Player) -> State:
    left = tuple(player for player in state.challengers if player != challenger)
    donors = () if left else clockwise_from(state.players, state.captain or state.players[0])
    return replace(state, open_challenge=None, challengers=left, donors=donors)


def _coin_donated(state: State, event: seen.CoinDonated) -> State:
    coins = min(event.coins, state.bags[event.player].count)
    bags = {**state.bags, event.player: state.bags[event.player].after_loss(coins)}
    return _donated_on(replace(state, bags=bags, treasure=state.treasure + coins), event.player)


def _donation_missed(state: State, event: seen.DonationMissed) -> State:
    missed = (*state.missed, (state.round, event.player))
    return _donated_on(replace(state, missed=missed), event.player)


def _donated_on(state: State, donor: Player) -> State:
    left = tuple(player for player in state.donors if player != donor)
    return replace(state, donors=left) if left else _round_over(state)


def _round_over(state: State) -> State:
    """Pass the marker to the left and clear the middle. Cites: NSP-4.3."""
    captain = clockwise_from(state.players, state.captain or state.players[0])[1]
    return replace(
        state,
        round=state.round + 1,
        captain=captain,
        is_fed=False,
        table=None,
        donors=(),
        challengers=(),
    )


def _bag_revealed(state: State, event: seen.BagRevealed) -> State:
    return replace(state, revealed={**state.revealed, event.player: event.coins})


def _treasure_revealed(state: State, event: seen.TreasureRevealed) -> State:
    return replace(state, left=event.coins)


def _purple_declared(state: State, event: seen.PurpleDeclared) -> State:
    return replace(state, declared={**state.declared, event.player: event.colours})


_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    seen.CaptainChosen: _captain_chosen,
    seen.GhostFed: _ghost_fed,
    seen.CoinsDrawn: _coins_drawn,
    seen.CoinDrafted: _coin_drafted,
    seen.DraftMissed: _draft_missed,
    seen.Challenged: _challenged,
    seen.ChallengeMissed: _challenge_missed,
    seen.BagsSwapped: _bags_swapped,
    seen.CoinStolen: _coin_stolen,
    seen.ChallengeUnanswered: _challenge_unanswered,
    seen.CoinDonated: _coin_donated,
    seen.DonationMissed: _donation_missed,
    seen.BagRevealed: _bag_revealed,
    seen.TreasureRevealed: _treasure_revealed,
    seen.PurpleDeclared: _purple_declared,
}
