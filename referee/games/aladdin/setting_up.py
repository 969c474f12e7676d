"""How the table is set up, in words for the players."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.table import Setup
from referee.games.aladdin import keys
from referee.games.aladdin.state import handed_out, has_ring, sorcerer_at
from referee.games.aladdin.treasures import FOURTH, Names


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: ALA-1.2 to ALA-1.5, ALA-8.1."""
    each, dice, rest = handed_out(book, len(setup.seating))
    lines = [
        Say(
            "{gems} and {dice} each; the other {rest} starting gems are the discard pile.",
            gems=plural(each, "{n} starting gem", "{n} starting gems"),
            dice=plural(dice, "{n} die", "{n} dice"),
            rest=rest,
        ),
        Say(
            "Each chest: {below} cards, the Sorcerer, then the rest; he is drawn as card {at}.",
            below=book[keys.BELOW_SORCERER],
            at=sorcerer_at(book),
        ),
    ]
    names = Names(book, setup.options)
    if names.fourth == FOURTH:
        lines.append(Say("The fourth kind of gem is called “fourth”; fourth_gem=NAME names it."))
    if names.fourth != names.told:
        lines.append(Say("“{name}” cannot be its name: one word of its own.", name=names.told))
    if has_ring(book, setup.options):
        lines.append(Say("The Magic Ring lies ready."))
    return tuple(lines)
