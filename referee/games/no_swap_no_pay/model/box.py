"""How many coins are in the bags and the treasure bag: at the setup, then round by round."""

from collections.abc import Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins, n_coins

GHOST = Player(api.identifier("Davy Jones"))
GHOST_WORDS = {"ghost": GHOST}
"""Other words for the ghost, wherever a bag is meant."""
TREASURE_BAG = Say("treasure bag")


def has_ghost(book: api.Rulebook, seats: int) -> bool:
    """Whether the ghost joins. Cites: NSP-7.1."""
    return seats == book[keys.GHOST_PLAYERS]


def ghost_of(book: api.Rulebook, seating: tuple[Player, ...]) -> Player | None:
    """Return the ghost if it joins, which depends on how many play. Cites: NSP-7.1."""
    return GHOST if has_ghost(book, len(seating)) else None


def bags_in_game(book: api.Rulebook, seats: int) -> int:
    """Count the loot bags, the ghost's among them. Cites: NSP-7.1."""
    return seats + has_ghost(book, seats)


def treasure_at_start(book: api.Rulebook, seats: int) -> Coins:
    """Count the coins in the treasure bag before anyone draws from it. Cites: NSP-1.3."""
    return Coins(
        gold=book[keys.TREASURE_GOLD][seats],
        silver=book[keys.TREASURE_SILVER][seats],
        black=book[keys.TREASURE_BLACK][seats],
        purple=book[keys.TREASURE_PURPLE][seats],
    )


def coins_in_game(book: api.Rulebook, seats: int) -> Coins:
    """Count the coins of each colour in the game. Cites: NSP-1.2, NSP-1.3, NSP-7.1, NSP-8.1."""
    bags = [Coins.of(book[keys.BAG_AT_START])] * bags_in_game(book, seats)
    return sum(bags, treasure_at_start(book, seats))


def refuse_excess(book: api.Rulebook, coins: Coins) -> api.Ruling | None:
    """Refuse coins that the box does not have. Cites: NSP-1.1."""
    box = Coins.of(book[keys.BOX])
    colour = coins.exceeds(box)
    if colour is None:
        return None
    said, term = "There cannot be {n} {colour}: the box holds {box}.", COLOURS[colour]
    return api.impossible(said, keys.BOX, n=coins[colour], colour=term, box=box[colour])


def setup_lines(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice, ...]:
    """Return the steps of the setup of this table, as text. Cites: NSP-1.1 to NSP-1.4, NSP-7.1."""
    seats, in_bag = len(setup.seating), Coins.of(book[keys.BAG_AT_START]).say
    ghost, drawn = ghost_of(book, setup.seating), n_coins(book[keys.UNSEEN_COINS][seats])
    bag = "Give each player a loot bag with {coins}, and an aid card."
    treasure = "Lay {coins} in the middle, then put them into the treasure bag."
    unseen = "In turn, each player draws {n} from it into their own bag, unseen by the others."
    lines = [
        api.Notice(Say(bag, coins=in_bag), keys.BAG_AT_START),
        api.Notice(Say(treasure, coins=treasure_at_start(book, seats).say), keys.TREASURE_GOLD),
        api.Notice(Say(unseen, n=drawn), keys.UNSEEN_COINS),
    ]
    if ghost:
        said = "A fourth loot bag with {coins} belongs to {ghost}."
        lines.append(api.Notice(Say(said, coins=in_bag, ghost=ghost), keys.GHOST_PLAYERS))
        said = "One player draws {n} into {ghost}'s bag; nobody looks, not even that player."
        given = Say(said, n=n_coins(book[keys.GHOST_UNSEEN]), ghost=ghost)
        lines.append(api.Notice(given, keys.GHOST_PLAYERS))
    if coins_in_game(book, seats) != Coins.of(book[keys.BOX]):
        lines.append(api.Notice(Say("The coins left over stay in the box."), keys.TREASURE_GOLD))
    return tuple(lines)


_EMPTIEST: Mapping[int, api.RuleKey[tuple[int, ...]]] = {
    3: keys.EMPTIEST_OF_THREE,
    4: keys.EMPTIEST_OF_FOUR,
    5: keys.EMPTIEST_OF_FIVE,
}
"""By the number of players: round by round, the last number also for all rounds after it."""


class TreasureCount(api.Struct, frozen=True):
    """The coins of the treasure bag in one round: at its start, and after each change."""

    start: int
    fed: int
    drawn: int
    after_draw: int
    after_donations: int
    bags: int
    """All loot bags together while challenges last."""


def coins_due(book: api.Rulebook, seats: int) -> int:
    """Count the coins that the captain draws while there are enough. Cites: NSP-2.1."""
    return seats * book[keys.DRAWN_PER_PLAYER]


def fed_each_round(book: api.Rulebook, seats: int) -> int:
    """Count the coins that the ghost gets each round. Cites: NSP-7.2."""
    return book[keys.GHOST_FED] if has_ghost(book, seats) else 0


def treasure_count(
    book: api.Rulebook, seats: int, round_: int, missed: int = 0, missed_now: int = 0
) -> TreasureCount:
    """Count the treasure bag through a round; ``missed`` are donations missed before it.

    Cites: NSP-1.2 to NSP-1.4, NSP-2.1, NSP-2.5, NSP-4.1, NSP-7.2.
    """
    total, each = coins_in_game(book, seats).total, book[keys.DONATED_COINS]
    due, fed = coins_due(book, seats), fed_each_round(book, seats)
    in_bags = Coins.of(book[keys.BAG_AT_START]).total * bags_in_game(book, seats)
    in_bags += seats * book[keys.UNSEEN_COINS][seats]
    if has_ghost(book, seats):
        in_bags += book[keys.GHOST_UNSEEN]
    start = total - in_bags - (round_ - 1) * (fed + due - seats * each) - missed * each
    drawn = min(due, start - fed)
    after = start - fed - drawn
    left = after + (seats - missed_now) * each
    return TreasureCount(start, fed, drawn, after, left, total - after)


