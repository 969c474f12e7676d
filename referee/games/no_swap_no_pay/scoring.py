"""From a final count to the scoresheet: gold, silver, black, and what purple is declared."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.score import Outcome, PlayerScore, ScoreLine, Scoresheet, TieBreaker, decide
from referee.core.shape import Value
from referee.core.table import FinalCount, Options, Player
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import (
    BLACK,
    COLOURS,
    DECLARABLE,
    GOLD,
    PURPLE,
    SILVER,
    Coins,
)
from referee.games.no_swap_no_pay.form import ghost_of

CURSED_BAG: Final = Say("cursed bag")
GOLD_COINS: Final = Say("gold coins")
SILVER_SETS: Final = Say("silver sets")
SILVER_COINS: Final = Say("silver coins")
BLACK_SET: Final = Say("black set")
BLACK_COINS: Final = Say("black coins")


class DeclaredBag(Struct, frozen=True):
    """A bag and what each purple coin in it counts as."""

    coins: Coins
    declared: Coins
    """How many purple coins count as each colour; a count, so that a slip of typing is harmless."""
    is_ghost: bool = False

    @property
    def purple_as(self) -> tuple[str, ...]:
        """Name the colour of each purple coin."""
        return tuple(colour for colour in COLOURS for _ in range(self.declared[colour]))

    def true(self, colour: str) -> int:
        """Count the coins that have this colour by themselves."""
        return self.coins[colour]

    def purple(self, colour: str) -> int:
        """Count the purple coins declared this colour."""
        return self.declared[colour]

    def counted(self, colour: str) -> int:
        """Count the coins that count as this colour."""
        return self.true(colour) + self.purple(colour)


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Score every bag, the ghost's too, and name the winner.

    Cites: NSP-5.1 to NSP-6.4, NSP-7.5, NSP-7.6.
    """
    options = final.setup.options
    ghost = ghost_of(book, final.setup.seating)
    bags = {
        Player(owner): declare(book, options, entry, is_ghost=owner == ghost)
        for owner, entry in final.holdings.items()
    }
    scores = tuple(score_bag(book, options, owner, bag) for owner, bag in bags.items())
    return Scoresheet(scores, _outcome(book, bags, scores, ghost))


def _outcome(
    book: Rulebook,
    bags: Mapping[Player, DeclaredBag],
    scores: tuple[PlayerScore, ...],
    ghost: Player | None,
) -> Outcome:
    """Name the winner. Cites: NSP-6.1 to NSP-6.4, NSP-7.5."""
    outcome = decide(scores, keys.THE_WINNER, *((keys.GHOST_WINS,) if ghost else ()))
    best = max(each.total for each in scores)
    tied = tuple(each.player for each in scores if each.total == best)
    if len(tied) > 1 and any(bags[player].coins[PURPLE] for player in tied):
        cites = (*outcome.rules, *book.cite(keys.PURPLE_IN_TIES))
        outcome = Outcome(outcome.winners, outcome.said, cites)
    if outcome.winners == (ghost,):
        said = Say("{outcome} The ghost comes first: no player wins.", outcome=outcome.said)
        return Outcome(outcome.winners, said, outcome.rules)
    return outcome


def score_bag(book: Rulebook, options: Options, owner: Player, bag: DeclaredBag) -> PlayerScore:
    """Give the lines and tie-breakers of one bag. Cites: NSP-5.1 to NSP-5.6, NSP-6.1, NSP-6.2."""
    lines = curse_lines(book, bag) or (
        *gold_lines(book, bag),
        *silver_lines(book, options, bag),
        *black_lines(book, bag),
    )
    return PlayerScore(owner, lines, tie_breakers(book, options, bag))


def declare(
    book: Rulebook, options: Options, entry: Mapping[str, Value], *, is_ghost: bool = False
) -> DeclaredBag:
    """Take the owner's word on purple, and the best declaration for coins without one.

    Words beyond the number of purple coins, and words for the ghost, are passed over; the
    audit tells of them. Cites: NSP-5.5, NSP-5.7, NSP-7.6.
    """
    coins = Coins.of(entry)
    word = entry.get("purple_as", ())
    insisted = tuple(str(colour) for colour in word) if isinstance(word, tuple) else ()
    if is_ghost:
        return replace(best_declaration(book, options, coins), is_ghost=True)
    return best_declaration(book, options, coins, insisted[: coins[PURPLE]])


def best_declaration(
    book: Rulebook, options: Options, coins: Coins, insisted: tuple[str, ...] = ()
) -> DeclaredBag:
    """Find what purple is best declared: most points, then most black, then most silver.

    ``insisted`` is the owner's word for the first coins. Of equal declarations the first in
    the order gold, silver, black is proposed. Cites: NSP-5.7, NSP-6.4.
    """
    word = Coins.of({colour: insisted.count(colour) for colour in DECLARABLE})
    free = coins[PURPLE] - len(insisted)
    bags = [DeclaredBag(coins, word + rest) for rest in _declarations(book, free)]
    return max(bags, key=lambda bag: score_bag(book, options, Player(""), bag).sort_key)


