"""Last rounds in which the bank cannot pay everybody exactly.

Then somebody is owed, or money was changed and only the nuggets have to agree. Cites: SAB-7.8.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache, partial, reduce
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from referee.games.saboteur.model.gold import CHANGED, OWED, PAID
from referee.games.saboteur.model.three_rounds.hands import (
    Hand,
    Label,
    Order,
    Values,
    handfuls,
    less,
    made_of,
    may_go_short,
    minus,
    plus,
    short_orders,
    ways,
    worth,
)
from referee.games.saboteur.model.three_rounds.table import Pattern, Seat, Table, patterns
from referee.games.saboteur.model.three_rounds.walk import (
    Cards,
    Group,
    JointPayments,
    Parts,
    Payments,
    PlacedPatterns,
    Places,
    PossiblePayments,
    SeatPayments,
    SeparatePayments,
    StateSpace,
    Total,
    Walk,
    groups_of,
    options,
)


@lru_cache(maxsize=64)
def labels(values: Values, each: int) -> tuple[Label | None, ...]:
    """Return all labels of a payment in the last round; the first means no payment."""
    return (None, *ways(values, (each,) * len(values), each), OWED, CHANGED, PAID)


def paid_by(label: Label | None, each: int) -> int:
    """Return the nuggets paid with this label."""
    return 0 if label in {None, OWED} else each


@lru_cache(maxsize=1 << 15)
def payments_with_shortfall(
    seat: Seat, box: Hand, can: tuple[Parts, ...], each: int, *, is_changed: bool
) -> Payments:
    """Return what a seat can get of two rounds and a last one that fell short, paying ``each``.

    After a change the cards are those paid by the first two rounds; after a debt alone, those of a
    player whose gold is unknown. A part of the last round is an index of its ``labels``.
    """
    *before, last = can
    how = labels(seat.values, each)
    none = (0,) * len(box)
    paid = tuple(part for part in last if _fits_record(seat, how[part], each))
    if seat.hand is None:
        in_cards = (
            tuple(
                (part, cards)
                for part in offered
                if (need := seat.need(index, part)) and (cards := need.hands(seat.values, box))
            )
            for index, offered in enumerate(before)
        )
        taken = ((part, none if is_changed else _cards_in(how[part], none)) for part in paid)
        return SeparatePayments((*in_cards, tuple((part, (cards,)) for part, cards in taken)))
    fits = _before_change if is_changed else _before_debt
    return JointPayments(
        tuple(
            ((*parts, part), cards)
            for parts in product(*before)
            for part in paid
            if (cards := fits(seat, box, parts, how[part], each))
        )
    )


def _fits_record(seat: Seat, label: Label | None, each: int) -> bool:
    owes = each if label == OWED else 0
    return seat.owed in {None, owes} and seat.label_fits(label)


def _cards_in(label: Label | None, none: Hand) -> Hand:
    return label if isinstance(label, tuple) else none


def _before_debt(seat: Seat, box: Hand, parts: Parts, label: Label | None, _each: int) -> Cards:
    """Return the empty hand if two rounds can have paid the rest of the known hand, or nothing."""
    none = (0,) * len(box)
    rest = minus(seat.hand or none, _cards_in(label, none))
    return () if rest is None or not seat.splits_as(rest, parts) else (none,)


def _before_change(seat: Seat, box: Hand, parts: Parts, label: Label | None, each: int) -> Cards:
    """Return the hands that two rounds can have paid, with as many nuggets as the known hand."""
    nuggets = worth(seat.values, seat.hand or ()) - paid_by(label, each)
    return _of_worth(seat, box, parts, nuggets)


@lru_cache(maxsize=1 << 15)
def _of_worth(seat: Seat, box: Hand, parts: Parts, nuggets: int) -> Cards:
    """Return the hands of exactly so many nuggets that these parts can have paid."""
    need = seat.need_in_all(parts)
    found = need.hands(seat.values, box) if need else ()
    return tuple(hand for hand in found if worth(seat.values, hand) == nuggets)


SeatedOrder: TypeAlias = tuple[Order, tuple[int, frozenset[int]] | None]
"""How saboteurs are paid in order of seating, and what ``Pattern.counted`` says of the start."""


class Shortfall(PlacedPatterns):
    """The same payments of a last round that fell short, in several orders of seating."""

    def __init__(self, values: Values, each: int, seated: Collection[SeatedOrder]) -> None:
        """Take orders that have the same labels."""
        order = next(iter(seated))[0]
        known = labels(values, each)
        self.is_changed: Final = CHANGED in order or PAID in order
        self.debts: Final = order.count(OWED)
        self.paid: Final = [label for label in order if isinstance(label, tuple)]
        self.patterns = [
            Pattern(tuple(map(known.index, order)), counted=counted) for order, counted in seated
        ]


class Bank(NamedTuple):
    """A full bank, and how many players are paid ``each`` out of what is left of it."""

    values: Values
    box: Hand
    each: int
    number: int


@lru_cache(maxsize=4096)
def shortfalls(
    bank: Bank,
    last: int | None,
    is_alike: bool,  # noqa: FBT001 - a key
    before: Total,
) -> tuple[tuple[Shortfall, frozenset[Hand]], ...]:
    """Return the shortfalls possible after rounds with this total, each with the cards out then.

    If it ``is_alike`` who took which cards, because nobody recorded it, a change counts as one way.
    """
    paid = frozenset(made_of(bank.values, bank.box, *before))
    left = (minus(bank.box, used) for used in paid)
    if not any(each and may_go_short(bank.values, each, bank.each, bank.number) for each in left):
        return ()  # the bank can pay everybody, as nearly always: no need to list all shortfalls
    found = ((short, used & paid) for short, used in _all_shortfalls(bank, last, is_alike))
    return tuple((short, out) for short, out in found if out)


@lru_cache(maxsize=256)
def _all_shortfalls(
    bank: Bank,
    last: int | None,
    is_alike: bool,  # noqa: FBT001 - a key
) -> list[tuple[Shortfall, frozenset[Hand]]]:
    """Return all shortfalls; orders of the same labels after the same cards are one shortfall."""
    values, box, each, number = bank
    used_by: dict[tuple[Order, SeatedOrder], set[Hand]] = defaultdict(set)
    for left in handfuls(box):
        used = less(box, left)
        for order in short_orders(values, left, each, number):
            for seated in _seated(order, last, is_alike=is_alike):
                used_by[tuple(sorted(seated[0], key=str)), seated].add(used)
    alike: dict[tuple[Order, frozenset[Hand]], list[SeatedOrder]] = defaultdict(list)
    for (order, seated), hands in used_by.items():
        alike[order, frozenset(hands)].append(seated)
    return [(Shortfall(values, each, seated), used) for (_, used), seated in alike.items()]


def _seated(order: Order, last: int | None, *, is_alike: bool) -> Iterator[SeatedOrder]:
    """Yield an order by seats: the player who used the last card chooses first, then clockwise."""
    if CHANGED in order and is_alike:  # then it does not matter who took which cards
        order = tuple(label if label == OWED else PAID for label in order)
    for before in range(len(order)):
        counted = None
        if last:
            # With nobody or everybody before that seat, the order begins in the same place.
            counted = (last - 1, frozenset({before} if before else {0, len(order)}))
        elif last == 0 and before:
            continue
        yield order[len(order) - before :] + order[: len(order) - before], counted


def can_show(table: Table, walk: Walk, ends: Iterable[int], each: int) -> bool:
    """Whether a way to one of these ends leaves the cards that the unknown hands need."""
    space = walk.space
    values, how, dead = table.values, labels(table.values, each), set()
    packed = list(map(space.packed, walk.states))
    moves = list(map(space.moves, walk.payments))

    @cache
    def before(seat: int, at: int) -> set[tuple[int, Parts, Hand]]:
        return space.before(at, moves[seat], packed[seat])

    def is_shown(seat: int, at: int, left: Hand) -> bool:
        """Whether some way leads to a state, if the box has these cards for the seats before."""
        if seat < 0:
            return True
        if (seat, at, left) in dead:
            return False
        for origin, parts, hand in before(seat, at):
            banks = [left]
            if seat in table.unknown:
                shown = ways(values, left, worth(values, hand) + paid_by(how[parts[-1]], each))
                banks = [rest for way in shown if (rest := minus(left, way)) is not None]
            if any(is_shown(seat - 1, origin, rest) for rest in banks):
                return True
        dead.add((seat, at, left))
        return False

    return any(is_shown(table.rules.seats - 1, end, table.unshown) for end in ends)


class _LastRound(NamedTuple):
    """A last round that falls short, for a number of saboteurs, with or without a change."""

    each: int
    is_changed: bool
    offered: tuple[Parts, ...]
    """The parts offered to each seat."""
    unordered: Places
    debts: range
    """How many players may be owed."""
    short_after: Callable[[Total], tuple[tuple[Shortfall, frozenset[Hand]], ...]]
    """Returns the shortfalls after rounds with a total, each with the cards out then."""


class _FirstRounds(NamedTuple):
    """The two rounds before the last, and what they pay in all."""

    groups: tuple[Group, Group]
    total: Total


def is_paid_short(table: Table) -> bool:
    """Whether three rounds can pay the table with somebody owed, or after money was changed.

    Only the last round can fall short. Cites: SAB-7.8.
    """
    firsts = _first_rounds(table)
    return any(_ends_short(table, last, firsts) for last in _last_rounds(table, firsts))


@lru_cache(maxsize=512)
def possible_debts(table: Table) -> tuple[int, ...]:
    """Return the debts that the last round may leave; none if the bank can always pay."""
    lasts = _last_rounds(table, _first_rounds(table))
    return tuple(dict.fromkeys(last.each for last in lasts))


def _first_rounds(table: Table) -> list[_FirstRounds]:
    if any(each and each.unpaid for each in table.taken[:-1]):
        return []
    first, second = (groups_of(table.rules, each) for each in table.rounds[:-1])
    return [
        _FirstRounds((one, two), Total.of((one.patterns[0], two.patterns[0])))
        for at, one in enumerate(first)
        for two in (second[at:] if table.alike[0] else second)
    ]


def _ends_short(table: Table, last: _LastRound, firsts: list[_FirstRounds]) -> bool:
    how = partial(payments_with_shortfall, each=last.each, is_changed=last.is_changed)
    possible = PossiblePayments(table, how)
    return any(_is_paid_by(table, last, first, possible) for first in firsts)


def _is_paid_by(
    table: Table, last: _LastRound, first: _FirstRounds, possible: PossiblePayments
) -> bool:
    """Whether two rounds and a last one that falls short can pay the known gold."""
    found = [
        (short, some)
        for short, used in last.short_after(first.total)
        if (some := _sought(table, last, short, used))
    ]
    offered = [*(each.options for each in first.groups), last.offered]
    payments = possible.payments(offered) if found else None
    unordered = [*(each.unordered for each in first.groups), last.unordered]
    if not payments or not StateSpace(unordered).walked(payments):
        return False
    return any(_is_laid_out(table, last, first, each, payments) for each in found)


def _sought(table: Table, last: _LastRound, short: Shortfall, used: frozenset[Hand]) -> list[Hand]:
    """Return the hands that a walk must end with, by the cards ``used`` before the last round.

    After a debt alone these are the cards of players whose gold is unknown; after a change, all
    that the first two rounds paid.
    """
    if short.is_changed != last.is_changed or short.debts not in last.debts:
        return []
    if last.is_changed:
        number = len(short.patterns[0].parts) - short.debts
        least = worth(table.values, table.known) - last.each * number
        nuggets = {each: worth(table.values, each) for each in used}
        return [n for n in used if nuggets[n] == least or (table.unknown and nuggets[n] > least)]
    paid = reduce(plus, short.paid, table.no_cards)
    found = [rest for each in used if (rest := minus(plus(each, paid), table.shown)) is not None]
    return found if table.unknown else [rest for rest in found if not any(rest)]


def _is_laid_out(
    table: Table,
    last: _LastRound,
    first: _FirstRounds,
    found: tuple[Shortfall, list[Hand]],
    payments: SeatPayments,
) -> bool:
    """Whether the rounds fit the circle of players with these cards out before the last round."""
    short, used = found
    space = StateSpace([*(each.places for each in first.groups), short.places])
    states = space.walked(payments)
    if not states or not (table.unknown or last.is_changed):
        return bool(states)
    most = tuple(map(max, zip(*used, strict=True)))
    if not table.unknown or not first.total.cards or not first.total.sums:
        most = most[:-1]  # how many cards of the last value follows from the total
    unordered = StateSpace([*(each.unordered for each in first.groups), short.unordered], most)
    if not unordered.ends(unordered.walked(payments), used):
        return False
    ways = zip(*space.ways(states), strict=True)
    rounds = [
        Places([each.patterns[n] for n in sorted(set(used_patterns))])
        for each, used_patterns in zip((*first.groups, short), ways, strict=True)
    ]
    walk = StateSpace(rounds, most).walk(payments)
    ends = walk.space.ends(walk.states[-1], used)
    return bool(ends) and (_can_surely_show(table, last) or can_show(table, walk, ends, last.each))


def _can_surely_show(table: Table, last: _LastRound) -> bool:
    """Whether players of unknown gold can certainly make up any nuggets with the cards left.

    A player who takes threes first and then a two needs at most one card of 1, and another one
    if no twos are left. After a debt alone they show exactly what they were paid.
    """
    players = len(table.unknown)
    if not last.is_changed or not players:
        return True
    if table.values != (3, 2, 1):
        return False
    _, twos, ones = table.unshown
    return ones >= players + max(0, players - twos)


def _last_rounds(table: Table, firsts: list[_FirstRounds]) -> Iterator[_LastRound]:
    """Yield the ways in which the last round can fall short, if debts and record agree."""
    report, rules = table.rounds[-1], table.rules
    if not firsts or report.diggers_won or report.connector is not None:
        return
    owing = {n for n in table.owed if n}
    least = sum(map(bool, table.owed))
    debts = range(least, least + table.owed.count(None) + 1)
    for pattern in patterns(rules, report):
        each, number = -pattern.parts[0] if pattern.parts else 0, len(pattern.parts)
        if each <= 0 or pattern.sums != (each,) * number or not owing <= {each}:
            continue
        bank = Bank(table.values, table.box, each, number)
        how = partial(shortfalls, bank, report.last, table.taken[-1] is None)
        if any(how(first.total) for first in firsts):
            known = range(1, len(labels(table.values, each)))
            any_label = Pattern(tuple(known), pattern.must, pattern.never)
            offered = tuple(options(any_label, seat) for seat in range(rules.seats))
            unordered = Places([Pattern((1,) * number), any_label], in_any_order=True)
            for is_changed in (False, True):
                yield _LastRound(each, is_changed, offered, unordered, debts, how)
