"""What cannot be, or has to be asked about, whatever was played: only pieces are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain

from referee.api import (
    FinalCount,
    Player,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Verdict,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import ADVANCED, SIMPLE, box_of
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.counts import CARDS, all_counted, odd_table
from referee.games.colorful_treasure.model.tiles import TILES
from referee.games.colorful_treasure.model.tokens import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.model.wonders import OfHand, crowded, crowded_out

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


def out_of_the_question(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say what cannot be whatever was played; the gravest first. Cites: COL-9.1 to COL-9.7."""
    seen = _Count(book, count)
    return next(_of_the_box(seen), None) or next(_of_every_game(seen), None)


def asked(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say what the table has to be asked about. Cites: COL-9.2, COL-9.6, COL-9.8."""
    seen = _Count(book, count)
    found = chain(_diamonds(seen), _missed_bonuses(seen), _odd_table(seen))
    return next((each for each in found if each.verdict is Verdict.TABLE_CALL), None)


class _Count:
    """A final count as it is looked at."""

    def __init__(self, book: Rulebook, count: FinalCount) -> None:
        options, field = count.setup.options, count.shared.get("field")
        self.book, self.whole_count = book, count
        self.held = all_counted(count)
        self.mode = book.option(options, "mode")
        self.box = box_of(book, options)
        self.field = field if isinstance(field, int) else None
        """Cards left on the field; None where nobody told."""
        self.same_colour = count.setup.numbers.get("same_colour", ())

    def of(self, name: str) -> int:
        """Count the pieces of all players, as far as they are known."""
        return sum([own.entry.get(name, 0) for own in self.held.values()])

    def tells(self, *names: str) -> bool:
        """Whether these are known of every player."""
        return all(own.tells(*names) for own in self.held.values())

    @cached_property
    def room_for_more(self) -> int:
        """Count the cards that can be held beside those that are known to be, at most."""
        box, gems = self.box, dict.fromkeys(COLOURS, self.box.of_colour)
        secrets = {"keys": box.keys, "chests": box.chests} if box.has_secrets else {}
        there = {**gems, "diamond_cards": box.wonders, **secrets}
        unknown = [name for name in there if not self.tells(name)]
        return sum(max(0, there[name] - self.of(name)) for name in unknown)


def _of_the_box(count: _Count) -> Iterator[Ruling]:
    """Find what the box rules out."""
    yield from _too_many(count)
    yield from _wonders(count)


def _of_every_game(count: _Count) -> Iterator[Ruling]:
    """Find what no game of this kind can end with, whatever was played."""
    found = chain(_not_in_this_game(count), _diamonds(count), _cards(count))
    grave = [each for each in found if each.verdict is not Verdict.TABLE_CALL]
    yield from sorted(grave, key=lambda each: each.verdict is not Verdict.IMPOSSIBLE)


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
                yield impossible(said, *rules, player=player, pieces=pieces, mode=count.mode)


def _diamonds(count: _Count) -> Iterator[Ruling]:
    """Hold diamonds against diamond cards. Cites: COL-9.2."""
    rules = (keys.DIAMONDS_MATCH, keys.DIAMONDS_ALONG)
    diamonds, cards = count.of("diamonds"), count.of("diamond_cards")
    if diamonds > cards and count.tells("diamond_cards"):
        said = "Diamonds {n}, diamond cards {cards}: they come together."
        yield forbidden(said, *rules, n=diamonds, cards=cards)
    if diamonds < cards and count.tells("diamonds"):
        said = "Diamonds {n}, diamond cards {cards}: were some left lying?"
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
    elif count.field is not None:
        yield from _cards_at_the_end(count, left)
        missing = whole - left - cards
        if missing > count.room_for_more:
            one = "{cards} cards are held and {left} are left: {n} of {whole} is missing."
            many = "{cards} cards are held and {left} are left: {n} of {whole} are missing."
            found = plural(missing, one, many, cards=cards, left=left, whole=whole)
            yield forbidden(found, keys.CARDS_IN_ALL)
    elif not count.room_for_more:
        yield from _cards_at_the_end(count, left)
    elif left - count.room_for_more > count.book[keys.LEFT] or (
        count.mode == SIMPLE and left > count.room_for_more
    ):
        yield from _cards_at_the_end(count, left - count.room_for_more)


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
    """Hold numbers of wonders against all cards. Cites: COL-9.5, COL-9.11."""
    box, rules = count.box, (keys.WONDERS_IN_HAND, keys.WONDERS)
    told = {player: own.of("wonders") for player, own in count.held.items() if own.tells("wonders")}
    for player, n in told.items():
        own = count.held[player]
        if n > box.wonders or (n > own.cards and own.tells(*CARDS)):
            yield impossible(_not_of(player, n), *rules)
    hands = {
        player: OfHand(tuple(map(own.of, COLOURS)), own.of("diamond_cards"), own.secrets)
        for player, own in count.held.items()
    }
    for players, fewest in crowded(hands, told, box):
        if len(players) == 1:
            because: tuple[RuleLike, ...] = (*rules, keys.WONDERS_OF_ALL)
            yield impossible(_not_of(players[0], told[players[0]]), *because)
        else:
            both = "The cards of {players} are of {fewest} wonders at least, not of {n}."
            n = sum(told[player] for player in players)
            because = (keys.WONDERS_OF_ALL, *rules)
            yield impossible(both, *because, players=players, fewest=fewest, n=n)
    for players, others in crowded_out(hands, told, box):
        beside = "The cards of {players} leave no room for so many wonders of {others}."
        because = (keys.WONDERS_OF_ALL, *rules)
        yield impossible(beside, *because, players=players, others=others)


def _not_of(player: Player, n: int) -> Say:
    """Say that somebody's cards are of more wonders, or of fewer."""
    one, many = (
        "{player}'s cards cannot be of {n} wonder.",
        "{player}'s cards cannot be of {n} wonders.",
    )
    return plural(n, one, many, player=player)


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
