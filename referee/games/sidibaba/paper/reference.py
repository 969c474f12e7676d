"""What stands beside the blank form: the setup by number of adventurers, and what jewels score."""

from collections.abc import Iterator

from referee.api import CardGrid, Rulebook, Say, Setup, SheetCell, plural, rule_refs
from referee.api.pads import QuickReference, ScoringEntry
from referee.games.sidibaba import keys
from referee.games.sidibaba.final import ONE_NUMBER, TWO_NUMBERS
from referee.games.sidibaba.model.loot import shares_of_lamps

ASKED = (keys.INTO_A_WALL, keys.NEW_LAMP, keys.CURSES, keys.PICKING, keys.GENIE, keys.ESCAPE)
"""What tables argue about: walls, who leads, curses, picking, how many genies, when to leave."""
ASKED_OF_EVENTS = (keys.ON_WHAT_WAS_FOUND, keys.LAMP_THAT_GOES)
"""The same where events are played: locks and illusions, and being caught."""


def reference(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what is set out for how many adventurers, what scores, and what is asked most.

    Cites: SID-1.2 to SID-1.4, SID-4.1, SID-6.1, SID-8.2.

    >>> from referee.api import Player, Setup
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> beside = reference(load_rulebook("sidibaba"), Setup((Player("Ana"),) * 2))
    >>> [str(cell) for cell in beside.setup.rows[3]]
    ['5', '2 or 3', '3', '5', '10']
    """
    asked = (*ASKED, *(ASKED_OF_EVENTS if _has_events(book, setup) else ()))
    return QuickReference(
        setup=_setup(book, setup),
        scoring=tuple(_scoring(book)),
        rules_asked_most=tuple(sorted(rule_refs(asked))),
    )


def _has_events(book: Rulebook, setup: Setup) -> bool:
    return book.option(setup.options, "events") == "yes"


def _setup(book: Rulebook, setup: Setup) -> CardGrid:
    least, most = book.players
    return CardGrid(
        Say("What is set out, beside the Leader"),
        (
            Say("adventurers"),
            Say("lamps each"),
            Say("gold coins each"),
            Say("tokens of a chest"),
            Say("tokens of the Treasure"),
        ),
        tuple(tuple(_set_out(book, seats)) for seats in range(least, most + 1)),
        tuple(_lines(book, setup)),
    )


def _set_out(book: Rulebook, seats: int) -> Iterator[SheetCell]:
    yield seats
    yield _lamps(shares_of_lamps(book[keys.LAMPS], seats))
    yield book[keys.STARTING_JEWELS]
    yield book[keys.FROM_CHEST] * seats
    yield book[keys.FROM_TREASURE] * seats


def _lamps(shares: tuple[int, ...]) -> SheetCell:
    """Tell how many lamps each has; where it does not come out even, fewest and most."""
    least, most = min(shares), max(shares)
    return least if least == most else Say("{least} or {most}", least=least, most=most)


def _lines(book: Rulebook, setup: Setup) -> Iterator[Say]:
    yield plural(
        book[keys.CHESTS],
        "The Leader hides the Treasure and {n} chest.",
        "The Leader hides the Treasure and {n} chests.",
    )
    yield Say("A lamp burns for {seconds} seconds.", seconds=book[keys.SAND])
    if _has_events(book, setup):
        yield plural(
            book[keys.EVENTS],
            "The Leader begins with {n} event, and draws one whenever the sand runs out.",
            "The Leader begins with {n} events, and draws one whenever the sand runs out.",
        )


def _scoring(book: Rulebook) -> Iterator[ScoringEntry]:
    rules = rule_refs((keys.ALIKE,))
    yield ScoringEntry(ONE_NUMBER, Say("their numbers"), rules)
    worth = Say(
        "{alike} alike: the right number once; one over: the left one, which is {alone}",
        alike=book[keys.ALIKE],
        alone=book[keys.ALONE],
    )
    yield ScoringEntry(TWO_NUMBERS, worth, rules)
