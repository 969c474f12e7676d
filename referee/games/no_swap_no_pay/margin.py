"""What stands beside a blank form: the setup, what scores, and the rulings asked most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.roundsheet import Cell, Grid, QuickReference, ScoringEntry
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import Say, join_or, plural
from referee.core.table import Options, Setup
from referee.games.no_swap_no_pay import keys, scoring
from referee.games.no_swap_no_pay.coins import Coins, coins
from referee.games.no_swap_no_pay.form import GHOST, ghost_of
from referee.games.no_swap_no_pay.setting_up import TREASURE
from referee.games.no_swap_no_pay.state import bags_in_game, treasure_at_start

OF_A_COLOUR: Final = (keys.GOLD_EACH, keys.SILVER_EACH, keys.CURSE_LEAST, keys.BLACK_SET_LEAST)
"""Where the worth of a colour stands; purple coins are declared one of them."""


def margin(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what goes into the bags, what coins are worth at this table, and what is asked most.

    >>> from referee.files.rulebooks import load_rulebook
    >>> beside = margin(load_rulebook("no-swap-no-pay"), Setup(tuple("ABCD")))
    >>> [f"{line.label}: {line.worth}" for line in beside.scoring][:2]
    ['gold coins: 3 each', 'silver sets: 15 for every 5']
    """
    return QuickReference(
        setup=_setting_up(book),
        scoring=tuple(_worths(book, setup.options)),
        rules_asked_most=_asked(book, setup),
    )


def _setting_up(book: Rulebook) -> Grid:
    """Tell what each number of players puts where. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    least, most = book.players
    ghost = plural(
        book[keys.GHOST_PLAYERS],
        "With {n} player {ghost} has a bag too, with {unseen} unseen, and {fed} more each round.",
        "With {n} players {ghost} has a bag too, with {unseen} unseen, and {fed} more each round.",
        ghost=GHOST,
        unseen=coins(book[keys.GHOST_UNSEEN]),
        fed=book[keys.GHOST_FED],
    )
    return Grid(
        title=Say("Setup"),
        columns=(
            Say("players"),
            Say("bags"),
            Say("in each bag"),
            TREASURE,
            Say("then drawn unseen"),
            Say("laid open each round"),
            Say("rounds"),
        ),
        rows=tuple(_row(book, seats) for seats in range(least, most + 1)),
        lines=(ghost,),
    )


def _row(book: Rulebook, seats: int) -> tuple[Cell, ...]:
    return (
        seats,
        bags_in_game(book, seats),
        Coins.of(book[keys.BAG_AT_START]).short,
        treasure_at_start(book, seats).short,
        Say("{n} each", n=book[keys.UNSEEN_COINS][seats]),
        seats * book[keys.DRAWN_PER_PLAYER],
        book[keys.ROUNDS][seats],
    )


def _worths(book: Rulebook, options: Options) -> Iterator[ScoringEntry]:
    """List what scores, in the order of the rulebook. Cites: NSP-5.1 to NSP-5.6."""
    size, worth = book[keys.SILVER_SET], book[keys.SILVER_SET_WORTH]
    is_once = scoring.pays_silver_set_once(book, options)
    sets = Say(
        "{worth} for {size}, once" if is_once else "{worth} for every {size}",
        worth=worth,
        size=size,
    )
    least, black = book[keys.BLACK_SET_LEAST], book[keys.BLACK_SET_WORTH]
    cursed = join_or([str(n) for n in scoring.cursed_counts(book)])
    cited = {key: book.cite(key, keys.PURPLE_DECLARED) for key in OF_A_COLOUR}
    yield ScoringEntry(scoring.GOLD_COINS, _each(book[keys.GOLD_EACH]), cited[keys.GOLD_EACH])
    several = book.cite(keys.SEVERAL_SILVER_SETS)
    yield ScoringEntry(scoring.SILVER_SETS, sets, (*cited[keys.SILVER_EACH], *several))
    yield ScoringEntry(scoring.SILVER_COINS, _each(book[keys.SILVER_EACH]), cited[keys.SILVER_EACH])
    spoiled = Say("with {n} black the whole bag is worth 0", n=cursed)
    yield ScoringEntry(scoring.CURSED_BAG, spoiled, cited[keys.CURSE_LEAST])
    together = Say("{worth} for {least} or more together", worth=black, least=least)
    yield ScoringEntry(scoring.BLACK_SET, together, cited[keys.BLACK_SET_LEAST])


def _each(points: int) -> Say:
    return Say("{points} each", points=points)


def _asked(book: Rulebook, setup: Setup) -> tuple[RuleRef, ...]:
    """Point to what tables dispute most; with the ghost at the table also to what it does."""
    ghost = (keys.GHOST_SWAPS, keys.GHOST_WINS)
    others = (keys.WHO_SEES_IT, keys.NOTHING_TO_DONATE)
    chosen = {
        keys.COINS_IN_SIGHT,
        keys.ANYONE,
        keys.EMPTY_MUST_ACCEPT,
        keys.SEVERAL_SILVER_SETS,
        keys.MOST_BLACK,
        keys.PURPLE_IN_TIES,
        *(ghost if ghost_of(book, setup.seating) else others),
    }
    return book.in_order(chosen)
