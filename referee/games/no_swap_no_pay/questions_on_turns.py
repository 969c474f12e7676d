"""Disputes about turns: who drafts, who may challenge whom, and what the bags hold after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from referee.core.no_such_table import strangers_named, wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, forbidden
from referee.core.say import Say
from referee.core.seating import clockwise_from
from referee.core.table import Player
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.challenging import (
    empty_bag_refuses,
    judge_challenge,
    may_refuse,
)
from referee.games.no_swap_no_pay.coins import coins
from referee.games.no_swap_no_pay.form import GHOST, ghost_of
from referee.games.no_swap_no_pay.state import snake
from referee.games.no_swap_no_pay.too_many import too_many_coins

REFUSED, SWAPPED = "refused", "swapped"
ANSWERS: Final = (REFUSED, SWAPPED)


def answer_draft(book: Rulebook, facts: Facts) -> Answer:
    """Tell who drafts, coin by coin. Cites: NSP-2.1, NSP-2.2."""
    players = cast("tuple[Player, ...]", facts.values["players"])
    captain = cast("Player", facts.values["captain"])
    refused = wrong_number_of_players(book, len(players), keys.TREASURE_GOLD) or strangers_named(
        book, keys.DRAFT_ORDER, players, captain
    )
    if refused:
        return Answer.ruled(refused, {"order": None})
    order = snake(clockwise_from(players, captain), book[keys.DRAWN_PER_PLAYER])
    reason = Say("The coins go to {order}, in this order.", order=order)
    return Answer.answered(reason, {"order": order}, keys.DRAFT_ORDER, keys.DRAWN_PER_PLAYER)


def answer_challenge(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a challenge may be made, and refused. Cites: NSP-3.1 to NSP-3.7, NSP-7.3."""
    players = cast("tuple[Player, ...]", facts.values["players"])
    challenger, target = (cast("Player", facts.values[part]) for part in ("challenger", "target"))
    counts = cast("Mapping[Player, int]", facts.values["counts"])
    already = cast("tuple[Player, ...]", facts.values.get("already", ()))
    ghost = ghost_of(book, players)
    owners = (*players, *((ghost,) if ghost else ()))
    refused = (
        wrong_number_of_players(book, len(players), keys.TREASURE_GOLD)
        or strangers_named(book, keys.NOT_ONESELF, owners, challenger, target, *counts, *already)
        or too_many_coins(book, len(players), counts)
    )
    if refused:
        return Answer.ruled(refused, {"may_refuse": None})
    ruling = judge_challenge(book, challenger, target, ghost, already)
    if ruling.verdict.stops_play:
        return Answer.ruled(ruling, {"may_refuse": None})
    if target == ghost:
        return Answer.ruled(ruling, {"may_refuse": False})
    held = counts.get(target)
    if held is None:
        said = Say(
            "{challenge} How many coins {target} holds is not told.",
            challenge=ruling.reason,
            target=target,
        )
        return Answer(ruling.verdict.value, said, ruling.rules, (), {"may_refuse": None})
    may = may_refuse(held)
    said = (
        Say("{target} may refuse and pay.", target=target)
        if may
        else Say("{target} has an empty bag and must accept.", target=target)
    )
    rule = keys.STOLEN_COINS if may else keys.EMPTY_MUST_ACCEPT
    return Answer(
        ruling.verdict.value,
        Say("{challenge} {refusing}", challenge=ruling.reason, refusing=said),
        (*ruling.rules, *book.cite(rule)),
        (Say("{target} holds {coins}.", target=target, coins=coins(held)),),
        {"may_refuse": may},
    )


def answer_bags(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many coins each bag holds after these challenges, in their order.

    A challenge or an answer that is against the rules stops the count.
    Cites: NSP-3.1 to NSP-3.5, NSP-3.7, NSP-7.3, NSP-8.1.
    """
    counts = dict(cast("Mapping[Player, int]", facts.values["counts"]))
    no_table = _no_such_table(book, counts)
    if no_table:
        return Answer.ruled(no_table, {"counts": None})
    price = book[keys.STOLEN_COINS]
    because: list[Say] = []
    challengers: list[Player] = []
    for each in cast("tuple[Mapping[str, Any], ...]", facts.values["challenges"]):
        challenger, target, answer = Player(each["by"]), Player(each["to"]), each["answer"]
        owners = tuple(counts)
        refused = strangers_named(book, keys.NOT_ONESELF, owners, challenger, target)
        refused = refused or _not_so(book, counts, challengers, each)
        if refused:
            return Answer.ruled(refused, {"counts": None})
        challengers.append(challenger)
        if answer == SWAPPED:
            counts[challenger], counts[target] = counts[target], counts[challenger]
            said = Say("{challenger} and {target} swap", challenger=challenger, target=target)
        else:
            counts[challenger], counts[target] = counts[challenger] + price, counts[target] - price
            said = Say(
                "{target} pays {challenger} {coins}",
                challenger=challenger,
                target=target,
                coins=coins(price),
            )
        held = tuple(Say("{name} {n}", name=name, n=counts[name]) for name in (challenger, target))
        because.append(Say("{said}: {held}.", said=said, held=held))
    held = tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())
    reason = Say("The bags now hold: {held}.", held=held)
    return Answer.answered(
        reason,
        {"counts": counts},
        keys.ACCEPTING,
        keys.STOLEN_COINS,
        keys.BAG_COUNTS,
        because=tuple(because),
    )


def _not_so(
    book: Rulebook,
    counts: Mapping[Player, int],
    already: list[Player],
    each: Mapping[str, Any],
) -> Ruling | None:
    """Stop a challenge that may not be made, or an answer that may not be given."""
    challenger, target, answer = Player(each["by"]), Player(each["to"]), each["answer"]
    ghost = _ghost_among(book, counts)
    ruling = judge_challenge(book, challenger, target, ghost, tuple(already))
    if ruling.verdict.stops_play:
        return ruling
    if answer == REFUSED and target == ghost:
        return forbidden(Say("{ghost} never refuses.", ghost=target), keys.GHOST_SWAPS)
    return empty_bag_refuses(book, target, counts[target]) if answer == REFUSED else None


def _ghost_among(book: Rulebook, counts: Mapping[Player, int]) -> Player | None:
    """Name the ghost if one of the bags is its own; other bags may have been left out.

    Beside more players than the ghost joins, the name is a player's. Cites: NSP-7.1.
    """
    others = len(counts) - 1
    return GHOST if GHOST in counts and others <= book[keys.GHOST_PLAYERS] else None


def _no_such_table(book: Rulebook, counts: Mapping[Player, int]) -> Ruling | None:
    """Stop more bags than any game has, or more coins than the game of so many players."""
    seats = len(counts) - (_ghost_among(book, counts) is not None)
    least, most = book.players
    if seats > most:
        return wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
    return too_many_coins(book, max(seats, least), counts)
