"""What a holdings file of this game tells, and how it becomes what a player is scored for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf
from referee.core.table import FinalCount, Form, Options, Player
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.bonuses import BONUSES
from referee.games.colorful_treasure.cards import COLOURS
from referee.games.colorful_treasure.tiles import SIXTH_COLOUR, TILES

FIELDS: Final = (
    *(
        Field(
            name=colour,
            shape=Integer(most=keys.OF_EACH_COLOUR),
            about=Say("{colour} gem cards", colour=colour),
        )
        for colour in COLOURS
    ),
    Field(name="diamond_cards", shape=Integer(most=keys.WONDERS), about=Say("diamond cards")),
    Field(name="diamonds", shape=Integer(most=keys.WONDERS), about=Say("diamonds, not the cards")),
    Field(name="keys", shape=Integer(most=keys.ALL_KEYS), about=Say("key cards, not the tokens")),
    Field(
        name="chests", shape=Integer(most=keys.ALL_CHESTS), about=Say("chest cards, not the tokens")
    ),
    Field(
        name="wonders",
        shape=Integer(most=keys.WONDERS),
        about=Say("of how many wonders there are cards; for the audit"),
        rare=True,
    ),
    Field(
        name="bonuses", shape=ListOf(Choice(BONUSES)), about=Say("bonus cards taken in the game")
    ),
    Field(
        name="tiles",
        shape=ListOf(Choice(TILES)),
        about=Say("tiles, in the advanced game"),
        rare=True,
    ),
)
LEFT_ON_FIELD: Final = Field(
    name="field", shape=Integer(), about=Say("cards left on the field, for the audit"), rare=True
)


def form(book: Rulebook, options: Options) -> Form:
    """Give the form, the same at every table."""
    return Form(fields=FIELDS, shared=(LEFT_ON_FIELD,))


class Counted(Struct, frozen=True, kw_only=True):
    """What one player is scored for, in numbers of pieces; ``wonders`` is None if not told."""

    gems: Mapping[str, int]
    diamond_cards: int
    diamonds: int
    keys: int
    chests: int
    wonders: int | None
    bonuses: tuple[str, ...]
    tiles: tuple[str, ...]

    @property
    def secrets(self) -> int:
        """Count key and chest cards. Cites: COL-4.3."""
        return self.keys + self.chests

    @property
    def cards(self) -> int:
        """Count all wonder cards."""
        return sum(self.gems.values()) + self.diamond_cards + self.secrets

    @property
    def colours(self) -> int:
        """Count the colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        return sum(n > 0 for n in self.gems.values()) + (SIXTH_COLOUR in self.tiles)


def counted_of(entry: Mapping[str, Any]) -> Counted:
    """Take up an entry; what is left out is none.

    >>> counted_of({"red": 2, "keys": 1}).cards
    3
    """
    return Counted(
        gems={colour: entry.get(colour, 0) for colour in COLOURS},
        diamond_cards=entry.get("diamond_cards", 0),
        diamonds=entry.get("diamonds", 0),
        keys=entry.get("keys", 0),
        chests=entry.get("chests", 0),
        wonders=entry.get("wonders"),
        bonuses=tuple(entry.get("bonuses", ())),
        tiles=tuple(entry.get("tiles", ())),
    )


def all_counted(final: FinalCount) -> dict[Player, Counted]:
    """Take up the entry of every player."""
    return {Player(player): counted_of(entry) for player, entry in final.holdings.items()}
