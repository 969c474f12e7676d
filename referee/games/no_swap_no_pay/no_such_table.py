"""Whether the table of a dispute can be: its number of players, its names, its coins."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, either
from referee.core.table import Player
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import coins
from referee.games.no_swap_no_pay.state import coins_in_game


def wrong_number_of_players(book: Rulebook, seats: int) -> Ruling | None:
    """Stop a number of players that the game is not made for. Cites: NSP-1.3."""
    least, most = book.players
    if least <= seats <= most:
        return None
    said = Say(
        "The game is for {least} to {most} players, not {n}.", least=least, most=most, n=seats
    )
    return impossible(said, book.cite(keys.TREASURE_GOLD))


def strangers_named(
    book: Rulebook, rule: str, owners: tuple[Player, ...], *named: Player
) -> Ruling | None:
    """Stop names of nobody at the table; ``rule`` is the one that asks for somebody there."""
    strangers = tuple(dict.fromkeys(name for name in named if name not in owners))
    if not strangers:
        return None
    said = Say("Nobody at this table is called {names}.", names=either(strangers))
    return impossible(said, book.cite(rule))


def too_many_coins(book: Rulebook, seats: int, counts: Mapping[Player, int]) -> Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), coins_in_game(book, seats).total
    if held <= game:
        return None
    said = Say("{held} in the bags; the game has {game}.", held=coins(held), game=game)
    return impossible(said, book.cite(keys.COLOURS_IN_GAME))
