"""Shares, curses, locks, catches, jewels and votes, against the slow twin: all small inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from referee.core.game import ANSWERED, Answer, Facts, Question
from referee.core.ruling import Verdict
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from referee.testing.cases import question_named
from tests.games.sidibaba import oracle
from tests.rooms import shown

BOOK = load_rulebook("sidibaba")
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "Di")
"""From the front, which is no order of the alphabet."""
PARTIES = tuple(NAMES[:seats] for seats in range(2, 7))


SETUP, SHARE, CAUGHT, LOCK, JEWELS, VOTE = (
    question_named(GAME, name) for name in ("setup", "share", "caught", "lock", "jewels", "vote")
)


def put(question: Question, facts: Mapping[str, Any], **options: str) -> Answer:
    return question.answer(BOOK, Facts(facts, {name: (given,) for name, given in options.items()}))


def plain(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Give an answer with lists for tuples, as the twin does."""
    return {name: [*given] if isinstance(given, tuple) else given for name, given in answer.items()}


def is_impossible(reply: Answer, *unknown: str) -> bool:
    return (reply.verdict, reply.results) == (Verdict.IMPOSSIBLE, dict.fromkeys(unknown))


# The setup


def test_lamps_are_shared_as_the_twin_deals_them() -> None:
    for adventurers in range(10):
        reply = put(SETUP, {"adventurers": adventurers})
        if adventurers not in range(2, 7):
            assert is_impossible(reply, "lamps", "starting_jewels", "players"), adventurers
            continue
        lamps = oracle.lamps_of_each(adventurers)
        assert reply.verdict == ANSWERED, adventurers
        given = {"lamps": lamps, "starting_jewels": 3, "players": adventurers + 1}
        assert plain(reply.results) == given, adventurers


@pytest.mark.parametrize(
    ("asked", "facts", "answer"),
    [
        (SHARE, {"found": "chest", "tokens": ()}, "draw lamps_lost order_after picks lamps"),
        (CAUGHT, {"tokens": {}, "lamps": 1}, "stolen lamps leader_wins"),
        (LOCK, {"kind": "small", "rolls": (6,)}, "open roll player"),
    ],
    ids=("share", "caught", "lock"),
)
def test_a_party_that_cannot_be_is_impossible(
    asked: Question, facts: Mapping[str, Any], answer: str
) -> None:
    for order in ((), NAMES[:1], (*NAMES, "Eve"), ("Bo", "Ana", "Bo"), (*NAMES, "Di")):
        reply = put(asked, {"order": order, **facts})
        assert is_impossible(reply, *answer.split()), order
    assert put(asked, {"order": NAMES, **facts}).verdict == ANSWERED


# Sharing

KINDS = ("curse", "jewel", "genie")


def compare_shares(most: int, *, in_every_order: bool) -> dict[str, int]:
    """Compare shares of each number of tokens, one too many included."""
    seen: Counter[str] = Counter()
    for (found, laps), party in product(oracle.LAPS.items(), PARTIES):
        for number in range(min(len(party) * laps + 1, most) + 1):
            drawn: Iterable[tuple[str, ...]] = combinations_with_replacement(KINDS, number)
            for tokens in product(KINDS, repeat=number) if in_every_order else drawn:
                compare_share(seen, party, found, tokens)
    return shown("shares", seen)


def compare_share(
    seen: Counter[str], party: Sequence[str], found: str, tokens: Sequence[str]
) -> None:
    given = {"order": party, "found": found, "tokens": tokens}
    reply = put(SHARE, given)
    expected = oracle.share(party, found, tokens)
    seen["disputes"] += 1
    results = ("draw", "lamps_lost", "order_after", "picks", "lamps")
    if tokens.count("curse") > oracle.CURSES:
        assert is_impossible(reply, *results), given
        seen["more curses than there are"] += 1
        return
    if expected is None:
        assert reply.verdict == Verdict.FORBIDDEN, given
        draw = {"draw": len(party) * oracle.LAPS[found]}
        assert reply.results == dict.fromkeys(results) | draw, given
        seen["more tokens than are drawn"] += 1
        return
    assert reply.verdict == ANSWERED, given
    assert plain(reply.results) == {**expected, "lamps": None}, given
    picks = expected["picks"]
    seen["curses"] += expected["lamps_lost"]
    seen["picks"] += len(picks)
    seen["shares in which somebody gets none"] += len({*picks}) < len(party)


