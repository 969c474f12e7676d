"""A walk around the circle that keeps account of the cards, for where the bank matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from referee.games.saboteur.model.hands import Hand, Sums
from referee.games.saboteur.model.patterns import Part, Pattern
from referee.games.saboteur.model.walk import Parts, options

State: TypeAlias = tuple[int, ...]
"""How many have got something so far, in each round."""


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


def traced(three: Sequence[Pattern], seats: int, given: Given, bound: Hand) -> set[Paid]:
    """Walk the circle seat by seat, and give all that can have been paid at its end.

    ``given`` lists what the parts of a seat pay; what uses more cards than ``bound`` is dropped.
    """
    states = {(0,) * len(three): {Paid((0,) * len(bound), 0, ())}}
    for seat in range(seats):
        after: dict[State, set[Paid]] = {}
        known: dict[Parts, list[Paid]] = {}
        can = [set(options(each, seat)) for each in three]
        counted = [
            (turn, each.counted[1])
            for turn, each in enumerate(three)
            if each.counted and each.counted[0] == seat
        ]
        for state, paid in states.items():
            choices = (
                {0, _next_part(each, at)} & here
                for each, at, here in zip(three, state, can, strict=True)
            )
            for parts in product(*choices):
                if parts not in known:
                    known[parts] = list(given(seat, parts))
                then = tuple(at + bool(part) for at, part in zip(state, parts, strict=True))
                if known[parts] and all(then[turn] in fitting for turn, fitting in counted):
                    there = after.setdefault(then, set())
                    for more in known[parts]:
                        _add(there, paid, more, bound)
        states = after
    return states.get(tuple(len(each.parts) for each in three), set())


def _next_part(pattern: Pattern, at: int) -> Part:
    return pattern.parts[at] if at < len(pattern.parts) else 0


def _add(there: set[Paid], paid: Iterable[Paid], more: Paid, bound: Hand) -> None:
    """Pay somebody more on top of each way in which others were paid."""
    used, cards, sums, worths = more
    if not any(used) and not cards and not sums and not worths:
        there.update(paid)
        return
    room = tuple(most - n for most, n in zip(bound, used, strict=True))
    for had, had_cards, had_sums, had_worths in paid:
        if all(map(int.__le__, had, room)):
            there.add(
                Paid(
                    tuple(map(int.__add__, had, used)),
                    had_cards + cards,
                    tuple(sorted(had_sums + sums)) if sums else had_sums,
                    tuple(sorted(had_worths + worths)) if worths else had_worths,
                )
            )
