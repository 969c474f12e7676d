"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import RuleKey, per_players, per_word

# 1. The box and the setup
CHEST_CARDS: Final = RuleKey("ALA-1.1", "chest", int)
CHESTS: Final = RuleKey("ALA-1.1", "chests", int)
STARTING_CARDS: Final = RuleKey("ALA-1.2", "cards", int)
STARTING_EACH: Final = per_players("ALA-1.2", "each")
DICE_EACH: Final = per_players("ALA-1.3", "each")
FACES: Final = RuleKey("ALA-1.3", "faces", int)
BELOW_SORCERER: Final = RuleKey("ALA-1.4", "below", int)
KINDS: Final = "ALA-1.5"

# 2. Setting dice
SETTING: Final = "ALA-2.1"

# 3. The lamp
MAY_RUB: Final = "ALA-3.1"
OWN_DOUBLES: Final = "ALA-3.2"
FIRST_HAND: Final = "ALA-3.3"
LOWER_FIRST: Final = "ALA-3.4"
WRONG_RUB: Final = "ALA-3.5"
NOTHING_TO_STEAL: Final = "ALA-3.6"
ONE_SUMMONS: Final = "ALA-3.7"

# 4. Wishes
WISHES: Final = RuleKey("ALA-4.1", "wishes", int)
PROTECTED: Final = "ALA-4.3"
DRAWN_BY_WISH: Final = "ALA-4.4"
STOPPING_WISHES: Final = "ALA-4.5"
AS_FAR_AS_POSSIBLE: Final = "ALA-4.6"
CHANGED_DIE: Final = "ALA-4.7"

# 5. Exploring
OPENING: Final = "ALA-5.1"
DRAWING: Final = "ALA-5.2"
SCORPIONS: Final = "ALA-5.3"
SORCERER: Final = "ALA-5.4"
TWO_CHESTS: Final = "ALA-5.5"

# 6. What is held
SETS: Final = "ALA-6.1"
PLACING: Final = "ALA-6.2"
TALISMAN_COUNTS: Final = "ALA-6.3"
LEFT_ALONE: Final = "ALA-6.4"

# 7. Points
CARD_EACH: Final = RuleKey("ALA-7.1", "each", int)
SET_WORTH: Final = per_word("ALA-7.2", "worth")
MAJORITY_WORTH: Final = RuleKey("ALA-7.3", "worth", int)
THE_WINNER: Final = "ALA-7.4"
THE_END: Final = "ALA-7.5"

# 8. My Precious
MAGIC_RING: Final = "ALA-8.1"
RING_DIE: Final = RuleKey("ALA-8.2", "die", int)
RING_AND_SORCERER: Final = "ALA-8.3"
EMPTY_DISCARD: Final = "ALA-8.4"
RING_WORTH: Final = RuleKey("ALA-8.5", "worth", int)

# 9. Checking the count
CARDS_THERE_ARE: Final = "ALA-9.1"
CARDS_DRAWN: Final = "ALA-9.2"
TALISMAN_ON_GEM: Final = "ALA-9.3"
ONE_RING: Final = "ALA-9.4"
ON_RECORD: Final = "ALA-9.5"

KEYS: Final = (
    CHEST_CARDS,
    CHESTS,
    STARTING_CARDS,
    STARTING_EACH,
    DICE_EACH,
    FACES,
    BELOW_SORCERER,
    WISHES,
    CARD_EACH,
    SET_WORTH,
    MAJORITY_WORTH,
    RING_DIE,
    RING_WORTH,
)
"""Every number of the rulebook that the code reads."""
