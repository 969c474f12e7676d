"""A walk around the circle that keeps account of the cards, for where the bank matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from referee.games.saboteur.model.hands import Hand, Sums, plus
from referee.games.saboteur.model.patterns import Part, Pattern
from referee.games.saboteur.model.walk import Parts, options


class Paid(NamedTuple):
    """What was paid to the seats so far.

    ``used`` are cards known one by one; ``cards`` and ``sums`` are paid to those whose gold is
    not known. ``worths`` is what each of these shows in the end, where that matters.
    """

    used: Hand
    cards: int
    sums: Sums
    worths: Sums = ()


Given: TypeAlias = Callable[[int, Parts], Iterable[Paid]]


def traced(seats: int, three: Sequence[Pattern], given: Given, bound: Hand) -> set[Paid]:
    """Walk the circle seat by seat, and give all that can have been paid at its end.

    ``given`` lists what the parts of a seat pay; what uses more cards than ``bound`` is dropped.
    """
    states = {(0,) * len(three): {Paid((0,) * len(bound), 0, ())}}
    for seat in range(seats):
        after: dict[tuple[int, ...], set[Paid]] = {}
        known: dict[Parts, list[Paid]] = {}
        can = [set(options(each, seat)) for each in three]
        for state, paid in states.items():
            choices = (
                {0, _next_part(each, at)} & here
                for each, at, here in zip(three, state, can, strict=True)
            )
            for parts in product(*choices):
                then = tuple(at + bool(part) for at, part in zip(state, parts, strict=True))
                if not _is_counted(three, seat, then):
                    continue
                if parts not in known:
                    known[parts] = list(given(seat, parts))
                for more in known[parts]:
                    after.setdefault(then, set()).update(
                        each for old in paid if (each := _added(old, more, bound))
                    )
        states = after
    return states.get(tuple(len(each.parts) for each in three), set())


def _next_part(pattern: Pattern, at: int) -> Part:
    return pattern.parts[at] if at < len(pattern.parts) else 0


def _is_counted(three: Sequence[Pattern], seat: int, state: tuple[int, ...]) -> bool:
    return all(
        each.counted is None or each.counted[0] != seat or at in each.counted[1]
        for each, at in zip(three, state, strict=True)
    )


def _added(old: Paid, more: Paid, bound: Hand) -> Paid | None:
    used = plus(old.used, more.used)
    if any(n > most for n, most in zip(used, bound, strict=True)):
        return None
    sums = tuple(sorted((*old.sums, *more.sums)))
    worths = tuple(sorted((*old.worths, *more.worths)))
    return Paid(used, old.cards + more.cards, sums, worths)
