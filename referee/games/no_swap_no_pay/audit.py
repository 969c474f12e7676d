"""What a final count tells about itself: what cannot be, and what the record contradicts.

Three kinds are told apart: impossible with this box; against the rules or the record; and
possible only after a missed donation, which is told and left to the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say, plural
from referee.core.table import FinalCount
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import COLOURS, PURPLE, Coins, coins
from referee.games.no_swap_no_pay.form import ghost_of
from referee.games.no_swap_no_pay.state import coins_in_game

Bags = Mapping[str, Coins]


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List the findings, colours first, then the number of coins, then each bag by itself.

    An empty result means that nothing speaks against the count. Cites: NSP-1.1, NSP-4.5,
    NSP-5.5, NSP-7.6, NSP-8.1 to NSP-8.4.
    """
    bags = {owner: Coins.of(entry) for owner, entry in final.holdings.items()}
    treasure = final.shared.get("treasure")
    left = Coins.of(treasure) if isinstance(treasure, Mapping) else None
    return (
        *_colour_findings(book, len(final.setup.seating), bags, left),
        *_leftover_findings(book, final, left),
        *_fullest_findings(book, len(final.setup.seating), bags),
        *_purple_findings(book, final),
        *_record_findings(book, final.evidence, bags, left),
    )


def _colour_findings(
    book: Rulebook, seats: int, bags: Bags, left: Coins | None
) -> Iterator[Ruling]:
    """Hold each colour against the box, then against what the setup put into the game."""
    box, game = Coins.of(book[keys.BOX]), coins_in_game(book, seats)
    held = sum(bags.values(), left or Coins())
    for colour in COLOURS:
        about = _places(bags, colour, left)
        if held[colour] > box[colour]:
            said = Say(
                "{n} {colour} coins; the box holds {box}.",
                n=held[colour],
                colour=colour,
                box=box[colour],
            )
            yield Ruling(Verdict.IMPOSSIBLE, said, book.cite(keys.BOX), (), about)
        elif held[colour] > game[colour]:
            yield Ruling(
                Verdict.FORBIDDEN,
                Say(
                    "{n} {colour} coins; the setup puts {game} into the game.",
                    n=held[colour],
                    colour=colour,
                    game=game[colour],
                ),
                book.cite(keys.COLOURS_IN_GAME, keys.BAG_AT_START, keys.TREASURE_GOLD),
                (),
                about,
            )
        elif left is not None and held[colour] < game[colour]:
            yield Ruling(
                Verdict.FORBIDDEN,
                plural(
                    held[colour],
                    "{n} {colour} coin, treasure bag included; {missing} missing.",
                    "{n} {colour} coins, treasure bag included; {missing} missing.",
                    colour=colour,
                    missing=game[colour] - held[colour],
                ),
                book.cite(keys.COLOURS_IN_GAME),
                (),
                about,
            )


def _places(bags: Bags, colour: str, left: Coins | None) -> tuple[FieldPath, ...]:
    """Point at every entry that holds the colour."""
    held = tuple(("holdings", owner, colour) for owner, held in bags.items() if held[colour])
    return (*held, *((("treasure", colour),) if left and left[colour] else ()))


def _leftover_findings(book: Rulebook, final: FinalCount, left: Coins | None) -> Iterator[Ruling]:
    """Hold what is left in the treasure bag against the last donations, if it is told."""
    full = len(final.setup.seating) * book[keys.DONATED_COINS]
    least = full - book[keys.MISSED_AT_THE_END] * book[keys.DONATED_COINS]
    if left is None or left.total == full:
        return
    said = plural(
        left.total,
        "{n} coin is left in the treasure bag; {full} expected.",
        "{n} coins are left in the treasure bag; {full} expected.",
        full=full,
    )
    about: tuple[FieldPath, ...] = (("treasure",),)
    cites = book.cite(keys.MISSED_AT_THE_END)
    if not least <= left.total < full:
        yield Ruling(Verdict.FORBIDDEN, said, cites, (), about)
        return
    said = Say("{left} It can be so only if a bag was empty at the last donation.", left=said)
    cites = (*cites, *book.cite(keys.NOTHING_TO_DONATE))
    yield Ruling(Verdict.TABLE_CALL, said, cites, _missed_last(final.evidence), about)


