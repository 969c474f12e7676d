"""The dispute about who wins, by totals or by whole bags."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from referee.api import (
    Answer,
    BadAnswer,
    Facts,
    Integer,
    MapOf,
    Options,
    Player,
    PlayerName,
    Question,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    impossible,
    unknown_players,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST, beyond_box
from referee.games.no_swap_no_pay.model.coins import BLACK, COLOURS, PURPLE, SILVER, Coins
from referee.games.no_swap_no_pay.model.points import (
    DeclaredBag,
    best_declaration,
    cursed_counts,
    score_bag,
)
from referee.games.no_swap_no_pay.questions.coins import too_full
from referee.games.no_swap_no_pay.questions.facts import COINS, fact, owner_named

Numbers = Mapping[Player, int]
KEYS = ("winners", "shared", "best", "decided", "points")


def _tie(book: Rulebook, facts: Facts) -> Answer:
    """Name the winners, and what decided. Cites: NSP-6.1 to NSP-6.4."""
    if ("bags" in facts.values) == ("totals" in facts.values):
        said = "Give either totals, with black and silver if they are equal, or bags."
        raise BadAnswer(Say(said))
    if "totals" not in facts.values:
        return _by_bags(book, facts)
    if refused := _wrong_totals(book, facts):
        return Answer.ruled(refused, dict.fromkeys(KEYS))
    totals, black, silver = (_numbers(facts, name) for name in ("totals", "black", "silver"))
    return _decided(totals, black, silver)


def _by_bags(book: Rulebook, facts: Facts) -> Answer:
    """Count the bags, purple at its best. Cites: NSP-1.1, NSP-5.7, NSP-8.4."""
    if "black" in facts.values or "silver" in facts.values:
        said = "With bags given, black and silver follow: leave them out."
        raise BadAnswer(Say(said))
    told: Any = facts.values["bags"]
    bags = {owner_named(owner): Coins.of(coins) for owner, coins in told.items()}
    most = max(book[keys.FULLEST_BAG].values())
    refused = beyond_box(book, sum(bags.values(), Coins())) or _wrong_names(book, tuple(bags))
    for coins in bags.values():
        refused = refused or too_full(book, coins.total, most)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(KEYS))
    best = {owner: best_declaration(book, facts.options, coins) for owner, coins in bags.items()}
    scores = {owner: score_bag(book, facts.options, owner, bag) for owner, bag in best.items()}
    totals = {owner: int(score.total) for owner, score in scores.items()}
    black, silver = (
        {owner: int(score.tie_breakers[at].value) for owner, score in scores.items()}
        for at in (0, 1)
    )
    return _decided(totals, black, silver)


def _numbers(facts: Facts, name: str) -> dict[Player, int]:
    return {owner_named(owner): n for owner, n in facts.counts(name, {}).items()}


def _wrong_names(book: Rulebook, names: tuple[Player, ...]) -> Ruling | None:
    """Stop more who can win than any table has, or fewer than two. Cites: NSP-1.3, NSP-7.1."""
    most = book[keys.GHOST_PLAYERS] + 1 if GHOST in names else book.players[1]
    if 2 <= len(names) <= most:  # noqa: PLR2004 - a tie is between two or more
        return None
    said = "Name two or more, and no more than sit at one table, not {n}."
    return impossible(said, keys.TREASURE_GOLD, n=len(names))


def _wrong_totals(book: Rulebook, facts: Facts) -> Ruling | None:
    """Stop names of nobody, coins beyond the box, and totals that no bag can be worth."""
    totals, black, silver = (_numbers(facts, name) for name in ("totals", "black", "silver"))
    refused = _wrong_names(book, tuple(totals)) or unknown_players(
        keys.MOST_BLACK, totals, *black, *silver
    )
    if refused:
        return refused
    purple, more = (
        book[keys.BOX][PURPLE],
        "There cannot be {n} {colour}: the box holds {box}, purple included.",
    )
    for colour, told in ((BLACK, black), (SILVER, silver)):
        n, box = sum(told.values()), book[keys.BOX][colour] + purple
        if n > box:
            return impossible(more, keys.BOX, n=n, colour=COLOURS[colour], box=box)
    worthless = (
        _not_worth(book, facts.options, owner, total, black.get(owner), silver.get(owner))
        for owner, total in totals.items()
    )
    return next((ruling for ruling in worthless if ruling), None)


def _not_worth(  # noqa: PLR0913 - all that is told of one bag
    book: Rulebook,
    options: Options,
    owner: Player,
    total: int,
    black: int | None,
    silver: int | None,
) -> Ruling | None:
    """Stop a total that no gold makes up. Cites: NSP-5.1 to NSP-5.4, NSP-6.4."""
    declared = 0
    if book.option(options, "purple_in_ties") == "no":
        declared = book[keys.BOX][PURPLE]
    blacks = range(book[keys.BLACK_SET_LEAST] + 1) if black is None else (black,)
    silvers = range(book[keys.SILVER_SET]) if silver is None else (silver,)
    free = range(declared + 1)
    bags = [
        Coins(silver=s + as_silver, black=b + as_black)
        for b, s, as_silver, as_black in product(blacks, silvers, free, free)
        if as_silver + as_black <= declared
    ]
    if any(_makes(book, options, total, bag) for bag in bags):
        return None
    facts: dict[str, Any] = {"owner": owner, "total": total}
    if total and all(bag[BLACK] in cursed_counts(book) for bag in bags):
        said = "{owner} cannot have {total}: a bag with {black} black is worth nothing."
        return impossible(said, keys.CURSE_LEAST, black=black or 0, **facts)
    said = "{owner} cannot have {total} with these coins, whatever gold is in the bag."
    rules: tuple[RuleLike, ...] = (keys.SILVER_EACH, keys.GOLD_EACH)
    if silver is None:
        rules = (keys.BLACK_SET_WORTH, *rules)
    return impossible(said, *rules, **facts)


def _makes(book: Rulebook, options: Options, total: int, bag: Coins) -> bool:
    """Whether some number of gold coins makes up the rest of a total."""
    worth = int(score_bag(book, options, Player(""), DeclaredBag(bag, Coins())).total)
    if bag[BLACK] in cursed_counts(book):
        return total == 0
    return total >= worth and (total - worth) % book[keys.GOLD_EACH] == 0


def _decided(totals: Numbers, black: Numbers, silver: Numbers) -> Answer:
    """Name who has most, step by step; None where what decides is not told."""
    best = max(totals.values())
    left = tuple(owner for owner, total in totals.items() if total == best)
    results: dict[str, Any] = {"best": best, "points": dict(totals)}
    steps = (("black", black, keys.MOST_BLACK), ("silver", silver, keys.MOST_SILVER))
    decided, used = "points", []
    for name, told, rule in steps:
        if len(left) == 1:
            break
        used.append(rule)
        if any(owner not in told for owner in left):
            return _open(left, name, results, used)
        most = max(told[owner] for owner in left)
        left, decided = tuple(owner for owner in left if told[owner] == most), name
    shared = len(left) > 1
    results |= {"winners": left, "shared": shared, "decided": "shared" if shared else decided}
    if shared:
        said = Say("{winners} share the win.", winners=left)
    else:
        said = {
            "points": Say("{winner} wins with the most points.", winner=left[0]),
            "black": Say("{winner} wins with the most black coins.", winner=left[0]),
            "silver": Say("{winner} wins with the most silver coins.", winner=left[0]),
        }[decided]
    rules = used if used and not shared else [*used, keys.THE_WINNER]
    return Answer.answered(said, {key: results[key] for key in KEYS}, *rules)


def _open(left: tuple[Player, ...], name: str, results: dict[str, Any], used: list[str]) -> Answer:
    said = {
        "black": Say("{owners} have equal points: most black coins decide.", owners=left),
        "silver": Say("{owners} are equal so far: most silver coins decide.", owners=left),
    }[name]
    results |= dict.fromkeys(("winners", "shared", "decided"))
    return Answer.answered(said, {key: results[key] for key in KEYS}, *used)


PER_OWNER = MapOf(PlayerName(), Integer())
TIE = Question(
    name="tie",
    about=Say("Who wins?"),
    fields=(
        fact("totals", MapOf(PlayerName(new=True), Integer()), "the points of each"),
        fact("black", PER_OWNER, "black coins of those who are tied"),
        fact("silver", PER_OWNER, "silver coins of those who are tied"),
        fact("bags", MapOf(PlayerName(new=True), COINS), "or the coins of each bag"),
    ),
    answer=_tie,
    example="totals=A:23,B:23,C:9 black=A:3,B:3 silver=A:1,B:4",
)
