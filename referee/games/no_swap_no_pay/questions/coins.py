"""Disputes about coins: what goes into the bags, what they are worth, who wins, how a game ends."""

from collections.abc import Mapping
from itertools import product
from typing import Any, TypeAlias

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.final import COIN_FIELDS, contradictions, leftovers
from referee.games.no_swap_no_pay.model import box
from referee.games.no_swap_no_pay.model.coins import (
    BLACK,
    COLOURS,
    DECLARABLE,
    PURPLE,
    SILVER,
    Coins,
    DeclaredBag,
    best_declaration,
    colour_terms,
    cursed_counts,
    n_coins,
    n_points,
    score_bag,
)
from referee.games.no_swap_no_pay.questions.facts import (
    COINS,
    PLAYERS,
    SEATS,
    Table,
    given_bags,
    given_coins,
    owner_named,
    refuse_table,
    table_of,
)

Numbers: TypeAlias = Mapping[Player, int]
TIE_RESULTS = ("winners", "shared", "best", "decided", "points")


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Count the coins of bags at the setup. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    seats = facts.seats("players")
    if ruling := api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return api.Answer.ruled(ruling, dict.fromkeys(("each_bag", "treasure", "extra", "rounds")))
    bag, treasure = Coins.of(book[keys.BAG_AT_START]), box.treasure_at_start(book, seats)
    extra, rounds = book[keys.UNSEEN_COINS][seats], book[keys.ROUNDS][seats]
    reason = Say(
        "Each bag gets {bag}, and {extra} unseen; the treasure bag {treasure}; {rounds} rounds.",
        bag=bag.say,
        extra=n_coins(extra),
        treasure=treasure.say,
        rounds=rounds,
    )
    counts = {"each_bag": bag.counts, "treasure": treasure.counts}
    results = {**counts, "extra": extra, "rounds": rounds}
    rules = (keys.BAG_AT_START, keys.TREASURE_GOLD, keys.UNSEEN_COINS, keys.ROUNDS)
    if seats != book[keys.GHOST_PLAYERS]:
        return api.Answer.answered(reason, results, *rules)
    unseen = n_coins(book[keys.GHOST_UNSEEN])
    because = Say("A fourth bag, with {n} unseen, belongs to {ghost}.", n=unseen, ghost=box.GHOST)
    return api.Answer.answered(reason, results, *rules, keys.GHOST_UNSEEN, because=(because,))


