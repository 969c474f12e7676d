"""Keys into the rulebook, in its order: the table of contents of this room."""

from referee.api import RuleKey, per_players

# 1. The box and the setup
CHEST_CARDS = RuleKey("ALA-1.1", "chest", int)
CHESTS = RuleKey("ALA-1.1", "chests", int)
STARTING_CARDS = RuleKey("ALA-1.2", "cards", int)
STARTING_EACH = per_players("ALA-1.2", "each")
DICE_EACH = per_players("ALA-1.3", "each")
FACES = RuleKey("ALA-1.3", "faces", int)
BELOW_SORCERER = RuleKey("ALA-1.4", "below", int)
KINDS = "ALA-1.5"
LAMP_DECK = "ALA-1.6"

# 2. Setting dice
SETTING = "ALA-2.1"

# 3. The lamp
MUST_RUB = "ALA-3.1"
OWN_DOUBLES = "ALA-3.2"
FIRST_HAND = "ALA-3.3"
LOWER_FIRST = "ALA-3.4"
WRONG_RUB = "ALA-3.5"
NOTHING_TO_STEAL = "ALA-3.6"
ONE_SUMMONS = "ALA-3.7"

# 4. Wishes
WISHES = RuleKey("ALA-4.1", "wishes", int)
LAMP_CARD_BACK = "ALA-4.2"
PROTECTED = "ALA-4.3"
DRAWN_BY_WISH = "ALA-4.4"
STOPPING_WISHES = "ALA-4.5"
AS_FAR_AS_POSSIBLE = "ALA-4.6"
CHANGED_DIE = "ALA-4.7"

# 5. Exploring
OPENING = "ALA-5.1"
DRAWING = "ALA-5.2"
SCORPIONS = "ALA-5.3"
SORCERER = "ALA-5.4"
TWO_CHESTS = "ALA-5.5"

# 6. What is held
SETS = "ALA-6.1"
PLACING = "ALA-6.2"
TALISMAN_COUNTS = "ALA-6.3"
LEFT_ALONE = "ALA-6.4"
FACE_UP = "ALA-6.5"

# 7. Points
CARD_EACH = RuleKey("ALA-7.1", "each", int)
SET_WORTH = RuleKey("ALA-7.2", "worth", dict[str, int])
MAJORITY_WORTH = RuleKey("ALA-7.3", "worth", int)
THE_WINNER = "ALA-7.4"
THE_END = "ALA-7.5"

# 8. My Precious
MAGIC_RING = "ALA-8.1"
RING_DIE = RuleKey("ALA-8.2", "die", int)
RING_AND_SORCERER = "ALA-8.3"
EMPTY_DISCARD = "ALA-8.4"
RING_WORTH = RuleKey("ALA-8.5", "worth", int)
RING_CARD_FIRST = "ALA-8.6"

# 9. Checking the count
CARDS_THERE_ARE = "ALA-9.1"
CARDS_DRAWN = "ALA-9.2"
TALISMAN_ON_GEM = "ALA-9.3"
ONE_RING = "ALA-9.4"
ON_RECORD = "ALA-9.5"
GEMS_DEALT = "ALA-9.6"
KEPT_FOR_RING = "ALA-9.7"
