"""What was printed is read for ever: codes, and the numbers that they were counted by."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json, to_builtins
from msgspec.structs import replace

from referee.core.paper.code import decode
from referee.core.rulebook import RuleKey
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import kept_numbers
from referee.files.journal.header import rules_as_stored
from referee.files.journal.payload import differing_constants, known_rules, read_payload
from referee.operations.opening import open_journal
from referee.operations.papers.writing import code_of
from referee.registry import open_game, own_ids
from tests.cli.running import ROOT
from tests.papers.kept import FOLDER, RECORDED, name_of, scored

CODES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", CODES, ids=[path.stem for path in CODES])
def test_a_code_says_what_it_said(path: Path) -> None:
    won, _, code = path.read_text(encoding="utf-8").partition("\n\n")
    assert scored(code) == won


def test_the_code_of_every_recorded_evening_is_kept() -> None:
    assert {name_of(path) for path in RECORDED} <= {path.name for path in CODES}


@pytest.mark.parametrize("game", own_ids())
def test_a_changed_constant_or_switch_raises_the_number(game: str) -> None:
    """Today's number is kept as it is; whatever changes has to join under the next number."""
    book = open_game(game)[1]
    rules = to_builtins(rules_as_stored(book))
    kept = kept_numbers(game)[str(book.version)]
    now = json.decode(json.encode({"constants": rules["constants"], "switches": rules["switches"]}))
    assert now == kept, "raise `version`, and add it to rulebooks/kept"
    assert [*kept_numbers(game)] == [str(n) for n in range(1, book.version + 1)]


def test_an_earlier_number_has_its_own_constants() -> None:
    book = open_game("no-swap-no-pay")[1]
    earlier = known_rules(1, book)
    assert earlier is not None
    assert earlier.version == 1
    assert earlier.constants != rules_as_stored(book).constants
    assert known_rules(book.version + 1, book) is None


def test_what_differs_from_a_number_stands_in_the_code() -> None:
    game, book = open_game("saboteur")
    key = next(key for key in game.keys if key.kind is int)
    changed = book.with_number(RuleKey(key.rule_id, key.name, int), book[key] + 1)
    setup = Setup(seating=(Player("Ana"), Player("Bo"), Player("Cy")))
    assert differing_constants(book, setup, book) == {}
    assert differing_constants(changed, setup, book) == {key.rule_id: {key.name: book[key] + 1}}
    unknown = replace(book, version=99)
    assert differing_constants(unknown, setup, book) is None


def test_an_evening_counted_otherwise_carries_what_differs() -> None:
    journal = open_journal(str(ROOT / "tests/journals/sidibaba/three_players.jsonl"))
    written = code_of(journal)
    assert written is not None
    payload = read_payload(decode(written.text))
    assert payload.head.rules == 2
    assert payload.head.constants == {"SID-6.6": {"opens": (6, 5, 4)}}
