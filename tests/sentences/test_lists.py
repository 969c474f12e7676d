"""Sentences that tables shout, in four languages, find what they should. Floors rise only."""

from __future__ import annotations

import pytest

from referee.operations.sentences import Decided, about, about_any, index_of, ranked
from referee.registry import open_game, own_ids
from tests.cli.running import call
from tests.sentences.lists import figures, found, lists

FLOORS = {
    (None, "en unseen"): (92, 98),
    (None, "other unseen"): (90, 97),
    (None, "en later"): (90, 98),
    (None, "en later unseen"): (80, 95),
    (None, "other later"): (88, 97),
    (None, "other later unseen"): (87, 95),
    (None, "en fresh"): (92, 100),
    (None, "other fresh"): (94, 97),
    (None, "other short"): (80, 97),
    ("no-swap-no-pay", "en seen"): (95, 100),
    ("no-swap-no-pay", "en unseen"): (90, 100),
    ("no-swap-no-pay", "other seen"): (90, 100),
    ("no-swap-no-pay", "other unseen"): (90, 100),
    ("saboteur", "en seen"): (96, 100),
    ("saboteur", "en unseen"): (89, 100),
    ("saboteur", "other seen"): (100, 100),
    ("saboteur", "other unseen"): (90, 100),
    ("aladdin", "en seen"): (95, 100),
    ("aladdin", "en unseen"): (95, 100),
    ("aladdin", "other seen"): (100, 100),
    ("aladdin", "other unseen"): (93, 100),
    ("colorful-treasure", "en seen"): (95, 100),
    ("colorful-treasure", "en unseen"): (95, 100),
    ("colorful-treasure", "other seen"): (100, 100),
    ("colorful-treasure", "other unseen"): (90, 96),
    ("sidibaba", "en seen"): (95, 100),
    ("sidibaba", "en unseen"): (95, 100),
    ("sidibaba", "other seen"): (100, 100),
    ("sidibaba", "other unseen"): (93, 96),
}
"""Of a hundred: how many find it first, and how many in three; also in all games together."""
TOLD, WRONGLY = 90, 8
"""Of a hundred: of what nothing decides so many are told so, and of the rest no more."""


MUST = (
    ("sidibaba", "two genies in the same three minutes", "SID-5.1"),
    ("sidibaba", "一盞燈能用兩個精靈嗎", "SID-5.1"),
    ("saboteur", "落石可以移除起點卡嗎", "SAB-5.7 SAB-C20"),
    ("saboteur", "落石でスタートカードを取り除けますか", "SAB-5.7 SAB-C20"),
    ("saboteur", "can I repair two tools with one card", "SAB-5.5 SAB-C19"),
    ("colorful-treasure", "I flipped a key may I take the reds instead", "COL-2.3"),
    ("no-swap-no-pay", "may I challenge someone who was already challenged", "NSP-3.3"),
    ("aladdin", "he rubbed the lamp but his number was unique", "ALA-3.5"),
)
"""What must be first: the rule, and the case where one is named."""


@pytest.mark.parametrize(("game", "sentence", "first"), MUST)
def test_what_must_be_first_is_first(game: str, sentence: str, first: str) -> None:
    decided = about(*open_game(game), sentence)
    assert decided.fits
    rule, *case = first.split()
    assert decided.rules[0] == rule
    assert [case_id for case_id, _ in decided.cases[: len(case)]] == case
    anywhere = about_any(sentence)
    assert (anywhere.game and anywhere.game.id, anywhere.rules[0]) == (game, rule)


@pytest.mark.parametrize(
    ("game", "sentence", "clause"),
    [
        ("saboteur", "落石可以移除起點卡嗎", 0),
        ("saboteur", "落石でスタートカードを取り除けますか", 0),
        ("saboteur", "can a rockfall take a card that is cut off", 1),
        ("no-swap-no-pay", "may I look into my bag before I answer a challenge", 1),
        ("no-swap-no-pay", "may I look into another player's bag", 0),
    ],
)
def test_of_several_clauses_the_one_that_fits_is_quoted(
    game: str, sentence: str, clause: int
) -> None:
    assert about(*open_game(game), sentence).clauses[0] == clause


@pytest.mark.parametrize("words", ["落石可以移除起點卡嗎", "落石でスタートカードを取り除けますか"])
def test_a_question_without_blanks_has_under_the_rules_what_was_decided(words: str) -> None:
    rules, _, cases = call("rules", "saboteur", words).out.partition("\nDecided before\n")
    assert (rules[:7], cases[:7]) == ("SAB-5.7", "SAB-C20")
    assert "SAB-C20: " in call("rules", "saboteur", words, "--format", "plain").out


@pytest.mark.parametrize("game", own_ids())
@pytest.mark.parametrize("sentence", ["does my rook take your pawn", "is there any milk left"])
def test_what_nothing_decides_fits_nowhere(game: str, sentence: str) -> None:
    assert not about(*open_game(game), sentence).fits
    assert not about_any(sentence).fits


@pytest.mark.parametrize(("game", "part"), FLOORS)
def test_so_many_find_it_first_and_in_three(game: str | None, part: str) -> None:
    first, in_three = FLOORS[game, part]
    told = figures(part, game)
    assert told.n > 0
    assert (told.first >= first, told.in_three >= in_three) == (True, True), told


def test_what_nothing_decides_is_told_so_and_little_else() -> None:
    assert min(figures(part).nothing for part in ("nothing", "nothing fresh")) >= TOLD
    others = [said for said in lists() if said.wanted]
    missed = [said for said in others if not found(said).fits]
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


def wrongly_quoted(decided: Decided) -> list[str]:
    """List the rules that the rulebook lacks, or of which it has no such clause."""
    assert decided.book is not None
    rules = decided.book.rules
    return [
        rule_id
        for rule_id, clause in zip(decided.rules, decided.clauses, strict=True)
        if rule_id not in rules or clause >= max(len(rules[rule_id].clauses), 1)
    ]


@pytest.mark.parametrize("game", own_ids())
def test_what_is_quoted_stands_so_in_the_rulebook(game: str) -> None:
    """Of the sentences about the game."""
    own = [found(said) for said in lists() if said.game == game]
    assert own
    assert [each.sentence for each in own if wrongly_quoted(each)] == []


@pytest.mark.prove
@pytest.mark.parametrize("game", own_ids())
def test_nor_is_anything_else_quoted_for_a_sentence_about_another_game(game: str) -> None:
    others = [about(*open_game(game), said.sentence) for said in lists() if said.game != game]
    assert [each.sentence for each in others if wrongly_quoted(each)] == []


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
