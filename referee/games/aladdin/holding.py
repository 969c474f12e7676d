"""What a player holds openly: gems, ornaments, talismans on gems and alone, the Magic Ring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.games.aladdin.treasures import (
    GEMS,
    LONE,
    METALS,
    ORNAMENTS,
    TALISMAN,
    is_gem,
    set_of,
)

Counts = Mapping[str, int]


class Holding(Struct, frozen=True, kw_only=True):
    """The cards of one player; kinds without a card may be left out of the maps.

    ``talismans`` counts those on each gem kind, ``lone`` those that lie alone for good, and
    ``to_place`` those drawn that wait for the end of the drawing.
    """

    gems: Counts = {}
    ornaments: Counts = {}
    talismans: Counts = {}
    lone: int = 0
    to_place: int = 0
    ring: bool = False

    @property
    def cards(self) -> int:
        """Count all treasure cards. Cites: ALA-7.1."""
        talismans = sum(self.talismans.values()) + self.lone + self.to_place
        return sum(self.gems.values()) + sum(self.ornaments.values()) + talismans

    def gem(self, kind: str) -> int:
        """Count the gems of a kind."""
        return self.gems.get(kind, 0)

    def counted(self, kind: str) -> int:
        """Count a gem kind as for the majority: talismans on it count too. Cites: ALA-6.3, ALA-6.4.

        >>> Holding(gems={"red": 1}, talismans={"red": 1, "blue": 1}).counted("blue")
        0
        """
        return self.gem(kind) + self.talismans.get(kind, 0) if self.gem(kind) else 0

    def sets(self, metal: str) -> int:
        """Count the complete sets of a metal. Cites: ALA-6.1.

        >>> Holding(ornaments={"gold bracelet": 2, "gold ring": 1, "gold necklace": 1}).sets("gold")
        1
        """
        return min(self.ornaments.get(ornament, 0) for ornament in set_of(metal))

    def loose_ornaments(self) -> tuple[str, ...]:
        """List the ornaments outside complete sets, each kind once. Cites: ALA-6.1."""
        sets = {metal: self.sets(metal) for metal in METALS}
        return tuple(
            ornament
            for ornament in ORNAMENTS
            if self.ornaments.get(ornament, 0) > sets[ornament.partition(" ")[0]]
        )

    def unprotected(self) -> tuple[str, ...]:
        """List what may be stolen or exchanged, each kind once. Cites: ALA-3.5, ALA-4.3.

        >>> Holding(gems={"red": 2}, talismans={"red": 1}).unprotected()
        ('red',)
        """
        return (*(kind for kind in GEMS if self.gem(kind)), *self.loose_ornaments())

    def with_card(self, card: str) -> Holding:
        """Add a card; a talisman waits to be placed."""
        if card == TALISMAN:
            return replace(self, to_place=self.to_place + 1)
        if is_gem(card):
            return replace(self, gems=_changed(self.gems, card, 1))
        return replace(self, ornaments=_changed(self.ornaments, card, 1))

    def without_card(self, card: str) -> Holding:
        """Take a gem or an ornament away, as far as there is one.

        Talismans on a gem kind that is gone lie alone from then on. Cites: ALA-6.4.
        """
        if card == TALISMAN:
            return self._without_talisman()
        if not is_gem(card):
            return replace(self, ornaments=_changed(self.ornaments, card, -1))
        after = replace(self, gems=_changed(self.gems, card, -1))
        if after.gem(card) or not after.talismans.get(card, 0):
            return after
        alone = after.lone + after.talismans[card]
        talismans = {kind: n for kind, n in after.talismans.items() if kind != card}
        return replace(after, talismans=talismans, lone=alone)

    def _without_talisman(self) -> Holding:
        """Take one talisman away: one that waits, else one alone, else one on a gem."""
        if self.to_place:
            return replace(self, to_place=self.to_place - 1)
        if self.lone or not self.talismans:
            return replace(self, lone=max(0, self.lone - 1))
        kind = next(iter(self.talismans))
        return replace(self, talismans=_some(_changed(self.talismans, kind, -1)))

    def with_talisman_on(self, kind: str) -> Holding:
        """Place a waiting talisman on a gem kind, or alone."""
        waiting = replace(self, to_place=max(0, self.to_place - 1))
        if kind == LONE:
            return replace(waiting, lone=waiting.lone + 1)
        return replace(waiting, talismans=_changed(waiting.talismans, kind, 1))

    def owned_kinds(self) -> tuple[str, ...]:
        """List the gem kinds of which there is a gem: a talisman may be laid on these."""
        return tuple(kind for kind in GEMS if self.gem(kind))

    def as_entry(self) -> dict[str, Any]:
        """Give the holding as an entry of a holdings file."""
        ornaments = {
            metal: tuple(
                ornament.partition(" ")[2]
                for ornament in set_of(metal)
                for _ in range(self.ornaments.get(ornament, 0))
            )
            for metal in METALS
        }
        talismans = {**_some(self.talismans)}
        alone = self.lone + self.to_place
        return {
            "gems": _some(self.gems),
            "talismans": {**talismans, **({LONE: alone} if alone else {})},
            "ornaments": {metal: kinds for metal, kinds in ornaments.items() if kinds},
            "magic_ring": self.ring,
        }


def _some(counts: Counts) -> dict[str, int]:
    return {kind: n for kind, n in counts.items() if n}


def _changed(counts: Counts, kind: str, by: int) -> dict[str, int]:
    return {**counts, kind: max(0, counts.get(kind, 0) + by)}
