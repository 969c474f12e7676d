"""What a final count tells about itself: what cannot be, and what has to be asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say
from referee.core.table import FinalCount
from referee.games.sidibaba import keys
from referee.games.sidibaba.scoring import numbers_of
from referee.games.sidibaba.state import ESCAPED


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List the findings: tokens in all, the Treasure, odd jewels. Cites: SID-9.1 to SID-9.5."""
    return (
        *_token_findings(book, final),
        *_treasure_findings(book, final),
        *_pair_findings(book, final),
    )


def tokens_of(entry: Mapping[str, Any]) -> int:
    """Count the tokens of an entry.

    >>> tokens_of({"jewels": (3, 1), "pairs": {"1/5": 2}, "genies": 1})
    5
    """
    pairs: int = sum(entry.get("pairs", {}).values())
    genies: int = entry.get("genies", 0)
    return len(entry.get("jewels", ())) + pairs + genies


def _token_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    """Hold all tokens against the box, and against what can be won. Cites: SID-9.1, SID-9.5."""
    held = sum(map(tokens_of, final.holdings.values()))
    seats = len(final.setup.seating)
    about: tuple[FieldPath, ...] = tuple(("holdings", player) for player in final.holdings)
    coins = book[keys.STARTING_JEWELS] * seats
    box = book[keys.TOKENS_THERE_ARE] + coins
    if held > box:
        said = Say("{n} tokens are held; the box has at most {box}.", n=held, box=box)
        rules: tuple[Any, ...] = (keys.TOKENS_THERE_ARE, keys.STARTING_JEWELS)
        yield Ruling(Verdict.IMPOSSIBLE, said, book.cite(*rules), (), about)
        return
    each = book[keys.CHESTS] * book[keys.FROM_CHEST]
    if final.shared.get("treasure_found"):
        each += book[keys.TREASURES] * book[keys.FROM_TREASURE]
    most = coins + each * seats
    if held > most:
        said = Say("{n} tokens are held; at most {most} can have been won.", n=held, most=most)
        rules = (keys.TOKENS_WON, keys.FROM_CHEST, keys.FROM_TREASURE)
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(*rules), (), about)


def _treasure_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    """Nobody is out without the Treasure. Cites: SID-9.2."""
    if final.shared.get("outcome") != ESCAPED or final.shared.get("treasure_found"):
        return
    said = Say("Escaped, and the Treasure was not found: nobody leaves without it.")
    about: tuple[FieldPath, ...] = (("outcome",), ("treasure_found",))
    cites = book.cite(keys.OUT_WITH_TREASURE, keys.ESCAPE)
    yield Ruling(Verdict.FORBIDDEN, said, cites, (), about)


def _pair_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    """Ask about a left number other than the one that the rules tell. Cites: SID-9.3."""
    for player, entry in final.holdings.items():
        pairs: Any = entry.get("pairs", {})
        for kind, n in pairs.items():
            alone, _ = numbers_of(kind)
            if not n or alone == book[keys.ALONE]:
                continue
            said = Say(
                "{player} has {kind}: is the left number not {alone}?",
                player=player,
                kind=kind,
                alone=book[keys.ALONE],
            )
            about: tuple[FieldPath, ...] = (("holdings", player, "pairs"),)
            cites = book.cite(keys.LEFT_NUMBER, keys.ALONE)
            yield Ruling(Verdict.TABLE_CALL, said, cites, (), about)
