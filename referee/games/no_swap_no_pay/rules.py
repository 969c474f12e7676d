"""What the rules say about each event: the one place where play is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say
from referee.core.turns import wrong_player, wrong_time
from referee.games.no_swap_no_pay import challenging, drafting, ending, keys
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay.coins import COLOURS
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import Phase, active_player, phase


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:
    """Rule on an event where the session stands.

    The reason of an allowed event tells what happened, for the log.
    """
    return (
        stranger_at_table(book, state, event)
        or out_of_turn(book, state, event)
        or _RULED[type(event)][2](book, state, event)
    )


def stranger_at_table(book: Rulebook, state: State, event: seen.Event) -> Ruling | None:
    """Stop an event that names somebody without a bag, or a colour the box lacks."""
    for part in ("player", "challenger", "target"):
        name = getattr(event, part, None)
        if name is not None and name not in state.bags:
            return impossible(Say("{name} has no bag here.", name=name), keys.BOX)
    colour = getattr(event, "colour", None)
    if colour is not None and colour not in COLOURS:
        return impossible(Say("No coin is {colour}.", colour=colour), keys.BOX)
    return None


def out_of_turn(book: Rulebook, state: State, event: seen.Event) -> Ruling | None:
    """Stop an event that comes at the wrong time, or from a player whose turn it is not."""
    waits_for, rule, _ = _RULED[type(event)]
    now = phase(state)
    part = {Phase.ANSWER: "target", Phase.CHALLENGE: "challenger"}.get(now, "player")
    actor = getattr(event, part, None)
    return wrong_time(book, now, waits_for, rule) or wrong_player(
        book, active_player(state), actor, rule
    )


_RULED: Final[Mapping[type, tuple[Phase, Any, Callable[[Rulebook, State, Any], Ruling]]]] = {
    seen.CaptainChosen: (Phase.CAPTAIN, keys.FIRST_CAPTAIN, drafting.judge_captain),
    seen.GhostFed: (Phase.FEED, keys.GHOST_FED, drafting.judge_fed),
    seen.CoinsDrawn: (Phase.DRAW, keys.DRAWN_PER_PLAYER, drafting.judge_drawn),
    seen.CoinDrafted: (Phase.DRAFT, keys.DRAFT_ORDER, drafting.judge_drafted),
    seen.DraftMissed: (Phase.DRAFT, keys.DRAFT_ORDER, drafting.judge_draft_missed),
    seen.Challenged: (Phase.CHALLENGE, keys.MUST_CHALLENGE, challenging.judge_challenged),
    seen.ChallengeMissed: (
        Phase.CHALLENGE,
        keys.MUST_CHALLENGE,
        challenging.judge_challenge_missed,
    ),
    seen.BagsSwapped: (Phase.ANSWER, keys.ACCEPTING, challenging.judge_swapped),
    seen.CoinStolen: (Phase.ANSWER, keys.STOLEN_COINS, challenging.judge_stolen),
    seen.ChallengeUnanswered: (Phase.ANSWER, keys.ACCEPTING, challenging.judge_unanswered),
    seen.CoinDonated: (Phase.DONATE, keys.DONATED_COINS, ending.judge_donated),
    seen.DonationMissed: (Phase.DONATE, keys.DONATED_COINS, ending.judge_donation_missed),
    seen.BagRevealed: (Phase.BAGS, keys.THE_END, ending.judge_revealed),
    seen.TreasureRevealed: (Phase.TREASURE, keys.MISSED_AT_THE_END, ending.judge_treasure),
    seen.PurpleDeclared: (Phase.PURPLE, keys.PURPLE_DECLARED, ending.judge_declared),
}
"""When each event may come, the rule that says so, and who judges it then."""
