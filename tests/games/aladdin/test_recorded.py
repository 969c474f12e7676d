"""Recorded games: both endings, and everything that a turn may bring on its way there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from referee.core.play.event import Event
from referee.core.play.record import Entry, Note, Undo
from referee.core.table import Player
from referee.games.aladdin.model.dice import chests_opened_by, summons, wrong_hands
from referee.games.aladdin.stages import exploring, lamp, lamp_cards, wishes
from referee.games.aladdin.state import RingCard, State
from tests import recorded
from tests.recorded import every, scenarios
from tests.rooms import ROOMS

Moment = recorded.Moment[State, Event[State]]
ROOM = ROOMS["aladdin"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
WITH_ERRORS = "three_players_with_corrections"
METALS = ("bronze", "silver", "gold")
STARTING_GEMS = 8
BEFORE_SORCERER = 20


class Run(recorded.Recorded[State, Event[State]]):
    """A recorded game, and how it ended."""

    @property
    def turns(self) -> list[State]:
        """List how each turn stood when the lamp had been touched, or left alone."""
        return [each.after for each in self.moments if isinstance(each.event, lamp.LampTouched)]

    @property
    def ending(self) -> str:
        """Tell how the game ended."""
        last = self.moments[-1]
        if isinstance(last.event, lamp_cards.ChestCardTaken) and last.event.card == "sorcerer":
            return "by a wish"
        return "while exploring" if self.session.state.sorcerers else "nobody knows how"


@cache
def run(path: Path) -> Run:
    return Run(ROOM, path)


def all_moments() -> Iterator[Moment]:
    for path in PATHS:
        yield from run(path).moments


def busts() -> list[Moment]:
    """List the moments in which a card made a bust."""
    found = []
    for each in all_moments():
        drawing = each.before.drawing
        if drawing and isinstance(each.event, exploring.CardDrawn):
            is_bust = drawing.scorpions + each.event.scorpions >= drawing.limit
            found += [each] if is_bust else []
    return found


def ring_due(state: State) -> Player | None:
    return state.pending.player if isinstance(state.pending, RingCard) else None


def ring_winners(path: Path) -> list[Player]:
    """List who won the Magic Ring, time after time."""
    afters = [ring_due(each.after) for each in run(path).moments]
    befores = [ring_due(each.before) for each in run(path).moments]
    return [
        after for before, after in zip(befores, afters, strict=True) if after and before != after
    ]


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
    drawings = [(each.before.drawing, each.before.sorcerers) for each in found]
    assert any(own and {*out} - {own.chest} for own, out in drawings)
    assert any(each.event.card == "talisman" for each in found if hasattr(each.event, "card"))


def test_every_kind_of_wrong_rub_is_recorded() -> None:
    thefts = [each for each in all_moments() if isinstance(each.event, lamp.CardStolen)]
    ornaments = [each for each in thefts if " " in getattr(each.event, "card", "")]
    left_alone = [
        each
        for each in thefts
        if isinstance(each.event, lamp.CardStolen)
        and each.after.holdings[each.event.victim].lone
        > each.before.holdings[each.event.victim].lone
    ]
    assert ornaments
    assert left_alone
    assert {len(ornaments) == len(thefts), len(left_alone) == len(thefts)} == {False}
    assert [each for each in all_moments() if isinstance(each.event, lamp.NothingStolen)] != []
    said = [line for path in PATHS for line in run(path).said]
    assert [line for line in said if "has nothing that can be stolen" in line] != []
    hands = [
        wrong_hands(turn.dice_in_order, turn.touched or ())
        for path in PATHS
        for turn in run(path).turns
    ]
    assert {0, 1, 2} <= set(map(len, hands))


def test_wishes_of_all_kinds_are_recorded() -> None:
    kinds = {type(each.event) for each in all_moments()}
    assert kinds >= {
        *(
            wishes.WishAccepted,
            wishes.WishRefused,
            lamp_cards.NothingWished,
            lamp_cards.ChestCardTaken,
        ),
        *(
            lamp_cards.CardMoved,
            lamp_cards.CardsSwapped,
            lamp_cards.CardDiscarded,
            lamp_cards.CardRecovered,
        ),
        *(lamp_cards.DieChanged, wishes.WishFinished),
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
        len(summons(turn.dice_in_order, turn.touched or (), to_other=turn.variant.match_to_other))
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
    assert turned == set(ROOM.book.options)


def test_a_shared_victory_is_recorded_and_the_purple_gem_stands_on_its_sheet() -> None:
    shared = [path for path in PATHS if len(run(path).sheet.outcome.winners) == 2]
    assert [path.stem for path in shared] == ["four_players_share_the_victory"]
    assert any("purple" in line for line in run(shared[0]).said)
    assert not any("fourth" in line for line in run(shared[0]).said)


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == WITH_ERRORS)
    record = run(path).session.record
    assert [len(mark.entries) for mark in record if isinstance(mark, Undo)] == [1]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.words for mark in record if isinstance(mark, Entry) and mark.overrule_reason]
    assert overruled == ["stop"]
