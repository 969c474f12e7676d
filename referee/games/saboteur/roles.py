"""Dwarf cards: who digs, who sabotages, and the one digger who is selfish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.table import Options, Player
from referee.games.saboteur import keys

DIGGER: Final = "digger"
SABOTEUR: Final = "saboteur"
SELFISH: Final = "selfish"
ROLES: Final = (DIGGER, SABOTEUR, SELFISH)


def has_selfish(book: Rulebook, options: Options) -> bool:
    """Whether this table plays with the selfish dwarf. Cites: SAB-8.2."""
    return book.option(options, "selfish_dwarf") == "yes"


def saboteurs_in(seating: tuple[Player, ...], roles: Mapping[Player, str]) -> tuple[Player, ...]:
    """List the saboteurs in order of seating."""
    return tuple(player for player in seating if roles.get(player) == SABOTEUR)


def saboteurs_possible(book: Rulebook, seats: int) -> tuple[int, int]:
    """Count the fewest and most saboteurs that can have been dealt. Cites: SAB-1.6, SAB-10.4."""
    shuffled = book[keys.SABOTEURS][seats]
    return seats - book[keys.DIGGERS][seats], shuffled


def roles_left(book: Rulebook, dealt: Iterable[str], *, selfish: bool) -> dict[str, int]:
    """Count the dwarf cards of each role that the box leaves. Cites: SAB-1.5, SAB-8.2.

    The selfish dwarf is one of the diggers; without that option no card is called so.
    """
    known = tuple(dealt)
    box = book[keys.DWARVES]
    selfish_left = int(selfish) - known.count(SELFISH)
    diggers = box[DIGGER] - int(selfish) - known.count(DIGGER)
    return {
        DIGGER: diggers,
        SABOTEUR: box[SABOTEUR] - known.count(SABOTEUR),
        SELFISH: selfish_left,
    }
