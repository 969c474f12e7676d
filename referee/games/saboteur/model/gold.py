"""Gold cards by the nuggets printed on them, who gets them after a round, and exact payments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, cycle, islice
from typing import Final, TypeAlias

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_key, parse_count, prefix_matches
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import DIGGER, SABOTEUR, SELFISH, has_selfish, saboteurs_in

OWED: Final = "owed"
CHANGED: Final = "changed"
PAID: Final = "paid"
"""Paid by any cards of the exact sum, after somebody changed money."""
GoldSupply: TypeAlias = Mapping[int, int]
"""How many cards there are of each printed number of nuggets, the highest first."""
Cards: TypeAlias = tuple[int, ...]
"""The nuggets printed on several cards, highest first."""


class Variant(api.Struct, frozen=True):
    """By which numbers and options this table hands out gold. Cites: SAB-7.1, SAB-7.5, SAB-8.2."""

    by_miners: bool
    most_shared: int
    pay: tuple[int, ...]
    """What each saboteur takes, by the number of saboteurs, from none on."""
    broken_go_empty: bool
    has_selfish: bool
    selfish_nuggets: int
    selfish_fewer: int

    @classmethod
    def of(cls, book: api.Rulebook, options: api.Options) -> Variant:
        """Read the numbers and options of a table."""
        return cls(
            by_miners=book.option(options, "gold") == "miners",
            most_shared=book[keys.MOST_SHARED],
            pay=tuple(book[keys.SABOTEURS_PAY].values()),
            broken_go_empty=book.option(options, "broken_go_empty") == "yes",
            has_selfish=has_selfish(book, options),
            selfish_nuggets=book[keys.SELFISH_NUGGETS],
            selfish_fewer=book[keys.SELFISH_FEWER],
        )

    def paid_each(self, saboteurs: int) -> int:
        """Return what each of so many saboteurs takes. Cites: SAB-7.5."""
        return self.pay[saboteurs] if saboteurs < len(self.pay) else 0

    def cards_shared(self, seats: int, diggers: int, *, selfish_passed: bool = False) -> int:
        """Count the cards that the diggers share; ``diggers`` are all, the selfish one too.

        Cites: SAB-7.1, SAB-8.2.
        """
        fewer = self.selfish_fewer if selfish_passed else 0
        return min((diggers if self.by_miners else seats) - fewer, self.most_shared)


class Payout(api.Struct, frozen=True):
    """What a round pays: cards kept one by one in this order, or the same sum to some players."""

    order: tuple[Player, ...] = ()
    paid: tuple[Player, ...] = ()
    each: int = 0

    @property
    def takers(self) -> tuple[Player, ...]:
        """List who gets a card or sum, once for each card or sum."""
        return self.order or (self.paid if self.each else ())

    def worded(self, how: str = "") -> Say:
        """Word who gets what; ``how`` it is recorded is open, secret, or empty if unknown."""
        kind = "shared" if self.order else "paid" if len(self.paid) > 1 else "one"
        return Say(
            _PAYOUT_SENTENCES[kind, how],
            first=next(iter(self.order), ""),
            cards=gold_cards(len(self.order)),
            order=self.order,
            players=self.paid,
            nuggets=nuggets(self.each),
        )


_PAYOUT_SENTENCES: Final[Mapping[tuple[str, str], str]] = {
    ("shared", ""): (
        "{first} draws {cards} face down, keeps one and passes the rest on. "
        "Cards are kept in this order: {order}."
    ),
    ("shared", "open"): (
        "What each keeps is noted. {first} draws {cards} face down, keeps one and passes the "
        "rest on. Cards are kept in this order: {order}."
    ),
    ("shared", "secret"): (
        "What each keeps stays secret. {first} draws {cards} face down, keeps one and passes the "
        "rest on. Cards are kept in this order: {order}."
    ),
    ("paid", ""): "{players} each take {nuggets}.",
    ("paid", "open"): "What each keeps is noted. {players} each take {nuggets}.",
    ("paid", "secret"): "What each keeps stays secret. {players} each take {nuggets}.",
    ("one", ""): "{players} takes {nuggets}.",
    ("one", "open"): "What each keeps is noted. {players} takes {nuggets}.",
    ("one", "secret"): "What each keeps stays secret. {players} takes {nuggets}.",
}


def shared_by_diggers(
    variant: Variant,
    seating: tuple[Player, ...],
    roles: Mapping[Player, str],
    connector: Player,
    broken: Collection[Player] = (),
) -> Payout:
    """Return who shares gold after the treasure was reached; ``broken`` have a broken tool.

    They share counter-clockwise from the connector, passing over saboteurs, until no card is left.
    Cites: SAB-7.1 to SAB-7.4, SAB-8.1 to SAB-8.3.
    """
    if roles.get(connector) == SELFISH:
        return Payout(paid=(connector,), each=variant.selfish_nuggets)
    in_play = [roles.get(player, DIGGER) for player in seating]
    diggers = len(in_play) - in_play.count(SABOTEUR)
    cards = variant.cards_shared(len(seating), diggers, selfish_passed=SELFISH in in_play)
    takers = tuple(
        player
        for player in api.clockwise_from(seating, connector, backwards=True)
        if roles.get(player, DIGGER) == DIGGER
        and not (variant.broken_go_empty and player in broken)
    )
    return Payout(order=tuple(islice(cycle(takers), cards)))


def paid_to_saboteurs(
    variant: Variant, seating: tuple[Player, ...], roles: Mapping[Player, str], last: Player
) -> Payout:
    """Return what saboteurs get after the treasure was missed, clockwise from the last player on.

    Cites: SAB-7.5 to SAB-7.7, SAB-7.9.
    """
    saboteurs = saboteurs_in(api.clockwise_from(seating, last), roles)
    return Payout(paid=saboteurs, each=variant.paid_each(len(saboteurs)))


def rules_for_sharing(
    variant: Variant,
    roles: Mapping[Player, str],
    connector: Player,
    broken: Collection[Player] = (),
) -> tuple[str, ...]:
    """List the rules by which the diggers share, those that not every table needs last."""
    dealt = roles.values()
    applies = {
        keys.SABOTEURS_PASSED: SABOTEUR in dealt,
        keys.NO_SABOTEUR: SABOTEUR not in dealt,
        keys.BROKEN_SHARES: bool(broken) and not variant.broken_go_empty,
        keys.BROKEN_GO_EMPTY: bool(broken) and variant.broken_go_empty,
        keys.SELFISH_NUGGETS.rule_id: SELFISH in dealt,
        keys.SELFISH_AND_SABOTEUR: SELFISH in dealt and roles.get(connector) == SABOTEUR,
    }
    first = (keys.MOST_SHARED.rule_id, keys.SHARING)
    return (*first, *(rule for rule, is_needed in applies.items() if is_needed))


def gold_in_box(book: api.Rulebook) -> dict[int, int]:
    """Count the gold cards of the box by their nuggets. Cites: SAB-1.4."""
    cards, worth = book[keys.GOLD_CARDS], book[keys.NUGGETS]
    return {worth[kind]: cards[kind] for kind in sorted(cards, key=worth.__getitem__, reverse=True)}


def left(supply: GoldSupply, taken: Iterable[int]) -> dict[int, int]:
    """Return what is left of a supply without the cards taken; no count falls below 0.

    >>> left({3: 4, 2: 8, 1: 16}, (3, 3, 1))
    {3: 2, 2: 8, 1: 15}
    """
    cards = tuple(taken)
    return {value: max(0, count - cards.count(value)) for value, count in supply.items()}


def holds(supply: GoldSupply, cards: Sequence[int]) -> bool:
    """Whether a supply has these cards.

    >>> holds({3: 1, 1: 1}, (3, 1)), holds({3: 1, 1: 1}, (1, 1))
    (True, False)
    """
    return all(cards.count(value) <= supply.get(value, 0) for value in cards)


@cache
def ways_to_pay(amount: int, values: Cards) -> tuple[Cards, ...]:
    """List the ways to make up an amount, fewest cards first; for 0 it is no card.

    >>> ways_to_pay(4, (3, 2, 1))
    ((3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
    """
    hands = (combinations_with_replacement(values, n) for n in range(amount + 1))
    return tuple(cards for cards in chain.from_iterable(hands) if sum(cards) == amount)


def exact_payments(supply: GoldSupply, times: int, amount: int) -> tuple[Cards, ...] | None:
    """Return a way to pay an amount several times out of a supply, or None if there is none.

    It uses cards of high value first. Cites: SAB-7.7.

    >>> exact_payments({3: 2, 2: 8, 1: 0}, 3, 3) is None
    True
    >>> exact_payments({3: 1, 2: 1, 1: 1}, 2, 3)
    ((3,), (2, 1))
    """
    if times and sum(value * count for value, count in supply.items()) < times * amount:
        return None
    values = tuple(sorted((value for value in supply if value), reverse=True))
    return _payments(supply, times, ways_to_pay(amount, values))


def _payments(supply: GoldSupply, times: int, ways: tuple[Cards, ...]) -> tuple[Cards, ...] | None:
    """Search in the order of ``ways``: nobody is paid in an earlier way than the player before."""
    if not times:
        return ()
    for index, way in enumerate(ways):
        if holds(supply, way):
            rest = _payments(left(supply, way), times - 1, ways[index:])
            if rest is not None:
                return (way, *rest)
    return None


def nuggets(n: int) -> Say:
    """Word a number of nuggets.

    >>> str(nuggets(1)), str(nuggets(4))
    ('1 nugget', '4 nuggets')
    """
    return api.plural(n, "{n} nugget", "{n} nuggets")


def gold_cards(n: int) -> Say:
    """Word a number of gold cards.

    >>> str(gold_cards(1)), str(gold_cards(5))
    ('1 gold card', '5 gold cards')
    """
    return api.plural(n, "{n} gold card", "{n} gold cards")


def cards_words(cards: Iterable[int]) -> str:
    """Write gold cards by their values.

    >>> cards_words((3, 1)), cards_words(())
    ('3+1', 'none')
    """
    return "+".join(map(str, cards)) or "none"


def supply_words(supply: GoldSupply) -> Say:
    """Word a supply of gold cards.

    >>> str(supply_words({3: 2, 1: 5}))
    '2 of 3 and 5 of 1'
    """
    held = tuple(Say("{n} of {value}", n=n, value=value) for value, n in supply.items() if n)
    return Say("{held}", held=held) if held else Say("nothing")


NO_GOLD: Final = "no gold"


def read_gold(words: str) -> tuple[Cards, int]:
    """Read gold cards, and behind the word ``owed`` what the bank owes. Raises BadAnswer.

    >>> read_gold("3 2 owed 3"), read_gold("3+1"), read_gold("none")
    (((3, 2), 3), ((3, 1), 0), ((), 0))
    """
    if match_key(words) == NO_GOLD:
        return (), 0
    cards, owes, amount = halfwidth(words).casefold().partition(OWED)
    owed = parse_count(amount.strip(" ,:=")) if owes else 0
    if owed is None:
        like = api.Example("3 2 owed 3")
        said = "Not understood: “{words}”. Write {example}."
        raise api.BadAnswer(Say(said, words=words, example=like))
    own = cards.strip(" ,")
    return api.CardValues({}, 0, 0).parse(own) if own or not owes else (), owed


def read_payment(words: str) -> Cards | str:
    """Read gold cards, or how a saboteur was not paid exactly. Raises BadAnswer.

    >>> read_payment("3+1"), read_payment("ow")
    ((3, 1), 'owed')
    """
    named = prefix_matches(words, (CHANGED, OWED))
    return named[0] if len(named) == 1 else api.CardValues({}, 0, 0).parse(words)
