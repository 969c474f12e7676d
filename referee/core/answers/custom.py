"""Answers of several words that a room reads itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, Generic, TypeVar, overload

from referee.core.answers.choices import Answers, with_gaps
from referee.core.answers.text_input import match_choice, parse_count
from referee.core.say import BadAnswer, Say
from referee.core.table import Player

A = TypeVar("A")
B = TypeVar("B")
_NOTHING_OFFERED: Final = Say("nothing now")


class CustomAnswer(Generic[A]):
    """An answer of several words, such as a card and a player.

    ``offered`` are the answers on offer as they may be typed; ``parse`` reads those and all
    others that name a fact, and raises BadAnswer for the rest. ``syntax`` says how one is typed,
    or makes that of what is on offer. Where they are few, ``menu`` lists all that can ever be on
    offer there: each keeps its number, which answers it too, and only what is on offer is shown.

    >>> CustomAnswer(("3", "4"), parse_count, Say("a number")).parse("4")
    4
    >>> CustomAnswer(("blue",), str.upper, Say("a colour"), ("red", "blue")).parse("2")
    'BLUE'
    """

    __slots__ = ("_parse", "menu", "offered", "syntax")

    def __init__(
        self,
        offered: Sequence[str],
        parse: Callable[[str], A],
        syntax: Say | Callable[[Sequence[str]], Say],
        menu: Sequence[str] = (),
    ) -> None:
        self.offered: Final = offered
        self._parse: Final = parse
        self.syntax: Final = syntax
        self.menu: Final = menu

    @property
    def size(self) -> int:
        return len(self.offered)

    def up_to(self, most: int) -> int:
        """Count the answers on offer, but no further: no more are worked out than that."""
        offered = self.offered
        return offered.up_to(most) if isinstance(offered, LazySequence) else min(len(offered), most)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show them where they are few; else the syntax is shown."""
        return with_gaps(self.menu, self.offered) if self.menu else ()

    def parse(self, words: str) -> A:
        """Read the words as the room does, or the number of an answer in the menu."""
        number = parse_count(words) if self.menu else None
        if number is not None and 1 <= number <= len(self.menu):
            return self._parse(self.menu[number - 1])
        return self._parse(words)

    def offer(self, index: int) -> str:
        return self.offered[index]

    def hint(self) -> Say:
        if not self.offered:
            return _NOTHING_OFFERED
        return self.syntax if isinstance(self.syntax, Say) else self.syntax(self.offered)


class LazySequence(Sequence[str]):
    """Possible answers, computed one by one as they are needed.

    Where the first in order are slow to find, ``some`` finds any of them, each once and maybe not
    all, for callers that only ask how many there are.

    >>> LazySequence(lambda: ("3r", "5k"))[1]
    '5k'
    >>> LazySequence(lambda: exit("too slow"), some=lambda: ("5k", "3r")).up_to(2)
    2
    """

    def __init__(
        self,
        words: Callable[[], Iterable[str]],
        some: Callable[[], Iterable[object]] | None = None,
    ) -> None:
        self._find = words
        self._some = some
        self._found: list[str] = []

    @cached_property
    def _ahead(self) -> Iterator[str]:
        return iter(self._find())

    def _until(self, number: int | None) -> list[str]:
        more = None if number is None else max(0, number - len(self._found))
        self._found.extend(islice(self._ahead, more))
        return self._found

    def up_to(self, most: int) -> int:
        """Count the words, but no further than that."""
        if self._some is not None and len(self._found) < most:
            if sum(1 for _ in islice(self._some(), most)) == most:
                return most
            self._some = None
        return min(len(self._until(most)), most)

    def __bool__(self) -> bool:
        return bool(self.up_to(1))

    def __len__(self) -> int:
        return len(self._until(None))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            ends = (index.start or 0, index.stop)
            known = all(end is not None and end >= 0 for end in ends)
            return tuple(self._until(index.stop if known else None)[index])
        return self._until(index + 1 if index >= 0 else None)[index]


def is_any(answers: Answers[object]) -> bool:
    """Return whether there is any possible answer; lazy sequences are not read to the end."""
    return bool(answers.up_to(1) if isinstance(answers, CustomAnswer) else answers.size)


def is_sole(answers: Answers[object]) -> bool:
    """Return whether exactly one answer is possible; a third one is never computed."""
    return (answers.up_to(2) if isinstance(answers, CustomAnswer) else answers.size) == 1


MOST_WORDS: Final = 50
"""The most words of a part: a name has at most forty characters."""


def player_named(players: Sequence[Player]) -> Callable[[str], Player]:
    """Return a parser for one player's name.

    >>> player_named([Player("Ana"), Player("Bo")])("b")
    'Bo'
    """
    return lambda words: Player(match_choice(words, players))


def parse_pair(words: str, first: Callable[[str], A], second: Callable[[str], B]) -> tuple[A, B]:
    """Read two parts, one of which may contain spaces, trying every space as the separator.

    Raises the BadAnswer of the first separator if none will do.

    >>> named = player_named([Player("Ana"), Player("Bo Li")])
    >>> parse_pair("Bo Li Ana", named, named)
    ('Bo Li', 'Ana')
    """
    wrong: BadAnswer | None = None
    parts = words.split()
    for at in range(1, min(len(parts), MOST_WORDS)):
        try:
            return first(" ".join(parts[:at])), second(" ".join(parts[at:]))
        except BadAnswer as bad:
            wrong = wrong or bad
    raise wrong or BadAnswer(Say("Not understood: “{words}” is incomplete.", words=words))
