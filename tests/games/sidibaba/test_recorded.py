"""Recorded games: every ending, every genie, and all that the Leader can play, both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from referee.core.play.record import Entry, Note, Undo
from referee.games.sidibaba.stages.genies import GENIES
from referee.games.sidibaba.stages.leader import ALSO_TO_MOVE, PLOTS
from referee.games.sidibaba.state import OUTCOMES, State
from tests import recorded
from tests.games.sidibaba import seen
from tests.recorded import Recorded, every, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, seen.Event]
ROOM = ROOMS["sidibaba"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
WITH_ERRORS = "four_players_with_corrections"
LAMPS = 12
GLASS = 180


@cache
def run(path: Path) -> Recorded[State, seen.Event]:
    return Recorded(ROOM, path)


def end_of(path: Path) -> State:
    state: State = run(path).session.state
    return state


def all_moments() -> Iterator[Moment]:
    for path in PATHS:
        yield from run(path).moments


def is_caught(moment: Moment) -> bool:
    """Tell whether something was stolen by the Leader, or the game lost to the Leader token."""
    before, after = moment.before, moment.after
    robbed = sum(held.count for held in before.holdings.values()) - sum(
        held.count for held in after.holdings.values()
    )
    is_a_catch = isinstance(moment.event, seen.MoveDeclared | seen.SquareEntered | seen.LeaderMoved)
    return is_a_catch and (robbed > 0 or after.outcome == "caught")


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
def test_no_lamp_is_lost_on_the_way(path: Path) -> None:
    for each in run(path).moments:
        state = each.after
        held = sum(state.lamps.values())
        assert held - state.owed + state.discarded + state.is_lit == LAMPS


@every_game
def test_the_order_is_always_one_of_all_adventurers(path: Path) -> None:
    orders = {each.after.order for each in run(path).moments} - {()}
    assert {frozenset(order) for order in orders} == {frozenset(end_of(path).players)}
    assert {len(order) for order in orders} == {len(end_of(path).players)}


@every_game
def test_an_event_is_drawn_when_the_sand_runs_out_and_one_goes_when_it_is_played(
    path: Path,
) -> None:
    for each in run(path).moments:
        more = each.after.events_held - each.before.events_held
        is_drawn = isinstance(each.event, seen.SandRanOut) and not each.after.outcome
        has_events = each.before.variant.has_events
        assert more == has_events * (is_drawn - isinstance(each.event, seen.EventPlayed))


@every_game
def test_a_genie_is_used_once_while_a_lamp_burns(path: Path) -> None:
    used = Counter(
        each.before.glass for each in run(path).moments if isinstance(each.event, seen.GenieUsed)
    )
    assert max(used.values(), default=0) <= 1


@every_game
def test_sand_of_three_minutes_runs_from_the_first_lamp_to_the_last(path: Path) -> None:
    for each in run(path).moments:
        step = ROOM.game.course.step(run(path).book, each.before)
        assert step is not None
        runs = not step.id.startswith(("setup.", "end."))
        assert (step.timer and step.timer.seconds) == (GLASS if runs else None)


def test_parties_of_many_sizes_have_played() -> None:
    assert len(PATHS) == 8
    assert {len(end_of(path).players) for path in PATHS} == {2, 3, 4, 5, 6}


def test_every_ending_is_recorded_with_a_maze_and_without() -> None:
    endings = {(end_of(path).outcome, end_of(path).maze is not None) for path in PATHS}
    assert endings == set(product(OUTCOMES, (True, False)))


def test_every_genie_is_recorded() -> None:
    used = {each.event.genie for each in all_moments() if isinstance(each.event, seen.GenieUsed)}
    assert used == set(GENIES)


def test_the_way_is_told_for_one_step_and_for_two_with_a_maze_and_without() -> None:
    asked = (seen.PayingDone, seen.JewelPaid)
    told = {
        (isinstance(each.event, seen.PayingDone), each.before.maze is not None)
        for each in all_moments()
        if isinstance(each.event, asked) and type(each.after.now) is not type(each.before.now)
    }
    assert told >= {(True, True), (False, True)}
    steps = Counter(
        (path.stem, each.before.glass)
        for path in PATHS
        for each in run(path).moments
        if isinstance(each.event, seen.StepTold)
    )
    assert set(steps.values()) == {1, 2}


def test_a_genies_reward_is_kept_seen_and_unseen_and_not_at_all() -> None:
    kept = {each.event.token for each in all_moments() if isinstance(each.event, seen.RewardKept)}
    assert kept >= {"hidden", "none", "genie", "1/5"}


def test_every_event_is_recorded_both_ways() -> None:
    played = {
        (each.event.event, each.event.to_move)
        for each in all_moments()
        if isinstance(each.event, seen.EventPlayed)
    }
    assert played == {*((name, False) for name in PLOTS), *((name, True) for name in ALSO_TO_MOVE)}


def test_landslides_and_the_leader_are_recorded_with_a_maze_and_without() -> None:
    slides = {
        each.event.square is not None
        for each in all_moments()
        if isinstance(each.event, seen.EventPlayed)
        and each.event.event == "landslide"
        and not each.event.to_move
    }
    assert slides == {True, False}
    moved = {
        (each.before.maze is not None, is_caught(each))
        for each in all_moments()
        if isinstance(each.event, seen.LeaderMoved)
    }
    assert moved == set(product((True, False), repeat=2))


def test_party_and_leader_run_into_each_other() -> None:
    caught = {
        (type(each.event), each.before.maze is not None, each.before.variant.catch_takes_burning)
        for each in all_moments()
        if is_caught(each)
    }
    assert caught >= {
        *((seen.MoveDeclared, True, False), (seen.MoveDeclared, True, True)),
        *((seen.LeaderMoved, True, False), (seen.SquareEntered, False, False)),
    }


def test_every_kind_of_event_is_recorded() -> None:
    assert {type(each.event) for each in all_moments()} == set(ROOM.game.course.events)


def test_curses_come_alone_and_together() -> None:
    curses = {
        each.event.tokens.count("curse")
        for each in all_moments()
        if isinstance(each.event, seen.LootDrawn)
    }
    assert curses == {0, 1, 2, 3}


def test_all_chests_are_found_once_and_the_treasure_is_left_in_some_games() -> None:
    assert (
        max(end_of(path).chests_found for path in PATHS)
        == ROOM.book.rules["SID-1.4"].constants["chests"]
    )
    assert {end_of(path).treasure_found for path in PATHS} == {True, False}


def test_a_vote_is_won_and_a_vote_is_tied() -> None:
    said = [line for path in PATHS for line in run(path).said]
    assert [line for line in said if "Most votes: " in line] != []
    assert [line for line in said if "A tie between " in line] != []


def test_every_switch_is_turned_in_some_game() -> None:
    turned = {name for path in PATHS for name in run(path).script.setup.options}
    assert turned == set(ROOM.book.options)


def test_names_of_many_scripts_win_and_lose() -> None:
    assert {"小明", "ゆうこ"} <= {player for path in PATHS for player in end_of(path).players}
    winners = {name for path in PATHS for name in run(path).sheet.outcome.winners}
    assert winners == {"小明", "Bo", "Cy", "Zed"}


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == WITH_ERRORS)
    record = run(path).session.record
    assert [len(mark.entries) for mark in record if isinstance(mark, Undo)] == [1]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.words for mark in record if isinstance(mark, Entry) and mark.overrule_reason]
    assert overruled == ["none"]