def donations_missed_before(book: api.Rulebook, seats: int, round_: int) -> range:
    """List how many donations can have been missed before a round. Cites: NSP-4.2, NSP-4.5."""
    rounds = max(0, round_ - book[keys.FIRST_MISSED][seats])
    return range(rounds * book[keys.MISSED_AT_THE_END] + 1)


def donations_missed_in(book: api.Rulebook, seats: int, round_: int) -> range:
    """List how many donations can be missed in a round. Cites: NSP-4.2, NSP-4.5."""
    can_be = round_ >= book[keys.FIRST_MISSED][seats]
    return range(book[keys.MISSED_AT_THE_END] * can_be + 1)


def treasure_counts(
    book: api.Rulebook, seats: int, round_: int | None = None
) -> tuple[TreasureCount, ...]:
    """List all counts that the treasure bag can have in a round, or in any. Cites: NSP-1.7."""
    rounds = range(1, book[keys.ROUNDS][seats] + 1) if round_ is None else (round_,)
    return tuple(
        treasure_count(book, seats, each, missed, now)
        for each in rounds
        for missed in donations_missed_before(book, seats, each)
        for now in donations_missed_in(book, seats, each)
    )


def can_all_refuse(book: api.Rulebook, seats: int, round_: int) -> bool:
    """Whether nobody who is challenged in a round can have an empty bag. Cites: NSP-3.7."""
    return round_ < book[keys.FIRST_EMPTY][seats]


def refuse_round(book: api.Rulebook, seats: int, round_: int | None) -> api.Ruling | None:
    """Refuse a round that the game does not have. Cites: NSP-1.7."""
    rounds = book[keys.ROUNDS][seats]
    if round_ is None or 1 <= round_ <= rounds:
        return None
    said = "There is no round {n}: with {seats} players the game has {rounds}."
    return api.impossible(said, keys.ROUNDS, n=round_, seats=seats, rounds=rounds)


def refuse_draw_size(book: api.Rulebook, seats: int, n: int) -> api.Ruling | None:
    """Refuse a number of coins that no draw of the game has. Cites: NSP-2.1, NSP-2.5."""
    due = coins_due(book, seats)
    if n == due or any(n == each.drawn for each in treasure_counts(book, seats)):
        return None
    said = "The captain draws {due}, not {drawn}."
    return api.forbidden(said, keys.DRAWN_PER_PLAYER, due=n_coins(due), drawn=n)


def bag_range(
    book: api.Rulebook, seats: int, owner: Player, round_: int | None = None
) -> tuple[int, int]:
    """Return the fewest and the most coins of a bag while challenges last. Cites: NSP-8.4."""
    is_ghost = has_ghost(book, seats) and owner == GHOST
    last, each = book[keys.ROUNDS][seats], book[keys.DONATED_COINS]
    most = book[keys.FULLEST_BAG][seats] + (0 if is_ghost else each)
    if round_ is None:
        return 0, most
    fewest = book[keys.EMPTIEST_GHOST if is_ghost else _EMPTIEST[seats]]
    most -= (last - round_) * (book[keys.DRAWN_PER_PLAYER] + book[keys.STOLEN_COINS] - each)
    return fewest[min(round_, len(fewest)) - 1], most


def bag_range_before(book: api.Rulebook, seats: int, owner: Player, round_: int) -> tuple[int, int]:
    """Return the fewest and the most coins of a bag before the first challenge of a round.

    In the first round both are the same; in the last one a draft can have been short.
    Cites: NSP-1.2, NSP-1.4, NSP-2.1, NSP-2.5, NSP-4.1, NSP-7.1, NSP-7.2, NSP-8.4.
    """
    is_ghost = has_ghost(book, seats) and owner == GHOST
    more = book[keys.GHOST_FED] if is_ghost else book[keys.DRAWN_PER_PLAYER]
    if round_ == 1:
        unseen = book[keys.GHOST_UNSEEN] if is_ghost else book[keys.UNSEEN_COINS][seats]
        n = Coins.of(book[keys.BAG_AT_START]).total + unseen + more
        return n, n
    given = 0 if is_ghost else book[keys.DONATED_COINS]
    least, most = bag_range(book, seats, owner, round_ - 1)
    is_short = round_ == book[keys.ROUNDS][seats] and not is_ghost
    return max(0, least - given) + (0 if is_short else more), most - given + more


def refuse_bag_count(
    book: api.Rulebook, seats: int, owner: Player, n: int, round_: int | None = None
) -> api.Ruling | None:
    """Refuse a number that this bag cannot hold while challenges last. Cites: NSP-8.2, NSP-8.4."""
    least, most = bag_range(book, seats, owner, round_)
    if least <= n <= most:
        return None
    facts: dict[str, Any] = {"owner": owner, "least": least, "most": most}
    if round_ is None:
        said = "{owner}'s bag cannot hold {n}: it can hold {least} to {most}."
        return api.impossible(said, keys.FULLEST_BAG, n=n_coins(n), **facts)
    said = "In round {round} {owner}'s bag cannot hold {n}: it can hold {least} to {most}."
    rules = (keys.BAG_COUNTS, keys.FULLEST_BAG)
    return api.impossible(said, *rules, n=n_coins(n), round=round_, **facts)
