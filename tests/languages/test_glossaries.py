"""Each term of the glossaries has its translation in every message, or the message is listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.core.words.language import BETWEEN, WORD
from referee.translating.catalogues import messages, read
from referee.translating.texts import cases_of
from tests.languages.spoken import FOREIGN
from tests.languages.test_catalogues import EVERY, first_form
from tests.rooms import ROOT

PAGES = sorted(ROOT.glob("docs/glossary.*.md"))
ROW = re.compile(r"^\| (?P<term>[^|]+) \| (?P<of>[^|]+) \| (?P<said>[^|]+) \| (?P<not>[^|]*) \|$")
APART = re.compile(r"^- (?P<term>.+?) in `(?P<message>.+)`$")
_FACT = re.compile(r"\{\w*\}")
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
        one = " ".join(str(english if isinstance(english, str) else english[0]).split())
        if context != WORD and not each.fuzzy and each.string:
            found.append((one, first_form(each)))
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
