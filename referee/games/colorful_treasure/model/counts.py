"""What a final count says of itself: what cannot be, and what has to be asked about.

A statement that is missing is unknown: it could be anything that a game of this box allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.api import (
    FinalCount,
    Player,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Struct,
    Verdict,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import ADVANCED, SIMPLE, Box, box_of
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tiles import SIXTH_COLOUR, TILES
from referee.games.colorful_treasure.model.tokens import BONUSES, EXPLORATION, GEM, Bonuses

CARDS = (*COLOURS, "diamond_cards", "keys", "chests")
"""The fields of an entry that count cards."""
_CALLED: Mapping[str, str] = {
    **{colour: f"{colour} gems" for colour in COLOURS},
    "diamond_cards": "diamond cards",
    "diamonds": "diamonds",
    "keys": "key cards",
    "chests": "chest cards",
    "bonuses": "bonus cards",
    "tiles": "tiles",
}
"""What the pieces of a field are called."""
_RULES: Mapping[str, RuleLike] = {
    **dict.fromkeys(COLOURS, keys.OF_EACH_COLOUR),
    "diamond_cards": keys.WONDER_DIAMONDS,
    "diamonds": keys.WONDER_DIAMONDS,
    "keys": keys.ALL_KEYS,
    "chests": keys.ALL_CHESTS,
    GEM: keys.GEM_COLOURS,
    EXPLORATION: keys.EXPLORED,
}
"""The rule that tells how many pieces there are."""


class Counted(Struct, frozen=True):
    """The entry of one player; what is left out counts as none, and ``tells`` says so."""

    entry: Mapping[str, Any]

    def tells(self, *names: str) -> bool:
        """Whether all of these are known."""
        return all(name in self.entry for name in names)

    def of(self, *names: str) -> int:
        """Count the pieces of these fields together, as far as they are known."""
        return sum(self.entry.get(name, 0) for name in names)

    @property
    def cards(self) -> int:
        """Count all wonder cards."""
        return self.of(*CARDS)

    @property
    def secrets(self) -> int:
        """Count key and chest cards. Cites: COL-4.3."""
        return self.of("keys", "chests")

    @property
    def bonuses(self) -> tuple[str, ...]:
        """List the bonus cards."""
        return tuple(self.entry.get("bonuses", ()))

    @property
    def tiles(self) -> tuple[str, ...]:
        """List the tiles."""
        return tuple(self.entry.get("tiles", ()))

    @property
    def colours(self) -> int:
        """Count the colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        return sum(self.of(colour) > 0 for colour in COLOURS) + (SIXTH_COLOUR in self.tiles)


def all_counted(count: FinalCount) -> dict[Player, Counted]:
    """Take up the entry of every player."""
    return {Player(player): Counted(entry) for player, entry in count.holdings.items()}


