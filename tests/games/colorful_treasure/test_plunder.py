"""Tokens, bonuses, the secret bonus and the end, against the slow twin: all small states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from referee.core.game import ANSWERED, Facts, Question
from referee.core.ruling import Verdict
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure import oracle
from tests.games.colorful_treasure.deals import NAMES
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")


def question(name: str) -> Question:
    return next(each for each in GAME.questions if each.name == name)


PLUNDER, BONUS, SECRETS, END = map(question, ("plunder", "bonus", "secrets", "end"))


# Tokens

TAKEN = ("key", "chest", "red", "diamond")
MOST_TAKEN = 4
TOLD_TILES = ((), ("any-token",), ("no-plunder",), ("any-token", "no-plunder"))
NO_TOKENS = dict.fromkeys(oracle.Tokens._fields)


WAYS_TO_TELL = [
    (tiles, used)
    for tiles, used in product(TOLD_TILES, (False, True))
    if not used or not tiles or "any-token" in tiles
]
"""No tile, or tiles, and whether the one for any token is used.

It may be told by its use alone; among tiles without it there is none to be used.
"""


def takes(*, in_every_order: bool) -> Iterator[tuple[str, ...]]:
    for n in range(MOST_TAKEN + 1):
        if in_every_order:
            yield from product(TAKEN, repeat=n)
        else:
            yield from combinations_with_replacement(TAKEN, n)


def is_a_take(taken: tuple[str, ...]) -> bool:
    """Tell whether a turn can take these: keys and chests, or one other kind; three at most."""
    kinds = {kind for kind in taken if kind not in oracle.SECRETS}
    return len(taken) <= 3 and len(kinds) + any(kind in oracle.SECRETS for kind in taken) <= 1


MET = (
    *("disputes", "plunders", "tiles that complete a pair", "tiles that complete none"),
    *("takes and tokens that never are", "more tokens than there are"),
)


@pytest.mark.parametrize(
    ("in_every_order", "met"),
    [
        (False, (17_640, 620, 280, 493, 15_208, 425)),
        pytest.param(True, (85_932, 920, 352, 608, 82_740, 706), marks=pytest.mark.prove),
    ],
)
def test_tokens_make_the_pairs_that_the_twin_makes(
    met: Sequence[int], *, in_every_order: bool
) -> None:
    """Compare plunders and tokens for every number of tokens that the box has."""
    seen: Counter[str] = Counter()
    every = takes(in_every_order=in_every_order)
    tokens = range(oracle.TOKENS_OF_A_KIND + 1)
    for taken, keys, chests, (tiles, used) in product(every, tokens, tokens, WAYS_TO_TELL):
        told: dict[str, Any] = {"taken": taken, "keys": keys, "chests": chests}
        told |= {"tiles": tiles} if tiles else {}
        told |= {"use": "any-token"} if used else {}
        reply = PLUNDER.answer(BOOK, Facts(told))
        expected = oracle.tokens_after(taken, keys, chests, tiles, any_token=used)
        seen["disputes"] += 1
        if not is_a_take(taken) or (keys and chests and "no-plunder" not in tiles):
            assert reply.verdict == Verdict.IMPOSSIBLE, told
            seen["takes and tokens that never are"] += 1
            continue
        if expected is None:
            assert reply.verdict == Verdict.IMPOSSIBLE, told
            assert reply.results == NO_TOKENS, told
            seen["more tokens than there are"] += 1
            continue
        without = oracle.tokens_after(taken, keys, chests, tiles)
        is_spent = not used or expected != without
        assert reply.verdict == (ANSWERED if is_spent else Verdict.FORBIDDEN), told
        assert reply.results == expected._asdict(), told
        seen["plunders"] += expected.plunders
        seen["tiles that complete a pair"] += expected != without
        seen["tiles that complete none"] += used and expected == without
    assert shown("tokens", seen) == dict(zip(MET, met, strict=True))


# Bonuses


def test_bonuses_are_gained_as_the_twin_says() -> None:
    seen: Counter[str] = Counter()
    claims = ((), ("gem",), ("exploration",), ("gem", "exploration"), ("exploration", "gem"))
    for players, colours, wonders, claimed in product((2, 3, 4), range(7), range(11), claims):
        told: dict[str, Any] = {"players": players, "colours": colours, "wonders": wonders}
        told |= {"claimed": claimed} if claimed else {}
        gem = oracle.gem_bonus(players, colours, claimed)
        exploration = oracle.exploration_bonus(wonders, claimed)
        reply = BONUS.answer(BOOK, Facts(told))
        if colours > 3 * wonders + (colours == 6):
            assert reply.verdict == Verdict.IMPOSSIBLE, told
            seen["colours that no such wonders show"] += 1
            continue
        assert reply.verdict == ANSWERED, told
        assert reply.results == {"gem": gem, "exploration": exploration}, told
        seen["disputes"] += 1
        seen["points for colours"] += gem
        seen["points for wonders"] += exploration
    assert shown("bonuses", seen) == {
        "disputes": 1_020,
        "points for colours": 972,
        "points for wonders": 630,
        "colours that no such wonders show": 135,
    }


SECRET_CARDS = oracle.BOX["key"] + oracle.BOX["chest"]


def test_the_secret_bonus_is_shared_as_the_twin_says() -> None:
    seen: Counter[str] = Counter()
    for seats in (2, 3, 4):
        for numbers in product(range(SECRET_CARDS + 1), repeat=seats):
            told = dict(zip(NAMES, numbers, strict=False))
            reply = SECRETS.answer(BOOK, Facts({"cards": told}))
            seen["disputes"] += 1
            if sum(numbers) > SECRET_CARDS:
                assert reply.verdict == Verdict.IMPOSSIBLE, told
                assert reply.results == {"shares": None}, told
                seen["more cards than there are"] += 1
                continue
            expected = oracle.secret_shares(told)
            assert reply.verdict == ANSWERED, told
            shares = {name: Fraction(share) for name, share in reply.results["shares"].items()}
            assert shares == expected, told
            assert list(shares) == list(told), told
            sharers = sum(share > 0 for share in shares.values())
            seen[f"shared by {sharers}"] += 1
    assert shown("secret bonus", seen) == {
        "disputes": 16_093,
        "shared by 0": 3,
        "shared by 1": 1_164,
        "shared by 2": 161,
        "more cards than there are": 14_740,
        "shared by 3": 23,
        "shared by 4": 2,
    }


# The end

FIELD = {"simple": 40, "basic": 50, "advanced": 50}


@cache
def reached(mode: str, players: int) -> frozenset[tuple[int, int, bool]]:
    """Play every game there is, turn by turn: cards left, the seat, and what may be told.

    What was not told of the last round may be either. In the advanced game one player has the
    tile for a fourth card, from the second round on.
    """
    found: set[tuple[int, int, bool]] = set()
    simple, advanced = mode == "simple", mode == "advanced"
    for owner in range(1, players + 1) if advanced else (0,):
        seen: set[tuple[int, int, bool, bool]] = set()
        ahead = [(FIELD[mode], 1, False, True)]
        while ahead:
            state = ahead.pop()
            if state in seen:
                continue
            seen.add(state)
            left, seat, was_last, is_first = state
            most = 2 if simple else 3 + (seat == owner and not is_first)
            for taken in range(0 if advanced else 1, min(most, left) + 1):
                after = left - taken
                found |= {(after, seat, False), (after, seat, was_last)}
                over, last = oracle.end_after_turn(after, players, seat, mode, last_round=was_last)
                if not over:
                    is_last_seat = seat == players
                    following = 1 if is_last_seat else seat + 1
                    ahead.append((after, following, last, is_first and not is_last_seat))
    return frozenset(found)


def test_the_end_comes_when_the_twin_says() -> None:
    seen: Counter[str] = Counter()
    for mode, players, last in product(FIELD, (2, 3, 4), (False, True)):
        if mode == "simple" and last:
            continue
        for field, seat in product(range(FIELD[mode] + 1), range(1, players + 1)):
            told: dict[str, Any] = {"field": field, "players": players, "seat": seat}
            told |= {"last_round": True} if last else {}
            reply = END.answer(BOOK, Facts(told, {"mode": (mode,)}))
            expected = oracle.end_after_turn(field, players, seat, mode, last_round=last)
            seen["disputes"] += 1
            if (field, seat, last) not in reached(mode, players):
                assert reply.verdict == Verdict.IMPOSSIBLE, (told, mode)
                seen["what no game shows"] += 1
                continue
            assert reply.verdict == ANSWERED, (told, mode)
            assert reply.results == expected._asdict(), (told, mode)
            seen["over"] += expected.over
            seen["last rounds"] += expected.last_round
    assert shown("ends", seen) == {
        "disputes": 2_205,
        "over": 114,
        "last rounds": 222,
        "what no game shows": 946,
    }
