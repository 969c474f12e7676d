"""Disputes about coins: what goes into the bags, what a bag is worth, how a game can have ended."""

from typing import Any

from referee.api import (
    Answer,
    BadAnswer,
    Choice,
    Facts,
    FinalCount,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    Seats,
    Setup,
    Verdict,
    allowed,
    impossible,
    join_or,
    replace,
    rule_refs,
    wrong_number_of_players,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.final import COIN_FIELDS, contradictions, leftovers
from referee.games.no_swap_no_pay.model.box import (
    GHOST,
    beyond_box,
    coins_in_game,
    treasure_at_start,
)
from referee.games.no_swap_no_pay.model.coins import (
    COLOURS,
    DECLARABLE,
    PURPLE,
    Coins,
    n_coins,
    named,
)
from referee.games.no_swap_no_pay.model.points import best_declaration, n_points, score_bag
from referee.games.no_swap_no_pay.questions.facts import (
    COINS,
    PLAYERS,
    SEATS,
    bags_told,
    coins_told,
    fact,
    table_of,
    wrong_table,
)


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what goes where before the first round. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    seats = facts.seats("players")
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
    because = Say("A fourth bag, with {n} unseen, belongs to {ghost}.", n=unseen, ghost=GHOST)
    return Answer.answered(reason, results, *rules, keys.GHOST_UNSEEN, because=(because,))


def _value(book: Rulebook, facts: Facts) -> Answer:
    """Value one bag, its purple coins as declared or at their best. Cites: NSP-5.1 to NSP-5.7."""
    told = coins_told(facts, "bag")
    if told is not None and any(colour in facts.values for colour in COLOURS):
        said = "Give the coins either in bag or colour by colour, not in both."
        raise BadAnswer(Say(said))
    bag = Coins.of(facts.values) if told is None else told
    insisted = facts.words("purple_as", ())
    refused = beyond_box(book, bag) or _beyond_table(book, facts.seats("players", None), bag)
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
    rules = rule_refs(ref for line in score.lines for ref in line.rules)
    results = {"points": int(score.total), "purple_as": colours}
    nothing_in_it = (keys.GOLD_EACH, keys.SILVER_EACH)
    return Answer.answered(reason, results, *(rules or nothing_in_it), because=because)


def _beyond_table(book: Rulebook, seats: int | None, bag: Coins) -> Ruling | None:
    """Stop a bag that no game of so many players can fill. Cites: NSP-1.3, NSP-8.1, NSP-8.4."""
    if seats is None:
        return None
    if ruling := wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return ruling
    for colour, game in coins_in_game(book, seats).counts.items():
        if bag[colour] > game:
            said = "There cannot be {n} {colour}: a game of {seats} has {game}."
            facts: dict[str, Any] = {
                "n": bag[colour],
                "colour": COLOURS[colour],
                "seats": seats,
                "game": game,
            }
            return impossible(said, keys.COLOURS_IN_GAME, **facts)
    return too_full(book, bag.total, book[keys.FULLEST_BAG][seats])


def too_full(book: Rulebook, n: int, most: int) -> Ruling | None:
    """Stop a bag that holds more at the end than any can. Cites: NSP-8.4."""
    if n <= most:
        return None
    said = "{n} in one bag; no bag can end with more than {most}."
    return impossible(said, keys.FULLEST_BAG, n=n_coins(n), most=most)


def _table(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a game can have ended so. Cites: NSP-1.1, NSP-4.5, NSP-8.1, NSP-8.4."""
    table = table_of(book, facts)
    bags, treasure = bags_told(facts, table) or {}, coins_told(facts, "treasure")
    results: dict[str, Any] = {"left": None, "leftover": None}
    if refused := wrong_table(book, table, keys.COLOURS_IN_GAME, *bags):
        return Answer.ruled(refused, results)
    count = FinalCount(
        Setup(table.players, options=facts.options),
        {owner: coins.counts for owner, coins in bags.items()},
        {} if treasure is None else {"treasure": treasure.counts},
    )
    game = coins_in_game(book, table.seats)
    told = sum(bags.values(), treasure or Coins())
    if told + (game - told) == game:
        results["left"] = (game - told).counts
    ruling = next(iter(contradictions(book, count)), None)
    if ruling is not None and ruling.verdict.stops_play:
        return Answer.ruled(replace(ruling, verdict=Verdict.IMPOSSIBLE), results)
    fits = tuple(n for n in _possible(book, count, game - told) if treasure is None)
    results["leftover"] = fits or ((treasure or Coins()).total,)
    said = "A game can end like this, with {fits} in the treasure bag."
    words = n_coins(results["leftover"][-1])
    if len(fits) > 1:
        words = Say("{n} coins", n=join_or([str(n) for n in fits]))
    because = (ruling.reason,) if ruling else ()
    rules = (keys.COLOURS_IN_GAME, keys.MISSED_AT_THE_END, keys.FULLEST_BAG)
    return Answer.ruled(allowed(said, *rules, because=because, fits=words), results)


def _possible(book: Rulebook, count: FinalCount, left: Coins) -> list[int]:
    """List the numbers of coins that the treasure bag, which is not told, can hold."""
    table = count.setup.seating
    all_told = len(count.holdings) == len(table) + (len(table) == book[keys.GHOST_PLAYERS])
    if all_told:
        return [left.total]
    may_be_empty = any(not any(count.holdings.get(p, {}).values()) for p in table)
    return [
        n
        for n in leftovers(book, len(table), may_be_empty=may_be_empty)
        if n <= left.total and _has_room(book, count, left.total - n, missed=n < len(table))
    ]


def _has_room(book: Rulebook, count: FinalCount, n: int, *, missed: bool) -> bool:
    """Whether the bags not told have room; one is empty if none of the others was."""
    table = count.setup.seating
    owners = len(table) + (len(table) == book[keys.GHOST_PLAYERS])
    unknown = owners - len(count.holdings)
    is_empty = any(p in count.holdings and not any(count.holdings[p].values()) for p in table)
    if missed and not is_empty:
        unknown -= 1
    return n <= unknown * book[keys.FULLEST_BAG][len(table)]


SETUP = Question(
    name="setup",
    about=Say("What goes into the bags before the first round?"),
    fields=(SEATS,),
    answer=_setup,
    example="players=4",
)
VALUE = Question(
    name="value",
    about=Say("What is a bag worth, and as what should its purple coins count?"),
    fields=(
        *COIN_FIELDS,
        fact("bag", COINS, "all coins of the bag in one"),
        fact("purple_as", ListOf(Choice(DECLARABLE)), "what the owner declares, coin by coin"),
        fact("players", Seats(), "how many play, if it is the bag of a game"),
    ),
    answer=_value,
    example="gold=2 silver=4 black=0 purple=1",
)
TABLE = Question(
    name="table",
    about=Say("Can the game have ended so?"),
    fields=(
        PLAYERS,
        fact("bags", MapOf(PlayerName(), COINS), "the coins of each bag"),
        fact("treasure", COINS, "what is left in the treasure bag"),
    ),
    answer=_table,
    example="players=A,B,C,D bags=A:4g3s2b1p,B:3g5s,C:2g1s4b,D:2g3s1b1p",
)