def test_loot_is_shared_as_the_twin_shares_it() -> None:
    assert compare_shares(13, in_every_order=False) == {
        "disputes": 1_635,
        "curses": 1_870,
        "picks": 5_312,
        "shares in which somebody gets none": 501,
        "more tokens than are drawn": 331,
        "more curses than there are": 205,
    }


@pytest.mark.prove
def test_loot_drawn_in_any_order_is_shared_as_the_twin_shares_it() -> None:
    assert compare_shares(9, in_every_order=True) == {
        "disputes": 97_114,
        "curses": 183_727,
        "picks": 388_178,
        "shares in which somebody gets none": 20_343,
        "more tokens than are drawn": 24_514,
        "more curses than there are": 2_973,
    }


# Being caught

LAMPS_TOLD = (0, 1, 2, 3, 11, 12, 13)
MOST_TOKENS = 4


def compare_catches(parties: Iterable[Sequence[str]]) -> dict[str, int]:
    """Compare what is stolen, for each number of tokens, with both lamps that may go."""
    seen: Counter[str] = Counter()
    for party in parties:
        for numbers in product(range(MOST_TOKENS + 1), repeat=len(party)):
            tokens = dict(zip(party, numbers, strict=True))
            for lamps, lamp in product(LAMPS_TOLD, ("unlit", "burning")):
                compare_catch(seen, party, tokens, lamps, lamp)
    return shown("catches", seen)


def compare_catch(
    seen: Counter[str], party: Sequence[str], tokens: Mapping[str, int], lamps: int, lamp: str
) -> None:
    """Compare one catch; of whoever is left out nobody knows what is stolen."""
    given = {"order": party, "tokens": tokens, "lamps": lamps}
    expected = oracle.caught(party, tokens, lamps)
    some = {name: number for name, number in tokens.items() if number}
    for named in (tokens, some):
        reply = put(CAUGHT, {**given, "tokens": named}, caught_lamp=lamp)
        seen["disputes"] += 1
        if expected is None:
            assert is_impossible(reply, "stolen", "lamps", "leader_wins"), given
            seen["more lamps than there are"] += 1
            continue
        assert reply.verdict == ANSWERED, given
        of_others = {} if not lamps else {name: None for name in party if name not in named}
        stolen = {**expected["stolen"], **of_others}
        assert reply.results == {**expected, "stolen": stolen}, given
        assert [*reply.results["stolen"]] == [*party], given
        seen["tokens stolen"] += sum(expected["stolen"].values())
        seen["won by the Leader"] += expected["leader_wins"]


def test_the_leader_takes_what_the_twin_takes() -> None:
    assert compare_catches(PARTIES[:3]) == {
        "disputes": 21_700,
        "tokens stolen": 44_880,
        "won by the Leader": 3_100,
        "more lamps than there are": 6_200,
    }


@pytest.mark.prove
def test_the_leader_takes_what_the_twin_takes_of_larger_parties() -> None:
    assert compare_catches(PARTIES[3:]) == {
        "disputes": 525_000,
        "tokens stolen": 1_580_000,
        "won by the Leader": 75_000,
        "more lamps than there are": 150_000,
    }


def test_nobody_is_robbed_who_is_not_there() -> None:
    for lamps in (0, 1):
        given = {"order": NAMES[:3], "tokens": {"Maya": 3, "Eve": 1}, "lamps": lamps}
        assert is_impossible(put(CAUGHT, given), "stolen", "lamps", "leader_wins")


# Locks

DIE = range(1, 7)
LOCKS = ("small", "combination")


def rolled(most: int) -> Iterator[tuple[int, ...]]:
    for number in range(most + 1):
        yield from product(DIE, repeat=number)


def compare_locks(disputes: Iterable[tuple[Sequence[int], Sequence[str]]]) -> dict[str, int]:
    """Compare both locks for these rolls of these parties."""
    seen: Counter[str] = Counter()
    for (rolls, party), kind in product(disputes, LOCKS):
        given = {"kind": kind, "order": party, "rolls": rolls}
        reply = put(LOCK, given)
        expected = oracle.lock(kind, party, rolls)
        seen["disputes"] += 1
        if expected is None:
            assert reply.verdict == ANSWERED, given
            assert reply.results == {"open": False, "roll": None, "player": None}, given
            seen[f"{kind}: shut"] += 1
            continue
        number, player, is_last = expected
        assert reply.verdict == (ANSWERED if is_last else Verdict.FORBIDDEN), given
        assert reply.results == {"open": True, "roll": number, "player": player}, given
        seen[f"{kind}: open" if is_last else f"{kind}: rolled on"] += 1
    return shown("locks", seen)


