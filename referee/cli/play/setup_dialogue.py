"""What the table tells before the first turn: people, texts, and numbers nobody else knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from referee.cli.output import talk, tell_problem
from referee.core.fields import Text
from referee.core.game import Game
from referee.core.rulebook import Numbers, Rulebook, TableNumber
from referee.core.say import BadAnswer, Fact, RefereeError, Say, plural
from referee.core.table import Player, Setup, SetupField
from referee.files.diagnostics import Unreadable
from referee.files.documents.setup import BadSetup, read_field
from referee.files.values.fields import wanted
from referee.files.values.scalars import WrongType, confusable_key, name_of

Prompter: TypeAlias = Callable[[str], str | None]
"""Puts a question and gives the words, or None where nobody answers any more."""


def ask_fields(game: Game, setup: Setup, hear: Prompter) -> Setup:
    """Ask for the people and texts that the setup lacks. Raises RefereeError for no answer."""
    for field in game.setup:
        if not field.required or field.name in {**setup.roles, **setup.texts}:
            continue
        if field.is_person:
            person = _person(hear, field.ask, setup)
            setup = replace(setup, roles={**setup.roles, field.name: person})
        else:
            text = _text(hear, field, game.id)
            setup = replace(setup, texts={**setup.texts, field.name: text})
    return setup


def ask_numbers(book: Rulebook, setup: Setup, hear: Prompter, kept: Mapping[str, Numbers]) -> Setup:
    """Ask for the numbers that the setup lacks. Raises RefereeError for no answer.

    Of those that were ``kept`` from an earlier game, an empty line takes each.
    """
    for _, name, asked in book.table_numbers():
        if name not in setup.numbers:
            question = _question(asked, book, setup)
            numbers = _numbers(hear, question, asked, kept.get(name, ()))
            setup = replace(setup, numbers={**setup.numbers, name: numbers})
    return setup


def _heard(hear: Prompter, ask: Say) -> str:
    while (words := hear(str(ask))) is not None:
        if words.strip():
            return words.strip()
    raise nobody_answers(ask)


def _text(hear: Prompter, field: SetupField, game: str) -> str:
    """Ask for what a set-up field holds that is nobody's name; of a text in a file, the path."""
    ask = field.ask
    if not isinstance(field.shape, Text):
        ask = Say("{ask} ({wanted})", ask=field.ask, wanted=wanted(field.shape))
    while True:
        words = _heard(hear, ask)
        try:
            return read_field(field, words, game)
        except BadSetup as bad:
            talk(bad.say)
        except Unreadable as unreadable:
            tell_problem(unreadable, as_json=False)


def _person(hear: Prompter, ask: Say, setup: Setup) -> Player:
    """Ask for somebody who does not sit among the players, until a name is told."""
    seated = {confusable_key(name) for name in (*setup.seating, *setup.roles.values())}
    while True:
        words = _heard(hear, ask)
        try:
            name = name_of(words)
        except WrongType as unfit:
            talk(unfit.message)
            continue
        if words.startswith(("?", "/")):
            talk(Say("Type a name."))
        elif confusable_key(name) in seated:
            talk(Say("{name} is already a player.", name=name))
        else:
            return Player(name)


def nobody_answers(ask: Say) -> RefereeError:
    """Say that the input ended before a game was begun, and what was still to be told."""
    return RefereeError(Say("No game was started. Missing: {ask}", ask=ask))


def _question(asked: TableNumber, book: Rulebook, setup: Setup) -> Say:
    """Word what is asked: as many numbers as are wanted, and for which setting of a switch."""
    facts: dict[str, Fact] = {"question": asked.question}
    if asked.by:
        facts |= {"by": asked.by, "setting": book.option(setup.options, asked.by)}
    if asked.count is None:
        said = "Type {question}.  ({by}: {setting})" if asked.by else "Type {question}."
        return Say(said, **facts)
    one, many = "Type {question}.  ({n} number)", "Type {question}.  ({n} numbers)"
    if asked.by:
        one = "Type {question}.  ({n} number; {by}: {setting})"
        many = "Type {question}.  ({n} numbers; {by}: {setting})"
    return plural(asked.count, one, many, **facts)


def _numbers(hear: Prompter, question: Say, asked: TableNumber, kept: Numbers) -> Numbers:
    """Ask until numbers are told that can be meant; an empty line takes those that were kept."""
    enter = Say("Enter: {numbers} (from an earlier game)", numbers=", ".join(map(str, kept)))
    while (words := hear(f"{question}\n{enter}" if kept else str(question))) is not None:
        if kept and not words.strip():
            return kept
        try:
            return asked.read(words)
        except BadAnswer as bad:
            talk(bad.say)
    raise nobody_answers(Say("{question}", question=asked.question))
