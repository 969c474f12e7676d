"""How the table is set up, in words for the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.state import ADVANCED, SIMPLE, box_of


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: COL-1.4 to COL-1.6, COL-4.1, COL-4.2, COL-5.1."""
    return tuple(_lines(book, setup))


def _lines(book: Rulebook, setup: Setup) -> Iterator[Say]:
    box, mode = box_of(book, setup.options), book.option(setup.options, "mode")
    above = "a diamond above each"
    if mode != SIMPLE:
        above = "a diamond above and a token below each"
    yield Say(
        "The {mode} game: {cards} cards in columns 1 to {wonders}, from left to right; {above}.",
        mode=mode,
        cards=box.cards,
        wonders=box.wonders,
        above=Say(above),
    )
    seats = len(setup.seating)
    if mode != SIMPLE:
        yield Say(
            "Gem bonus for {colours} colours: {gem}. Exploration for {wonders} wonders: {five}.",
            colours=book[keys.GEM_COLOURS][seats],
            gem=book[keys.GEM_WORTH][seats],
            wonders=book[keys.EXPLORED],
            five=book[keys.EXPLORATION_WORTH],
        )
    if mode == ADVANCED:
        yield Say("{n} tiles lie beside the bonus cards.", n=book[keys.TILES])
    if "same_colour" in setup.numbers:
        numbers = setup.numbers["same_colour"]
        yield Say("Gems of one colour score {numbers}.", numbers=tuple(map(str, numbers)))
        odd = odd_table(numbers)
        if odd:
            yield Say("{odd} If not, begin anew.", odd=odd)


def odd_table(numbers: Sequence[int]) -> Say | None:
    """Ask about a table of gems that does not look like one. Cites: COL-9.8.

    >>> odd_table((1, 3, 6, 10, 15, 21)) is None, str(odd_table((1, 3, 2, 10, 15, 21)))
    (True, 'Are gems of one colour really worth 1, 3, 2, 10, 15 and 21? 3 score less than 2.')
    """
    steps = [after - before for before, after in zip((0, *numbers), numbers, strict=False)]
    told = tuple(map(str, numbers))
    for n, more in enumerate(steps, start=1):
        if more < 0:
            said = "Are gems of one colour really worth {numbers}? {n} score less than {fewer}."
            return Say(said, numbers=told, n=n, fewer=n - 1)
        if n > 1 and more < steps[n - 2]:
            said = (
                "Are gems of one colour really worth {numbers}? Gem {n} adds less than gem {fewer}."
            )
            return Say(said, numbers=told, n=n, fewer=n - 1)
    return None
