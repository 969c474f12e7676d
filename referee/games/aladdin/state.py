"""Where a session of Aladdin & the Magic Lamp stands, as a fold of what the table saw.

Everything held lies open, so all of it is here; of the chests only how much was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.table import Options, Player, Setup
from referee.games.aladdin import keys
from referee.games.aladdin.dice import Dice, Die, chests_opened_by
from referee.games.aladdin.exploring import Drawing
from referee.games.aladdin.holding import Counts, Holding
from referee.games.aladdin.treasures import METALS, Names


class Terms(Struct, frozen=True):
    """The numbers and switches of this table, read once."""

    gems_each: int
    dice_each: int
    faces: int
    sorcerer_at: int
    """The Sorcerer is the card of a chest with this number, counted from 1 as drawn."""
    wishes: int
    has_ring: bool
    ring_die: int
    ring_counts_sorcerer: bool
    wish_stop: bool
    match_to_other: bool
    places_at_once: bool


class Wish(Struct, frozen=True):
    """A wish being granted: who summoned, how many cards were refused, how far it is."""

    player: Player
    refused: int = 0
    is_accepted: bool = False
    may_be_done: bool = False
    """Whether something of it was done, so that it may be over."""


class State(Struct, frozen=True, kw_only=True):
    """Everything on the table.

    ``dice`` are those uncovered in this turn, ``touched`` the hands on the lamp (None before
    that was told). ``wrong`` and ``callers`` are who still has to be dealt with, next first;
    ``chests`` the chests still to be opened.
    """

    setup: Setup
    terms: Terms
    fourth: str
    """What this table calls the gem whose name is lost."""
    holdings: Mapping[Player, Holding]
    dealt: tuple[Player, ...] = ()
    discarded: Counts = {}
    """The cards known to lie in the discard pile."""
    surplus: int
    """Starting gems in the discard pile whose kind nobody told."""
    drawn: Counts = {}
    """How many cards were drawn from each chest, a Sorcerer included."""
    sorcerers: tuple[str, ...] = ()
    """The chests whose Sorcerer is out."""
    turn: int = 1
    dice: Mapping[Player, tuple[Die, ...]] = {}
    touched: tuple[Player, ...] | None = None
    wrong: tuple[Player, ...] = ()
    opponent: Player | None = None
    callers: tuple[Player, ...] = ()
    wish: Wish | None = None
    chests: tuple[str, ...] = METALS
    drawing: Drawing | None = None
    ring_due: Player | None = None
    closes: bool = False
    """Whether exploring has brought a Sorcerer: the game ends after this turn."""
    is_over: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in order of seating."""
        return self.setup.seating

    @property
    def names(self) -> Mapping[str, str]:
        """The table's name for each card that has another name here than with us."""
        return {"fourth": self.fourth}

    def called(self, card: str) -> str:
        """Give the table's name of a card."""
        return self.names.get(card, card)

    @property
    def dice_in_order(self) -> Dice:
        """The dice of this turn, players in order of seating."""
        return {player: self.dice[player] for player in self.players if player in self.dice}

    def drawn_from(self, chest: str) -> int:
        """Count the cards drawn from a chest."""
        return self.drawn.get(chest, 0)

    def ring_owner(self) -> Player | None:
        """Name who has the Magic Ring."""
        return next((player for player, held in self.holdings.items() if held.ring), None)


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for two to five players. Cites: ALA-1.2 to ALA-1.4, ALA-8.1."""
    options = setup.options
    handed = handed_out(book, len(setup.seating))
    terms = Terms(
        gems_each=handed.gems,
        dice_each=handed.dice,
        faces=book[keys.FACES],
        sorcerer_at=sorcerer_at(book),
        wishes=book[keys.WISHES],
        has_ring=has_ring(book, options),
        ring_die=book[keys.RING_DIE],
        ring_counts_sorcerer=book.option(options, "ring_counts_sorcerer") == "yes",
        wish_stop=book.option(options, "wish_stop") == "yes",
        match_to_other=book.option(options, "two_matches") == "other",
        places_at_once=book.option(options, "talisman_timing") == "at-once",
    )
    return State(
        setup=setup,
        terms=terms,
        fourth=Names(book, options).fourth,
        holdings=dict.fromkeys(setup.seating, Holding()),
        surplus=handed.discarded,
    )


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


def opens_later(state: State, player: Player) -> bool:
    """Whether the player opens another of the chests that are still to be opened."""
    return any(chest in state.chests for chest in chests_opened_by(state.dice_in_order, player))


def next_to_place(state: State) -> Player | None:
    """Name who places a talisman now: after the last own chest, or after each. Cites: ALA-6.2."""
    if state.drawing is not None:
        return None
    waits = state.terms.places_at_once or state.wish is not None
    return next(
        (
            player
            for player, held in state.holdings.items()
            if held.to_place and (waits or not opens_later(state, player))
        ),
        None,
    )
