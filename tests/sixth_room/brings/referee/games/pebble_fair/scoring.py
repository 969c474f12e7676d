"""What a holdings file tells, what is wrong with it, and what baskets are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, forbidden, impossible
from referee.core.say import Say
from referee.core.score import PlayerScore, ScoreLine, Scoresheet, TieBreaker, decide
from referee.core.shape import Boolean, Choice, Field, Integer, ListOf
from referee.core.table import FinalCount, Form, Options, Player

from . import keys
from .keys import KINDS, MUDDY, PLAIN

Basket = Mapping[str, Any]
SPOILED: Final = Say("spoiled basket")
EMPTY: Final = Say("empty basket")
PLAIN_PEBBLES: Final = Say("plain pebbles")
RIGHT_GUESS: Final = Say("right guess")
CLEAN: Final = Say("clean fair")


def form(book: Rulebook, options: Options) -> Form:
    """Give the form: pebbles, ribbons, the last guess; and whether the fair was clean."""
    pebbles = tuple(
        Field(name=kind, shape=Integer(), about=Say("{kind} pebbles", kind=kind)) for kind in KINDS
    )
    ribbons = ListOf(Choice(tuple(book[keys.RIBBON_WORTH])))
    return Form(
        fields=(
            *pebbles,
            Field(name="ribbons", shape=ribbons, about=Say("ribbons on the basket")),
            Field(name="guess", shape=Integer(), about=Say("muddy pebbles guessed in the sack")),
        ),
        shared=(Field(name="clean", shape=Boolean(), about=Say("whether the fair was clean")),),
    )


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List what cannot be: more pebbles than there are, more ribbons than fit."""
    return (*_pebble_findings(book, final), *_ribbon_findings(book, final))


def _pebble_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    for kind in KINDS:
        held, box = held_in_all(final, kind), book[keys.SUPPLY][kind]
        if held > box:
            said = Say("{n} {kind}; there are {box}.", n=held, kind=kind, box=box)
            yield impossible(said, keys.SUPPLY)


def _ribbon_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    for player, entry in final.holdings.items():
        basket: Basket = entry
        n, most = len(basket.get("ribbons", ())), book[keys.MOST_RIBBONS]
        if n > most:
            said = Say("{player} has {n} ribbons, not {most}.", player=player, n=n, most=most)
            yield forbidden(said, keys.MOST_RIBBONS)


def held_in_all(final: FinalCount, kind: str) -> int:
    """Count the pebbles of a kind in all baskets."""
    baskets: list[Basket] = list(final.holdings.values())
    return sum(basket.get(kind, 0) for basket in baskets)


def is_spoiled(book: Rulebook, muddy: int) -> bool:
    """Tell whether so many muddy pebbles spoil a basket. Cites: PEB-3.2."""
    return muddy >= book[keys.BUST_AT]


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Score every basket and name the winner. Cites: PEB-2.3 to PEB-3.5, PEB-5.1, PEB-5.2."""
    scores = tuple(
        PlayerScore(
            Player(player),
            basket_lines(book, final, entry),
            (_ribbons_as_tie_breaker(book, entry),),
        )
        for player, entry in final.holdings.items()
    )
    return Scoresheet(scores, decide(scores, keys.THE_WINNER))


def _ribbons_as_tie_breaker(book: Rulebook, basket: Basket) -> TieBreaker:
    ribbons = Fraction(len(basket.get("ribbons", ())))
    return TieBreaker(Say("ribbons"), ribbons, book.cite(keys.MORE_RIBBONS))


def basket_lines(book: Rulebook, final: FinalCount, basket: Basket) -> tuple[ScoreLine, ...]:
    """Give the lines of one basket; a spoiled or an empty one has nothing else."""
    plain, muddy = basket.get(PLAIN, 0), basket.get(MUDDY, 0)
    if is_spoiled(book, muddy):
        return (_line(book, SPOILED, 0, Say("{n} muddy", n=muddy), keys.BUST_AT),)
    if not plain + muddy:
        return (_line(book, EMPTY, 0, Say("no pebble"), keys.EMPTY_BASKET),)
    return (
        *_plain_lines(book, plain),
        *_ribbon_lines(book, basket),
        *_guess_lines(book, final, basket),
        *_clean_lines(book, final, muddy),
    )


def _line(book: Rulebook, label: Say, points: int, working: Say, rule: Any) -> ScoreLine:
    return ScoreLine(label, Fraction(points), working, book.cite(rule))


def _plain_lines(book: Rulebook, plain: int) -> Iterator[ScoreLine]:
    board = book[keys.BOARD]
    if plain and board:
        points = board[min(plain, len(board)) - 1]
        yield _line(book, PLAIN_PEBBLES, points, Say("{n} plain", n=plain), keys.BOARD)


def ribbons_of(colour: str) -> Say:
    """Name the ribbons of a colour."""
    return Say("{c} ribbons", c=colour)


def _ribbon_lines(book: Rulebook, basket: Basket) -> Iterator[ScoreLine]:
    for colour, worth in book[keys.RIBBON_WORTH].items():
        n = basket.get("ribbons", ()).count(colour)
        if n:
            working = Say("{n} x {worth}", n=n, worth=worth)
            yield _line(book, ribbons_of(colour), n * worth, working, keys.RIBBON_WORTH)


def _guess_lines(book: Rulebook, final: FinalCount, basket: Basket) -> Iterator[ScoreLine]:
    left = book[keys.SUPPLY][MUDDY] - held_in_all(final, MUDDY)
    if basket.get("guess") == left:
        working = Say("{n} muddy in the sack", n=left)
        yield _line(book, RIGHT_GUESS, book[keys.GUESS_WORTH], working, keys.GUESS_WORTH)


def _clean_lines(book: Rulebook, final: FinalCount, muddy: int) -> Iterator[ScoreLine]:
    if final.shared.get("clean") and not muddy:
        working = Say("no muddy pebble")
        yield _line(book, CLEAN, book[keys.CLEAN_WORTH], working, keys.CLEAN_WORTH)
