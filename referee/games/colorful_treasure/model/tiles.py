"""The ten effects of the tiles, and what may be taken of the cards that show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, combinations

from referee.api import BadAnswer, Options, Rulebook, RuleLike, Say, Struct
from referee.api.reading import halfwidth, parse_count, prefix_matches
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import SECRETS, kinds_of

NO_PLUNDER, CARDS_SAFE, NO_SECRETS = "no-plunder", "cards-safe", "no-secrets"
PEEK_DIFFERENT, PEEK_SAME = "peek-different", "peek-same"
SIXTH_COLOUR, FOURTH_CARD, FOUR_POINTS = "sixth-colour", "fourth-card", "four-points"
EXTRA_KIND, ANY_TOKEN = "extra-kind", "any-token"

_PRINTED: Mapping[str, tuple[Say, RuleLike]] = {
    NO_PLUNDER: (Say("you do not plunder, nobody plunders you"), keys.NO_PLUNDER),
    CARDS_SAFE: (Say("nobody takes your cards; you may plunder"), keys.CARDS_SAFE),
    PEEK_DIFFERENT: (Say("look at 2 cards of different wonders"), keys.PEEK_DIFFERENT),
    PEEK_SAME: (Say("look at up to 3 cards of one wonder"), keys.PEEK_SAME),
    NO_SECRETS: (Say("you take no keys and chests, but other cards"), keys.NO_SECRETS),
    SIXTH_COLOUR: (Say("a gem of a sixth colour"), keys.SIXTH_WORTH),
    FOURTH_CARD: (Say("you may flip a fourth card"), keys.FOURTH),
    FOUR_POINTS: (Say("4 points"), keys.FOUR_POINTS),
    EXTRA_KIND: (Say("one more kind, if no key or chest shows"), keys.EXTRA_KIND),
    ANY_TOKEN: (Say("stands for a key or chest token"), keys.PAIR_WITH_TILE),
}
"""What is printed on a tile, in a few words, and its rule, in the order of the rulebook."""
EFFECTS = {tile: said for tile, (said, _) in _PRINTED.items()}
RULES = {tile: rule for tile, (_, rule) in _PRINTED.items()}
TILES = tuple(_PRINTED)
ONCE_RULES = {
    FOURTH_CARD: "fourth_card_tile",
    EXTRA_KIND: "extra_kind_tile",
    NO_SECRETS: "no_secrets_tile",
}
"""The tiles that a house rule can make single-use, and the name of that house rule."""


def single_use_tiles(book: Rulebook, options: Options) -> frozenset[str]:
    """List the tiles that a house rule makes single-use at this table."""
    return frozenset(
        tile for tile, name in ONCE_RULES.items() if book.option(options, name) == "once"
    )


_LETTERS = tuple("abcdefghij")


def read_tile(words: str, offered: tuple[str, ...] = TILES) -> str:
    """Read a tile by name or a beginning, by its number or its letter, A to J. Raises BadAnswer.

    >>> read_tile("four-p"), read_tile("8", ("no-secrets", "four-points")), read_tile("H")
    ('four-points', 'four-points', 'four-points')
    """
    words = re.sub(r"\b \b", "-", words.strip())
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
    """Read several tiles, separated by spaces or commas, and sort them as the rulebook does.

    >>> read_tiles("four-p, 1"), read_tiles("four points and no plunder")
    (('no-plunder', 'four-points'), ('no-plunder', 'four-points'))
    """
    text = halfwidth(words)
    try:
        tiles = [*map(read_tile, text.replace(",", " ").split())]
    except BadAnswer:
        tiles = [*map(read_tile, re.split(r",\s*and |,| and ", text))]
    return tuple(sorted(tiles, key=TILES.index))


class TakeLimits(Struct, frozen=True):
    """What tiles and house rules allow a player to take."""

    kinds: int = 1
    """Kinds that may be taken if no key or chest shows."""
    avoids_secrets: bool = False
    may_avoid: bool = False
    """Whether secrets may be avoided by a tile that is then used up."""
    may_decline: bool = False

    @classmethod
    def read(cls, book: Rulebook, options: Options, tiles: Sequence[str]) -> TakeLimits:
        """Read what tiles and house rules allow. Cites: COL-2.6, COL-6.5, COL-6.9."""
        has_no_secrets = NO_SECRETS in tiles
        is_once = book.option(options, ONCE_RULES[NO_SECRETS]) == "once"
        return cls(
            kinds=1 + (book[keys.EXTRA_KIND] if EXTRA_KIND in tiles else 0),
            avoids_secrets=has_no_secrets and not is_once,
            may_avoid=has_no_secrets and is_once,
            may_decline=book.option(options, "takes") == "may",
        )


def legal_takes(showing: Sequence[str], limits: TakeLimits) -> tuple[tuple[str, ...], ...]:
    """List what may be taken, each choice as its kinds: of a kind all cards that show are taken.

    ``showing`` are faces; an empty choice means that nothing has to be taken.
    Cites: COL-2.3, COL-2.4, COL-2.6, COL-6.5, COL-6.9.

    >>> legal_takes(("red", "red", "key"), TakeLimits())
    (('key',),)
    >>> legal_takes(("red", "blue", "red"), TakeLimits(kinds=2))
    (('red',), ('blue',), ('red', 'blue'))
    """
    kinds = kinds_of(showing)
    secrets = tuple(kind for kind in kinds if kind in SECRETS)
    others = tuple(kind for kind in kinds if kind not in SECRETS)
    if secrets and not limits.avoids_secrets:
        avoiding = tuple((kind,) for kind in others) if limits.may_avoid else ()
        return (secrets, *avoiding)
    if not others:
        return ((),)
    most = 1 if secrets else limits.kinds
    free = chain.from_iterable(combinations(others, n) for n in range(1, most + 1))
    return (*free, *(((),) if limits.may_decline else ()))
