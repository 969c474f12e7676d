"""Disputes about coins: what goes into the bags, and what a bag is worth."""

from __future__ import annotations

from typing import cast

from referee.core.no_such_table import wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import impossible
from referee.core.say import Say
from referee.core.score import counted_points
from referee.core.table import Player
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import COLOURS, PURPLE, Coins, coins
from referee.games.no_swap_no_pay.form import GHOST
from referee.games.no_swap_no_pay.scoring import best_declaration, score_bag
from referee.games.no_swap_no_pay.state import treasure_at_start


def answer_setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what goes where before the first round. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    seats = cast("int", facts.values["players"])
    refused = wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("each_bag", "treasure", "extra", "rounds")))
    bag, treasure = Coins.of(book[keys.BAG_AT_START]), treasure_at_start(book, seats)
    extra, rounds = book[keys.UNSEEN_COINS][seats], book[keys.ROUNDS][seats]
    ghost = seats == book[keys.GHOST_PLAYERS]
    reason = Say(
        "Each bag gets {bag}, and {extra} unseen; the treasure bag {treasure}; {rounds} rounds.",
        bag=bag.say,
        extra=coins(extra),
        treasure=treasure.say,
        rounds=rounds,
    )
    cites = book.cite(
        keys.BAG_AT_START,
        keys.TREASURE_GOLD,
        keys.UNSEEN_COINS,
        keys.ROUNDS,
        *((keys.GHOST_UNSEEN,) if ghost else ()),
    )
    because = (
        (
            Say(
                "A bag more, with {n} unseen, for {ghost}.",
                n=coins(book[keys.GHOST_UNSEEN]),
                ghost=GHOST,
            ),
        )
        if ghost
        else ()
    )
    answer = {"each_bag": bag.counts, "treasure": treasure.counts, "extra": extra, "rounds": rounds}
    return Answer.answered(reason, answer, *cites, because=because)


def answer_value(book: Rulebook, facts: Facts) -> Answer:
    """Value one bag, its purple coins as declared or at their best. Cites: NSP-5.1 to NSP-5.7."""
    bag = Coins.of(facts.values)
    insisted = cast("tuple[str, ...]", facts.values.get("purple_as", ()))
    unknown = {"points": None, "purple_as": None}
    box = Coins.of(book[keys.BOX])
    for colour in COLOURS:
        if bag[colour] > box[colour]:
            said = Say(
                "{n} {colour}? The box holds {box}.", n=bag[colour], colour=colour, box=box[colour]
            )
            return Answer.ruled(impossible(said, keys.BOX), unknown)
    if len(insisted) > bag[PURPLE]:
        said = Say("{n} declared, but {held} purple held.", n=len(insisted), held=bag[PURPLE])
        return Answer.ruled(impossible(said, keys.PURPLE_DECLARED), unknown)
    declared = best_declaration(book, facts.options, bag, insisted)
    worth = score_bag(book, facts.options, Player(""), declared)
    reason = Say("The bag is worth {points}.", points=counted_points(worth.total))
    if declared.purple_as:
        reason = Say(
            "{worth} Purple counts as {colours}.", worth=reason, colours=declared.purple_as
        )
    cites = tuple(dict.fromkeys(ref for line in worth.lines for ref in line.rules))
    because = tuple(
        Say(
            "{label}: {working} = {points}",
            label=line.label,
            working=line.working,
            points=counted_points(line.points),
        )
        for line in worth.lines
    )
    answer = {"points": int(worth.total), "purple_as": declared.purple_as}
    nothing_in_it = book.cite(keys.GOLD_EACH, keys.SILVER_EACH)
    return Answer.answered(reason, answer, *(cites or nothing_in_it), because=because)
