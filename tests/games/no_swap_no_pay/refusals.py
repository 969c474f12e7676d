"""Each refusal of play as a question that puts the same facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from referee.core.play.event import Event
from referee.core.ruling import Ruling
from referee.core.table import Player
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins
from referee.games.no_swap_no_pay.model.unseen import possible_draws
from referee.games.no_swap_no_pay.stages import challenge, draft, reveal
from referee.games.no_swap_no_pay.state import State
from referee.testing.disputes import told

Put: TypeAlias = tuple[str, Mapping[str, str]]


def question_for(  # noqa: C901, PLR0911 - one for each event
    state: State, event: Event[State], ruling: Ruling
) -> Put | None:
    """Name the question and its facts.

    None where play and question are meant to differ: a donation from a bag that is empty by the
    record, a wrong number of purple coins, and colours that only together cannot be left.
    """
    players = {"players": _listed(state.players)}
    match event:
        case draft.CaptainChosen(player):
            return "captain", {**players, "now": told(player)}
        case draft.GhostFed():
            some = Coins(gold=2 * len(state.players))
            return "draw", {**players, "drawn": _coins(some), "fed": str(event.coins)}
        case draft.CoinsDrawn(coins):
            return _draw(state, coins, ruling)
        case draft.CoinDrafted() | draft.DraftMissed():
            coin = event.colour if isinstance(event, draft.CoinDrafted) else "none"
            return "draft", {**players, **_drafting(state, event.player), "coin": coin}
        case challenge.Challenged(challenger, target):
            return "challenge", {**_challenge(state, challenger), "target": told(target)}
        case challenge.ChallengeMissed(challenger):
            return "challenge", {**_challenge(state, challenger), "target": "none"}
        case challenge.ChallengeUnanswered() | challenge.CoinStolen():
            answer = "none" if isinstance(event, challenge.ChallengeUnanswered) else "pay"
            asked = {**_challenge(state, event.challenger), "target": told(event.target)}
            return "challenge", {**asked, "answer": answer}
        case challenge.DonationMissed(player):
            holds = str(state.bags[player].count)
            return "donate", {**players, "player": told(player), "holds": holds, "gives": "0"}
        case reveal.BagRevealed(player, coins):
            bags = {**state.revealed, player: coins}
            return "table", {**players, "bags": _map(bags)}
        case reveal.TreasureRevealed(coins):
            return "table", {**players, "bags": _map(state.revealed), "treasure": _coins(coins)}
        case _:
            return None


def _listed(names: Iterable[str]) -> str:
    return ",".join(map(told, names)) or "none"


def _coins(coins: Coins) -> str:
    return "".join(f"{n}{colour[0]}" for colour, n in coins.counts.items() if n) or "none"


def _map(bags: Mapping[Player, Coins]) -> str:
    return ",".join(f"{told(owner)}:{_coins(coins)}" for owner, coins in bags.items())


def _draw(state: State, coins: Coins, ruling: Ruling) -> Put | None:
    """Put a draw; what must be in the bags is told where a single colour was too many."""
    treasure = state.treasure + (1 if state.ghost else 0)
    asked = {
        "players": str(len(state.players)),
        "drawn": _coins(coins),
        "round": str(state.round),
        "treasure": str(treasure),
    }
    if ruling.rules[0].rule_id != "NSP-2.6":
        return "draw", asked
    most = {colour: max(each[colour] for each in possible_draws(state)) for colour in COLOURS}
    held = Coins.of({c: game - most[c] for c, game in state.coins.counts.items()})
    is_single = any(coins[colour] > most[colour] for colour in COLOURS)
    return ("draw", {**asked, "held": _coins(held)}) if is_single else None


def _drafting(state: State, player: Player) -> dict[str, str]:
    """Tell how far the draft is; in which order the colours went does not matter."""
    gone = sum(state.drafted.values(), Coins())
    taken = [colour for colour, n in gone.counts.items() for _ in range(n)]
    return {
        "captain": told(state.captain or ""),
        "drawn": _coins(state.table + gone),
        "taken": ",".join(taken) or "none",
        "player": told(player),
    }


def _challenge(state: State, challenger: Player) -> dict[str, str]:
    already = [player for player in state.players if player not in state.challengers]
    counts = ",".join(f"{told(owner)}:{bag.count}" for owner, bag in state.bags.items())
    return {
        "players": _listed(state.players),
        "challenger": told(challenger),
        "already": _listed(already),
        "captain": told(state.captain or ""),
        "round": str(state.round),
        "counts": counts,
    }
