"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.api import RuleKey, per_count, per_players

# 1. The box and the setup
COPIES: Final = RuleKey("SAB-1.1", "copies", dict[str, int])
ACTION_CARDS: Final = RuleKey("SAB-1.2", "cards", dict[str, int])
START_AND_GOALS: Final = "SAB-1.3"
GOLD_CARDS: Final = RuleKey("SAB-1.4", "cards", dict[str, int])
NUGGETS: Final = RuleKey("SAB-1.4", "worth", dict[str, int])
DWARVES: Final = RuleKey("SAB-1.5", "cards", dict[str, int])
SABOTEURS: Final = per_players("SAB-1.6", "saboteurs")
DIGGERS: Final = per_players("SAB-1.6", "diggers")
HAND: Final = per_players("SAB-1.7", "hand")
DRAW_PILE: Final = "SAB-1.8"
TO_THE_GOALS: Final = RuleKey("SAB-1.9", "between_start_and_goals", int)
BETWEEN_GOALS: Final = RuleKey("SAB-1.9", "between_goals", int)
FIRST_STARTER: Final = "SAB-1.10"

# 2. A turn
ONE_OF_THREE: Final = "SAB-2.1"
DISCARDING: Final = "SAB-2.2"
EMPTY_PILE: Final = "SAB-2.3"
TALK_IS_FREE: Final = "SAB-2.4"

# 3. Laying a tunnel card
SAME_WAY_UP: Final = "SAB-3.1"
FREE_CELL: Final = "SAB-3.2"
BESIDE_A_CARD: Final = "SAB-3.3"
SIDES_AGREE: Final = "SAB-3.4"
BESIDE_HIDDEN_GOAL: Final = "SAB-3.5"
JOINED_TO_START: Final = "SAB-3.6"
DEAD_ENDS: Final = "SAB-3.7"
BEYOND_THE_MIDDLE: Final = "SAB-3.8"
COPIES_LEFT: Final = "SAB-3.9"

# 4. The goals
TURNED_UP: Final = "SAB-4.1"
SEVERAL_GOALS: Final = "SAB-4.2"
HOW_A_STONE_LIES: Final = "SAB-4.3"
STONE_MISFITS: Final = "SAB-4.4"
THROUGH_A_STONE: Final = "SAB-4.5"

# 5. Action cards
BROKEN_TOOL: Final = "SAB-5.1"
ONE_OF_EACH: Final = "SAB-5.2"
ON_ONESELF: Final = "SAB-5.3"
REPAIRING: Final = "SAB-5.4"
DOUBLE_REPAIR: Final = "SAB-5.5"
NOTHING_TO_REPAIR: Final = "SAB-5.6"
ROCKFALL: Final = "SAB-5.7"
LOOSE_PARTS: Final = "SAB-5.8"
MAP: Final = "SAB-5.9"
MAP_ON_OPEN_GOAL: Final = "SAB-5.10"
ACTIONS_LEFT: Final = "SAB-5.11"

# 6. The end of a round
TREASURE: Final = "SAB-6.1"
CARDS_USED: Final = "SAB-6.2"
EARLY_END: Final = "SAB-6.3"
ROLES_UP: Final = "SAB-6.4"
NEXT_STARTER: Final = "SAB-6.5"
ROUNDS: Final = RuleKey("SAB-6.6", "rounds", int)

# 7. Gold
MOST_SHARED: Final = RuleKey("SAB-7.1", "most", int)
SHARING: Final = "SAB-7.2"
SABOTEURS_PASSED: Final = "SAB-7.3"
BROKEN_SHARES: Final = "SAB-7.4"
SABOTEURS_PAY: Final = per_count("SAB-7.5", "each")
IN_PLAY: Final = "SAB-7.6"
EXACTLY: Final = "SAB-7.7"
NOT_EXACTLY: Final = "SAB-7.8"
NO_SABOTEUR: Final = "SAB-7.9"
GOLD_FACE_DOWN: Final = "SAB-7.10"

# 8. Optional rules
BROKEN_GO_EMPTY: Final = "SAB-8.1"
SELFISH_NUGGETS: Final = RuleKey("SAB-8.2", "nuggets", int)
SELFISH_FEWER: Final = RuleKey("SAB-8.2", "fewer", int)
SELFISH_AND_SABOTEUR: Final = "SAB-8.3"

# 9. Who wins
THE_WINNER: Final = "SAB-9.1"
SHARED: Final = "SAB-9.2"

# 10. Checking the count
SUPPLY: Final = "SAB-10.1"
PAID_IN_ALL: Final = "SAB-10.2"
PAID_TO_ONE: Final = "SAB-10.3"
ROLES_DEALT: Final = "SAB-10.4"
