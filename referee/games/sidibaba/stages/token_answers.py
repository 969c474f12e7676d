"""Answers that name tokens, one or several at once, and whether somebody can have them."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from referee.api import NOTHING, CustomAnswer, Player, Ruling, Say, SomeOf, Struct
from referee.api.reading import match_key
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.holding import Holding
from referee.games.sidibaba.model.tokens import (
    CURSE,
    FORM,
    HIDDEN,
    KEPT,
    in_order,
    nobody_keeps_curses,
    read_token,
    read_tokens,
)
from referee.games.sidibaba.stages.base import Seen
from referee.games.sidibaba.state import State


def one_token(offered: Sequence[str], syntax: Say = FORM) -> CustomAnswer[str]:
    """Ask for one token of those on offer; any other is read too.

    >>> one_token(("3", "genie")).parse("c")
    'curse'
    """
    return CustomAnswer(offered, read_token, syntax)


class SeveralTokens(SomeOf, frozen=True):
    """Several tokens at once, such as ``3 1/5 g``; ``least`` and ``most`` are both included.

    >>> from referee.api import OneOf
    >>> SeveralTokens(OneOf(("3", "genie"), ("3", "genie")), 0, 2).parse("g 3")
    ('3', 'genie')
    """

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show none: a token is its own name."""
        return ()

    def parse(self, words: str) -> tuple[str, ...]:
        """Read the tokens; they come back in their order."""
        if match_key(words) and NOTHING.startswith(match_key(words)):
            return ()
        return in_order(read_tokens(words))

    def hint(self) -> Say:
        """Say how tokens are typed."""
        if self.most == 1:
            return Say("such as 3, 1/5 or g")
        if self.least == self.most:
            return Say("{n} of them, such as 3 1 g", n=self.most)
        return Say("up to {n}, such as 3 1 g", n=self.most)


class HiddenTokens(Struct, frozen=True, dict=True):
    """All hidden tokens of an adventurer at once: what the thefts on record can have left.

    Every set is on offer, once for each order of its tokens and perhaps more often: sets need not
    be counted before they are asked for.

    >>> answers = HiddenTokens(Holding(("1", "1", "5")).robbed(1))
    >>> sorted({answers.offer(n) for n in range(answers.size)})
    ['1, 1', '1, 5']
    """

    held: Holding

    @cached_property
    def _faces(self) -> tuple[str, ...]:
        had = {*self.held.faces}
        return in_order((had | {*KEPT}) - {HIDDEN} if HIDDEN in had else had)

    @property
    def size(self) -> int:
        """Count the ways to name one face after the other."""
        return int(len(self._faces) ** self.held.hidden)

    @property
    def numbered(self) -> tuple[str, ...]:
        """Show none: a token is its own name."""
        return ()

    def parse(self, words: str) -> tuple[str, ...]:
        """Read the tokens; they come back in their order. Raises BadAnswer."""
        return in_order(read_tokens(words))

    def offer(self, index: int) -> str:
        """Word the set that the digits of the index lead to: a face that cannot be is passed by."""
        chosen: tuple[str, ...] = ()
        for _ in range(self.held.hidden):
            index, start = divmod(index, len(self._faces))
            turned = self._faces[start:] + self._faces[:start]
            token = next(face for face in turned if self.held.may_hide((*chosen, face)))
            chosen = (*chosen, token)
        return ", ".join(in_order(chosen))

    def hint(self) -> Say:
        """Say how tokens are typed."""
        if self.held.hidden == 1:
            return Say("such as 3, 1/5 or g")
        return Say("{n} of them, such as 3 1 g", n=self.held.hidden)


def not_held(event: Seen, state: State, player: Player, *tokens: str) -> Ruling | None:
    """Stop tokens that an adventurer has not, or that no theft can have left. Cites: SID-9.4.

    A curse that the table let somebody keep is a token like the others. Cites: SID-4.2.
    """
    held = state.holdings[player]
    if held.may_have(*tokens):
        return None
    *_, token = tokens
    if token == CURSE:
        return nobody_keeps_curses()
    if not held.hidden:
        return event.forbidden("{player} has no {token}.", player=player, token=token)
    said = "According to the record {player} has no {token}."
    return event.impossible(said, keys.ON_RECORD, player=player, token=token)


def may_show(held: Holding, anything: Sequence[str]) -> Iterator[str]:
    """List tokens that an adventurer may have: known ones, and what the hidden ones may show."""
    faces = dict.fromkeys((*held.tokens, *(held.faces if held.hidden else ())))
    among = dict.fromkeys((*faces, *anything)) if HIDDEN in faces else faces
    for token in among:
        if token != HIDDEN and held.may_have(token):
            yield token
