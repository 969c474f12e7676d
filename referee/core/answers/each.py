"""Answers that are made of several: words of one kind, players, or one answer of each player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import product
from math import comb, perm
from typing import Generic, TypeVar

from msgspec import Struct

from referee.core.answers.choices import NOTHING, Answers, OneOf, with_gaps
from referee.core.answers.text_input import MAX_DIGITS, halfwidth, is_none, match_choice, match_key
from referee.core.say import BadAnswer, Choices, Say
from referee.core.table import Player

A = TypeVar("A")


class SomeOf(Struct, frozen=True):
    """Several words of one kind in any order, repeats allowed, such as ``gold black`` or ``gb``.

    ``least`` and ``most`` (both included) bound how many are on offer; any number is read.

    >>> coins = SomeOf(OneOf(("gold", "black"), ("gold", "black")), 2, 2)
    >>> coins.parse("b gold"), coins.parse("bg")
    (('gold', 'black'), ('gold', 'black'))
    """

    each: OneOf
    least: int
    most: int

    @property
    def size(self) -> int:
        return sum(self._of(count) for count in range(self.least, self.most + 1))

    @property
    def numbered(self) -> tuple[str, ...]:
        return self.each.numbered if self.most == 1 else ()

    def parse(self, words: str) -> tuple[str, ...]:
        if is_none(words):
            return ()
        parts = [part for part in re.split(r"[\s,]+", halfwidth(words)) if part]
        if not parts:
            raise BadAnswer(Say("Name {words}.", words=self.each.offered))
        found = [word for part in parts for word in self._words_in(part)]
        if len(found) < self.least:  # what begins a word may be several, such as gr
            with suppress(BadAnswer):
                letters = tuple(map(self.each.parse, "".join(parts)))
                found = [*letters] if self.least <= len(letters) <= self.most else found
        return tuple(sorted(found, key=self.each.words.index))

    def _words_in(self, part: str) -> tuple[str, ...]:
        """Read a word, or else words of one letter each that are run together."""
        try:
            return (self.each.parse(part),)
        except BadAnswer as bad:
            if not part.isalpha():
                raise
            try:
                return tuple(map(self.each.parse, part))
            except BadAnswer:
                raise bad from None

    def offer(self, index: int) -> str:
        count = self.least
        while index >= self._of(count):
            index -= self._of(count)
            count += 1
        chosen: list[str] = []
        kind = 0
        while count:
            here = comb(len(self.each.offered) - kind + count - 2, count - 1)
            if index < here:
                chosen.append(self.each.offered[kind])
                count -= 1
            else:
                index -= here
                kind += 1
        return ", ".join(chosen) or NOTHING

    def hint(self) -> Say:
        if self.least == self.most == 1:
            return self.each.hint()
        if self.least == self.most:
            return Say("{n} of {words}", n=self.most, words=Choices(self.each.offered))
        words = Choices(self.each.offered)
        return Say("{least} to {most} of {words}", least=self.least, most=self.most, words=words)

    def _of(self, count: int) -> int:
        offered = len(self.each.offered)
        return comb(offered + count - 1, count) if offered else int(count == 0)


class EachPlayer(Struct, Generic[A], frozen=True):
    """One answer of every player named, on one line: ``Ana 3, Bo 2``.

    What each may answer does not depend on the others; where it does, ask player by player.
    A comma ends a player's answer, so ``each`` is a kind whose answers have none. Where
    ``may_be_none``, the word ``none`` says that nobody answered, and gives an empty map. All
    answers on offer are of everybody; where they ``may_leave_out`` somebody, fewer are read too.

    >>> from referee.core.answers.choices import Number
    >>> EachPlayer((Player("Ana"), Player("Bo")), Number(1, 6)).parse("bo 2, Ana 3")
    {'Ana': 3, 'Bo': 2}
    """

    players: tuple[Player, ...]
    each: Answers[A]
    may_be_none: bool = False
    may_leave_out: bool = False

    @property
    def size(self) -> int:
        return int(self.each.size ** len(self.players))

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    def parse(self, words: str) -> dict[Player, A]:
        found: dict[Player, A] = {}
        if self.may_be_none and is_none(words):
            return found
        rest = halfwidth(words)
        while rest:
            player, rest = self._named(rest)
            if player in found:
                raise BadAnswer(Say("{player} is named twice.", player=player))
            own, _, rest = rest.partition(",")
            found[player] = self.each.parse(own.strip())
            rest = rest.strip()
        missing = tuple(player for player in self.players if player not in found)
        if missing and not self.may_leave_out:
            raise BadAnswer(Say("Missing: {players}.", players=missing))
        return {player: found[player] for player in self.players if player in found}

    def offer(self, index: int) -> str:
        parts: list[str] = []
        for player in reversed(self.players):
            index, own = divmod(index, self.each.size)
            parts.insert(0, f"@{player} {self.each.offer(own)}")
        return ", ".join(parts)

    def hint(self) -> Say:
        return Say("{player} …, … each: {each}", player=self.players[0], each=self.each.hint())

    def _named(self, words: str) -> tuple[Player, str]:
        """Split off the player that the words name first, longest name first.

        Whole names may hold commas; a name that leaves nothing to answer is not meant.
        """
        text = words.removeprefix("@")
        for player, end in _begun_with(text, self.players):
            is_longer = text[end - 1 : end].isalpha() and text[end : end + 1].isalpha()
            rest = text[end:].lstrip(" :=")
            if rest and not is_longer and not rest.startswith(","):
                return player, rest
        name = re.split(r"[\s:=,]", text, maxsplit=1)[0]
        return Player(match_choice(name, self.players)), text[len(name) :].lstrip(" :=")


def _begun_with(text: str, players: Iterable[Player]) -> Iterator[tuple[Player, int]]:
    """List whom a text may begin with, and where the name ends: to the letter first, then not.

    Only then capitals and dashes do not matter; of two names the longer one comes first.
    """
    spellings: tuple[Callable[[str], str], ...] = (str, match_key)
    for same, player in product(spellings, sorted(players, key=len, reverse=True)):
        end = len(halfwidth(player))
        if same(text[:end]) == same(halfwidth(player)):
            yield player, end


class Ordering(Struct, frozen=True):
    """Some of the players in order, each at most once: ``Bo Ana``; ``none`` for nobody.

    >>> Ordering((Player("Ana"), Player("Bo"), Player("Cy"))).parse("cy, a")
    ('Cy', 'Ana')
    """

    players: tuple[Player, ...]

    @property
    def size(self) -> int:
        return sum(perm(len(self.players), count) for count in range(len(self.players) + 1))

    @property
    def numbered(self) -> tuple[str, ...]:
        return self.players

    def parse(self, words: str) -> tuple[Player, ...]:
        if is_none(words):
            return ()
        found: list[Player] = []
        rest = halfwidth(words)
        while rest:
            player, rest = self._named(rest)
            if player in found:
                raise BadAnswer(Say("{player} is named twice.", player=player))
            found.append(player)
        if not found:
            raise BadAnswer(Say("Name the players in order, or none."))
        return tuple(found)

    def offer(self, index: int) -> str:
        count = 0
        while index >= perm(len(self.players), count):
            index -= perm(len(self.players), count)
            count += 1
        left = list(self.players)
        chosen: list[str] = []
        for place in range(count):
            at, index = divmod(index, perm(len(left) - 1, count - place - 1))
            chosen.append(f"@{left.pop(at)}")
        return ", ".join(chosen) or NOTHING

    def hint(self) -> Say:
        first, *others = self.players
        example = (first, *others[:1])[::-1]
        said = "seats or names in order, such as {example}; {none} if nobody"
        return Say(said, example=" ".join(example), none="-")

    def _named(self, words: str) -> tuple[Player, str]:
        """Split off the player that the words name first, longest whole name first."""
        text = words.removeprefix("@")
        for player, end in _begun_with(text, self.players):
            if not text[end : end + 1].strip(", @"):
                return player, text[end:].lstrip(" ,")
        name = re.split(r"[\s,]", text, maxsplit=1)[0]
        is_long = len(name) > MAX_DIGITS
        if len(name) > 1 and name.isdecimal() and (is_long or int(name) > len(self.players)):
            name = name[0]  # seats need no space between them
        return Player(match_choice(name, self.players)), text[len(name) :].lstrip(" ,")


ALL = "all"


class SomePlayers(Struct, frozen=True):
    """Some of the players, each at most once: ``Cy Ana``, seats as ``1 3``, ``none`` or ``all``.

    Gives them in the order of ``players``, whose seats are the numbers. ``offered`` may be named
    now, without it everybody; ``all`` are those. ``least`` and ``most`` (both included) bound how
    many are on offer, without ``most`` all; any set is read. One named twice is a BadAnswer.

    >>> some = SomePlayers((Player("Ana"), Player("Bo"), Player("Cy")))
    >>> some.parse("Cy Ana"), some.parse("1 3"), some.parse("none"), some.size
    (('Ana', 'Cy'), ('Ana', 'Cy'), (), 8)
    >>> SomePlayers(some.players, offered=(Player("Bo"), Player("Cy"))).parse("all")
    ('Bo', 'Cy')
    """

    players: tuple[Player, ...]
    offered: tuple[Player, ...] | None = None
    least: int = 0
    most: int | None = None

    @property
    def _shown(self) -> tuple[Player, ...]:
        return self.players if self.offered is None else self.offered

    @property
    def _counts(self) -> range:
        here = len(self._shown)
        return range(self.least, (here if self.most is None else min(self.most, here)) + 1)

    @property
    def size(self) -> int:
        return sum(comb(len(self._shown), count) for count in self._counts)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show all that may be named, each at the number of the seat."""
        return with_gaps(self.players, self._shown)

    def parse(self, words: str) -> tuple[Player, ...]:
        if not halfwidth(words):
            raise BadAnswer(Say("Name {words}.", words=Choices(self._shown)))
        if match_key(words) == ALL and ALL not in map(match_key, self.players):
            return self._shown
        named = Ordering(self.players).parse(words)
        return tuple(player for player in self.players if player in named)

    def offer(self, index: int) -> str:
        count = self.least
        while index >= comb(len(self._shown), count):
            index -= comb(len(self._shown), count)
            count += 1
        chosen: list[str] = []
        left = len(self._shown)
        for player in self._shown:
            left -= 1
            here = comb(left, count - 1) if count else 0
            if index < here:
                chosen.append(f"@{player}")
                count -= 1
            else:
                index -= here
        return ", ".join(chosen) or NOTHING

    def hint(self) -> Say:
        least, most = self._counts.start, self._counts.stop - 1
        words = Choices(self._shown)
        if least == most:
            return Say("{n} of {words}", n=most, words=words)
        return Say("{least} to {most} of {words}", least=least, most=most, words=words)
