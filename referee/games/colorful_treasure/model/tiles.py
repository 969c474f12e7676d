"""The ten effects of the tiles, by name."""

from __future__ import annotations

from collections.abc import Mapping

from referee.api import BadAnswer, RuleLike, Say
from referee.api.reading import halfwidth, parse_count, prefix_matches
from referee.games.colorful_treasure import keys

NO_PLUNDER = "no-plunder"
CARDS_SAFE = "cards-safe"
PEEK_DIFFERENT = "peek-different"
PEEK_SAME = "peek-same"
NO_SECRETS = "no-secrets"
SIXTH_COLOUR = "sixth-colour"
FOURTH_CARD = "fourth-card"
FOUR_POINTS = "four-points"
EXTRA_KIND = "extra-kind"
WILD = "any-token"

EFFECTS: Mapping[str, Say] = {
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
TILES = tuple(EFFECTS)
RULES: Mapping[str, RuleLike] = {
    NO_PLUNDER: keys.NO_PLUNDER,
    CARDS_SAFE: keys.CARDS_SAFE,
    PEEK_DIFFERENT: keys.PEEK_DIFFERENT,
    PEEK_SAME: keys.PEEK_SAME,
    NO_SECRETS: keys.NO_SECRETS,
    SIXTH_COLOUR: keys.SIXTH_WORTH,
    FOURTH_CARD: keys.FOURTH,
    FOUR_POINTS: keys.FOUR_POINTS,
    EXTRA_KIND: keys.EXTRA_KIND,
    WILD: keys.WILD,
}
"""The rule of each effect."""


_LETTERS = tuple("abcdefghij")
"""The letters of the effects, in their order."""


def read_tile(words: str, offered: tuple[str, ...] = TILES) -> str:
    """Read a tile by name or a beginning, by its number or its letter, A to J. Raises BadAnswer.

    >>> read_tile("four-p"), read_tile("8", ("no-secrets", "four-points")), read_tile("H")
    ('four-points', 'four-points', 'four-points')
    """
    letter = halfwidth(words).strip().casefold()
    if letter in _LETTERS:
        return TILES[_LETTERS.index(letter)]
    number = parse_count(words)
    if number is not None and 1 <= number <= len(TILES):
        return TILES[number - 1]
    found = prefix_matches(halfwidth(words), offered) or prefix_matches(halfwidth(words), TILES)
    if len(found) > 1:
        said = "“{word}” could be {found}. Which one?"
        raise BadAnswer(Say(said, word=words, found=found))
    if not found:
        raise BadAnswer(
            Say("Not understood: “{word}”. Choose from {tiles}.", word=words, tiles=offered)
        )
    return found[0]


def read_tiles(words: str) -> tuple[str, ...]:
    """Read several tiles, with blanks or commas between; they come back in their order.

    >>> read_tiles("four-p, 1")
    ('no-plunder', 'four-points')
    """
    parts = halfwidth(words).replace(",", " ").split()
    return tuple(sorted(map(read_tile, parts), key=TILES.index))
