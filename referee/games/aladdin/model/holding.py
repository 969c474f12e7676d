"""The cards of a player, and which of them others may take, discard or lay a talisman on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    GEMS,
    LONE,
    MAGIC_RING,
    METALS,
    SORCERER,
    TALISMAN,
    Names,
    n_cards,
    set_of,
)


class Holding(api.Struct, frozen=True, kw_only=True):
    """The cards of one player; kinds without a card may be left out of the maps.

    ``talismans`` counts those on each gem kind, ``lone`` those that lie alone for good, and
    ``to_place`` those that wait until all drawing of their owner is over.
    """

    gems: Mapping[str, int] = {}
    ornaments: Mapping[str, int] = {}
    talismans: Mapping[str, int] = {}
    lone: int = 0
    to_place: int = 0
    ring: bool = False

    @property
    def all_talismans(self) -> int:
        """Count the talismans, wherever they lie."""
        return sum(self.talismans.values()) + self.lone + self.to_place

    @property
    def talisman_places(self) -> tuple[str, ...]:
        """List the places of talismans: gem kinds, and ``lone``.

        >>> Holding(gems={"red": 1}, talismans={"red": 2}, lone=1).talisman_places
        ('red', 'lone')
        """
        kinds = tuple(kind for kind in GEMS if self.talismans.get(kind))
        return (*kinds, LONE) if self.lone else kinds

    @property
    def cards(self) -> int:
        """Count all treasure cards. Cites: ALA-7.1."""
        return sum(self.gems.values()) + sum(self.ornaments.values()) + self.all_talismans

    def gem(self, kind: str) -> int:
        """Count the gems of a kind."""
        return self.gems.get(kind, 0)

    def majority_count(self, kind: str) -> int:
        """Count a gem kind with the talismans on it. Cites: ALA-6.3, ALA-6.4.

        >>> Holding(gems={"red": 1}, talismans={"red": 1, "blue": 1}).majority_count("blue")
        0
        """
        return self.gem(kind) + self.talismans.get(kind, 0) if self.gem(kind) else 0

    def sets(self, metal: str) -> int:
        """Count the complete sets of a metal. Cites: ALA-6.1.

        >>> Holding(ornaments={"gold bracelet": 2, "gold ring": 1, "gold necklace": 1}).sets("gold")
        1
        """
        return min(self.ornaments.get(ornament, 0) for ornament in set_of(metal))

    def unprotected(self) -> tuple[str, ...]:
        """List cards that can be stolen or exchanged, each once: gems, and ornaments outside sets.

        Cites: ALA-3.5, ALA-4.3, ALA-6.1.

        >>> Holding(gems={"red": 2}, talismans={"red": 1}).unprotected()
        ('red',)
        """
        sets = {metal: self.sets(metal) for metal in METALS}
        loose = (
            ornament
            for metal, n in sets.items()
            for ornament in set_of(metal)
            if self.ornaments.get(ornament, 0) > n
        )
        return (*self.owned_kinds(), *loose)

    def owned_kinds(self) -> tuple[str, ...]:
        """List the gem kinds on which a talisman may be laid: those with a gem."""
        return tuple(kind for kind in GEMS if self.gem(kind))

    def with_card(self, card: str) -> Holding:
        """Add a card; a talisman waits to be placed, and the Magic Ring is no card."""
        if card == MAGIC_RING:
            return api.replace(self, ring=True)
        if card == TALISMAN:
            return api.replace(self, to_place=self.to_place + 1)
        if card in GEMS:
            return api.replace(self, gems=_changed(self.gems, card, 1))
        return api.replace(self, ornaments=_changed(self.ornaments, card, 1))

    def without_card(self, card: str, place: str = "") -> Holding:
        """Take a card away, if there is one; of talismans the one at a ``place``.

        Talismans on a gem kind without a gem lie alone from then on. Cites: ALA-6.4.
        """
        if card == MAGIC_RING:
            return api.replace(self, ring=False)
        if card == TALISMAN:
            return self._without_talisman(place)
        if card not in GEMS:
            return api.replace(self, ornaments=_changed(self.ornaments, card, -1))
        after = api.replace(self, gems=_changed(self.gems, card, -1))
        if after.gem(card) or not after.talismans.get(card, 0):
            return after
        alone = after.lone + after.talismans[card]
        talismans = {kind: n for kind, n in after.talismans.items() if kind != card}
        return api.replace(after, talismans=talismans, lone=alone)

    def _without_talisman(self, place: str) -> Holding:
        """Take a talisman away; without a place first a waiting one, then one alone."""
        if place in self.talismans:
            return api.replace(self, talismans=_nonzero(_changed(self.talismans, place, -1)))
        if self.to_place and not place:
            return api.replace(self, to_place=self.to_place - 1)
        if self.lone or not self.talismans:
            return api.replace(self, lone=max(0, self.lone - 1))
        return self._without_talisman(next(iter(self.talismans)))

    def with_talisman_on(self, kind: str) -> Holding:
        """Place a waiting talisman on a gem kind, or alone."""
        waiting = api.replace(self, to_place=max(0, self.to_place - 1))
        if kind == LONE:
            return api.replace(waiting, lone=waiting.lone + 1)
        return api.replace(waiting, talismans=_changed(waiting.talismans, kind, 1))

    def said(self, names: Names) -> Say:
        """Return the holding as text: gems with talismans, ornaments, sets, the Ring."""
        parts: list[Say] = []
        for kind in GEMS:
            n, on_it = self.gem(kind), self.talismans.get(kind, 0)
            gems = n_cards(names, kind, n)
            if on_it:
                parts.append(Say("{gems} + {more}", gems=gems, more=_talismans(on_it)))
            elif n:
                parts.append(gems)
        for metal in METALS:
            sets = self.sets(metal)
            if sets:
                parts.append(api.plural(sets, "{n} {metal} set", "{n} {metal} sets", metal=metal))
            for ornament in set_of(metal):
                rest = self.ornaments.get(ornament, 0) - sets
                if rest:
                    several, one = n_cards(names, ornament, rest), Say("{card}", card=ornament)
                    parts.append(several if rest > 1 else one)
        alone = self.lone + self.to_place
        if alone:
            parts.append(Say("{talismans} alone", talismans=_talismans(alone)))
        if self.ring:
            parts.append(Say("the Magic Ring"))
        return Say("{parts}", parts=tuple(parts)) if parts else Say("nothing")

    def as_entry(self) -> dict[str, Any]:
        """Return the holding as an entry of a holdings file."""
        ornaments = {
            metal: tuple(
                ornament.partition(" ")[2]
                for ornament in set_of(metal)
                for _ in range(self.ornaments.get(ornament, 0))
            )
            for metal in METALS
        }
        alone = self.lone + self.to_place
        return {
            "gems": _nonzero(self.gems),
            "talismans": {**_nonzero(self.talismans), **({LONE: alone} if alone else {})},
            "ornaments": {metal: kinds for metal, kinds in ornaments.items() if kinds},
            "magic_ring": self.ring,
        }


def holdings_of(names: Names, count: api.FinalCount) -> dict[Player, Holding]:
    """Return the holding of each player; a kind left out counts as 0."""
    kinds = names.readable((*GEMS, LONE))
    return {Player(owner): _holding_of(kinds, own) for owner, own in count.holdings.items()}


def _holding_of(kinds: Mapping[str, str], entry: Mapping[str, Any]) -> Holding:
    ornaments = Counter(
        f"{metal} {kind}" for metal, own in entry.get("ornaments", {}).items() for kind in own
    )
    talismans = _by_kind(kinds, entry.get("talismans", {}))
    lone = talismans.pop(LONE, 0)
    return Holding(
        gems=_by_kind(kinds, entry.get("gems", {})),
        ornaments=ornaments,
        talismans=talismans,
        lone=lone,
        ring=entry.get("magic_ring", False),
    )


def _by_kind(kinds: Mapping[str, str], counts: Mapping[str, int]) -> dict[str, int]:
    """Count by our own names of kinds; counts under both names of a kind are added."""
    found: dict[str, int] = {}
    for word, n in counts.items():
        kind = kinds.get(word, word)
        found[kind] = found.get(kind, 0) + n
    return found


def _talismans(n: int) -> Say:
    return api.plural(n, "{n} talisman", "{n} talismans")


def _nonzero(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: n for kind, n in counts.items() if n}


def _changed(counts: Mapping[str, int], kind: str, by: int) -> dict[str, int]:
    return {**counts, kind: max(0, counts.get(kind, 0) + by)}


def refuse_place(names: Names, held: Holding, on: str) -> api.Ruling | None:
    """Refuse a talisman on a kind without a gem, and alone if there is one. Cites: ALA-6.2."""
    owned = held.owned_kinds()
    if on == LONE:
        return api.forbidden("There is a gem to lay it on.", keys.PLACING) if owned else None
    if on in owned:
        return None
    return api.forbidden("There is no {kind} gem to lay it on.", keys.PLACING, kind=names.of(on))


def refuse_taking(rule: api.RuleLike, names: Names, held: Holding, card: str) -> api.Ruling | None:
    """Refuse a theft or an exchange, under ``rule``, of a card that is protected or absent.

    Cites: ALA-3.5, ALA-4.3, ALA-6.1, ALA-8.1, ALA-9.5.
    """
    if card in held.unprotected():
        return None
    if card == TALISMAN:
        return api.forbidden("A talisman is never stolen or exchanged.", rule)
    if card == MAGIC_RING:
        said = "The Magic Ring is never stolen or exchanged."
        return api.forbidden(said, rule, keys.MAGIC_RING)
    if held.ornaments.get(card, 0):
        said = "The {card} belongs to a complete set."
        return api.forbidden(said, rule, keys.SETS, card=names.of(card))
    return refuse_absent(names, card)


def refuse_discarding(names: Names, held: Holding, card: str) -> api.Ruling | None:
    """Refuse to discard an absent card; of cards protected from theft the table decides.

    Cites: ALA-4.3, ALA-9.5.
    """
    if card in held.unprotected():
        return None
    if card == MAGIC_RING:
        said = "The Magic Ring is not a card, and cannot be discarded."
        return api.forbidden(said, keys.PROTECTED, keys.MAGIC_RING)
    if card == TALISMAN and held.all_talismans:
        said = (
            "Read the lamp card: the printed rules protect a talisman only from theft and exchange."
        )
        return api.table_call(said, keys.PROTECTED)
    if held.ornaments.get(card, 0):
        said = "Read the lamp card: the printed rules protect a set only from theft and exchange."
        return api.table_call(said, keys.PROTECTED, keys.SETS)
    return refuse_absent(names, card)


def refuse_absent(names: Names, card: str) -> api.Ruling:
    """Refuse a card that is not there. Cites: ALA-9.5."""
    return api.forbidden("There is no {card} to take.", keys.ON_RECORD, card=names.of(card))


def refuse_not_in_pile(names: Names, pile: Mapping[str, int], card: str) -> api.Ruling | None:
    """Refuse a card that is not in the discard pile. Cites: ALA-9.5."""
    if pile.get(card, 0):
        return None
    said = "There is no {card} in the discard pile."
    return api.forbidden(said, keys.ON_RECORD, card=names.of(card))


def refuse_ring_card(names: Names, pile: Mapping[str, int], card: str) -> api.Ruling | None:
    """Refuse a card of the Magic Ring: a Sorcerer, or a card not in the discard pile.

    Cites: ALA-5.4, ALA-8.2, ALA-8.4, ALA-9.5.
    """
    if card == SORCERER:
        said = "The Magic Ring brings an ornament, a gem or a talisman, never a Sorcerer."
        return api.forbidden(said, keys.RING_DIE, keys.SORCERER)
    if not any(pile.values()):
        return api.forbidden("The discard pile is empty.", keys.EMPTY_DISCARD, keys.ON_RECORD)
    return refuse_not_in_pile(names, pile, card)