def _value(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Value one bag, its purple coins as declared or at their best. Cites: NSP-5.1 to NSP-5.7."""
    bag = given_coins(facts, "bag")
    if bag is not None and any(colour in facts.values for colour in COLOURS):
        said = "Give the coins either in bag or colour by colour, not in both."
        raise api.BadAnswer(Say(said))
    bag = Coins.of(facts.values) if bag is None else bag
    insisted = facts.words("purple_as", ())
    refused = box.refuse_excess(book, bag) or _refuse_bag(book, facts.seats("players", None), bag)
    if not refused and len(insisted) > bag[PURPLE]:
        said = "{n} declared, but {held} purple held."
        refused = api.impossible(said, keys.PURPLE_DECLARED, n=len(insisted), held=bag[PURPLE])
    if refused:
        return api.Answer.ruled(refused, {"points": None, "purple_as": None})
    declared = best_declaration(book, facts.options, bag, insisted)
    score = score_bag(book, facts.options, Player(""), declared)
    points, colours = n_points(score.total), declared.purple_as
    reason = Say("The bag is worth {points}.", points=points)
    if colours:
        said = "The bag is worth {points}. Purple counts as {colours}."
        reason = Say(said, points=points, colours=colour_terms(colours))
    because = tuple(
        Say(
            "{label}: {working} = {points}",
            label=line.label,
            working=line.working,
            points=n_points(line.points),
        )
        for line in score.lines
    )
    rules = api.rule_refs(ref for line in score.lines for ref in line.rules)
    results = {"points": int(score.total), "purple_as": colours}
    nothing_in_it = (keys.GOLD_EACH, keys.SILVER_EACH)
    return api.Answer.answered(reason, results, *(rules or nothing_in_it), because=because)


def _refuse_bag(book: api.Rulebook, seats: int | None, bag: Coins) -> api.Ruling | None:
    """Refuse a bag that no game of so many players can fill. Cites: NSP-1.3, NSP-8.1, NSP-8.4."""
    if seats is None:
        return None
    if ruling := api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return ruling
    game = box.coins_in_game(book, seats)
    if colour := bag.exceeds(game):
        said = "There cannot be {n} {colour}: a game of {seats} has {game}."
        counts: dict[str, Any] = {"n": bag[colour], "seats": seats, "game": game[colour]}
        return api.impossible(said, keys.COLOURS_IN_GAME, colour=COLOURS[colour], **counts)
    return _refuse_overfull(bag.total, book[keys.FULLEST_BAG][seats])


def _refuse_overfull(n: int, most: int) -> api.Ruling | None:
    """Refuse a bag that holds more at the end than any can. Cites: NSP-8.4."""
    if n <= most:
        return None
    said = "{n} in one bag; no bag can end with more than {most}."
    return api.impossible(said, keys.FULLEST_BAG, n=n_coins(n), most=most)


def _table(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide whether a game can have ended so. Cites: NSP-1.1, NSP-4.5, NSP-8.1, NSP-8.4."""
    table = table_of(book, facts)
    bags, treasure = given_bags(facts, table), given_coins(facts, "treasure")
    results: dict[str, Any] = {"left": None, "leftover": None}
    if refused := refuse_table(book, table, keys.COLOURS_IN_GAME, *bags):
        return api.Answer.ruled(refused, results)
    count = api.FinalCount(
        api.Setup(table.players, options=facts.options),
        {owner: coins.counts for owner, coins in bags.items()},
        {} if treasure is None else {"treasure": treasure.counts},
    )
    game, shown = box.coins_in_game(book, table.seats), sum(bags.values(), treasure or Coins())
    if not shown.exceeds(game):
        results["left"] = (game - shown).counts
    found = contradictions(book, count)
    beyond_box_first = sorted(found, key=lambda each: each.verdict is not api.Verdict.IMPOSSIBLE)
    ruling = next(iter(beyond_box_first), None)
    if ruling is not None and ruling.verdict.stops_play:
        return api.Answer.ruled(api.replace(ruling, verdict=api.Verdict.IMPOSSIBLE), results)
    fits = [treasure.total] if treasure else _possible_leftovers(book, table, bags, game - shown)
    results["leftover"] = tuple(fits)
    said = "A game can end like this, with {fits} in the treasure bag."
    words = n_coins(fits[-1])
    if len(fits) > 1:
        words = Say("{n} coins", n=api.join_or([str(n) for n in fits]))
    because = (ruling.reason,) if ruling else ()
    rules = (keys.COLOURS_IN_GAME, keys.MISSED_AT_THE_END, keys.FULLEST_BAG)
    return api.Answer.ruled(api.allowed(said, *rules, because=because, fits=words), results)


def _possible_leftovers(
    book: api.Rulebook, table: Table, bags: Mapping[Player, Coins], left: Coins
) -> list[int]:
    """List how many coins can be in the treasure bag: the other bags must have room for the rest.

    If a donation was missed and no given bag is empty, one of the others is.
    """
    others, most = len(table.owners) - len(bags), book[keys.FULLEST_BAG][table.seats]
    if not others:
        return [left.total]
    is_empty = any(player in bags and not bags[player].total for player in table.players)
    may_be_empty = is_empty or any(player not in bags for player in table.players)
    return [
        n
        for n in leftovers(book, table.seats, may_be_empty=may_be_empty)
        if n <= left.total
        and left.total - n <= most * (others - (n < table.seats and not is_empty))
    ]


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the winners, and the count that decided. Cites: NSP-6.1 to NSP-6.4."""
    if ("bags" in facts.values) == ("totals" in facts.values):
        said = "Give either totals, with black and silver if they are equal, or bags."
        raise api.BadAnswer(Say(said))
    if "totals" not in facts.values:
        return _by_bags(book, facts)
    totals, black, silver = (
        {owner_named(owner): n for owner, n in facts.counts(name, {}).items()}
        for name in ("totals", "black", "silver")
    )
    if refused := _refuse_totals(book, facts.options, totals, black, silver):
        return api.Answer.ruled(refused, dict.fromkeys(TIE_RESULTS))
    return _decided(totals, black, silver)


def _by_bags(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Count the bags, purple at its best. Cites: NSP-1.1, NSP-5.7, NSP-8.4."""
    if "black" in facts.values or "silver" in facts.values:
        said = "With bags given, black and silver follow: leave them out."
        raise api.BadAnswer(Say(said))
    bags = given_bags(facts, Table((), box.GHOST))
    fullest = max((coins.total for coins in bags.values()), default=0)
    refused = (
        box.refuse_excess(book, sum(bags.values(), Coins()))
        or _refuse_names(book, tuple(bags))
        or _refuse_overfull(fullest, max(book[keys.FULLEST_BAG].values()))
    )
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(TIE_RESULTS))
    best = {owner: best_declaration(book, facts.options, coins) for owner, coins in bags.items()}
    scores = {owner: score_bag(book, facts.options, owner, bag) for owner, bag in best.items()}
    totals = {owner: int(score.total) for owner, score in scores.items()}
    black, silver = (
        {owner: int(score.tie_breakers[at].value) for owner, score in scores.items()}
        for at in (0, 1)
    )
    return _decided(totals, black, silver)


