"""Recorded games: every way that a round can end, and every way in which it pays."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.play.record import Entry, Note, Undo
from referee.core.table import Player
from referee.games.saboteur.model.gold import Payout
from referee.games.saboteur.state import State
from tests.recorded import Recorded, every, scenarios
from tests.rooms import ROOMS

ROOM = ROOMS["saboteur"]
PATHS = scenarios(ROOM)
every_game = every(PATHS)
WITH_ERRORS = "three_players_with_corrections"
LAST_TURN = 67


class Ended(Struct, frozen=True):
    """A round of a recorded game as it stood when all roles were up."""

    state: State

    @property
    def seats(self) -> int:
        return len(self.state.players)

    @property
    def pays(self) -> Payout:
        return self.state.payout

    @property
    def saboteurs(self) -> int:
        return list(self.state.now.roles.values()).count("saboteur")

    @property
    def joined_by(self) -> str | None:
        """The role of whoever joined the treasure; None where nobody did."""
        connector = self.state.now.connector
        return self.state.now.roles[connector] if connector else None

    @property
    def has_last_card(self) -> bool:
        return self.state.now.turns == LAST_TURN

    @property
    def way(self) -> str:
        """Tell how it ended."""
        if self.joined_by:
            return "with the last card" if self.has_last_card else f"by a {self.joined_by}"
        if self.state.now.end_agreed:
            return "agreed"
        return "all used" if self.has_last_card else "nobody knows how"

    @property
    def shares(self) -> tuple[int, ...]:
        """How many cards each got who shared, most first."""
        return tuple(sorted(Counter(self.pays.order).values(), reverse=True))

    def empty(self, role: str) -> set[Player]:
        """List those of this role who kept no card when the diggers shared."""
        now = self.state.now
        return {p for p in now.roles if now.roles[p] == role} - {*self.pays.order}

    @property
    def empty_and_broken(self) -> set[Player]:
        return self.empty("digger") & self.state.now.broken_players if self.pays.order else set()


class Run(Recorded[State, Any]):
    """A recorded game, and how its rounds ended."""

    @property
    def rounds(self) -> list[Ended]:
        """List the rounds as they stood when the last role was up."""
        found = []
        for number in self.session.active:
            event: Any = self.session.entry(number).event
            if self.session.entry(number).step == "round.role":
                before: State = self.session.state_before(number)
                roles = {**before.now.roles, event.player: event.role}
                if len(roles) == len(before.players):
                    found.append(Ended(replace(before, now=replace(before.now, roles=roles))))
        return found


@cache
def run(path: Path) -> Run:
    return Run(ROOM, path)


def all_rounds() -> list[Ended]:
    return [ended for path in PATHS for ended in run(path).rounds]


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
def test_a_game_has_three_rounds_and_each_next_begins_on_the_left(path: Path) -> None:
    rounds = run(path).rounds
    assert len(rounds) == 3
    for before, after in pairwise(rounds):
        last = before.state.now.last
        assert last is not None
        seat = before.state.players.index(last) + 1
        assert after.state.now.starter == before.state.players[seat % before.seats]


def test_every_way_to_end_a_round_is_recorded() -> None:
    assert len(PATHS) == 12
    ways = {ended.way for ended in all_rounds()}
    assert ways == {
        *("by a digger", "by a saboteur", "by a selfish", "with the last card"),
        *("all used", "agreed"),
    }
    assert {ended.seats for ended in all_rounds()} == set(range(3, 11))


def test_the_treasure_is_joined_by_the_last_card_of_a_digger() -> None:
    last = [each for each in all_rounds() if each.way == "with the last card"]
    assert {(each.joined_by, each.state.now.draw_pile) for each in last} == {("digger", 0)}
    assert all(not any(each.state.now.hands.values()) for each in last)


def test_all_sharing_among_diggers_is_recorded() -> None:
    shared = [each for each in all_rounds() if each.pays.order]
    assert {each.saboteurs for each in shared} == {0, 1, 2, 3, 4}
    by_players = {each.shares for each in shared if not each.state.variant.by_miners}
    assert {(1, 1, 1), (2, 1, 1), (2, 1, 1, 1), (2, 2, 1)} <= by_players
    of_ten = {each.shares for each in shared if each.seats == 10}
    assert of_ten == {(2, 2, 1, 1, 1, 1, 1), (2, 2, 2, 1, 1, 1)}
    by_miners = {each.shares for each in shared if each.state.variant.by_miners}
    assert by_miners == {(1, 1, 1, 1, 1), (1, 1, 1, 1)}


def test_a_saboteur_who_joins_the_treasure_goes_empty() -> None:
    joined = [each for each in all_rounds() if each.joined_by == "saboteur"]
    assert len(joined) >= 2
    for each in joined:
        assert each.state.now.connector in each.empty("saboteur")


def test_all_pay_of_saboteurs_is_recorded() -> None:
    missed = [each for each in all_rounds() if not each.joined_by]
    paid = {(each.saboteurs, each.pays.each, len(each.pays.paid)) for each in missed}
    assert paid == {(0, 0, 0), (1, 4, 1), (2, 3, 2), (3, 3, 3), (4, 2, 4)}


def test_what_cannot_be_paid_exactly_is_changed_and_owed() -> None:
    steps = [answer for path in PATHS for answer in run(path).answers]
    assert {words for step, words in steps if step == "gold.paid"} >= {"changed", "owed"}
    owing = [run(path).final for path in PATHS if run(path).session.state.unpaid]
    owed = [{who: e["owed"] for who, e in f.holdings.items() if e["owed"]} for f in owing]
    assert owed == [{"ゆうこ": 3}, {"Bo": 2}]


def test_both_options_of_the_designer_are_recorded() -> None:
    rounds = all_rounds()
    assert [each.seats for each in rounds if each.empty_and_broken and each.pays.order] != []
    shared = [each for each in rounds if each.pays.order]
    assert {each.joined_by for each in shared if each.empty("selfish")} == {"digger", "saboteur"}
    alone = [each for each in rounds if each.joined_by == "selfish"]
    assert [(each.pays.each, each.pays.paid == (each.state.now.connector,)) for each in alone] == [
        (4, True)
    ]
    left_over = [
        each
        for each in rounds
        if "selfish" not in each.state.now.roles.values()
        and each.state.setup.options.get("selfish_dwarf") == ("yes",)
    ]
    assert left_over != []


def test_gold_is_noted_in_some_games_and_kept_secret_in_others() -> None:
    steps = [answer for path in PATHS for answer in run(path).answers]
    assert {words for step, words in steps if step == "gold.noted"} == {"secret", "open"}


def test_a_shared_victory_is_recorded() -> None:
    assert 2 in {len(run(path).sheet.outcome.winners) for path in PATHS}


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == WITH_ERRORS)
    record = run(path).session.record
    assert [len(mark.entries) for mark in record if isinstance(mark, Undo)] == [1]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.step for mark in record if isinstance(mark, Entry) and mark.overrule_reason]
    assert overruled == ["turn.map"]
