"""The catalogues: complete, fitting the English, and their words readable again."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from referee.core.words.language import BETWEEN, WORD
from referee.files.languages import SHELL
from referee.registry import open_game
from referee.testing.languages import confused
from tests.languages.evenings import different_steps
from tests.languages.spoken import speaking
from tests.rooms import EVERY_ROOM, ROOMS
from tools.languages.__main__ import extracted
from tools.languages.catalogues import (
    LOCALE,
    RULEBOOKS,
    TAGS,
    domains,
    missing,
    po_path,
)
from tools.languages.catalogues import read as read_anew
from tools.languages.rulebooks import english, texts_at, unlike

EACH = [(tag, domain) for tag in TAGS for domain in domains()]
TEXTS = sorted(path for path in RULEBOOKS.glob("*/*.yaml") if path.parent.name != "search")
read = cache(read_anew)
"""Each catalogue is held against many things, and none of them changes it."""
_FACT = re.compile(r"\{\w*\}")


def test_every_language_has_the_shell_every_room_and_every_rulebook() -> None:
    rooms = {path.stem for path in RULEBOOKS.glob("*.yaml")}
    for tag in TAGS:
        assert {path.stem for path in (LOCALE / tag).rglob("*.po")} == {SHELL, *rooms}
        assert {path.stem for path in (RULEBOOKS / tag).glob("*.yaml")} == rooms


def test_all_that_is_said_is_in_the_catalogues_and_nothing_else() -> None:
    for domain, fresh in extracted().items():
        said = {(each.id, each.context) for each in fresh if each.id}
        for tag in TAGS:
            known = {(each.id, each.context) for each in read(po_path(tag, domain)) if each.id}
            assert (said - known, known - said) == (set(), set()), "run: make languages"


@pytest.mark.parametrize(("tag", "domain"), EACH)
def test_nothing_is_left_untranslated_or_doubtful(tag: str, domain: str) -> None:
    assert missing(read(po_path(tag, domain))) == []


@pytest.mark.parametrize(("tag", "domain"), EACH)
def test_a_translation_has_the_facts_of_the_english_and_no_others(tag: str, domain: str) -> None:
    for each in read(po_path(tag, domain)):
        if not each.id or each.context == WORD:
            continue
        ids = [str(text) for text in (each.id if isinstance(each.id, tuple) else (each.id,))]
        found = each.string if isinstance(each.string, tuple) else (each.string,)
        texts = [str(text) for text in found]
        wanted = {fact for text in ids for fact in _FACT.findall(text)}
        least = set(_FACT.findall(ids[0]))
        assert [least <= set(_FACT.findall(text)) <= wanted for text in texts] == [True], each.id


def _words(tag: str, *domains: str) -> dict[str, list[str]]:
    return {
        str(each.id): str(each.string).split(BETWEEN)
        for name in domains
        for each in read(po_path(tag, name))
        if each.context == WORD
    }


@pytest.mark.parametrize(("tag", "domain"), [each for each in EACH if each[1] != SHELL])
def test_every_word_is_read_back(tag: str, domain: str) -> None:
    with speaking(tag) as language:
        open_game(domain.replace("_", "-"))
        for word, forms in _words(tag, SHELL, domain).items():
            assert language.word(word) == forms[0]
            for form in forms:
                found = language.read(form)
                assert word in {found.english, *found.variants(found.english)}, form


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_no_form_means_two_things_at_one_step(name: str) -> None:
    room, domain = ROOMS[name], name.replace("-", "_")
    words = {tag: _words(tag, SHELL, domain) for tag in TAGS}
    steps = 0
    for session in different_steps(room):
        steps += 1
        for tag in TAGS:
            assert [*confused(session, words[tag])] == [], tag
    assert steps


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_rulebook_in_another_language_has_every_rule_of_today(path: Path) -> None:
    book, texts = english(RULEBOOKS / path.name), texts_at(path)["rules"]
    assert list(texts) == list(book.rules)
    assert len(texts_at(path)["sections"]) == len(book.sections)
    assert [why for name, told in texts.items() for why in unlike(book.rules[name], told)] == []
