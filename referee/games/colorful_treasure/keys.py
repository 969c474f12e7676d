"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import RuleKey, per_players, per_word

# 1. The box and the setup
WONDERS: Final = RuleKey("COL-1.1", "wonders", int)
WONDER_GEMS: Final = RuleKey("COL-1.1", "gems", int)
WONDER_DIAMONDS: Final = RuleKey("COL-1.1", "diamonds", int)
WONDER_SECRETS: Final = RuleKey("COL-1.1", "secrets", int)
OF_EACH_COLOUR: Final = RuleKey("COL-1.2", "each", int)
ALL_KEYS: Final = RuleKey("COL-1.3", "keys", int)
ALL_CHESTS: Final = RuleKey("COL-1.3", "chests", int)
MODES: Final = "COL-1.6"
START_PLAYER: Final = "COL-1.7"

# 2. A turn
FLIPPED: Final = RuleKey("COL-2.1", "flipped", int)
THIRD: Final = RuleKey("COL-2.2", "more", int)
SECRETS_FIRST: Final = "COL-2.3"
ONE_KIND: Final = "COL-2.4"
DIAMONDS_ALONG: Final = "COL-2.5"
MUST_TAKE: Final = "COL-2.6"
COVERED: Final = "COL-2.7"
FEW_LEFT: Final = "COL-2.8"
STILL_THERE: Final = "COL-2.9"

# 3. Plunder
PAIR: Final = "COL-3.1"
LOOT: Final = "COL-3.2"
NOTHING_ALONG: Final = "COL-3.3"
SEVERAL_PAIRS: Final = "COL-3.4"
NEVER_LOOT: Final = "COL-3.5"
NO_VICTIM: Final = "COL-3.6"

# 4. Bonus cards
GEM_COLOURS: Final = per_players("COL-4.1", "colours")
GEM_WORTH: Final = per_players("COL-4.1", "worth")
EXPLORED: Final = RuleKey("COL-4.2", "wonders", int)
EXPLORATION_WORTH: Final = RuleKey("COL-4.2", "worth", int)
SECRET_WORTH: Final = RuleKey("COL-4.3", "worth", int)
BONUS_TIME: Final = "COL-4.4"
BONUS_KEPT: Final = "COL-4.5"

# 5. Tiles
TILES: Final = RuleKey("COL-5.1", "tiles", int)
THIRD_GEM: Final = RuleKey("COL-5.2", "gems", int)
THIRD_AGAIN: Final = "COL-5.3"
SEVERAL_COLOURS: Final = "COL-5.4"
PICKED: Final = "COL-5.5"
USING: Final = "COL-5.6"

# 6. The ten effects
NO_PLUNDER: Final = "COL-6.1"
CARDS_SAFE: Final = "COL-6.2"
PEEK_DIFFERENT: Final = RuleKey("COL-6.3", "cards", int)
PEEK_SAME: Final = RuleKey("COL-6.4", "cards", int)
NO_SECRETS: Final = "COL-6.5"
SIXTH_WORTH: Final = RuleKey("COL-6.6", "worth", int)
FOURTH: Final = RuleKey("COL-6.7", "more", int)
FOUR_POINTS: Final = RuleKey("COL-6.8", "worth", int)
EXTRA_KIND: Final = RuleKey("COL-6.9", "more", int)
WILD: Final = "COL-6.10"

# 7. Points
SAME_COLOUR: Final = RuleKey("COL-7.1", "same_colour", tuple[int, ...])
DIAMOND_CARD: Final = RuleKey("COL-7.2", "each", int)
DIAMOND: Final = per_word("COL-7.3", "each")
SCORES_NOTHING: Final = "COL-7.4"
THE_WINNER: Final = "COL-7.5"

# 8. The end
LEFT: Final = RuleKey("COL-8.1", "left", int)
SIMPLE_END: Final = "COL-8.2"

# 9. Checking the count
PIECES_THERE_ARE: Final = "COL-9.1"
DIAMONDS_MATCH: Final = "COL-9.2"
CARDS_IN_ALL: Final = "COL-9.3"
MOST_TAKEN: Final = "COL-9.4"
WONDERS_IN_HAND: Final = "COL-9.5"
BONUS_MISSED: Final = "COL-9.6"
NOT_IN_THIS_GAME: Final = "COL-9.7"
ODD_TABLE: Final = "COL-9.8"

KEYS: Final = (
    WONDERS,
    WONDER_GEMS,
    WONDER_DIAMONDS,
    WONDER_SECRETS,
    OF_EACH_COLOUR,
    ALL_KEYS,
    ALL_CHESTS,
    FLIPPED,
    THIRD,
    GEM_COLOURS,
    GEM_WORTH,
    EXPLORED,
    EXPLORATION_WORTH,
    SECRET_WORTH,
    TILES,
    THIRD_GEM,
    PEEK_DIFFERENT,
    PEEK_SAME,
    SIXTH_WORTH,
    FOURTH,
    FOUR_POINTS,
    EXTRA_KIND,
    SAME_COLOUR,
    DIAMOND_CARD,
    DIAMOND,
    LEFT,
)
"""Every number of the rulebook that the code reads."""
