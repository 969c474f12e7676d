"""What no final count can tell: asked by score, check and ask, of a typed file and of a record.

Three kinds are told apart: impossible with this box; against the rules or the record; and
possible only after a missed donation, which is left to the table. A bag is told as a whole: while
one of its colours is not known, nothing hangs on the others but the limits of each colour.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.api import (
    FinalCount,
    Player,
    Rulebook,
    Ruling,
    Say,
    Struct,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import coins_in_game, ghost_of
from referee.games.no_swap_no_pay.model.coins import COLOURS, PURPLE, Coins, n_coins
from referee.games.no_swap_no_pay.model.network import TREASURE, End, Move

Told = Mapping[str, Any]
"""What is told of one bag: how many coins of each colour; a colour left out is not known."""


class Count(Struct, frozen=True):
    """A final count with what all checks look at, worked out once.

    ``whole`` are the bags of which every colour is told, ``treasure`` the treasure bag if it is
    told whole; ``record`` is what a session proves.
    """

    seating: tuple[Player, ...]
    ghost: Player | None
    game: Coins
    holdings: Mapping[str, Told]
    told_treasure: Told
    whole: Mapping[Player, Coins]
    treasure: Coins | None
    is_treasure_told: bool
    """Whether anything was told of the treasure bag, whatever of it was taken back."""
    record: Mapping[str, Any] | None

    @property
    def owners(self) -> tuple[Player, ...]:
        """All who have a bag, the ghost last."""
        return (*self.seating, self.ghost) if self.ghost else self.seating

    @property
    def entries(self) -> tuple[Told, ...]:
        """What is told of each bag and of the treasure bag."""
        return (*self.holdings.values(), self.told_treasure)

    def held(self, colour: str) -> int:
        """Count the coins of a colour, as far as they are told."""
        return sum(each.get(colour, 0) for each in self.entries)

    @property
    def rest(self) -> Coins | None:
        """What all bags leave for a treasure bag of which nothing is told.

        None where a bag is not known, or where they hold more than the game has.
        """
        if self.is_treasure_told or len(self.whole) < len(self.owners):
            return None
        shown = sum(self.whole.values(), Coins())
        rest = self.game - shown
        return rest if shown + rest == self.game else None


def contradiction(book: Rulebook, final: FinalCount) -> Ruling | None:
    """Say what cannot be, the gravest first; what is left out is not known.

    Cites: NSP-1.1, NSP-4.5, NSP-5.5, NSP-7.6, NSP-8.1 to NSP-8.4.
    """
    count = _read(book, final)
    checks = (_beyond_box, _beyond_game, *(_BY_RULES if count.record is None else _BY_RECORD))
    return next((ruling for check in checks for ruling in check(book, count)), None)


def _read(book: Rulebook, final: FinalCount) -> Count:
    seating = final.setup.seating
    told = final.shared.get("treasure")
    treasure: Told = told if isinstance(told, Mapping) else {}
    evidence: Mapping[str, Any] = final.evidence
    return Count(
        seating=seating,
        ghost=ghost_of(book, seating),
        game=coins_in_game(book, len(seating)),
        holdings=final.holdings,
        told_treasure=treasure,
        whole={Player(o): Coins.of(held) for o, held in final.holdings.items() if _is_whole(held)},
        treasure=Coins.of(treasure) if _is_whole(treasure) else None,
        is_treasure_told=told is not None,
        record=evidence.get("record"),
    )


def _is_whole(told: Told) -> bool:
    return all(colour in told for colour in COLOURS)


def _beyond_box(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold each colour against the box."""
    said = "{n} {colour} coins; the box holds {box}."
    for colour, term in COLOURS.items():
        n, box = count.held(colour), book[keys.BOX][colour]
        if n > box:
            yield impossible(said, keys.BOX, n=n, colour=term, box=box)


