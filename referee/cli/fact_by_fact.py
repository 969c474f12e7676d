"""Ask for the facts of a question: a page of them in a pipe, one after the other at a terminal."""

from __future__ import annotations

import sys

import click
from msgspec.structs import replace

from referee.cli.output import result
from referee.core.fields import Field, ListOf
from referee.core.game import Facts, Game, Question
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, RefereeError, Say
from referee.files.diagnostics import Unreadable
from referee.files.documents.facts import read_facts
from referee.render.formats import Format

ENOUGH = "."
"""What rules with the facts there are."""


def facts_of(
    game: Game, book: Rulebook, asked: Question, words: tuple[str, ...], fmt: Format
) -> Facts | None:
    """Read the facts of a question; where needed ones are missing, ask whoever is there.

    In a pipe a question without facts is explained instead, and None comes back. Raises BadFacts.
    """
    is_bare = not words and fmt is not Format.JSON
    is_bare = is_bare and (_somebody_is_there() or _needs_facts(asked, book))
    if _somebody_is_there() and fmt is not Format.JSON and (is_bare or _lacks(asked, book, words)):
        if is_bare:
            _show_page(game, asked, fmt)
        words = _asked_for(asked, book, words, only_needed=not is_bare)
        from referee.operations.filling import line_of  # nobody else asks again

        line = AsIs(line_of((game.id, asked.name, *words)))
        result(Say("To ask again: {command}", command=line), Format.PLAIN)
    elif is_bare:
        _show_page(game, asked, fmt)
        return None
    return read_facts(asked, book, words)


def _needs_facts(asked: Question, book: Rulebook) -> bool:
    """Whether a question cannot be answered without any fact, be it one of several."""
    if any(field.required for field in asked.fields):
        return True
    try:
        asked.answer(book, Facts({}))
    except RefereeError:
        return True
    return False


def _show_page(game: Game, asked: Question, fmt: Format) -> None:
    from referee.render.rulings import render_question  # only for the page

    result(render_question(asked, game.id), Format.PLAIN if fmt is Format.PLAIN else Format.TABLE)


def _somebody_is_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _lacks(asked: Question, book: Rulebook, words: tuple[str, ...]) -> bool:
    """Whether facts that can be read leave out one that is needed. Raises BadFacts for others."""
    told = read_facts(_without_need(asked), book, words).values
    return any(field.required and field.name not in told for field in asked.fields)


def _without_need(asked: Question) -> Question:
    return replace(asked, fields=tuple(replace(each, required=False) for each in asked.fields))


def _asked_for(
    asked: Question, book: Rulebook, words: tuple[str, ...], *, only_needed: bool
) -> tuple[str, ...]:
    """Ask for each fact that is not given yet, the needed ones first, until there are enough.

    At the end of input nothing is ruled: the command leaves with 2.
    """
    known = read_facts(_without_need(asked), book, words).values
    for field in sorted(asked.fields, key=lambda each: not each.required):
        if field.name in known or (only_needed and not field.required):
            continue
        told = _asked(field, asked, book, words)
        if told is None:
            break
        words = (*words, *told)
    return words


def _asked(
    field: Field, asked: Question, book: Rulebook, words: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Ask for one fact until it can be read; none of it is unknown, None is enough."""
    name = AsIs(field.name.replace("_", "-"))
    prompt = Say("{fact} (needed): " if field.required else "{fact}: ", fact=name)
    while True:
        sys.stdout.write(str(prompt))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            result("", Format.PLAIN)
            raise click.UsageError(str(Say("The input ended before all facts were given.")))
        line = line.strip()
        if field.required and line in {"", ENOUGH}:
            result(Say("“{fact}” is needed: {about}.", fact=name, about=field.about))
            continue
        if line in {"", ENOUGH}:
            return () if not line else None
        told = _typed(field, name, line)
        try:
            read_facts(_without_need(asked), book, (*words, *told))
        except RefereeError as problem:
            result(problem.say)
        except Unreadable as problem:
            result(str(problem))
        else:
            return told


def _typed(field: Field, name: str, line: str) -> tuple[str, ...]:
    """Write an answer as on the command line; one that names its facts itself stays as it is."""
    if field.as_facts:
        return tuple(line.split())
    if line.startswith(f"{name}="):
        line = line.removeprefix(f"{name}=")
    parts = line.split(";") if isinstance(field.shape, ListOf) else [line]
    return tuple(f"{name}={each.strip()}" for each in parts if each.strip())
