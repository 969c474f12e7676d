"""What can be at the end of a game, by the box, by the variant and by the record."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.api import (
    FinalCount,
    Player,
    Rulebook,
    Ruling,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, Names, names_at
from referee.games.aladdin.model.holding import holdings_of
from referee.games.aladdin.model.setup import has_ring


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so; what is left out is not known. Cites: ALA-9.1 to ALA-9.5."""
    names = names_at(book, count.setup.options)
    held = holdings_of(names, count)
    cards = sum(own.cards for own in held.values())
    owners = tuple(player for player, own in held.items() if own.ring)
    return (
        _too_many_cards(book, cards)
        or _several_rings(book, count, owners)
        or _bare_talisman(names, count)
        or _ring_without_variant(book, count, owners)
        or _too_many_drawn(book, cards, count.evidence.get("sorcerers"))
    )


def _box(book: Rulebook) -> int:
    return book[keys.CHESTS] * book[keys.CHEST_CARDS] + book[keys.STARTING_CARDS]


def _too_many_cards(book: Rulebook, cards: int) -> Ruling | None:
    """Hold all cards against the box. Cites: ALA-9.1."""
    if cards <= _box(book):
        return None
    rules = (keys.CARDS_THERE_ARE, keys.CHEST_CARDS, keys.STARTING_CARDS)
    said = "{n} cards are held; the box has {box}."
    return impossible(said, *rules, n=cards, box=_box(book))


def _several_rings(book: Rulebook, count: FinalCount, owners: tuple[Player, ...]) -> Ruling | None:
    """Stop a second Magic Ring. Cites: ALA-9.4."""
    if len(owners) < 2 or not has_ring(book, count.setup.options):  # noqa: PLR2004 - several
        return None
    said = "{players} each have the Magic Ring; there is one."
    return impossible(said, keys.ONE_RING, players=owners)


def _bare_talisman(names: Names, count: FinalCount) -> Ruling | None:
    """Stop talismans on a gem kind of which there is no gem. Cites: ALA-9.3."""
    for player, entry in count.holdings.items():
        gems, talismans = entry.get("gems", {}), entry.get("talismans", {})
        for kind in GEMS:
            words = {kind, names.of(kind)}
            n = _known(talismans, words)
            if not n or _known(gems, words) or not words <= gems.keys():
                continue
            said = plural(
                n,
                "{player} has 1 talisman on {kind} and no {kind} gem: it lies alone.",
                "{player} has {n} talismans on {kind} and no {kind} gem: they lie alone.",
            )
            rules = (keys.TALISMAN_ON_GEM, keys.LEFT_ALONE)
            return forbidden(said, *rules, player=player, kind=names.of(kind))
    return None


def _known(counts: Mapping[str, Any], words: Iterable[str]) -> int:
    return sum(counts.get(word, 0) for word in words)


def _ring_without_variant(
    book: Rulebook, count: FinalCount, owners: tuple[Player, ...]
) -> Ruling | None:
    """Stop the Magic Ring where it is not in play. Cites: ALA-8.1, ALA-9.4."""
    if not owners or has_ring(book, count.setup.options):
        return None
    said = "{players}: the Magic Ring is only in the variant."
    return forbidden(said, keys.ONE_RING, keys.MAGIC_RING, players=owners)


def _too_many_drawn(book: Rulebook, cards: int, sorcerers: object) -> Ruling | None:
    """Hold all cards against the Sorcerers that are out. Cites: ALA-9.2."""
    if not isinstance(sorcerers, int):
        return None
    most = _box(book) - (book[keys.CHESTS] - sorcerers) * book[keys.BELOW_SORCERER]
    if cards <= most:
        return None
    said = plural(
        sorcerers,
        "{cards} cards are held; with 1 Sorcerer out at most {most} can have been drawn.",
        "{cards} cards are held; with {n} Sorcerers out at most {most} can have been drawn.",
    )
    return table_call(said, keys.CARDS_DRAWN, cards=cards, most=most)
