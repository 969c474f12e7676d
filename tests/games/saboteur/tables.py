"""Final tables of games played by chance, told in part, and with a slip; it imports none of ours.

A table is a list of seats; gold is counted in ones, twos and combined; what is None is not known. A
round is a map with any of ``won``, ``saboteurs``, ``connector``, ``broken`` and ``selfish`` (a
seat, or -1 for the card left over).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count
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
Parts: TypeAlias = tuple[int, ...]
"""For each seat so many cards, or less than 0, exactly so many nuggets."""
NOTHING: Gold = (0, 0, 0)
CARDS: tuple[Gold, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class House(NamedTuple):
    """How many play, and by which house rules."""

    seats: int
    edition: str = "players"
    go_empty: bool = False
    has_selfish: bool = False


class Final(NamedTuple):
    """A final table as far as it is told."""

    house: House
    rounds: tuple[Told, ...]
    hands: tuple[Gold | None, ...]
    owed: tuple[int | None, ...]


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
) -> Parts:
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


def paid(house: House, saboteurs: Sequence[int]) -> Parts:
    """Pay each saboteur the same."""
    each = PAY[len(saboteurs)]
    return tuple(-each if seat in saboteurs else 0 for seat in range(house.seats))


def less(bank: Gold, hand: Gold) -> Gold | None:
    left = (bank[0] - hand[0], bank[1] - hand[1], bank[2] - hand[2])
    return left if min(left) >= 0 else None


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
            parts = shared(house, saboteurs, selfish, connector, broken)
            order = sorted(seat for seat in range(house.seats) for _ in range(max(parts[seat], 0)))
            for seat in order:
                kinds = [kind for kind in range(3) if bank[kind]]
                weights = [
                    (1, 1, 6)[kind] if likes_threes and number < 2 else bank[kind] for kind in kinds
                ]
                kind = draw.choices(kinds, weights)[0]
                card = tuple(int(at == kind) for at in range(3))
                hands[seat] = _plus(hands[seat], card)
                bank = less(bank, card)  # type: ignore[arg-type, assignment]
            takers = [seat for seat in range(house.seats) if parts[seat] < 0]
            each = SELFISH_NUGGETS
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


def fell_short(seats: int) -> Iterator[Final]:
    """Give tables after a bank that fell short, told in part, every second with a slip."""
    for seed in count():
        draw = Random(1000 * seats + seed)
        full, is_changed = played(draw, House(seats, draw.choice(("players", "players", "miners"))))
        if is_changed or any(full.owed):
            table = in_part(draw, full, draw.choice((0, 0, 1, 3)))
            yield slipped(draw, table) if seed % 2 else table


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
