"""Whose turn it is, and how many cards everybody holds, counted from the start of a round."""

from __future__ import annotations

from referee.api import Player, Rulebook, Ruling, Struct, clockwise_from, forbidden, plural
from referee.games.saboteur import keys
from referee.games.saboteur.model.roles import cards_in_round, cards_to_draw


class Course(Struct, frozen=True):
    """A round of some players: how many cards there are, to draw and in all. Cites: SAB-1.8."""

    hand: int
    pile: int
    cards: int

    @classmethod
    def of(cls, book: Rulebook, seats: int) -> Course:
        """Read the numbers of a table."""
        return cls(book[keys.HAND][seats], cards_to_draw(book, seats), cards_in_round(book))

    def left_to_draw(self, turns: int) -> int:
        """Count the draw pile after so many cards were used.

        >>> Course(6, 43, 67).left_to_draw(13), Course(6, 43, 67).left_to_draw(45)
        (30, 0)
        """
        return max(0, self.pile - turns)

    def hands(self, players: tuple[Player, ...], began: Player, turns: int) -> dict[Player, int]:
        """Count everybody's cards at the start of a turn: who uses one draws while there are any.

        Cites: SAB-2.1, SAB-2.3.
        """
        order = clockwise_from(players, began)
        undrawn = [order[turn % len(order)] for turn in range(self.pile, turns)]
        return {player: self.hand - undrawn.count(player) for player in players}


def next_player(players: tuple[Player, ...], began: Player, turns: int) -> Player:
    """Name whose turn it is after so many cards were used. Cites: SAB-1.10.

    >>> next_player((Player("A"), Player("B"), Player("C")), Player("B"), 2)
    'A'
    """
    order = clockwise_from(players, began)
    return order[turns % len(order)]


def too_early(pile: int) -> Ruling | None:
    """Stop an end that the table agrees on while there are cards to draw. Cites: SAB-6.3."""
    if not pile:
        return None
    one = "There is {n} card to draw, so nobody can say that no card can be played."
    many = "There are {n} cards to draw, so nobody can say that no card can be played."
    return forbidden(plural(pile, one, many), keys.EARLY_END)
