"""Tokens that somebody names as an adventurer's: known ones, or such as the record leaves."""

from collections.abc import Iterator, Sequence

from referee.api import Player, Ruling
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.holding import Holding
from referee.games.sidibaba.model.tokens import HIDDEN
from referee.games.sidibaba.stages.base import Seen
from referee.games.sidibaba.state import State


def not_held(event: Seen, state: State, player: Player, *tokens: str) -> Ruling | None:
    """Stop tokens that an adventurer has not, or that no theft can have left. Cites: SID-9.4."""
    held = state.holdings[player]
    if held.may_have(*tokens):
        return None
    *_, token = tokens
    if not held.hidden:
        return event.forbidden("{player} has no {token}.", player=player, token=token)
    said = "According to the record {player} has no {token}."
    return event.impossible(said, keys.ON_RECORD, player=player, token=token)


def may_show(held: Holding, anything: Sequence[str]) -> Iterator[str]:
    """List tokens that an adventurer may have: known ones, and what the hidden ones may show."""
    faces = dict.fromkeys((*held.tokens, *(held.faces if held.hidden else ())))
    among = dict.fromkeys((*faces, *anything)) if HIDDEN in faces else faces
    for token in among:
        if token != HIDDEN and held.may_have(token):
            yield token
