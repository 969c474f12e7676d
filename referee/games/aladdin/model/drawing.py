"""The setup, and drawing from a chest: scorpions, busts, the Sorcerer, and the Magic Ring."""

from __future__ import annotations

from typing import NamedTuple

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import FOURTH, SORCERER, TREASURES, names_at


class HandedOut(NamedTuple):
    """Starting gems and dice of each player, and the starting gems that are discarded."""

    gems: int
    dice: int
    discarded: int


MY_PRECIOUS = "my-precious"
"""The variant with the Magic Ring."""


def handed_out(book: api.Rulebook, seats: int) -> HandedOut:
    """Return what everyone gets with so many players. Cites: ALA-1.2, ALA-1.3."""
    gems = book[keys.STARTING_EACH][seats]
    return HandedOut(gems, book[keys.DICE_EACH][seats], book[keys.STARTING_CARDS] - seats * gems)


def has_ring(book: api.Rulebook, options: api.Options) -> bool:
    """Whether the Magic Ring is in play. Cites: ALA-8.1."""
    return book.option(options, "variant") == MY_PRECIOUS


def sorcerer_at(book: api.Rulebook) -> int:
    """Return the number of the Sorcerer among the cards of a chest. Cites: ALA-1.1, ALA-1.4."""
    return book[keys.CHEST_CARDS] - book[keys.BELOW_SORCERER] + 1


def refuse_deal(book: api.Rulebook, seats: int, dealt: int) -> api.Ruling | None:
    """Refuse too few or too many starting gems for one player. Cites: ALA-1.2."""
    due = book[keys.STARTING_EACH][seats]
    if dealt == due:
        return None
    one = "Everybody is dealt {n} starting gem, not {dealt}."
    many = "Everybody is dealt {n} starting gems, not {dealt}."
    return api.forbidden(api.plural(due, one, many, dealt=dealt), keys.STARTING_EACH)


def setup_steps(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice, ...]:
    """Return the steps of the setup of this table. Cites: ALA-1.2 to ALA-1.4, ALA-1.6, ALA-8.1."""
    each, dice, rest = handed_out(book, len(setup.seating))
    lamp = "Shuffle the lamp cards. Lay them in the middle, lamp side up, in everybody's reach."
    below = Say(
        "Shuffle each chest, and put its Sorcerer in with {below} cards below him.",
        below=book[keys.BELOW_SORCERER],
    )
    gems = api.plural(
        each,
        "Shuffle the starting cards and deal 1 to everybody, face up.",
        "Shuffle the starting cards and deal {n} to everybody, face up.",
    )
    others = Say("The other {rest} starting cards begin the discard pile.", rest=rest)
    board = api.plural(
        dice,
        "Everybody takes a board and 1 die, and leaves room for treasures.",
        "Everybody takes a board and {n} dice, and leaves room for treasures.",
    )
    ring = api.Notice(Say("Put the Magic Ring within reach."), keys.MAGIC_RING)
    return (
        api.Notice(Say(lamp), keys.LAMP_DECK),
        api.Notice(below, keys.BELOW_SORCERER),
        api.Notice(gems, keys.STARTING_EACH),
        api.Notice(others, keys.STARTING_CARDS),
        api.Notice(board, keys.DICE_EACH),
        *((ring,) if has_ring(book, setup.options) else ()),
    )


def whole_setup(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice | Say, ...]:
    """Return the steps of the setup, and what the fourth kind of gem is called."""
    return (*setup_steps(book, setup), *fourth_lines(book, setup))


def fourth_lines(book: api.Rulebook, setup: api.Setup) -> tuple[Say, ...]:
    """Return what the fourth kind of gem is called, if the table has no usable name for it."""
    names = names_at(book, setup.options)
    unnamed = "The fourth kind of gem is called “fourth”. To name it, type: {fix} fourth_gem=NAME"
    unusable = "“{name}” cannot be its name. Choose one word that has no other meaning here."
    return (
        *((Say(unnamed, fix="fix"),) if names.fourth == FOURTH else ()),
        *((Say(unusable, name=names.stated),) if names.fourth != names.stated else ()),
    )


class Drawn(NamedTuple):
    """A card drawn, and the scorpions on it."""

    card: str
    scorpions: int


class Drawing(api.Struct, frozen=True):
    """The cards that a player has drawn so far from a chest, at most ``limit``, the die's number.

    ``is_done``: the player has stopped, or has drawn the last card; ``has_ring``: this drawing
    has won the Magic Ring.

    >>> drawing = Drawing(Player("A"), "gold", 4, (Drawn("red", 1), Drawn("sorcerer", 0)))
    >>> drawing.left, drawing.is_bust, drawing.treasures
    (2, False, ('red',))
    """

    player: Player
    chest: str
    limit: int
    cards: tuple[Drawn, ...] = ()
    is_done: bool = False
    has_ring: bool = False

    def with_card(self, card: str, scorpions: int) -> Drawing:
        """Add a card."""
        return api.replace(self, cards=(*self.cards, Drawn(card, scorpions)))

    @property
    def scorpions(self) -> int:
        """Add the scorpions up. Cites: ALA-5.3."""
        return sum(drawn.scorpions for drawn in self.cards)

    @property
    def is_bust(self) -> bool:
        """Whether the scorpions have reached the die. Cites: ALA-5.3."""
        return self.scorpions >= self.limit

    @property
    def left(self) -> int:
        """Count the cards that may still be drawn. Cites: ALA-5.2, ALA-5.3, ALA-5.4."""
        return 0 if self.is_bust else max(0, self.limit - len(self.cards))

    @property
    def treasures(self) -> tuple[str, ...]:
        """List the treasure cards drawn, kept or not."""
        return tuple(drawn.card for drawn in self.cards if drawn.card != SORCERER)

    @property
    def brings_sorcerer(self) -> bool:
        """Whether a Sorcerer was drawn: the cave closes, also after a bust. Cites: ALA-5.4."""
        return any(drawn.card == SORCERER for drawn in self.cards)

    def wins_ring(self, ring_die: int, *, counts_sorcerer: bool) -> bool:
        """Whether the drawing wins the Magic Ring, in the variant. Cites: ALA-8.2, ALA-8.3."""
        counted = len(self.cards) if counts_sorcerer else len(self.treasures)
        return self.limit == ring_die and counted == ring_die and not self.is_bust


def next_cards(book: api.Rulebook, number: int, *, is_out: bool = False) -> tuple[str, ...]:
    """List what the card of a chest with this number can be: the Sorcerer, or any treasure.

    If he ``is_out`` already, though wrongly, only treasures are left. Cites: ALA-1.1, ALA-1.4.
    """
    if number > book[keys.CHEST_CARDS] + 1:
        return ()
    return (SORCERER,) if number == sorcerer_at(book) and not is_out else TREASURES


def refuse_card(
    book: api.Rulebook, number: int, card: str, *, is_out: bool = False
) -> api.Ruling | None:
    """Refuse a misplaced Sorcerer or treasure, and a card too many. Cites: ALA-1.1, ALA-1.4."""
    there, at = next_cards(book, number, is_out=is_out), sorcerer_at(book)
    if card in there:
        return None
    if not there:
        said = "According to the record this chest is empty."
        return api.forbidden(said, keys.CHEST_CARDS, keys.BELOW_SORCERER)
    if card != SORCERER:
        said = "This is card {at} of the chest, so it is the Sorcerer."
    elif is_out:
        said = "The Sorcerer of this chest is out already."
    else:
        said = "This is card {n} of the chest; the Sorcerer is card {at}."
    return api.forbidden(said, keys.BELOW_SORCERER, n=number, at=at)
