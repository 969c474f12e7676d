"""From where a session stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.answers import NONE, OneOf, SomePlayer
from referee.core.pieces import Pieces
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.table import Player
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.asked import step
from referee.games.no_swap_no_pay.challenging import may_refuse
from referee.games.no_swap_no_pay.coins import COLOURS, Coins, coins
from referee.games.no_swap_no_pay.knowledge import (
    coins_to_draw,
    drawable,
    ghost_due,
)
from referee.games.no_swap_no_pay.setting_up import setup_lines
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import Phase, phase
from referee.games.no_swap_no_pay.turning_out import declare, turn_out, turn_out_treasure

ACCEPT, REFUSE = "accept", "refuse"
DONE = "done"


def next_step(book: Rulebook, state: State) -> Step[seen.Event] | None:
    """Say what is asked next; None when the game is over."""
    if state.open_challenge:
        return _answer(book, state, state.open_challenge)
    now = phase(state)
    return None if now is Phase.OVER else _STEPS[now](book, state)


def _captain(book: Rulebook, state: State) -> Step[seen.Event]:
    answers = SomePlayer(state.players, state.players)
    ask = Say("Who is the first captain (oldest wooden leg, longest beard, most jewellery)?")
    return step(
        book,
        state,
        "setup.captain",
        ask,
        answers,
        lambda player: seen.CaptainChosen(player or state.players[0]),
        keys.FIRST_CAPTAIN,
        enter=f"@{state.players[0]}",
        lines=setup_lines(book, state.setup),
    )


def _feed(book: Rulebook, state: State) -> Step[seen.Event]:
    due = ghost_due(book, state)
    answers = OneOf((DONE, NONE), (DONE,) if due else (NONE,))
    ask = Say(
        "{captain} puts {n} unseen into {ghost}'s bag",
        captain=state.captain or "",
        n=coins(due),
        ghost=state.ghost or "",
    )
    return step(
        book,
        state,
        "ghost.fed",
        ask,
        answers,
        lambda word: seen.GhostFed(due if word == DONE else 0),
        keys.GHOST_FED,
    )


def _draw(book: Rulebook, state: State) -> Step[seen.Event]:
    due = coins_to_draw(state)
    answers = Pieces(drawable(book, state).counts, due, due)
    ask = Say("{captain} draws {n}: which?", captain=state.captain or "", n=coins(due))
    return step(
        book,
        state,
        "draft.drawn",
        ask,
        answers,
        lambda drawn: seen.CoinsDrawn(Coins.of(drawn)),
        keys.DRAWN_PER_PLAYER,
    )


def _draft(book: Rulebook, state: State) -> Step[seen.Event]:
    player, table = state.order[0], state.table or Coins()
    lying = tuple(colour for colour in COLOURS if table[colour])
    answers = OneOf((*COLOURS, NONE), lying or (NONE,))

    def event(word: str) -> seen.Event:
        return seen.DraftMissed(player) if word == NONE else seen.CoinDrafted(player, word)

    ask = Say("{player} takes which coin?", player=player)
    return step(book, state, "draft.coin", ask, answers, event, keys.DRAFT_ORDER, keys.NO_PASSING)


def _challenge(book: Rulebook, state: State) -> Step[seen.Event]:
    player = state.challengers[0]
    others = tuple(owner for owner in state.owners if owner != player)
    answers = SomePlayer(state.owners, others, may_be_none=True)

    def event(target: Player | None) -> seen.Event:
        return seen.Challenged(player, target) if target else seen.ChallengeMissed(player)

    ask = Say("{player} challenges whom?", player=player)
    rules = (keys.MUST_CHALLENGE, keys.NOT_ONESELF, keys.ANYONE, keys.COINS_IN_SIGHT)
    return step(book, state, "challenge.target", ask, answers, event, *rules)


def _answer(book: Rulebook, state: State, challenge: seen.Challenged) -> Step[seen.Event]:
    challenger, target = challenge.challenger, challenge.target
    refusable = may_refuse(state.bags[target].count)
    answers = OneOf((ACCEPT, REFUSE, NONE), (ACCEPT, REFUSE) if refusable else (ACCEPT,))

    def event(word: str) -> seen.Event:
        if word == ACCEPT:
            return seen.BagsSwapped(challenger, target)
        if word == REFUSE:
            return seen.CoinStolen(challenger, target, book[keys.STOLEN_COINS])
        return seen.ChallengeUnanswered(challenger, target)

    ask = Say("{target}, swap bags with {challenger}?", target=target, challenger=challenger)
    if not refusable:
        ask = Say(
            "{target}'s bag is empty: {target} must swap with {challenger}.",
            target=target,
            challenger=challenger,
        )
    rules = (keys.ACCEPTING, keys.STOLEN_COINS, *(() if refusable else (keys.EMPTY_MUST_ACCEPT,)))
    return step(book, state, "challenge.answer", ask, answers, event, *rules)


def _donate(book: Rulebook, state: State) -> Step[seen.Event]:
    player = state.donors[0]
    is_empty = not state.bags[player].count
    due = book[keys.DONATED_COINS]
    answers = OneOf((DONE, NONE), (NONE,) if is_empty else (DONE,))

    def event(word: str) -> seen.Event:
        return seen.CoinDonated(player, due) if word == DONE else seen.DonationMissed(player)

    if is_empty:
        ask = Say("{player} has an empty bag and donates nothing", player=player)
    else:
        ask = Say("{player} donates {n}, secretly", player=player, n=coins(due))
    return step(
        book, state, "donate.coin", ask, answers, event, keys.DONATED_COINS, keys.NOTHING_TO_DONATE
    )


_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.CAPTAIN: _captain,
    Phase.FEED: _feed,
    Phase.DRAW: _draw,
    Phase.DRAFT: _draft,
    Phase.CHALLENGE: _challenge,
    Phase.DONATE: _donate,
    Phase.BAGS: turn_out,
    Phase.TREASURE: turn_out_treasure,
    Phase.PURPLE: declare,
}
