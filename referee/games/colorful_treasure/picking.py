"""Rulings on tiles that are picked or used, and on the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys, tiles
from referee.games.colorful_treasure.following import what_follows
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.tiles import (
    NO_PLUNDER,
    PEEK_DIFFERENT,
    PEEK_SAME,
    TILES,
    WILD,
)

RULES: Final[Mapping[str, Any]] = {
    tiles.NO_PLUNDER: keys.NO_PLUNDER,
    tiles.CARDS_SAFE: keys.CARDS_SAFE,
    tiles.PEEK_DIFFERENT: keys.PEEK_DIFFERENT,
    tiles.PEEK_SAME: keys.PEEK_SAME,
    tiles.NO_SECRETS: keys.NO_SECRETS,
    tiles.SIXTH_COLOUR: keys.SIXTH_WORTH,
    tiles.FOURTH_CARD: keys.FOURTH,
    tiles.FOUR_POINTS: keys.FOUR_POINTS,
    tiles.EXTRA_KIND: keys.EXTRA_KIND,
    tiles.WILD: keys.WILD,
}
"""The rule of each effect."""


def judge_picked(book: Rulebook, state: State, event: seen.TilePicked) -> Ruling:
    """Whether this tile can be picked for this colour. Cites: COL-5.2 to COL-5.5."""
    if event.tile not in TILES:
        said = Say("No tile is called {tile}.", tile=event.tile)
        return impossible(said, keys.TILES)
    cites = book.cite(keys.THIRD_GEM, keys.PICKED)
    if event.tile not in (state.tiles or ()):
        said = Say("{tile} does not lie there.", tile=event.tile)
        return forbidden(said, *cites)
    said = Say("{player} picks {tile}.", player=event.player, tile=event.tile)
    return what_follows(book, state, event, said, (keys.THIRD_GEM, RULES[event.tile]))


def judge_declined(book: Rulebook, state: State, event: seen.TileDeclined) -> Ruling:
    """Nobody has to pick a tile. Cites: COL-5.5."""
    said = Say("{player} picks no tile for {colour}.", player=event.player, colour=event.colour)
    return what_follows(book, state, event, said, (keys.PICKED,))


def judge_peeked(book: Rulebook, state: State, event: seen.CardsPeeked) -> Ruling:
    """Whether the player may look at cards of these wonders. Cites: COL-6.3, COL-6.4."""
    box = state.field.box
    strange = [n for n in event.wonders if not 1 <= n <= box.wonders]
    if strange:
        said = Say("The wonders are 1 to {most}, not {n}.", most=box.wonders, n=strange[0])
        return impossible(said, keys.WONDERS)
    rule = keys.PEEK_DIFFERENT if event.tile == PEEK_DIFFERENT else keys.PEEK_SAME
    cites = book.cite(rule, keys.USING)
    if event.tile not in state.own.tiles:
        said = Say("{player} does not have {tile}.", player=event.player, tile=event.tile)
        return forbidden(said, *cites)
    empty = [n for n in event.wonders if not state.field.left_at(n)]
    if empty:
        said = Say("No card of wonder {n} lies face down.", n=empty[0])
        return forbidden(said, *cites)
    if event.tile == PEEK_SAME and len(event.wonders) > 1:
        return forbidden(Say("The tile is for cards of one wonder."), *cites)
    if event.tile == PEEK_SAME:
        most = book[keys.PEEK_SAME]
        said = plural(
            most,
            "{player} looks at {n} card of wonder {wonder}.",
            "{player} looks at up to {n} cards of wonder {wonder}.",
            player=event.player,
            wonder=event.wonders[0],
        )
        return allowed(said, *cites)
    return _different_wonders(book, state, event)


def _different_wonders(book: Rulebook, state: State, event: seen.CardsPeeked) -> Ruling:
    cites = book.cite(keys.PEEK_DIFFERENT, keys.USING)
    there = [n for n in range(1, state.field.box.wonders + 1) if state.field.left_at(n)]
    due = min(book[keys.PEEK_DIFFERENT], len(there))
    if len(event.wonders) != due:
        said = plural(
            due,
            "{player} looks at {n} card.",
            "{player} looks at {n} cards of different wonders.",
            player=event.player,
        )
        return forbidden(said, *cites)
    said = Say(
        "{player} looks at a card each of wonders {wonders}.",
        player=event.player,
        wonders=event.wonders,
    )
    return allowed(said, *cites)


def judge_any_token(book: Rulebook, state: State, event: seen.AnyTokenUsed) -> Ruling:
    """Whether the tile makes a pair now, and the pair brings loot. Cites: COL-6.10."""
    own, cites = state.own, book.cite(keys.WILD, keys.USING)
    if WILD not in own.tiles:
        said = Say("{player} does not have {tile}.", player=event.player, tile=WILD)
        return forbidden(said, *cites)
    if not own.may_plunder:
        said = Say("{player} does not plunder: {tile}.", player=event.player, tile=NO_PLUNDER)
        return forbidden(said, keys.WILD, keys.NO_PLUNDER)
    if not any(own.tokens):
        said = Say("{player} has no token to pair it with.", player=event.player)
        return forbidden(said, *cites)
    if not state.loot():
        return forbidden(Say("Nobody can be plundered."), *cites)
    said = Say("{player} pairs a token with the tile.", player=event.player)
    return what_follows(book, state, event, said, (keys.WILD, keys.USING))


def judge_ended(book: Rulebook, state: State, event: seen.TurnEnded) -> Ruling:
    """Tiles can wait. Cites: COL-5.6."""
    said = Say("{player}'s turn is over.", player=event.player)
    return what_follows(book, state, event, said, (keys.USING,))