def _missed_last(proof: Mapping[str, Any]) -> tuple[Say, ...]:
    missed: tuple[str, ...] = proof.get("missed", ())
    return (
        (Say("By the record, {players} donated nothing then.", players=missed),) if missed else ()
    )


def _fullest_findings(book: Rulebook, seats: int, bags: Bags) -> Iterator[Ruling]:
    """Hold each bag against the fullest that the rules can lead to."""
    most = book[keys.FULLEST_BAG][seats]
    for owner, held in bags.items():
        if held.total > most:
            said = Say(
                "{owner}'s bag holds {n} coins; no bag can reach more than {most}.",
                owner=owner,
                n=held.total,
                most=most,
            )
            yield Ruling(
                Verdict.FORBIDDEN, said, book.cite(keys.FULLEST_BAG), (), (("holdings", owner),)
            )


def _purple_findings(book: Rulebook, final: FinalCount) -> Iterator[Ruling]:
    """Hold each owner's word on purple against the purple coins there are."""
    ghost = ghost_of(book, final.setup.seating)
    for owner, entry in final.holdings.items():
        word = entry.get("purple_as", ())
        declared = len(word) if isinstance(word, tuple) else 0
        held = Coins.of(entry)[PURPLE]
        about: tuple[FieldPath, ...] = (("holdings", owner, "purple_as"),)
        if owner == ghost and declared:
            said = Say("{owner} declares nothing; purple counts at its best.", owner=owner)
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.GHOST_PURPLE), (), about)
        elif declared > held:
            said = Say(
                "{owner} declares {n} purple; the bag holds {held}.",
                owner=owner,
                n=declared,
                held=held,
            )
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.PURPLE_DECLARED), (), about)


def _record_findings(
    book: Rulebook, proof: Mapping[str, Any], bags: Bags, left: Coins | None
) -> Iterator[Ruling]:
    """Hold the bags against what the session's record proves; a typed file has no record."""
    for owner, known in proof.get("bags", {}).items():
        held, count = bags[owner], known["count"]
        if held.total != count:
            said = Say(
                "{owner}'s bag holds {n}; the record counts {count}.",
                owner=owner,
                n=coins(held.total),
                count=count,
            )
            yield Ruling(
                Verdict.FORBIDDEN, said, book.cite(keys.BAG_COUNTS), (), (("holdings", owner),)
            )
        yield from _bound_findings(book, owner, held, known)
    if left is not None and "treasure" in proof and left.total != proof["treasure"]:
        said = Say(
            "The treasure bag holds {n}; the record counts {count}.",
            n=coins(left.total),
            count=proof["treasure"],
        )
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.BAG_COUNTS), (), (("treasure",),))


def _bound_findings(
    book: Rulebook, owner: str, held: Coins, known: Mapping[str, Any]
) -> Iterator[Ruling]:
    """Hold the colours of one bag against the bounds that follow from what was public."""
    least, most = Coins.of(known["least"]), Coins.of(known["most"])
    for colour in COLOURS:
        about: tuple[FieldPath, ...] = (("holdings", owner, colour),)
        if held[colour] < least[colour]:
            said = Say(
                "{owner}'s bag must hold at least {least} {colour}; it shows {n}.",
                owner=owner,
                least=least[colour],
                colour=colour,
                n=held[colour],
            )
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.BAG_COLOURS), (), about)
        elif held[colour] > most[colour]:
            said = Say(
                "{owner}'s bag can hold at most {most} {colour}; it shows {n}.",
                owner=owner,
                most=most[colour],
                colour=colour,
                n=held[colour],
            )
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.BAG_COLOURS), (), about)
