"""Drawing from a chest card by card: scorpions, busts, the Sorcerer, and the Magic Ring."""

from __future__ import annotations

from typing import NamedTuple

from referee.api import Player, Rulebook, Ruling, Struct, forbidden, replace
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import SORCERER, TREASURES
from referee.games.aladdin.model.setup import sorcerer_at


class Drawn(NamedTuple):
    """A card drawn, and the scorpions on it."""

    card: str
    scorpions: int


class Drawing(Struct, frozen=True):
    """What a player has drawn so far from a chest, by a die of ``limit``.

    It ``is_done`` when the player has stopped, or has drawn the last card; then it may have
    won the Magic Ring, ``has_ring``.

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
        return replace(self, cards=(*self.cards, Drawn(card, scorpions)))

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


def next_cards(book: Rulebook, number: int, *, is_out: bool = False) -> tuple[str, ...]:
    """List what the card of a chest with this number can be: the Sorcerer, or any treasure.

    Where he ``is_out`` already, though wrongly, only treasures are left. Cites: ALA-1.1, ALA-1.4.
    """
    if number > book[keys.CHEST_CARDS] + 1:
        return ()
    return (SORCERER,) if number == sorcerer_at(book) and not is_out else TREASURES


def wrong_card(book: Rulebook, number: int, card: str, *, is_out: bool = False) -> Ruling | None:
    """Stop a Sorcerer at a wrong place, a treasure in his, or a card of an empty chest.

    Cites: ALA-1.1, ALA-1.4.
    """
    there, at = next_cards(book, number, is_out=is_out), sorcerer_at(book)
    if card in there:
        return None
    if not there:
        said = "According to the record this chest is empty."
        return forbidden(said, keys.CHEST_CARDS, keys.BELOW_SORCERER)
    if card != SORCERER:
        said = "This is card {at} of the chest, so it is the Sorcerer."
    elif is_out:
        said = "The Sorcerer of this chest is out already."
    else:
        said = "This is card {n} of the chest; the Sorcerer is card {at}."
    return forbidden(said, keys.BELOW_SORCERER, n=number, at=at)
