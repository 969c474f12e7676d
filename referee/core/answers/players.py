"""A set of players as one answer."""

from __future__ import annotations

from math import comb

from msgspec import Struct

from referee.core.answers.choices import NOTHING, with_gaps
from referee.core.answers.each import Ordering
from referee.core.answers.text_input import halfwidth, match_key
from referee.core.say import BadAnswer, Choices, Say
from referee.core.table import Player

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
