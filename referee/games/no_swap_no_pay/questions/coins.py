"""Disputes about coins: what goes into the bags, and what a bag is worth."""

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    Player,
    Question,
    Rulebook,
    Say,
    impossible,
    refs,
    wrong_number_of_players,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.final import COIN_FIELDS
from referee.games.no_swap_no_pay.model.box import GHOST, beyond_box, treasure_at_start
from referee.games.no_swap_no_pay.model.coins import DECLARABLE, PURPLE, Coins, n_coins, named
from referee.games.no_swap_no_pay.model.points import best_declaration, n_points, score_bag


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what goes where before the first round. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    seats = facts.integer("players")
    if ruling := wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return Answer.ruled(ruling, dict.fromkeys(("each_bag", "treasure", "extra", "rounds")))
    bag, treasure = Coins.of(book[keys.BAG_AT_START]), treasure_at_start(book, seats)
    extra, rounds = book[keys.UNSEEN_COINS][seats], book[keys.ROUNDS][seats]
    reason = Say(
        "Each bag gets {bag}, and {extra} unseen; the treasure bag {treasure}; {rounds} rounds.",
        bag=bag.say,
        extra=n_coins(extra),
        treasure=treasure.say,
        rounds=rounds,
    )
    results = {
        "each_bag": bag.counts,
        "treasure": treasure.counts,
        "extra": extra,
        "rounds": rounds,
    }
    rules = (keys.BAG_AT_START, keys.TREASURE_GOLD, keys.UNSEEN_COINS, keys.ROUNDS)
    if seats != book[keys.GHOST_PLAYERS]:
        return Answer.answered(reason, results, *rules)
    unseen = n_coins(book[keys.GHOST_UNSEEN])
    because = Say("A bag more, with {n} unseen, for {ghost}.", n=unseen, ghost=GHOST)
    return Answer.answered(reason, results, *rules, keys.GHOST_UNSEEN, because=(because,))


def _value(book: Rulebook, facts: Facts) -> Answer:
    """Value one bag, its purple coins as declared or at their best. Cites: NSP-5.1 to NSP-5.7."""
    bag, insisted = Coins.of(facts.values), facts.words("purple_as", ())
    refused = beyond_box(book, bag)
    if not refused and len(insisted) > bag[PURPLE]:
        said = "{n} declared, but {held} purple held."
        refused = impossible(said, keys.PURPLE_DECLARED, n=len(insisted), held=bag[PURPLE])
    if refused:
        return Answer.ruled(refused, {"points": None, "purple_as": None})
    declared = best_declaration(book, facts.options, bag, insisted)
    score = score_bag(book, facts.options, Player(""), declared)
    points, colours = n_points(score.total), declared.purple_as
    reason = Say("The bag is worth {points}.", points=points)
    if colours:
        said = "The bag is worth {points}. Purple counts as {colours}."
        reason = Say(said, points=points, colours=named(colours))
    because = tuple(
        Say(
            "{label}: {working} = {points}",
            label=line.label,
            working=line.working,
            points=n_points(line.points),
        )
        for line in score.lines
    )
    rules = refs(ref for line in score.lines for ref in line.rules)
    results = {"points": int(score.total), "purple_as": colours}
    nothing_in_it = (keys.GOLD_EACH, keys.SILVER_EACH)
    return Answer.answered(reason, results, *(rules or nothing_in_it), because=because)


SETUP = Question(
    name="setup",
    about=Say("What goes into the bags before the first round?"),
    fields=(Field(name="players", shape=Integer(), about=Say("how many play"), required=True),),
    answer=_setup,
    example="players=4",
)
VALUE = Question(
    name="value",
    about=Say("What is a bag worth, and as what should its purple coins count?"),
    fields=(
        *COIN_FIELDS,
        Field(
            name="purple_as",
            shape=ListOf(Choice(DECLARABLE)),
            about=Say("what the owner declares, coin by coin"),
        ),
    ),
    answer=_value,
    example="gold=2 silver=4 black=0 purple=1",
)
