"""Gold cards by the nuggets printed on them, and ways to pay with them exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.games.saboteur.keys import GOLD_CARDS, NUGGETS

Stock: TypeAlias = Mapping[int, int]
"""How many cards there are of each printed number of nuggets, the highest first."""
Cards: TypeAlias = tuple[int, ...]
"""The nuggets printed on several cards, highest first."""


def box(book: Rulebook) -> dict[int, int]:
    """Count the gold cards of the box by their nuggets. Cites: SAB-1.4."""
    cards, worth = book[GOLD_CARDS], book[NUGGETS]
    return {worth[kind]: cards[kind] for kind in sorted(cards, key=worth.__getitem__, reverse=True)}


def left(stock: Stock, taken: Iterable[int]) -> dict[int, int]:
    """Count what is left of a stock, as far as there is anything to take.

    >>> left({3: 4, 2: 8, 1: 16}, (3, 3, 1))
    {3: 2, 2: 8, 1: 15}
    """
    cards = tuple(taken)
    return {value: max(0, count - cards.count(value)) for value, count in stock.items()}


@cache
def ways_to_pay(amount: int, values: Cards) -> tuple[Cards, ...]:
    """List the ways to make up an amount, fewest cards first; nothing is made up of no card.

    >>> ways_to_pay(4, (3, 2, 1))
    ((3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    return tuple(sorted(_ways(amount, values), key=lambda cards: (len(cards), _highest(cards))))


def _highest(cards: Cards) -> tuple[int, ...]:
    return tuple(-value for value in cards)


def _ways(amount: int, values: Sequence[int]) -> Iterator[Cards]:
    if not amount:
        yield ()
        return
    for index, value in enumerate(values):
        if 0 < value <= amount:
            for rest in _ways(amount - value, values[index:]):
                yield (value, *rest)


def payable(stock: Stock, cards: Iterable[int]) -> bool:
    """Whether a stock holds these cards.

    >>> payable({3: 1, 1: 1}, (3, 1)), payable({3: 1, 1: 1}, (1, 1))
    (True, False)
    """
    wanted = tuple(cards)
    return all(wanted.count(value) <= stock.get(value, 0) for value in wanted)


def exact_payments(stock: Stock, times: int, amount: int) -> tuple[Cards, ...] | None:
    """Find a way to pay an amount several times out of a stock, or None where there is none.

    The dearest cards go first. Cites: SAB-7.7.

    >>> exact_payments({3: 2, 2: 8, 1: 0}, 3, 3) is None
    True
    >>> exact_payments({3: 1, 2: 1, 1: 1}, 2, 3)
    ((3,), (2, 1))
    """
    if not times:
        return ()
    if sum(value * count for value, count in stock.items()) < times * amount:
        return None
    values = tuple(sorted((value for value in stock if value), reverse=True))
    return _payments(left(stock, ()), times, ways_to_pay(amount, values))


def _payments(stock: Stock, times: int, ways: tuple[Cards, ...]) -> tuple[Cards, ...] | None:
    """Pay in the order of ``ways``: whoever comes later is never paid by an earlier way."""
    if not times:
        return ()
    for index, way in enumerate(ways):
        if payable(stock, way):
            rest = _payments(left(stock, way), times - 1, ways[index:])
            if rest is not None:
                return (way, *rest)
    return None


def nuggets(n: int) -> Say:
    """Word a number of nuggets.

    >>> str(nuggets(1)), str(nuggets(4))
    ('1 nugget', '4 nuggets')
    """
    return plural(n, "{n} nugget", "{n} nuggets")


def gold_cards(n: int) -> Say:
    """Word a number of gold cards.

    >>> str(gold_cards(1)), str(gold_cards(5))
    ('1 gold card', '5 gold cards')
    """
    return plural(n, "{n} gold card", "{n} gold cards")


def cards_words(cards: Cards) -> str:
    """Write gold cards by their values.

    >>> cards_words((3, 1)), cards_words(())
    ('3+1', 'none')
    """
    return "+".join(map(str, cards)) or "none"
