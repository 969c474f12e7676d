"""The catalogues: complete, fitting the English and the glossaries, their words readable again."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from referee.core.words.language import BETWEEN, WORD, fits
from referee.files.languages import SHELL
from referee.files.tags import tags
from referee.registry import open_game
from referee.testing.languages import confused
from referee.translating.catalogues import Key, messages, missing
from referee.translating.catalogues import read as read_again
from referee.translating.sources import is_short, shared, sources
from referee.translating.texts import CASES, LOCALE, RULEBOOKS, cases_of, texts_at, unlike
from tests.languages.evenings import different_steps
from tests.languages.spoken import FOREIGN, speaking
from tests.rooms import EVERY_ROOM, ROOMS, ROOT

EVERY = sources()
EACH = [
    (tag, domain)
    for tag in tags()[1:]
    for domain in EVERY
    if EVERY[domain].catalogue(tag).is_file()
]
COMPLETE = [(tag, domain) for tag in FOREIGN for domain in EVERY]
TEXTS = [(tag, domain) for tag in FOREIGN for domain, source in EVERY.items() if source.game]
read = cache(read_again)
"""Each catalogue is checked against many things, and none of them changes it."""
_FACT = re.compile(r"\{\w*\}")
_LETTERS = re.compile(r"[A-Za-z]{2}")
SAME_EVERYWHERE = {
    "undo sand": "a command that is looked up by its English",
    "Pebble Fair": "a title that is never translated",
    "Stone Night": "a title that is never translated",
    "Maya=b3 Margot=b3 Maurice=b5": "an example, typed as it is",
    "Maya=b3 Margot=s3 Maurice=g5 touched=Margot,Maya": "an example, typed as it is",
    "Ana=3 Bo=3 Cy=2": "an example, typed as it is",
    "2 green, 1 red, bronze ring": "an example, worded by the words of the game",
    "2 red, 1 key": "an example, worded by the words of the game",
    "3g 2r tr t br bn": "an example in letters",
    "referee {version}": "the name of the program",
    "no one": "read as nobody, in English",
    "face up": "a way to discard, which is refused",
    "no gold": "an answer in English",
}
"""Messages with letters that all languages leave as they are, and why."""
MOST_LINES = 45_000
"""So long are the catalogues of the complete languages at most, for those who open them."""


def catalogue(tag: str, domain: str) -> dict[Key, Message]:
    return messages(read(EVERY[domain].catalogue(tag)))


def forms(text: str | Iterable[str] | None) -> list[str]:
    """Give the forms of a message that counts, or the one of any other."""
    return [text] if isinstance(text, str) else [*(text or ())]


@pytest.mark.parametrize("tag", FOREIGN)
def test_a_complete_language_has_the_program_every_game_and_every_rulebook(tag: str) -> None:
    assert {path.stem for path in (LOCALE / tag).rglob("*.po")} == {*EVERY}
    assert {path.stem for path in (RULEBOOKS / tag).glob("*.yaml")} == {*EVERY} - {SHELL}


def test_all_that_is_said_is_in_the_catalogues_and_nothing_else() -> None:
    for domain, fresh in shared(EVERY).items():
        said = {*messages(fresh)}
        for tag in FOREIGN:
            known = {*catalogue(tag, domain)}
            assert (said - known, known - said) == (set(), set()), "run: make languages"


@pytest.mark.parametrize(("tag", "domain"), COMPLETE)
def test_nothing_is_left_untranslated_or_doubtful(tag: str, domain: str) -> None:
    assert missing(read(EVERY[domain].catalogue(tag))) == []


@pytest.mark.parametrize(("tag", "domain"), EACH)
def test_a_translation_has_the_facts_of_the_english_and_no_others(tag: str, domain: str) -> None:
    for each in read(EVERY[domain].catalogue(tag)):
        if not each.id or each.context == WORD or not each.string:
            continue
        ids = forms(each.id)
        least = set.intersection(*({*_FACT.findall(text)} for text in ids))
        least -= {"{n}"} if len(ids) > 1 else set()
        for text in filter(None, forms(each.string)):
            assert fits(text, "".join(ids)), each.id
            assert least <= set(_FACT.findall(text)), each.id


def _words(tag: str, *domains: str) -> dict[str, list[str]]:
    return {
        str(each.id): str(each.string).split(BETWEEN)
        for name in domains
        for each in read(EVERY[name].catalogue(tag))
        if each.context == WORD and each.string
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


@pytest.mark.parametrize("often", [1, pytest.param(3, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_no_form_means_two_things_at_one_step(name: str, often: int) -> None:
    """At every step that asks something else; the proof comes to each three times."""
    room, domain = ROOMS[name], name.replace("-", "_")
    spoken = [tag for tag in tags()[1:] if EVERY[domain].catalogue(tag).is_file()]
    words = {tag: _words(tag, SHELL, domain) for tag in spoken}
    steps = 0
    for session in different_steps(room, often):
        steps += 1
        for tag in spoken:
            assert [*confused(session, words[tag])] == [], tag
    assert steps


@pytest.mark.parametrize(("tag", "domain"), TEXTS)
def test_a_rulebook_in_another_language_has_every_rule_of_today(tag: str, domain: str) -> None:
    book, texts = EVERY[domain].book, texts_at(EVERY[domain].texts(tag))
    assert book
    assert list(texts["rules"]) == list(book.rules)
    assert len(texts["sections"]) == len(book.sections)
    cases = {name: [*case] for name, case in EVERY[domain].cases.items()}
    assert {name: [*case] for name, case in texts[CASES].items()} == cases
    assert all(text for case in texts[CASES].values() for text in case.values())
    wrong = (why for name, told in texts["rules"].items() for why in unlike(book.rules[name], told))
    assert list(wrong) == []


def test_the_catalogues_are_no_longer_than_asked() -> None:
    paths = [EVERY[domain].catalogue(tag) for tag, domain in COMPLETE]
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in paths)
    assert lines <= MOST_LINES


def test_hardly_a_message_is_the_same_in_every_language() -> None:
    same: set[str] = set()
    for domain in EVERY:
        spoken = [catalogue(tag, domain) for tag in FOREIGN]
        for text, context in spoken[0]:
            english = forms(text)[0]
            plain = {forms(each[text, context].string)[0] for each in spoken}
            if context != WORD and plain == {english} and _LETTERS.search(_FACT.sub("", english)):
                same.add(english)
    assert len(SAME_EVERYWHERE) <= 20
    assert same <= {*SAME_EVERYWHERE}


@pytest.mark.parametrize("tag", FOREIGN)
def test_one_english_text_has_one_translation_or_a_context(tag: str) -> None:
    found = [
        text for domain in EVERY for text, context in catalogue(tag, domain) if context is None
    ]
    assert sorted({str(text) for text in found if found.count(text) > 1}) == []


@pytest.mark.parametrize(("tag", "domain"), EACH)
def test_a_short_message_says_what_it_is(tag: str, domain: str) -> None:
    bare = [
        each.id
        for each in messages(read(EVERY[domain].catalogue(tag))).values()
        if each.context is None and not each.auto_comments and is_short(forms(each.id)[0])
    ]
    assert bare == []


@pytest.mark.parametrize(("tag", "domain"), EACH)
def test_a_catalogue_names_no_places_and_gettext_accepts_it(tag: str, domain: str) -> None:
    path = EVERY[domain].catalogue(tag)
    assert "\n#: " not in path.read_text(encoding="utf-8")
    judge = shutil.which("msgfmt")
    if judge is None:
        pytest.skip("gettext is not installed")
    ran = subprocess.run(
        [judge, "-c", "-o", "/dev/null", path], capture_output=True, text=True, check=False
    )
    assert (ran.stderr, ran.returncode) == ("", 0)


def test_the_languages_are_those_of_the_folders() -> None:
    folders = {path.name for path in Path(LOCALE).iterdir() if path.is_dir()}
    assert {*tags()} == {"en", *folders}


PAGES = sorted(ROOT.glob("docs/glossary.*.md"))
ROW = re.compile(r"^\| (?P<term>[^|]+) \| (?P<of>[^|]+) \| (?P<said>[^|]+) \| (?P<not>[^|]*) \|$")
APART = re.compile(r"^- (?P<term>.+?) in `(?P<message>.+)`$")
DOMAINS = {source.game.title if source.game else "the program": d for d, source in EVERY.items()}


def rows(text: str) -> list[re.Match[str]]:
    found = [each for line in text.splitlines() if (each := ROW.match(line))]
    return [each for each in found if each["of"] in DOMAINS]


@cache
def said_of(domain: str, tag: str) -> list[tuple[str, str]]:
    """List what a game, or the program, says and how a language says it, cases among it."""
    source = EVERY[domain]
    found = [*cases_of(source.texts(tag))]
    for (english, context), each in messages(read(source.catalogue(tag))).items():
        one = " ".join(forms(english)[0].split())
        if context != WORD and not each.fuzzy and each.string:
            found.append((one, forms(each.string)[0]))
    return found


def strayed(tag: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each term with a message that has it and not its translation."""
    apart = filter(None, map(APART.match, text.splitlines()))
    listed = {(found["term"], found["message"]) for found in apart}
    for row in rows(text):
        term, said, other = row["term"], row["said"], row["not"].strip().casefold()
        for one, translated in said_of(DOMAINS[row["of"]], tag):
            has_it = re.search(rf"\b{term}s?\b", _FACT.sub("", one))
            spoken = translated.casefold()
            if not has_it or not spoken or (term, one) in listed:
                continue
            forms = said.casefold().split(BETWEEN)
            if not any(form in spoken for form in forms) or (other and other in spoken):
                yield term, one


def test_every_complete_language_has_a_glossary() -> None:
    assert {path.suffixes[0][1:] for path in PAGES} >= {*FOREIGN}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_message_keeps_to_the_glossary(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(rows(text)) >= 8
    assert [*strayed(path.suffixes[0][1:], text)] == []


def test_a_message_that_says_it_otherwise_is_found() -> None:
    row = "| captain | No Swap No Pay! | 艦長 |  |"
    assert ("captain", "Who is the first captain?") in {*strayed("ja", row)}
