"""What everyone gets, where the Sorcerers lie, and the words for it."""

from typing import NamedTuple

from referee.api import Options, Rulebook, Say, Setup, plural
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import FOURTH, names_at


class HandedOut(NamedTuple):
    """Starting gems and dice of each player, and the starting gems that are discarded."""

    gems: int
    dice: int
    discarded: int


def handed_out(book: Rulebook, seats: int) -> HandedOut:
    """Tell what everyone gets with so many players. Cites: ALA-1.2, ALA-1.3."""
    gems = book[keys.STARTING_EACH][seats]
    return HandedOut(gems, book[keys.DICE_EACH][seats], book[keys.STARTING_CARDS] - seats * gems)


def has_ring(book: Rulebook, options: Options) -> bool:
    """Whether the Magic Ring is in play. Cites: ALA-8.1."""
    return book.option(options, "variant") == "my-precious"


def sorcerer_at(book: Rulebook) -> int:
    """Count as which card of a chest the Sorcerer is drawn. Cites: ALA-1.1, ALA-1.4."""
    return book[keys.CHEST_CARDS] - book[keys.BELOW_SORCERER] + 1


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
    names = names_at(book, setup.options)
    if names.fourth == FOURTH:
        lines.append(Say("The fourth kind of gem is called “fourth”; fourth_gem=NAME names it."))
    if names.fourth != names.told:
        lines.append(Say("“{name}” cannot be its name: one word of its own.", name=names.told))
    if has_ring(book, setup.options):
        lines.append(Say("The Magic Ring lies ready."))
    return tuple(lines)
