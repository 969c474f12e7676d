"""What the box holds, and which cards no box has."""

from __future__ import annotations

from itertools import combinations

from referee.api import Options, Rulebook, Ruling, Struct, impossible
from referee.games.colorful_treasure.keys import (
    ALL_CHESTS,
    ALL_KEYS,
    MODES,
    OF_EACH_COLOUR,
    WONDER_DIAMONDS,
    WONDER_GEMS,
    WONDER_SECRETS,
    WONDERS,
)
from referee.games.colorful_treasure.model.cards import COLOURS, KEY, SECRETS, Card

SIMPLE, BASIC, ADVANCED = "simple", "basic", "advanced"


class Box(Struct, frozen=True):
    """What the cards of the box are: how many wonders, and how many of which faces."""

    wonders: int
    of_wonder: int
    """Cards of a wonder."""
    gems: int
    """Gem colours of a wonder."""
    of_colour: int
    keys: int
    chests: int
    has_secrets: bool
    """Whether keys and chests are in the game at all."""

    @property
    def cards(self) -> int:
        """Count all cards."""
        return self.wonders * self.of_wonder

    @property
    def piles(self) -> tuple[int, ...]:
        """Count the cards of each kind: of every colour, diamond cards, keys and chests."""
        secrets = (self.keys, self.chests) if self.has_secrets else (0, 0)
        return (*(self.of_colour,) * len(COLOURS), self.wonders, *secrets)

    def most(self, secret: str) -> int:
        """Count the wonders that hide this secret."""
        return self.keys if secret == KEY else self.chests


def box_of(book: Rulebook, options: Options) -> Box:
    """Count the cards in the game. Cites: COL-1.1 to COL-1.3, COL-1.6."""
    has_secrets = book.option(options, "mode") != SIMPLE
    gems = book[WONDER_GEMS]
    secrets = book[WONDER_SECRETS] if has_secrets else 0
    return Box(
        wonders=book[WONDERS],
        of_wonder=gems + book[WONDER_DIAMONDS] + secrets,
        gems=gems,
        of_colour=book[OF_EACH_COLOUR],
        keys=book[ALL_KEYS],
        chests=book[ALL_CHESTS],
        has_secrets=has_secrets,
    )


def no_such_cards(box: Box, cards: tuple[Card, ...], seen: tuple[Card, ...] = ()) -> Ruling | None:
    """Stop cards that the box does not have, alone or together. Cites: COL-1.1, COL-1.6.

    What was ``seen`` together lies there, even where the table has overruled the record.
    """
    for card in cards:
        if not 1 <= card.wonder <= box.wonders:
            said = "The wonders are 1 to {most}, not {n}."
            return impossible(said, WONDERS, most=box.wonders, n=card.wonder)
        if card.face in SECRETS and not box.has_secrets:
            return impossible("The simple game has no keys and chests.", MODES)
    for one, other in combinations(cards, 2):
        if one == other:
            return impossible("There is only one {card}.", WONDERS, card=str(one))
        are_secrets = one.wonder == other.wonder and {one.face, other.face} == {*SECRETS}
        if are_secrets and not {one, other} <= {*seen}:
            said = "Wonder {n} hides a key or a chest, not both."
            return impossible(said, WONDERS, n=one.wonder)
    return None
