"""What the back of the box would say, for whoever is taught."""

from __future__ import annotations

from referee.api import Notice, Rulebook, Say, Setup, plural
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import saboteurs_possible
from referee.games.saboteur.model.gold import Variant, nuggets
from referee.games.saboteur.paper.reference import shared


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Say in a few lines the aim, who wins, how a turn goes, and what there is to win.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("saboteur"), Setup((Player("Ana"),) * 5))
    >>> print(said[-1].cited)
    Not reached: each saboteur takes nuggets, 4 with 1 saboteur and 3 with 2 saboteurs. (SAB-7.5)
    """
    seats = len(setup.seating)
    wins = plural(
        book[keys.ROUNDS],
        "After {n} round the most nuggets win.",
        "After {n} rounds the most nuggets win.",
    )
    turn = "A turn: lay a tunnel card, play an action card, or discard. Then draw."
    gold = Say(
        "Reached: the diggers share {cards} gold cards, {least} to {most}.",
        cards=shared(book, setup, seats),
        least=min(book[keys.NUGGETS].values()),
        most=nuggets(max(book[keys.NUGGETS].values())),
    )
    return (
        Notice(
            Say("Diggers dig to the treasure; saboteurs hinder them in secret."),
            (keys.TREASURE, keys.CARDS_USED),
        ),
        Notice(wins, (keys.ROUNDS, keys.THE_WINNER)),
        Notice(Say("Roles are dealt again each round; show yours to nobody."), keys.SABOTEURS),
        Notice(Say(turn), keys.ONE_OF_THREE),
        Notice(
            Say("A tunnel card fits its neighbours and is joined to the start."),
            (keys.SIDES_AGREE, keys.JOINED_TO_START),
        ),
        Notice(
            Say("With a broken tool, lay no tunnel card until it is repaired."),
            (keys.BROKEN_TOOL, keys.REPAIRING),
        ),
        Notice(
            Say("A map shows you one goal; a rockfall removes a tunnel card."),
            (keys.MAP, keys.ROCKFALL),
        ),
        Notice(gold, (keys.MOST_SHARED, keys.GOLD_CARDS)),
        Notice(
            Say("Not reached: each saboteur takes nuggets, {pay}.", pay=_pay(book, setup)),
            keys.SABOTEURS_PAY,
        ),
    )


def _pay(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    pay = Variant.of(book, setup.options).pay
    fewest, most = saboteurs_possible(book, len(setup.seating))
    return tuple(
        plural(n, "{each} with {n} saboteur", "{each} with {n} saboteurs", each=pay[n])
        for n in range(max(1, fewest), most + 1)
    )
