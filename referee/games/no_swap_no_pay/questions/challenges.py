"""Disputes about challenges, judged by the events of play in a state made of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import can_all_refuse, refuse_round
from referee.games.no_swap_no_pay.model.coins import n_coins
from referee.games.no_swap_no_pay.questions import bags
from referee.games.no_swap_no_pay.questions.facts import (
    ALREADY,
    CAPTAIN,
    NOBODY,
    PLAYERS,
    ROUND,
    Table,
    clockwise_order,
    refuse_order,
    refuse_table,
    table_of,
)
from referee.games.no_swap_no_pay.state import ACCEPT, REFUSE

if TYPE_CHECKING:  # most disputes need no stage
    from referee.games.no_swap_no_pay.stages.challenge import Challenged


def _challenge(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide whether a challenge may be made, and refused. Cites: NSP-3.1 to NSP-3.7, NSP-7.3."""
    table, round_ = table_of(book, facts), facts.integer("round", None)
    challenger, target = table.named(facts.player("challenger")), facts.player("target")
    to = None if target in NOBODY and target not in table.players else table.named(target)
    already = facts.players("already", None)
    if already is not None:  # a word for nobody can also be the name of a player
        already = tuple(table.named(n) for n in already if n not in NOBODY or n in table.players)
    captain = facts.player("captain", None)
    captain = captain and table.named(captain)
    counts = {table.named(owner): n for owner, n in facts.counts("counts", {}).items()}
    results: dict[str, Any] = {"may_refuse": None, "next": None, "captain": None}
    owners = filter(None, (challenger, to, *counts))
    players = filter(None, (*(already or ()), captain))
    refused = (
        refuse_table(book, table, keys.NOT_ONESELF, *owners)
        or refuse_table(book, table, keys.MUST_CHALLENGE, *players, ghost=False)
        or refuse_round(book, table.seats, round_)
        or refuse_order(table, already, captain)
        or bags.refuse_counts(book, table, counts, round_)
        or _refuse_empty_bag(book, table, counts, round_, to)
        or bags.refuse_too_many_coins(book, table.seats, counts)
        or (round_ is not None and bags.refuse_sum(book, table, counts, round_))
    )
    if refused:
        return api.Answer.ruled(refused, results)
    order = () if already is None else clockwise_order(table, already, captain) or ()
    is_ordered = captain or len(order) < table.seats
    if round_ is not None and already is not None and is_ordered:
        refused = bags.refuse_after(book, table, counts, round_, order)
    if refused:
        return api.Answer.ruled(refused, results)
    if not captain and 0 < len(order) < table.seats:
        captain = order[0]
    results["captain"] = captain
    if already is not None and captain and len(order) < table.seats:
        results["next"] = table.from_captain(captain)[len(order)]
    ruling = _refuse_turn(table, challenger, already, results["next"])
    if ruling or to is None:
        said = "{challenger} must challenge someone."
        missed = api.forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
        return api.Answer.ruled(ruling or missed, results)
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

    answer = facts.text("answer", None)
    ruling, results["may_refuse"] = _judge_challenge(
        book, table, Challenged(challenger, to), counts, round_, answer and bags.read_answer(answer)
    )
    return api.Answer.ruled(ruling, results)


def _refuse_empty_bag(
    book: api.Rulebook, table: Table, counts: bags.Counts, round_: int | None, target: Player | None
) -> api.Ruling | None:
    is_empty = target is not None and counts.get(target) == 0
    if not is_empty or round_ is None or not can_all_refuse(book, table.seats, round_):
        return None
    said = "Nobody who is challenged in round {round} can have an empty bag."
    return api.impossible(said, keys.BAG_COUNTS, keys.EMPTY_MUST_ACCEPT, round=round_)


