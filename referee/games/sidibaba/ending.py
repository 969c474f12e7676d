"""Rulings on tokens that are turned up at the end."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.looting import no_such_token
from referee.games.sidibaba.state import State
from referee.games.sidibaba.tokens import CURSE, jewel_words


def judge_shown(book: Rulebook, state: State, event: seen.TokensShown) -> Ruling:
    """Whether these are as many tokens as the record has, those seen among them. Cites: SID-9.4."""
    for token in event.tokens:
        refused = no_such_token(book, token)
        if refused and token != CURSE:
            return refused
    if CURSE in event.tokens:
        return impossible(Say("Nobody holds a curse."), keys.CURSES)
    held = state.holdings[event.player]
    if not held.hidden:
        said = Say("{player}'s tokens are known.", player=event.player)
        return forbidden(said, keys.ON_RECORD)
    if len(event.tokens) != held.count:
        said = plural(
            held.hidden,
            "By the record {player} has {n} token that nobody saw, not {told}.",
            "By the record {player} has {n} tokens that nobody saw, not {told}.",
            player=event.player,
            told=len(event.tokens) - len(held.tokens),
        )
        return forbidden(said, keys.ON_RECORD)
    missing = next((t for t in held.tokens if event.tokens.count(t) < held.tokens.count(t)), None)
    if missing:
        said = Say("{player} has {token} by the record.", player=event.player, token=missing)
        return forbidden(said, keys.ON_RECORD)
    tokens = jewel_words(event.tokens)
    said = Say("{player} shows {tokens}.", player=event.player, tokens=tokens)
    return allowed(said, keys.ON_RECORD, keys.STOLEN_IN_FRONT)
