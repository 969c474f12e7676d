"""Disputes on the chests: what a drawing brings, and when a Sorcerer ends the game."""

import re
from collections.abc import Mapping

from referee.api import (
    Answer,
    BadAnswer,
    Boolean,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    Player,
    Question,
    RefereeError,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Text,
    forbidden,
    impossible,
    join,
    plural,
)
from referee.api.reading import match_key
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    BRONZE,
    CHEST_CARDS,
    FOURTH,
    METALS,
    RED,
    SORCERER,
    names_at,
)
from referee.games.aladdin.model.dice import Die, wrong_die
from referee.games.aladdin.model.drawing import Drawing, wrong_card
from referee.games.aladdin.model.readers import read_draws
from referee.games.aladdin.model.setup import has_ring, sorcerer_at

EXPLORE, WISH = "explore", "wish"
_WORD = re.compile(r"[^\W\d_]+")


def read_scorpions(words: str) -> tuple[int | None, ...]:
    """Read the scorpions of cards, which may be named as in play; None for the Sorcerer.

    Any word may be the table's name of the fourth gem, until the house rules are known.
    Raises BadAnswer.

    >>> read_scorpions("2"), read_scorpions("gr2 purple1 S")
    ((2,), (2, 1, None))
    """
    known = {card: card for card in CHEST_CARDS}
    try:
        return read_draws(words, known)
    except BadAnswer:
        return _read(words, known | dict.fromkeys(_WORD.findall(match_key(words)), FOURTH))


def _read(words: str, readable: Mapping[str, str]) -> tuple[int | None, ...]:
    try:
        return read_draws(words, readable)
    except BadAnswer as bad:
        said = "“{words}” is neither a number of scorpions nor S for the Sorcerer."
        raise BadAnswer(Say(said, words=words)) from bad


def _scorpions(book: Rulebook, facts: Facts) -> list[int | None]:
    """Read the scorpions told, card by card, by the table's names. Raises RefereeError."""
    names = names_at(book, facts.options)
    readable = names.readable(CHEST_CARDS)
    try:
        return [n for words in facts.words("scorpions") for n in _read(words, readable)]
    except BadAnswer as bad:
        known = tuple(map(names.of, CHEST_CARDS))
        said = join((bad.say, Say("Choose from {cards}.", cards=known)), " ")
        raise RefereeError(said) from bad


