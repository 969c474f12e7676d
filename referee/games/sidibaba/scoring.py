"""From a final count to the scoresheet: jewels, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import Fact, Say, join
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
    outcome = final.shared.get("outcome")
    if outcome == ESCAPED:
        return Scoresheet(scores, decide(scores, keys.THE_WINNER, keys.ESCAPE))
    leader = leader_of(final.setup)
    said = Say("The last lamp went out: {leader} wins.", leader=leader)
    rules = (keys.THE_WINNER, keys.NO_LAMP_LEFT)
    if outcome == CAUGHT:
        said = Say("Caught without a lamp: {leader} wins.", leader=leader)
        rules = (keys.THE_WINNER, keys.CAUGHT)
    return Scoresheet(scores, Outcome((leader,), said, book.cite(*rules)))


JEWELS: Final = Say("jewels")
PAIRS: Final = Say("jewels with two numbers")


def rules_for_jewels(book: Rulebook) -> tuple[RuleRef, ...]:
    """List the rules by which jewels score."""
    return book.cite(keys.ALIKE)


def jewel_lines(book: Rulebook, entry: Mapping[str, Any]) -> Iterator[ScoreLine]:
    """Count jewels with one number, then those with two, kind by kind. Cites: SID-8.2."""
    values = entry.get("jewels", ())
    if values:
        working = Say("{sum}", sum=" + ".join(map(str, values)))
        yield ScoreLine(JEWELS, Fraction(sum(values)), working, rules_for_jewels(book))
    pairs = {kind: n for kind, n in entry.get("pairs", {}).items() if n}
    if pairs:
        counted = [_of_a_kind(book, kind, n) for kind, n in pairs.items()]
        working = join([working for _, working in counted], "; ")
        points = Fraction(sum(points for points, _ in counted))
        yield ScoreLine(PAIRS, points, working, rules_for_jewels(book))


def _of_a_kind(book: Rulebook, kind: str, n: int) -> tuple[int, Say]:
    """Count the jewels of a kind with two numbers, and tell how. Cites: SID-8.2."""
    alone, together = numbers_of(kind)
    pairs, over = divmod(n, book[keys.ALIKE])
    facts: dict[str, Fact] = {"kind": kind, "n": pairs, "together": together, "alone": over * alone}
    working = "{kind}: {alone}"
    if pairs:
        working = "{kind}: {n} x {together} + {alone}" if over else "{kind}: {n} x {together}"
    return pairs * together + over * alone, Say(working, **facts)


def numbers_of(kind: str) -> tuple[int, int]:
    """Give the two numbers of a jewel: alone, and two together.

    >>> numbers_of("1/5")
    (1, 5)
    """
    left, _, right = kind.partition("/")
    return int(left), int(right)
