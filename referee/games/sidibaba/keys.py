"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import RuleKey

# 1. The box and the setup
LEADER: Final = "SID-1.1"
LAMPS: Final = RuleKey("SID-1.2", "lamps", int)
STARTING_JEWELS: Final = RuleKey("SID-1.3", "jewels", int)
COIN: Final = RuleKey("SID-1.3", "worth", int)
CHESTS: Final = RuleKey("SID-1.4", "chests", int)
TREASURES: Final = RuleKey("SID-1.4", "treasures", int)
ORDER: Final = "SID-1.5"
MAZE: Final = "SID-1.6"

# 2. The march
MOVES: Final = "SID-2.1"
INTO_A_WALL: Final = "SID-2.2"
VOTES: Final = "SID-2.3"
WHAT_LIES_THERE: Final = "SID-2.4"

# 3. Lamps
SAND: Final = RuleKey("SID-3.1", "seconds", int)
NEW_LAMP: Final = "SID-3.2"
NO_LAMP_LEFT: Final = "SID-3.3"

# 4. Loot
FROM_CHEST: Final = RuleKey("SID-4.1", "chest", int)
FROM_TREASURE: Final = RuleKey("SID-4.1", "treasure", int)
CURSES: Final = RuleKey("SID-4.2", "curses", int)
PICKING: Final = "SID-4.3"
FOUND_ONCE: Final = "SID-4.4"

# 5. Genies
GENIE: Final = RuleKey("SID-5.1", "drawn", int)
LIGHT: Final = RuleKey("SID-5.2", "lamps", int)
WAY_TO_TREASURE: Final = "SID-5.3"
WAY_PAID: Final = RuleKey("SID-5.3", "paid", int)
WAY_TO_EXIT: Final = "SID-5.4"
WAY_TO_LOOT: Final = "SID-5.5"
WE_WERE_HERE: Final = "SID-5.6"

# 6. Events
EVENTS: Final = RuleKey("SID-6.1", "events", int)
MOVEMENT: Final = "SID-6.2"
TWO_SQUARES: Final = RuleKey("SID-6.3", "squares", int)
ILLUSION: Final = "SID-6.4"
PADLOCK: Final = RuleKey("SID-6.5", "opens", int)
COMBINATION: Final = RuleKey("SID-6.6", "opens", tuple[int, ...])
THIEF: Final = RuleKey("SID-6.7", "front", int)
LANDSLIDE: Final = "SID-6.8"
SCHEHERAZADE: Final = RuleKey("SID-6.9", "gives", int)
MERCHANT: Final = "SID-6.10"
ON_WHAT_WAS_FOUND: Final = "SID-6.11"

# 7. Being caught
CAUGHT: Final = "SID-7.1"
STOLEN_IN_FRONT: Final = RuleKey("SID-7.2", "front", int)
STOLEN_OF_OTHERS: Final = RuleKey("SID-7.2", "others", int)
LAMP_THAT_GOES: Final = "SID-7.3"

# 8. The end and points
ESCAPE: Final = "SID-8.1"
ALIKE: Final = RuleKey("SID-8.2", "alike", int)
ALONE: Final = RuleKey("SID-8.2", "alone", int)
THE_WINNER: Final = "SID-8.3"

# 9. Checking the count
TOKENS_THERE_ARE: Final = RuleKey("SID-9.1", "tokens", int)
OUT_WITH_TREASURE: Final = "SID-9.2"
LEFT_NUMBER: Final = "SID-9.3"
ON_RECORD: Final = "SID-9.4"
TOKENS_WON: Final = "SID-9.5"

KEYS: Final = (
    LAMPS,
    STARTING_JEWELS,
    COIN,
    CHESTS,
    TREASURES,
    SAND,
    FROM_CHEST,
    FROM_TREASURE,
    CURSES,
    GENIE,
    LIGHT,
    WAY_PAID,
    EVENTS,
    TWO_SQUARES,
    PADLOCK,
    COMBINATION,
    THIEF,
    SCHEHERAZADE,
    STOLEN_IN_FRONT,
    STOLEN_OF_OTHERS,
    ALIKE,
    ALONE,
    TOKENS_THERE_ARE,
)
"""Every number of the rulebook that the code reads."""
