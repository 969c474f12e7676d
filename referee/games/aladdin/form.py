"""What a holdings file of this game tells, and how it becomes what a player holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.shape import Boolean, Choice, Field, Integer, ListOf, MapOf, Value
from referee.core.table import Form, Options
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.treasures import GEMS, LONE, METALS, ORNAMENT_KINDS, Names

ORNAMENTS: Final = Field(
    name="ornaments",
    shape=MapOf(Choice(METALS), ListOf(Choice(ORNAMENT_KINDS))),
    about=Say("ornaments by metal, complete sets among them"),
)
MAGIC_RING: Final = Field(
    name="magic_ring",
    shape=Boolean(),
    about=Say("whether the player has the Magic Ring, in the variant"),
    rare=True,
)


def form(book: Rulebook, options: Options) -> Form:
    """Give the form; the lost gem stands in it by the table's name and by ours. Cites: ALA-1.5."""
    kinds = tuple(Names(book, options).readable(GEMS))
    gems = Field(
        name="gems",
        shape=MapOf(Choice(kinds), Integer()),
        about=Say("gems by kind, without the talismans on them"),
    )
    talismans = Field(
        name="talismans",
        shape=MapOf(Choice((*kinds, LONE)), Integer()),
        about=Say("on which gem each talisman lies; lone where it lies alone"),
    )
    return Form(fields=(gems, talismans, ORNAMENTS, MAGIC_RING))


def holding_of(names: Names, entry: Mapping[str, Any]) -> Holding:
    """Make a holding of an entry; what is left out is none."""
    ornaments: dict[str, int] = {}
    for metal, kinds in entry.get("ornaments", {}).items():
        for kind in kinds:
            card = f"{metal} {kind}"
            ornaments[card] = ornaments.get(card, 0) + 1
    talismans = _by_kind(names, entry.get("talismans", {}))
    lone = talismans.pop(LONE, 0)
    return Holding(
        gems=_by_kind(names, entry.get("gems", {})),
        ornaments=ornaments,
        talismans=talismans,
        lone=lone,
        ring=bool(entry.get("magic_ring", False)),
    )


def _by_kind(names: Names, counts: Mapping[str, Value]) -> dict[str, int]:
    """Call kinds by our own names; a kind told by both of its names is added up."""
    own = {**names.readable(GEMS), LONE: LONE}
    found: dict[str, int] = {}
    for word, n in counts.items():
        kind = own.get(word, word)
        found[kind] = found.get(kind, 0) + (n if isinstance(n, int) else 0)
    return found
