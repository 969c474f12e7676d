"""What a player holds: cards, diamonds, tokens and their pairs, bonus cards, tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.api import Player, Rulebook, Say, Struct, identifier, plural, replace
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    CHEST,
    COLOURS,
    DIAMOND,
    FACES,
    KEY,
    SECRETS,
    Card,
    in_order,
)
from referee.games.colorful_treasure.model.tiles import (
    ANY_TOKEN,
    CARDS_SAFE,
    NO_PLUNDER,
    SIXTH_COLOUR,
)

GEM, EXPLORATION = "gem", "exploration"
BONUSES = (GEM, EXPLORATION)
"""The bonus cards that are taken during the game."""


class Tokens(NamedTuple):
    """The tokens before a player.

    >>> Tokens(2, 1).without_pair(), Tokens(2, 0).has_pair
    (Tokens(keys=1, chests=0), False)
    """

    keys: int = 0
    chests: int = 0

    @property
    def has_pair(self) -> bool:
        """Whether there are a key and a chest. Cites: COL-3.1."""
        return bool(self.keys and self.chests)

    def without_pair(self) -> Tokens:
        """Discard a key and a chest, if there are any."""
        return Tokens(max(0, self.keys - 1), max(0, self.chests - 1))

    def without_one(self) -> Tokens:
        """Discard the one that the tile for any token is paired with. Cites: COL-6.10."""
        return Tokens(self.keys - 1, self.chests) if self.keys else Tokens(0, self.chests - 1)


class Paired(NamedTuple):
    """How many plunders tokens make, and which tokens are left."""

    plunders: int
    left: Tokens


def paired(tokens: Tokens, *, any_token: bool = False) -> Paired:
    """Make all pairs there are, and one more with the tile for any token if it is used.

    Cites: COL-3.1, COL-3.4, COL-6.10.

    >>> paired(Tokens(2, 3))
    Paired(plunders=2, left=Tokens(keys=0, chests=1))
    >>> paired(Tokens(2, 3), any_token=True)
    Paired(plunders=3, left=Tokens(keys=0, chests=0))
    """
    plunders = min(tokens)
    left = Tokens(tokens.keys - plunders, tokens.chests - plunders)
    if any_token and any(left):
        return Paired(plunders + 1, left.without_one())
    return Paired(plunders, left)


class Bonuses(Struct, frozen=True):
    """How many colours and wonders the bonus cards need at this table, and what they are worth."""

    colours: int
    wonders: int
    worth: Mapping[str, int] = {}

    @classmethod
    def read(cls, book: Rulebook, seats: int) -> Bonuses:
        """Read what this number of players needs. Cites: COL-4.1, COL-4.2."""
        worth = {GEM: book[keys.GEM_WORTH][seats], EXPLORATION: book[keys.EXPLORATION_WORTH]}
        return cls(book[keys.GEM_COLOURS][seats], book[keys.EXPLORED], worth)

    def earned(self, colours: int, wonders: int, gone: Iterable[str] = ()) -> tuple[str, ...]:
        """List the bonus cards that so many colours and wonders earn, of those not gone.

        >>> Bonuses(5, 8).earned(5, 8, gone=("gem",))
        ('exploration',)
        """
        enough = {GEM: colours >= self.colours, EXPLORATION: wonders >= self.wonders}
        taken = frozenset(gone)
        return tuple(bonus for bonus in BONUSES if enough[bonus] and bonus not in taken)


class Holding(Struct, frozen=True, kw_only=True):
    """Everything that one player has, all of it open.

    For the third gems of ``claimed`` a tile was picked, was declined or has lapsed. ``pair_waits``
    says that a pair of tokens is known to wait until somebody can be plundered.
    """

    cards: tuple[Card, ...] = ()
    diamonds: int = 0
    tokens: Tokens = Tokens()
    bonuses: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()
    pair_waits: bool = False

    def count(self, face: str) -> int:
        return sum(card.face == face for card in self.cards)

    @property
    def secrets(self) -> int:
        """Count the key and chest cards. Cites: COL-4.3."""
        return sum(map(self.count, SECRETS))

    @property
    def colours(self) -> int:
        """Count the gem colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        own = {card.face for card in self.cards}.intersection(COLOURS)
        return len(own) + (SIXTH_COLOUR in self.tiles)

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
        """Take cards from the field, with their diamonds and tokens. Cites: COL-2.3, COL-2.5."""
        faces = [card.face for card in cards]
        had_keys, had_chests = self.tokens
        tokens = Tokens(had_keys + faces.count(KEY), had_chests + faces.count(CHEST))
        diamonds = self.diamonds + faces.count(DIAMOND)
        return replace(self.with_cards(cards), diamonds=diamonds, tokens=tokens)

    def with_cards(self, cards: tuple[Card, ...]) -> Holding:
        """Add cards, and nothing along with them. Cites: COL-3.3."""
        return replace(self, cards=in_order((*self.cards, *cards)))

    def without_card(self, card: Card, third: int) -> Holding:
        """Lose a card if it is there; with fewer than three gems the colour can earn a tile again.

        Cites: COL-5.3.
        """
        if card not in self.cards:
            return self
        at = self.cards.index(card)
        left = replace(self, cards=self.cards[:at] + self.cards[at + 1 :])
        claimed = tuple(colour for colour in left.claimed if left.count(colour) >= third)
        return replace(left, claimed=claimed)

    def without_pair(self) -> Holding:
        """Discard a pair of tokens. Cites: COL-3.1."""
        return replace(self, tokens=self.tokens.without_pair(), pair_waits=False)

    def without_any_token(self) -> Holding:
        """Discard the tile for any token, and a token if there is one. Cites: COL-6.10."""
        left = self.tokens.without_one() if any(self.tokens) else self.tokens
        waits = self.pair_waits and left.has_pair
        return replace(self.without_tile(ANY_TOKEN), tokens=left, pair_waits=waits)

    def without_tile(self, tile: str) -> Holding:
        """Discard a tile if it is there. Cites: COL-5.6."""
        return replace(self, tiles=tuple(each for each in self.tiles if each != tile))

    def as_entry(self) -> dict[str, Any]:
        """Return the holding as an entry of a holdings file."""
        return {
            **{colour: self.count(colour) for colour in COLOURS},
            "diamond_cards": self.count(DIAMOND),
            "diamonds": self.diamonds,
            "keys": self.count(KEY),
            "chests": self.count(CHEST),
            "wonders": self.wonders,
            "bonuses": self.bonuses,
            "tiles": self.tiles,
        }


