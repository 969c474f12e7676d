"""Random evenings of Aladdin down to the cards, slips of a writer, and tables out of thin air.

It is played by the rules alone, quickly, and imports nothing of the room.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

KINDS = ("green", "red", "blue", "fourth")
METALS = ("bronze", "silver", "gold")
ORNAMENTS = ("bracelet", "ring", "necklace")
ABOVE, BELOW, FACES = 20, 5, 6
"""The cards of a chest above its Sorcerer and below him, and the faces of a die."""
CARDS = (*KINDS, *((metal, kind) for metal in METALS for kind in ORNAMENTS), "talisman")
Entry = dict[str, Any]


class Table(NamedTuple):
    """How many play, whether with the variant, and whether a Sorcerer counts for the Ring."""

    seats: int
    variant: bool = False
    counts_sorcerer: bool = True

    @property
    def dealt(self) -> int:
        """Count the gems that are dealt: two each to two players."""
        return 4 if self.seats == 2 else self.seats


def any_table(draw: Random) -> Table:
    """Choose how many play, and by which rules."""
    variant = draw.random() < 0.7
    return Table(draw.randint(2, 5), variant, not variant or draw.random() < 0.5)


def openings(table: Table, draw: Random, luck: float) -> list[int]:
    """Set the dice of a turn; the dice by which the chests are opened, 0 where one stays shut."""
    shown: list[list[int]] = [[], [], []]
    for n in range(4 if table.seats == 2 else table.seats):
        is_lucky = draw.random() < luck
        at = n % 3 if is_lucky or table.seats == 2 else draw.randrange(3)
        shown[at].append(max(1, FACES - n // 3) if is_lucky else draw.randint(1, FACES))
    alone = ([n for n in numbers if numbers.count(n) == 1] for numbers in shown)
    return [min(numbers, default=0) for numbers in alone]


class Seat:
    """What lies before a player."""

    def __init__(self) -> None:
        self.gems: Counter[str] = Counter()
        self.on: Counter[str] = Counter()
        self.lone = 0
        self.ornaments: Counter[tuple[str, str]] = Counter()
        self.ring = False

    def gain(self, cards: list[Any], draw: Random) -> None:
        """Lay cards out, gems and ornaments first, then talismans."""
        for card in cards:
            if card in KINDS:
                self.gems[card] += 1
            elif card != "talisman":
                self.ornaments[card] += 1
        for _ in range(cards.count("talisman")):
            owned = [kind for kind in KINDS if self.gems[kind]]
            if owned:
                self.on[draw.choice(owned)] += 1
            else:
                self.lone += 1

    def loose(self) -> list[Any]:
        """List the cards that may be stolen or exchanged."""
        found: list[Any] = [kind for kind in KINDS if self.gems[kind]]
        for metal in METALS:
            sets = min(self.ornaments[metal, kind] for kind in ORNAMENTS)
            found += [(metal, kind) for kind in ORNAMENTS if self.ornaments[metal, kind] > sets]
        return found

    def lose(self, card: Any) -> None:
        """Give a card away; talismans on the last gem of a kind lie alone for good."""
        if card not in KINDS:
            self.ornaments[card] -= 1
            return
        self.gems[card] -= 1
        if not self.gems[card]:
            self.lone += self.on.pop(card, 0)

    def entry(self) -> Entry:
        """Write it as in a holdings file, none where there is none."""
        return {
            "gems": {kind: self.gems[kind] for kind in KINDS},
            "talismans": {**{kind: self.on[kind] for kind in KINDS}, "lone": self.lone},
            "ornaments": {
                metal: tuple(kind for kind in ORNAMENTS for _ in range(self.ornaments[metal, kind]))
                for metal in METALS
            },
            "magic_ring": self.ring,
        }


def evening(table: Table, draw: Random) -> tuple[list[Entry], int]:
    """Play a game; greedy and lucky in turns, so that many and few cards are held."""
    seats = [Seat() for _ in range(table.seats)]
    starting = [kind for kind in KINDS for _ in range(2)]
    draw.shuffle(starting)
    for at in range(table.dealt):
        seats[at % table.seats].gain([starting.pop()], draw)
    pile: list[Any] = starting
    drawn, luck, ended = [0, 0, 0], draw.random(), 0
    while not ended:
        if draw.random() < 0.3:
            _lamp(seats, draw)
        if draw.random() < 0.2:
            chest = draw.randrange(3)
            drawn[chest] += 1
            if drawn[chest] > ABOVE:
                return [seat.entry() for seat in seats], 1
            draw.choice(seats).gain([draw.choice(CARDS)], draw)
        for chest, die in enumerate(openings(table, draw, luck)):
            ended += _explore(table, draw.choice(seats), seats, pile, drawn, chest, die, luck, draw)
    return [seat.entry() for seat in seats], ended


def _lamp(seats: list[Seat], draw: Random) -> None:
    """Steal after a wrong touch, or exchange by a lamp card."""
    one, other = draw.sample(seats, 2)
    given, got = one.loose(), other.loose()
    if given and (draw.random() < 0.5 or not got):
        card = draw.choice(given)
        one.lose(card)
        other.gain([card], draw)
    elif given and got:
        mine, theirs = draw.choice(given), draw.choice(got)
        one.gain([theirs], draw)
        one.lose(mine)
        other.gain([mine], draw)
        other.lose(theirs)


def _explore(
    table: Table, seat: Seat, seats: list[Seat], pile: list[Any], drawn: list[int],
    chest: int, die: int, luck: float, draw: Random,
) -> int:  # fmt: skip
    """Explore a chest; give 1 where its Sorcerer comes out."""
    most = min(die, ABOVE + 1 + BELOW - drawn[chest])
    n = most if draw.random() < luck else draw.randint(0, most)
    out = drawn[chest] <= ABOVE < drawn[chest] + n
    drawn[chest] += n
    cards = [draw.choice(CARDS) for _ in range(n - out)]
    if draw.random() > luck and draw.random() < 0.3:
        pile += cards
        return int(out)
    counted = n if table.counts_sorcerer else n - out
    if table.variant and die == FACES and counted == FACES:
        for each in seats:
            each.ring = each is seat
        if pile and draw.random() < 0.8:
            cards.append(pile.pop(draw.randrange(len(pile))))
    seat.gain(cards, draw)
    return int(out)


def slip(entries: list[Entry], sorcerers: int, draw: Random) -> tuple[list[Entry], int]:
    """Make one slip in writing a table down: a number, a place, a Ring."""
    entry = draw.choice(entries)
    kind, metal = draw.choice(KINDS), draw.choice(METALS)
    match draw.randrange(7):
        case 0:
            entry["gems"][kind] = draw.choice((0, 1, 9, 33, 80, entry["gems"][kind] * 10))
        case 1:
            entry["talismans"][kind] += draw.choice((1, 2, 40))
        case 2:
            entry["talismans"]["lone"] += draw.choice((1, 10, 75))
        case 3:
            entry["ornaments"][metal] = ("ring",) * draw.choice((0, 5, 40, 76))
        case 4:
            entry["magic_ring"] = not entry["magic_ring"]
        case 5:
            sorcerers = draw.choice((0, 1, 2, 3, 4))
        case _:
            entry["gems"] = dict.fromkeys(KINDS, 0)
    return entries, sorcerers


def out_of_thin_air(table: Table, draw: Random) -> tuple[list[Entry], int]:
    """Write a table down that nobody has played, near the bounds more often than not."""
    cards = draw.choice((draw.randint(0, 12), draw.randint(60, 85), draw.randint(0, 90)))
    gems = min(cards, draw.choice((draw.randint(0, 9), draw.randint(0, cards), cards)))
    seats = [Seat() for _ in range(table.seats)]
    for _ in range(gems):
        draw.choice(seats).gems[draw.choice(KINDS)] += 1
    for _ in range(cards - gems):
        seat = draw.choice(seats)
        owned = [kind for kind in KINDS if seat.gems[kind]]
        card: Any = draw.choice(CARDS[4:])
        if card != "talisman":
            seat.ornaments[card] += 1
        elif owned and draw.random() < 0.9:
            seat.on[draw.choice(owned)] += 1
        elif draw.random() < 0.02:
            seat.on[draw.choice(KINDS)] += 1
        else:
            seat.lone += 1
    if draw.random() < (0.5 if table.variant else 0.05):
        draw.choice(seats).ring = True
    return [seat.entry() for seat in seats], draw.randint(1, 3)
