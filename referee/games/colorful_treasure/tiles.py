"""The ten effects of the tiles, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.errors import BadAnswer
from referee.core.say import Say
from referee.core.words import halfwidth, parse_count, prefix_matches

NO_PLUNDER: Final = "no-plunder"
CARDS_SAFE: Final = "cards-safe"
PEEK_DIFFERENT: Final = "peek-different"
PEEK_SAME: Final = "peek-same"
NO_SECRETS: Final = "no-secrets"
SIXTH_COLOUR: Final = "sixth-colour"
FOURTH_CARD: Final = "fourth-card"
FOUR_POINTS: Final = "four-points"
EXTRA_KIND: Final = "extra-kind"
WILD: Final = "any-token"

EFFECTS: Final[Mapping[str, Say]] = {
    NO_PLUNDER: Say("you do not plunder, nobody plunders you"),
    CARDS_SAFE: Say("nobody takes your cards; you may plunder"),
    PEEK_DIFFERENT: Say("look at 2 cards of different wonders"),
    PEEK_SAME: Say("look at up to 3 cards of one wonder"),
    NO_SECRETS: Say("you take no keys and chests, but other cards"),
    SIXTH_COLOUR: Say("a gem of a sixth colour"),
    FOURTH_CARD: Say("you may flip a fourth card"),
    FOUR_POINTS: Say("4 points"),
    EXTRA_KIND: Say("one more kind, if no key or chest shows"),
    WILD: Say("stands for a key or chest token"),
}
"""What stands on a tile, in a few words, in the order of the rulebook."""
TILES: Final = tuple(EFFECTS)


def read_tile(words: str, offered: tuple[str, ...] = TILES) -> str:
    """Read a tile by name, by a beginning, or by its number among those shown. Raises BadAnswer.

    >>> read_tile("four-p"), read_tile("2", ("no-secrets", "four-points"))
    ('four-points', 'four-points')
    """
    number = parse_count(words)
    if number is not None and 1 <= number <= len(offered):
        return offered[number - 1]
    found = prefix_matches(halfwidth(words), offered) or prefix_matches(halfwidth(words), TILES)
    if len(found) != 1:
        said = Say("“{word}” is none of {tiles}.", word=words, tiles=found or offered)
        raise BadAnswer(said)
    return found[0]


def read_tiles(words: str) -> tuple[str, ...]:
    """Read several tiles, with blanks or commas between; they come back in their order.

    >>> read_tiles("four-p, 1")
    ('no-plunder', 'four-points')
    """
    parts = halfwidth(words).replace(",", " ").split()
    return tuple(sorted(map(read_tile, parts), key=TILES.index))
