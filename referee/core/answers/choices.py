"""The kinds of answer a step may ask for.

Each kind reads wide and offers narrow: ``parse`` understands every fact that the words can
name, also what the rules forbid, so that the referee can say why; ``size`` and ``offer``
count and give only what may be answered now, without listing it. Random play draws among
these, exhaustive play counts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from referee.core.answers.text_input import is_none, match_choice, match_key, parse_count
from referee.core.say import BadAnswer, Say, Vocabulary, join_or
from referee.core.table import Player

A_co = TypeVar("A_co", covariant=True)

_PASSING: Final = frozenset(("pass", "skip"))
"""Words that mean nobody, if a player may be none."""
NOTHING: Final = "none"
"""The word with which a duty is reported as not done."""
_DONE: Final = ("done",)
_ALSO_DONE: Final = frozenset(("ok", "okay", "yes", "ready", "finished"))
"""Words for ``done``, if that is the only answer."""


@runtime_checkable
class Answers(Protocol[A_co]):
    """What a step may be answered with."""

    @property
    def size(self) -> int:
        """How many answers are on offer now: at least 1, and maybe beyond 2**63."""

    @property
    def numbered(self) -> tuple[str, ...]:
        """The answers to show, each at its number from 1, ``""`` for what is not on offer.

        Empty where they are numbers or too many.
        """

    def parse(self, words: str) -> A_co:
        """Read the words. Raises BadAnswer only for what means nothing here."""

    def offer(self, index: int) -> str:
        """Word the index-th answer on offer, from 0 up to, not including, ``size``."""

    def hint(self) -> Say:
        """Say what may be answered, in half a line."""


class OneOf(Struct, frozen=True, dict=True):
    """One of several words. ``offered`` are those that may be answered now.

    A word keeps its number, whatever is on offer; ``none`` has one only where it is. With
    ``terms`` the words are ids of these; every word of a term is read, its first is shown.

    >>> OneOf(("gold", "silver"), offered=("silver",)).parse("2")
    'silver'
    >>> OneOf(("no-swap",), ("no-swap",), Vocabulary(no_swap=("pay", "refuse"))).parse("refuse")
    'no-swap'
    """

    words: tuple[str, ...]
    offered: tuple[str, ...]
    terms: Vocabulary | None = None

    @property
    def size(self) -> int:
        return len(self.offered)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show all that is on offer; not where words are numbers, which name themselves."""
        return () if self._has_numbers else with_gaps(map(self.said, self.words), self._shown)

    @cached_property
    def _shown(self) -> tuple[str, ...]:
        return tuple(map(self.said, self.offered))

    @cached_property
    def _has_numbers(self) -> bool:
        return any(word[:1].isdecimal() and parse_count(word) is not None for word in self.words)

    @cached_property
    def meanings(self) -> dict[str, str]:  # the choice that each readable word means
        if self.terms is None:
            return {word: word for word in self.words}
        return {word: each for each in self.words for word in self.terms[each].english}

    @cached_property
    def _begun(self) -> tuple[str, ...]:
        """List the words that can be abbreviated: no plural next to its singular."""
        if self.terms is None:
            return self.words
        return tuple(word for word in self.meanings if not _is_longer(word, self.meanings))

    @cached_property
    def _numbers(self) -> tuple[str, ...]:
        """List the choices that have numbers, in order."""
        words = () if self._has_numbers else [word for word in self.words if " " not in word]
        return tuple(self.said(word) for word in words if word != NOTHING or word in self.offered)

    def parse(self, words: str) -> str:
        """Read a word, its number if it is shown with one, or a beginning of it."""
        whole = match_key(words)
        if self.offered == _DONE and whole in _ALSO_DONE:
            return self.offered[0]
        if self.terms is not None and whole in self.meanings:
            return self.meanings[whole]
        if NOTHING in self.words and is_none(words) and whole not in self._begun:
            return NOTHING
        found = match_choice(words, self._begun, self._shown, numbers=self._numbers)
        return self.meanings[found]

    def offer(self, index: int) -> str:
        return self.said(self.offered[index])

    def hint(self) -> Say:
        return join_or(tuple(map(self.said, self.offered)))

    def said(self, word: str) -> str:
        """Word a choice as it is shown."""
        return self.terms[word].english[0] if self.terms else word


