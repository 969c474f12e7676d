"""Keys into the rulebook, in its order."""

from referee.api import RuleKey

SACK = RuleKey("PEN-1.1", "pebbles", dict[str, int])
ROUNDS = RuleKey("PEN-1.2", "rounds", int)
THE_JUDGE = "PEN-1.3"
TWO_STALLS = "PEN-2.1"
MOST_DRAWN = RuleKey("PEN-2.2", "most", int)
SECONDS = RuleKey("PEN-2.3", "seconds", int)
FILLINGS = RuleKey("PEN-2.3", "fillings", int)
BOARD = RuleKey("PEN-3.1", "board", tuple[int, ...])
WINNER = "PEN-3.2"
