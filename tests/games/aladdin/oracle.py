"""The slow, obvious twin of Aladdin: written from the rules alone, it imports none of ours.

A die is a chest and a number. Cards are counted by kind: gems and the talismans on them by gem
kind, ornaments by metal and kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations, product
from typing import NamedTuple, TypeAlias

CHESTS = ("bronze", "silver", "gold")
GEMS = ("green", "red", "blue", "fourth")
ORNAMENTS = ("bracelet", "ring", "necklace")
FACES = range(1, 7)

# Dice


class Die(NamedTuple):
    """A die on a chest, and the number that was set."""

    chest: str
    number: int


Dice: TypeAlias = Mapping[str, Sequence[Die]]
"""The dice of each player; players in order of seating."""
Lying: TypeAlias = tuple[tuple[int, str], ...]
"""What lies on one chest: numbers, and whose they are."""
Groups: TypeAlias = Mapping[int, Sequence[str]]
"""Numbers that several players show, and who shows them."""


class Opener(NamedTuple):
    """Who opens a chest, and how many cards may be drawn at most."""

    player: str
    limit: int


class Summons(NamedTuple):
    """Who summons the genie, and with which number."""

    player: str
    number: int


DICE = [Die(chest, number) for chest in CHESTS for number in FACES]
"""Every way to set one die."""


def ways_to_set(players: int) -> list[tuple[Die, ...]]:
    """List every way in which one player can set all own dice.

    Two players have two dice each, on different chests; which comes first says nothing.
    """
    if players > 2:
        return [(die,) for die in DICE]
    return [(one, two) for one, two in combinations(DICE, 2) if one.chest != two.chest]


def on_chest(dice: Dice, chest: str) -> Lying:
    """List what lies on a chest: number and name, in order of seating."""
    return tuple(
        (die.number, name) for name, own in dice.items() for die in own if die.chest == chest
    )


def cancelled(lying: Lying) -> list[str]:
    """Name all whose number another one shows on the same chest."""
    return [
        name
        for number, name in lying
        if any(same == number and other != name for same, other in lying)
    ]


def opener(lying: Lying) -> Opener | None:
    """Drop all who are cancelled; the lowest that is left opens the chest."""
    out = cancelled(lying)
    left = sorted((number, name) for number, name in lying if name not in out)
    return Opener(left[0][1], left[0][0]) if left else None


def lamp_groups(dice: Dice) -> Groups:
    """List each number that at least two different players show, and all who show it."""
    groups = {}
    for number in FACES:
        names = [name for name, own in dice.items() if number in [die.number for die in own]]
        if len(names) >= 2:
            groups[number] = names
    return groups


def wrong_hands(players: Sequence[str], groups: Groups, hands: Sequence[str]) -> list[str]:
    """Name who touched the lamp without belonging to any group, in order of seating."""
    entitled = [name for names in groups.values() for name in names]
    return [name for name in players if name in hands and name not in entitled]


def summons(groups: Groups, hands: Sequence[str], two_matches: str = "lapse") -> list[Summons]:
    """Tell who summons the genie, in order: the first hand of each group, lower numbers first.

    Nobody summons twice. Of two players who share two numbers the first hand summons with the
    lower one; the other number lapses, or goes to the other hand.
    """
    called: list[Summons] = []
    for number in sorted(groups):
        race = [name for name in hands if name in groups[number]]
        have_summoned = [each.player for each in called]
        if two_matches == "other":
            race = [name for name in race if name not in have_summoned]
        if race and race[0] not in have_summoned:
            called.append(Summons(race[0], number))
    return called


def late_hands(
    dice: Dice, hands: Sequence[str], called: Sequence[Summons], wrong: Sequence[str]
) -> list[str]:
    """Name whose hand was entitled and summons nobody, in order of seating."""
    winners = [each.player for each in called]
    return [name for name in dice if name in hands and name not in wrong and name not in winners]


def orders_of_hands(names: Sequence[str]) -> list[tuple[str, ...]]:
    """List every order in which any of them may have touched the lamp, nobody too."""
    sizes = range(len(names) + 1)
    return list(chain.from_iterable(permutations(names, size) for size in sizes))


# Exploring

SORCERER = "S"
RING_DIE = 6
Draw: TypeAlias = Sequence[int | str]
"""Cards in the order in which they were drawn: the scorpions on each, or S for the Sorcerer."""


class Explored(NamedTuple):
    """How a drawing stands; ``kept`` counts treasures, ``may_draw`` the cards still free."""

    bust: bool
    kept: int
    may_draw: int
    closes_cave: bool
    ring: bool


def what_cannot_be(die: int, draw: Draw) -> str:
    """Say why so many cards cannot have been drawn so; nothing if they can."""
    if len(draw) > die:
        return "more cards than the die"
    if draw.count(SORCERER) > 1:
        return "two Sorcerers"
    return ""


def explore(
    die: int, draw: Draw, variant: str = "none", ring_counts_sorcerer: str = "yes"
) -> Explored:
    """Draw card by card, and stop at a bust: what was drawn after it should not have been."""
    scorpions = treasures = cards = 0
    closes_cave = False
    for card in draw:
        cards += 1
        if isinstance(card, int):
            treasures += 1
            scorpions += card
        else:
            closes_cave = True
        if scorpions >= die:
            return Explored(
                bust=True, kept=0, may_draw=0, closes_cave=closes_cave, ring=False
            )  # fmt: skip
    for_the_ring = cards if ring_counts_sorcerer == "yes" else treasures
    return Explored(
        bust=False,
        kept=treasures,
        may_draw=die - cards,
        closes_cave=closes_cave,
        ring=variant == "my-precious" and die == RING_DIE and for_the_ring == RING_DIE,
    )


def draws(most_cards: int, most_scorpions: int) -> Iterator[tuple[int | str, ...]]:
    """List everything that may be told of up to so many cards."""
    kinds: list[int | str] = [*range(most_scorpions + 1), SORCERER]
    for cards in range(most_cards + 1):
        yield from product(kinds, repeat=cards)


# What is held


class Holding(NamedTuple):
    """The cards of one player: counts by kind, and whether the Magic Ring lies there."""

    gems: Mapping[str, int] = {}
    talismans: Mapping[str, int] = {}
    lone: int = 0
    ornaments: Mapping[tuple[str, str], int] = {}
    ring: bool = False


class Points(NamedTuple):
    """What a player scores, part by part."""

    cards: int
    sets: int
    majorities: int
    ring: int


SET_WORTH = {"bronze": 6, "silver": 8, "gold": 10}
MAJORITY_WORTH = 5
RING_WORTH = 5


def sets_and_rest(holding: Holding, metal: str) -> tuple[int, dict[str, int]]:
    """Put complete sets aside one by one; count them, and what is left besides them by kind."""
    left = {kind: holding.ornaments.get((metal, kind), 0) for kind in ORNAMENTS}
    sets = 0
    while all(left.values()):
        left = {kind: number - 1 for kind, number in left.items()}
        sets += 1
    return sets, left


def may_be_stolen(holding: Holding) -> list[str]:
    """List each kind of card that may be stolen once: gems, ornaments outside complete sets.

    They stand in the order in which the holding was told.
    """
    found = [f"{kind} gem" for kind, number in holding.gems.items() if number > 0]
    for metal, kind in holding.ornaments:
        _, beside_sets = sets_and_rest(holding, metal)
        if beside_sets[kind] > 0:
            found.append(f"{metal} {kind}")
    return found


def cards_held(holding: Holding) -> int:
    """Count every card, talismans on gems and alone too; the Ring is none."""
    counts = (holding.gems, holding.talismans, holding.ornaments)
    return sum(sum(each.values()) for each in counts) + holding.lone


def has_sole_majority(table: Mapping[str, Holding], name: str, kind: str) -> bool:
    """Tell whether a player has more of a gem kind than each other one, talismans on it too.

    A talisman told to lie on a kind without a gem lies alone.
    """
    counts = {}
    for each, held in table.items():
        gems = held.gems.get(kind, 0)
        counts[each] = gems + held.talismans.get(kind, 0) if gems > 0 else 0
    return counts[name] > 0 and all(
        counts[name] > count for other, count in counts.items() if other != name
    )


def points(table: Mapping[str, Holding]) -> dict[str, Points]:
    """Score everybody."""
    scored = {}
    for name, holding in table.items():
        sets = {metal: sets_and_rest(holding, metal)[0] for metal in CHESTS}
        first_in = [kind for kind in GEMS if has_sole_majority(table, name, kind)]
        scored[name] = Points(
            cards=cards_held(holding),
            sets=sum(sets[metal] * SET_WORTH[metal] for metal in CHESTS),
            majorities=MAJORITY_WORTH * len(first_in),
            ring=RING_WORTH if holding.ring else 0,
        )
    return scored


def winners(scored: Mapping[str, Points]) -> list[str]:
    """Name everybody who has the most points."""
    most = max(map(sum, scored.values()))
    return [name for name, parts in scored.items() if sum(parts) == most]


def ranks(scored: Mapping[str, Points]) -> dict[str, int]:
    """Rank everybody: one more than there are players with more points."""
    return {
        name: 1 + sum(sum(other) > sum(parts) for other in scored.values())
        for name, parts in scored.items()
    }
