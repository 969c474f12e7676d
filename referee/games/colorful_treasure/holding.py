"""What lies before a player: cards, diamonds, tokens, bonus cards, tiles."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.games.colorful_treasure.cards import (
    CHEST,
    COLOURS,
    DIAMOND,
    KEY,
    SECRETS,
    Card,
    in_order,
)
from referee.games.colorful_treasure.tiles import CARDS_SAFE, NO_PLUNDER, SIXTH_COLOUR
from referee.games.colorful_treasure.tokens import Tokens


class Holding(Struct, frozen=True, kw_only=True):
    """Everything that one player has, all of it open.

    ``claimed`` are the colours whose third gem has had its chance of a tile.
    """

    cards: tuple[Card, ...] = ()
    diamonds: int = 0
    tokens: Tokens = Tokens()
    bonuses: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()

    def of(self, face: str) -> int:
        """Count the cards of a face."""
        return sum(card.face == face for card in self.cards)

    @property
    def secrets(self) -> int:
        """Count the key and chest cards. Cites: COL-4.3."""
        return sum(map(self.of, SECRETS))

    @property
    def colours(self) -> int:
        """Count the gem colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        return sum(self.of(colour) > 0 for colour in COLOURS) + (SIXTH_COLOUR in self.tiles)

    @property
    def wonders(self) -> int:
        """Count the wonders of which there is a card. Cites: COL-4.2."""
        return len({card.wonder for card in self.cards})

    @property
    def may_plunder(self) -> bool:
        """Whether the player plunders at all. Cites: COL-6.1."""
        return NO_PLUNDER not in self.tiles

    def loot(self) -> tuple[Card | None, ...]:
        """List what others may plunder: None for a diamond, then the cards.

        Cites: COL-3.2, COL-6.1, COL-6.2.

        >>> Holding(diamonds=2, cards=(Card(3, "red"),), tiles=("cards-safe",)).loot()
        (None,)
        """
        if NO_PLUNDER in self.tiles:
            return ()
        cards = () if CARDS_SAFE in self.tiles else self.cards
        return (*((None,) if self.diamonds else ()), *cards)

    def taking(self, cards: tuple[Card, ...]) -> Holding:
        """Take cards from the field, with the diamonds and tokens that come along.

        Cites: COL-2.3, COL-2.5.
        """
        faces = [card.face for card in cards]
        held = self.with_cards(cards)
        return replace(
            held,
            diamonds=held.diamonds + faces.count(DIAMOND),
            tokens=Tokens(
                held.tokens.keys + faces.count(KEY), held.tokens.chests + faces.count(CHEST)
            ),
        )

    def with_cards(self, cards: tuple[Card, ...]) -> Holding:
        """Add cards, and nothing along with them. Cites: COL-3.3."""
        return replace(self, cards=in_order((*self.cards, *cards)))

    def without_card(self, card: Card, third: int) -> Holding:
        """Lose a card if it is there; below the third gem the colour may earn a tile again.

        Cites: COL-5.3.
        """
        if card not in self.cards:
            return self
        at = self.cards.index(card)
        left = replace(self, cards=self.cards[:at] + self.cards[at + 1 :])
        claimed = tuple(colour for colour in left.claimed if left.of(colour) >= third)
        return replace(left, claimed=claimed)

    def without_tile(self, tile: str) -> Holding:
        """Discard a tile if it is there. Cites: COL-5.6."""
        return replace(self, tiles=tuple(each for each in self.tiles if each != tile))

    def as_entry(self) -> dict[str, Any]:
        """Give the holding as an entry of a holdings file."""
        return {
            **{colour: self.of(colour) for colour in COLOURS},
            "diamond_cards": self.of(DIAMOND),
            "diamonds": self.diamonds,
            "keys": self.of(KEY),
            "chests": self.of(CHEST),
            "wonders": self.wonders,
            "bonuses": self.bonuses,
            "tiles": self.tiles,
        }
