"""Rulings on challenges and their answers."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden
from referee.core.say import Say
from referee.core.table import Player
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import coins
from referee.games.no_swap_no_pay.state import State


def may_refuse(bag: int) -> bool:
    """Whether somebody with so many coins in the bag may refuse a challenge. Cites: NSP-3.7.

    >>> may_refuse(1), may_refuse(0)
    (True, False)
    """
    return bag > 0


def empty_bag_refuses(book: Rulebook, target: Player, bag: int) -> Ruling | None:
    """Stop a refusal that nothing can pay for. Cites: NSP-3.7."""
    if may_refuse(bag):
        return None
    said = Say("{target} has an empty bag and must accept the swap.", target=target)
    return forbidden(said, keys.EMPTY_MUST_ACCEPT)


def judge_challenge(
    book: Rulebook,
    challenger: Player,
    target: Player,
    ghost: Player | None,
    already: tuple[Player, ...],
) -> Ruling:
    """Rule on whether this challenge may be made; ``already`` have challenged this round.

    Cites: NSP-3.1, NSP-3.2, NSP-3.3, NSP-7.3, NSP-7.4.
    """
    if challenger == ghost:
        return forbidden(Say("{ghost} never challenges.", ghost=challenger), keys.GHOST_RESTS)
    if challenger in already:
        said = Say("{player} has challenged this round.", player=challenger)
        return forbidden(said, keys.MUST_CHALLENGE)
    if challenger == target:
        said = Say("{player} must challenge somebody else.", player=challenger)
        return forbidden(said, keys.NOT_ONESELF)
    if target == ghost:
        said = Say(
            "{player} challenges {ghost}, who always swaps: the bags change hands.",
            player=challenger,
            ghost=target,
        )
        return allowed(said, keys.GHOST_SWAPS, keys.ACCEPTING)
    said = Say("{player} challenges {target}.", player=challenger, target=target)
    return allowed(said, keys.ANYONE)


def judge_challenged(book: Rulebook, state: State, event: seen.Challenged) -> Ruling:
    """Whether the challenge may be made where the session stands. Cites: NSP-3.1 to NSP-3.3."""
    already = tuple(player for player in state.players if player not in state.challengers)
    return judge_challenge(book, event.challenger, event.target, state.ghost, already)


def judge_challenge_missed(book: Rulebook, state: State, event: seen.ChallengeMissed) -> Ruling:
    """A challenge may not be left out. Cites: NSP-3.1."""
    said = Say("{player} must challenge somebody.", player=event.challenger)
    return forbidden(said, keys.MUST_CHALLENGE)


def _other_challenge(
    book: Rulebook,
    state: State,
    event: seen.BagsSwapped | seen.CoinStolen | seen.ChallengeUnanswered,
) -> Ruling | None:
    challenge = state.open_challenge
    if challenge and challenge.challenger == event.challenger:
        return None
    said = Say(
        "{challenger} has not challenged {target}.",
        challenger=event.challenger,
        target=event.target,
    )
    return forbidden(said, keys.MUST_CHALLENGE)


def judge_swapped(book: Rulebook, state: State, event: seen.BagsSwapped) -> Ruling:
    """Accepting is always open to the one challenged. Cites: NSP-3.4."""
    said = Say(
        "{target} accepts: {target} and {challenger} swap bags.",
        target=event.target,
        challenger=event.challenger,
    )
    return _other_challenge(book, state, event) or allowed(said, keys.ACCEPTING)


def judge_stolen(book: Rulebook, state: State, event: seen.CoinStolen) -> Ruling:
    """Whether the challenge may be refused, at the right price. Cites: NSP-3.5, NSP-3.7."""
    other = _other_challenge(book, state, event)
    if other:
        return other
    empty = empty_bag_refuses(book, event.target, state.bags[event.target].count)
    if empty:
        return empty
    cites = book.cite(keys.STOLEN_COINS)
    if event.coins != book[keys.STOLEN_COINS]:
        said = Say("A refusal costs {coins}.", coins=coins(book[keys.STOLEN_COINS]))
        return forbidden(said, *cites)
    said = Say(
        "{target} refuses: {challenger} draws {coins} blind from {target}'s bag.",
        target=event.target,
        challenger=event.challenger,
        coins=coins(event.coins),
    )
    return allowed(said, *cites)


def judge_unanswered(book: Rulebook, state: State, event: seen.ChallengeUnanswered) -> Ruling:
    """A challenge must be answered. Cites: NSP-3.4, NSP-3.5."""
    said = Say("{target} must accept or refuse.", target=event.target)
    return forbidden(said, keys.ACCEPTING, keys.STOLEN_COINS)
