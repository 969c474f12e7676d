"""How a round is set up, in words for the players."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.table import Setup
from referee.games.saboteur import keys
from referee.games.saboteur.cells import cell_words
from referee.games.saboteur.goals import goal_cells
from referee.games.saboteur.roles import has_selfish
from referee.games.saboteur.state import cards_in_round


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word how every round of this table is set up. Cites: SAB-1.6 to SAB-1.9, SAB-8.2."""
    seats = len(setup.seating)
    hand = book[keys.HAND][seats]
    dwarves = Say(
        "Shuffle {saboteurs} and {diggers}, deal one each; one is left over, face down.",
        saboteurs=plural(book[keys.SABOTEURS][seats], "{n} saboteur", "{n} saboteurs"),
        diggers=plural(book[keys.DIGGERS][seats], "{n} digger", "{n} diggers"),
    )
    if has_selfish(book, setup.options):
        dwarves = Say("{dwarves} The digger in the red jacket is among them.", dwarves=dwarves)
    cards = Say(
        "Shuffle the {cards} tunnel and action cards and deal {hand} each: {pile} to draw.",
        cards=cards_in_round(book),
        hand=hand,
        pile=cards_in_round(book) - seats * hand,
    )
    where = Say(
        "The start lies at 0,0, the goals face down at {goals}.",
        goals=tuple(cell_words(cell) for cell in goal_cells(book)),
    )
    return (dwarves, cards, where, _CARDS)


_CARDS: Final = Say(
    "A card is told by its openings as it lies, and its cell: EW 1,0, or xEW 1,0 for a dead end."
)
