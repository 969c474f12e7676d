"""The cards of the chests by name: gems, ornaments, talismans, and the Sorcerer."""

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
"""Not a card, but players can name it as one to take."""

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
    """How this table calls the cards: the fourth gem, whose name is lost, has the table's name.

    ``stated`` is the name in the house rules, whether it is usable or not.
    """

    fourth: str
    stated: str

    def of(self, card: str) -> str:
        """Return the table's name of a card."""
        return self.fourth if card == FOURTH else card

    @property
    def gems(self) -> tuple[str, ...]:
        """The gem kinds as this table calls them."""
        return tuple(map(self.of, GEMS))

    def readable(self, cards: tuple[str, ...]) -> Mapping[str, str]:
        """Map every name of these cards to the card: the table's names, and ours."""
        own = {card: card for card in cards}
        return {self.of(card): card for card in cards} | own


_COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "bracelet": ("{n} {metal} bracelet", "{n} {metal} bracelets"),
    "ring": ("{n} {metal} ring", "{n} {metal} rings"),
    "necklace": ("{n} {metal} necklace", "{n} {metal} necklaces"),
    TALISMAN: ("{n} talisman", "{n} talismans"),
}


def n_cards(names: Names, card: str, n: int) -> Say:
    """Return so many cards of a kind as text; gems by their kind alone, as tables do.

    >>> names = Names("purple", "purple")
    >>> [str(n_cards(names, card, 2)) for card in ("gold ring", "talisman", "fourth")]
    ['2 gold rings', '2 talismans', '2 purple']
    """
    metal, _, ornament = card.rpartition(" ")
    if ornament not in _COUNTED:
        return Say("{n} {kind}", n=n, kind=names.of(card))
    return plural(n, *_COUNTED[ornament], metal=metal)


_RESERVED = frozenset({*GEMS[:-1], *METALS, *ORNAMENT_KINDS, TALISMAN, SORCERER, LONE, "none"})
"""Words with another meaning here, which cannot be the name of a gem."""


def names_at(book: Rulebook, options: Options) -> Names:
    """Return the names by which a table calls the cards. Cites: ALA-1.5.

    A name that means another card, or is not one word, is ignored.
    """
    stated = book.option(options, "fourth_gem").strip().casefold()
    is_word = stated.replace("-", "").isalnum() and not stated[:1].isdigit()
    return Names(stated if is_word and stated not in _RESERVED else FOURTH, stated)
