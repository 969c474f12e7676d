"""Printed next to the blank form: the deal, what gold is worth, and how a turn goes."""

from __future__ import annotations

from collections.abc import Iterator

from referee.api import CardGrid, Notice, Rulebook, Say, Setup, plural, rule_refs
from referee.api.pads import QuickReference, ScoringEntry
from referee.games.saboteur import keys
from referee.games.saboteur.final import RULES_FOR_CARDS, RULES_FOR_UNPAID, UNPAID, label_of
from referee.games.saboteur.model.deal import cards_to_draw, has_selfish, saboteurs_possible
from referee.games.saboteur.model.gold import Variant, gold_cards, gold_in_box, nuggets

ASKED = (
    keys.JOINED_TO_START,
    keys.DEAD_ENDS,
    keys.TURNED_UP,
    keys.STONE_MISFITS,
    keys.DOUBLE_REPAIR,
    keys.LOOSE_PARTS,
    keys.SABOTEURS_PASSED,
    keys.SABOTEURS_PAY,
)
"""The rules that tables argue about: dead ends and loose parts, goals that misfit, gold."""


def reference(book: Rulebook, setup: Setup) -> QuickReference:
    """Return what is dealt to how many players, what scores, and the rules asked about most.

    Cites: SAB-1.4, SAB-1.6 to SAB-1.8, SAB-7.1, SAB-7.5, SAB-9.1.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> beside = reference(load_rulebook("saboteur"), Setup((Player("Ana"),) * 3))
    >>> beside.setup.rows[0]
    (3, 1, 3, 6, 49, 3)
    """
    return QuickReference(
        setup=_setup(book, setup),
        scoring=tuple(_scoring(book)),
        rules_asked_most=rule_refs(ASKED),
    )


def _setup(book: Rulebook, setup: Setup) -> CardGrid:
    """Return the table of what is dealt; one dwarf card is left over, face down."""
    least, most = book.players
    return CardGrid(
        Say("What is dealt in each round"),
        (
            Say("players"),
            Say("saboteurs"),
            Say("diggers"),
            Say("hand"),
            Say("to draw"),
            Say("gold cards if the diggers win"),
        ),
        tuple(
            (
                seats,
                book[keys.SABOTEURS][seats],
                book[keys.DIGGERS][seats],
                book[keys.HAND][seats],
                cards_to_draw(book, seats),
                _shared(book, setup, seats),
            )
            for seats in range(least, most + 1)
        ),
        tuple(_lines(book, setup)),
    )


def _shared(book: Rulebook, setup: Setup, seats: int) -> int | Say:
    """Return how many gold cards the diggers share: one number, or the fewest to the most."""
    variant = Variant.of(book, setup.options)
    fewest, most = saboteurs_possible(book, seats)
    passed = {False, has_selfish(book, setup.options)}
    counts = {
        variant.cards_shared(seats, seats - saboteurs, selfish_passed=each)
        for saboteurs in range(fewest, most + 1)
        for each in passed
    }
    if len(counts) == 1:
        return counts.pop()
    return Say("{fewest} to {most}", fewest=min(counts), most=max(counts))


def _lines(book: Rulebook, setup: Setup) -> Iterator[Say]:
    variant = Variant.of(book, setup.options)
    pay = _pay(variant, range(len(variant.pay)))
    yield Say("If the saboteurs win, each of them takes nuggets: {pay}.", pay=pay)
    if has_selfish(book, setup.options):
        takes = nuggets(variant.selfish_nuggets)
        yield Say("The selfish dwarf takes {nuggets} alone, or nothing.", nuggets=takes)


def _scoring(book: Rulebook) -> Iterator[ScoringEntry]:
    for value, n in sorted(gold_in_box(book).items()):
        each = {"nuggets": nuggets(value), "cards": gold_cards(n)}
        worth = Say("{nuggets} each; {cards} in the box", **each)
        yield ScoringEntry(label_of(value), worth, rule_refs(RULES_FOR_CARDS))
    yield ScoringEntry(UNPAID, Say("the nuggets that were noted"), rule_refs(RULES_FOR_UNPAID))


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Return a few lines on the aim, who wins, how a turn goes, and how much gold there is.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("saboteur"), Setup((Player("Ana"),) * 5))
    >>> print(said[-1].cited)
    Not reached: each saboteur takes nuggets, 4 with 1 saboteur and 3 with 2 saboteurs. (SAB-7.5)
    """
    seats, variant = len(setup.seating), Variant.of(book, setup.options)
    fewest, most = saboteurs_possible(book, seats)
    wins = plural(
        book[keys.ROUNDS],
        "After {n} round the most nuggets win.",
        "After {n} rounds the most nuggets win.",
    )
    turn = "A turn: lay a tunnel card, play an action card, or discard. Then draw."
    pay = _pay(variant, range(fewest, most + 1))
    gold = Say(
        "Reached: the diggers share {cards} gold cards, {least} to {most}.",
        cards=_shared(book, setup, seats),
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
            Say("Not reached: each saboteur takes nuggets, {pay}.", pay=pay), keys.SABOTEURS_PAY
        ),
    )


def _pay(variant: Variant, saboteurs: range) -> tuple[Say, ...]:
    """Say what each saboteur takes, for each number of saboteurs that takes anything."""
    return tuple(
        plural(n, "{each} with {n} saboteur", "{each} with {n} saboteurs", each=each)
        for n in saboteurs
        if (each := variant.paid_each(n))
    )
