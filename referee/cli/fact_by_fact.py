"""Ask for the facts of a question one by one at a terminal; in a pipe, explain the question."""

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

_ENOUGH = "."
"""Typed to get a ruling with the facts so far."""


def facts_of(
    game: Game, book: Rulebook, asked: Question, words: tuple[str, ...], fmt: Format
) -> Facts | None:
    """Read the facts of a question; at a terminal, ask for needed ones that are missing.

    In a pipe a question without facts is explained instead, and None comes back. Raises BadFacts.
    """
    is_bare = not words and fmt is not Format.JSON
    is_bare = is_bare and (_is_at_terminal() or _needs_facts(asked, book))
    asks = _is_at_terminal() and fmt is not Format.JSON
    if asks and (is_bare or _lacks_needed(asked, book, words)):
        if is_bare:
            _show_page(game, asked, fmt)
        words = _ask_facts(asked, book, words, only_needed=not is_bare)
        from referee.operations.filling import line_of  # nobody else asks again

        line = AsIs(line_of((game.id, asked.name, *words)))
        result(Say("To ask again: {command}", command=line), Format.PLAIN)
    elif is_bare:
        _show_page(game, asked, fmt)
        return None
    return read_facts(asked, book, words)


def _needs_facts(asked: Question, book: Rulebook) -> bool:
    """Whether a question needs a fact, even if any one of several will do."""
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


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _lacks_needed(asked: Question, book: Rulebook, words: tuple[str, ...]) -> bool:
    """Whether facts that can be read leave out one that is needed. Raises BadFacts for others."""
    given = read_facts(_without_need(asked), book, words).values
    return any(field.required and field.name not in given for field in asked.fields)


def _without_need(asked: Question) -> Question:
    return replace(asked, fields=tuple(replace(each, required=False) for each in asked.fields))


def _ask_facts(
    asked: Question, book: Rulebook, words: tuple[str, ...], *, only_needed: bool
) -> tuple[str, ...]:
    """Ask for each fact that is not given yet, the needed ones first, until there are enough.

    At the end of input nothing is ruled: the command leaves with 2.
    """
    known = read_facts(_without_need(asked), book, words).values
    for field in sorted(asked.fields, key=lambda each: not each.required):
        if field.name in known or (only_needed and not field.required):
            continue
        typed = _ask_fact(field, asked, book, words)
        if typed is None:
            break
        words = (*words, *typed)
    return words


def _ask_fact(
    field: Field, asked: Question, book: Rulebook, words: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Ask for one fact until it can be read; () if it is unknown, None to ask no more."""
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
        if field.required and line in {"", _ENOUGH}:
            result(Say("“{fact}” is needed: {about}.", fact=name, about=field.about))
            continue
        if line in {"", _ENOUGH}:
            return () if not line else None
        typed = _as_typed(field, name, line)
        try:
            read_facts(_without_need(asked), book, (*words, *typed))
        except RefereeError as problem:
            result(problem.say)
        except Unreadable as problem:
            result(str(problem))
        else:
            return typed


def _as_typed(field: Field, name: str, line: str) -> tuple[str, ...]:
    """Return an answer as it is typed on the command line, split where the fact is a list."""
    if field.as_facts:
        return tuple(line.split())
    if line.startswith(f"{name}="):
        line = line.removeprefix(f"{name}=")
    parts = line.split(";") if isinstance(field.shape, ListOf) else [line]
    return tuple(f"{name}={each.strip()}" for each in parts if each.strip())