def _is_longer(word: str, meant: Mapping[str, str]) -> bool:
    """Return whether a word is another one of the same meaning with an s: pay, pays."""
    return meant.get(word[:-1]) == meant[word] and word.endswith("s")


class SomePlayer(Struct, frozen=True):
    """One player by name, or ``none`` where nobody may be reported.

    ``also`` has other words for some of them, which a player who bears such a name takes.

    >>> SomePlayer((Player("Ana"), Player("Bo")), offered=(Player("Bo"),)).parse("@a")
    'Ana'
    >>> SomePlayer((Player("Ana"),), (Player("Ana"),), also={"bank": Player("Ana")}).parse("bank")
    'Ana'
    """

    players: tuple[Player, ...]
    offered: tuple[Player, ...]
    may_be_none: bool = False
    also: Mapping[str, Player] = {}

    @property
    def size(self) -> int:
        return len(self.offered)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show all that are on offer, each at the number of the seat."""
        return with_gaps(self.players, self.offered)

    def parse(self, words: str) -> Player | None:
        """Read a name or a seat; ``none`` gives None, and ``@none`` a player called so."""
        own = set(map(match_key, self.players))
        key = match_key(words)
        if self.may_be_none and (is_none(words) or (key in _PASSING and key not in own)):
            return None
        also = {word: player for word, player in self.also.items() if word not in own}
        found = match_choice(words, (*self.players, *also), self.offered, numbers=self.players)
        return also.get(found, Player(found))

    def offer(self, index: int) -> str:
        """Name the index-th with ``@``, which is always the player."""
        return f"@{self.offered[index]}"

    def hint(self) -> Say:
        return join_or(self.offered)


class Number(Struct, frozen=True):
    """A whole number from ``least`` to ``most``, both included.

    >>> Number(1, 6).parse("２"), Number(1, 6).size
    (2, 6)
    """

    least: int
    most: int

    @property
    def size(self) -> int:
        return self.most - self.least + 1

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    def parse(self, words: str) -> int:
        """Read any whole number from 0, or a sum; none is 0."""
        number = 0 if is_none(words) else parse_count(words)
        if number is None:
            raise BadAnswer(Say("“{words}” is not a whole number.", words=words))
        return number

    def offer(self, index: int) -> str:
        return str(self.least + index)

    def hint(self) -> Say:
        return Say("{least} to {most}", least=self.least, most=self.most)


_AGREED: Final = frozenset(("yes", "yeah", "yep", "yup", "sure", "certainly"))
_DECLINED: Final = frozenset(("no", "nope", "nah"))
_POLITE: Final = re.compile(r"\s*(?:,\s*(?:we|i|it)\b.*|,?\s*(?:please|thanks|thank you|sir))$")


def plain_yes_no(words: str) -> str:
    """Turn other words for yes and no into these; all other words stay as they are.

    >>> plain_yes_no("Yeah sure, we do"), plain_yes_no("no thanks"), plain_yes_no("gold")
    ('yes', 'no', 'gold')
    """
    said = _POLITE.sub("", match_key(words))
    if said in _AGREED or (said and _AGREED.issuperset(said.split())):
        return "yes"
    return "no" if said in _DECLINED else words


class YesNo(Struct, frozen=True):
    """Yes or no, in words or as ``y`` and ``n``; ``ok`` is yes.

    >>> YesNo().parse("Y"), YesNo().parse("no thanks"), YesNo().parse("ok")
    (True, False, True)
    """

    offered: tuple[str, ...] = ("yes", "no")

    @property
    def size(self) -> int:
        return len(self.offered)

    @property
    def numbered(self) -> tuple[str, ...]:
        return with_gaps(("yes", "no"), self.offered)

    def parse(self, words: str) -> bool:
        said = plain_yes_no(words)
        meant = match_choice(said, ("yes", "no", "ok"), self.offered, numbers=("yes", "no"))
        return meant != "no"

    def offer(self, index: int) -> str:
        return self.offered[index]

    def hint(self) -> Say:
        return join_or(self.offered)


def with_gaps(choices: Iterable[str], offered: Sequence[str]) -> tuple[str, ...]:
    """Put each possible choice at its number, and an empty text for the others.

    >>> with_gaps(("gold", "silver", "black", "purple"), ("silver", "black"))
    ('', 'silver', 'black')
    """
    shown = [choice if choice in offered else "" for choice in choices]
    while shown and not shown[-1]:
        shown.pop()
    return tuple(shown)