def _refuse_turn(
    table: Table, challenger: Player, already: tuple[Player, ...] | None, due: Player | None
) -> api.Ruling | None:
    """Refuse a challenge out of turn, if it is known whose turn it is. Cites: NSP-3.1, NSP-7.4."""
    if challenger == table.ghost:
        return api.forbidden("{ghost} never challenges.", keys.GHOST_RESTS, ghost=challenger)
    if already and challenger in already:
        said = "{challenger} has already challenged this round."
        return api.forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
    if due and challenger != due:
        said = "It is {due}'s turn, not {challenger}'s."
        return api.forbidden(said, keys.MUST_CHALLENGE, due=due, challenger=challenger)
    return None


def _judge_challenge(  # noqa: PLR0913 - all facts of one challenge
    book: api.Rulebook,
    table: Table,
    challenge: Challenged,
    counts: bags.Counts,
    round_: int | None,
    answer: str | None,
) -> tuple[api.Ruling, bool | None]:
    """Rule on a challenge in its turn, and on its answer; return whether it may be refused, too."""
    target = challenge.target
    ruling = challenge.judge(book, bags.table_in_play(table, counts))
    if ruling.verdict.stops_play:
        return ruling, None
    may_refuse = _may_refuse(book, table, target, counts, round_)
    if answer is not None:
        return _judge_answer(book, table, challenge, may_refuse, answer), may_refuse
    if target == table.ghost:
        return ruling, may_refuse
    said, rules = _REASONS_TO_ALLOW[may_refuse]
    held = Say("{target} holds {n}.", target=target, n=n_coins(counts.get(target, 0)))
    because = (held,) if target in counts else ()
    return challenge.allowed(said, keys.ANYONE, *rules, because=because), may_refuse


_REASONS_TO_ALLOW: Mapping[bool | None, tuple[str, tuple[api.RuleLike, ...]]] = {
    True: ("{challenger} may challenge {target}, who may swap or pay.", (keys.STOLEN_COINS,)),
    False: (
        "{challenger} may challenge {target}, who has an empty bag and must swap.",
        (keys.EMPTY_MUST_ACCEPT,),
    ),
    None: ("{challenger} may challenge {target}; whether {target} can pay is not known.", ()),
}


def _may_refuse(
    book: api.Rulebook, table: Table, target: Player, counts: bags.Counts, round_: int | None
) -> bool | None:
    """Decide whether a bag can pay; None if that is not known. Cites: NSP-3.7, NSP-7.3."""
    if target == table.ghost:
        return False
    if target in counts:
        return counts[target] > 0
    if round_ is not None and can_all_refuse(book, table.seats, round_):
        return True
    return None


def _judge_answer(
    book: api.Rulebook,
    table: Table,
    challenge: Challenged,
    may_refuse: bool | None,  # noqa: FBT001 - a result, not a flag
    answer: str,
) -> api.Ruling:
    """Rule on an answer as in play; a table call if the facts leave it open."""
    by, to = challenge.challenger, challenge.target
    if answer == REFUSE and to == table.ghost:
        return bags.refuse_ghost_payment(to)
    if answer == ACCEPT and to == table.ghost:
        return challenge.judge(book, bags.table_in_play(table, {}))
    if answer == REFUSE and may_refuse is None:
        said = (
            "{target} may pay if there is a coin in the bag; with an empty bag {target} must swap."
        )
        return api.table_call(said, keys.EMPTY_MUST_ACCEPT, keys.STOLEN_COINS, target=to)
    seen = challenge.apply(bags.table_in_play(table, {to: int(bool(may_refuse))}))
    return bags.answer_event(book, by, to, answer).judge(book, seen)


CHALLENGE = api.Question(
    name="challenge",
    about=Say("May this challenge be made, and may it be refused?"),
    fields=(
        PLAYERS,
        api.Field("challenger", api.PlayerName(), Say("who challenges"), required=True),
        api.Field("target", api.PlayerName(), Say("who is challenged, or none"), required=True),
        api.Field(
            "counts",
            api.MapOf(api.PlayerName(), api.Integer()),
            Say("how many coins bags hold now"),
        ),
        ALREADY,
        CAPTAIN,
        ROUND,
        api.Field(
            "answer",
            api.Text("pay", bags.read_answer),
            Say("how it is answered: swap, pay or none"),
        ),
    ),
    answer=_challenge,
    example="players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7",
)
