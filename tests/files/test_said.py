"""What tables say: the files of sentences and of groups of words, and what is wrong with one."""

from __future__ import annotations

import pytest

from referee.core.words.tags import TAGS
from referee.files.diagnostics import Unreadable
from referee.files.documents.disputes import CURRENT, load_cases
from referee.files.finding.compiled import GameIndex, compiled, load_index
from referee.files.finding.sources import read_groups, read_said, said_files, search_files
from referee.files.yaml.loader import parse
from referee.operations.indexing import made_index
from referee.registry import open_game, own_ids

KNOWN = {"PEB-3.2", "PEB-C01"}
LEAST = {"en": 3, "zh-Hant": 2, "zh-Hans": 2, "ja": 2}
WRITTEN = ("no-swap-no-pay",)
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
    with pytest.raises(Unreadable) as wrong:
        said(text)
    (told,) = wrong.value.diagnostics
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
    with pytest.raises(Unreadable) as wrong:
        read_groups(parse(text.encode(), "en.yaml"), own_ids())
    assert {each.code for each in wrong.value.diagnostics} == {code}


def test_every_file_of_ours_is_read() -> None:
    assert len([read_groups(parse(raw, path), own_ids()) for path, raw in search_files()]) == 4
    for game in own_ids():
        room, book = open_game(game)
        known = {*book.rules, *(case.case_id for case in load_cases(room, book))}
        for path, raw in said_files(room.package):
            assert read_said(parse(raw, path), game, known)


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
    assert by_tag.keys() == {*TAGS}
    audit = f"{book.prefix}-{len(book.sections)}."
    argued = {rule_id for rule_id in book.rules if not rule_id.startswith(audit)}
    for tag, least in LEAST.items():
        few = {each for each in known if len(by_tag[tag].get(each, ())) < least}
        assert few & {*argued, *(case.case_id for case in cases)} == set(), tag


def test_an_index_is_made_once_and_made_again_when_its_sources_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = made_index("no-swap-no-pay")
    builds = list[str]()

    def build() -> GameIndex:
        builds.append("built")
        return made

    load_index("no-swap-no-pay", build)
    before = len(builds)
    assert compiled(load_index("no-swap-no-pay", build)) == compiled(made)
    assert len(builds) == before
    monkeypatch.setattr("referee.files.finding.compiled._sources", lambda room: iter(()))
    monkeypatch.setattr("referee.files.finding.compiled._write", _cannot)
    load_index("no-swap-no-pay", build)
    assert len(builds) == before + 1


def _cannot(path: str, raw: bytes) -> None:
    raise PermissionError(path)
