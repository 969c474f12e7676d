"""What the back of the box would say, for whoever is taught."""

from __future__ import annotations

from collections.abc import Iterator

from referee.api import Notice, Rulebook, Say, Setup, plural
from referee.games.sidibaba import keys
from referee.games.sidibaba.state import leader_of


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Say in a few lines the aim, who wins, what everything is worth, and how a turn goes.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("sidibaba"), Setup((Player("Ana"), Player("Bo"))))
    >>> print(said[0].cited)
    Find the Treasure and leave by an exit before 12 lamps are used up. (SID-8.1)
    """
    return tuple(_lines(book, setup))


def _lines(book: Rulebook, setup: Setup) -> Iterator[Notice]:
    leader = leader_of(setup)
    aim = plural(
        book[keys.LAMPS],
        "Find the Treasure and leave by an exit before {n} lamp is used up.",
        "Find the Treasure and leave by an exit before {n} lamps are used up.",
    )
    yield Notice(aim, keys.ESCAPE)
    wins = Say("The richest adventurer who escapes wins, otherwise {leader}.", leader=leader)
    yield Notice(wins, keys.THE_WINNER)
    worth = Say(
        "A jewel is worth its number, a gold coin {coin}, a genie nothing.", coin=book[keys.COIN]
    )
    yield Notice(worth, keys.ALIKE)
    two = Say(
        "A jewel with two numbers is worth {alone}, two alike the right number.",
        alone=book[keys.ALONE],
    )
    yield Notice(two, keys.ALONE)
    yield Notice(Say("A turn: talk, and the one in front declares the move."), keys.MOVES)
    view = Say("{leader} shows the view, and says what is ahead and what is there.", leader=leader)
    yield Notice(view, keys.WHAT_LIES_THERE)
    loot = plural(
        book[keys.FROM_CHEST],
        "A chest has {n} token for each adventurer, the Treasure {more}.",
        "A chest has {n} tokens for each adventurer, the Treasure {more}.",
        more=book[keys.FROM_TREASURE],
    )
    yield Notice(loot, keys.FROM_CHEST)
    sand = plural(
        book[keys.SAND],
        "A lamp burns for {n} second; then lay out the next one.",
        "A lamp burns for {n} seconds; then lay out the next one.",
    )
    yield Notice(sand, (keys.SAND, keys.NEW_LAMP))
    if book.option(setup.options, "events") == "yes":
        caught = Say("The events of {leader} hinder you, and a catch costs tokens.", leader=leader)
        yield Notice(caught, (keys.EVENTS, keys.STOLEN_IN_FRONT))
