"""Recorded games: their rounds follow one another, and who joins the treasure in vain."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

from referee.games.saboteur.stages.ending import RoleTurnedUp
from referee.games.saboteur.state import State
from tests.recorded import every, run, scenarios
from tests.rooms import ROOMS

ROOM = ROOMS["saboteur"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)


def rounds_of(path: Path) -> list[State]:
    """List how each round was when its last role had been turned up."""
    found = []
    for each in run(path).moments:
        if isinstance(each.event, RoleTurnedUp):
            now = each.before.now
            roles = {**now.roles, each.event.player: each.event.role}
            if len(roles) == len(each.before.players):
                found.append(replace(each.before, now=replace(now, roles=roles)))
    return found


@every_game
def test_a_game_has_three_rounds_and_each_next_begins_on_the_left(path: Path) -> None:
    rounds = rounds_of(path)
    assert len(rounds) == 3
    for before, after in pairwise(rounds):
        assert before.now.last is not None
        seat = before.players.index(before.now.last) + 1
        assert after.now.starter == before.players[seat % len(before.players)]


def test_a_saboteur_who_joins_the_treasure_goes_empty() -> None:
    rounds = [state for path in PATHS for state in rounds_of(path)]
    joined = [
        each
        for each in rounds
        if each.now.connector and each.now.roles[each.now.connector] == "saboteur"
    ]
    assert len(joined) >= 2
    for each in joined:
        assert each.now.connector not in each.payout.order