def holding_line(player: Player, held: Holding) -> Say:
    """Return in one line what a player holds: cards by face, then all other pieces."""
    parts = (*_cards_by_face(held), *_pieces(held))
    return Say("{player}: {held}.", player=player, held=parts or Say("nothing"))


def _cards_by_face(held: Holding) -> Iterator[Say]:
    for face in FACES:
        cards = [card for card in held.cards if card.face == face]
        if not cards:
            continue
        wonders = " ".join(str(card.wonder) for card in cards)
        one = many = identifier("{n} {face} ({wonders})")
        if face not in COLOURS:
            one, many = "{n} {face} card ({wonders})", "{n} {face} cards ({wonders})"
        yield plural(len(cards), one, many, face=face, wonders=wonders)


def _pieces(held: Holding) -> Iterator[Say]:
    if held.diamonds:
        yield plural(held.diamonds, "{n} diamond", "{n} diamonds")
    if held.tokens.keys:
        yield plural(held.tokens.keys, "{n} key token", "{n} key tokens")
    if held.tokens.chests:
        yield plural(held.tokens.chests, "{n} chest token", "{n} chest tokens")
    for bonus in held.bonuses:
        yield Say("{bonus} bonus", bonus=bonus)
    for tile in held.tiles:
        yield Say("{tile}", tile=tile)
