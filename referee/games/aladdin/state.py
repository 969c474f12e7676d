"""The state of a session of Aladdin & the Magic Lamp, folded from the events.

All cards of players lie open, so they are here; of the chests only how much was drawn.
"""

from collections.abc import Mapping

from referee.api import Player, Rulebook, Say, Setup, Struct, replace
from referee.api.depth import ROUND
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS, Names, names_at
from referee.games.aladdin.model.dice import Dice, Die
from referee.games.aladdin.model.drawing import Drawing, handed_out, has_ring
from referee.games.aladdin.model.holding import Holding


class Variant(Struct, frozen=True):
    """The numbers and switches of this table, read once."""

    gems_each: int
    dice_each: int
    chest_cards: int
    faces: int
    wishes: int
    has_ring: bool
    ring_die: int
    ring_counts_sorcerer: bool
    wish_stop: bool
    match_to_other: bool
    places_at_once: bool


class Theft(Struct, frozen=True):
    """A wrong rub to settle: the player who touched the lamp, and the opponent who may steal."""

    player: Player
    opponent: Player | None = None


class Wish(Struct, frozen=True):
    """A wish being granted: the summoner, the lamp cards refused, and how far it is."""

    player: Player
    refused: int = 0
    is_accepted: bool = False
    may_be_done: bool = False
    """Whether some effect was recorded, so that the wish can be over."""


class RingCard(Struct, frozen=True):
    """The winner of the Magic Ring is to take a card from the discard pile."""

    player: Player


class RingTalisman(Struct, frozen=True):
    """The Ring has brought a talisman: it is laid at once, and waits for no other chest."""

    player: Player


class News(Struct, frozen=True):
    """A sentence about a result of an event, and its rule."""

    rule: str
    said: Say


class State(Struct, frozen=True, kw_only=True):
    """Everything on the table.

    ``dice`` are those uncovered in this turn, ``touched`` the hands on the lamp (None until that
    is known). ``wrong`` hands are still to be settled and ``callers`` still to have a wish, next
    first; ``chests`` are still to be opened. ``pending`` is the one thing under way, ``news`` the
    sentences that follow an event. If the game ``is_whole``, turns are no longer recorded, only the
    holdings at the end: ``uncounted`` players have yet to state theirs, None before the end.
    """

    setup: Setup
    variant: Variant
    names: Names
    holdings: Mapping[Player, Holding]
    dealt: tuple[Player, ...] = ()
    discarded: Mapping[str, int] = {}
    """The cards known to lie in the discard pile."""
    surplus: int
    """Starting gems in the discard pile whose kind is unknown."""
    drawn: Mapping[str, int] = {}
    """How many cards were drawn from each chest, a Sorcerer included."""
    sorcerers: tuple[str, ...] = ()
    """The chests whose Sorcerer is out."""
    turn: int = 1
    dice: Mapping[Player, tuple[Die, ...]] = {}
    touched: tuple[Player, ...] | None = None
    wrong: tuple[Player, ...] = ()
    callers: tuple[Player, ...] = ()
    pending: Theft | Wish | Drawing | RingCard | RingTalisman | None = None
    news: tuple[News, ...] = ()
    chests: tuple[str, ...] = METALS
    has_laid_out: bool = False
    """Whether cards have been laid out before: the notice how to do it comes once."""
    is_over: bool = False
    is_whole: bool = False
    uncounted: tuple[Player, ...] | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in order of seating."""
        return self.setup.seating

    def name_of(self, card: str) -> str:
        """Return the table's name of a card."""
        return self.names.of(card)

    @property
    def dice_in_order(self) -> Dice:
        """The dice of this turn, players in order of seating."""
        return {player: self.dice[player] for player in self.players if player in self.dice}

    @property
    def wish(self) -> Wish | None:
        """The wish that is being granted."""
        return self.pending if isinstance(self.pending, Wish) else None

    @property
    def drawing(self) -> Drawing | None:
        """The drawing from the open chest."""
        return self.pending if isinstance(self.pending, Drawing) else None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way after the lamp was touched, or not, in this turn."""
        return self.touched is not None and self.pending is None and not self.is_over

    def settled(self, kind: type[Struct]) -> "State":
        """Return the state without its ``pending``, if that is of this kind."""
        return replace(self, pending=None) if isinstance(self.pending, kind) else self

    def drawn_from(self, chest: str) -> int:
        """Count the cards drawn from a chest."""
        return self.drawn.get(chest, 0)

    def holding_line(self, player: Player) -> Say:
        """Return the holding of a player in one line."""
        held = self.holdings[player].said(self.names)
        return Say("{player}: {held}.", player=player, held=held)


def start(book: Rulebook, setup: Setup) -> State:
    """Return the state at the start of a game. Cites: ALA-1.2 to ALA-1.4, ALA-8.1."""
    options = setup.options
    handed = handed_out(book, len(setup.seating))
    variant = Variant(
        gems_each=handed.gems,
        dice_each=handed.dice,
        chest_cards=book[keys.CHESTS] * book[keys.CHEST_CARDS],
        faces=book[keys.FACES],
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
        variant=variant,
        names=names_at(book, options),
        holdings=dict.fromkeys(setup.seating, Holding()),
        surplus=handed.discarded,
        is_whole=setup.by == ROUND,
    )
