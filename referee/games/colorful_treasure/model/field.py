"""Which faces each wonder can still have, by all that the record has seen.

Every wonder has three gem colours and every colour six wonders. Whether colours can still be
spread so is decided by Hall's condition: for each set of colours, the gems of it that nobody
has seen must find room at the wonders that may still have them. With five colours these are
32 sets, and a set of sets is one whole number, a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from referee.api import Say, Struct
from referee.games.colorful_treasure.model.cards import (
    CHEST,
    COLOURS,
    DIAMOND,
    FACES,
    KEY,
    SECRETS,
    Box,
    Card,
    refuse_cards,
)

_BIT = {colour: 1 << place for place, colour in enumerate(COLOURS)}
_WhyNot: TypeAlias = "Callable[[Field, Card], Say | None]"
_SETS = range(1 << len(COLOURS))
"""Every set of colours, a bit for each colour."""
_WITHOUT = {
    colour: sum(1 << colours for colours in _SETS if not colours & bit)
    for colour, bit in _BIT.items()
}
"""For each colour the sets that lack it, a bit for each set."""


class Field(Struct, frozen=True):
    """All faces that the record has seen of each wonder, in order, and the faces taken away.

    ``shown`` are the cards that are face up in this turn.
    """

    box: Box
    seen: tuple[frozenset[str], ...]
    taken: tuple[tuple[str, ...], ...]
    shown: tuple[Card, ...] = ()

    @classmethod
    def laid_out(cls, box: Box) -> Field:
        """Lay all cards out, face down."""
        return cls(box, (frozenset[str](),) * box.wonders, ((),) * box.wonders)

    @property
    def size(self) -> int:
        """Count the cards on the field, face down or open."""
        return max(0, self.box.cards - sum(map(len, self.taken)))

    @property
    def face_down(self) -> int:
        """Count the cards that can still be flipped in this turn."""
        return max(0, self.size - len(self.shown))

    def left_at(self, wonder: int) -> int:
        """Count the cards of a wonder that lie face down."""
        shown = sum(card.wonder == wonder for card in self.shown)
        return max(0, self.box.of_wonder - len(self.taken[wonder - 1]) - shown)

    def flipped(self, cards: tuple[Card, ...]) -> Field:
        """Turn cards up; cards that are face up already stay so."""
        shown = tuple(dict.fromkeys((*self.shown, *cards)))
        seen = list(self.seen)
        for wonder, face in cards:
            seen[wonder - 1] |= {face}
        return Field(self.box, tuple(seen), self.taken, shown)

    def covered(self, taken: tuple[Card, ...]) -> Field:
        """Take cards away, and turn all others down again."""
        gone = list(self.taken)
        for wonder, face in taken:
            gone[wonder - 1] = (*gone[wonder - 1], face)
        return Field(self.box, self.seen, tuple(gone))

    @property
    def open_line(self) -> Say:
        """Say which cards are face up in this turn."""
        return Say("Face up: {cards}.", cards=tuple(map(str, self.shown)) or Say("nothing"))

    def unseen(self, face: str) -> int:
        """Count the cards of a face that nobody has seen."""
        return self.box.count(face) - sum(face in seen for seen in self.seen)


def why_no_flip(field: Field, card: Card) -> Say | None:
    """Say why a card cannot be flipped; None if it can. Cites: COL-2.9.

    >>> box = Box(10, 5, 3, 6, 5, 5)
    >>> field = Field.laid_out(box).flipped((Card(3, "red"), Card(4, "blue")))
    >>> str(why_no_flip(field, Card(3, "red"))), why_no_flip(field, Card(3, "blue"))
    ('red 3 is already face up.', None)
    """
    return _why_not_there(field, card) or _why_not_its_face(field, card)


def _why_not_its_face(field: Field, card: Card) -> Say | None:
    """Say why the wonder of a card does not have its face; None if it can."""
    wonder, face = card
    if face in field.seen[wonder - 1] or face == DIAMOND:
        return None
    return _why_no_secret(field, card) if face in SECRETS else _why_no_colour(field, card)


def _why_not_there(field: Field, card: Card) -> Say | None:
    """Say why a card is not face down on the table; None if it can be."""
    wonder, face = card
    if card in field.shown:
        return Say("{card} is already face up.", card=str(card))
    if face in field.taken[wonder - 1]:
        return Say("{card} has been taken.", card=str(card))
    if not field.left_at(wonder):
        return Say("No card of wonder {wonder} is face down.", wonder=wonder)
    return None


def _why_no_secret(field: Field, card: Card) -> Say | None:
    wonder, face = card
    if field.seen[wonder - 1] & {KEY, CHEST}:
        other = CHEST if face == KEY else KEY
        return Say("Wonder {wonder} has a {other} instead.", wonder=wonder, other=other)
    if field.unseen(face) < 1:
        return Say("No {face} is left for that wonder.", face=face)
    return None


def _why_no_colour(field: Field, card: Card) -> Say | None:
    wonder, face = card
    if len(field.seen[wonder - 1] & _BIT.keys()) >= field.box.gems:
        return Say("Wonder {wonder} has {n} other colours.", wonder=wonder, n=field.box.gems)
    if field.unseen(face) < 1:
        return Say("No {face} gem is left for that wonder.", face=face)
    if _crowded_sets(_room(field, wonder), face) & _spread(field.seen, field.box).tight:
        said = "With {card} there is no room for the other colours at their wonders."
        return Say(said, card=str(card))
    return None


class _Room(NamedTuple):
    """How many colours a wonder still hides, and which ones they can be, a bit for each."""

    left: int
    colours: int


class _Spread(NamedTuple):
    """The sets of colours whose unseen gems just find room, and those with room for one more.

    Both are empty if the record leaves no way to spread the colours at all.
    """

    tight: int
    nearly: int


def _room(field: Field, wonder: int) -> _Room:
    return _room_of(field.seen[wonder - 1], field.box.gems)


@lru_cache(maxsize=256)
def _room_of(seen: frozenset[str], gems: int) -> _Room:
    known = [colour for colour in COLOURS if colour in seen]
    free = sum(_BIT[colour] for colour in COLOURS if colour not in seen)
    return _Room(max(0, gems - len(known)), free)


@lru_cache(maxsize=256)
def _places_for_sets(room: _Room) -> tuple[int, ...]:
    """Count for each set of colours how many of them a wonder can still have."""
    return tuple(min(room.left, (room.colours & colours).bit_count()) for colours in _SETS)


@lru_cache(maxsize=1024)
def _crowded_sets(room: _Room, colour: str) -> int:
    """Return the sets that lose a place if the wonder has a colour outside them, a bit for each."""
    crowded = sum(
        1 << colours for colours in _SETS if (room.colours & colours).bit_count() >= room.left
    )
    return crowded & _WITHOUT[colour]


@lru_cache(maxsize=256)
def _spread(seen: tuple[frozenset[str], ...], box: Box) -> _Spread:
    unseen = [box.of_colour - sum(colour in faces for faces in seen) for colour in COLOURS]
    rooms = [_places_for_sets(_room_of(faces, box.gems)) for faces in seen]
    tight = nearly = 0
    for colours in _SETS:
        due = sum(n for place, n in enumerate(unseen) if colours >> place & 1)
        spare = sum(room[colours] for room in rooms) - due
        if spare < 0:
            return _Spread(0, 0)
        tight |= (spare == 0) << colours
        nearly |= (spare == 1) << colours
    return _Spread(tight, nearly)


def why_no_flips(field: Field, cards: tuple[Card, ...]) -> Say | None:
    """Say why cards cannot be flipped together; None if they can. Cites: COL-2.9.

    If the table has overruled so much that no cards at all could be flipped, only cards that are
    taken or face up are refused.
    """
    refused = _first_refused(why_no_flip, field, cards)
    if refused and next(_possible(field, len(cards)), None):
        return refused
    return refused and _first_refused(_why_not_there, field, cards)


def _first_refused(why: _WhyNot, field: Field, cards: tuple[Card, ...]) -> Say | None:
    for card in cards:
        if said := why(field, card):
            return said
        field = field.flipped((card,))
    return None


def flippable(field: Field, n: int) -> Iterator[tuple[Card, ...]]:
    """List the cards, or pairs of cards, that may be flipped together, in order of the cards."""
    cards = None
    for cards in _possible(field, n):
        yield cards
    if cards is None:
        left = [card for card in _cards_of(field.box) if not _why_not_there(field, card)]
        for some in combinations(left, n):
            refused = refuse_cards(field.box, some) or why_no_flips(field, some)
            if not refused:
                yield some


def _possible(field: Field, n: int) -> Iterator[tuple[Card, ...]]:
    if n == 1:
        return ((card,) for card in possible_cards(field))
    return ((one, other) for one, others in possible_pairs(field) for other in others)


def _cards_of(box: Box) -> Iterator[Card]:
    faces = [face for face in FACES if box.has_secrets or face not in SECRETS]
    return (Card(wonder, face) for wonder in range(1, box.wonders + 1) for face in faces)


@lru_cache(maxsize=64)
def possible_cards(field: Field) -> tuple[Card, ...]:
    """List the cards that may be flipped next, by wonder and face."""
    there = [bool(field.left_at(wonder)) for wonder in range(1, field.box.wonders + 1)]
    return tuple(
        card
        for card in _possible_by_seen(field.seen, field.box)
        if there[card.wonder - 1] and card.face not in field.taken[card.wonder - 1]
        if card not in field.shown
    )


@lru_cache(maxsize=64)
def _possible_by_seen(seen: tuple[frozenset[str], ...], box: Box) -> tuple[Card, ...]:
    """List the cards that can exist by all that was seen, wherever they are now."""
    field = Field(box, seen, ((),) * box.wonders)
    return tuple(card for card in _cards_of(box) if not _why_not_its_face(field, card))


@lru_cache(maxsize=64)
def possible_pairs(field: Field) -> list[tuple[Card, Sequence[Card]]]:
    """List for each card the later ones that may be flipped together with it.

    Most cards exclude no card of another wonder; only the risky ones are compared in pairs.

    >>> pairs = possible_pairs(Field.laid_out(Box(10, 5, 3, 6, 5, 5)))
    >>> sum(len(others) for _, others in pairs)
    3150
    """
    spread = _spread(field.seen, field.box)
    cards, found = possible_cards(field), list[tuple[Card, Sequence[Card]]]()
    risky = {card for card in cards if _may_exclude_others(field, spread, card)}
    ends = {card.wonder: place for place, card in enumerate(cards, start=1)}
    for place, one in enumerate(cards, start=1):
        end = ends[one.wonder]
        near = [
            other
            for other in cards[place:end]
            if not _excludes_at_its_wonder(field, spread, one, other)
        ]
        far: Sequence[Card] = cards[end:]
        if one in risky:
            far = [
                card for card in far if card not in risky or not _excludes(field, spread, one, card)
            ]
        found.append((one, (*near, *far)))
    return found


def _may_exclude_others(field: Field, spread: _Spread, card: Card) -> bool:
    """Whether there may be a card of another wonder that cannot be flipped with this one."""
    if card.face == DIAMOND or card.face in field.seen[card.wonder - 1]:
        return False
    if field.unseen(card.face) <= 1:
        return True
    crowded = 0 if card.face in SECRETS else _crowded_sets(_room(field, card.wonder), card.face)
    return bool(crowded & spread.nearly)


def _excludes_at_its_wonder(field: Field, spread: _Spread, one: Card, other: Card) -> bool:
    """Whether two cards of one wonder, each of which can lie there, cannot both."""
    if field.left_at(one.wonder) == 1:
        return True
    seen = field.seen[one.wonder - 1]
    if {one.face, other.face} == {KEY, CHEST}:
        return True
    is_new = [face in COLOURS and face not in seen for face in (one.face, other.face)]
    if not all(is_new):
        return False
    room = _room(field, one.wonder)
    if room.left == 1:
        return True
    room_left = _Room(room.left - 1, room.colours & ~_BIT[one.face])
    first, second = _crowded_sets(room, one.face), _crowded_sets(room_left, other.face)
    return bool(second & (spread.tight | (spread.nearly & first)))


def _excludes(field: Field, spread: _Spread, one: Card, other: Card) -> bool:
    """Whether two risky cards of different wonders, each of which can lie there, cannot both."""
    if one.face == other.face and field.unseen(one.face) <= 1:
        return True
    if one.face in SECRETS or other.face in SECRETS:
        return False
    first, second = (_crowded_sets(_room(field, card.wonder), card.face) for card in (one, other))
    return bool(first & second & spread.nearly)
