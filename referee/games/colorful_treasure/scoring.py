"""From a final count to the scoresheet: gems by colour, diamonds, bonuses, tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.score import PlayerScore, ScoreLine, Scoresheet, decide
from referee.core.table import FinalCount, Player
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.bonuses import GEM
from referee.games.colorful_treasure.cards import COLOURS
from referee.games.colorful_treasure.form import Counted, all_counted
from referee.games.colorful_treasure.state import SIMPLE
from referee.games.colorful_treasure.tiles import FOUR_POINTS, SIXTH_COLOUR

DIAMOND_CARDS: Final = Say("diamond cards")
DIAMONDS: Final = Say("diamonds")
SECRET_BONUS: Final = Say("secret bonus")
WORTH_OF_TILE: Final = {SIXTH_COLOUR: keys.SIXTH_WORTH, FOUR_POINTS: keys.FOUR_POINTS}
"""The tiles that are worth points, and where their worth stands."""


def gems_of(colour: str) -> Say:
    """Name the line for gems of one colour.

    >>> str(gems_of("red"))
    'red'
    """
    return Say("{colour}", colour=colour)


def bonus_of(bonus: str) -> Say:
    """Name the line for a bonus card.

    >>> str(bonus_of("gem"))
    'gem bonus'
    """
    return Say("{bonus} bonus", bonus=bonus)


def named_tile(tile: str) -> Say:
    """Name the line for a tile.

    >>> str(named_tile("four-points"))
    'four-points'
    """
    return Say("{tile}", tile=tile)


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Score everybody, and name the winners.

    Raises NumberMissing where nobody has told what gems of one colour are worth.
    Cites: COL-7.1 to COL-7.5, COL-4.1 to COL-4.3.
    """
    held = all_counted(final)
    mode = book.option(final.setup.options, "mode")
    shares = secret_shares(book, {player: own.secrets for player, own in held.items()})
    scores = tuple(
        PlayerScore(
            player,
            (
                *_lines_of_pieces(book, mode, len(held), own),
                *(() if mode == SIMPLE else secret_lines(book, own, shares[player])),
                *tile_lines(book, own.tiles),
            ),
        )
        for player, own in held.items()
    )
    return Scoresheet(scores, decide(scores, keys.THE_WINNER, keys.SCORES_NOTHING))


def points_so_far(book: Rulebook, final: FinalCount) -> dict[Player, int]:
    """Count what everybody's own pieces are worth, the secret bonus left out.

    Raises NumberMissing where nobody has told what gems of one colour are worth.
    Cites: COL-7.1 to COL-7.4, COL-4.1, COL-4.2.
    """
    held, mode = all_counted(final), book.option(final.setup.options, "mode")
    return {
        player: int(
            sum(
                line.points
                for line in (
                    *_lines_of_pieces(book, mode, len(held), own),
                    *tile_lines(book, own.tiles),
                )
            )
        )
        for player, own in held.items()
    }


def _lines_of_pieces(book: Rulebook, mode: str, seats: int, own: Counted) -> Iterator[ScoreLine]:
    """Count gems, diamonds and bonus cards; the simple game has none of the last."""
    yield from gem_lines(book, own)
    yield from diamond_lines(book, mode, own)
    if mode != SIMPLE:
        yield from bonus_lines(book, seats, own)


def gem_lines(book: Rulebook, own: Counted) -> Iterator[ScoreLine]:
    """Count the gems of each colour by the help card; more than six count as six.

    Cites: COL-7.1, COL-9.1.
    """
    worth = book[keys.SAME_COLOUR]
    for colour in COLOURS:
        n = own.gems[colour]
        if n and worth:
            working = plural(n, "{n} gem", "{n} gems")
            rules: tuple[Any, ...] = (keys.SAME_COLOUR,)
            if n > len(worth):
                working = Say("{n} gems, counted as {most}", n=n, most=len(worth))
                rules = (keys.SAME_COLOUR, keys.PIECES_THERE_ARE)
            points = Fraction(worth[min(n, len(worth)) - 1])
            yield ScoreLine(gems_of(colour), points, working, book.cite(*rules))


def diamond_lines(book: Rulebook, mode: str, own: Counted) -> Iterator[ScoreLine]:
    """Count diamond cards and diamonds. Cites: COL-7.2, COL-7.3."""
    card, diamond = book[keys.DIAMOND_CARD], book[keys.DIAMOND][mode]
    if own.diamond_cards:
        working = Say("{n} x {each}", n=own.diamond_cards, each=card)
        points = Fraction(own.diamond_cards * card)
        yield ScoreLine(DIAMOND_CARDS, points, working, book.cite(keys.DIAMOND_CARD))
    if own.diamonds:
        working = Say("{n} x {each}", n=own.diamonds, each=diamond)
        points = Fraction(own.diamonds * diamond)
        yield ScoreLine(DIAMONDS, points, working, book.cite(keys.DIAMOND))


def bonus_lines(book: Rulebook, seats: int, own: Counted) -> Iterator[ScoreLine]:
    """Count the bonus cards taken in the game. Cites: COL-4.1, COL-4.2."""
    for bonus in own.bonuses:
        if bonus == GEM:
            said = Say("first with {n} colours", n=book[keys.GEM_COLOURS][seats])
            points, rule = book[keys.GEM_WORTH][seats], book.cite(keys.GEM_WORTH)
        else:
            said = Say("first with {n} wonders", n=book[keys.EXPLORED])
            points, rule = book[keys.EXPLORATION_WORTH], book.cite(keys.EXPLORATION_WORTH)
        yield ScoreLine(bonus_of(bonus), Fraction(points), said, rule)


def secret_shares(book: Rulebook, secrets: Mapping[Player, int]) -> dict[Player, Fraction]:
    """Share the secret bonus among those with most key and chest cards. Cites: COL-4.3.

    Who gets nothing stands there with 0. The share is exact.
    """
    most = max(secrets.values(), default=0)
    first = [player for player, n in secrets.items() if n == most and most]
    return {
        player: Fraction(book[keys.SECRET_WORTH], len(first)) if player in first else Fraction()
        for player in secrets
    }


def secret_lines(book: Rulebook, own: Counted, share: Fraction) -> Iterator[ScoreLine]:
    """Count the share of the secret bonus. Cites: COL-4.3."""
    if share:
        working = plural(own.secrets, "most: {n} card", "most: {n} cards")
        worth = book[keys.SECRET_WORTH]
        if share != worth:
            shared = int(worth / share)
            working = Say("{most}, {worth} : {n}", most=working, worth=worth, n=shared)
        yield ScoreLine(SECRET_BONUS, share, working, book.cite(keys.SECRET_WORTH))


def tile_lines(book: Rulebook, tiles: Iterable[str]) -> Iterator[ScoreLine]:
    """Count the tiles that are worth points. Cites: COL-6.6, COL-6.8."""
    for tile in tiles:
        if tile in WORTH_OF_TILE:
            worth = WORTH_OF_TILE[tile]
            points = Fraction(book[worth])
            yield ScoreLine(named_tile(tile), points, Say("a tile"), book.cite(worth))