def _beyond_game(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold each colour against what the setup puts into the game."""
    said = "{n} {colour} coins; the setup puts {game} into the game."
    rules = (keys.COLOURS_IN_GAME, keys.BAG_AT_START, keys.TREASURE_GOLD)
    for colour, game in count.game.counts.items():
        n = count.held(colour)
        if n > game:
            yield forbidden(said, *rules, n=n, colour=COLOURS[colour], game=game)


def _too_full(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold each bag against the fullest that the rules can lead to."""
    most = book[keys.FULLEST_BAG][len(count.seating)]
    said = "{owner}'s bag holds {n} coins; no bag can end with more than {most}."
    for owner, told in count.holdings.items():
        n = sum(told.get(colour, 0) for colour in COLOURS)
        if n > most:
            yield forbidden(said, keys.FULLEST_BAG, owner=owner, n=n, most=most)


def leftovers(book: Rulebook, seats: int, *, may_be_empty: bool) -> tuple[int, ...]:
    """List how many coins can be left in the treasure bag.

    ``may_be_empty`` where some player's bag can have been empty at the last donation.
    Cites: NSP-4.1, NSP-4.5.
    """
    each, missed = book[keys.DONATED_COINS], book[keys.MISSED_AT_THE_END]
    full = seats * each
    return tuple(range(full - missed * each if may_be_empty else full, full + 1))


def _left(book: Rulebook, count: Count) -> tuple[int, ...]:
    """List how many coins can be left, by the bags that are told."""
    may_be = any(not any(count.holdings.get(p, {}).get(c) for c in COLOURS) for p in count.seating)
    return leftovers(book, len(count.seating), may_be_empty=may_be)


def _wrong_leftover(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold what is told to be left against the last donations."""
    n, fits = sum(count.told_treasure.get(c, 0) for c in COLOURS), _left(book, count)
    if n > fits[-1] or (count.treasure is not None and n not in fits):
        said = plural(
            n,
            "{n} coin is left in the treasure bag; {full} expected.",
            "{n} coins are left in the treasure bag; {full} expected.",
            full=fits[-1],
        )
        yield forbidden(said, keys.MISSED_AT_THE_END)


def _wrong_rest(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold what all bags leave of the game against the last donations."""
    if count.rest is None:
        return
    n, fits = count.rest.total, _left(book, count)
    if n not in fits:
        said = plural(
            n,
            "The bags leave {n} coin for the treasure bag; {full} expected.",
            "The bags leave {n} coins for the treasure bag; {full} expected.",
            full=fits[-1],
        )
        yield forbidden(said, keys.MISSED_AT_THE_END)


def _missing(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Look for coins that are in no bag, where a colour of all of them is told.

    A treasure bag of a wrong number is to blame by itself.
    """
    if count.treasure is None or count.treasure.total not in _left(book, count):
        return
    told = (*(count.holdings.get(owner, {}) for owner in count.owners), count.told_treasure)
    for colour, game in count.game.counts.items():
        n = count.held(colour)
        if n < game and all(colour in each for each in told):
            said = plural(
                n,
                "{n} {colour} coin, treasure bag included; {missing} missing.",
                "{n} {colour} coins, treasure bag included; {missing} missing.",
                colour=COLOURS[colour],
                missing=game - n,
            )
            yield forbidden(said, keys.COLOURS_IN_GAME)


def _no_room(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Look for coins that the bags not told have no room for."""
    unknown = [owner for owner in count.owners if owner not in count.whole]
    is_in_part = any(count.holdings.get(owner) for owner in unknown)
    if not unknown or is_in_part or (count.is_treasure_told and count.treasure is None):
        return
    seats, fits = len(count.seating), _left(book, count)
    shown = sum(count.whole.values(), count.treasure or Coins())
    left, most = (count.game - shown).total, book[keys.FULLEST_BAG][seats]
    room = most * len(unknown) + (0 if count.treasure else fits[-1])
    if (
        count.treasure
        and count.treasure.total < fits[-1]
        and all(coins.total for owner, coins in count.whole.items() if owner != count.ghost)
    ):
        room -= most  # one of them was empty when a donation was missed
    if left > room:
        said = "That leaves {n} for other bags; no bag can end with more than {most}."
        yield forbidden(said, keys.FULLEST_BAG, n=n_coins(left), most=most)
    elif not count.treasure and left < fits[0]:
        said = "The bags leave {n} for the treasure bag; {full} expected."
        yield forbidden(said, keys.MISSED_AT_THE_END, n=n_coins(left), full=fits[-1])


def _wrong_word_on_purple(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold each owner's word on purple against the purple coins there are."""
    for owner, told in count.holdings.items():
        declared = len(told.get("purple_as", ()))
        if owner == count.ghost and declared:
            said = "{owner} declares nothing; purple counts at its best."
            yield forbidden(said, keys.GHOST_PURPLE, owner=owner)
        elif declared > told.get(PURPLE, declared):
            said = "{owner} declares {n} purple; the bag holds {held}."
            held = told[PURPLE]
            yield forbidden(said, keys.PURPLE_DECLARED, owner=owner, n=declared, held=held)


def _missed_donation(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Leave it to the table whether a bag was empty at the last donation."""
    left = count.treasure or count.rest
    (full,) = leftovers(book, len(count.seating), may_be_empty=False)
    if left is None or left.total >= full:
        return
    said = plural(
        left.total,
        "{n} coin is left in the treasure bag; {full} expected. "
        "That is right only if a bag was empty at the last donation.",
        "{n} coins are left in the treasure bag; {full} expected. "
        "That is right only if a bag was empty at the last donation.",
        full=full,
    )
    missed = count.record.get("missed", ()) if count.record else ()
    because = Say("According to the record, {players} had nothing to donate.", players=missed)
    rules = (keys.MISSED_AT_THE_END, keys.NOTHING_TO_DONATE)
    yield table_call(said, *rules, because=(because,) if missed else ())


def _against_counts(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Hold the number of coins in each bag against the record."""
    record = count.record or {}
    for owner, counted in record.get("bags", {}).items():
        coins = count.whole.get(owner)
        if coins is not None and coins.total != counted:
            said = "{owner}'s bag holds {n}; the record counts {count}."
            n = n_coins(coins.total)
            yield forbidden(said, keys.BAG_COUNTS, owner=owner, n=n, count=counted)
    counted = record.get("treasure")
    if count.treasure is not None and counted not in {None, count.treasure.total}:
        said = "The treasure bag holds {n}; the record counts {count}."
        n = n_coins(count.treasure.total)
        yield forbidden(said, keys.BAG_COUNTS, n=n, count=counted)


def _against_moves(book: Rulebook, count: Count) -> Iterator[Ruling]:
    """Look for colours of all that moved unseen; a bag of another number proves nothing."""
    from referee.games.no_swap_no_pay.model.colouring import has_colouring  # files need no search

    if not count.record or "moves" not in count.record:
        return
    moves, bags, left = count.record["moves"]
    owners = [owner for owner, _, _ in bags]
    ends = [_end(place, n, count.whole.get(Player(owner))) for owner, place, n in bags]
    ends.append(_end(TREASURE, left, count.treasure))
    if has_colouring(moves, tuple(ends)):
        return
    shown = [owner for owner, end in zip(owners, ends, strict=False) if end.coins is not None]
    if len(shown) == 1 and ends[-1].coins is None:
        yield _against_one(moves, tuple(ends), owners.index(shown[0]), shown[0])
    elif shown:
        said = "From all that was seen, the bags of {owners} cannot hold this together."
        if ends[-1].coins is not None:
            said = (
                "By all that was seen, the bags of {owners} and the treasure bag "
                "cannot hold this together."
            )
        yield forbidden(said, keys.BAG_COLOURS, owners=tuple(shown))
    elif ends[-1].coins is not None:
        said = "From all that was seen, the treasure bag cannot hold {coins}."
        yield forbidden(said, keys.BAG_COLOURS, coins=Coins(*ends[-1].coins).say)
    else:
        said = "The record contradicts itself: no coins can have moved as it says."
        yield forbidden(said, keys.BAG_COLOURS)


def _end(place: int, n: int, coins: Coins | None) -> End:
    fits = coins is not None and coins.total == n
    return End(place, n, coins.amounts if coins and fits else None)


def _against_one(moves: tuple[Move, ...], ends: tuple[End, ...], at: int, owner: str) -> Ruling:
    """Say why one bag cannot hold what it shows: by a single colour, if that is enough."""
    from referee.games.no_swap_no_pay.model.colouring import colour_bounds

    shown = ends[at].coins or ()
    free = (*ends[:at], End(ends[at].place, ends[at].total), *ends[at + 1 :])
    bounds = zip(COLOURS.values(), shown, colour_bounds(moves, free, at), strict=False)
    for term, n, (least, most) in bounds:
        facts: dict[str, Any] = {"owner": owner, "colour": term, "n": n}
        if n < least:
            said = "{owner}'s bag must hold at least {least} {colour}; it shows {n}."
            return forbidden(said, keys.BAG_COLOURS, least=least, **facts)
        if n > most:
            said = "{owner}'s bag can hold at most {most} {colour}; it shows {n}."
            return forbidden(said, keys.BAG_COLOURS, most=most, **facts)
    said = "From all that was seen, {owner}'s bag cannot hold {coins}."
    return forbidden(said, keys.BAG_COLOURS, owner=owner, coins=Coins(*shown).say)


_BY_RULES = (
    _too_full,
    _wrong_leftover,
    _wrong_rest,
    _missing,
    _no_room,
    _wrong_word_on_purple,
    _missed_donation,
)
"""What is held against the rules: a typed file, of which nobody saw how it came about."""
_BY_RECORD = (_against_counts, _against_moves, _wrong_word_on_purple, _missed_donation)
"""What is held against the record of a session, which is taken as it is."""
