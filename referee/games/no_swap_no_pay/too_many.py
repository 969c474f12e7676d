"""Whether the bags of a dispute can be: never more coins than the game has."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say
from referee.core.table import Player
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import coins
from referee.games.no_swap_no_pay.state import coins_in_game


def too_many_coins(book: Rulebook, seats: int, counts: Mapping[Player, int]) -> Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), coins_in_game(book, seats).total
    if held <= game:
        return None
    said = Say("{held} in the bags; the game has {game}.", held=coins(held), game=game)
    return impossible(said, keys.COLOURS_IN_GAME)
