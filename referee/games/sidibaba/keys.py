"""Keys into the rulebook, in its order: the table of contents of this room."""

from referee.api import RuleKey

# 1. The box and the setup
LEADER = "SID-1.1"
LAMPS = RuleKey("SID-1.2", "lamps", int)
STARTING_JEWELS = RuleKey("SID-1.3", "jewels", int)
COIN = RuleKey("SID-1.3", "worth", int)
CHESTS = RuleKey("SID-1.4", "chests", int)
TREASURES = RuleKey("SID-1.4", "treasures", int)
ORDER = "SID-1.5"
MAZE = "SID-1.6"

# 2. The march
MOVES = "SID-2.1"
INTO_A_WALL = "SID-2.2"
VOTES = "SID-2.3"
WHAT_LIES_THERE = "SID-2.4"

# 3. Lamps
SAND = RuleKey("SID-3.1", "seconds", int)
NEW_LAMP = "SID-3.2"
NO_LAMP_LEFT = "SID-3.3"

# 4. Loot
FROM_CHEST = RuleKey("SID-4.1", "chest", int)
FROM_TREASURE = RuleKey("SID-4.1", "treasure", int)
CURSES = RuleKey("SID-4.2", "curses", int)
PICKING = "SID-4.3"
FOUND_ONCE = "SID-4.4"

# 5. Genies
GENIE = RuleKey("SID-5.1", "drawn", int)
LIGHT = RuleKey("SID-5.2", "lamps", int)
WAY_TO_TREASURE = "SID-5.3"
WAY_PAID = RuleKey("SID-5.3", "paid", int)
WAY_TO_EXIT = "SID-5.4"
WAY_TO_LOOT = "SID-5.5"
WE_WERE_HERE = "SID-5.6"

# 6. Events
EVENTS = RuleKey("SID-6.1", "events", int)
MOVEMENT = "SID-6.2"
TWO_SQUARES = RuleKey("SID-6.3", "squares", int)
ILLUSION = "SID-6.4"
PADLOCK = RuleKey("SID-6.5", "opens", int)
COMBINATION = RuleKey("SID-6.6", "opens", tuple[int, ...])
THIEF = RuleKey("SID-6.7", "front", int)
LANDSLIDE = "SID-6.8"
SCHEHERAZADE = RuleKey("SID-6.9", "gives", int)
MERCHANT = "SID-6.10"
ON_WHAT_WAS_FOUND = "SID-6.11"
EVENTS_THERE_ARE = RuleKey("SID-6.12", "events", int)

# 7. Being caught
CAUGHT = "SID-7.1"
STOLEN_IN_FRONT = RuleKey("SID-7.2", "front", int)
STOLEN_OF_OTHERS = RuleKey("SID-7.2", "others", int)
LAMP_THAT_GOES = "SID-7.3"

# 8. The end and points
ESCAPE = "SID-8.1"
ALIKE = RuleKey("SID-8.2", "alike", int)
ALONE = RuleKey("SID-8.2", "alone", int)
THE_WINNER = "SID-8.3"

# 9. Checking the count
TOKENS_THERE_ARE = RuleKey("SID-9.1", "tokens", int)
OUT_WITH_TREASURE = "SID-9.2"
LEFT_NUMBER = "SID-9.3"
ON_RECORD = "SID-9.4"
TOKENS_WON = "SID-9.5"
LEAST = RuleKey("SID-9.6", "least", int)
LIKELY = RuleKey("SID-9.6", "likely", int)
NOBODY_CAUGHT = "SID-9.7"
