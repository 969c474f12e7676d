"""Disputes about a turn: what may be taken, and how often it plunders."""

from __future__ import annotations

from collections.abc import Sequence

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    Question,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    impossible,
    join_or,
    plural,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import SIMPLE, box_of
from referee.games.colorful_treasure.model.cards import CHEST, FACES, KEY, SECRETS
from referee.games.colorful_treasure.model.takes import Leave, legal_takes
from referee.games.colorful_treasure.model.tiles import FOURTH_CARD, NO_PLUNDER, TILES, WILD
from referee.games.colorful_treasure.model.tokens import Tokens, paired


def _take(book: Rulebook, facts: Facts) -> Answer:
    """Tell what may be taken of the cards that show.

    Cites: COL-2.3 to COL-2.6, COL-6.5, COL-6.9.
    """
    revealed, tiles = facts.words("revealed"), facts.words("tiles", ())
    if refused := _too_many_flipped(book, facts, revealed, tiles):
        return Answer.ruled(refused, {"choices": None})
    leave = Leave.of(book, facts.options, tiles)
    choices = tuple(
        tuple(sorted((face for face in revealed if face in kinds), key=FACES.index))
        for kinds in legal_takes(revealed, leave)
    )
    worded = [" + ".join(choice) or "nothing" for choice in choices]
    said = Say("To be taken: {choices}.", choices=join_or(worded))
    shows_secret = any(face in SECRETS for face in revealed)
    rules: list[RuleLike] = [keys.SECRETS_FIRST if shows_secret else keys.ONE_KIND, keys.COVERED]
    if leave.avoids_secrets or leave.may_avoid:
        rules.append(keys.NO_SECRETS)
    if leave.kinds > 1:
        rules.append(keys.EXTRA_KIND)
    if len(revealed) > book[keys.FLIPPED] + book[keys.THIRD]:
        rules.append(keys.FOURTH)
    if not all(choices):
        rules.append(keys.MUST_TAKE)
    return Answer.answered(said, {"choices": choices}, *rules)


def _too_many_flipped(
    book: Rulebook, facts: Facts, revealed: Sequence[str], tiles: Sequence[str]
) -> Ruling | None:
    """Stop cards that no turn can show together. Cites: COL-1.6, COL-2.2, COL-6.7."""
    is_simple = book.option(facts.options, "mode") == SIMPLE
    if is_simple and {*revealed} & {*SECRETS}:
        return impossible("The simple game has no keys and chests.", keys.MODES)
    most = book[keys.FLIPPED] + (0 if is_simple else book[keys.THIRD])
    rule: RuleLike = keys.THIRD
    if FOURTH_CARD in tiles and not is_simple:
        most, rule = most + book[keys.FOURTH], keys.FOURTH
    if len(revealed) <= most:
        return None
    said = "At most {most} cards are flipped, not {n}."
    return impossible(said, rule, keys.FOURTH, most=most, n=len(revealed))


def _plunder(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many plunders tokens make, and which tokens are left.

    Cites: COL-3.1, COL-3.4, COL-6.1, COL-6.10.
    """
    taken, uses = facts.words("taken"), facts.word("use", None)
    held = Tokens(
        facts.integer("keys") + taken.count(KEY), facts.integer("chests") + taken.count(CHEST)
    )
    refused = _too_many_taken(book, taken) or _no_such_tokens(book, facts, held)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("plunders", "keys", "chests")))
    if NO_PLUNDER in facts.words("tiles", ()):
        results = {"plunders": 0, "keys": held.keys, "chests": held.chests}
        said = Say("No plunder: the tokens stay.")
        return Answer.answered(said, results, keys.NO_PLUNDER)
    made = paired(held, any_token=bool(uses))
    said = plural(
        made.plunders,
        "{n} plunder; {keys} and {chests} are left.",
        "{n} plunders; {keys} and {chests} are left.",
        keys=plural(made.left.keys, "{n} key token", "{n} key tokens"),
        chests=plural(made.left.chests, "{n} chest token", "{n} chest tokens"),
    )
    rules: list[RuleLike] = [keys.PAIR]
    because: tuple[Say, ...] = ()
    if made.plunders > 1:
        rules.append(keys.SEVERAL_PAIRS)
    if uses:
        rules.append(keys.WILD)
        if made == paired(held):
            because = (Say("No token is left for {tile}: it stays.", tile=WILD),)
    results = {"plunders": made.plunders, "keys": made.left.keys, "chests": made.left.chests}
    return Answer.answered(said, results, *rules, because=because)


def _too_many_taken(book: Rulebook, taken: Sequence[str]) -> Ruling | None:
    """Stop more cards than anybody flips in a turn."""
    most = book[keys.FLIPPED] + book[keys.THIRD] + book[keys.FOURTH]
    if len(taken) <= most:
        return None
    said = "At most {most} cards are flipped in a turn, not {n}."
    rules = (keys.FLIPPED, keys.THIRD, keys.FOURTH)
    return impossible(said, *rules, most=most, n=len(taken))


def _no_such_tokens(book: Rulebook, facts: Facts, held: Tokens) -> Ruling | None:
    box = box_of(book, facts.options)
    if any(held) and not box.has_secrets:
        return impossible("The simple game has no tokens.", keys.MODES)
    for n, what in zip(held, SECRETS, strict=True):
        if n > box.most(what):
            said = "{n} {what} tokens; there are {most}."
            return impossible(said, keys.ALL_KEYS, n=n, what=what, most=box.most(what))
    return None


def _number(name: str, about: str) -> Field:
    return Field(name=name, shape=Integer(), about=Say(about), required=True)


def _kinds(name: str, about: str) -> Field:
    return Field(name=name, shape=ListOf(Choice(FACES)), about=Say(about), required=True)


OWN_TILES = Field(name="tiles", shape=ListOf(Choice(TILES)), about=Say("the player's tiles"))


TAKE = Question(
    name="take",
    about=Say("What may be taken of the cards that show?"),
    fields=(
        _kinds("revealed", "the cards that show, by kind"),
        OWN_TILES,
    ),
    answer=_take,
    example="revealed=red,red,key tiles=no-secrets",
)
PLUNDER = Question(
    name="plunder",
    about=Say("How often does a player plunder after a take, and which tokens are left?"),
    fields=(
        _kinds("taken", "the cards taken, by kind"),
        _number("keys", "key tokens before the take"),
        _number("chests", "chest tokens before the take"),
        OWN_TILES,
        Field(name="use", shape=Choice((WILD,)), about=Say("the tile that is used as a token")),
    ),
    answer=_plunder,
    example="taken=chest,chest,chest keys=2 chests=0",
)
