"""The deal of a round: roles and cards; also whose turn it is, and when a round can end early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import cell_words, goal_cells

DIGGER: Final = "digger"
SABOTEUR: Final = "saboteur"
SELFISH: Final = "selfish"


def has_selfish(book: api.Rulebook, options: api.Options) -> bool:
    """Whether this table plays with the selfish dwarf. Cites: SAB-8.2."""
    return book.option(options, "selfish_dwarf") == "yes"


def saboteurs_in(seating: tuple[Player, ...], roles: Mapping[Player, str]) -> tuple[Player, ...]:
    """List the saboteurs in order of seating."""
    return tuple(player for player in seating if roles.get(player) == SABOTEUR)


def saboteurs_possible(book: api.Rulebook, seats: int) -> tuple[int, int]:
    """Return the fewest and most saboteurs that a deal can have. Cites: SAB-1.6, SAB-10.4."""
    shuffled = book[keys.SABOTEURS][seats]
    return seats - book[keys.DIGGERS][seats], shuffled


def roles_left(book: api.Rulebook, options: api.Options, dealt: Iterable[str]) -> dict[str, int]:
    """Count the dwarf cards of each role left in the box. Cites: SAB-1.5, SAB-8.2.

    The selfish dwarf is one of the diggers; without that option there are none.
    """
    known, box = tuple(dealt), book[keys.DWARVES]
    selfish = int(has_selfish(book, options))
    return {
        DIGGER: box[DIGGER] - selfish - known.count(DIGGER),
        SABOTEUR: box[SABOTEUR] - known.count(SABOTEUR),
        SELFISH: selfish - known.count(SELFISH),
    }


def fits_a_deal(book: api.Rulebook, options: api.Options, seats: int, known: Iterable[str]) -> bool:
    """Whether some deal has the roles turned up so far. Cites: SAB-1.6, SAB-8.2, SAB-10.4.

    The selfish dwarf is always shuffled in: if a saboteur is left over, somebody is the dwarf.
    """
    roles = tuple(known)
    hidden, up = seats - len(roles), roles.count(SABOTEUR)
    fewest, most = saboteurs_possible(book, seats)
    is_seen = SELFISH in roles or not has_selfish(book, options)
    return any(
        0 <= (more := number - up) <= hidden and (is_seen or number == most or more < hidden)
        for number in range(fewest, most + 1)
    )


def role_words(role: str) -> Say:
    """Word a role with its article.

    >>> str(role_words("digger")), str(role_words("selfish"))
    ('a digger', 'the selfish dwarf')
    """
    return Say({DIGGER: "a digger", SABOTEUR: "a saboteur", SELFISH: "the selfish dwarf"}[role])


def cards_in_round(book: api.Rulebook) -> int:
    """Count the tunnel and action cards that are shuffled for a round. Cites: SAB-1.8."""
    return sum(book[keys.COPIES].values()) + sum(book[keys.ACTION_CARDS].values())


def cards_to_draw(book: api.Rulebook, seats: int) -> int:
    """Count the cards left to draw after the deal. Cites: SAB-1.7, SAB-1.8."""
    return cards_in_round(book) - seats * book[keys.HAND][seats]


def setup_lines(book: api.Rulebook, setup: api.Setup) -> tuple[Say | api.Notice, ...]:
    """Word how every round of this table is set up. Cites: SAB-1.6 to SAB-1.9, SAB-8.2."""
    seats = len(setup.seating)
    saboteurs = api.plural(book[keys.SABOTEURS][seats], "{n} saboteur", "{n} saboteurs")
    diggers = api.plural(book[keys.DIGGERS][seats], "{n} digger", "{n} diggers")
    said = "Shuffle {saboteurs} and {diggers}; put the other dwarf cards back into the box."
    if has_selfish(book, setup.options):
        said = (
            "Shuffle {saboteurs} and {diggers}, the one in the red jacket among them; "
            "put the other dwarf cards back into the box."
        )
    cards = Say(
        "Shuffle the {cards} tunnel and action cards and deal {hand} each: {pile} to draw.",
        cards=cards_in_round(book),
        hand=book[keys.HAND][seats],
        pile=cards_to_draw(book, seats),
    )
    where = Say(
        "Lay the start at 0,0. Shuffle the three goals and lay them face down at {goals}.",
        goals=tuple(cell_words(cell) for cell in goal_cells(book)),
    )
    return (
        api.Notice(Say(said, saboteurs=saboteurs, diggers=diggers), keys.SABOTEURS),
        api.Notice(_ROLES_DEALT, keys.SABOTEURS),
        api.Notice(cards, keys.HAND),
        api.Notice(where, keys.TO_THE_GOALS),
        _HOW_TO_WRITE,
    )


_ROLES_DEALT: Final = Say(
    "Deal one each, face down. Look at your own card alone; the one left over stays face down."
)
_HOW_TO_WRITE: Final = Say(
    "Write the openings of the card as it lies, and its cell: EW 1,0, or xEW 1,0 for a dead end."
)


def next_player(players: tuple[Player, ...], began: Player, turns: int) -> Player:
    """Return whose turn it is after ``turns`` cards were used. Cites: SAB-1.10.

    >>> next_player((Player("A"), Player("B"), Player("C")), Player("B"), 2)
    'A'
    """
    order = api.clockwise_from(players, began)
    return order[turns % len(order)]


def refuse_early_end(pile: int) -> api.Ruling | None:
    """Refuse an agreed end of the round while there are cards to draw. Cites: SAB-6.3."""
    if not pile:
        return None
    one = "There is {n} card to draw, so nobody can say that no card can be played."
    many = "There are {n} cards to draw, so nobody can say that no card can be played."
    return api.forbidden(api.plural(pile, one, many), keys.EARLY_END)
