"""What no game of Sidibaba can end with: one model for play, `score`, `check` and `ask`."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.api import (
    FieldPath,
    FinalCount,
    Rulebook,
    Ruling,
    Say,
    Struct,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import is_doubtful, no_such_face, numbers_of
from referee.games.sidibaba.state import CAUGHT, ESCAPED

NOT_COINS: Final = "{n} tokens are not coins; at most {most} can have come out of the bag."
NOT_COINS_OF_ONE: Final = (
    "{player} has {n} tokens that are not coins; without events it can be {most} at most."
)


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so; what is left out is not known. Cites: SID-9.1 to SID-9.7."""
    return next(_contradictions(book, count), None)


def unchecked(book: Rulebook, count: FinalCount) -> tuple[Say, ...]:
    """Name what was not told, and so not held against the tokens."""
    missing = []
    if "treasure_found" not in count.shared and count.shared.get("outcome") != ESCAPED:
        missing.append(Say("whether the Treasure can have given tokens (treasure_found:)"))
    if "chests_found" not in count.shared:
        missing.append(Say("how many chests can have given tokens (chests_found:)"))
    return tuple(missing)


def tokens_of(entry: Mapping[str, Any]) -> int:
    """Count the tokens of an entry.

    >>> tokens_of({"jewels": (3, 1), "pairs": {"1/5": 2}, "genies": 1})
    5
    """
    pairs: int = sum(entry.get("pairs", {}).values())
    genies: int = entry.get("genies", 0)
    return len(entry.get("jewels", ())) + pairs + genies


def weight_of(book: Rulebook, ruling: Ruling, path: FieldPath, value: Any) -> int | None:  # noqa: ANN401 - of any shape
    """Say how much a statement tells, for the smallest blame: so many tokens; None for a word.

    What was found is taken back before any token: it is to blame only if the tokens could be
    without it.
    """
    if path[-1] in ("treasure_found", "chests_found"):
        return -1
    if isinstance(value, tuple):
        is_of_others = ruling.reason.template in (NOT_COINS, NOT_COINS_OF_ONE)
        coin = book[keys.COIN]
        return sum(each != coin for each in value) if is_of_others else len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class _Held(Struct, frozen=True):
    """What an adventurer has: ``coins`` are plain ones, None where the jewels are not known."""

    player: str
    coins: int | None
    others: int

    @property
    def tokens(self) -> int:
        """Count the tokens that are known."""
        return (self.coins or 0) + self.others


class _Finds(Struct, frozen=True):
    """How many tokens an adventurer can have had: coins at the start, and picks."""

    coins: int
    picks: int
    is_nothing_told: bool
    """Whether it is told that neither a chest nor the Treasure was found."""


