"""Steps beside those of a turn: tiles for once, which may be used at any time in it."""

from __future__ import annotations

from itertools import combinations

from referee.core.answers import OneOf
from referee.core.errors import BadAnswer
from referee.core.phrase import CustomAnswer
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.words import halfwidth, parse_count
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.asked import step
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.tiles import PEEK_DIFFERENT, PEEK_SAME
from referee.games.colorful_treasure.turn import may_pair_any_token

USED = "used"


def with_tiles(book: Rulebook, state: State) -> tuple[Step[seen.Event], ...]:
    """Give the steps for the tiles for once; none where there are no tiles.

    Cites: COL-5.6, COL-6.3, COL-6.4, COL-6.10.
    """
    return (_peek(book, state), _any_token(book, state)) if state.terms.has_tiles else ()


def _peek(book: Rulebook, state: State) -> Step[seen.Event]:
    player, tiles, field = state.active, state.own.tiles, state.field
    there = [n for n in range(1, field.box.wonders + 1) if field.left_at(n)]
    offered: list[str] = []
    if PEEK_SAME in tiles:
        offered += map(str, there)
    if PEEK_DIFFERENT in tiles and len(there) > 1:
        pairs = combinations(there, min(book[keys.PEEK_DIFFERENT], len(there)))
        offered += [" ".join(map(str, wonders)) for wonders in pairs]
    elif PEEK_DIFFERENT in tiles and PEEK_SAME not in tiles:
        offered += map(str, there)

    def event(wonders: tuple[int, ...]) -> seen.Event:
        likely, other = PEEK_SAME, PEEK_DIFFERENT
        if len(wonders) > 1:
            likely, other = other, likely
        tile = likely if likely in tiles or other not in tiles else other
        return seen.CardsPeeked(player, tile, wonders)

    return step(
        book,
        state,
        "tile.peek",
        Say("{player} looks at covered cards of which wonders?", player=player),
        CustomAnswer(tuple(offered), _wonders, Say("one wonder, or two, such as 3 5")),
        event,
        keys.PEEK_DIFFERENT,
        keys.PEEK_SAME,
    )


def _wonders(words: str) -> tuple[int, ...]:
    """Read numbers of wonders, each once. Raises BadAnswer."""
    numbers = [parse_count(part) for part in halfwidth(words).replace(",", " ").split()]
    wonders = tuple(n for n in numbers if n is not None)
    if not wonders or len(wonders) < len(numbers):
        raise BadAnswer(Say("“{words}”: one wonder, or two, such as 3 5.", words=words))
    return tuple(dict.fromkeys(wonders))


def _any_token(book: Rulebook, state: State) -> Step[seen.Event]:
    player = state.active
    return step(
        book,
        state,
        "tile.pair",
        Say("{player} pairs a token with the tile.", player=player),
        OneOf((USED,), (USED,) if may_pair_any_token(state) else ()),
        lambda _: seen.AnyTokenUsed(player),
        keys.WILD,
        enter=USED,
    )
