"""How words that are typed are compared and taken apart."""

from referee.core.answers.custom import parse_pair, player_named
from referee.core.answers.text_input import (
    NUMBERS,
    halfwidth,
    is_none,
    match_choice,
    match_key,
    parse_count,
    prefix_matches,
)

__all__ = (
    "NUMBERS",
    "halfwidth",
    "is_none",
    "match_choice",
    "match_key",
    "parse_count",
    "parse_pair",
    "player_named",
    "prefix_matches",
)
