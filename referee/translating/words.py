"""The words that may be typed in a game: found by looking at its fields and playing it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.core.fields import Choice, Field, ListOf, MapOf, Record
from referee.core.play.marks.depth import CHOOSE_DEPTH, DEPTHS
from referee.core.play.reading import commands
from referee.core.table import ROUND, Setup
from referee.testing.languages import words_at
from referee.testing.play import AnySession, random_player
from referee.testing.room import Room

SEEDS = range(2)
_LABEL = re.compile(r"[a-z]{3}[a-z -]*")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
OF_THE_SHELL = (
    *commands.BARE,
    *commands.SLASHED,
    *commands.ON_TIME,
    *(CHOOSE_DEPTH, *DEPTHS),
    *("timer", "yes", "no", "none", "done", "stop", "on", "off", "announce", "ask", "to", "all"),
)
"""What may be typed in any game."""


def words_of(room: Room) -> set[str]:
    """Give every word that a game reads, in English."""
    found = set(commands.bare_commands(room.game))
    for question in room.game.questions:
        found |= {question.name, *_of_fields(question.fields)}
    form = room.game.final.form(room.book, {})
    ghosts = {str(name) for names in form.extra_entries.values() for name in names}
    found |= {*_of_fields(form.fields), *_of_fields(form.shared)}
    for option in room.book.options.values():
        found |= {value for value in option.values if _WORD.fullmatch(value)}
    for seed in SEEDS:
        setup = room.setup(room.game.players[-1 - seed], seed)
        people = (*setup.seating, *setup.roles.values())
        names = {part for name in people for part in (name, *name.split())}
        for session in _played(room, setup, seed):
            if session.step is not None:
                found |= set(words_at(session.step)) - names
    words = {word for word in found if len(word) > 1 and word.islower()} - set(OF_THE_SHELL)
    return words | ghosts


def _played(room: Room, setup: Setup, seed: int) -> Iterator[AnySession]:
    """Play a game by the turn, and where it can be one by the round."""
    yield from random_player(room, setup, seed)
    if room.game.course.depth and not seed:  # an opening begins with turns
        yield from random_player(room, replace(setup, by=ROUND), seed)


def labels_of(room: Room) -> set[str]:
    """Give the names of what an answer works out, a rule states or a file counts, as shown."""
    told = (case["expect"].get("answer", {}) for case in room.cases if "ask" in case)
    by_players = (
        name
        for _, name, value in room.book.constants()
        if isinstance(value, Mapping) and all(n in value for n in room.game.players)
    )
    worth = (name for _, _, value in room.book.constants() for name in _names(value))
    found = (name for each in told for name in _names(each))
    form = room.game.final.form(room.book, {})
    counted = _uncalled((*form.fields, *form.shared))
    named = {name.replace("_", " ") for name in (*found, *by_players, *worth, *counted)}
    return {name for name in named if _LABEL.fullmatch(name)}


def _uncalled(fields: Sequence[Field]) -> Iterator[str]:
    """Give the names of fields that a correction calls by nothing else."""
    for field in fields:
        if field.called is None:
            yield field.name
        inner = getattr(field.shape, "each", None)
        if isinstance(inner, Record):
            yield from _uncalled(inner.fields)


def _names(value: object) -> Iterator[str]:
    """Give the names of parts, and the words among the values, at every depth."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from (str(name), *_names(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _names(each)
    elif isinstance(value, str):
        yield value


def _of_fields(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield from _of_shape(field.shape)


def _of_shape(shape: object) -> Iterator[str]:
    match shape:
        case Choice(words=words):
            yield from (word for word in words if _WORD.fullmatch(word))
        case ListOf(each=each):
            yield from _of_shape(each)
        case MapOf(keys=keys, each=each):
            yield from (*_of_shape(keys), *_of_shape(each))
        case Record(fields=fields):
            yield from _of_fields(fields)
