"""Coins by colour: what a bag, the table or the box holds, and what a bag is worth."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys

COLOURS = api.Vocabulary("gold", "silver", "black", "purple")
GOLD, SILVER, BLACK, PURPLE = COLOURS
DECLARABLE = (GOLD, SILVER, BLACK)
"""What a purple coin may be declared."""


_SOME_OF: Final = rf"\b({'|'.join(COLOURS)})s?\b"
_ONE_OF: Final = rf"(?i)\ban? (?={_SOME_OF})"
_NONE_OF: Final = rf"(?i)\bno {_SOME_OF}[,\s]*(?:and )?"


class CoinCounts(api.PieceCounts, frozen=True):
    """Coins by colour, also in a phrase.

    >>> dict(CoinCounts({"gold": 9, "black": 4, "silver": 7}, 0, 20).parse("3 golds, a silver"))
    {'gold': 3, 'black': 0, 'silver': 1}
    """

    def parse(self, words: str) -> Mapping[str, int]:
        try:
            return super().parse(words)
        except api.BadAnswer:
            plain = re.sub(r"(?i),? and (?=\S)", ", ", re.sub(_NONE_OF, "", words))
            with suppress(api.BadAnswer):
                return super().parse(
                    re.sub(rf"(?i)(?<=\d ){_SOME_OF}", r"\1", re.sub(_ONE_OF, "1 ", plain))
                )
            raise


class Coins(api.Struct, frozen=True, order=False):
    """A number of coins of each colour, none below zero.

    >>> (Coins(gold=2) + Coins(gold=1, black=1)).total
    4
    """

    gold: int = 0
    silver: int = 0
    black: int = 0
    purple: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Coins:
        """Return the coins in a map; a colour left out counts as 0.

        >>> Coins.of({"gold": 2, "purple_as": ("gold",)})
        Coins(gold=2, silver=0, black=0, purple=0)
        """
        return cls(*(int(counts.get(colour, 0)) for colour in COLOURS))

    def __getitem__(self, colour: str) -> int:
        """Count one colour."""
        count: int = getattr(self, colour)
        return count

    def __add__(self, other: Coins) -> Coins:
        """Put coins together."""
        return Coins(
            self.gold + other.gold,
            self.silver + other.silver,
            self.black + other.black,
            self.purple + other.purple,
        )

    def __sub__(self, other: Coins) -> Coins:
        """Take coins away; no colour goes below 0."""
        return Coins(
            max(0, self.gold - other.gold),
            max(0, self.silver - other.silver),
            max(0, self.black - other.black),
            max(0, self.purple - other.purple),
        )

    def exceeds(self, most: Coins) -> str | None:
        """Return the first colour of which there are more than in ``most``.

        >>> Coins(silver=2, black=3).exceeds(Coins(silver=2))
        'black'
        """
        return next((colour for colour in COLOURS if self[colour] > most[colour]), None)

    @property
    def total(self) -> int:
        """Count all of them."""
        return self.gold + self.silver + self.black + self.purple

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        """Return all four colours in their order."""
        return (self.gold, self.silver, self.black, self.purple)

    @property
    def counts(self) -> dict[str, int]:
        """Return all four colours as a map."""
        return {GOLD: self.gold, SILVER: self.silver, BLACK: self.black, PURPLE: self.purple}

    @property
    def say(self) -> Say:
        """Return the coins as text, without colours that have none.

        >>> str(Coins(gold=2, black=1).say), str(Coins().say)
        ('2 gold and 1 black', 'no coin')
        """
        return _worded(self)

    @property
    def words(self) -> str:
        """Return the coins as a player would type them.

        >>> Coins(gold=2, black=1).words
        'gold 2, black 1'
        """
        return ", ".join(f"{colour} {n}" for colour, n in self._held) or "none"

    @property
    def short(self) -> Say:
        """Return the coins in short, as they can be typed, too: in English by their first letters.

        >>> str(Coins(gold=2, black=1).short)
        '2g 1b'
        """
        held = [Say("{n}{kind}", n=n, kind=api.Example(each[0], each)) for each, n in self._held]
        return api.in_a_row(held) if held else Say("none")

    @property
    def _held(self) -> tuple[tuple[str, int], ...]:
        return tuple((colour, n) for colour, n in self.counts.items() if n)


@lru_cache(maxsize=1024)
def _worded(coins: Coins) -> Say:
    """Return coins as text; cached, because every offer that is judged asks for it."""
    held = tuple(Say("{n} {colour}", n=n, colour=COLOURS[c]) for c, n in coins.counts.items() if n)
    return Say("{coins}", coins=held) if held else Say("no coin")


def n_coins(n: int) -> Say:
    """Return a number of coins as text.

    >>> str(n_coins(1)), str(n_coins(2))
    ('1 coin', '2 coins')
    """
    return api.plural(n, "{n} coin", "{n} coins")


def colour_terms(colours: Iterable[str]) -> tuple[api.Fact, ...]:
    """Return the terms of colours; any other word stays as it is.

    >>> [str(each) for each in colour_terms(("gold", "blue"))]
    ['gold', 'blue']
    """
    return tuple(COLOURS.get(colour, colour) for colour in colours)


CURSED_BAG = Say("cursed bag")
GOLD_COINS = Say("gold coins")
SILVER_SETS = Say("silver sets")
SILVER_COINS = Say("silver coins")
BLACK_SET = Say("black set")
ROWS = (GOLD_COINS, SILVER_SETS, SILVER_COINS, CURSED_BAG, BLACK_SET)
"""All that a bag can score, in the order of the rulebook."""
BLACK_COINS = Say("black coins")


class DeclaredBag(api.Struct, frozen=True):
    """A bag and what each purple coin in it counts as."""

    coins: Coins
    declared: Coins
    """How many purple coins count as each colour."""
    is_ghost: bool = False

    @property
    def purple_as(self) -> tuple[str, ...]:
        """Name the colour of each purple coin."""
        return tuple(colour for colour in COLOURS for _ in range(self.declared[colour]))

    @property
    def counted(self) -> Coins:
        """Count the coins that count as each colour."""
        return self.coins + self.declared


def score_bag(
    book: api.Rulebook, options: api.Options, owner: Player, bag: DeclaredBag
) -> api.PlayerScore:
    """Return the lines and tie-breakers of one bag. Cites: NSP-5.1 to NSP-5.6, NSP-6.1, NSP-6.2."""
    lines = tuple(_lines(book, options, bag))
    return api.PlayerScore(owner, lines, _tie_breakers(book, options, bag))


def cursed_counts(book: api.Rulebook) -> range:
    """List how many black coins curse a bag. Cites: NSP-5.3, NSP-5.4."""
    return range(book[keys.CURSE_LEAST], book[keys.BLACK_SET_LEAST])


def pays_silver_set_once(book: api.Rulebook, options: api.Options) -> bool:
    """Whether this table pays one silver set, however many there are. Cites: NSP-5.6."""
    return book.option(options, "silver_sets") == "once"


def _lines(book: api.Rulebook, options: api.Options, bag: DeclaredBag) -> Iterator[api.ScoreLine]:
    """List what scores; in a cursed bag nothing else counts. Cites: NSP-5.1 to NSP-5.4."""
    gold, _, black, _ = bag.counted.amounts
    if black in cursed_counts(book):
        rules = (keys.CURSE_LEAST, *_purple_rules(bag, BLACK))
        yield api.score_line(CURSED_BAG, 0, _black_working(bag), *rules)
        return
    if gold:
        each, rules = book[keys.GOLD_EACH], (keys.GOLD_EACH, *_purple_rules(bag, GOLD))
        yield api.score_line(
            GOLD_COINS, gold * each, _product_working(gold, each, bag.declared[GOLD]), *rules
        )
    yield from _silver_lines(book, options, bag)
    if black >= book[keys.BLACK_SET_LEAST]:
        rules = (keys.BLACK_SET_WORTH, *_purple_rules(bag, BLACK))
        yield api.score_line(BLACK_SET, book[keys.BLACK_SET_WORTH], _black_working(bag), *rules)


def _silver_lines(
    book: api.Rulebook, options: api.Options, bag: DeclaredBag
) -> Iterator[api.ScoreLine]:
    """Count the silver: full sets first, then single coins. Cites: NSP-5.2, NSP-5.6."""
    silver, purple = bag.counted[SILVER], bag.declared[SILVER]
    size, worth, each = book[keys.SILVER_SET], book[keys.SILVER_SET_WORTH], book[keys.SILVER_EACH]
    sets = silver // size
    if pays_silver_set_once(book, options):
        sets = min(sets, 1)
    single = silver - sets * size
    rules = (keys.SILVER_EACH, *_purple_rules(bag, SILVER))
    if sets:
        several = (keys.SEVERAL_SILVER_SETS,) if silver >= 2 * size else ()
        working = _product_working(sets, worth, 0 if single else purple)
        yield api.score_line(SILVER_SETS, sets * worth, working, *rules, *several)
    if single:
        working = _product_working(single, each, purple)
        yield api.score_line(SILVER_COINS, single * each, working, *rules)


def _tie_breakers(
    book: api.Rulebook, options: api.Options, bag: DeclaredBag
) -> tuple[api.TieBreaker, ...]:
    """Count black, then silver, for equal points. Cites: NSP-6.1, NSP-6.2, NSP-6.4."""
    coins = bag.counted if book.option(options, "purple_in_ties") == "yes" else bag.coins
    return (
        api.TieBreaker(BLACK_COINS, Fraction(coins[BLACK]), api.rule_refs((keys.MOST_BLACK,))),
        api.TieBreaker(SILVER_COINS, Fraction(coins[SILVER]), api.rule_refs((keys.MOST_SILVER,))),
    )


def _purple_rules(bag: DeclaredBag, colour: str) -> tuple[api.RuleLike, ...]:
    if not bag.declared[colour]:
        return ()
    return (keys.PURPLE_DECLARED, keys.GHOST_PURPLE) if bag.is_ghost else (keys.PURPLE_DECLARED,)


def _product_working(n: int, each: int, purple: int) -> Say:
    if not purple:
        return Say("{n} × {each}", n=n, each=each)
    return api.plural(
        purple, "{of} × {each}, 1 purple", "{of} × {each}, {n} purple", of=n, each=each
    )


def _black_working(bag: DeclaredBag) -> Say:
    n, purple, term = bag.coins[BLACK], bag.declared[BLACK], COLOURS[BLACK]
    if not purple:
        return Say("{n} {colour}", n=n, colour=term)
    return Say("{n} {colour} and {purple} purple", n=n, colour=term, purple=purple)


def n_points(points: Fraction) -> Say:
    """Return a number of points as text; coins are worth whole points.

    >>> str(n_points(Fraction(1))), str(n_points(Fraction(7)))
    ('1 point', '7 points')
    """
    return api.plural(int(points), "{n} point", "{n} points")


def best_declaration(
    book: api.Rulebook, options: api.Options, coins: Coins, insisted: tuple[str, ...] = ()
) -> DeclaredBag:
    """Return the best declaration of purple: most points, then most black, then most silver.

    ``insisted`` are the colours that the owner has declared, for the first coins. Of equal
    declarations the first in the order gold, silver, black is proposed. Cites: NSP-5.7, NSP-6.4.
    """
    chosen = Coins.of({colour: insisted.count(colour) for colour in DECLARABLE})
    free = coins[PURPLE] - len(insisted)
    bags = [DeclaredBag(coins, chosen + rest) for rest in _declarations(book, free)]
    return max(bags, key=lambda bag: score_bag(book, options, Player(""), bag).sort_key)


def _declarations(book: api.Rulebook, free: int) -> list[Coins]:
    """List the declarations of so many purple coins, more gold first, then more silver.

    Once sets are complete, one more coin of a colour changes nothing new: of more coins than any
    box has, only declarations with nearly none or nearly all of a colour are listed.
    """
    margin = 1 + book[keys.SILVER_SET] + book[keys.BLACK_SET_LEAST]
    black_silver = (
        (black, silver) for black in _ends(free, margin) for silver in _ends(free - black, margin)
    )
    found = [Coins(free - black - silver, silver, black) for black, silver in black_silver]
    return sorted(found, key=lambda coins: (-coins.gold, -coins.silver))


def _ends(most: int, margin: int) -> list[int]:
    """List the numbers from 0 to ``most`` that are less than ``margin`` from either end."""
    return [*range(min(margin, most + 1)), *range(max(margin, most + 1 - margin), most + 1)]


def declared(
    book: api.Rulebook, options: api.Options, entry: Mapping[str, Any], *, is_ghost: bool
) -> DeclaredBag:
    """Return a bag with its purple as the owner declares it, the rest at its best.

    More declarations than purple coins, and any for the ghost, are ignored; the audit reports
    them. Cites: NSP-5.5, NSP-5.7, NSP-7.6.
    """
    coins = Coins.of(entry)
    if is_ghost:
        return api.replace(best_declaration(book, options, coins), is_ghost=True)
    insisted = tuple(entry.get("purple_as", ()))
    return best_declaration(book, options, coins, insisted[: coins[PURPLE]])
