"""What tables say: the files of sentences and of groups of words, and what is wrong with one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.core.words.index import Kind, Text, compiled_index
from referee.core.words.terms import elsewhere_key
from referee.files.documents.disputes import CURRENT, load_cases
from referee.files.finding.sources import read_groups, read_said, said_files, search_files
from referee.files.yaml.loader import parse
from referee.registry import open_game, own_ids
from tests.cli.running import run
from tests.files.pebble_fair import codes, faults
from tests.rooms import ROOT

KNOWN = {"PEB-3.2", "PEB-C01"}
LEAST = {"en": 3, "zh-Hant": 2, "zh-Hans": 2, "ja": 2}
WRITTEN = ("no-swap-no-pay", "saboteur", "sidibaba")
"""The games whose texts are all there."""
LONGEST_ANSWER = 100


def said(text: str) -> dict[str, tuple[str, ...]]:
    return dict(read_said(parse(text.encode(), "said.yaml"), "pebble-fair", KNOWN))


def test_sentences_are_read_by_id() -> None:
    text = "game: pebble-fair\nsaid:\n  PEB-3.2: [mud!, too dirty]\n  PEB-C01: spoilt?\n"
    assert said(text) == {"PEB-3.2": ("mud!", "too dirty"), "PEB-C01": ("spoilt?",)}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("said: {PEB-3.2: [mud]}", "MISSING"),
        ("game: pebble-fair", "MISSING"),
        ("game: pebble-fair\nsaid: {PEB-9.9: [mud]}", "WORD"),
        ("game: pebble-fair\nsaid: {PEB-3.2: [mud, Mud]}", "TWICE"),
        ("game: pebble-fair\nsaid: {PEB-3.2: [mud], PEB-C01: [mud]}", "TWICE"),
        ("game: pebble-fair\nsaid: {PEB-3.2: {mud: yes}}", "SHAPE"),
        ("game: pebble-fair\nsaid: [mud]", "SHAPE"),
        ("game: pebble-fair\nsaid: {}\nasked: {}", "UNKNOWN-KEY"),
    ],
)
def test_what_is_wrong_with_sentences_is_told_with_its_place(text: str, code: str) -> None:
    (told,) = faults(lambda: said(text))
    assert (told.code, told.path) == (code, "said.yaml")
    assert told.line >= 1


def test_groups_are_read_for_all_games_and_for_one() -> None:
    text = "groups: [[steal, nick]]\nrooms: {saboteur: [[lamp, light]]}"
    groups = read_groups(parse(text.encode(), "en.yaml"), own_ids())
    assert groups.of("saboteur") == (("steal", "nick"), ("lamp", "light"))
    assert groups.of("aladdin") == (("steal", "nick"),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("groups: [[steal]]", "SHAPE"),
        ("groups: [[steal, Steal]]", "SHAPE"),
        ("groups: [steal]", "SHAPE"),
        ("rooms: {chess: [[rook, castle]]}", "GAME"),
        ("words: []", "UNKNOWN-KEY"),
    ],
)
def test_what_is_wrong_with_groups_is_told(text: str, code: str) -> None:
    assert {*codes(lambda: read_groups(parse(text.encode(), "en.yaml"), own_ids()))} == {code}


def test_every_file_of_ours_is_read() -> None:
    assert len([read_groups(parse(raw, path), own_ids()) for path, raw in search_files()]) == 4
    for game in own_ids():
        room, book = open_game(game)
        known = {*book.rules, *(case.case_id for case in load_cases(room, book))}
        for path, raw in said_files(room.package):
            assert read_said(parse(raw, path), game, known)


def test_words_of_other_things_are_written_as_they_are_looked_up() -> None:
    lines = (ROOT / "rulebooks/search/elsewhere.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 600
    assert [line for line in lines if elsewhere_key(line) != line] == []
    assert lines == sorted({*lines})


def test_a_word_of_other_things_counts_unless_a_text_has_it() -> None:
    texts = [Text("PEB-1.1", Kind.SAID, "may I keep the king of pebbles")]
    has_king = compiled_index(texts, (), ["king", "pawn"])
    (fits,) = has_king.find("may I keep the king", {"king", "pawn"})
    (less,) = has_king.find("may I keep the pawn", {"king", "pawn"})
    assert less.fit < 0.2
    assert fits.fit > 0.5


@pytest.mark.parametrize("game", WRITTEN)
def test_every_current_case_has_a_short_answer_and_is_said_in_every_language(game: str) -> None:
    room, book = open_game(game)
    cases = [case for case in load_cases(room, book) if case.status == CURRENT]
    assert [c.case_id for c in cases if not 0 < len(c.short) <= LONGEST_ANSWER] == []
    known = {*book.rules, *(case.case_id for case in cases)}
    by_tag = {
        path.split("/")[-2]: read_said(parse(raw, path), game, known)
        for path, raw in said_files(room.package)
    }
    assert by_tag.keys() == {*LEAST}
    audit = f"{book.prefix}-{len(book.sections)}."
    argued = {rule_id for rule_id in book.rules if not rule_id.startswith(audit)}
    for tag, least in LEAST.items():
        few = {each for each in known if len(by_tag[tag].get(each, ())) < least}
        assert few & {*argued, *(case.case_id for case in cases)} == set(), tag


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own, in which sources can be changed."""
    for folder in ("referee", "rulebooks"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(checkout: Path, sentence: str) -> str:
    ran = run("ask", "no-swap", sentence, env={"PYTHONPATH": str(checkout)})
    assert ran.code == 0, ran.err
    return ran.out


def test_a_checkout_keeps_its_index_until_a_source_is_newer_and_does_without(
    checkout: Path,
) -> None:
    beside = checkout / "rulebooks/__pycache__"
    index = beside / "no_swap_no_pay.search"
    assert asked(checkout, "zanzibar quux").startswith("Nothing decided in ")
    first = index.read_bytes()
    asked(checkout, "may I look into my own bag")
    assert index.read_bytes() == first
    said = checkout / "rulebooks/casebook/said/en/no_swap_no_pay.yaml"
    text = said.read_text(encoding="utf-8")
    said.write_text(text.replace("NSP-3.2:\n", "NSP-3.2:\n    - zanzibar quux\n"), encoding="utf-8")
    assert asked(checkout, "zanzibar quux").startswith("NSP-3.2  ")
    assert index.read_bytes() != first
    shutil.rmtree(beside)
    beside.write_text("no folder", encoding="utf-8")
    assert asked(checkout, "zanzibar quux").startswith("NSP-3.2  ")
    assert beside.is_file()
