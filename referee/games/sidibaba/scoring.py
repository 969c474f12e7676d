"""From a final count to the scoresheet: jewels, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.score import Outcome, PlayerScore, ScoreLine, Scoresheet, decide
from referee.core.table import FinalCount, Player
from referee.games.sidibaba import keys
from referee.games.sidibaba.state import CAUGHT, ESCAPED, leader_of


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Count everybody's jewels, and name the winner. Cites: SID-8.1 to SID-8.3."""
    scores = tuple(
        PlayerScore(Player(player), tuple(jewel_lines(book, entry)))
        for player, entry in final.holdings.items()
    )
    outcome = final.besides.get("outcome")
    if outcome == ESCAPED:
        return Scoresheet(scores, decide(scores, book.cite(keys.THE_WINNER, keys.ESCAPE)))
    leader = leader_of(final.setup)
    said = Say("The last lamp went out: {leader} wins.", leader=leader)
    rules = (keys.THE_WINNER, keys.NO_LAMP_LEFT)
    if outcome == CAUGHT:
        said = Say("Caught without a lamp: {leader} wins.", leader=leader)
        rules = (keys.THE_WINNER, keys.CAUGHT)
    return Scoresheet(scores, Outcome((leader,), said, book.cite(*rules)))


def jewel_lines(book: Rulebook, entry: Mapping[str, Any]) -> Iterator[ScoreLine]:
    """Count jewels with one number, then each kind with two. Cites: SID-8.2."""
    values = entry.get("jewels", ())
    if values:
        working = Say("{sum}", sum=" + ".join(map(str, values)))
        points = Fraction(sum(values))
        yield ScoreLine(Say("jewels"), points, working, book.cite(keys.ALIKE))
    for kind, n in entry.get("pairs", {}).items():
        if n:
            yield pair_line(book, kind, n)


def pair_line(book: Rulebook, kind: str, n: int) -> ScoreLine:
    """Count the jewels of a kind with two numbers. Cites: SID-8.2."""
    alone, together = numbers_of(kind)
    pairs, over = divmod(n, book[keys.ALIKE])
    points = Fraction(pairs * together + over * alone)
    working = Say("{n} x {together}", n=pairs, together=together)
    if over and pairs:
        working = Say("{working} + {alone}", working=working, alone=over * alone)
    elif over:
        working = Say("one alone: {alone}", alone=over * alone)
    return ScoreLine(Say("jewels {kind}", kind=kind), points, working, book.cite(keys.ALIKE))


def numbers_of(kind: str) -> tuple[int, int]:
    """Give the two numbers of a jewel: alone, and two together.

    >>> numbers_of("1/5")
    (1, 5)
    """
    left, _, right = kind.partition("/")
    return int(left), int(right)
