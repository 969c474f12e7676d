"""What can be drawn."""

from collections.abc import Iterable

from pebble_night.keys import SACK
from referee.api import FinalCount, Rulebook, Ruling, impossible


def left_in_sack(book: Rulebook, drawn: Iterable[int]) -> int:
    """Count what the sack holds beside what was drawn. Cites: PEN-1.1."""
    return max(0, book[SACK]["plain"] - sum(drawn))


def contradictions(book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
    """Say why no night can end so. Cites: PEN-1.1."""
    n, box = sum(each.get("plain", 0) for each in count.holdings.values()), book[SACK]["plain"]
    if n <= box:
        return ()
    held = [("holdings", owner, "plain") for owner in count.holdings]
    return (impossible("{n} pebbles; there are {box}.", SACK, n=n, box=box).concerning(held),)
