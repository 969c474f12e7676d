"""Sentences that tables shout, in four languages, find what they should. Floors rise only."""

from __future__ import annotations

import pytest

from referee.operations.sentences import about, index_of, ranked
from referee.registry import open_game, own_ids
from tests.sentences.lists import figures, found, lists

FLOORS = {
    ("aladdin", "en seen"): (80, 95),
    ("aladdin", "en unseen"): (80, 95),
    ("aladdin", "other seen"): (95, 100),
    ("aladdin", "other unseen"): (90, 100),
    ("no-swap-no-pay", "en seen"): (95, 100),
    ("no-swap-no-pay", "en unseen"): (85, 90),
    ("no-swap-no-pay", "other seen"): (90, 100),
    ("no-swap-no-pay", "other unseen"): (90, 90),
    ("saboteur", "en seen"): (80, 84),
    ("saboteur", "en unseen"): (75, 95),
    ("saboteur", "other seen"): (95, 95),
    ("saboteur", "other unseen"): (95, 100),
    ("colorful-treasure", "en seen"): (90, 95),
    ("colorful-treasure", "en unseen"): (80, 90),
    ("colorful-treasure", "other seen"): (95, 100),
    ("colorful-treasure", "other unseen"): (80, 90),
    ("sidibaba", "en seen"): (95, 100),
    ("sidibaba", "en unseen"): (85, 90),
    ("sidibaba", "other seen"): (95, 100),
    ("sidibaba", "other unseen"): (90, 95),
}
"""Of a hundred: how many find it first, and how many in three; of games whose texts are written."""
TOLD, WRONGLY = 90, 8
"""Of a hundred: of what nothing decides so many are told so, and of the rest no more."""


@pytest.mark.parametrize(("game", "part"), FLOORS)
def test_so_many_find_it_first_and_in_three(game: str, part: str) -> None:
    first, in_three = FLOORS[game, part]
    told = figures(part, game)
    assert told.n > 0
    assert told.share(told.first) >= first
    assert told.share(told.in_three) >= in_three


def test_what_nothing_decides_is_told_so_and_little_else() -> None:
    told = figures("nothing")
    assert told.share(told.nothing) >= TOLD
    written = {game for game, _ in FLOORS}
    others = [said for said in lists() if said.wanted and said.game in written]
    missed = [said for said in others if not found(said)[0]]
    assert 100 * len(missed) <= WRONGLY * len(others), missed


def test_every_game_has_a_list() -> None:
    texts = {said.sentence.casefold() for said in lists()}
    assert len(texts) > 80
    assert {said.game for said in lists()} == {*own_ids()}


@pytest.mark.parametrize("game", own_ids())
def test_every_id_that_is_wanted_is_there(game: str) -> None:
    _, book = open_game(game)
    known = {*book.rules, *index_of(game).cases}
    assert {each for s in lists() if s.game == game for each in s.wanted} <= known


@pytest.mark.parametrize("game", own_ids())
def test_what_is_quoted_stands_so_in_the_rulebook_and_the_casebook(game: str) -> None:
    room, book = open_game(game)
    for said in lists():
        decided = about(room, book, said.sentence)
        assert {*decided.rules} <= {*book.rules}
        for rule_id, clause in zip(decided.rules, decided.clauses, strict=True):
            assert clause < max(len(book.rules[rule_id].clauses), 1)


@pytest.mark.parametrize(
    ("said", "found_first"),
    [
        ("may I chalenge myself", "NSP-3.2"),
        ("what's five silver coins worth", "NSP-5.2"),
        ("are grey coins worth anything", "NSP-5.2"),
        ("a colour that is gone", "NSP-C19"),
        ("a color that is gone", "NSP-C19"),
        ("set-up", "NSP-C10"),
        ("我沒有硬幣了可以拒絕嗎", "NSP-C01"),
        ("我没有硬币了可以拒绝吗", "NSP-C01"),
    ],
)
def test_endings_slips_spellings_and_scripts_lead_to_the_same(said: str, found_first: str) -> None:
    ranking = ranked(index_of("no-swap-no-pay"), said)
    assert found_first in {each.id for each in (*ranking.rules[:2], *ranking.cases[:2])}
