"""Answers of several words that a room reads itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from referee.core.say import Say

A = TypeVar("A")
NOTHING = Say("nothing now")


class Phrase(Struct, Generic[A], frozen=True):
    """An answer of several words, such as a card and a player.

    ``offered`` are the answers on offer as they may be typed; ``reader`` reads those and all
    others that name a fact, and raises BadAnswer for the rest. ``form`` says how one is typed.

    >>> from referee.core.words import read_count
    >>> Phrase(("3", "4"), read_count, Say("a number")).parse("4")
    4
    """

    offered: tuple[str, ...]
    reader: Callable[[str], A]
    form: Say

    @property
    def size(self) -> int:
        """Count the answers on offer."""
        return len(self.offered)

    @property
    def listed(self) -> tuple[str, ...]:
        """Show none: the form is shown."""
        return ()

    def parse(self, words: str) -> A:
        """Read the words as the room does."""
        return self.reader(words)

    def offer(self, index: int) -> str:
        """Word the index-th."""
        return self.offered[index]

    def hint(self) -> Say:
        """Say how an answer is typed, if there is one."""
        return self.form if self.offered else NOTHING
