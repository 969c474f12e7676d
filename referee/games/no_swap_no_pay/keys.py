"""Keys into the rulebook, in its order: the table of contents of this room."""

from referee.api import RuleKey, per_players

# 1. The box and the setup
BOX = RuleKey("NSP-1.1", "coins", dict[str, int])
BAG_AT_START = RuleKey("NSP-1.2", "coins", dict[str, int])
TREASURE_GOLD = per_players("NSP-1.3", "gold")
TREASURE_SILVER = per_players("NSP-1.3", "silver")
TREASURE_BLACK = per_players("NSP-1.3", "black")
TREASURE_PURPLE = per_players("NSP-1.3", "purple")
UNSEEN_COINS = per_players("NSP-1.4", "each")
FIRST_CAPTAIN = "NSP-1.5"
WHOSE_BAG = "NSP-1.6"
ROUNDS = per_players("NSP-1.7", "rounds")

# 2. Drafting
DRAWN_PER_PLAYER = RuleKey("NSP-2.1", "each", int)
DRAFT_ORDER = "NSP-2.2"
COINS_IN_SIGHT = "NSP-2.3"
NO_PASSING = "NSP-2.4"
SHORT_DRAFT = "NSP-2.5"
COLOUR_ELSEWHERE = "NSP-2.6"

# 3. Challenges
MUST_CHALLENGE = "NSP-3.1"
NOT_ONESELF = "NSP-3.2"
ANYONE = "NSP-3.3"
ACCEPTING = "NSP-3.4"
STOLEN_COINS = RuleKey("NSP-3.5", "coins", int)
WHO_SEES_IT = "NSP-3.6"
EMPTY_MUST_ACCEPT = "NSP-3.7"
FIRST_EMPTY = per_players("NSP-3.7", "first_round")

# 4. Donation, and the end
DONATED_COINS = RuleKey("NSP-4.1", "coins", int)
NOTHING_TO_DONATE = "NSP-4.2"
FIRST_MISSED = per_players("NSP-4.2", "first_round")
CAPTAIN_CHANGES = "NSP-4.3"
THE_END = "NSP-4.4"
MISSED_AT_THE_END = RuleKey("NSP-4.5", "missed_at_most", int)

# 5. Points
GOLD_EACH = RuleKey("NSP-5.1", "each", int)
SILVER_EACH = RuleKey("NSP-5.2", "each", int)
SILVER_SET = RuleKey("NSP-5.2", "set_of", int)
SILVER_SET_WORTH = RuleKey("NSP-5.2", "set_worth", int)
CURSE_LEAST = RuleKey("NSP-5.3", "least", int)
BLACK_SET_LEAST = RuleKey("NSP-5.4", "least", int)
BLACK_SET_WORTH = RuleKey("NSP-5.4", "worth", int)
PURPLE_DECLARED = "NSP-5.5"
SEVERAL_SILVER_SETS = "NSP-5.6"
WHO_DECLARES = "NSP-5.7"

# 6. Who wins
MOST_BLACK = "NSP-6.1"
MOST_SILVER = "NSP-6.2"
THE_WINNER = "NSP-6.3"
PURPLE_IN_TIES = "NSP-6.4"

# 7. Three players: the ghost
GHOST_PLAYERS = RuleKey("NSP-7.1", "players", int)
GHOST_UNSEEN = RuleKey("NSP-7.1", "unseen", int)
GHOST_FED = RuleKey("NSP-7.2", "coins", int)
GHOST_SWAPS = "NSP-7.3"
GHOST_RESTS = "NSP-7.4"
GHOST_WINS = "NSP-7.5"
GHOST_PURPLE = "NSP-7.6"

# 8. Checking the count
COLOURS_IN_GAME = "NSP-8.1"
BAG_COUNTS = "NSP-8.2"
BAG_COLOURS = "NSP-8.3"
FULLEST_BAG = per_players("NSP-8.4", "most")
EMPTIEST_OF_THREE = RuleKey("NSP-8.4", "fewest_of_three", tuple[int, ...])
EMPTIEST_OF_FOUR = RuleKey("NSP-8.4", "fewest_of_four", tuple[int, ...])
EMPTIEST_OF_FIVE = RuleKey("NSP-8.4", "fewest_of_five", tuple[int, ...])
EMPTIEST_GHOST = RuleKey("NSP-8.4", "fewest_of_ghost", tuple[int, ...])
