"""Recorded games: no card is lost, and what is used once is spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.core.play.event import Event
from referee.games.colorful_treasure.model.holding import Holding
from referee.games.colorful_treasure.stages.flip_and_take import CardsFlipped
from referee.games.colorful_treasure.stages.plunder import (
    CardPlundered,
    DiamondPlundered,
)
from referee.games.colorful_treasure.stages.tiles import AnyTokenUsed
from referee.games.colorful_treasure.state import State
from tests import recorded
from tests.recorded import every, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, Event[State]]
ROOM = ROOMS["colorful-treasure"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
WHOLE = {"simple": 40, "basic": 50, "advanced": 50}
ENDS_AT = 10
PLUNDERS = (CardPlundered, DiamondPlundered)


class Run(recorded.Recorded[State, Event[State]]):
    """A recorded game, and how it was played."""

    @property
    def mode(self) -> str:
        return self.book.option(self.script.setup.options, "mode")


@cache
def run(path: Path) -> Run:
    return Run(ROOM, path)


def all_moments() -> Iterator[Moment]:
    for path in PATHS:
        yield from run(path).moments


def discarded(path: Path) -> tuple[int, int]:
    """Count the key and the chest tokens that are out of the game: each card has brought one."""
    state: State = run(path).session.state
    held = state.holdings.values()
    keys = sum(own.of("key") - own.tokens.keys for own in held)
    chests = sum(own.of("chest") - own.tokens.chests for own in held)
    return keys, chests


def rests_on_a_pair(own: Holding) -> bool:
    return own.tokens.has_pair and own.may_plunder


@every_game
def test_no_card_and_no_diamond_is_lost_on_the_way(path: Path) -> None:
    for each in run(path).moments:
        held = each.after.holdings.values()
        cards = [card for own in held for card in own.cards]
        assert len(set(cards)) == len(cards)
        assert len(cards) + each.after.field.size == WHOLE[run(path).mode]
        assert sum(own.diamonds for own in held) == sum(own.of("diamond") for own in held)


@every_game
def test_as_many_keys_as_chests_are_discarded_but_for_the_tile(path: Path) -> None:
    events = Counter(type(each.event) for each in run(path).moments)
    keys, chests = discarded(path)
    assert abs(keys - chests) == events[AnyTokenUsed]
    assert max(keys, chests) == sum(events[each] for each in PLUNDERS)


@every_game
def test_a_pair_rests_only_where_it_is_kept(path: Path) -> None:
    held = [own for each in run(path).moments for own in each.after.holdings.values()]
    is_kept = "no_victim" in run(path).script.setup.options
    rests = any(
        rests_on_a_pair(each.after.holdings[each.before.active]) and not each.after.plunders
        for each in run(path).moments
    )
    assert len(held) >= 1
    assert rests == is_kept


@every_game
def test_everybody_has_had_as_many_turns_but_in_the_simple_game(path: Path) -> None:
    state = run(path).session.state
    spare = (state.turn + 1) % len(state.players)
    assert spare == 0 or run(path).mode == "simple"
    assert state.field.size <= (0 if run(path).mode == "simple" else ENDS_AT)


def test_the_last_card_of_a_simple_game_is_flipped_alone() -> None:
    flips = [each for each in all_moments() if isinstance(each.event, CardsFlipped)]
    alone = [
        each for each in flips if isinstance(each.event, CardsFlipped) and not each.event.cards[1:]
    ]
    assert alone
    assert {each.before.field.size for each in alone} == {1}


def test_tiles_for_once_are_spent_and_others_stay() -> None:
    spent = {
        tile
        for each in all_moments()
        for player, own in each.before.holdings.items()
        for tile in {*own.tiles} - {*each.after.holdings[player].tiles}
    }
    assert spent >= {"any-token", "peek-different", "fourth-card"}
    assert not spent & {"no-plunder", "cards-safe", "sixth-colour", "four-points"}
