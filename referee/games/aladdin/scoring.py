"""From a final count to the scoresheet: cards, sets, majorities, the Magic Ring."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.score import PlayerScore, ScoreLine, Scoresheet, decide
from referee.core.table import FinalCount, Player
from referee.games.aladdin import keys
from referee.games.aladdin.form import holding_of
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.treasures import GEMS, METALS, Names

CARDS: Final = Say("cards")
MAGIC_RING: Final = Say("Magic Ring")


def sets_of(metal: str) -> Say:
    """Name the line for complete sets of a metal.

    >>> str(sets_of("gold"))
    'gold sets'
    """
    return Say("{metal} sets", metal=metal)


def most_of(kind: str) -> Say:
    """Name the line for most gems of a kind, by the table's name for it.

    >>> str(most_of("red"))
    'most red'
    """
    return Say("most {kind}", kind=kind)


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Score everybody, and name the winners. Cites: ALA-7.1 to ALA-7.4, ALA-8.5."""
    names = Names(book, final.setup.options)
    held = holdings_of(names, final)
    most = {kind: sole_majority(held, kind) for kind in GEMS}
    scores = tuple(
        PlayerScore(
            player,
            (
                *card_lines(book, own),
                *set_lines(book, own),
                *majority_lines(book, names, own, [k for k in GEMS if most[k] == player]),
                *ring_lines(book, own),
            ),
        )
        for player, own in held.items()
    )
    return Scoresheet(scores, decide(scores, keys.THE_WINNER))


def holdings_of(names: Names, final: FinalCount) -> dict[Player, Holding]:
    """Make a holding of each entry."""
    return {Player(owner): holding_of(names, entry) for owner, entry in final.holdings.items()}


def sole_majority(held: Mapping[Player, Holding], kind: str) -> Player | None:
    """Name who alone has most of a gem kind, talismans on it included. Cites: ALA-7.3.

    >>> sole_majority({Player("A"): Holding(gems={"red": 1}), Player("B"): Holding()}, "red")
    'A'
    """
    counts = {player: own.counted(kind) for player, own in held.items()}
    most = max(counts.values(), default=0)
    first = [player for player, n in counts.items() if n == most]
    return first[0] if most and len(first) == 1 else None


def card_lines(book: Rulebook, own: Holding) -> tuple[ScoreLine, ...]:
    """Count the cards. Cites: ALA-7.1."""
    if not own.cards:
        return ()
    each = book[keys.CARD_EACH]
    working = Say("{n} x {each}", n=own.cards, each=each)
    return (ScoreLine(CARDS, Fraction(own.cards * each), working, book.cite(keys.CARD_EACH)),)


def set_lines(book: Rulebook, own: Holding) -> tuple[ScoreLine, ...]:
    """Count the complete sets of each metal. Cites: ALA-6.1, ALA-7.2."""
    worth = book[keys.SET_WORTH]
    return tuple(
        ScoreLine(
            sets_of(metal),
            Fraction(own.sets(metal) * worth[metal]),
            Say("{n} x {worth}", n=own.sets(metal), worth=worth[metal]),
            book.cite(keys.SET_WORTH, keys.SETS),
        )
        for metal in METALS
        if own.sets(metal)
    )


def majority_lines(
    book: Rulebook, names: Names, own: Holding, kinds: list[str]
) -> tuple[ScoreLine, ...]:
    """Give the bonus for each gem kind of which nobody has as many. Cites: ALA-6.3, ALA-7.3."""
    return tuple(
        ScoreLine(
            most_of(names.of(kind)),
            Fraction(book[keys.MAJORITY_WORTH]),
            _counted_words(names, own, kind),
            book.cite(
                keys.MAJORITY_WORTH,
                *((keys.TALISMAN_COUNTS,) if own.talismans.get(kind) else ()),
            ),
        )
        for kind in kinds
    )


def _counted_words(names: Names, own: Holding, kind: str) -> Say:
    n, name = own.gem(kind), names.of(kind)
    on_it = own.talismans.get(kind, 0)
    if not on_it:
        return Say("{n} {kind}", n=n, kind=name)
    return plural(
        on_it, "{gems} {kind} and 1 talisman", "{gems} {kind} and {n} talismans", gems=n, kind=name
    )


def ring_lines(book: Rulebook, own: Holding) -> tuple[ScoreLine, ...]:
    """Count the Magic Ring. Cites: ALA-8.5."""
    if not own.ring:
        return ()
    cites = book.cite(keys.RING_WORTH)
    return (ScoreLine(MAGIC_RING, Fraction(book[keys.RING_WORTH]), Say("the Ring"), cites),)