def _refuse_names(book: api.Rulebook, names: tuple[Player, ...]) -> api.Ruling | None:
    """Refuse more names than a table has bags, or fewer than two. Cites: NSP-1.3, NSP-7.1."""
    most = book[keys.GHOST_PLAYERS] + 1 if box.GHOST in names else book.players[1]
    if 2 <= len(names) <= most:  # noqa: PLR2004 - a tie is between two or more
        return None
    said = "Name two or more, and no more than sit at one table, not {n}."
    return api.impossible(said, keys.TREASURE_GOLD, n=len(names))


def _refuse_totals(
    book: api.Rulebook, options: api.Options, totals: Numbers, black: Numbers, silver: Numbers
) -> api.Ruling | None:
    """Refuse unknown names, coins beyond the box, and totals that no bag can be worth."""
    refused = _refuse_names(book, tuple(totals)) or api.unknown_players(
        keys.MOST_BLACK, totals, *black, *silver
    )
    if refused:
        return refused
    for colour, counts in ((BLACK, black), (SILVER, silver)):
        n, most = sum(counts.values()), book[keys.BOX][colour] + book[keys.BOX][PURPLE]
        if n > most:
            said = "There cannot be {n} {colour}: the box holds {box}, purple included."
            return api.impossible(said, keys.BOX, n=n, colour=COLOURS[colour], box=most)
    found = (
        _refuse_total(book, options, owner, total, black.get(owner), silver.get(owner))
        for owner, total in totals.items()
    )
    return next(filter(None, found), None)


def _refuse_total(  # noqa: PLR0913 - all that is given of one bag
    book: api.Rulebook,
    options: api.Options,
    owner: Player,
    total: int,
    black: int | None,
    silver: int | None,
) -> api.Ruling | None:
    """Refuse a total that cannot be reached with any number of gold coins.

    Cites: NSP-5.1 to NSP-5.4, NSP-6.4.
    """
    counts_purple = book.option(options, "purple_in_ties") != "no"
    declared = 0 if counts_purple else book[keys.BOX][PURPLE]
    blacks = range(book[keys.BLACK_SET_LEAST] + 1) if black is None else (black,)
    silvers = range(book[keys.SILVER_SET]) if silver is None else (silver,)
    free = range(declared + 1)
    bags = [
        Coins(silver=s + as_silver, black=b + as_black)
        for b, s, as_silver, as_black in product(blacks, silvers, free, free)
        if as_silver + as_black <= declared
    ]
    if any(_is_reachable(book, options, total, bag) for bag in bags):
        return None
    facts: dict[str, Any] = {"owner": owner, "total": total}
    if total and all(bag[BLACK] in cursed_counts(book) for bag in bags):
        said = "{owner} cannot have {total}: a bag with {black} black is worth nothing."
        return api.impossible(said, keys.CURSE_LEAST, black=black or 0, **facts)
    said = "{owner} cannot have {total} with these coins, whatever gold is in the bag."
    rules: tuple[api.RuleLike, ...] = (keys.SILVER_EACH, keys.GOLD_EACH)
    if silver is None:
        rules = (keys.BLACK_SET_WORTH, *rules)
    return api.impossible(said, *rules, **facts)


