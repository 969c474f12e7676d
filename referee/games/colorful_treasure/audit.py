"""What a final count tells about itself: what cannot be, and what has to be asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say, plural
from referee.core.table import FinalCount, Player
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.bonuses import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.cards import COLOURS
from referee.games.colorful_treasure.field import Box
from referee.games.colorful_treasure.form import Counted, all_counted
from referee.games.colorful_treasure.setting_up import odd_table
from referee.games.colorful_treasure.state import ADVANCED, SIMPLE, box_of
from referee.games.colorful_treasure.tiles import TILES

Held = Mapping[Player, Counted]


class _Count(Struct, frozen=True):
    """A final count as the findings look at it."""

    book: Rulebook
    final: FinalCount
    held: Held
    mode: str
    box: Box
    field: int | None
    """Cards left on the field; None where nobody told."""

    @property
    def cards(self) -> int:
        """Count the cards of all players."""
        return sum(own.cards for own in self.held.values())

    def at(self, name: str) -> tuple[FieldPath, ...]:
        """Point at what each player has of this."""
        return tuple(("holdings", player, name) for player in self.held)

    @property
    def everybody(self) -> tuple[FieldPath, ...]:
        """Point at all entries."""
        return tuple(("holdings", player) for player in self.held)

    def find(
        self, verdict: Verdict, said: Say, *rules: Any, about: tuple[FieldPath, ...]
    ) -> Ruling:
        """Word a finding."""
        return Ruling(verdict, said, self.book.cite(*rules), (), about)


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List the findings. Cites: COL-9.1 to COL-9.8."""
    options = final.setup.options
    left = final.shared.get("field")
    count = _Count(
        book,
        final,
        all_counted(final),
        book.option(options, "mode"),
        box_of(book, options),
        left if isinstance(left, int) else None,
    )
    return (
        *_too_many(count),
        *_not_in_this_game(count),
        *_diamonds(count),
        *_cards(count),
        *_wonders(count),
        *_missed_bonuses(count),
        *_odd_table(count),
    )


def _too_many(count: _Count) -> Iterator[Ruling]:
    """Hold every piece against the box. Cites: COL-9.1."""
    held, box = count.held, count.box
    for colour in COLOURS:
        yield from _more(
            count, colour, sum(own.gems[colour] for own in held.values()), box.of_colour
        )
    book = count.book
    diamonds = box.wonders * book[keys.WONDER_DIAMONDS]
    for name, most in (
        ("diamond_cards", diamonds),
        ("diamonds", diamonds),
        ("keys", box.keys),
        ("chests", box.chests),
    ):
        yield from _more(count, name, sum(getattr(own, name) for own in held.values()), most)
    tiles = [tile for own in held.values() for tile in own.tiles]
    yield from _more(count, "tiles", len(tiles), book[keys.TILES])
    for tile in TILES:
        if tiles.count(tile) > 1:
            said = Say("{n} tiles are {tile}; there is one.", n=tiles.count(tile), tile=tile)
            yield count.find(
                Verdict.IMPOSSIBLE, said, keys.PIECES_THERE_ARE, keys.TILES, about=count.at("tiles")
            )
    bonuses = [bonus for own in held.values() for bonus in own.bonuses]
    for bonus in BONUSES:
        if bonuses.count(bonus) > 1:
            said = Say("The {bonus} bonus is held {n} times.", bonus=bonus, n=bonuses.count(bonus))
            rule = keys.GEM_COLOURS if bonus == GEM else keys.EXPLORED
            yield count.find(
                Verdict.IMPOSSIBLE, said, keys.PIECES_THERE_ARE, rule, about=count.at("bonuses")
            )


