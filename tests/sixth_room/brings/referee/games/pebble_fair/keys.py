"""Keys into the rulebook, in its order: the table of contents of this room."""

from __future__ import annotations

from typing import Final

from referee.core.rulebook import RuleKey, per_players, per_word

PLAIN: Final = "plain"
MUDDY: Final = "muddy"
KINDS: Final = (PLAIN, MUDDY)
STALLS: Final = ("shore", "field")

SUPPLY: Final = per_word("PEB-1.1", "pebbles")
ROUNDS: Final = per_players("PEB-1.2", "rounds")
THE_JUDGE: Final = "PEB-1.3"
TWO_STALLS: Final = "PEB-2.1"
MOST_DRAWN: Final = RuleKey("PEB-2.2", "most", int)
GUESS_WORTH: Final = RuleKey("PEB-2.3", "worth", int)
SECONDS: Final = RuleKey("PEB-2.4", "seconds", int)
FILLINGS: Final = RuleKey("PEB-2.4", "fillings", int)
BOARD: Final = RuleKey("PEB-3.1", "board", tuple[int, ...])
BUST_AT: Final = RuleKey("PEB-3.2", "bust_at", int)
MOST_RIBBONS: Final = RuleKey("PEB-3.3", "most", int)
RIBBON_WORTH: Final = per_word("PEB-3.3", "worth")
EMPTY_BASKET: Final = "PEB-3.4"
CLEAN_WORTH: Final = RuleKey("PEB-3.5", "worth", int)
WASHED: Final = RuleKey("PEB-4.1", "washed", int)
THE_WINNER: Final = "PEB-5.1"
MORE_RIBBONS: Final = "PEB-5.2"

KEYS: Final = (
    SUPPLY,
    ROUNDS,
    MOST_DRAWN,
    GUESS_WORTH,
    SECONDS,
    FILLINGS,
    BOARD,
    BUST_AT,
    MOST_RIBBONS,
    RIBBON_WORTH,
    CLEAN_WORTH,
    WASHED,
)
"""Every number of the rulebook that the code reads."""
