"""What stands beside the blank form: the deal by number of players, and what gold is worth."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.roundsheet import Cell, Grid, QuickReference, ScoringEntry
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.table import Setup
from referee.games.saboteur import keys
from referee.games.saboteur.gold import Terms, cards_shared, terms_of
from referee.games.saboteur.money import box, gold_cards, nuggets
from referee.games.saboteur.roles import has_selfish, saboteurs_possible
from referee.games.saboteur.scoring import OWED, label_of, rules_for_cards, rules_for_owed
from referee.games.saboteur.state import cards_in_round

ASKED = (
    keys.JOINED_TO_START,
    keys.DEAD_ENDS,
    keys.TURNED_UP,
    keys.STONE_MISFITS,
    keys.DOUBLE_REPAIR,
    keys.LOOSE_PARTS,
    keys.SABOTEURS_PASSED,
    keys.SABOTEURS_PAY,
)
"""What tables argue about: cut-off and dead ends, goals that do not fit, who gets gold."""


def margin(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what is set out for how many players, what scores, and what is asked most.

    Cites: SAB-1.4, SAB-1.6 to SAB-1.8, SAB-7.1, SAB-7.5, SAB-9.1.

    >>> from referee.core.table import Player
    >>> from referee.files.rulebooks import load_rulebook
    >>> beside = margin(load_rulebook("saboteur"), Setup((Player("Ana"),) * 3))
    >>> beside.setup.rows[0]
    (3, 1, 3, 6, 49, 3)
    """
    return QuickReference(
        setup=_setup(book, setup),
        scoring=tuple(_scoring(book)),
        rules_asked_most=book.cite(*ASKED),
    )


def _setup(book: Rulebook, setup: Setup) -> Grid:
    """List what is dealt; the last dwarf card is left over, face down."""
    least, most = book.players
    return Grid(
        Say("What is dealt in each round"),
        (
            Say("players"),
            Say("saboteurs"),
            Say("diggers"),
            Say("hand"),
            Say("to draw"),
            Say("gold cards if the diggers win"),
        ),
        tuple(tuple(_dealt(book, setup, seats)) for seats in range(least, most + 1)),
        tuple(_lines(book, setup, terms_of(book, setup.options))),
    )


def _dealt(book: Rulebook, setup: Setup, seats: int) -> Iterator[Cell]:
    hand = book[keys.HAND][seats]
    yield seats
    yield book[keys.SABOTEURS][seats]
    yield book[keys.DIGGERS][seats]
    yield hand
    yield cards_in_round(book) - seats * hand
    yield _shared(book, setup, seats)


def _shared(book: Rulebook, setup: Setup, seats: int) -> Cell:
    """Count the gold cards of the diggers: one number, or from fewest to most."""
    terms = terms_of(book, setup.options)
    fewest, most = saboteurs_possible(book, seats)
    passed = {False, has_selfish(book, setup.options)}
    counts = {
        cards_shared(terms, seats, seats - saboteurs, selfish_passed=each)
        for saboteurs in range(fewest, most + 1)
        for each in passed
    }
    if len(counts) == 1:
        return counts.pop()
    return Say("{fewest} to {most}", fewest=min(counts), most=max(counts))


def _lines(book: Rulebook, setup: Setup, terms: Terms) -> Iterator[Say]:
    pay = tuple(
        plural(n, "{each} with {n} saboteur", "{each} with {n} saboteurs", each=each)
        for n, each in terms.pay.items()
        if each
    )
    yield Say("If the saboteurs win, each of them takes nuggets: {pay}.", pay=pay)
    if has_selfish(book, setup.options):
        yield Say(
            "The selfish dwarf takes {nuggets} alone, or nothing.",
            nuggets=nuggets(terms.selfish_nuggets),
        )


def _scoring(book: Rulebook) -> Iterator[ScoringEntry]:
    for value, n in box(book).items():
        worth = Say(
            "{nuggets} each; {cards} in the box", nuggets=nuggets(value), cards=gold_cards(n)
        )
        yield ScoringEntry(label_of(value), worth, rules_for_cards(book))
    yield ScoringEntry(OWED, Say("the nuggets that were noted"), rules_for_owed(book))
