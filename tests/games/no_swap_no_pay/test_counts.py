"""Numbers of coins: what the treasure bag and the bags hold, and what they can hold at all."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from referee.core.answers.choices import NOTHING, OneOf, SomePlayer
from referee.core.game import Facts
from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.table import Player, Setup
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.state import State
from tests.games.no_swap_no_pay import oracle
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
GAME, BOOK = ROOM.game, ROOM.book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))

TREASURE = {
    3: (27, [20, 23, 16, 19, 12, 15, 8, 11, 4, 7, 0, 3]),
    4: (20, [12, 16, 8, 12, 4, 8, 0, 4]),
    5: (30, [20, 25, 15, 20, 10, 15, 5, 10, 0, 5]),
}
"""The treasure bag after the setup; then after each draw and after each round's donations."""
BAGS = {
    3: (12, [19, 16, 23, 20, 27, 24, 31, 28, 35, 32, 39, 36]),
    4: (16, [24, 20, 28, 24, 32, 28, 36, 32]),
    5: (15, [25, 20, 30, 25, 35, 30, 40, 35, 45, 40]),
}
"""All bags together after the setup; then after each draft and after each round's donations."""


def in_bags(state: State) -> int:
    return sum(bag.count for bag in state.bags.values())


def walked(seats: int, answer: str) -> tuple[list[int], list[int], list[int]]:
    """Walk through a game in which all challenge to their left and meet the same answer.

    Gives what the treasure bag held after draws and donations, what all bags held after
    drafts and donations, and all coins after every answer.
    """
    session: Session = Session(GAME, BOOK, Setup(NAMES[:seats]))
    drive = GameLoop(session)
    treasure, bags, all_coins = [], [], []
    while (step := session.step) is not None and not session.state.is_played:
        before = session.state
        words = step.answers.offer(0)
        if step.id == "challenge.answer":
            words = answer
        if step.id == "challenge.target" and step.player:
            words = NAMES[(NAMES.index(step.player) + 1) % seats]
        assert drive.feed(words).is_taken
        state = session.state
        drafted = sum(coins.total for coins in state.drafted.values())
        all_coins.append(in_bags(state) + state.treasure + state.table.total + drafted)
        if step.id == "draft.drawn":
            treasure.append(state.treasure)
        if step.id == "draft.coin" and not state.order:
            bags.append(in_bags(state))
        if state.round > before.round:
            treasure.append(state.treasure)
            bags.append(in_bags(state))
    return treasure, bags, all_coins


