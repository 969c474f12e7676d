"""What no game of Sidibaba can end with: too many tokens, or an escape with empty hands."""

from collections.abc import Mapping
from typing import Any

from referee.api import FinalCount, Rulebook, Ruling, forbidden, impossible, table_call
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import numbers_of
from referee.games.sidibaba.state import ESCAPED


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so; what is left out is not known. Cites: SID-9.1 to SID-9.5."""
    return (
        _too_many_tokens(book, count)
        or _out_without_the_treasure(count)
        or _strange_left_number(book, count)
    )


def tokens_of(entry: Mapping[str, Any]) -> int:
    """Count the tokens of an entry.

    >>> tokens_of({"jewels": (3, 1), "pairs": {"1/5": 2}, "genies": 1})
    5
    """
    pairs: int = sum(entry.get("pairs", {}).values())
    genies: int = entry.get("genies", 0)
    return len(entry.get("jewels", ())) + pairs + genies


def _too_many_tokens(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Hold all tokens against the box, and against what can be won. Cites: SID-9.1, SID-9.5."""
    held = sum(map(tokens_of, count.holdings.values()))
    seats = len(count.setup.seating)
    coins = book[keys.STARTING_JEWELS] * seats
    box = book[keys.TOKENS_THERE_ARE] + coins
    if held > box:
        said = "{n} tokens are held; the box has at most {box}."
        return impossible(said, keys.TOKENS_THERE_ARE, keys.STARTING_JEWELS, n=held, box=box)
    each = book[keys.CHESTS] * book[keys.FROM_CHEST]
    if count.shared.get("treasure_found", True):
        each += book[keys.TREASURES] * book[keys.FROM_TREASURE]
    most = coins + each * seats
    if held > most:
        said = "{n} tokens are held; at most {most} can have been won."
        rules = (keys.TOKENS_WON, keys.FROM_CHEST, keys.FROM_TREASURE)
        return forbidden(said, *rules, n=held, most=most)
    return None


def _out_without_the_treasure(count: FinalCount) -> Ruling | None:
    """Nobody is out without the Treasure. Cites: SID-9.2."""
    if count.shared.get("outcome") != ESCAPED or count.shared.get("treasure_found", True):
        return None
    said = "Escaped, and the Treasure was not found: nobody leaves without it."
    return forbidden(said, keys.OUT_WITH_TREASURE, keys.ESCAPE)


def _strange_left_number(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Ask about a left number other than the one that the rules tell. Cites: SID-9.3."""
    alone = book[keys.ALONE]
    for player, entry in count.holdings.items():
        for kind, n in entry.get("pairs", {}).items():
            if n and numbers_of(kind)[0] != alone:
                said = "{player} has {kind}: is the left number not {alone}?"
                rules = (keys.LEFT_NUMBER, keys.ALONE)
                return table_call(said, *rules, player=player, kind=kind, alone=alone)
    return None