def _draw(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a drawing is a bust, what is kept, and what it brings.

    Cites: ALA-1.4, ALA-5.2 to ALA-5.4, ALA-8.2, ALA-8.3.
    """
    die, before = facts.integer("die"), facts.integer("drawn", None)
    read = _scorpions(book, facts)
    refused = wrong_die(book, Die(BRONZE, die)) or _no_such_draw(book, die, read, before)
    drawing = Drawing(Player(""), BRONZE, die)
    for n in () if refused else read:
        if not drawing.is_bust:  # the drawing was over then: ALA-5.3
            drawing = drawing.with_card(SORCERER if n is None else RED, n or 0)
    refused = refused or _at_wrong_place(book, drawing, before)
    if refused:
        unknown = dict.fromkeys(("bust", "kept", "may_draw", "closes_cave", "ring"))
        return Answer.ruled(refused, unknown)
    may_win = has_ring(book, facts.options)
    counts = book.option(facts.options, "ring_counts_sorcerer") == "yes"
    results = {
        "bust": drawing.is_bust,
        "kept": 0 if drawing.is_bust else len(drawing.treasures),
        "may_draw": drawing.left,
        "closes_cave": drawing.brings_sorcerer,
        "ring": may_win and drawing.wins_ring(book[keys.RING_DIE], counts_sorcerer=counts),
    }
    said = plural(
        drawing.scorpions,
        "{n} scorpion with a die of {die}: a bust, all is discarded."
        if drawing.is_bust
        else "{n} scorpion with a die of {die}: no bust.",
        "{n} scorpions with a die of {die}: a bust, all is discarded."
        if drawing.is_bust
        else "{n} scorpions with a die of {die}: no bust.",
        die=die,
    )
    rules: list[RuleLike] = [keys.SCORPIONS, keys.DRAWING]
    because: list[Say] = []
    if drawing.brings_sorcerer:
        because.append(Say("A Sorcerer is out: the game ends after this turn."))
        rules.append(keys.SORCERER)
    if may_win:
        rules += [keys.RING_DIE, keys.RING_AND_SORCERER]
    if len(drawing.cards) < len(read):
        last = "Card {n} was the last: after a bust none is drawn."
        because.append(Say(last, n=len(drawing.cards)))
    return Answer.answered(said, results, *rules, because=tuple(because))


def _no_such_draw(
    book: Rulebook, die: int, read: list[int | None], before: int | None
) -> Ruling | None:
    """Stop more draws than the die or the chest allows, and a second Sorcerer."""
    if len(read) > die:
        said = "A die of {die} draws at most {die} cards, not {n}."
        return impossible(said, keys.DRAWING, die=die, n=len(read))
    sorcerers, whole = read.count(None), book[keys.CHEST_CARDS] + 1
    if sorcerers > 1:
        said = "There is one Sorcerer in a chest, not {n}."
        return impossible(said, keys.BELOW_SORCERER, n=sorcerers)
    if before is not None and before + len(read) > whole:
        said = "A chest has {whole} cards, not {n}."
        return impossible(said, keys.CHEST_CARDS, whole=whole, n=before + len(read))
    return None


def _at_wrong_place(book: Rulebook, drawing: Drawing, before: int | None) -> Ruling | None:
    """Hold a drawing against the place of the Sorcerer. Cites: ALA-1.4."""
    if before is None:
        return None
    if before >= sorcerer_at(book):
        said = "The Sorcerer, card {at} of his chest, is out: nobody draws after that turn."
        return forbidden(said, keys.BELOW_SORCERER, keys.THE_END, at=sorcerer_at(book))
    cards = enumerate(drawing.cards, start=before + 1)
    wrong = (wrong_card(book, number, each.card) for number, each in cards)
    return next(filter(None, wrong), None)


def _end(book: Rulebook, facts: Facts) -> Answer:
    """Tell when the game ends that a Sorcerer closes. Cites: ALA-1.4, ALA-4.4, ALA-5.4, ALA-7.5."""
    by, chest, before = facts.word("by"), facts.word("chest"), facts.integer("drawn", None)
    is_bust = facts.yes("bust", None)
    if by == WISH and is_bust is not None:
        said = "Leave out bust: scorpions do not count on a card that a wish draws."
        raise RefereeError(Say(said))
    whole = book[keys.CHEST_CARDS] + 1
    refused = None
    if before is not None and before >= whole:
        said = "A chest has {whole} cards, not {n}."
        refused = impossible(said, keys.CHEST_CARDS, whole=whole, n=before + 1)
    elif before is not None:
        refused = wrong_card(book, before + 1, SORCERER)
    if refused:
        unknown = dict.fromkeys(("ends", "still_opened", "draws_on"))
        return Answer.ruled(refused, unknown)
    if by == WISH:
        results = {"ends": "at-once", "still_opened": (), "draws_on": False}
        said = "The game is over at once: no second genie comes, and no chest is opened."
        return Answer.answered(Say(said), results, keys.DRAWN_BY_WISH, keys.THE_END)
    later = METALS[METALS.index(chest) + 1 :]
    results = {"ends": "after-turn", "still_opened": later, "draws_on": not is_bust}
    told = Say("The game ends after this turn. Chests still to come: {chests}.", chests=later)
    if not later:
        told = Say("The game ends after this turn. No chest is left to come.")
    return Answer.answered(told, results, keys.THE_END, keys.SORCERER)


DRAW = Question(
    name="draw",
    about=Say("Is it a bust, and may another card be drawn?"),
    fields=(
        Field(name="die", shape=Integer(), about=Say("the number of the die"), required=True),
        Field(
            name="scorpions",
            shape=ListOf(Text(like="1", read=read_scorpions)),
            about=Say("the scorpions card by card; S for the Sorcerer"),
            required=True,
        ),
        Field(name="drawn", shape=Integer(), about=Say("how many cards left this chest before")),
    ),
    answer=_draw,
    example="die=4 scorpions=1,0,S,0",
)
END = Question(
    name="end",
    about=Say("A Sorcerer came: when does the game end?"),
    fields=(
        Field(
            name="by",
            shape=Choice((EXPLORE, WISH)),
            about=Say("whether exploring or a wish brought him"),
            required=True,
        ),
        Field(name="chest", shape=Choice(METALS), about=Say("his chest"), required=True),
        Field(
            name="drawn", shape=Integer(), about=Say("how many cards left this chest before him")
        ),
        Field(
            name="bust",
            shape=Boolean(),
            about=Say("whether his draw was a bust; by exploring only"),
        ),
    ),
    answer=_end,
    example="by=explore chest=bronze",
)
