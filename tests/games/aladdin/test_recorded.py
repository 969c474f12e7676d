"""Recorded games: both endings, and everything that a turn may bring on its way there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.core.drive import Drive
from referee.core.score import Scoresheet
from referee.core.session import Entry, Note, Session, Strike
from referee.core.table import FinalCount, Player
from referee.files.nodes import parse, read_bytes
from referee.files.scenarios import Given, Scenario, read_scenario
from referee.games.aladdin import events as seen
from referee.games.aladdin.dice import chests_opened_by, summons, wrong_hands
from referee.games.aladdin.state import State
from tests.rooms import ROOMS

ROOM = ROOMS["aladdin"]
PATHS = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))
every_game = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
WITH_ERRORS = "three_players_with_corrections"
METALS = ("bronze", "silver", "gold")
STARTING_GEMS = 8
BEFORE_SORCERER = 20


class Moment(NamedTuple):
    """An event of a recorded game, and how things stood before and after it."""

    before: State
    event: seen.Event
    after: State


class Run:
    """A scenario run to its end: what was said, what happened, what it came to."""

    def __init__(self, path: Path) -> None:
        self.script: Scenario = read_scenario(
            parse(read_bytes(str(path)), str(path)), ROOM.game, ROOM.book
        )
        self.session: Session[Any, Any] = Session(ROOM.game, ROOM.book, self.script.setup)
        drive = Drive(self.session)
        self.said: list[str] = []
        for given in self.script.answers:
            self.said += [str(echo.say) for echo in drive.take_line(self.words(given))]
        final = ROOM.game.count(self.session.state)
        assert isinstance(final, FinalCount), final
        self.final = final
        self.sheet: Scoresheet = ROOM.game.score(ROOM.book, final)
        self.said.append(str(self.sheet.outcome.said))

    def words(self, given: Given) -> str:
        """Word an answer as it is typed: one beside the step has its own word in front."""
        step = self.session.step
        words = step.typed(given.step, given.words) if step and given.step else given.words
        assert words is not None, f"line {given.line}: {step and step.id} was asked"
        return words

    @property
    def moments(self) -> list[Moment]:
        """List what happened, leaving out what was taken back."""
        numbers = list(self.session.in_force)
        befores = [self.session.state_before(number) for number in numbers]
        afters = [*befores[1:], self.session.state]
        events = [self.session.entry(number).event for number in numbers]
        return [Moment(*each) for each in zip(befores, events, afters, strict=True)]

    @property
    def turns(self) -> list[State]:
        """List how each turn stood when the lamp had been touched, or left alone."""
        return [each.after for each in self.moments if isinstance(each.event, seen.LampTouched)]

    @property
    def ending(self) -> str:
        """Tell how the game ended."""
        last = self.moments[-1]
        if isinstance(last.event, seen.ChestCardTaken) and last.event.card == "sorcerer":
            return "by a wish"
        return "while exploring" if self.session.state.closes else "nobody knows how"


@cache
def run(path: Path) -> Run:
    return Run(path)


def all_moments() -> Iterator[Moment]:
    for path in PATHS:
        yield from run(path).moments


def busts() -> list[Moment]:
    """List the moments in which a card made a bust."""
    found = []
    for each in all_moments():
        drawing = each.before.drawing
        if drawing and isinstance(each.event, seen.CardDrawn):
            is_bust = drawing.scorpions + each.event.scorpions >= drawing.limit
            found += [each] if is_bust else []
    return found


def ring_winners(path: Path) -> list[Player]:
    """List who won the Magic Ring, time after time."""
    afters = [each.after.ring_due for each in run(path).moments]
    befores = [each.before.ring_due for each in run(path).moments]
    return [
        after for before, after in zip(befores, afters, strict=True) if after and before != after
    ]


@every_game
def test_a_game_comes_out_as_recorded(path: Path) -> None:
    game = run(path)
    expect = game.script.expect
    assert expect.said
    rest = iter(game.said)
    missing = [words for words in expect.said if not any(words in line for line in rest)]
    assert missing == [], "not said, or not in this order"
    assert expect.totals == {score.player: score.total for score in game.sheet.scores}
    assert expect.winners == game.sheet.outcome.winners


@every_game
def test_nothing_speaks_against_an_honest_game(path: Path) -> None:
    assert ROOM.game.audit(ROOM.book, run(path).final) == ()


@every_game
def test_nothing_is_refused_but_where_a_table_errs(path: Path) -> None:
    record = run(path).session.record
    refused = len(run(path).script.answers) - len(record)
    overruled = [mark for mark in record if isinstance(mark, Entry) and mark.overruled]
    assert bool(refused) == bool(overruled) == (path.stem == WITH_ERRORS)


@every_game
def test_no_card_is_lost_on_the_way(path: Path) -> None:
    for each in run(path).moments:
        state = each.after
        if len(state.dealt) < len(state.players):
            continue
        drawing = len(state.drawing.treasures) if state.drawing else 0
        held = sum(own.cards for own in state.holdings.values())
        lying = sum(state.discarded.values()) + state.surplus
        drawn = sum(map(state.drawn_from, METALS)) - len(state.sorcerers)
        assert held + lying + drawing == STARTING_GEMS + drawn


@every_game
def test_a_sorcerer_comes_after_twenty_treasures(path: Path) -> None:
    came = [
        (each.before, chest)
        for each in run(path).moments
        for chest in each.after.sorcerers
        if chest not in each.before.sorcerers
    ]
    assert came
    assert {before.drawn_from(chest) for before, chest in came} == {BEFORE_SORCERER}


def test_both_endings_are_recorded_and_every_size_of_table() -> None:
    assert len(PATHS) == 9
    assert {run(path).ending for path in PATHS} == {"while exploring", "by a wish"}
    assert {len(run(path).session.state.players) for path in PATHS} == {2, 3, 4, 5}


def test_busts_are_recorded_also_in_the_turn_of_a_sorcerer() -> None:
    found = busts()
    assert len(found) >= len(PATHS)
    for each in found:
        assert each.after.holdings == each.before.holdings
    assert any(each.before.closes for each in found)
    assert any(each.event.card == "talisman" for each in found if hasattr(each.event, "card"))


def test_every_kind_of_wrong_rub_is_recorded() -> None:
    thefts = [each for each in all_moments() if isinstance(each.event, seen.CardStolen)]
    ornaments = [each for each in thefts if " " in getattr(each.event, "card", "")]
    left_alone = [
        each
        for each in thefts
        if isinstance(each.event, seen.CardStolen)
        and each.after.holdings[each.event.victim].lone
        > each.before.holdings[each.event.victim].lone
    ]
    assert ornaments
    assert left_alone
    assert {len(ornaments) == len(thefts), len(left_alone) == len(thefts)} == {False}
    assert [each for each in all_moments() if isinstance(each.event, seen.NothingStolen)] != []
    chosen = [each for each in all_moments() if isinstance(each.event, seen.OpponentChosen)]
    assert [each for each in chosen if each.after.opponent is None] != [], "nothing to steal"
    hands = [
        wrong_hands(turn.dice_in_order, turn.touched or ())
        for path in PATHS
        for turn in run(path).turns
    ]
    assert {0, 1, 2} <= set(map(len, hands))


def test_wishes_of_all_kinds_are_recorded() -> None:
    kinds = {type(each.event) for each in all_moments()}
    assert kinds >= {
        *(seen.WishAccepted, seen.WishRefused, seen.NothingWished, seen.ChestCardTaken),
        *(seen.CardMoved, seen.CardsSwapped, seen.CardDiscarded, seen.CardRecovered),
        *(seen.DieChanged, seen.WishFinished),
    }
    refused = {each.after.wish.refused for each in all_moments() if each.after.wish}
    assert refused == {0, 1, 2}


def test_the_ring_is_won_again_and_changes_hands() -> None:
    path = next(path for path in PATHS if path.stem == "three_players_the_ring_changes_hands")
    winners = ring_winners(path)
    pairs = set(pairwise(winners))
    assert {before == after for before, after in pairs} == {True, False}
    owners = [own for own in run(path).session.state.holdings.values() if own.ring]
    assert len(owners) == 1
    assert [path for path in PATHS if ring_winners(path)] != PATHS


def test_two_players_open_two_chests_and_share_two_numbers() -> None:
    turns = [turn for path in PATHS for turn in run(path).turns if len(turn.players) == 2]
    opened = {
        len(chests_opened_by(turn.dice_in_order, player)) for turn in turns for player in turn.dice
    }
    assert opened == {0, 1, 2}
    called = [
        len(summons(turn.dice_in_order, turn.touched or (), to_other=turn.terms.match_to_other))
        for turn in turns
    ]
    assert set(called) == {0, 1, 2}


def test_two_callers_in_one_turn_are_recorded() -> None:
    called = [
        summons(turn.dice_in_order, turn.touched or (), to_other=False)
        for path in PATHS
        for turn in run(path).turns
        if len(turn.players) > 2
    ]
    two = [each for each in called if len(each) == 2]
    assert two
    assert [each for each in two if each[0].number >= each[1].number] == []


def test_every_switch_is_turned_in_some_game() -> None:
    turned = {name for path in PATHS for name in run(path).script.setup.options}
    assert turned == set(ROOM.book.switches)


def test_a_shared_victory_is_recorded_and_the_purple_gem_stands_on_its_sheet() -> None:
    shared = [path for path in PATHS if len(run(path).sheet.outcome.winners) == 2]
    assert [path.stem for path in shared] == ["four_players_share_the_victory"]
    assert any("purple" in line for line in run(shared[0]).said)
    assert not any("fourth" in line for line in run(shared[0]).said)


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == WITH_ERRORS)
    record = run(path).session.record
    assert [len(mark.entries) for mark in record if isinstance(mark, Strike)] == [1]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.words for mark in record if isinstance(mark, Entry) and mark.overruled]
    assert overruled == ["stop"]
