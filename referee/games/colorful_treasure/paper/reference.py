"""What stands beside a blank form: the setup, what scores, and the rulings asked most."""

from __future__ import annotations

from collections.abc import Iterator

from referee.api import CardGrid, NumberMissing, Rulebook, RuleRef, Say, Setup, SheetCell, rule_refs
from referee.api.pads import QuickReference, ScoringEntry
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import (
    DIAMOND_CARDS,
    DIAMONDS,
    SECRET_BONUS,
    WORTH_OF_TILE,
)
from referee.games.colorful_treasure.model.box import ADVANCED, SIMPLE, box_of
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tokens import EXPLORATION, GEM


def reference(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what is laid out, what scores in the way this table plays, and what is asked most.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> beside = reference(load_rulebook("colorful-treasure"), Setup(tuple("AB")))
    >>> [f"{line.label}: {line.worth}" for line in beside.scoring][4:6]
    ['purple: for 1 to 6 as on the help card', 'diamond cards: 1 each']
    """
    mode = book.option(setup.options, "mode")
    return QuickReference(
        setup=_setting_up(book, setup, mode),
        scoring=tuple(_worths(book.with_table_numbers(setup.numbers), mode, len(setup.seating))),
        rules_asked_most=_asked(book, mode),
    )


def _setting_up(book: Rulebook, setup: Setup, mode: str) -> CardGrid:
    """Tell what is laid out with each number of players. Cites: COL-1.1, COL-1.6, COL-4.1."""
    least, most = book.players
    box = box_of(book, setup.options)
    columns = [Say("players"), Say("cards"), Say("columns")]
    tail: list[SheetCell] = [box.cards, box.wonders]
    if mode == ADVANCED:
        columns.append(Say("tiles"))
        tail.append(book[keys.TILES])
    if mode != SIMPLE:
        columns.append(Say("gem bonus"))
    return CardGrid(
        title=Say("Setup"),
        columns=tuple(columns),
        rows=tuple(
            (seats, *tail, *(() if mode == SIMPLE else (_gem_bonus(book, seats),)))
            for seats in range(least, most + 1)
        ),
    )


def _gem_bonus(book: Rulebook, seats: int) -> Say:
    worth, colours = book[keys.GEM_WORTH][seats], book[keys.GEM_COLOURS][seats]
    return Say("{worth} for {colours} colours", worth=worth, colours=colours)


def _worths(book: Rulebook, mode: str, seats: int) -> Iterator[ScoringEntry]:
    """List what scores, in the order in which it is scored.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    gems = _of_one_colour(book)
    for colour in COLOURS:
        yield ScoringEntry(Say("{colour}", colour=colour), gems, rule_refs((keys.SAME_COLOUR,)))
    card, diamond = _each(book[keys.DIAMOND_CARD]), _each(book[keys.DIAMOND][mode])
    yield ScoringEntry(DIAMOND_CARDS, card, rule_refs((keys.DIAMOND_CARD,)))
    yield ScoringEntry(DIAMONDS, diamond, rule_refs((keys.DIAMOND,)))
    if mode != SIMPLE:
        yield from _worths_of_bonuses(book, seats)
    if mode == ADVANCED:
        for tile, key in WORTH_OF_TILE.items():
            worth = Say("{points}", points=book[key])
            yield ScoringEntry(Say("{tile}", tile=tile), worth, rule_refs((key,)))


def _of_one_colour(book: Rulebook) -> Say:
    """Tell what gems of one colour are worth together, as far as the table has read it out."""
    try:
        worth = book[keys.SAME_COLOUR]
    except NumberMissing:
        return Say("for 1 to {most} as on the help card", most=book[keys.OF_EACH_COLOUR])
    return Say("{points} for 1 to {most}", points=tuple(map(str, worth)), most=len(worth))


def _worths_of_bonuses(book: Rulebook, seats: int) -> Iterator[ScoringEntry]:
    first = Say("{bonus}, to the first", bonus=_gem_bonus(book, seats))
    yield ScoringEntry(Say("{bonus} bonus", bonus=GEM), first, rule_refs((keys.GEM_WORTH,)))
    explored = Say(
        "{worth} for {wonders} wonders, to the first",
        worth=book[keys.EXPLORATION_WORTH],
        wonders=book[keys.EXPLORED],
    )
    yield ScoringEntry(
        Say("{bonus} bonus", bonus=EXPLORATION), explored, rule_refs((keys.EXPLORATION_WORTH,))
    )
    secrets = Say(
        "{worth} for most keys and chests, shared in a tie", worth=book[keys.SECRET_WORTH]
    )
    yield ScoringEntry(SECRET_BONUS, secrets, rule_refs((keys.SECRET_WORTH,)))


def _each(points: int) -> Say:
    return Say("{points} each", points=points)


def _asked(book: Rulebook, mode: str) -> tuple[RuleRef, ...]:
    """Point to what tables dispute most in this way of playing."""
    taking = {keys.DIAMONDS_ALONG, keys.MUST_TAKE, keys.FEW_LEFT}
    plunder = {keys.SECRETS_FIRST, keys.NOTHING_ALONG, keys.NO_VICTIM, keys.BONUS_KEPT}
    tiles = {keys.THIRD_AGAIN, keys.SEVERAL_COLOURS, keys.MUST_TAKE, keys.LEFT.rule_id}
    chosen = {
        SIMPLE: taking | {keys.ONE_KIND, keys.SIMPLE_END},
        ADVANCED: plunder | tiles,
    }.get(mode, plunder | taking | {keys.LEFT.rule_id})
    return book.in_order(chosen)
