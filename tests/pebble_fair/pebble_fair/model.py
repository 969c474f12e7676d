"""What can be, and what a basket is: asked by play, score, check and ask alike."""

from collections.abc import Mapping
from typing import Any

from pebble_fair.keys import BUST_AT, SACK
from pebble_fair.state import KINDS
from referee.api import FinalCount, Rulebook, Ruling, impossible


def left_in_sack(book: Rulebook, baskets: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Count what the sack still holds; no kind is below none. Cites: PEB-1.1."""
    held = baskets.values()
    return {kind: max(0, n - sum(b.get(kind, 0) for b in held)) for kind, n in book[SACK].items()}


def contradictions(book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
    """Say why no fair can show this: each kind of which there are too many. Cites: PEB-1.1."""
    said = "That makes {n} {kind} pebbles; the sack holds {most}."
    found = []
    for kind, most in book[SACK].items():
        n = sum(basket.get(kind, 0) for basket in count.holdings.values())
        if n > most:
            added = [("holdings", owner, kind) for owner in count.holdings]
            ruling = impossible(said, SACK, n=n, kind=KINDS[kind], most=most)
            found.append(ruling.concerning(added))
    return tuple(found)


def is_spoiled(book: Rulebook, muddy: int) -> bool:
    """Whether so many muddy pebbles spoil a basket. Cites: PEB-3.2."""
    return muddy >= book[BUST_AT]