_CALLED: Final[Mapping[str, str]] = {
    **{colour: f"{colour} gems" for colour in COLOURS},
    "diamond_cards": "diamond cards",
    "diamonds": "diamonds",
    "keys": "key cards",
    "chests": "chest cards",
    "tiles": "tiles",
}
"""What the pieces of a field are called."""
_RULES: Final[Mapping[str, Any]] = {
    **dict.fromkeys(COLOURS, keys.OF_EACH_COLOUR),
    "diamond_cards": keys.WONDER_DIAMONDS,
    "diamonds": keys.WONDER_DIAMONDS,
    "keys": keys.ALL_KEYS,
    "chests": keys.ALL_CHESTS,
    "tiles": keys.TILES,
}
"""The rule that tells how many pieces there are."""


def _more(count: _Count, name: str, n: int, most: int) -> Iterator[Ruling]:
    if n > most:
        said = Say("{n} {pieces}; the box has {most}.", n=n, pieces=_CALLED[name], most=most)
        rules = (keys.PIECES_THERE_ARE, _RULES[name])
        yield count.find(Verdict.IMPOSSIBLE, said, *rules, about=count.at(name))


def _not_in_this_game(count: _Count) -> Iterator[Ruling]:
    """Find pieces that this way of playing leaves in the box. Cites: COL-9.7."""
    for player, own in count.held.items():
        there = {
            "keys": own.keys if count.mode == SIMPLE else 0,
            "chests": own.chests if count.mode == SIMPLE else 0,
            "bonuses": len(own.bonuses) if count.mode == SIMPLE else 0,
            "tiles": len(own.tiles) if count.mode != ADVANCED else 0,
        }
        for name, n in there.items():
            if n:
                called = _CALLED.get(name, "bonus cards")
                said = Say(
                    "{player} has {pieces}; the {mode} game has none.",
                    player=player,
                    pieces=called,
                    mode=count.mode,
                )
                about: tuple[FieldPath, ...] = (("holdings", player, name),)
                rules = (keys.NOT_IN_THIS_GAME, keys.MODES)
                yield count.find(Verdict.FORBIDDEN, said, *rules, about=about)


def _diamonds(count: _Count) -> Iterator[Ruling]:
    """Hold diamonds against diamond cards. Cites: COL-9.2."""
    diamonds = sum(own.diamonds for own in count.held.values())
    cards = sum(own.diamond_cards for own in count.held.values())
    if diamonds == cards:
        return
    said = Say(
        "{n} diamonds for {cards} diamond cards: they come together.", n=diamonds, cards=cards
    )
    verdict = Verdict.FORBIDDEN
    if diamonds < cards:
        said = Say(
            "{n} diamonds for {cards} diamond cards: were some left lying?", n=diamonds, cards=cards
        )
        verdict = Verdict.TABLE_CALL
    about = (*count.at("diamonds"), *count.at("diamond_cards"))
    yield count.find(verdict, said, keys.DIAMONDS_MATCH, keys.DIAMONDS_ALONG, about=about)


def _cards(count: _Count) -> Iterator[Ruling]:
    """Hold all cards against the box, the field and the end. Cites: COL-9.3, COL-9.4."""
    whole = count.box.cards
    places = count.everybody
    cards, left = count.cards, count.field
    if cards + (left or 0) > whole:
        said = Say("{n} cards are held; the game has {whole}.", n=cards, whole=whole)
        if left:
            said = Say(
                "{n} cards are held and {left} are left; the game has {whole}.",
                n=cards,
                left=left,
                whole=whole,
            )
        yield count.find(Verdict.IMPOSSIBLE, said, keys.CARDS_IN_ALL, keys.WONDERS, about=places)
        return
    missing = whole - cards - left if left is not None else 0
    if missing:
        said = plural(
            missing,
            "{cards} cards are held and {left} are left: {n} of {whole} is missing.",
            "{cards} cards are held and {left} are left: {n} of {whole} are missing.",
            cards=cards,
            left=left or 0,
            whole=whole,
        )
        yield count.find(Verdict.FORBIDDEN, said, keys.CARDS_IN_ALL, about=places)
        return
    yield from _cards_at_the_end(count, whole - cards)


