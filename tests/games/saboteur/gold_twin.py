"""The slow, obvious twin of the check of a final table: every deal is listed, one by one.

It imports none of ours but the other twin. A table is a list of seats; gold is counted in ones,
twos and threes; what is None is not known. A round is a map with any of ``won``, ``saboteurs``,
``connector``, ``broken`` and ``selfish`` (a seat, or -1 for the card left over).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tests.games.saboteur.oracle import (
    BOX,
    PAY,
    SELFISH_NUGGETS,
    Gold,
    is_payable,
    payments,
    recipients,
    saboteurs_in_play,
    worth,
)

Told: TypeAlias = Mapping[str, Any]
Vector: TypeAlias = tuple[int, ...]
"""For each seat so many cards, or less than 0, exactly so many nuggets."""
NOTHING: Gold = (0, 0, 0)
CARDS: tuple[Gold, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class House(NamedTuple):
    """How many play, and by which house rules."""

    seats: int
    edition: str = "players"
    go_empty: bool = False
    has_selfish: bool = False


class Course(NamedTuple):
    """One way in which a round can go."""

    saboteurs: tuple[int, ...]
    selfish: int | None
    connector: int | None
    broken: tuple[int, ...]
    vector: Vector


def deals(house: House) -> Iterator[tuple[tuple[int, ...], int | None]]:
    """List who are the saboteurs, and who is the selfish dwarf, if he is not the card left over."""
    seats, most = range(house.seats), max(saboteurs_in_play(house.seats))
    for number in saboteurs_in_play(house.seats):
        for saboteurs in combinations(seats, number):
            diggers = [seat for seat in seats if seat not in saboteurs]
            if not house.has_selfish:
                yield saboteurs, None
                continue
            yield from ((saboteurs, seat) for seat in diggers)
            if number == most:
                yield saboteurs, None


def shared(
    house: House,
    saboteurs: Sequence[int],
    selfish: int | None,
    connector: int,
    broken: Sequence[int],
) -> Vector:
    """Deal the cards one by one."""
    if connector == selfish:
        return tuple(-SELFISH_NUGGETS if seat == connector else 0 for seat in range(house.seats))
    order = recipients(
        [str(seat) for seat in range(house.seats)],
        [str(seat) for seat in saboteurs],
        str(connector),
        house.edition,
        selfish="" if selfish is None else str(selfish),
        go_empty=[str(seat) for seat in broken] if house.go_empty else (),
    )
    return tuple(order.count(str(seat)) for seat in range(house.seats))


def paid(house: House, saboteurs: Sequence[int]) -> Vector:
    """Pay each saboteur the same."""
    each = PAY[len(saboteurs)]
    return tuple(-each if seat in saboteurs else 0 for seat in range(house.seats))


def vectors(house: House, told: Told) -> frozenset[Vector]:
    """List all that a round can pay, by every deal that agrees with what is told."""
    frozen = tuple(
        sorted(
            (key, tuple(sorted(each)) if isinstance(each, (list, tuple)) else each)
            for key, each in told.items()
        )
    )
    return _vectors(house, frozen)


@cache
def _vectors(house: House, frozen: tuple[tuple[str, Any], ...]) -> frozenset[Vector]:
    told = dict(frozen)
    found: set[Vector] = set()
    for saboteurs, selfish in deals(house):
        if "saboteurs" in told and set(told["saboteurs"]) != set(saboteurs):
            continue
        if "selfish" in told and told["selfish"] != (-1 if selfish is None else selfish):
            continue
        if len(told.get("broken", ())) > 9:
            continue
        if told.get("won") != "diggers" and "connector" not in told:
            found.add(paid(house, saboteurs))
        if told.get("won") == "saboteurs":
            continue
        for connector in range(house.seats):
            if told.get("connector", connector) != connector:
                continue
            for broken in _broken(house, told, connector):
                found.add(shared(house, saboteurs, selfish, connector, broken))
    return frozenset(found)


def _broken(house: House, told: Told, connector: int) -> Iterator[tuple[int, ...]]:
    if "broken" in told:
        if connector not in told["broken"]:
            yield tuple(told["broken"])
    elif not house.go_empty:
        yield ()
    else:
        others = [seat for seat in range(house.seats) if seat != connector]
        for number in range(len(others) + 1):
            yield from combinations(others, number)


@cache
def pays(hand: Gold, parts: Vector) -> bool:
    """Tell whether a hand can be handed out so, part by part, card by card."""
    if not parts:
        return hand == NOTHING
    part, rest = parts[0], parts[1:]
    return any(pays(left, rest) for left in after(hand, part))


@cache
def after(hand: Gold, part: int) -> frozenset[Gold]:
    """List what is left of a hand when a part is taken out of it."""
    if part < 0:
        return frozenset(
            (hand[0] - a, hand[1] - b, hand[2] - c)
            for a, b, c in payments(-part)
            if a <= hand[0] and b <= hand[1] and c <= hand[2]
        )
    found = {hand}
    for _ in range(part):
        found = {
            tuple(n - (at == kind) for at, n in enumerate(each))  # type: ignore[misc]
            for each in found
            for kind in range(3)
            if each[kind]
        }
    return frozenset(found)


def less(bank: Gold, hand: Gold) -> Gold | None:
    left = (bank[0] - hand[0], bank[1] - hand[1], bank[2] - hand[2])
    return left if min(left) >= 0 else None


@cache
def gains(bank: Gold, parts: Vector) -> frozenset[Gold]:
    """List the hands out of a bank that can be handed out so."""
    banks = {bank}
    for part in parts:
        banks = {left for each in banks for left in after(each, part)}
    return frozenset((bank[0] - a, bank[1] - b, bank[2] - c) for a, b, c in banks)


class Search:
    """A walk from seat to seat: some deal of each round that gives each player what is known."""

    def __init__(
        self, rounds: Sequence[frozenset[Vector]], options: Any, total: Gold | None
    ) -> None:
        """``options`` lists the hands of a seat for its parts; ``total``, if any, is used up."""
        self.options, self.total = options, total
        self.rounds = rounds
        self.dead: set[Any] = set()

    def run(self, bank: Gold) -> bool:
        return self._from(0, tuple(self.rounds), bank)

    def _from(self, seat: int, rounds: tuple[frozenset[Vector], ...], bank: Gold) -> bool:
        if any(not each for each in rounds):
            return False
        if all(() in each for each in rounds):
            return self.total is None or bank == self.total
        key = (rounds, bank)
        if key in self.dead:
            return False
        for parts in self._heads(rounds):
            rest = tuple(
                frozenset(vector[1:] for vector in each if vector[0] == part)
                for each, part in zip(rounds, parts, strict=True)
            )
            for hand in self.options(seat, parts, bank):
                left = less(bank, hand)
                if left is not None and self._from(seat + 1, rest, left):
                    return True
        self.dead.add(key)
        return False

    def _heads(self, rounds: tuple[frozenset[Vector], ...]) -> list[Vector]:
        heads: list[Vector] = [()]
        for each in rounds:
            heads = [(*head, part) for head in heads for part in sorted({v[0] for v in each})]
        return heads


class Final(NamedTuple):
    """A final table as far as it is told."""

    house: House
    rounds: tuple[Told, ...]
    hands: tuple[Gold | None, ...]
    owed: tuple[int | None, ...]


def possible(table: Final) -> bool:
    """Tell whether some play ends so."""
    known = [hand for hand in table.hands if hand]
    if any(sum(hand[kind] for hand in known) > BOX[kind] for kind in range(3)):
        return False
    return exactly(table) or with_debts(table)


def exactly(table: Final) -> bool:
    if any(table.owed):
        return False

    def options(seat: int, parts: Vector, bank: Gold) -> list[Gold]:
        hand = table.hands[seat]
        if hand is None:
            return sorted(gains(bank, parts))
        return [hand] if pays(hand, parts) else []

    def relaxed(seat: int, parts: Vector, bank: Gold) -> list[Gold]:
        hand = table.hands[seat]
        return [NOTHING] if hand is None or pays(hand, parts) else []

    rounds = [vectors(table.house, told) for told in table.rounds]
    if not Search(rounds, relaxed, None).run(BOX):
        return False
    return None not in table.hands or Search(rounds, options, None).run(BOX)


@cache
def blocked_ways(bank: Gold, each: int, waiting: int) -> frozenset[tuple[Any, ...]]:
    """List the ways to pay one after the other in which somebody is owed or changes money."""
    return frozenset(
        way for way in _all_ways(bank, each, waiting) if "owed" in way or "changed" in way
    )


def _all_ways(bank: Gold, each: int, waiting: int) -> Iterator[tuple[Any, ...]]:
    if not waiting:
        yield ()
        return
    for hand in payments(each):
        left = less(bank, hand)
        if left is not None:
            yield from ((hand, *rest) for rest in _all_ways(left, each, waiting - 1))
    if not is_payable(bank, each, waiting):
        yield from (("owed", *rest) for rest in _all_ways(bank, each, waiting - 1))
        for choice in range(2 ** (waiting - 1)):
            others = ["owed" if choice >> n & 1 else "changed" for n in range(waiting - 1)]
            yield ("changed", *others)


def with_debts(table: Final) -> bool:
    """Try every bank before the last round, all saboteurs, every order, every way to pay them."""
    told, house = table.rounds[-1], table.house
    if told.get("won") == "diggers" or "connector" in told:
        return False
    before = [vectors(house, each) for each in table.rounds[:-1]]
    last = sorted(v for v in vectors(house, {**told, "won": "saboteurs"}) if any(v))
    for bank in blocked_banks(max(-min(v) for v in last), max(map(len, last))) if last else ():
        if not gains_of(house, tuple(before), less(BOX, bank)):
            continue
        for vector in last:
            paid_seats = [seat for seat, part in enumerate(vector) if part]
            each = -vector[paid_seats[0]]
            seen = set()
            for way in blocked_ways(bank, each, len(paid_seats)):
                for first in range(len(paid_seats)):
                    order = paid_seats[first:] + paid_seats[:first]
                    labels = tuple(sorted(zip(order, way, strict=True)))
                    if "changed" in way:  # then it does not matter who took which cards
                        labels = tuple(
                            (seat, label if label == "owed" else "changed")
                            for seat, label in labels
                        )
                    if labels not in seen:
                        seen.add(labels)
                        if _so_paid(table, before, bank, each, dict(labels)):
                            return True
    return False


@cache
def blocked_banks(each: int, seats: int) -> tuple[Gold, ...]:
    """List the banks that cannot pay somebody, for any number of saboteurs."""
    ones, twos, threes = (range(most + 1) for most in BOX)
    return tuple(
        (a, b, c)
        for a in ones
        for b in twos
        for c in threes
        if any(blocked_ways((a, b, c), PAY[k], k) for k in saboteurs_in_play(seats) if k)
    )


@cache
def gains_of(house: House, before: tuple[frozenset[Vector], ...], used: Gold) -> bool:
    """Tell whether the rounds before can have paid just these cards, whoever got them."""
    sums = {
        (
            *sorted(part for v in pair for part in v if part < 0),
            sum(part for v in pair for part in v if part > 0),
        )
        for pair in _pairs(before)
    }
    return any(pays(used, each) for each in sums)


def _pairs(before: tuple[frozenset[Vector], ...]) -> Iterator[tuple[Vector, ...]]:
    kinds = [{tuple(sorted(vector)): vector for vector in each} for each in before]
    for first in kinds[0].values():
        for second in kinds[1].values():
            yield first, second


def _so_paid(
    table: Final, before: list[frozenset[Vector]], bank: Gold, each: int, labels: dict[int, Any]
) -> bool:
    is_changed = "changed" in labels.values()
    for seat, owed in enumerate(table.owed):
        if owed is not None and owed != (each if labels.get(seat) == "owed" else 0):
            return False
    unknown = [seat for seat, hand in enumerate(table.hands) if hand is None]
    if is_changed and unknown:
        out = [sum(hand[kind] for hand in table.hands if hand) for kind in range(3)]
        if BOX[0] - out[0] < 2 * len(unknown):
            raise NotImplementedError  # which nuggets the others can show is not looked at

    def options(seat: int, parts: Vector, supply: Gold) -> list[Gold]:
        hand, label = table.hands[seat], labels.get(seat)
        if hand is None:
            return sorted(gains(supply, parts))
        if not is_changed:
            had = less(hand, label) if isinstance(label, tuple) else hand
            return [had] if had is not None and pays(had, parts) else []
        nuggets = worth(hand) - (each if label == "changed" else 0)
        return [had for had in gains(supply, parts) if worth(had) == nuggets]

    used = less(BOX, bank)
    assert used is not None
    return Search(before, options, NOTHING).run(used)


# Games by chance


def played(draw: Random, house: House) -> tuple[Final, bool]:
    """Play three rounds by chance, and tell all of it; also whether money was changed."""
    hands, owed, bank = [NOTHING] * house.seats, [0] * house.seats, BOX
    told: list[dict[str, Any]] = []
    is_changed = False
    likes_threes = draw.random() < 3 / 4
    odds = draw.choice((0.2, 0.5, 0.8))
    all_deals = list(deals(house))
    for number in range(3):
        saboteurs, selfish = draw.choice(all_deals)
        loses = draw.random() < (odds if number < 2 else 1 - odds)
        result: dict[str, Any] = {"saboteurs": saboteurs}
        if house.has_selfish:
            result["selfish"] = -1 if selfish is None else selfish
        if loses:
            connector = draw.randrange(house.seats)
            others = [seat for seat in range(house.seats) if seat != connector]
            broken = draw.sample(others, min(len(others), 9, draw.choice((0, 0, 1, 2, 5, 9))))
            result |= {"won": "diggers", "connector": connector, "broken": tuple(sorted(broken))}
            vector = shared(house, saboteurs, selfish, connector, broken)
            order = sorted(seat for seat in range(house.seats) for _ in range(max(vector[seat], 0)))
            for seat in order:
                kinds = [kind for kind in range(3) if bank[kind]]
                weights = [
                    (1, 1, 6)[kind] if likes_threes and number < 2 else bank[kind] for kind in kinds
                ]
                kind = draw.choices(kinds, weights)[0]
                card = tuple(int(at == kind) for at in range(3))
                hands[seat] = _plus(hands[seat], card)
                bank = less(bank, card)  # type: ignore[arg-type, assignment]
            takers, each = (
                [seat for seat in range(house.seats) if vector[seat] < 0],
                SELFISH_NUGGETS,
            )
        else:
            result["won"] = "saboteurs"
            takers, each = list(saboteurs), PAY[len(saboteurs)]
            turn = draw.randrange(len(takers)) if takers else 0
            takers = takers[turn:] + takers[:turn]
        for at, seat in enumerate(takers):
            ways = [hand for hand in payments(each) if less(bank, hand)]
            choices: list[Any] = [max(ways)] * 3 + ways if ways else []
            if is_changed or not is_payable(bank, each, len(takers) - at):
                choices += ["owed", "changed"] * 2
            choice = draw.choice(choices)
            if choice == "owed":
                owed[seat] += each
            elif choice == "changed" or is_changed:
                is_changed = True
                hands[seat] = _plus(hands[seat], (each, 0, 0))  # any cards; see below
            else:
                hands[seat] = _plus(hands[seat], choice)
                bank = less(bank, choice)  # type: ignore[assignment]
        told.append(result)
    if is_changed:
        hands = _any_cards(draw, [worth(hand) for hand in hands])
    return Final(house, tuple(told), tuple(hands), tuple(owed)), is_changed


def _any_cards(draw: Random, nuggets: list[int]) -> list[Gold]:
    """Give everybody these nuggets in any cards that the box has together."""
    while True:
        bank, hands = BOX, []
        for each in nuggets:
            fitting = [hand for hand in payments(each) if less(bank, hand) is not None]
            if not fitting:
                break
            hands.append(draw.choice(fitting))
            bank = less(bank, hands[-1])  # type: ignore[assignment]
        if len(hands) == len(nuggets):
            return hands


def _plus(hand: Gold, other: Sequence[int]) -> Gold:
    return (hand[0] + other[0], hand[1] + other[1], hand[2] + other[2])


def slipped(draw: Random, table: Final) -> Final:
    """Let one slip happen to what is told."""
    hands, owed = list(table.hands), list(table.owed)
    rounds = [dict(each) for each in table.rounds]
    seats = range(table.house.seats)
    one, other = draw.sample(seats, 2)
    kind = draw.randrange(3)
    what = draw.choice(
        ("more", "less", "pass", "kind", "owed", "connector", "saboteur", "broken", "swap", "won")
    )
    told = draw.choice(rounds)
    card = CARDS[kind]
    had, others = hands[one], hands[other]
    if what in {"more", "pass"} and had is not None:
        hands[one] = _plus(had, card)
    if what in {"less", "pass"} and others is not None:
        hands[other] = less(others, card) or others
    if what == "kind" and had and (left := less(had, card)):
        hands[one] = _plus(left, tuple(int(at == (kind + 1) % 3) for at in range(3)))
    if what == "owed":
        owed[one] = draw.choice((0, 2, 3, 3, 4, 1))
    if what == "connector" and "connector" in told:
        told["connector"] = one
    if what == "saboteur" and told.get("saboteurs"):
        told["saboteurs"] = tuple(sorted({*told["saboteurs"][1:], one}))
    if what == "broken" and "broken" in told:
        told["broken"] = tuple(sorted({*told["broken"]} ^ {one}))
    if what == "swap":
        hands[one], hands[other] = hands[other], hands[one]
    if what == "won" and "won" in told:
        told["won"] = "saboteurs" if told["won"] == "diggers" else "diggers"
    return Final(table.house, tuple(rounds), tuple(hands), tuple(owed))


def in_part(draw: Random, table: Final, most_hidden: int) -> Final:
    """Leave out some of what is told."""
    keep = draw.choice((0.0, 0.5, 0.9, 1.0))
    rounds = tuple(
        {key: each for key, each in told.items() if draw.random() < keep} for told in table.rounds
    )
    hands, owed = list(table.hands), list(table.owed)
    for seat in draw.sample(range(table.house.seats), draw.randint(0, most_hidden)):
        hands[seat] = None
    if draw.random() < 1 / 4:
        owed = [None if draw.random() < 1 / 3 else each for each in owed]
    return Final(table.house, rounds, tuple(hands), tuple(owed))
