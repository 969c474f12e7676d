"""What stands beside a blank form: the setup, what scores, and the rulings asked most."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.errors import NumberMissing
from referee.core.roundsheet import Grid, QuickReference, ScoringEntry
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup

from . import keys, scoring
from .keys import KINDS


def margin(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what a table needs beside the blank form of a fair."""
    kinds = (Say("{kind} pebbles", kind=kind) for kind in KINDS)
    supply = tuple(book[keys.SUPPLY][kind] for kind in KINDS)
    least, most = book.players
    seats = range(least, most + 1)
    return QuickReference(
        setup=Grid(
            title=Say("Setup"),
            columns=(Say("players"), *kinds, Say("rounds")),
            rows=tuple((n, *supply, book[keys.ROUNDS][n]) for n in seats),
        ),
        scoring=tuple(_worths(book.with_table_numbers(setup.numbers))),
        rules_asked_most=book.cite(
            keys.TWO_STALLS, keys.GUESS_WORTH, keys.MOST_RIBBONS, keys.EMPTY_BASKET, keys.WASHED
        ),
    )


def _worths(book: Rulebook) -> Iterator[ScoringEntry]:
    """List what scores; what the board says is told where the table has read it out."""
    yield ScoringEntry(
        scoring.RIGHT_GUESS, _plain(book[keys.GUESS_WORTH]), book.cite(keys.GUESS_WORTH)
    )
    yield ScoringEntry(scoring.PLAIN_PEBBLES, _board_words(book), book.cite(keys.BOARD))
    spoiled = Say("0 from {n} muddy pebbles on", n=book[keys.BUST_AT])
    yield ScoringEntry(scoring.SPOILED, spoiled, book.cite(keys.BUST_AT))
    for colour, worth in book[keys.RIBBON_WORTH].items():
        yield ScoringEntry(scoring.ribbons_of(colour), _each(worth), book.cite(keys.RIBBON_WORTH))
    yield ScoringEntry(scoring.EMPTY, _plain(0), book.cite(keys.EMPTY_BASKET))
    yield ScoringEntry(scoring.CLEAN, _plain(book[keys.CLEAN_WORTH]), book.cite(keys.CLEAN_WORTH))


def _plain(points: int) -> Say:
    return Say("{points}", points=points)


def _each(points: int) -> Say:
    return Say("{points} each", points=points)


def _board_words(book: Rulebook) -> Say:
    try:
        board = book[keys.BOARD]
    except NumberMissing:
        return Say("what the board at the gate says")
    return Say("{points} for so many", points=tuple(map(str, board)))
