"""Each of our rooms passes the contract of every game; what only ours promise stands below."""

from __future__ import annotations

import re

import pytest

from referee.operations.sentences import index_of, ranked
from referee.registry import open_game
from referee.testing import contract
from tests.rooms import EVERY_ROOM, ROOMS, ROOT, room_folders

GAMES = ROOT / "tests/games"
test_aladdin = contract("aladdin", GAMES / "aladdin")
test_colorful_treasure = contract("colorful-treasure", GAMES / "colorful_treasure")
test_no_swap_no_pay = contract("no-swap-no-pay", GAMES / "no_swap_no_pay")
test_saboteur = contract("saboteur", GAMES / "saboteur")
test_sidibaba = contract("sidibaba", GAMES / "sidibaba")

proof_of = {
    name: pytest.mark.prove(contract(name, room.tests, proofs=True)) for name, room in ROOMS.items()
}
test_the_proofs_of_aladdin = proof_of["aladdin"]
test_the_proofs_of_colorful_treasure = proof_of["colorful-treasure"]
test_the_proofs_of_no_swap_no_pay = proof_of["no-swap-no-pay"]
test_the_proofs_of_saboteur = proof_of["saboteur"]
test_the_proofs_of_sidibaba = proof_of["sidibaba"]


def test_no_room_is_without_its_contract() -> None:
    held = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(room_folders()) <= held
    assert {f"the_proofs_of_{folder}" for folder in room_folders()} <= held


def test_every_rulebook_has_a_room_and_every_room_a_rulebook() -> None:
    books = sorted(path.stem for path in (ROOT / "rulebooks").glob("*.yaml"))
    assert len(books) >= 1
    assert room_folders() == books
    assert [room.game.id.replace("-", "_") for room in ROOMS.values()] == books


def test_no_two_rooms_share_a_prefix() -> None:
    prefixes = [room.book.prefix for room in ROOMS.values()]
    assert len(set(prefixes)) == len(prefixes)


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_room_brings_cases_and_promises_the_ids_of_its_steps(name: str) -> None:
    assert len(ROOMS[name].cases) >= 1
    assert ROOMS[name].step_ids


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_argument_leads_to_the_page_of_the_game_which_names_the_rule(name: str) -> None:
    argued = {rule.rule_id: rule.argument for rule in ROOMS[name].book.rules.values()}
    page = f"docs/rulings/{ROOMS[name].game.id}.md"
    assert {each for each in argued.values() if each} == {page}
    named = re.findall(r"[A-Z]{3}-\d+\.\d+", (ROOT / page).read_text(encoding="utf-8"))
    assert [rule_id for rule_id, page in argued.items() if page and rule_id not in named] == []
    assert [rule_id for rule_id in named if rule_id not in argued] == []


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_rule_is_found_by_each_of_its_words(name: str) -> None:
    """Unless all of them are small, such as what can I do."""
    _, book = open_game(name)
    known = index_of(name)
    words = [(rule.rule_id, word) for rule in book.rules.values() for word in rule.synonyms]
    missed = [
        (rule_id, word)
        for rule_id, word in words
        if known.index.find(word) and rule_id not in {each.id for each in ranked(known, word).rules}
    ]
    assert words
    assert missed == []