def _is_reachable(book: api.Rulebook, options: api.Options, total: int, bag: Coins) -> bool:
    """Whether a total can be reached by adding gold coins to a bag."""
    worth = int(score_bag(book, options, Player(""), DeclaredBag(bag, Coins())).total)
    if bag[BLACK] in cursed_counts(book):
        return total == 0
    return total >= worth and (total - worth) % book[keys.GOLD_EACH] == 0


def _decided(totals: Numbers, black: Numbers, silver: Numbers) -> api.Answer:
    """Name the winners step by step; None if the counts that decide are not given."""
    best = max(totals.values())
    tied = tuple(owner for owner, total in totals.items() if total == best)
    results: dict[str, Any] = {**dict.fromkeys(TIE_RESULTS), "best": best, "points": dict(totals)}
    decided, rules = "points", []
    steps = ("black", black, keys.MOST_BLACK), ("silver", silver, keys.MOST_SILVER)
    for name, counts, rule in steps:
        if len(tied) == 1:
            break
        rules.append(rule)
        if any(owner not in counts for owner in tied):
            said = "{owners} are equal so far: most silver coins decide."
            if name == "black":
                said = "{owners} have equal points: most black coins decide."
            return api.Answer.answered(Say(said, owners=tied), results, *rules)
        most = max(counts[owner] for owner in tied)
        tied, decided = tuple(owner for owner in tied if counts[owner] == most), name
    if len(tied) > 1:
        results |= {"winners": tied, "shared": True, "decided": "shared"}
        said = "{winners} share the win."
        return api.Answer.answered(Say(said, winners=tied), results, *rules, keys.THE_WINNER)
    results |= {"winners": tied, "shared": False, "decided": decided}
    said = {
        "points": "{winner} wins with the most points.",
        "black": "{winner} wins with the most black coins.",
        "silver": "{winner} wins with the most silver coins.",
    }[decided]
    return api.Answer.answered(Say(said, winner=tied[0]), results, *(rules or (keys.THE_WINNER,)))


SETUP = api.Question(
    name="setup",
    about=Say("What goes into the bags before the first round?"),
    fields=(SEATS,),
    answer=_setup,
    example="players=4",
)
VALUE = api.Question(
    name="value",
    about=Say("What is a bag worth, and as what should its purple coins count?"),
    fields=(
        *COIN_FIELDS,
        api.Field("bag", COINS, Say("all coins of the bag in one fact")),
        api.Field(
            "purple_as",
            api.ListOf(api.Choice(DECLARABLE)),
            Say("the declared colour of each purple coin"),
        ),
        api.Field("players", api.Seats(), Say("how many play, if it is the bag of a game")),
    ),
    answer=_value,
    example="gold=2 silver=4 black=0 purple=1",
)
TABLE = api.Question(
    name="table",
    about=Say("Can the game have ended so?"),
    fields=(
        PLAYERS,
        api.Field("bags", api.MapOf(api.PlayerName(), COINS), Say("the coins of each bag")),
        api.Field("treasure", COINS, Say("what is left in the treasure bag")),
    ),
    answer=_table,
    example="players=A,B,C,D bags=A:4g3s2b1p,B:3g5s,C:2g1s4b,D:2g3s1b1p",
)
PER_OWNER = api.MapOf(api.PlayerName(), api.Integer())
TIE = api.Question(
    name="tie",
    about=Say("Who wins?"),
    fields=(
        api.Field(
            "totals",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("the points of each"),
            as_facts=True,
        ),
        api.Field("black", PER_OWNER, Say("black coins of those who are tied")),
        api.Field("silver", PER_OWNER, Say("silver coins of those who are tied")),
        api.Field(
            "bags", api.MapOf(api.PlayerName(new=True), COINS), Say("or the coins of each bag")
        ),
    ),
    answer=_tie,
    example="totals=A:23,B:23,C:9 black=A:3,B:3 silver=A:1,B:4",
)
