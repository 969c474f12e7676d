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


SEEN = (
    *("tables", "chests opened", "players cancelled", "numbers shared", "disputes"),
    *("orders of hands", "orders with two who summon", "orders with a wrong hand"),
)
"""What is counted, in the order of the numbers below."""
PROVE = pytest.mark.prove


@pytest.mark.parametrize(
    ("seats", "every", "orders", "seen"),
    [
        (2, MANY, 4, (2_333, 5_702, 1_038, 1_296, 528, 23_330, 210, 9_136)),
        (3, MANY, 15, (1_167, 2_327, 390, 522, 408, 18_672, 0, 15_054)),
        (4, FEWER, 1, (6_176, 13_752, 3_896, 4_958, 381, 12_352, 462, 5_271)),
        (5, SOME, 1, (2_995, 7_229, 3_113, 3_549, 186, 5_990, 766, 2_664)),
        pytest.param(
            *(3, EACH, 15),
            (5_832, 11_646, 1_890, 2_592, 2_040, 93_312, 0, 75_330),
            marks=PROVE,
        ),
        pytest.param(
            *(4, EACH, 64),
            (104_976, 236_016, 66_168, 83_106, 141_438, 6_823_440, 408_240, 5_841_720),
            marks=PROVE,
        ),
        pytest.param(
            *(5, EACH, 3),
            (1_889_568, 4_567_050, 1_930_950, 2_224_908, 192_815, 7_558_272, 1_398_878, 5_099_108),
            marks=PROVE,
        ),
    ],
)
def test_tables_are_judged_as_the_twin_says(
    seats: int, every: int, orders: int, seen: tuple[int, ...]
) -> None:
    assert compared(seats, every, orders) == dict(zip(SEEN, seen, strict=True))


@pytest.mark.prove
def test_two_dice_each_are_judged_alike_in_whichever_order_they_are_told() -> None:
    seen = (46_656, 114_048, 20_736, 26_136, 10_483, 466_560, 4_320, 181_440)
    assert compared(2, EACH, 4, either_way=True) == dict(zip(SEEN, seen, strict=True))


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


MET = (
    *("drawings", "busts", "busts that close the cave", "Sorcerers after a bust"),
    *("Rings", "Rings with the Sorcerer", "more cards than the die", "two Sorcerers"),
)


@pytest.mark.parametrize(
    ("most_cards", "most_scorpions", "met"),
    [
        (4, 3, (18_744, 4_800, 1_148, 652, 0, 0, 8_600, 1_584)),
        (6, 1, (26_232, 24, 0, 0, 318, 192, 19_692, 3_468)),
        pytest.param(
            *(6, 3),
            (468_744, 52_372, 17_604, 10_244, 2_172, 1_332, 371_100, 29_692),
            marks=PROVE,
        ),
    ],
)
def test_drawings_stand_as_the_twin_says(
    most_cards: int, most_scorpions: int, met: tuple[int, ...]
) -> None:
    assert compare_draws(most_cards, most_scorpions) == dict(zip(MET, met, strict=True))


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
