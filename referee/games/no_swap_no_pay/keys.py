"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import RuleKey, per_players, per_word

# 1. The box and the setup
BOX: Final = per_word("NSP-1.1", "coins")
BAG_AT_START: Final = per_word("NSP-1.2", "coins")
TREASURE_GOLD: Final = per_players("NSP-1.3", "gold")
TREASURE_SILVER: Final = per_players("NSP-1.3", "silver")
TREASURE_BLACK: Final = per_players("NSP-1.3", "black")
TREASURE_PURPLE: Final = per_players("NSP-1.3", "purple")
UNSEEN_COINS: Final = per_players("NSP-1.4", "each")
FIRST_CAPTAIN: Final = "NSP-1.5"
ROUNDS: Final = per_players("NSP-1.7", "rounds")

# 2. Drafting
DRAWN_PER_PLAYER: Final = RuleKey("NSP-2.1", "each", int)
DRAFT_ORDER: Final = "NSP-2.2"
COINS_IN_SIGHT: Final = "NSP-2.3"
NO_PASSING: Final = "NSP-2.4"
SHORT_DRAFT: Final = "NSP-2.5"
COLOUR_ELSEWHERE: Final = "NSP-2.6"

# 3. Challenges
MUST_CHALLENGE: Final = "NSP-3.1"
NOT_ONESELF: Final = "NSP-3.2"
ANYONE: Final = "NSP-3.3"
ACCEPTING: Final = "NSP-3.4"
STOLEN_COINS: Final = RuleKey("NSP-3.5", "coins", int)
WHO_SEES_IT: Final = "NSP-3.6"
EMPTY_MUST_ACCEPT: Final = "NSP-3.7"

# 4. Donation, and the end
DONATED_COINS: Final = RuleKey("NSP-4.1", "coins", int)
NOTHING_TO_DONATE: Final = "NSP-4.2"
CAPTAIN_CHANGES: Final = "NSP-4.3"
THE_END: Final = "NSP-4.4"
MISSED_AT_THE_END: Final = RuleKey("NSP-4.5", "missed_at_most", int)

# 5. Points
GOLD_EACH: Final = RuleKey("NSP-5.1", "each", int)
SILVER_EACH: Final = RuleKey("NSP-5.2", "each", int)
SILVER_SET: Final = RuleKey("NSP-5.2", "set_of", int)
SILVER_SET_WORTH: Final = RuleKey("NSP-5.2", "set_worth", int)
CURSE_LEAST: Final = RuleKey("NSP-5.3", "least", int)
BLACK_SET_LEAST: Final = RuleKey("NSP-5.4", "least", int)
BLACK_SET_WORTH: Final = RuleKey("NSP-5.4", "worth", int)
PURPLE_DECLARED: Final = "NSP-5.5"
SEVERAL_SILVER_SETS: Final = "NSP-5.6"
WHO_DECLARES: Final = "NSP-5.7"

# 6. Who wins
MOST_BLACK: Final = "NSP-6.1"
MOST_SILVER: Final = "NSP-6.2"
THE_WINNER: Final = "NSP-6.3"
PURPLE_IN_TIES: Final = "NSP-6.4"

# 7. Three players: the ghost
GHOST_PLAYERS: Final = RuleKey("NSP-7.1", "players", int)
GHOST_UNSEEN: Final = RuleKey("NSP-7.1", "unseen", int)
GHOST_FED: Final = RuleKey("NSP-7.2", "coins", int)
GHOST_SWAPS: Final = "NSP-7.3"
GHOST_RESTS: Final = "NSP-7.4"
GHOST_WINS: Final = "NSP-7.5"
GHOST_PURPLE: Final = "NSP-7.6"

# 8. Checking the count
COLOURS_IN_GAME: Final = "NSP-8.1"
BAG_COUNTS: Final = "NSP-8.2"
BAG_COLOURS: Final = "NSP-8.3"
FULLEST_BAG: Final = per_players("NSP-8.4", "most")

KEYS: Final = (
    BOX,
    BAG_AT_START,
    TREASURE_GOLD,
    TREASURE_SILVER,
    TREASURE_BLACK,
    TREASURE_PURPLE,
    UNSEEN_COINS,
    ROUNDS,
    DRAWN_PER_PLAYER,
    STOLEN_COINS,
    DONATED_COINS,
    MISSED_AT_THE_END,
    GOLD_EACH,
    SILVER_EACH,
    SILVER_SET,
    SILVER_SET_WORTH,
    CURSE_LEAST,
    BLACK_SET_LEAST,
    BLACK_SET_WORTH,
    GHOST_PLAYERS,
    GHOST_UNSEEN,
    GHOST_FED,
    FULLEST_BAG,
)
"""Every number of the rulebook that the code reads."""