def _declarations(book: Rulebook, free: int) -> list[Coins]:
    """List what so many purple coins may be declared, more gold first, then more silver.

    Beyond what sets can turn on, one more coin of a colour changes nothing new: of more coins
    than any box holds, only declarations near either end are looked at.
    """
    turn = 1 + book[keys.SILVER_SET] + book[keys.BLACK_SET_LEAST]
    black_silver = (
        (black, silver) for black in _ends(free, turn) for silver in _ends(free - black, turn)
    )
    found = [Coins(free - black - silver, silver, black) for black, silver in black_silver]
    return sorted(found, key=lambda coins: (-coins.gold, -coins.silver))


def _ends(most: int, turn: int) -> list[int]:
    """List the numbers from 0 to ``most``, without those further than ``turn`` from both ends."""
    return [*range(min(turn, most + 1)), *range(max(turn, most + 1 - turn), most + 1)]


def cursed_counts(book: Rulebook) -> range:
    """List how many black coins curse a bag. Cites: NSP-5.3, NSP-5.4."""
    return range(book[keys.CURSE_LEAST], book[keys.BLACK_SET_LEAST])


def curse_lines(book: Rulebook, bag: DeclaredBag) -> tuple[ScoreLine, ...]:
    """Tell of the curse, if it lies on the bag: nothing else counts then. Cites: NSP-5.3."""
    if bag.counted(BLACK) not in cursed_counts(book):
        return ()
    cites = book.cite(keys.CURSE_LEAST, *_purple_cites(bag, BLACK))
    return (ScoreLine(CURSED_BAG, Fraction(0), _mixed(bag, BLACK), cites),)


def gold_lines(book: Rulebook, bag: DeclaredBag) -> tuple[ScoreLine, ...]:
    """Count the gold. Cites: NSP-5.1."""
    gold = bag.counted(GOLD)
    if not gold:
        return ()
    each = book[keys.GOLD_EACH]
    cites = book.cite(keys.GOLD_EACH, *_purple_cites(bag, GOLD))
    working = _times(gold, each, bag.purple(GOLD))
    return (ScoreLine(GOLD_COINS, Fraction(gold * each), working, cites),)


def pays_silver_set_once(book: Rulebook, options: Options) -> bool:
    """Whether this table pays one silver set, however many there are. Cites: NSP-5.6."""
    return book.option(options, "silver_sets") == "once"


def silver_lines(book: Rulebook, options: Options, bag: DeclaredBag) -> tuple[ScoreLine, ...]:
    """Count the silver: full sets first, then single coins. Cites: NSP-5.2, NSP-5.6."""
    silver = bag.counted(SILVER)
    size, each, worth = (
        book[key] for key in (keys.SILVER_SET, keys.SILVER_EACH, keys.SILVER_SET_WORTH)
    )
    sets = silver // size
    if pays_silver_set_once(book, options):
        sets = min(sets, 1)
    single = silver - sets * size
    purple = bag.purple(SILVER)
    cites = book.cite(keys.SILVER_EACH, *_purple_cites(bag, SILVER))
    several = book.cite(keys.SEVERAL_SILVER_SETS) if silver >= 2 * size else ()
    lines = []
    if sets:
        working = _times(sets, worth, 0 if single else purple)
        lines.append(ScoreLine(SILVER_SETS, Fraction(sets * worth), working, (*cites, *several)))
    if single:
        working = _times(single, each, purple)
        lines.append(ScoreLine(SILVER_COINS, Fraction(single * each), working, cites))
    return tuple(lines)


def black_lines(book: Rulebook, bag: DeclaredBag) -> tuple[ScoreLine, ...]:
    """Count the black set, once however large. Cites: NSP-5.4."""
    if bag.counted(BLACK) < book[keys.BLACK_SET_LEAST]:
        return ()
    cites = book.cite(keys.BLACK_SET_WORTH, *_purple_cites(bag, BLACK))
    worth = Fraction(book[keys.BLACK_SET_WORTH])
    return (ScoreLine(BLACK_SET, worth, _mixed(bag, BLACK), cites),)


def tie_breakers(book: Rulebook, options: Options, bag: DeclaredBag) -> tuple[TieBreaker, ...]:
    """Count black, then silver, for equal points. Cites: NSP-6.1, NSP-6.2, NSP-6.4."""
    count = bag.counted if book.option(options, "purple_in_ties") == "yes" else bag.true
    return (
        TieBreaker(BLACK_COINS, Fraction(count(BLACK)), book.cite(keys.MOST_BLACK)),
        TieBreaker(SILVER_COINS, Fraction(count(SILVER)), book.cite(keys.MOST_SILVER)),
    )


def _purple_cites(bag: DeclaredBag, colour: str) -> tuple[str, ...]:
    if not bag.purple(colour):
        return ()
    return (keys.PURPLE_DECLARED, *((keys.GHOST_PURPLE,) if bag.is_ghost else ()))


def _times(n: int, each: int, purple: int) -> Say:
    if not purple:
        return Say("{n} x {each}", n=n, each=each)
    return plural(purple, "{of} x {each}, 1 purple", "{of} x {each}, {n} purple", of=n, each=each)


def _mixed(bag: DeclaredBag, colour: str) -> Say:
    if not bag.purple(colour):
        return Say("{n} {colour}", n=bag.true(colour), colour=colour)
    return Say(
        "{n} {colour} and {purple} purple",
        n=bag.true(colour),
        colour=colour,
        purple=bag.purple(colour),
    )
