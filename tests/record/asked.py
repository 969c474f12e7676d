"""Recording a room without a game: its tables, its questions, and counts that were only typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import convert, json

from referee.core.fields import FileText
from referee.core.game import Answer, Facts
from referee.core.say import RefereeError
from referee.core.table import FinalCount, Setup
from referee.files.documents.facts import read_facts
from referee.files.documents.schemas.files import holdings_schema
from referee.files.documents.template import holdings_template
from referee.render.formats import Format
from referee.render.rulings import render_questions
from referee.testing.cases import question_named
from referee.testing.room import Drawn
from tests.record.counts import drawn_count, fields_of, seen_count
from tests.record.telling import (
    Seen,
    plain,
    seen_answer,
    seen_finding,
    seen_margin,
    seen_setup,
    seen_sheet,
)
from tests.rooms import Room

PEOPLE: Final = ("A", "B", "C", "D", "E")
TABLES, FACTS, COUNTS, TEXTS = 4, 200, 40, 40
"""How many settings and counts of each table, facts of each question, and texts of a kind."""


def recorded_room(room: Room) -> Iterator[Seen]:
    """Give the rows of what a room says beside its games."""
    yield {"given": {"kind": "room", "game": room.game.id}, "seen": {}}
    for given in given_of_room(room):
        yield {"given": given, "seen": seen_of_room(room, given)}


def seen_of_room(room: Room, given: Seen) -> Seen:
    """See what comes of one row's question, table or count."""
    match given["kind"]:
        case "about":
            return _about(room)
        case "table":
            return _table(room, setup_of(given))
        case "ask":
            return _answered(room, given)
        case "text":
            return _looked_over(room, given)
        case _:
            setup = setup_of(given)
            holdings = {owner: fields_of(held) for owner, held in given["holdings"].items()}
            count = FinalCount(setup, holdings, fields_of(given["besides"]))
            return seen_count(room.game, room.book.with_table_numbers(setup.numbers), count)


def setup_of(given: Seen) -> Setup:
    """Take a table as JSON holds it."""
    told = {**given["setup"]}
    return convert({**told, "roles": told.pop("aside")}, Setup)


def given_of_room(room: Room, every: int = 1) -> Iterator[Seen]:
    """List what is looked at, put and counted; of each kind one of so many."""
    yield {"kind": "about"}
    for seats in room.game.players:
        for seed in range(0, TABLES, every):
            yield {"kind": "table", "setup": seen_setup(room.setup(seats, seed))}
        for seed in range(0, COUNTS, every):
            setup = room.setup(seats, seed)
            yield {"kind": "count", "setup": seen_setup(setup), **drawn_count(room, setup, seed)}
    for name, text in room.setup(room.game.players[0], seed=1).texts.items():
        for seed in range(0, TEXTS, every):
            yield {"kind": "text", "name": name, "text": _misread(text, seed)}
    for question in room.game.questions:
        typed = [shlex.split(question.example)]
        puts = (case["ask"] for case in room.cases if "ask" in case)
        typed += [[*map(str, put["facts"])] for put in puts if put["question"] == question.name]
        for facts in typed[::every]:
            yield {"kind": "ask", "question": question.name, "typed": facts}
        for seed in range(0, FACTS, every):
            setup = room.setup(Random(seed).choice(room.game.players), seed)
            yield {
                "kind": "ask",
                "question": question.name,
                "facts": plain(Drawn(seed, PEOPLE).fields(question.fields)),
                "setup": seen_setup(setup),
            }


def _about(room: Room) -> Seen:
    game, book = room.game, room.book
    views = {name: [str(view.title), view.secret] for name, view in game.paper.views.items()}
    return {
        "title": game.title,
        "players": [*game.players],
        "has_timer": game.has_timer,
        "needs": [
            [ask.name, "person" if ask.is_person else "text", str(ask.ask), ask.required]
            for ask in game.setup
        ],
        "views": views,
        "questions": json.decode(render_questions(game.questions, game.id, Format.JSON)),
        "schema": holdings_schema(game, book),
    }


def _table(room: Room, setup: Setup) -> Seen:
    book = room.book.with_table_numbers(setup.numbers)
    return {
        "margin": seen_margin(room.game.reference(book, setup)),
        "blank_sheet": seen_sheet(room.game.sheet(book, setup, ())),
        "blank_holdings": holdings_template(room.game, book, setup),
    }


def _looked_over(room: Room, given: Seen) -> Seen:
    """Read a text that only the table can tell, such as a maze, and look it over."""
    (ask,) = (ask for ask in room.game.setup if ask.name == given["name"])
    assert isinstance(ask.shape, FileText)
    try:
        ask.shape.read(given["text"])
    except RefereeError as problem:
        return {"problem": str(problem)}
    if ask.about is None:
        return {}
    told, findings = ask.about(room.book, given["text"])
    return {"told": plain(told), "findings": [seen_finding(each) for each in findings]}


def _misread(text: str, seed: int) -> str:
    """Put one sign of a text in the place of another; seed 0 leaves it as it is."""
    draw = Random(seed)
    place = draw.randrange(len(text))
    return text[:place] + draw.choice(text) + text[place + 1 :] if seed else text


def _answered(room: Room, given: Seen) -> Seen:
    try:
        return seen_answer(_reply(room, given))
    except RefereeError as problem:
        return {"problem": str(problem)}


def _reply(room: Room, given: Seen) -> Answer:
    question = question_named(room.game, given["question"])
    if "typed" in given:
        return question.answer(room.book, read_facts(question, room.book, given["typed"]))
    setup, values = setup_of(given), fields_of(given["facts"])
    return question.answer(
        room.book.with_table_numbers(setup.numbers), Facts(values, setup.options)
    )
