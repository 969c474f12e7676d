"""Disputes on cards: what a drawing brings, and what may be stolen."""

from referee.api import (
    Answer,
    BadAnswer,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    Question,
    RefereeError,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Text,
    impossible,
    match_key,
    parse_count,
    plural,
    prefix_matches,
)
from referee.games.aladdin import keys
from referee.games.aladdin.final import ORNAMENTS
from referee.games.aladdin.model.cards import (
    BRONZE,
    GEMS,
    LONE,
    RED,
    SORCERER,
    Names,
    is_gem,
    names_at,
)
from referee.games.aladdin.model.dice import Die, wrong_die
from referee.games.aladdin.model.drawing import Drawing
from referee.games.aladdin.model.holding import holding_of
from referee.games.aladdin.model.setup import has_ring

SORCERER_SIGN = "s"


def read_scorpions(words: str) -> int | None:
    """Read the scorpions of a card; None for the Sorcerer. Raises BadAnswer.

    >>> read_scorpions("2"), read_scorpions("S")
    (2, None)
    """
    if match_key(words) == SORCERER_SIGN:
        return None
    number = parse_count(words)
    if number is None:
        said = "“{words}” is neither a number of scorpions nor S for the Sorcerer."
        raise BadAnswer(Say(said, words=words))
    return number


def _draw(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a drawing is a bust, what is kept, and what it brings.

    Cites: ALA-5.2 to ALA-5.4, ALA-8.2, ALA-8.3.
    """
    die = facts.integer("die")
    read = [read_scorpions(each) for each in facts.words("scorpions")]
    refused = wrong_die(book, Die(BRONZE, die)) or _no_such_draw(die, read)
    if refused:
        unknown = dict.fromkeys(("bust", "kept", "may_draw", "closes_cave", "ring"))
        return Answer.ruled(refused, unknown)
    drawing = Drawing(Player(""), BRONZE, die)
    for n in read:
        if not drawing.is_bust:  # the drawing was over then: ALA-5.3
            drawing = drawing.with_card(SORCERER if n is None else RED, n or 0)
    may_win = has_ring(book, facts.options)
    counts = book.option(facts.options, "ring_counts_sorcerer") == "yes"
    ring = may_win and drawing.wins_ring(book[keys.RING_DIE], counts_sorcerer=counts)
    results = {
        "bust": drawing.is_bust,
        "kept": 0 if drawing.is_bust else len(drawing.treasures),
        "may_draw": drawing.left,
        "closes_cave": drawing.brings_sorcerer,
        "ring": ring,
    }
    said = Say(
        "{scorpions} with a die of {die}: a bust, all is discarded."
        if drawing.is_bust
        else "{scorpions} with a die of {die}: no bust.",
        scorpions=plural(drawing.scorpions, "{n} scorpion", "{n} scorpions"),
        die=die,
    )
    rules: list[RuleLike] = [keys.SCORPIONS, keys.DRAWING]
    if drawing.brings_sorcerer:
        said = Say("{said} The game ends after this turn.", said=said)
        rules.append(keys.SORCERER)
    if may_win:
        rules += [keys.RING_DIE, keys.RING_AND_SORCERER]
    cards = len(drawing.cards)
    last = Say("Card {n} was the last: after a bust none is drawn.", n=cards)
    return Answer.answered(said, results, *rules, because=(last,) if cards < len(read) else ())


def _no_such_draw(die: int, read: list[int | None]) -> Ruling | None:
    """Stop more draws than the die allows, and a second Sorcerer."""
    if len(read) > die:
        said = "A die of {die} draws no {n} cards."
        return impossible(said, keys.DRAWING, die=die, n=len(read))
    sorcerers = read.count(None)
    if sorcerers > 1:
        said = "{n} Sorcerers in one chest? There is one."
        return impossible(said, keys.BELOW_SORCERER, n=sorcerers)
    return None


def _by_kind(names: Names, facts: Facts, field: str) -> dict[str, int]:
    """Read the kinds of a map: the table's names, ours, or beginnings. Raises RefereeError."""
    known = names.readable((*GEMS, LONE) if field == "talismans" else GEMS)
    counts: dict[str, int] = {}
    for word, n in facts.counts(field, {}).items():
        found = {known[name] for name in prefix_matches(word, known)}
        if len(found) != 1:
            said = Say("“{word}” is no gem; gems are {gems}.", word=word, gems=names.gems)
            raise RefereeError(said)
        kind = found.pop()
        counts[kind] = counts.get(kind, 0) + n
    return counts


def _steal(book: Rulebook, facts: Facts) -> Answer:
    """List what an opponent may take after a wrong rub, each kind once, in the order told.

    Cites: ALA-3.5, ALA-3.6, ALA-6.1, ALA-9.3.
    """
    names = names_at(book, facts.options)
    counts = {field: _by_kind(names, facts, field) for field in ("gems", "talismans")}
    held = holding_of(names, {**facts.values, **counts})
    bare = next((kind for kind in GEMS if held.talismans.get(kind) and not held.gem(kind)), None)
    if bare:
        said = "A talisman on {kind} without a gem lies alone."
        ruling = impossible(said, keys.TALISMAN_ON_GEM, kind=names.of(bare))
        return Answer.ruled(ruling, {"may_take": None})
    may_take = held.unprotected()
    taken = tuple(
        Say("{kind} gem", kind=names.of(card)) if is_gem(card) else Say("{card}", card=card)
        for card in (*held.gems, *held.ornaments)
        if card in may_take
    )
    results = {"may_take": tuple(map(str, taken))}
    if not taken:
        rules = (keys.WRONG_RUB, keys.NOTHING_TO_STEAL)
        return Answer.answered(Say("Nothing may be taken."), results, *rules)
    told = Say("May be taken: {cards}.", cards=taken)
    return Answer.answered(told, results, keys.WRONG_RUB, keys.SETS)


_KIND = Text(like="red")

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
    ),
    answer=_draw,
    example="die=4 scorpions=1,0,S,0",
)
STEAL = Question(
    name="steal",
    about=Say("What may be stolen after a wrong rub?"),
    fields=(
        Field(name="gems", shape=MapOf(_KIND, Integer()), about=Say("gems by kind")),
        Field(
            name="talismans",
            shape=MapOf(_KIND, Integer()),
            about=Say("on which gem each talisman lies, or lone"),
        ),
        ORNAMENTS,
    ),
    answer=_steal,
    example="gems=red:2,green:1 talismans=red:1 ornaments=silver:bracelet+ring+ring+necklace",
)
