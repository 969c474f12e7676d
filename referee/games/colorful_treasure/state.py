"""The state of a session of Colorful Treasure, as its events make it.

Everything taken is face up, so all of it is here. Of covered cards only the faces that a wonder has
shown are known, not their places in its column.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.api import Player, Rulebook, Setup, Struct, replace
from referee.api.depth import ROUND
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import ADVANCED, COLOURS, SIMPLE, box_of
from referee.games.colorful_treasure.model.field import Field
from referee.games.colorful_treasure.model.holding import Bonuses, Holding
from referee.games.colorful_treasure.model.tiles import FOURTH_CARD, single_use_tiles


class Variant(Struct, frozen=True):
    """The numbers and options of this table, read once."""

    mode: str
    flips: int
    thirds: int
    """Cards that may be flipped after the first ones."""
    fourths: int
    """Cards that the tile for a fourth card adds."""
    single_use: frozenset[str]
    """The tiles that a house rule makes single-use."""
    bonuses: Bonuses
    third_gem: int
    one_tile: bool
    keeps_pair: bool
    last_round_at: int

    @property
    def has_tiles(self) -> bool:
        """Whether tiles are in the game."""
        return self.mode == ADVANCED


class State(Struct, frozen=True, kw_only=True):
    """Everything on the table.

    ``order`` are the players from the start player on, none before that is known; ``laid_out`` are
    the tiles of the game, ``tiles`` those that nobody has picked, None before they are known.
    ``turn`` counts from 0. ``plunders`` counts the discarded pairs whose loot is still due;
    ``has_tile_pair`` says that the tile for any token has just made one. ``is_by_end`` says that no
    turn is recorded, only what everybody has at the end: ``uncounted`` are the players who have yet
    to report it, None before the end.
    """

    setup: Setup
    variant: Variant
    field: Field
    holdings: Mapping[Player, Holding]
    order: tuple[Player, ...] = ()
    laid_out: tuple[str, ...] = ()
    tiles: tuple[str, ...] | None = None
    turn: int = 0
    has_flipped: bool = False
    """Whether the active player has finished flipping in this turn."""
    has_taken: bool = False
    has_tile_pair: bool = False
    used_up: str = ""
    """The tile that has just been used up."""
    plunders: int = 0
    has_picked: bool = False
    """Whether a tile has been picked, or declined, in this turn."""
    has_ended_turn: bool = False
    """Whether the active player has ended the turn with a tile that could still be used."""
    is_last_round: bool = False
    is_over: bool = False
    is_by_end: bool = False
    uncounted: tuple[Player, ...] | None = None
    cards_left: int | None = None
    """The cards left on the table, as reported at the end of a game that ``is_by_end``."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in order of seating."""
        return self.setup.seating

    @property
    def active(self) -> Player:
        """Name whose turn it is; the first named before the start player is known."""
        order = self.order or self.players
        return order[self.turn % len(order)]

    @property
    def round(self) -> int:
        """Count the rounds, from 1."""
        return self.turn // len(self.players) + 1

    @property
    def own(self) -> Holding:
        """The holding of the active player."""
        return self.holdings[self.active]

    @property
    def most_flips(self) -> int:
        """Count the cards that the active player may flip in a turn. Cites: COL-2.2, COL-6.7."""
        variant = self.variant
        fourths = variant.fourths if FOURTH_CARD in self.own.tiles else 0
        return variant.flips + variant.thirds + fourths

    @property
    def has_loot(self) -> bool:
        """Whether there is anything that the active player may plunder. Cites: COL-3.2."""
        active = self.active
        return any(held.loot() for player, held in self.holdings.items() if player != active)

    def claims(self) -> tuple[str, ...]:
        """List the colours that bring the active player a tile now. Cites: COL-5.2 to COL-5.5."""
        if not self.tiles or (self.variant.one_tile and self.has_picked):
            return ()
        return self.unclaimed()

    def unclaimed(self) -> tuple[str, ...]:
        """List the colours whose third gem has brought no claim yet. Cites: COL-5.3, COL-5.4."""
        own = self.own
        return tuple(colour for colour in self.third_gems() if colour not in own.claimed)

    def third_gems(self) -> tuple[str, ...]:
        """List the colours of which the active player has a third gem. Cites: COL-5.2."""
        own, third = self.own, self.variant.third_gem
        return tuple(colour for colour in COLOURS if own.count(colour) >= third)

    def with_holding(self, player: Player, held: Holding) -> State:
        """Replace the holding of a player."""
        return replace(self, holdings={**self.holdings, player: held})

    def without_tile(self, tile: str) -> State:
        """Let the active player discard a tile, if it is there. Cites: COL-5.6."""
        if tile not in self.own.tiles:
            return self
        after = self.with_holding(self.active, self.own.without_tile(tile))
        return replace(after, used_up=tile)


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for two to four players. Cites: COL-1.1 to COL-1.6."""
    options = setup.options
    mode = book.option(options, "mode")
    variant = Variant(
        mode=mode,
        flips=book[keys.FLIPPED],
        thirds=0 if mode == SIMPLE else book[keys.THIRD],
        fourths=book[keys.FOURTH],
        single_use=single_use_tiles(book, options),
        bonuses=Bonuses.read(book, len(setup.seating)),
        third_gem=book[keys.THIRD_GEM],
        one_tile=book.option(options, "tiles_a_turn") == "one",
        keeps_pair=book.option(options, "no_victim") == "keep",
        last_round_at=book[keys.LEFT],
    )
    return State(
        setup=setup,
        variant=variant,
        field=Field.laid_out(box_of(book, options)),
        holdings=dict.fromkeys(setup.seating, Holding()),
        is_by_end=setup.by == ROUND,
    )
