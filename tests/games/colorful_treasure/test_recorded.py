"""Recorded games: every way to play, every ending, and what a turn may bring on its way there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from referee.core.play.event import Event
from referee.core.play.record import Entry, Note, Undo
from referee.games.colorful_treasure.model.holding import Holding
from referee.games.colorful_treasure.stages.flip_and_take import CardsFlipped, CardsTaken
from referee.games.colorful_treasure.stages.plunder import (
    CardPlundered,
    DiamondPlundered,
    NothingPlundered,
)
from referee.games.colorful_treasure.stages.tiles import AnyTokenUsed, TileDeclined, TilePicked
from referee.games.colorful_treasure.state import State
from tests import recorded
from tests.recorded import every, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, Event[State]]
ROOM = ROOMS["colorful-treasure"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
WITH_ERRORS = "three_players_with_corrections"
WHOLE = {"simple": 40, "basic": 50, "advanced": 50}
ENDS_AT = 10
PLUNDERS = (CardPlundered, DiamondPlundered)


class Run(recorded.Recorded[State, Event[State]]):
    """A recorded game, and how it ended."""

    @property
    def mode(self) -> str:
        return self.book.option(self.script.setup.options, "mode")

    @property
    def ending(self) -> str:
        """Tell how the game ended."""
        if self.mode == "simple":
            return "every card is taken"
        brought_by_another = any(each.before.is_last_round for each in self.moments)
        return "another seat" if brought_by_another else "the last seat"

    @property
    def shares(self) -> int:
        """Count the players who share the secret bonus."""
        labels = [str(line.label) for score in self.sheet.scores for line in score.lines]
        return labels.count("secret bonus")


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
def test_a_game_comes_out_as_recorded(path: Path) -> None:
    run(path).check_outcome()


@every_game
def test_nothing_speaks_against_an_honest_game(path: Path) -> None:
    run(path).check_audit()


@every_game
def test_nothing_is_refused_but_where_a_table_errs(path: Path) -> None:
    run(path).check_refusals(errs=path.stem == WITH_ERRORS)


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


def test_every_way_to_play_and_every_size_of_table_is_recorded() -> None:
    assert len(PATHS) == 12
    sizes: dict[str, set[int]] = {}
    for path in PATHS:
        sizes.setdefault(run(path).mode, set()).add(len(run(path).session.state.players))
    assert sizes == {mode: {2, 3, 4} for mode in WHOLE}


def test_every_ending_is_recorded() -> None:
    assert {run(path).ending for path in PATHS} == {
        *("every card is taken", "another seat", "the last seat")
    }
    played = [run(path) for path in PATHS if run(path).mode != "simple"]
    left = {game.session.state.field.size for game in played}
    assert {0, ENDS_AT} <= left


def test_the_last_card_of_a_simple_game_is_flipped_alone() -> None:
    flips = [each for each in all_moments() if isinstance(each.event, CardsFlipped)]
    alone = [
        each for each in flips if isinstance(each.event, CardsFlipped) and not each.event.cards[1:]
    ]
    assert alone
    assert {each.before.field.size for each in alone} == {1}


def test_takes_of_every_size_are_recorded() -> None:
    taken = [each.event.cards for each in all_moments() if isinstance(each.event, CardsTaken)]
    assert {len(cards) for cards in taken} == {0, 1, 2, 3, 4}
    kinds = [{card.face for card in cards} for cards in taken]
    assert {"key"} in kinds
    assert {"chest"} in kinds
    assert {"key", "chest"} in kinds
    assert [faces for faces in kinds if len(faces) > 1 and not faces <= {"key", "chest"}] != []


def test_plunders_of_all_kinds_are_recorded_one_by_one_and_in_a_chain() -> None:
    plunders = [each for each in all_moments() if isinstance(each.event, PLUNDERS)]
    assert {type(each.event) for each in plunders} == set(PLUNDERS)
    faces = {each.event.card.face for each in plunders if isinstance(each.event, CardPlundered)}
    assert {"key", "chest"} & faces
    chained = [
        (one, other)
        for path in PATHS
        for one, other in pairwise(run(path).moments)
        if isinstance(one.event, PLUNDERS) and isinstance(other.event, PLUNDERS)
    ]
    assert chained
    assert {one.before.turn == other.before.turn for one, other in chained} == {True}


def test_bonuses_are_shared_and_taken() -> None:
    assert {run(path).shares for path in PATHS} == {0, 1, 2, 3}
    labels = {
        str(line.label) for path in PATHS for each in run(path).sheet.scores for line in each.lines
    }
    assert labels >= {"gem bonus", "exploration bonus", "secret bonus", "tiles"}


def test_a_tile_brings_the_gem_bonus() -> None:
    won = [
        each
        for each in all_moments()
        if isinstance(each.event, TilePicked)
        and each.after.holdings[each.event.player].bonuses
        != each.before.holdings[each.event.player].bonuses
    ]
    assert [each.event.tile for each in won if isinstance(each.event, TilePicked)] == [
        "sixth-colour"
    ]


def test_a_colour_brings_a_tile_again() -> None:
    again = Counter(
        (path.stem, each.event.player, each.event.colour)
        for path in PATHS
        for each in run(path).moments
        if isinstance(each.event, TilePicked | TileDeclined)
    )
    assert {stem for (stem, _, _), n in again.items() if n > 1} >= {
        "three_players_advanced_a_colour_again"
    }
    assert max(again.values()) == 2


def test_every_kind_of_event_is_recorded_but_plunder_without_loot() -> None:
    kinds = {type(each.event) for each in all_moments()}
    assert kinds == {*ROOM.game.course.events} - {NothingPlundered}


def test_every_switch_is_turned_in_some_game() -> None:
    turned = {name for path in PATHS for name in run(path).script.setup.options}
    assert turned == set(ROOM.book.options)


def test_tiles_for_once_are_spent_and_others_stay() -> None:
    spent = {
        tile
        for each in all_moments()
        for player, own in each.before.holdings.items()
        for tile in {*own.tiles} - {*each.after.holdings[player].tiles}
    }
    assert spent >= {"any-token", "peek-different", "fourth-card"}
    assert not spent & {"no-plunder", "cards-safe", "sixth-colour", "four-points"}


def test_a_shared_victory_is_recorded_under_names_of_many_scripts() -> None:
    shared = {path.stem: run(path) for path in PATHS if len(run(path).sheet.outcome.winners) == 2}
    assert sorted(shared) == [
        "four_players_a_chain_of_plunders",
        "four_players_share_a_simple_victory",
    ]
    game = shared["four_players_a_chain_of_plunders"]
    assert game.session.state.players[:2] == ("小明", "ゆうこ")
    assert [score for score in game.sheet.scores if score.total.denominator == 3] != []


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == WITH_ERRORS)
    record = run(path).session.record
    assert [len(mark.entries) for mark in record if isinstance(mark, Undo)] == [1]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.words for mark in record if isinstance(mark, Entry) and mark.overrule_reason]
    assert overruled == ["none"]