def _contradictions(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Find what cannot be, the gravest first; whatever is not known is taken as it fits best."""
    yield from _no_such_jewels(book, count)
    table, finds = _table(book, count), _finds(book, count)
    yield from _beyond_the_box(book, count, table)
    yield from _against_the_outcome(book, count)
    yield from _more_than_was_won(table, finds)
    if not _has_events(book, count):
        yield from _without_events(book, table, finds)
    yield from _asked_about(book, count)


def _table(book: Rulebook, count: FinalCount) -> tuple[_Held, ...]:
    coin = book[keys.COIN]
    table = []
    for player, entry in count.holdings.items():
        jewels = entry.get("jewels")
        coins = None if jewels is None else jewels.count(coin)
        table.append(_Held(player, coins, tokens_of(entry) - (coins or 0)))
    return tuple(table)


def _finds(book: Rulebook, count: FinalCount) -> _Finds:
    """Tell what can have been found; whoever escaped had found the Treasure. Cites: SID-9.5."""
    told = count.shared.get("chests_found")
    chests = book[keys.CHESTS] if told is None else min(int(str(told)), book[keys.CHESTS])
    is_out = count.shared.get("outcome") == ESCAPED
    treasures = 0
    if is_out or count.shared.get("treasure_found", True):
        treasures = book[keys.TREASURES]
    picks = chests * book[keys.FROM_CHEST] + treasures * book[keys.FROM_TREASURE]
    return _Finds(book[keys.STARTING_JEWELS], picks, not chests and not treasures)


def _has_events(book: Rulebook, count: FinalCount) -> bool:
    return book.option(count.setup.options, "events") == "yes"


def _no_such_jewels(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    for _, token in _jewels(count):
        if refused := no_such_face(book, token):
            yield refused


def _jewels(count: FinalCount) -> Iterator[tuple[str, str]]:
    """List each kind of jewel that somebody has, and whose it is."""
    for player, entry in count.holdings.items():
        kinds = dict.fromkeys(map(str, entry.get("jewels", ())))
        for kind in (*kinds, *(kind for kind, n in entry.get("pairs", {}).items() if n)):
            yield player, kind


def _beyond_the_box(
    book: Rulebook, count: FinalCount, table: tuple[_Held, ...]
) -> Iterator[Ruling]:
    """Hold the finds and all tokens against the box. Cites: SID-1.4, SID-9.1."""
    told, chests = count.shared.get("chests_found"), book[keys.CHESTS]
    if isinstance(told, int) and told > chests:
        said = "There are {most} chests, so {n} cannot be found."
        yield impossible(said, keys.CHESTS, n=told, most=chests)
    held = sum(each.tokens for each in table)
    box = book[keys.TOKENS_THERE_ARE] + book[keys.STARTING_JEWELS] * len(count.setup.seating)
    if held > box:
        said = "{n} tokens are held; the box has at most {box}."
        yield impossible(said, keys.TOKENS_THERE_ARE, keys.STARTING_JEWELS, n=held, box=box)


def _against_the_outcome(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Nobody is out without the Treasure, or caught without events. Cites: SID-9.2, SID-9.7."""
    outcome = count.shared.get("outcome")
    if outcome == ESCAPED and not count.shared.get("treasure_found", True):
        said = "Nobody escapes before the Treasure is found."
        yield forbidden(said, keys.OUT_WITH_TREASURE, keys.ESCAPE)
    if outcome == CAUGHT and not _has_events(book, count):
        said = "Nobody is caught without events: the Leader token does not move."
        yield forbidden(said, keys.NOBODY_CAUGHT, keys.EVENTS)


def _more_than_was_won(table: tuple[_Held, ...], finds: _Finds) -> Iterator[Ruling]:
    """Hold all tokens against coins and picks; only the bag gives others. Cites: SID-9.5."""
    rules = (keys.TOKENS_WON, keys.FROM_CHEST, keys.FROM_TREASURE)
    held, most = sum(each.tokens for each in table), (finds.coins + finds.picks) * len(table)
    if held > most:
        said = "{n} tokens are held; the most that can be won is {most}."
        yield forbidden(said, *rules, n=held, most=most)
    held, most = sum(each.others for each in table), finds.picks * len(table)
    if held > most:
        yield forbidden(NOT_COINS, *rules, n=held, most=most)


def _without_events(book: Rulebook, table: tuple[_Held, ...], finds: _Finds) -> Iterator[Ruling]:
    """Hold each adventurer alone: without events nothing passes from hand to hand.

    Coins go in payments only. If nobody has had a pick more than is left of it, they were paid
    with nothing else, and so as many at least as make a payment. Cites: SID-9.5, SID-5.3.
    """
    rules = (keys.TOKENS_WON, keys.EVENTS)
    for held in table:
        most = finds.coins + finds.picks
        if held.tokens > most:
            said = "{player} has {n} tokens; without events it can be {most} at most."
            yield forbidden(said, *rules, player=held.player, n=held.tokens, most=most)
        if held.others > finds.picks:
            who, n = held.player, held.others
            yield forbidden(NOT_COINS_OF_ONE, *rules, player=who, n=n, most=finds.picks)
    if finds.is_nothing_told:
        for held in table:
            if held.coins not in (finds.coins, None):
                said = "{player} still has {n} coins if nothing was found or played."
                yield forbidden(said, *rules, player=held.player, n=finds.coins)
    elif any(held.coins is None for held in table):
        return
    missing = sum(max(0, finds.coins - (held.coins or 0)) for held in table)
    if 0 < missing < book[keys.WAY_PAID] and not any(
        _has_spare_pick(each, finds) for each in table
    ):
        one = "{n} coin is missing, and a payment is worth {enough}."
        many = "{n} coins are missing, and a payment is worth {enough}."
        rules = (keys.TOKENS_WON, keys.WAY_PAID)
        yield forbidden(plural(missing, one, many, enough=book[keys.WAY_PAID]), *rules)


def _has_spare_pick(held: _Held, finds: _Finds) -> bool:
    """Whether an adventurer can have had a token from the bag that is not there any more."""
    return finds.picks > held.others + max(0, (held.coins or 0) - finds.coins)


def _asked_about(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Ask about strange numbers: a left one that is not 1, a very high one. Cites: SID-9.3."""
    alone = book[keys.ALONE]
    for player, token in _jewels(count):
        if "/" in token and numbers_of(token)[0] != alone:
            said = "{player} has {kind}: is the left number not {alone}?"
            rules = (keys.LEFT_NUMBER, keys.ALONE)
            yield table_call(said, *rules, player=player, kind=token, alone=alone)
        if is_doubtful(book, token):
            said = "{player} has {kind}: is the number right?"
            yield table_call(said, keys.LEAST, player=player, kind=token)
