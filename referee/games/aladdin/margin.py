"""What stands beside a blank form: the setup, what scores, and the rulings asked most."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.roundsheet import Grid, QuickReference, ScoringEntry
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import Say
from referee.core.table import Options, Setup
from referee.games.aladdin import keys, scoring
from referee.games.aladdin.state import handed_out, has_ring
from referee.games.aladdin.treasures import METALS, Names


def margin(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what everyone gets, what scores at this table, and what is asked most.

    >>> from referee.files.rulebooks import load_rulebook
    >>> beside = margin(load_rulebook("aladdin"), Setup(tuple("AB")))
    >>> [f"{line.label}: {line.worth}" for line in beside.scoring][:2]
    ['cards: 1 each', 'bronze sets: 6 each, besides its cards']
    """
    least, most = book.players
    columns = (
        Say("players"),
        Say("starting gems each"),
        Say("dice each"),
        Say("starting gems discarded"),
    )
    return QuickReference(
        setup=Grid(
            title=Say("Setup"),
            columns=columns,
            rows=tuple((seats, *handed_out(book, seats)) for seats in range(least, most + 1)),
        ),
        scoring=tuple(_worths(book, setup.options)),
        rules_asked_most=_asked(book, setup),
    )


def _worths(book: Rulebook, options: Options) -> Iterator[ScoringEntry]:
    """List what scores, in the order of the rulebook. Cites: ALA-7.1 to ALA-7.3, ALA-8.5."""
    cards = Say("{points} each", points=book[keys.CARD_EACH])
    yield ScoringEntry(scoring.CARDS, cards, book.cite(keys.CARD_EACH))
    for metal in METALS:
        worth = Say("{points} each, besides its cards", points=book[keys.SET_WORTH][metal])
        yield ScoringEntry(scoring.sets_of(metal), worth, book.cite(keys.SET_WORTH, keys.SETS))
    majority = Say("{points}, nothing in a tie", points=book[keys.MAJORITY_WORTH])
    cites = book.cite(keys.MAJORITY_WORTH, keys.TALISMAN_COUNTS)
    for kind in Names(book, options).gems:
        yield ScoringEntry(scoring.most_of(kind), majority, cites)
    if has_ring(book, options):
        ring = Say("{points}", points=book[keys.RING_WORTH])
        yield ScoringEntry(scoring.MAGIC_RING, ring, book.cite(keys.RING_WORTH))


def _asked(book: Rulebook, setup: Setup) -> tuple[RuleRef, ...]:
    """Point to what tables dispute most: of the lamp, the chests, and what is safe."""
    has_two_dice = handed_out(book, len(setup.seating)).dice > 1
    chosen = {
        keys.WRONG_RUB,
        keys.PROTECTED,
        keys.OPENING,
        keys.SCORPIONS,
        keys.SORCERER,
        keys.LEFT_ALONE,
        *((keys.OWN_DOUBLES,) if has_two_dice else (keys.FIRST_HAND,)),
        *((keys.RING_AND_SORCERER,) if has_ring(book, setup.options) else ()),
    }
    return book.in_order(chosen)
