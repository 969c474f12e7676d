"""What no final count can tell: asked by score and check, of a typed file and of a record.

Three kinds are told apart: impossible with this box; against the rules or the record; and
possible only after a missed donation, which is told and left to the table.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.api import FinalCount, Rulebook, Ruling, Say, forbidden, impossible, plural, table_call
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import coins_in_game, ghost_of
from referee.games.no_swap_no_pay.model.coins import COLOURS, PURPLE, n_coins

Told = Mapping[str, Any]
"""What is told of one bag: how many coins of each colour; a colour left out is not known."""


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say what cannot be, the gravest first; what is left out is not known.

    Cites: NSP-1.1, NSP-4.5, NSP-5.5, NSP-7.6, NSP-8.1 to NSP-8.4.
    """
    checks = (
        _beyond_box,
        _beyond_game,
        _missing,
        _wrong_rest,
        _too_full,
        _wrong_word_on_purple,
        _against_record,
        _against_bounds,
        _missed_donation,
    )
    return next((ruling for check in checks for ruling in check(book, count)), None)


def _treasure(count: FinalCount) -> Told:
    """Give what is told of the treasure bag."""
    told = count.shared.get("treasure")
    return told if isinstance(told, Mapping) else {}


def _held(count: FinalCount, colour: str) -> int:
    """Count the coins of a colour, as far as they are told."""
    told = (*count.holdings.values(), _treasure(count))
    return sum(each.get(colour, 0) for each in told)


def _total(told: Told) -> int | None:
    """Count the coins of one bag; None where a colour is not told."""
    if any(colour not in told for colour in COLOURS):
        return None
    return sum(int(told[colour]) for colour in COLOURS)


def _beyond_box(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold each colour against the box."""
    said = "{n} {colour} coins; the box holds {box}."
    for colour, term in COLOURS.items():
        n, box = _held(count, colour), book[keys.BOX][colour]
        if n > box:
            yield impossible(said, keys.BOX, n=n, colour=term, box=box)


def _beyond_game(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold each colour against what the setup puts into the game."""
    said = "{n} {colour} coins; the setup puts {game} into the game."
    rules = (keys.COLOURS_IN_GAME, keys.BAG_AT_START, keys.TREASURE_GOLD)
    for colour, game in coins_in_game(book, len(count.setup.seating)).counts.items():
        n = _held(count, colour)
        if n > game:
            yield forbidden(said, *rules, n=n, colour=COLOURS[colour], game=game)


def _missing(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Look for coins that lie in no bag, where all bags and the treasure bag are told."""
    seating = count.setup.seating
    ghost = ghost_of(book, seating)
    owners = (*seating, ghost) if ghost else seating
    told = (*(count.holdings.get(owner, {}) for owner in owners), _treasure(count))
    for colour, game in coins_in_game(book, len(seating)).counts.items():
        n = _held(count, colour)
        if n < game and all(colour in each for each in told):
            said = plural(
                n,
                "{n} {colour} coin, treasure bag included; {missing} missing.",
                "{n} {colour} coins, treasure bag included; {missing} missing.",
                colour=COLOURS[colour],
                missing=game - n,
            )
            yield forbidden(said, keys.COLOURS_IN_GAME)


def _last_donations(book: Rulebook, count: FinalCount) -> range:
    """List how many coins the last donations can be. Cites: NSP-4.1, NSP-4.5."""
    each, missed = book[keys.DONATED_COINS], book[keys.MISSED_AT_THE_END]
    full = len(count.setup.seating) * each
    return range(full - missed * each, full + 1)


def _wrong_rest(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold what is left in the treasure bag against the last donations."""
    n, donations = _total(_treasure(count)), _last_donations(book, count)
    if n is not None and (n < donations[0] or n > donations[-1]):
        said = plural(
            n,
            "{n} coin is left in the treasure bag; {full} expected.",
            "{n} coins are left in the treasure bag; {full} expected.",
            full=donations[-1],
        )
        yield forbidden(said, keys.MISSED_AT_THE_END)


def _too_full(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold each bag against the fullest that the rules can lead to."""
    most = book[keys.FULLEST_BAG][len(count.setup.seating)]
    said = "{owner}'s bag holds {n} coins; no bag can reach more than {most}."
    for owner, told in count.holdings.items():
        n = _total(told)
        if n is not None and n > most:
            yield forbidden(said, keys.FULLEST_BAG, owner=owner, n=n, most=most)


def _wrong_word_on_purple(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold each owner's word on purple against the purple coins there are."""
    ghost = ghost_of(book, count.setup.seating)
    for owner, told in count.holdings.items():
        declared = len(told.get("purple_as", ()))
        if owner == ghost and declared:
            said = "{owner} declares nothing; purple counts at its best."
            yield forbidden(said, keys.GHOST_PURPLE, owner=owner)
        elif declared > told.get(PURPLE, declared):
            said = "{owner} declares {n} purple; the bag holds {held}."
            held = told[PURPLE]
            yield forbidden(said, keys.PURPLE_DECLARED, owner=owner, n=declared, held=held)


def _against_record(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold the number of coins in each bag against the record; a typed file has none."""
    evidence: Mapping[str, Any] = count.evidence
    for owner, record in evidence.get("bags", {}).items():
        n = _total(count.holdings.get(owner, {}))
        counted = record.get("count", n)
        if n is not None and n != counted:
            said = "{owner}'s bag holds {n}; the record counts {count}."
            yield forbidden(said, keys.BAG_COUNTS, owner=owner, n=n_coins(n), count=counted)
    n = _total(_treasure(count))
    counted = evidence.get("treasure", n)
    if n is not None and n != counted:
        said = "The treasure bag holds {n}; the record counts {count}."
        yield forbidden(said, keys.BAG_COUNTS, n=n_coins(n), count=counted)


def _against_bounds(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Hold the colours of each bag against the bounds that follow from what was public."""
    evidence: Mapping[str, Any] = count.evidence
    for owner, record in evidence.get("bags", {}).items():
        held = count.holdings.get(owner, {})
        for colour, term in COLOURS.items():
            if colour not in held:
                continue
            n = held[colour]
            least = record.get("least", {}).get(colour, n)
            most = record.get("most", {}).get(colour, n)
            facts = {"owner": owner, "colour": term, "n": n}
            if n < least:
                said = "{owner}'s bag must hold at least {least} {colour}; it shows {n}."
                yield forbidden(said, keys.BAG_COLOURS, least=least, **facts)
            elif n > most:
                said = "{owner}'s bag can hold at most {most} {colour}; it shows {n}."
                yield forbidden(said, keys.BAG_COLOURS, most=most, **facts)


def _missed_donation(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """Leave it to the table whether a bag was empty at the last donation."""
    n, donations = _total(_treasure(count)), _last_donations(book, count)
    if n is None or n not in donations[:-1]:
        return
    said = plural(
        n,
        "{n} coin is left in the treasure bag; {full} expected. "
        "It can be so only if a bag was empty at the last donation.",
        "{n} coins are left in the treasure bag; {full} expected. "
        "It can be so only if a bag was empty at the last donation.",
        full=donations[-1],
    )
    evidence: Mapping[str, Any] = count.evidence
    missed = evidence.get("missed", ())
    because = Say("By the record, {players} donated nothing then.", players=missed)
    rules = (keys.MISSED_AT_THE_END, keys.NOTHING_TO_DONATE)
    yield table_call(said, *rules, because=(because,) if missed else ())
