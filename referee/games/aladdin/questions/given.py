"""The facts that several disputes share: cards, holdings and the discard pile."""

from collections.abc import Mapping
from typing import cast

from referee import api
from referee.api import Say
from referee.api.reading import is_none, parse_count, prefix_matches
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    GEMS,
    LONE,
    METALS,
    ORNAMENT_KINDS,
    ORNAMENTS,
    TREASURES,
    Names,
)
from referee.games.aladdin.model.contradictions import refuse_beyond_box
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.model.readers import card_named

_BY_NAME = {card: card for card in ORNAMENTS}


def read_ornament(words: str) -> str:
    """Read an ornament, or the metal of several. Raises BadAnswer.

    >>> read_ornament("s-r"), read_ornament("silver")
    ('silver ring', 'silver')
    """
    metal = prefix_matches(words, METALS)
    return metal[0] if len(metal) == 1 else card_named(words, _BY_NAME)


def read_how_many(words: str) -> int | str:
    """Read how many there are of an ornament, or which ornament of a metal. Raises BadAnswer.

    >>> read_how_many("2"), read_how_many("neck")
    (2, 'necklace')
    """
    number, kind = parse_count(words), prefix_matches(words, ORNAMENT_KINDS)
    if number is not None:
        return number
    if len(kind) == 1:
        return kind[0]
    raise api.BadAnswer(Say("“{words}” is not an ornament.", words=words))


_KIND = api.Text(like="red")
_RING = api.Example("silver-ring", "silver ring")
_CARD = api.Text(like="silver-ring")
_CARD_OR_NONE = api.Text(like="silver-ring", none=api.NOTHING)
GEMS_HELD = api.Field("gems", api.MapOf(_KIND, api.Integer()), Say("gems by kind"))
TALISMANS_HELD = api.Field(
    "talismans", api.MapOf(_KIND, api.Integer()), Say("on which gem each talisman lies, or lone")
)
ORNAMENTS_HELD = api.Field(
    "ornaments",
    api.MapOf(
        api.Text(like="silver-ring", read=read_ornament),
        api.ListOf(api.Text(like="2", read=read_how_many)),
    ),
    Say(
        "ornaments, as {ring}:2 or {several}",
        ring=_RING,
        several=api.Example("silver:ring+necklace"),
    ),
)
HOLDING = (GEMS_HELD, TALISMANS_HELD, ORNAMENTS_HELD)
TAKES = api.Field("takes", _CARD_OR_NONE, Say("the card that is taken, or none"))
DISCARDS = api.Field(
    "discards", api.MapOf(_CARD, api.Integer()), Say("the cards of the discard pile")
)


def given_holding(names: Names, facts: api.Facts) -> Holding | None:
    """Return the holding given; None if no pile is given, else a pile left out is empty."""
    if not any(field.name in facts.values for field in HOLDING):
        return None
    talismans = given_kinds(names, facts, "talismans", (*GEMS, LONE))
    lone = talismans.pop(LONE, 0)
    return Holding(
        gems=given_kinds(names, facts, "gems", GEMS),
        talismans=talismans,
        lone=lone,
        ornaments=_ornaments(facts),
    )


def given_kinds(
    names: Names, facts: api.Facts, field: str, cards: tuple[str, ...]
) -> dict[str, int]:
    """Count cards by kind: the table's names, ours, or beginnings. Raises RefereeError."""
    counts: dict[str, int] = {}
    for word, n in facts.counts(field, {}).items():
        card = given_card(names, word, cards)
        counts[card] = counts.get(card, 0) + n
    return counts


def given_pile(names: Names, facts: api.Facts) -> dict[str, int] | None:
    """Count the cards of the discard pile; None if it is not given. Raises RefereeError."""
    return given_kinds(names, facts, "discards", TREASURES) if "discards" in facts.values else None


def given_card(names: Names, word: str, cards: tuple[str, ...]) -> str:
    """Read one of these cards. Raises RefereeError."""
    try:
        return card_named(word, names.readable(cards))
    except api.BadAnswer as bad:
        raise card_error(names, cards, bad) from bad


def card_error(names: Names, cards: tuple[str, ...], bad: api.BadAnswer) -> api.RefereeError:
    """Return an error with the cards to choose from added."""
    known = tuple(map(names.of, cards))
    said = api.join((bad.say, Say("Choose from {cards}.", cards=known)), " ")
    return api.RefereeError(said)


def _ornaments(facts: api.Facts) -> dict[str, int]:
    given = cast("Mapping[str, tuple[str, ...]]", facts.values.get("ornaments", {}))
    counts: dict[str, int] = {}
    for word, listed in given.items():
        named = read_ornament(word)
        for part in listed:
            found = read_how_many(part)
            card = f"{named} {found}" if named in METALS else named
            if isinstance(found, int) == (named in METALS):
                said = "“{word}” is not clear: write {ring}:2 or {several}."
                several = api.Example("silver:ring+ring")
                raise api.RefereeError(
                    Say(said, word=f"{word}:{part}", ring=_RING, several=several)
                )
            counts[card] = counts.get(card, 0) + (found if isinstance(found, int) else 1)
    return counts


def takes_none(facts: api.Facts) -> bool:
    """Whether the facts say that no card is taken."""
    return is_none(facts.text("takes", ""))


def refuse_holding(
    book: api.Rulebook,
    names: Names,
    held: Holding | None,
    discards: Mapping[str, int] | None = None,
) -> api.Ruling | None:
    """Refuse more cards than the box has, and a talisman without a gem. Cites: ALA-9.1, ALA-9.3."""
    held, pile = held or Holding(), discards or {}
    gems = sum(held.gems.values()) + sum(n for card, n in pile.items() if card in GEMS)
    cards = held.cards + sum(pile.values())
    too_many = refuse_beyond_box(book, cards, cards - gems)
    bare = next((kind for kind in GEMS if held.talismans.get(kind) and not held.gem(kind)), None)
    if too_many or not bare:
        return too_many
    said = "A talisman on {kind} without a gem lies alone."
    return api.impossible(said, keys.TALISMAN_ON_GEM, kind=names.of(bare))


def card_said(names: Names, card: str) -> Say:
    """Return a card as text: of a gem its kind and the word *gem*."""
    if card in GEMS:
        return Say("{kind} gem", kind=names.of(card))
    return Say("{card}", card=card)
