"""Who wins, at which rank, and what decided."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.scoring.score import PlayerScore, ScoreLine, TieBreaker, decide, ranks
from referee.core.table import Player

WINS, BLACK, SILVER = RuleRef("PEB-6.3"), RuleRef("PEB-6.1"), RuleRef("PEB-6.2")
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")


def score(name: str, points: Fraction | int, *tie_breakers: int) -> PlayerScore:
    labels = zip((("black", BLACK), ("silver", SILVER)), tie_breakers, strict=False)
    return PlayerScore(
        Player(name),
        (
            ScoreLine(Say("pebbles"), Fraction(points) - 1, Say("so many"), ()),
            ScoreLine(Say("one more"), Fraction(1), Say("always"), ()),
        ),
        tuple(TieBreaker(Say(label), Fraction(n), (rule,)) for (label, rule), n in labels),
    )


def compared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Compare the slow way: the first number that differs decides, more is better."""
    for own, theirs in zip(one, other, strict=True):
        if own != theirs:
            return -1 if own > theirs else 1
    return 0


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=5))
def test_ranks_and_winners_agree_with_sorting_by_hand(merits: list[tuple[int, int, int]]) -> None:
    scores = [score(name, *merit) for name, merit in zip(NAMES, merits, strict=False)]
    in_order = sorted(merits, key=cmp_to_key(compared))
    assert ranks(scores) == tuple(in_order.index(merit) + 1 for merit in merits)
    best = [NAMES[seat] for seat, merit in enumerate(merits) if merit == in_order[0]]
    assert list(decide(scores, *(WINS,)).winners) == best


def test_nobody_has_no_rank() -> None:
    assert ranks([]) == ()


def test_the_total_is_the_sum_of_the_lines() -> None:
    assert score("Ana", Fraction(97, 3)).total == Fraction(97, 3)
    assert PlayerScore(Player("Ana"), ()).total == 0


@pytest.mark.parametrize(
    ("scores", "said", "cites"),
    [
        ([score("Ana", 5, 9, 9), score("Bo", 6, 0, 0)], "Bo wins with 6 points.", (WINS,)),
        ([score("Ana", 1)], "Ana wins with 1 point.", (WINS,)),
        ([score("Ana", Fraction(7, 3))], "Ana wins with 7/3 points.", (WINS,)),
        (
            [score("Ana", 0, 0, 0), score("Bo", 0, 0, 0)],
            "Ana and Bo share the win with 0 points.",
            (WINS,),
        ),
        (
            [score("Ana", 5, 2, 0), score("Bo", 5, 3, 0)],
            "Bo wins with 5 points. Ana had as many points; black decided, 3 to 2.",
            (WINS, BLACK),
        ),
        (
            [score("Ana", 5, 3, 2), score("Bo", 5, 3, 1), score("Cy", 5, 1, 9)],
            "Ana wins with 5 points. Bo and Cy had as many points; silver decided, 2 to 1.",
            (WINS, SILVER),
        ),
        (
            [
                score("Ana", 5, 1, 0),
                score("Bo", 5, 3, 4),
                score("Cy", 5, 2, 9),
                score("Di", 4, 9, 9),
            ],
            "Bo wins with 5 points. Ana and Cy had as many points; black decided, 3 to 2.",
            (WINS, BLACK),
        ),
        (
            [score("Ana", 5, 3, 4), score("Bo", 5, 3, 4), score("Cy", 5, 3, 3)],
            (
                "Ana and Bo share the win with 5 points. "
                "Cy had as many points; silver decided, 4 to 3."
            ),
            (WINS, SILVER),
        ),
    ],
)
def test_the_outcome_names_what_decided(
    scores: list[PlayerScore], said: str, cites: tuple[RuleRef, ...]
) -> None:
    outcome = decide(scores, *(WINS,))
    assert str(outcome.said) == said
    assert outcome.rules == cites


def test_a_room_may_word_its_own_points() -> None:
    def nuggets(points: Fraction) -> Say:
        return Say("{n} nuggets", n=points)

    alone = [score("Ana", 7), score("Bo", 5)]
    shared = [score("Ana", 5, 2, 0), score("Bo", 5, 3, 0)]
    assert str(decide(alone, *(WINS,), worded=nuggets).said) == "Ana wins with 7 nuggets."
    assert str(decide(shared, *(WINS,), worded=nuggets).said) == (
        "Bo wins with 5 nuggets. Ana had as many points; black decided, 3 to 2."
    )


def test_only_the_deciding_tie_breaker_is_quoted_from_those_it_parted() -> None:
    scores = [score("Ana", 5, 3, 7), score("Bo", 5, 3, 6), score("Cy", 5, 2, 99)]
    assert str(decide(scores, *(WINS,)).said).endswith("silver decided, 7 to 6.")
