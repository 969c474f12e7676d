"""What thefts can have left, against the twin that keeps every set: allowed, and on offer."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

from referee.games.sidibaba.model.tokens import CURSE, HIDDEN, Holding, in_order
from referee.games.sidibaba.stages.base import HiddenTokens
from tests.games.sidibaba.oracle import ANYTHING, Worlds

COINS = ("1", "1", "1")
BAG = ("1", "2", "genie")
MOST_COMPARED = 1_100


def drawn(draw: Random, deeds: tuple[str, ...]) -> tuple[Holding, Worlds]:
    """Let an adventurer get, lose and give away tokens."""
    held, worlds = Holding(COINS), Worlds(COINS)
    for _ in range(draw.randint(1, 11)):
        token = draw.choice(BAG)
        does = draw.choice(deeds)
        if does == "gets":
            held = held.having(token)
            worlds.gain(token)
        elif does == "keeps unseen":
            held = held.having(HIDDEN)
            worlds.gain(ANYTHING)
        elif does == "is robbed":
            held = held.robbed(1)
            worlds.steal()
        elif worlds.may_have(token):
            held = held.without(token)
            worlds.lose(token)
    return held, worlds


def test_what_thefts_can_have_left_can_be_there_and_nothing_else() -> None:
    draw, seen = Random(1), Counter[bool]()
    deeds = ("gets", "gets", "keeps unseen", "is robbed", "gives", "gives")
    for _ in range(1_000):
        held, worlds = drawn(draw, deeds)
        for n in (1, 2, 3):
            for tokens in combinations_with_replacement(BAG, n):
                can_be = worlds.may_have(*tokens)
                assert held.may_have(*tokens) == can_be, (held, tokens)
                seen[can_be] += 1
    assert min(seen.values()) >= 2_500


def test_what_thefts_can_have_left_is_on_offer_and_nothing_else() -> None:
    draw, compared = Random(9), 0
    for _ in range(150):
        held, worlds = drawn(draw, ("gets", "gets", "is robbed", "gives"))
        answers = HiddenTokens(held)
        if not held.hidden or answers.size > MOST_COMPARED:
            continue
        offered = {answers.offer(n) for n in range(answers.size)}
        rests = ((Counter(each) - Counter(held.tokens)).elements() for each in worlds.sets)
        assert offered == {", ".join(in_order(rest)) for rest in rests}, held
        compared += len(offered)
    assert compared >= 150


def test_a_number_above_twenty_can_be_left_beside_a_token_that_nobody_saw() -> None:
    answers = HiddenTokens(Holding(("21", "21")).robbed(1).having(HIDDEN))
    offered = [answers.offer(n).split(", ") for n in range(0, answers.size, answers.size // 97)]
    assert all("21" in tokens for tokens in offered)
    assert len({*map(tuple, offered)}) >= 9


def test_a_token_kept_unseen_is_no_curse_and_one_that_was_seen_may_be_left() -> None:
    assert not Holding().having(HIDDEN).may_have(CURSE)
    held = Holding(("1", CURSE)).robbed(1).having(HIDDEN)
    assert held.may_have(CURSE)
    assert not held.may_have(CURSE, CURSE)
    answers = HiddenTokens(Holding((CURSE, CURSE)).robbed(1).having(HIDDEN))
    offered = [answers.offer(n).split(", ") for n in range(0, answers.size, answers.size // 97)]
    assert {tokens.count(CURSE) for tokens in offered} == {1}