def _cards_at_the_end(count: _Count, left: int) -> Iterator[Ruling]:
    """Ask whether the game can have ended with so many cards left."""
    book, places = count.book, count.everybody
    if count.mode == SIMPLE:
        if left:
            said = plural(
                left,
                "{n} card is not taken: the simple game goes on.",
                "{n} cards are not taken: the simple game goes on.",
            )
            yield count.find(
                Verdict.FORBIDDEN, said, keys.CARDS_IN_ALL, keys.SIMPLE_END, about=places
            )
        return
    most = book[keys.LEFT]
    if left > most:
        said = Say(
            "{n} cards are not taken: the game goes on while there are more than {most}.",
            n=left,
            most=most,
        )
        yield count.find(Verdict.FORBIDDEN, said, keys.CARDS_IN_ALL, keys.LEFT, about=places)
    least = least_left(book, len(count.held), count.mode)
    if left < least:
        said = plural(
            left,
            "{n} card is left; the last round leaves at least {least}.",
            "{n} cards are left; the last round leaves at least {least}.",
            least=least,
        )
        yield count.find(Verdict.FORBIDDEN, said, keys.MOST_TAKEN, keys.LEFT, about=places)


def least_left(book: Rulebook, seats: int, mode: str) -> int:
    """Count the cards that the last round leaves at least. Cites: COL-9.4."""
    in_turn = book[keys.FLIPPED] + book[keys.THIRD]
    by_tile = book[keys.FOURTH] if mode == ADVANCED else 0
    return max(0, book[keys.LEFT] + 1 - seats * in_turn - by_tile)


def _wonders(count: _Count) -> Iterator[Ruling]:
    """Hold the number of wonders in a hand against its cards. Cites: COL-9.5."""
    box = count.box
    for player, own in count.held.items():
        if own.wonders is None:
            continue
        n = own.wonders
        most = {
            "cards": (n, own.cards),
            "gems": (sum(own.gems.values()), n * box.gems),
            "secrets": (own.secrets, n),
            "diamond cards": (own.diamond_cards, n),
            **{f"{colour} gems": (own.gems[colour], n) for colour in COLOURS},
        }
        if n > box.wonders or any(there > at_most for there, at_most in most.values()):
            said = Say(
                "{player}'s {cards} cards cannot be of {n} wonders.",
                player=player,
                cards=own.cards,
                n=n,
            )
            about: tuple[FieldPath, ...] = (("holdings", player, "wonders"),)
            yield count.find(
                Verdict.IMPOSSIBLE, said, keys.WONDERS_IN_HAND, keys.WONDERS, about=about
            )


def _missed_bonuses(count: _Count) -> Iterator[Ruling]:
    """Ask about a bonus that somebody shows and nobody has. Cites: COL-9.6."""
    if count.mode == SIMPLE:
        return
    asked = Bonuses.of(count.book, len(count.held))
    gone = [bonus for own in count.held.values() for bonus in own.bonuses]
    for player, own in count.held.items():
        for bonus in asked.earned(own.colours, own.wonders or 0, gone):
            gone.append(bonus)
            shown = Say("{n} colours", n=own.colours)
            rule: Any = keys.GEM_COLOURS
            if bonus == EXPLORATION:
                shown, rule = Say("{n} wonders", n=own.wonders or 0), keys.EXPLORED
            said = Say(
                "{player} shows {shown}, and nobody has the {bonus} bonus.",
                player=player,
                shown=shown,
                bonus=bonus,
            )
            about: tuple[FieldPath, ...] = (("holdings", player),)
            yield count.find(Verdict.TABLE_CALL, said, keys.BONUS_MISSED, rule, about=about)


def _odd_table(count: _Count) -> Iterator[Ruling]:
    """Ask about what gems of one colour are worth. Cites: COL-9.8."""
    said = odd_table(count.final.setup.numbers.get("same_colour", ()))
    if said:
        yield count.find(
            Verdict.TABLE_CALL, said, keys.ODD_TABLE, keys.SAME_COLOUR, about=(("numbers",),)
        )
