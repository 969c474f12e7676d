"""What comes out of the box: who has a bag, what goes into it, and the treasure bag."""

from referee.api import Player, Rulebook, Ruling, Say, Setup, identifier, impossible
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins, n_coins

GHOST = Player(identifier("Davy Jones"))
GHOST_WORDS = {"ghost": GHOST}
"""What else the ghost is called wherever a bag is meant."""
TREASURE_BAG = Say("treasure bag")


def ghost_of(book: Rulebook, seating: tuple[Player, ...]) -> Player | None:
    """Name the ghost where it joins, which depends on how many play. Cites: NSP-7.1."""
    return GHOST if len(seating) == book[keys.GHOST_PLAYERS] else None


def bags_in_game(book: Rulebook, seats: int) -> int:
    """Count the loot bags, the ghost's among them. Cites: NSP-7.1."""
    return seats + (seats == book[keys.GHOST_PLAYERS])


def treasure_at_start(book: Rulebook, seats: int) -> Coins:
    """Count what goes into the treasure bag before anyone draws from it. Cites: NSP-1.3."""
    return Coins(
        gold=book[keys.TREASURE_GOLD][seats],
        silver=book[keys.TREASURE_SILVER][seats],
        black=book[keys.TREASURE_BLACK][seats],
        purple=book[keys.TREASURE_PURPLE][seats],
    )


def coins_in_game(book: Rulebook, seats: int) -> Coins:
    """Count the coins of each colour in a game of so many players, all bags together.

    Cites: NSP-1.2, NSP-1.3, NSP-7.1, NSP-8.1.
    """
    bags = [Coins.of(book[keys.BAG_AT_START])] * bags_in_game(book, seats)
    return sum(bags, treasure_at_start(book, seats))


def beyond_box(book: Rulebook, coins: Coins) -> Ruling | None:
    """Stop coins that the box does not have. Cites: NSP-1.1."""
    for colour, box in book[keys.BOX].items():
        if coins[colour] > box:
            said = "There cannot be {n} {colour}: the box holds {box}."
            return impossible(said, keys.BOX, n=coins[colour], colour=COLOURS[colour], box=box)
    return None


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word how this table is set up, in its order. Cites: NSP-1.1 to NSP-1.4, NSP-7.1."""
    seats, in_bag = len(setup.seating), Coins.of(book[keys.BAG_AT_START]).say
    ghost = ghost_of(book, setup.seating)
    lines = [
        Say("Give each player a loot bag with {coins}, and an aid card.", coins=in_bag),
        Say(
            "Lay {coins} in the middle, then put them into the treasure bag.",
            coins=treasure_at_start(book, seats).say,
        ),
        Say(
            "In turn, each player draws {n} from it into their own bag, unseen by the others.",
            n=n_coins(book[keys.UNSEEN_COINS][seats]),
        ),
    ]
    if ghost:
        said = "A fourth loot bag with {coins} belongs to {ghost}."
        lines.append(Say(said, coins=in_bag, ghost=ghost))
        said = "One player draws {n} into {ghost}'s bag; nobody looks, not even that player."
        lines.append(Say(said, n=n_coins(book[keys.GHOST_UNSEEN]), ghost=ghost))
    if coins_in_game(book, seats) != Coins.of(book[keys.BOX]):
        lines.append(Say("The coins left over stay in the box."))
    return tuple(lines)