def test_locks_open_as_the_twin_opens_them() -> None:
    # Five numbers of adventurers by turns: five shares no factor with the faces of the die.
    parties = (PARTIES[number % len(PARTIES)] for number, _ in enumerate(rolled(5)))
    assert compare_locks(zip(rolled(5), parties, strict=True)) == {
        "disputes": 18_662,
        "small: shut": 3_906,
        "combination: shut": 7_987,
        "small: open": 781,
        "small: rolled on": 4_644,
        "combination: open": 660,
        "combination: rolled on": 684,
    }


@pytest.mark.prove
def test_locks_open_as_the_twin_opens_them_for_every_party() -> None:
    assert compare_locks(product(rolled(7), PARTIES)) == {
        "disputes": 3_359_230,
        "small: shut": 488_280,
        "combination: shut": 1_153_565,
        "small: open": 97_655,
        "small: rolled on": 1_093_680,
        "combination: open": 145_530,
        "combination: rolled on": 380_520,
    }


def test_no_die_shows_nought_or_seven() -> None:
    for number, party, kind in product((1, 2, 3), PARTIES, LOCKS):
        for rolls in product(range(8), repeat=number):
            if {0, 7} & {*rolls}:
                reply = put(LOCK, {"kind": kind, "order": party, "rolls": rolls})
                assert is_impossible(reply, "open", "roll", "player"), rolls


# Jewels

PAIRS = ("1/5", "1/3", "2/7", "3/1")


def test_jewels_score_what_the_twin_counts() -> None:
    seen: Counter[str] = Counter()
    ones = [values for n in range(3) for values in combinations_with_replacement(range(1, 6), n)]
    for values, counts in product(ones, product(range(5), repeat=len(PAIRS))):
        pairs = dict(zip(PAIRS, counts, strict=True))
        held = {kind: number for kind, number in pairs.items() if number}
        given = {"values": values, "pairs": pairs if sum(counts) % 2 else held}
        reply = put(JEWELS, {name: facts for name, facts in given.items() if facts})
        assert reply.verdict == ANSWERED, given
        assert reply.results == {"points": oracle.jewels(values, pairs)}, given
        seen["disputes"] += 1
        seen["points"] += oracle.jewels(values, pairs)
        seen["left alone"] += sum(number % 2 for number in counts)
    assert shown("jewels", seen) == {
        "disputes": 13_125,
        "points": 270_375,
        "left alone": 21_000,
    }


# Votes

MOVES = ("left", "right", "forward", "back")
PARTY = 6


def test_votes_are_counted_as_the_twin_counts_them() -> None:
    seen: Counter[str] = Counter()
    fronts = (None, *MOVES, "round")
    for choices in range(len(MOVES) + 1):
        for counts, front in product(product(range(PARTY + 2), repeat=choices), fronts):
            votes = dict(zip(MOVES, counts, strict=False))
            given: dict[str, Any] = {"votes": votes} | ({"front": front} if front else {})
            reply = put(VOTE, given)
            seen["disputes"] += 1
            if not 1 <= sum(counts) <= PARTY:
                assert is_impossible(reply, "decided", "tied"), given
                seen["none, or too many"] += 1
                continue
            decided = oracle.vote(votes, front)
            ahead = [what for what in votes if votes[what] == max(counts)]
            tied = tuple(ahead) if len(ahead) > 1 else ()
            is_wrong = bool(tied) and front is not None and front not in tied
            assert reply.verdict == (Verdict.FORBIDDEN if is_wrong else ANSWERED), given
            assert reply.results == {"decided": decided, "tied": tied}, given
            seen["decided" if decided else "tied"] += 1
            seen["decided in front"] += decided is not None and oracle.vote(votes, None) is None
    assert shown("votes", seen) == {
        "disputes": 28_086,
        "none, or too many": 26_136,
        "decided": 1_714,
        "decided in front": 136,
        "tied": 236,
    }
