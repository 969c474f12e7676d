"""What everybody gets, where the Sorcerers lie, and the words for it."""

from typing import NamedTuple

from referee.api import Options, Rulebook, Ruling, Say, Setup, forbidden, plural
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


def wrong_deal(book: Rulebook, seats: int, dealt: int) -> Ruling | None:
    """Stop too few or too many starting gems for one player. Cites: ALA-1.2."""
    due = book[keys.STARTING_EACH][seats]
    if dealt == due:
        return None
    one = "Everybody is dealt {n} starting gem, not {dealt}."
    many = "Everybody is dealt {n} starting gems, not {dealt}."
    return forbidden(plural(due, one, many, dealt=dealt), keys.STARTING_EACH)


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: ALA-1.2 to ALA-1.6, ALA-8.1."""
    each, dice, rest = handed_out(book, len(setup.seating))
    lines = [
        Say("Shuffle the lamp cards. Lay them in the middle, lamp side up, in everybody's reach."),
        Say(
            "Shuffle each chest, and put its Sorcerer in with {below} cards below him.",
            below=book[keys.BELOW_SORCERER],
        ),
        plural(
            each,
            "Shuffle the starting cards and deal 1 to everybody, face up.",
            "Shuffle the starting cards and deal {n} to everybody, face up.",
        ),
        Say("The other {rest} starting cards begin the discard pile.", rest=rest),
        plural(
            dice,
            "Everybody takes a board and 1 die, and leaves room for treasures.",
            "Everybody takes a board and {n} dice, and leaves room for treasures.",
        ),
    ]
    names = names_at(book, setup.options)
    if names.fourth == FOURTH:
        lines.append(
            Say("The fourth kind of gem is called “fourth”. To name it, type: fix fourth_gem=NAME")
        )
    if names.fourth != names.told:
        lines.append(
            Say(
                "“{name}” cannot be its name: choose one word that means nothing else here.",
                name=names.told,
            )
        )
    if has_ring(book, setup.options):
        lines.append(Say("Lay the Magic Ring ready."))
    return tuple(lines)
