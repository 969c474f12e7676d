"""What the table tells before the first turn: people, texts, and numbers nobody else knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from referee.core.errors import RefereeError
from referee.core.game import AnyGame
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup
from referee.core.words import read_count

Hear: TypeAlias = Callable[[str], str | None]
"""Puts a question and gives the words, or None where nobody answers any more."""


def complete(game: AnyGame, book: Rulebook, setup: Setup, hear: Hear) -> Setup:
    """Ask for whatever the setup lacks. Raises RefereeError where nobody answers."""
    for ask in game.asks:
        told = setup.aside if ask.kind == "person" else setup.texts
        if ask.required and ask.name not in told:
            words = _heard(hear, ask.ask)
            setup = (
                replace(setup, aside={**setup.aside, ask.name: Player(words)})
                if ask.kind == "person"
                else replace(setup, texts={**setup.texts, ask.name: words})
            )
    for _, name, question in book.asked():
        if name not in setup.numbers:
            ask_for = Say("{question} ({name}, with commas between)", question=question, name=name)
            setup = replace(setup, numbers={**setup.numbers, name: _numbers(hear, ask_for)})
    return setup


def _heard(hear: Hear, ask: Say) -> str:
    while (words := hear(str(ask))) is not None:
        if words.strip():
            return words.strip()
    raise RefereeError(Say("Without an answer there is no game: {ask}", ask=ask))


def _numbers(hear: Hear, ask: Say) -> tuple[int, ...]:
    while True:
        counts = [read_count(part) for part in _heard(hear, ask).split(",")]
        numbers = tuple(count for count in counts if count is not None)
        if len(numbers) == len(counts):
            return numbers
