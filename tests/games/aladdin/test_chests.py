"""Dice, the lamp and exploring against their slow twin: every way to set the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import Any, TypeAlias

import pytest

from referee.core.game import ANSWERED, Answer, Facts, Question
from referee.core.ruling import Verdict
from referee.core.table import Player
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin.model.dice import (
    Die,
    cancelled_in,
    opener_of,
    shared_numbers,
    summons,
    wrong_hands,
)
from referee.games.aladdin.questions import QUESTIONS
from tests.games.aladdin import oracle
from tests.rooms import shown

BOOK = load_rulebook("aladdin")
Hands: TypeAlias = tuple[str, ...]
NAMES = tuple(map(Player, ("Maya", "Margot", "Maurice", "Bo", "Ana")))
"""In order of seating, which is no order of the alphabet."""
EACH, MANY, FEWER, SOME = 1, 5, 17, 631
"""None but one shares a factor with the eighteen ways to set a die: every way is there."""
ASKED_EACH = 49
"""How seldom the question is put; else the functions beneath it are called."""


def question(name: str) -> Question:
    return next(each for each in QUESTIONS if each.name == name)


CHESTS, LAMP, DRAW = map(question, ("chests", "lamp", "draw"))


# Dice and the lamp


@cache
def access(lying: oracle.Lying) -> tuple[oracle.Opener | None, tuple[str, ...]]:
    """Remember who opens a chest on which so much lies, and who is cancelled."""
    return oracle.opener(lying), tuple(oracle.cancelled(lying))


def tables(seats: int, every: int, *, either_way: bool) -> Iterator[oracle.Dice]:
    """Set all dice in every way, or in one of so many; with two dice told in either order."""
    ways = oracle.ways_to_set(seats)
    ways += [way[::-1] for way in ways] if either_way else []
    for told in islice(product(ways, repeat=seats), 0, None, every):
        yield dict(zip(NAMES, told, strict=False))


def some_hands(orders: Sequence[Hands], index: int, picked: int) -> Sequence[Hands]:
    """Give the order of no hand, and so many more picked by the number of the case."""
    none, *others = orders
    if picked >= len(others):
        return orders
    return [none, *(others[(index * 7 + pick * 29) % len(others)] for pick in range(picked))]


class Comparison:
    """Puts the same dice to the room and to the twin, and counts what it met."""

    def __init__(self, seats: int, orders: int) -> None:
        self.names = NAMES[:seats]
        self.all_orders = oracle.orders_of_hands(self.names)
        self.orders = orders
        self.switches = ("lapse", "other") if seats == 2 else ("lapse",)
        self.seen: Counter[str] = Counter()

    def compare(self, dice: oracle.Dice, index: int) -> None:
        """Compare who opens what, the groups at the lamp, and some orders of hands."""
        found = {chest: access(oracle.on_chest(dice, chest)) for chest in oracle.CHESTS}
        groups = oracle.lamp_groups(dice)
        self.count(found, groups)
        is_asked = index % ASKED_EACH == 0
        room = {Player(name): [Die(*die) for die in own] for name, own in dice.items()}
        for chest, (opener, cancelled) in found.items():
            opens = opener_of(room, chest)
            assert (opens and tuple(opens)) == (opener and tuple(opener)), (dice, chest)
            assert cancelled_in(room, chest) == cancelled, (dice, chest)
        shared = shared_numbers(room)
        assert list(shared.items()) == [(n, tuple(names)) for n, names in groups.items()], dice
        if is_asked:
            self.ask_chests(dice, found, groups)
        for hands in some_hands(self.all_orders, index, self.orders):
            wrong = oracle.wrong_hands(self.names, groups, hands)
            for two_matches in self.switches:
                called = oracle.summons(groups, hands, two_matches)
                touched = tuple(map(Player, hands))
                to_other = two_matches == "other"
                case = (dice, hands, two_matches)
                summoning = summons(room, touched, to_other=to_other)
                assert list(map(tuple, summoning)) == list(map(tuple, called)), case
                assert list(wrong_hands(room, touched)) == wrong, case
                self.seen["orders of hands"] += 1
                self.seen["orders with two who summon"] += len(called) == 2
                self.seen["orders with a wrong hand"] += bool(wrong)
                if is_asked:
                    self.ask_lamp(dice, hands, two_matches, called, wrong)

    def count(
        self,
        found: Mapping[str, tuple[oracle.Opener | None, tuple[str, ...]]],
        groups: oracle.Groups,
    ) -> None:
        self.seen["tables"] += 1
        self.seen["chests opened"] += sum(opener is not None for opener, _ in found.values())
        self.seen["players cancelled"] += sum(len(names) for _, names in found.values())
        self.seen["numbers shared"] += len(groups)

    def ask_chests(
        self,
        dice: oracle.Dice,
        found: Mapping[str, tuple[oracle.Opener | None, tuple[str, ...]]],
        groups: oracle.Groups,
    ) -> None:
        reply = CHESTS.answer(BOOK, Facts({"dice": told(dice)}))
        assert reply.verdict == ANSWERED, dice
        assert plain(reply.results) == {
            "opens": {
                chest: opener and {"player": opener.player, "limit": opener.limit}
                for chest, (opener, _) in found.items()
            },
            "cancelled": {chest: list(names) for chest, (_, names) in found.items()},
            "lamp": [{"number": n, "players": names} for n, names in groups.items()],
        }, dice
        self.seen["disputes"] += 1

    def ask_lamp(
        self,
        dice: oracle.Dice,
        hands: Sequence[str],
        two_matches: str,
        called: Sequence[oracle.Summons],
        wrong: Sequence[str],
    ) -> None:
        facts: dict[str, Any] = {"dice": told(dice), "touched": tuple(hands)}
        reply = LAMP.answer(BOOK, Facts(facts, {"two_matches": (two_matches,)}))
        assert reply.verdict == ANSWERED, facts
        assert plain(reply.results) == {
            "summons": [{"player": each.player, "number": each.number} for each in called],
            "wrong": wrong,
            "late": oracle.late_hands(dice, hands, called, wrong),
        }, (facts, two_matches)
        self.seen["disputes"] += 1


def told(dice: oracle.Dice) -> dict[str, tuple[str, ...]]:
    """Tell dice as they are typed."""
    return {name: tuple(f"{die.chest[0]}{die.number}" for die in own) for name, own in dice.items()}


def plain(found: Any) -> Any:
    """Make lists of tuples, all the way down."""
    if isinstance(found, Mapping):
        return {name: plain(each) for name, each in found.items()}
    return [plain(each) for each in found] if isinstance(found, tuple | list) else found


def compared(seats: int, every: int, orders: int, *, either_way: bool = False) -> dict[str, int]:
    """Compare all tables, or one of so many, with no hand and so many orders of hands each."""
    comparison = Comparison(seats, orders)
    for index, dice in enumerate(tables(seats, every, either_way=either_way)):
        comparison.compare(dice, index)
    return shown(f"{seats} players", comparison.seen)


def test_two_players_with_two_dice_each_are_judged_as_the_twin_says() -> None:
    assert compared(2, MANY, orders=4) == {
        "tables": 2_333,
        "chests opened": 5_702,
        "players cancelled": 1_038,
        "numbers shared": 1_296,
        "disputes": 528,
        "orders of hands": 23_330,
        "orders with two who summon": 210,
        "orders with a wrong hand": 9_136,
    }


def test_some_tables_of_three_players_are_judged_as_the_twin_says() -> None:
    assert compared(3, MANY, orders=15) == {
        "tables": 1_167,
        "chests opened": 2_327,
        "players cancelled": 390,
        "numbers shared": 522,
        "disputes": 408,
        "orders of hands": 18_672,
        "orders with two who summon": 0,
        "orders with a wrong hand": 15_054,
    }


@pytest.mark.prove
def test_three_players_are_judged_as_the_twin_says() -> None:
    assert compared(3, EACH, orders=15) == {
        "tables": 5_832,
        "chests opened": 11_646,
        "players cancelled": 1_890,
        "numbers shared": 2_592,
        "disputes": 2_040,
        "orders of hands": 93_312,
        "orders with two who summon": 0,
        "orders with a wrong hand": 75_330,
    }


def test_some_tables_of_four_players_are_judged_as_the_twin_says() -> None:
    assert compared(4, FEWER, orders=1) == {
        "tables": 6_176,
        "chests opened": 13_752,
        "players cancelled": 3_896,
        "numbers shared": 4_958,
        "disputes": 381,
        "orders of hands": 12_352,
        "orders with two who summon": 462,
        "orders with a wrong hand": 5_271,
    }


def test_some_tables_of_five_players_are_judged_as_the_twin_says() -> None:
    assert compared(5, SOME, orders=1) == {
        "tables": 2_995,
        "chests opened": 7_229,
        "players cancelled": 3_113,
        "numbers shared": 3_549,
        "disputes": 186,
        "orders of hands": 5_990,
        "orders with two who summon": 766,
        "orders with a wrong hand": 2_664,
    }


@pytest.mark.prove
def test_two_dice_each_are_judged_alike_in_whichever_order_they_are_told() -> None:
    assert compared(2, EACH, orders=4, either_way=True) == {
        "tables": 46_656,
        "chests opened": 114_048,
        "players cancelled": 20_736,
        "numbers shared": 26_136,
        "disputes": 10_483,
        "orders of hands": 466_560,
        "orders with two who summon": 4_320,
        "orders with a wrong hand": 181_440,
    }


@pytest.mark.prove
def test_four_players_with_every_order_of_hands_are_judged_as_the_twin_says() -> None:
    assert compared(4, EACH, orders=64) == {
        "tables": 104_976,
        "chests opened": 236_016,
        "players cancelled": 66_168,
        "numbers shared": 83_106,
        "disputes": 141_438,
        "orders of hands": 6_823_440,
        "orders with two who summon": 408_240,
        "orders with a wrong hand": 5_841_720,
    }


@pytest.mark.prove
def test_all_tables_of_five_players_are_judged_as_the_twin_says() -> None:
    assert compared(5, EACH, orders=3) == {
        "tables": 1_889_568,
        "chests opened": 4_567_050,
        "players cancelled": 1_930_950,
        "numbers shared": 2_224_908,
        "disputes": 192_815,
        "orders of hands": 7_558_272,
        "orders with two who summon": 1_398_878,
        "orders with a wrong hand": 5_099_108,
    }


def lies(*dice: tuple[str, str, int]) -> oracle.Dice:
    """Lay dice: a name, a chest and a number each."""
    laid: dict[str, list[oracle.Die]] = {}
    for name, chest, number in dice:
        laid.setdefault(name, []).append(oracle.Die(chest, number))
    return laid


BO_SETS = (("B", "gold", 4), ("B", "bronze", 6))
FIVE_DICE: dict[str, Sequence[oracle.Die]] = {name: [oracle.Die("gold", 3)] for name in NAMES}


@pytest.mark.parametrize(
    ("dice", "verdict"),
    [
        ({}, "impossible"),
        ({"A": [oracle.Die("gold", 3)]}, "impossible"),
        ({**FIVE_DICE, "Zed": [oracle.Die("gold", 3)]}, "impossible"),
        ({**FIVE_DICE, "Bo": []}, "forbidden"),
        ({**FIVE_DICE, "Bo": [oracle.Die("gold", 3), oracle.Die("silver", 3)]}, "forbidden"),
        ({**FIVE_DICE, "Bo": [oracle.Die("gold", 0)]}, "impossible"),
        ({**FIVE_DICE, "Bo": [oracle.Die("gold", 7)]}, "impossible"),
        (lies(("A", "gold", 5), ("B", "silver", 3)), "forbidden"),
        (lies(("A", "gold", 5), ("A", "gold", 3), *BO_SETS), "forbidden"),
        (lies(("A", "gold", 5), ("A", "gold", 5), *BO_SETS), "forbidden"),
        (lies(("A", "gold", 5), ("A", "gold", 5), BO_SETS[0], ("B", "silver", 7)), "impossible"),
    ],
)  # fmt: skip
def test_dice_that_no_table_can_show_or_no_rule_allows_are_refused(
    dice: oracle.Dice, verdict: str
) -> None:
    chests = CHESTS.answer(BOOK, Facts({"dice": told(dice)}))
    assert chests.verdict == verdict
    assert plain(chests.results) == {"opens": None, "cancelled": None, "lamp": None}
    lamp = LAMP.answer(BOOK, Facts({"dice": told(dice), "touched": ()}))
    assert lamp.verdict == verdict
    assert plain(lamp.results) == {"summons": None, "wrong": None, "late": None}


def test_the_hand_of_nobody_at_the_table_is_impossible() -> None:
    reply = LAMP.answer(BOOK, Facts({"dice": told(FIVE_DICE), "touched": ("Bo", "Zed")}))
    assert reply.verdict == Verdict.IMPOSSIBLE
    assert plain(reply.results) == {"summons": None, "wrong": None, "late": None}


# Exploring


def explored(die: int, draw: oracle.Draw, variant: str = "none", counts: str = "yes") -> Answer:
    facts: dict[str, Any] = {"die": die, "scorpions": tuple(map(str, draw))}
    options = {"variant": (variant,), "ring_counts_sorcerer": (counts,)}
    return DRAW.answer(BOOK, Facts(facts, options))


NO_ANSWER = dict.fromkeys(oracle.Explored._fields)


def compare_draws(most_cards: int, most_scorpions: int) -> dict[str, int]:
    """Compare every die, every list of cards, with and without the variant, both readings."""
    seen: Counter[str] = Counter()
    for die, draw in product(oracle.FACES, oracle.draws(most_cards, most_scorpions)):
        wrong = oracle.what_cannot_be(die, draw)
        for variant, counts in product(("none", "my-precious"), ("yes", "no")):
            case = (die, draw, variant, counts)
            reply = explored(*case)
            seen["drawings"] += 1
            if wrong:
                assert reply.verdict == Verdict.IMPOSSIBLE, case
                assert reply.results == NO_ANSWER, case
                seen[wrong] += 1
                continue
            expected = oracle.explore(*case)
            assert reply.verdict == ANSWERED, case
            assert reply.results == expected._asdict(), case
            seen["busts"] += expected.bust
            seen["busts that close the cave"] += expected.bust and expected.closes_cave
            seen["Sorcerers after a bust"] += "S" in draw and not expected.closes_cave
            seen["Rings"] += expected.ring
            seen["Rings with the Sorcerer"] += expected.ring and expected.closes_cave
    return shown(f"up to {most_cards} cards with {most_scorpions} scorpions", seen)


def test_drawings_of_up_to_four_cards_stand_as_the_twin_says() -> None:
    assert compare_draws(4, 3) == {
        "drawings": 18_744,
        "busts": 4_800,
        "busts that close the cave": 1_148,
        "Sorcerers after a bust": 652,
        "Rings": 0,
        "Rings with the Sorcerer": 0,
        "more cards than the die": 8_600,
        "two Sorcerers": 1_584,
    }


def test_drawings_of_up_to_six_cards_with_a_scorpion_at_most_stand_as_the_twin_says() -> None:
    assert compare_draws(6, 1) == {
        "drawings": 26_232,
        "busts": 24,
        "busts that close the cave": 0,
        "Sorcerers after a bust": 0,
        "Rings": 318,
        "Rings with the Sorcerer": 192,
        "more cards than the die": 19_692,
        "two Sorcerers": 3_468,
    }


@pytest.mark.prove
def test_drawings_of_up_to_six_cards_stand_as_the_twin_says() -> None:
    assert compare_draws(6, 3) == {
        "drawings": 468_744,
        "busts": 52_372,
        "busts that close the cave": 17_604,
        "Sorcerers after a bust": 10_244,
        "Rings": 2_172,
        "Rings with the Sorcerer": 1_332,
        "more cards than the die": 371_100,
        "two Sorcerers": 29_692,
    }


@pytest.mark.parametrize("die", [0, 7])
def test_a_die_without_such_a_face_draws_nothing(die: int) -> None:
    reply = explored(die, ())
    assert reply.verdict == Verdict.IMPOSSIBLE
    assert reply.results == NO_ANSWER


def test_a_seventh_card_is_impossible() -> None:
    assert oracle.what_cannot_be(6, [0] * 6) == ""
    assert explored(6, [0] * 6).verdict == ANSWERED
    assert oracle.what_cannot_be(6, [0] * 7) == "more cards than the die"
    assert explored(6, [0] * 7).verdict == Verdict.IMPOSSIBLE
