"""Treasure cards by name: gems, ornaments, talismans; and the Sorcerer, who is none."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from referee.api import Options, Rulebook, Say, Struct, plural

GREEN, RED, BLUE, FOURTH = "green", "red", "blue", "fourth"
GEMS = (GREEN, RED, BLUE, FOURTH)
"""The kinds of gem; the last is the one whose name is lost."""

BRONZE, SILVER, GOLD = "bronze", "silver", "gold"
METALS = (BRONZE, SILVER, GOLD)
"""The metals of ornaments, and of the chests, in the order in which chests are opened."""
BRACELET, RING, NECKLACE = "bracelet", "ring", "necklace"
ORNAMENT_KINDS = (BRACELET, RING, NECKLACE)

TALISMAN = "talisman"
SORCERER = "sorcerer"
LONE = "lone"
MAGIC_RING = "magic ring"
"""No card, but it may be named as one that somebody would take."""

ORNAMENTS = tuple(f"{metal} {kind}" for metal in METALS for kind in ORNAMENT_KINDS)
TREASURES = (*GEMS, *ORNAMENTS, TALISMAN)
"""Every kind of treasure card by name; an ornament by metal and kind."""
CHEST_CARDS = (*TREASURES, SORCERER)


@cache
def set_of(metal: str) -> tuple[str, ...]:
    """List the three ornaments of a complete set. Cites: ALA-6.1.

    >>> set_of("gold")
    ('gold bracelet', 'gold ring', 'gold necklace')
    """
    return tuple(f"{metal} {kind}" for kind in ORNAMENT_KINDS)


class Names(Struct, frozen=True):
    """How this table calls the cards: the lost gem has the name that the table gave it.

    ``stated`` is the name that the house rules give, whether it can be one or not.
    """

    fourth: str
    stated: str

    def of(self, card: str) -> str:
        """Give the table's name of a card; a gem or a treasure may be meant."""
        return self.fourth if card == FOURTH else card

    @property
    def gems(self) -> tuple[str, ...]:
        """The gem kinds as this table calls them."""
        return tuple(map(self.of, GEMS))

    def readable(self, cards: tuple[str, ...]) -> Mapping[str, str]:
        """Map every word for these cards to the card: the table's names, and our own."""
        own = {card: card for card in cards}
        return {self.of(card): card for card in cards} | own


_COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "bracelet": ("{n} {metal} bracelet", "{n} {metal} bracelets"),
    "ring": ("{n} {metal} ring", "{n} {metal} rings"),
    "necklace": ("{n} {metal} necklace", "{n} {metal} necklaces"),
    TALISMAN: ("{n} talisman", "{n} talismans"),
}


def counted(names: Names, card: str, n: int) -> Say:
    """Word so many cards of a kind; gems by their kind alone, as tables do.

    >>> names = Names("purple", "purple")
    >>> [str(counted(names, card, 2)) for card in ("gold ring", "talisman", "fourth")]
    ['2 gold rings', '2 talismans', '2 purple']
    """
    metal, _, ornament = card.rpartition(" ")
    if ornament not in _COUNTED:
        return Say("{n} {kind}", n=n, kind=names.of(card))
    return plural(n, *_COUNTED[ornament], metal=metal)


_TAKEN = frozenset({*GEMS[:-1], *METALS, *ORNAMENT_KINDS, TALISMAN, SORCERER, LONE, "none"})
"""Words that mean something else here, and so cannot be the name of a gem."""


def names_at(book: Rulebook, options: Options) -> Names:
    """Give the names by which a table calls the cards. Cites: ALA-1.5.

    A name that means another card, or is not one word, is passed over.
    """
    stated = book.option(options, "fourth_gem").strip().casefold()
    is_word = stated.replace("-", "").isalnum() and not stated[:1].isdigit()
    return Names(stated if is_word and stated not in _TAKEN else FOURTH, stated)
