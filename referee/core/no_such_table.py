"""Whether the table of a dispute can be: its number of players, and its names."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.rulebook import Rulebook, RuleLike
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, join_or
from referee.core.table import Player


def wrong_number_of_players(book: Rulebook, seats: int, *rules: RuleLike) -> Ruling | None:
    """Stop a number of players that the game is not made for; ``rules`` are keys or ids."""
    least, most = book.players
    if least <= seats <= most:
        return None
    said = Say(
        "The game is for {least} to {most} players, not {n}.", least=least, most=most, n=seats
    )
    return impossible(said, *rules)


def strangers_named(rule: RuleLike, known: Iterable[Player], *named: Player) -> Ruling | None:
    """Stop names of nobody at the table; ``rule`` is the one that asks for somebody there."""
    at_table = frozenset(known)
    strangers = tuple(dict.fromkeys(name for name in named if name not in at_table))
    if not strangers:
        return None
    said = Say("Nobody at this table is called {names}.", names=join_or(strangers))
    return impossible(said, rule)
