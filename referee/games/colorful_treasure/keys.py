"""Keys into the rulebook, in its order."""

from referee.api import RuleKey, per_players

# 1. The box and the setup
WONDERS = RuleKey("COL-1.1", "wonders", int)
WONDER_GEMS = RuleKey("COL-1.1", "gems", int)
WONDER_DIAMONDS = RuleKey("COL-1.1", "diamonds", int)
WONDER_SECRETS = RuleKey("COL-1.1", "secrets", int)
OF_EACH_COLOUR = RuleKey("COL-1.2", "each", int)
ALL_KEYS = RuleKey("COL-1.3", "keys", int)
ALL_CHESTS = RuleKey("COL-1.3", "chests", int)
LAYING_OUT = "COL-1.4"
MODES = "COL-1.6"
START_PLAYER = "COL-1.7"
PLAYERS = "COL-1.8"
HELP_CARDS = "COL-1.9"
OPEN_AND_COVERED = "COL-1.10"

# 2. A turn
FLIPPED = RuleKey("COL-2.1", "flipped", int)
THIRD = RuleKey("COL-2.2", "more", int)
SECRETS_FIRST = "COL-2.3"
ONE_KIND = "COL-2.4"
DIAMONDS_ALONG = "COL-2.5"
MUST_TAKE = "COL-2.6"
COVERED = "COL-2.7"
FEW_LEFT = "COL-2.8"
STILL_THERE = "COL-2.9"

# 3. Plunder
PAIR = "COL-3.1"
LOOT = "COL-3.2"
NOTHING_ALONG = "COL-3.3"
SEVERAL_PAIRS = "COL-3.4"
NEVER_LOOT = "COL-3.5"
NO_VICTIM = "COL-3.6"

# 4. Bonus cards
GEM_COLOURS = per_players("COL-4.1", "colours")
GEM_WORTH = per_players("COL-4.1", "worth")
EXPLORED = RuleKey("COL-4.2", "wonders", int)
EXPLORATION_WORTH = RuleKey("COL-4.2", "worth", int)
SECRET_WORTH = RuleKey("COL-4.3", "worth", int)
BONUS_TIME = "COL-4.4"
BONUS_KEPT = "COL-4.5"

# 5. Tiles
TILES = RuleKey("COL-5.1", "tiles", int)
THIRD_GEM = RuleKey("COL-5.2", "gems", int)
THIRD_AGAIN = "COL-5.3"
SEVERAL_COLOURS = "COL-5.4"
PICKED = "COL-5.5"
USING = "COL-5.6"
FIRST_ADVANCED = "COL-5.7"

# 6. The ten effects
NO_PLUNDER = "COL-6.1"
CARDS_SAFE = "COL-6.2"
PEEK_DIFFERENT = RuleKey("COL-6.3", "cards", int)
PEEK_SAME = RuleKey("COL-6.4", "cards", int)
NO_SECRETS = "COL-6.5"
SIXTH_WORTH = RuleKey("COL-6.6", "worth", int)
FOURTH = RuleKey("COL-6.7", "more", int)
FOUR_POINTS = RuleKey("COL-6.8", "worth", int)
EXTRA_KIND = RuleKey("COL-6.9", "more", int)
PAIR_WITH_TILE = "COL-6.10"

# 7. Points
SAME_COLOUR = RuleKey("COL-7.1", "same_colour", tuple[int, ...])
DIAMOND_CARD = RuleKey("COL-7.2", "each", int)
DIAMOND = RuleKey("COL-7.3", "each", dict[str, int])
SCORES_NOTHING = "COL-7.4"
THE_WINNER = "COL-7.5"

# 8. The end
LEFT = RuleKey("COL-8.1", "left", int)
SIMPLE_END = "COL-8.2"

# 9. Checking the count
PIECES_THERE_ARE = "COL-9.1"
DIAMONDS_MATCH = "COL-9.2"
CARDS_IN_ALL = "COL-9.3"
MOST_TAKEN = "COL-9.4"
WONDERS_IN_HAND = "COL-9.5"
BONUS_MISSED = "COL-9.6"
NOT_IN_THIS_GAME = "COL-9.7"
ODD_TABLE = "COL-9.8"
PLUNDERS_AND_PAIRS = "COL-9.9"
EQUAL_TURNS = "COL-9.10"
WONDERS_OF_ALL = "COL-9.11"
WHO_HAD_BONUS = "COL-9.12"
TILES_EARNED = "COL-9.13"