class _Count(Struct, frozen=True):
    """A final count as it is looked at."""

    book: Rulebook
    held: Mapping[Player, Counted]
    mode: str
    box: Box
    field: int | None
    """Cards left on the field; None where nobody told."""
    same_colour: Sequence[int]

    def of(self, name: str) -> int:
        """Count the pieces of all players, as far as they are known."""
        return sum(own.of(name) for own in self.held.values())

    def tells(self, *names: str) -> bool:
        """Whether these are known of every player."""
        return all(own.tells(*names) for own in self.held.values())


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so, or what is asked about; the gravest first.

    Cites: COL-9.1 to COL-9.8.
    """
    options, field = count.setup.options, count.shared.get("field")
    seen = _Count(
        book,
        all_counted(count),
        book.option(options, "mode"),
        box_of(book, options),
        field if isinstance(field, int) else None,
        count.setup.numbers.get("same_colour", ()),
    )
    found = [each for check in _CHECKS for each in check(seen)]
    return min(found, key=lambda each: _GRAVEST.index(each.verdict), default=None)


def _too_many(count: _Count) -> Iterator[Ruling]:
    """Hold every piece against the box. Cites: COL-9.1."""
    box, book = count.box, count.book
    diamonds = box.wonders * book[keys.WONDER_DIAMONDS]
    there = dict.fromkeys(COLOURS, box.of_colour)
    there |= {"diamond_cards": diamonds, "diamonds": diamonds}
    there |= {"keys": box.keys, "chests": box.chests}
    tiles = [tile for own in count.held.values() for tile in own.tiles]
    held = {name: count.of(name) for name in there} | {"tiles": len(tiles)}
    there["tiles"] = book[keys.TILES]
    for name, n in held.items():
        if n > there[name]:
            said = "{n} {pieces}; the box has {most}."
            rules = (keys.PIECES_THERE_ARE, _RULES.get(name, keys.TILES))
            yield impossible(said, *rules, n=n, pieces=_CALLED[name], most=there[name])
    for tile in TILES:
        if (n := tiles.count(tile)) > 1:
            said = "{n} tiles are {tile}; there is one."
            yield impossible(said, keys.PIECES_THERE_ARE, keys.TILES, n=n, tile=tile)
    bonuses = [bonus for own in count.held.values() for bonus in own.bonuses]
    for bonus in BONUSES:
        if (n := bonuses.count(bonus)) > 1:
            said = "The {bonus} bonus is held {n} times."
            yield impossible(said, keys.PIECES_THERE_ARE, _RULES[bonus], bonus=bonus, n=n)


def _not_in_this_game(count: _Count) -> Iterator[Ruling]:
    """Find pieces that this way of playing leaves in the box. Cites: COL-9.7."""
    lacking = ("keys", "chests", "bonuses", "tiles") if count.mode == SIMPLE else ("tiles",)
    for player, own in count.held.items() if count.mode != ADVANCED else ():
        for name in lacking:
            if own.entry.get(name):
                said = "{player} has {pieces}; the {mode} game has none."
                rules, pieces = (keys.NOT_IN_THIS_GAME, keys.MODES), _CALLED[name]
                yield forbidden(said, *rules, player=player, pieces=pieces, mode=count.mode)


def _diamonds(count: _Count) -> Iterator[Ruling]:
    """Hold diamonds against diamond cards. Cites: COL-9.2."""
    rules = (keys.DIAMONDS_MATCH, keys.DIAMONDS_ALONG)
    diamonds, cards = count.of("diamonds"), count.of("diamond_cards")
    if diamonds > cards and count.tells("diamond_cards"):
        said = "{n} diamonds for {cards} diamond cards: they come together."
        yield forbidden(said, *rules, n=diamonds, cards=cards)
    if diamonds < cards and count.tells("diamonds"):
        said = "{n} diamonds for {cards} diamond cards: were some left lying?"
        yield table_call(said, *rules, n=diamonds, cards=cards)


def _cards(count: _Count) -> Iterator[Ruling]:
    """Hold all cards against the box, the field and the end. Cites: COL-9.3, COL-9.4."""
    cards, whole = sum(own.cards for own in count.held.values()), count.box.cards
    left = whole - cards if count.field is None else count.field
    if cards > whole or cards + left > whole:
        rules = (keys.CARDS_IN_ALL, keys.WONDERS)
        said = "{n} cards are held; the game has {whole}."
        if not count.field:
            yield impossible(said, *rules, n=cards, whole=whole)
        else:
            said = "{n} cards are held and {left} are left; the game has {whole}."
            yield impossible(said, *rules, n=cards, left=left, whole=whole)
    elif count.tells(*CARDS):
        if missing := whole - cards - left:
            one = "{cards} cards are held and {left} are left: {n} of {whole} is missing."
            many = "{cards} cards are held and {left} are left: {n} of {whole} are missing."
            found = plural(missing, one, many, cards=cards, left=left, whole=whole)
            yield forbidden(found, keys.CARDS_IN_ALL)
        else:
            yield from _cards_at_the_end(count, left)


def _cards_at_the_end(count: _Count, left: int) -> Iterator[Ruling]:
    """Ask whether the game can have ended with so many cards left."""
    most, least = count.book[keys.LEFT], least_left(count.book, len(count.held), count.mode)
    if count.mode == SIMPLE:
        if left:
            one = "{n} card is not taken: the simple game goes on."
            many = "{n} cards are not taken: the simple game goes on."
            yield forbidden(plural(left, one, many), keys.CARDS_IN_ALL, keys.SIMPLE_END)
    elif left > most:
        said = "{n} cards are not taken: the game goes on while there are more than {most}."
        yield forbidden(said, keys.CARDS_IN_ALL, keys.LEFT, n=left, most=most)
    elif left < least:
        one = "{n} card is left; the last round leaves at least {least}."
        many = "{n} cards are left; the last round leaves at least {least}."
        yield forbidden(plural(left, one, many, least=least), keys.MOST_TAKEN, keys.LEFT)


def least_left(book: Rulebook, seats: int, mode: str) -> int:
    """Count the cards that the last round leaves at least. Cites: COL-9.4."""
    in_turn = book[keys.FLIPPED] + book[keys.THIRD]
    by_tile = book[keys.FOURTH] if mode == ADVANCED else 0
    return max(0, book[keys.LEFT] + 1 - seats * in_turn - by_tile)


def _wonders(count: _Count) -> Iterator[Ruling]:
    """Hold the number of wonders in a hand against its cards. Cites: COL-9.5."""
    box = count.box
    for player, own in count.held.items():
        if not own.tells("wonders"):
            continue
        n = own.of("wonders")
        rules = (keys.WONDERS_IN_HAND, keys.WONDERS)
        of_each = (own.secrets, *(own.of(name) for name in (*COLOURS, "diamond_cards")))
        is_crowded = own.of(*COLOURS) > n * box.gems or max(of_each) > n
        if n > box.wonders:
            said = "{player}'s cards cannot be of {n} wonders."
            yield impossible(said, *rules, player=player, n=n)
        elif is_crowded or (n > own.cards and own.tells(*CARDS)):
            said = "{player}'s {cards} cards cannot be of {n} wonders."
            yield impossible(said, *rules, player=player, cards=own.cards, n=n)


def _missed_bonuses(count: _Count) -> Iterator[Ruling]:
    """Ask about a bonus that somebody shows and nobody has. Cites: COL-9.6."""
    if count.mode == SIMPLE or not count.tells("bonuses"):
        return
    asked = Bonuses.of(count.book, len(count.held))
    gone = [bonus for own in count.held.values() for bonus in own.bonuses]
    for player, own in count.held.items():
        for bonus in asked.earned(own.colours, own.of("wonders"), gone):
            shown = Say("{n} colours", n=own.colours)
            if bonus == EXPLORATION:
                shown = Say("{n} wonders", n=own.of("wonders"))
            said = "{player} shows {shown}, and nobody has the {bonus} bonus."
            rules = (keys.BONUS_MISSED, _RULES[bonus])
            yield table_call(said, *rules, player=player, shown=shown, bonus=bonus)


def _odd_table(count: _Count) -> Iterator[Ruling]:
    """Ask about what gems of one colour are worth. Cites: COL-9.8."""
    if said := odd_table(count.same_colour):
        yield table_call(said, keys.ODD_TABLE, keys.SAME_COLOUR)


_GRAVEST = (Verdict.IMPOSSIBLE, Verdict.FORBIDDEN, Verdict.TABLE_CALL)
_CHECKS = (
    _too_many,
    _not_in_this_game,
    _diamonds,
    _cards,
    _wonders,
    _missed_bonuses,
    _odd_table,
)


def odd_table(numbers: Sequence[int]) -> Say | None:
    """Ask about a table of gems that does not look like one. Cites: COL-9.8.

    >>> odd_table((1, 3, 6, 10, 15, 21)) is None, str(odd_table((1, 3, 2, 10, 15, 21)))
    (True, 'Are gems of one colour really worth 1, 3, 2, 10, 15 and 21? 3 score less than 2.')
    """
    steps = [after - before for before, after in zip((0, *numbers), numbers, strict=False)]
    told = tuple(map(str, numbers))
    for n, more in enumerate(steps, start=1):
        if more < 0:
            said = "Are gems of one colour really worth {numbers}? {n} score less than {fewer}."
            return Say(said, numbers=told, n=n, fewer=n - 1)
        if n > 1 and more < steps[n - 2]:
            said = (
                "Are gems of one colour really worth {numbers}? Gem {n} adds less than gem {fewer}."
            )
            return Say(said, numbers=told, n=n, fewer=n - 1)
    return None
