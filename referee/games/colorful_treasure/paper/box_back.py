"""What the back of the box would say, for whoever is taught."""

from __future__ import annotations

from collections.abc import Iterator

from referee.api import Notice, Rulebook, RuleLike, Say, Setup
from referee.api.drawing import Diagram, counted_out
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import DIAMOND_CARDS
from referee.games.colorful_treasure.model.cards import ADVANCED, COLOURS, SIMPLE


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Say in a few lines who wins, what everything is worth, and how a turn goes.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("colorful-treasure"), Setup((Player("Ana"),) * 3))
    >>> print(said[6].cited)
    First with 5 colours of gem: 9; with cards of 8 wonders: 5. (COL-4.1, COL-4.2)
    """
    mode = book.option(setup.options, "mode")
    aim = "Flip cards, remember them and take treasures; the most points win."
    return (
        _notice(aim, keys.THE_WINNER),
        *_turn(book, mode),
        *_worth(book, setup, mode),
        *_end(book, mode),
    )


def _notice(said: str | Say, *rules: RuleLike) -> Notice:
    return Notice(Say(said) if isinstance(said, str) else said, rules)


def _turn(book: Rulebook, mode: str) -> Iterator[Notice]:
    flips = Say("A turn: flip {n} cards at the same time.", n=book[keys.FLIPPED])
    if mode == SIMPLE:
        yield _notice(flips, keys.FLIPPED, keys.MODES)
        yield _notice("Take all cards of one kind that show.", keys.ONE_KIND)
        return
    more = "A turn: flip {n} cards at once, then {more} more if you like."
    yield _notice(Say(more, n=book[keys.FLIPPED], more=book[keys.THIRD]), keys.FLIPPED, keys.THIRD)
    said = "If keys or chests show, take all of them; otherwise one kind."
    yield _notice(said, keys.SECRETS_FIRST, keys.ONE_KIND)
    said = "A key token and a chest token: plunder a diamond or a card."
    yield _notice(said, keys.PAIR, keys.LOOT)


def _worth(book: Rulebook, setup: Setup, mode: str) -> Iterator[Notice]:
    """Say what everything is worth; of gems only where the table has read out the help card."""
    gems = Say("Gems of one colour score together, by the help card.")
    if "same_colour" in setup.numbers:
        numbers = tuple(map(str, setup.numbers["same_colour"]))
        gems = Say("Gems of one colour score {numbers}.", numbers=numbers)
    yield _notice(gems, keys.SAME_COLOUR)
    card, diamond = book[keys.DIAMOND_CARD], book[keys.DIAMOND][mode]
    said = "A diamond card is worth {card}, the diamond that comes along {diamond}."
    yield _notice(Say(said, card=card, diamond=diamond), keys.DIAMOND_CARD, keys.DIAMOND)
    if mode == SIMPLE:
        return
    first = Say(
        "First with {colours} colours of gem: {gem}; with cards of {wonders} wonders: {five}.",
        colours=book[keys.GEM_COLOURS][len(setup.seating)],
        gem=book[keys.GEM_WORTH][len(setup.seating)],
        wonders=book[keys.EXPLORED],
        five=book[keys.EXPLORATION_WORTH],
    )
    yield _notice(first, keys.GEM_COLOURS, keys.EXPLORED)
    most = Say("The most key and chest cards at the end: {seven}.", seven=book[keys.SECRET_WORTH])
    yield _notice(most, keys.SECRET_WORTH)


def _end(book: Rulebook, mode: str) -> Iterator[Notice]:
    if mode == ADVANCED:
        yield _notice("A third gem of a colour brings a tile with an effect.", keys.THIRD_GEM)
    if mode == SIMPLE:
        yield _notice("The game is over when the last card is taken.", keys.SIMPLE_END)
        return
    left = "With {n} cards or fewer left, the round is played to its end."
    yield _notice(Say(left, n=book[keys.LEFT]), keys.LEFT)


def all_cards(book: Rulebook) -> Diagram:
    """Draw how many cards of each kind the box has. Cites: COL-1.1 to COL-1.3."""
    gems = [(Say("{colour}", colour=colour), book[keys.OF_EACH_COLOUR]) for colour in COLOURS]
    others = [
        (DIAMOND_CARDS, book[keys.WONDERS]),
        (Say("key cards"), book[keys.ALL_KEYS]),
        (Say("chest cards"), book[keys.ALL_CHESTS]),
    ]
    return counted_out(Say("The cards in the box"), [*gems, *others])