@pytest.mark.parametrize("answer", ["accept", "refuse"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_coins_are_where_the_tables_say_while_no_bag_is_empty(seats: int, answer: str) -> None:
    start = GAME.start(BOOK, Setup(NAMES[:seats]))
    assert (start.treasure, in_bags(start)) == (TREASURE[seats][0], BAGS[seats][0])
    treasure, bags, all_coins = walked(seats, answer)
    assert treasure == TREASURE[seats][1]
    assert bags == BAGS[seats][1]
    assert set(all_coins) == {sum(oracle.coins_in_game(seats))}


def test_the_ghost_is_fed_before_the_draw() -> None:
    session: Session = Session(GAME, BOOK, Setup(NAMES[:3]))
    drive = GameLoop(session)
    fed = []
    while (step := session.step) is not None and not session.state.is_played:
        assert drive.feed(step.answers.offer(0)).is_taken
        fed += [session.state.treasure] if step.id == "ghost.fed" else []
    assert fed == [26, 22, 18, 14, 10, 6]


@cache
def reach(seats: int) -> list[oracle.Reached]:
    """Search all answers to all challenges once."""
    return oracle.reach(seats)


def held(seats: int, round_: int) -> tuple[int, int]:
    """Give the emptiest and the fullest bag of a player after the donations of a round."""
    counts = [n for each in reach(seats)[round_ - 1].counts for n in each[:seats]]
    return min(counts), max(counts)


def ghost_held(round_: int) -> tuple[int, int]:
    counts = [each[3] for each in reach(3)[round_ - 1].counts]
    return min(counts), max(counts)


@pytest.mark.parametrize(("seats", "emptiest", "fullest"), [(3, 1, 5), (4, 2, 6), (5, 0, 5)])
def test_what_a_bag_can_hold_after_the_first_round(seats: int, emptiest: int, fullest: int) -> None:
    assert held(seats, 1) == (emptiest, fullest)


def test_what_the_ghosts_bag_can_hold() -> None:
    assert ghost_held(1) == (3, 5)
    assert ghost_held(6) == (0, 15)


@pytest.mark.parametrize(("seats", "fullest"), [(3, 15), (4, 12), (5, 13)])
def test_the_fullest_bag_is_the_rulebooks(seats: int, fullest: int) -> None:
    assert held(seats, oracle.ROUNDS[seats]) == (0, fullest)
    assert BOOK[keys.FULLEST_BAG][seats] == fullest


@pytest.mark.parametrize(("seats", "challenged", "donating"), [(3, 4, 3), (4, 3, 3), (5, 2, 2)])
def test_the_first_round_in_which_an_empty_bag_matters(
    seats: int, challenged: int, donating: int
) -> None:
    rounds = list(enumerate(reach(seats), start=1))
    assert next(n for n, each in rounds if each.challenged_empty) == challenged
    assert next(n for n, each in rounds if max(each.missed)) == donating


@pytest.mark.parametrize(("seats", "fewest"), [(3, 2), (4, 3), (5, 4)])
def test_one_donation_at_most_is_missed_in_a_round(seats: int, fewest: int) -> None:
    assert max(missed for each in reach(seats) for missed in each.missed) == 1
    total = sum(oracle.coins_in_game(seats))
    left = {total - sum(counts) for counts in reach(seats)[-1].counts}
    assert left == {fewest, seats}
    assert fewest == seats - BOOK[keys.MISSED_AT_THE_END] * BOOK[keys.DONATED_COINS]


def solutions(seats: int, most: int) -> set[tuple[int, int, int]]:
    """List setup coins per bag, coins fed, and coins donated that leave one coin per player.

    The ghost's setup coins are as many as a player's, as the print has the same sign for both.
    """
    rounds, treasure = oracle.ROUNDS[seats], sum(oracle.TREASURE[seats])
    ghost = seats == 3
    return {
        (setup, fed, donated)
        for setup in range(most + 1)
        for fed in (range(most + 1) if ghost else (0,))
        for donated in range(most + 1)
        if treasure - setup * (seats + ghost) - rounds * (fed + 2 * seats - seats * donated)
        == seats
    }


def test_no_other_small_number_leaves_one_coin_per_player() -> None:
    assert solutions(4, 7) == {(2, 0, 1), (6, 0, 2)}
    assert solutions(5, 7) == {(1, 0, 1), (6, 0, 2)}
    assert {(a, x) for a, x, donated in solutions(3, 7) if donated == 1} == {(1, 1)}


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_what_play_leads_to_is_no_wrong_sum(seats: int, seed: int) -> None:
    chance = Random(seed)
    session: Session = Session(GAME, BOOK, Setup(NAMES[:seats]))
    drive = GameLoop(session)
    question = next(each for each in GAME.questions if each.name == "challenge")
    while (step := session.step) is not None and not session.state.is_played:
        words = step.answers.offer(0)
        if step.run.startswith("challenges"):
            assert isinstance(step.answers, OneOf | SomePlayer)
            words = chance.choice([each for each in step.answers.offered if each != NOTHING])
        if step.id == "challenge.target":
            state = session.state
            due = state.challengers
            facts = {
                "players": state.players,
                "challenger": due[0],
                "target": words,
                "counts": {owner: bag.count for owner, bag in state.bags.items()},
                "already": tuple(p for p in state.from_captain if p not in due),
                "captain": state.captain,
                "round": state.round,
            }
            assert question.answer(BOOK, Facts(facts)).verdict == "allowed"
        assert drive.feed(words).is_taken
