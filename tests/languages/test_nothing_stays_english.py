"""In a language that nobody speaks no English is left: not in a game, nor in any command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from math import inf
from typing import Final

import click
import pytest

from referee.cli.main import COMMANDS, referee
from referee.cli.play.prompt import Look, PromptLines
from referee.core.fields import Choice, ListOf, MapOf, Record
from referee.core.paper.wording import text_of
from referee.core.play.loop import GameLoop
from referee.files.codes import CODES
from referee.testing.play import attempt, random_player, sampled
from tests.languages.spoken import ROOT, leaks, speaking
from tests.rooms import EVERY_ROOM, NAMES, ROOMS

LOOK: Final = Look(colour=False, cells=500)
CARDS: Final = re.compile(r"x?[NESW]{1,4}")
"""Saboteur's cards are told by their openings in any language."""
EVENING: Final = re.compile(r"\b[0-9a-f]{4}\b")
"""The digits by which a sheet names its evening."""
MOST: Final = 6
"""How often a prompt is read: some come at every turn. The proof reads all."""
PEOPLE: Final = (*NAMES, "Boris", "Zoë", "Zed", "Cyr", "Eva", "Davy Jones")
TYPED: Final = ("we play it so", "the lamp was moved", "Ana's kitchen")
"""What people said in recorded games, which stays as they said it."""
PARTS_OF_NAMES: Final = ("Bo", "Li", "Smith", "Jr", "Cy", "Maurice", "Maya", "Margot")
FILES: Final = ("jsonl", "yaml", "tests", "nofile")
TYPED_WORDS: Final = frozenset(" ".join(TYPED).split())
JOURNALS: Final = {
    "aladdin": "three_players",
    "colorful_treasure": "two_players",
    "no_swap_no_pay": "three_players",
    "saboteur": "five_players",
    "sidibaba": "five_players_in_a_maze",
}
FOR_ALL: Final = """
games
-h
rules {game}
rules {game} start
rules {game} zzzz
ask {game}
ask {game} nosuch
new {game} --players Ana,Bo,Cyr
sheet {game}
sheet {journal}
sheet {journal} --format markdown
log {journal}
log {journal} --all --why
score {journal} --why
check {journal}
score scoresheets/{folder}/evening.yaml --why
cases {game}
sheet {journal} --format html
sheet {game} --format html
rules {game} --format html
cases {game} --format html
"""
FOR_THE_SHELL: Final = """
ask nsnp value gold=x
ask nsnp value gren=1
ask nsnp challenge
ask nsnp value gold=2 --why
explain
explain NUMBER
stats tests/journals/saboteur tests/journals/aladdin
stats tests/journals/saboteur --format html
score nofile.yaml
score
ask
play nosuch
nosuch
games --nosuch
games --format nosuch
rules --format
"""


def plain(
    text: str, names: tuple[str, ...] = NAMES, known: frozenset[str] = frozenset()
) -> set[str]:
    """Give the plain words of a text that are no names, no cards and nothing typed."""
    text = EVENING.sub(" ", text)
    for name in sorted((*names, *TYPED), key=len, reverse=True):
        text = text.replace(name, " ")
    return {
        word
        for word in (each.strip("'") for each in leaks(text))
        if word not in known and not word.isupper() and not CARDS.fullmatch(word)
    }


@pytest.mark.parametrize("most", [MOST, pytest.param(inf, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_game_leaves_no_english_word(name: str, most: float) -> None:
    room, read = ROOMS[name], Counter[str]()
    with speaking("qps"):
        setup = room.setup(room.game.players[-1], 1)
        names = (
            *setup.seating,
            *setup.roles.values(),
            *(w for v in setup.options.values() for w in v),
        )
        for session in random_player(room, setup, 1):
            step = session.step
            asked = step.id if step else ""
            read[asked] += 1
            if read[asked] > most:
                continue
            told = PromptLines(GameLoop(session)).lines(LOOK, sand=None)
            for each in (step, *step.alternatives) if step else ():
                told += [
                    str(each.ask),
                    *([text_of(each.answers.hint())] if each.answers.size else []),
                ]
            for words in (*sampled(step, 8), *room.attempts(step)[:8]) if step else ():
                tried = attempt(session, words)
                told += map(text_of, tried.told) if tried else ()
            assert plain("\n".join(told), names) == set(), told


def _keys() -> frozenset[str]:
    """List what is typed as it stands in any language: commands, options, keys, ids, codes."""
    found = {*COMMANDS, *JOURNALS.values(), *TYPED_WORDS, *FILES, *PARTS_OF_NAMES}
    for name in COMMANDS:
        ctx = click.Context(referee)
        command = referee.get_command(ctx, name)
        for option in command.get_params(ctx) if command else ():
            found |= {*option.opts, *(getattr(option.type, "choices", ()))}
    found |= {each.code for each in CODES}
    found |= {"referee", "lang", "version", "help", "yes", "no", "none", "nosuch", "zzzz", "gren"}
    for room in ROOMS.values():
        found |= {room.game.id, *room.book.options, *(room.step_ids or ())}
        found |= {value for option in room.book.options.values() for value in option.values}
        form = room.game.final.form(room.book, {})
        found |= {question.name for question in room.game.questions}
        asked = [field for question in room.game.questions for field in question.fields]
        for field in (*form.fields, *form.shared, *asked):
            found |= {field.name, *_words(field.shape)}
        found |= {field.name for field in room.game.setup}
        for case in room.cases:
            found |= set(case["expect"].get("answer", {}))
    found |= {"game", "players", "options", "numbers", "holdings", "YAML", "JSON", "CSV", "HTML"}
    parts = {part for name in found for part in re.split(r"[-_.\s/]+", name)}
    return frozenset((*parts, *(name.replace("_", "-").lstrip("-") for name in found)))


def _words(shape: object) -> set[str]:
    match shape:
        case Choice(words=words):
            return set(words)
        case ListOf(each=each):
            return _words(each)
        case MapOf(keys=keys, each=each):
            return _words(keys) | _words(each)
        case Record(fields=fields):
            return {word for field in fields for word in (field.name, *_words(field.shape))}
    return set()


def _shown(text: str) -> str:
    """Give what is read of a page: neither its tags nor its style."""
    if not text.startswith("<!DOCTYPE"):
        return text
    return unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL))


def _commands() -> list[str]:
    lines = [f"help {name}" for name in COMMANDS] + FOR_THE_SHELL.strip().splitlines()
    for folder, journal in JOURNALS.items():
        facts = {
            "game": folder.replace("_", "-"),
            "folder": folder.replace("_", "-"),
            "journal": f"tests/journals/{folder}/{journal}.jsonl",
        }
        lines += FOR_ALL.strip().format(**facts).splitlines()
    return lines


def test_no_command_leaves_an_english_word() -> None:
    lines, known = _commands(), _keys()
    ran = subprocess.run(
        [sys.executable, "-m", "tests.languages.program"],
        input=json.dumps([line.split() for line in lines]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    left = {
        (line, told.strip()): words
        for line, text in zip(lines, json.loads(ran.stdout), strict=True)
        for told in _shown(text).splitlines()
        if not re.search(r"\breferee [a-z]", told)
        if (words := plain(re.sub(r"\b[0-9a-f]{12,}\b", " ", told), PEOPLE, known))
    }
    assert left == {}
