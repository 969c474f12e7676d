"""What a final count tells about itself: what cannot be, and what only an unknown card explains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say, plural
from referee.core.table import FinalCount, Player
from referee.games.aladdin import keys
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.scoring import holdings_of
from referee.games.aladdin.treasures import GEMS, Names

Held = Mapping[Player, Holding]


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List the findings: cards in all, talismans, the Ring, and what the record knows.

    Cites: ALA-9.1 to ALA-9.5.
    """
    names = Names(book, final.setup.options)
    held = holdings_of(names, final)
    return (
        *_card_findings(book, final, held),
        *_talisman_findings(book, names, held),
        *_ring_findings(book, final, held),
    )


def _card_findings(book: Rulebook, final: FinalCount, held: Held) -> Iterator[Ruling]:
    """Hold all cards against the box, and against the Sorcerers that are out."""
    cards = sum(own.cards for own in held.values())
    about: tuple[FieldPath, ...] = tuple(("holdings", player) for player in held)
    box = book[keys.CHESTS] * book[keys.CHEST_CARDS] + book[keys.STARTING_CARDS]
    if cards > box:
        said = Say("{n} cards are held; the box has {box}.", n=cards, box=box)
        cites = book.cite(keys.CARDS_THERE_ARE, keys.CHEST_CARDS, keys.STARTING_CARDS)
        yield Ruling(Verdict.IMPOSSIBLE, said, cites, (), about)
        return
    out = final.evidence.get("sorcerers")
    if not isinstance(out, int):
        return
    most = box - (book[keys.CHESTS] - out) * book[keys.BELOW_SORCERER]
    if cards > most:
        said = plural(
            out,
            "{cards} cards are held; with 1 Sorcerer out at most {most} can have been drawn.",
            "{cards} cards are held; with {n} Sorcerers out at most {most} can have been drawn.",
            cards=cards,
            most=most,
        )
        yield Ruling(Verdict.TABLE_CALL, said, book.cite(keys.CARDS_DRAWN), (), about)


def _talisman_findings(book: Rulebook, names: Names, held: Held) -> Iterator[Ruling]:
    """Tell talismans on a gem kind of which there is no gem."""
    for player, own in held.items():
        for kind in GEMS:
            n = own.talismans.get(kind, 0)
            if not n or own.gem(kind):
                continue
            said = plural(
                n,
                "{player} has 1 talisman on {kind} and no {kind} gem: it lies alone.",
                "{player} has {n} talismans on {kind} and no {kind} gem: they lie alone.",
                player=player,
                kind=names.of(kind),
            )
            about: tuple[FieldPath, ...] = (("holdings", player, "talismans"),)
            cites = book.cite(keys.TALISMAN_ON_GEM, keys.LEFT_ALONE)
            yield Ruling(Verdict.FORBIDDEN, said, cites, (), about)


def _ring_findings(book: Rulebook, final: FinalCount, held: Held) -> Iterator[Ruling]:
    """Hold the Magic Ring against the variant, and against a second one."""
    owners = tuple(player for player, own in held.items() if own.ring)
    about: tuple[FieldPath, ...] = tuple(("holdings", player, "magic_ring") for player in owners)
    if owners and book.option(final.setup.options, "variant") != "my-precious":
        said = Say("{players}: the Magic Ring is only in the variant.", players=owners)
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.ONE_RING, keys.MAGIC_RING), (), about)
    elif len(owners) > 1:
        said = Say("{players} each have the Magic Ring; there is one.", players=owners)
        yield Ruling(Verdict.IMPOSSIBLE, said, book.cite(keys.ONE_RING), (), about)
