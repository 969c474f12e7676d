"""What may be taken from a player, and out of the discard pile: in play and in a dispute."""

from collections.abc import Mapping

from referee.api import RuleLike, Ruling, forbidden, table_call
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import MAGIC_RING, SORCERER, TALISMAN, Names
from referee.games.aladdin.model.holding import Holding


def not_to_be_taken(rule: RuleLike, names: Names, held: Holding, card: str) -> Ruling | None:
    """Stop a theft or an exchange of what is protected, or is not there; ``rule`` is its rule.

    Cites: ALA-3.5, ALA-4.3, ALA-6.1, ALA-8.1, ALA-9.5.
    """
    if card in held.unprotected():
        return None
    if card == TALISMAN:
        return forbidden("A talisman is never stolen or exchanged.", rule)
    if card == MAGIC_RING:
        said = "The Magic Ring is never stolen or exchanged."
        return forbidden(said, rule, keys.MAGIC_RING)
    if held.ornaments.get(card, 0):
        said = "The {card} belongs to a complete set."
        return forbidden(said, rule, keys.SETS, card=names.of(card))
    return not_there(names, card)


def not_to_be_discarded(names: Names, held: Holding, card: str) -> Ruling | None:
    """Leave it to the table whether a lamp card may throw away what is protected from theft.

    Cites: ALA-4.3, ALA-9.5.
    """
    if card in held.unprotected():
        return None
    if card == MAGIC_RING:
        said = "The Magic Ring is not a card, and cannot be discarded."
        return forbidden(said, keys.PROTECTED, keys.MAGIC_RING)
    if card == TALISMAN and held.all_talismans:
        said = (
            "Read the lamp card: the printed rules protect a talisman only from theft and exchange."
        )
        return table_call(said, keys.PROTECTED)
    if held.ornaments.get(card, 0):
        said = "Read the lamp card: the printed rules protect a set only from theft and exchange."
        return table_call(said, keys.PROTECTED, keys.SETS)
    return not_there(names, card)


def not_there(names: Names, card: str) -> Ruling:
    """Say that there is no such card to take. Cites: ALA-9.5."""
    return forbidden("There is no {card} to take.", keys.ON_RECORD, card=names.of(card))


def not_discarded(names: Names, pile: Mapping[str, int], card: str) -> Ruling | None:
    """Stop a card that does not lie in the discard pile. Cites: ALA-9.5."""
    if pile.get(card, 0):
        return None
    said = "There is no {card} in the discard pile."
    return forbidden(said, keys.ON_RECORD, card=names.of(card))


def wrong_ring_card(names: Names, pile: Mapping[str, int], card: str) -> Ruling | None:
    """Stop what the Magic Ring brings to nobody: a Sorcerer, or a card that does not lie there.

    Cites: ALA-5.4, ALA-8.2, ALA-8.4, ALA-9.5.
    """
    if card == SORCERER:
        said = "The Magic Ring brings an ornament, a gem or a talisman, never a Sorcerer."
        return forbidden(said, keys.RING_DIE, keys.SORCERER)
    if not any(pile.values()):
        return forbidden("The discard pile is empty.", keys.EMPTY_DISCARD, keys.ON_RECORD)
    return not_discarded(names, pile, card)
