"""What the events and stages of this room share: turns, squares ahead, answers that name tokens."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from referee.api import NOTHING, CustomAnswer, Event, Example, Player, Ruling, Say, SomeOf, Struct
from referee.api.reading import match_key
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Beyond, Direction, Square, as_faced
from referee.games.sidibaba.model.tokens import (
    CURSE,
    GENIE_EXAMPLE,
    HIDDEN,
    HOLDABLE,
    TOKEN_SYNTAX,
    Holding,
    in_order,
    read_token,
    read_tokens,
    refuse_curse,
)
from referee.games.sidibaba.state import CHEST, TREASURE, Arrow, P, State


class Report(Event[State], frozen=True):
    """An event that anybody may report; on the sheet it is written among the deeds."""

    actor_field = ""
    sheet_line = "deeds"


def is_running(state: State) -> bool:
    """Return whether the sand runs: from the first lamp to the end."""
    return bool(state.order) and not state.outcome


def is_marching(state: State) -> bool:
    """Return whether nothing has to be done before the next move."""
    return is_running(state) and not state.pending


def during(kind: type[P], so: Callable[[P], bool] = lambda _: True) -> Callable[[State], bool]:
    """Return a test whether a stage is due: this kind goes on now, and ``so`` is true of it."""

    def is_due(state: State) -> bool:
        if not state.pending or state.outcome:  # mostly: every event asks all stages
            return False
        now = state.pending[-1]
        return isinstance(now, kind) and so(now)

    return is_due


_EXAMPLE: Final = Example("3 1 g", "3 1 genie")
_LOOT_WORDS: Final[Mapping[str, Say]] = {CHEST: Say("a chest"), TREASURE: Say("the Treasure")}


def what_is_ahead(state: State, square: Square, direction: Direction) -> Square | Beyond:
    """Return where a step leads; a landslide is like a wall. Cites: SID-2.2, SID-6.8."""
    if state.maze is None or square not in state.maze:
        return Beyond.WALL
    there = state.maze.step(square, direction)
    return Beyond.WALL if there in state.slid else there


def loot_at(state: State, square: Square) -> str:
    """Return the loot still to be found on a square: chest, treasure, or an empty text."""
    maze = state.maze
    if maze is None or square in state.emptied:
        return ""
    if square == maze.treasure:
        return TREASURE
    return CHEST if square in maze.chests else ""


def ahead_words(state: State) -> Say | None:
    """Return the sentence about the square ahead; None without a maze. Cites: SID-2.4."""
    if state.party is None or state.facing is None:
        return None
    there = what_is_ahead(state, state.party, state.facing)
    if state.maze and state.maze.step(state.party, state.facing) in state.slid:
        return Say("Ahead: a landslide.")
    if isinstance(there, Beyond):
        return Say("Ahead: {what}.", what=there.value)
    loot = loot_at(state, there)
    things = [_LOOT_WORDS[loot]] if loot else []
    if there == state.leader:
        things.append(Say("the Leader"))
    things += [_arrow_words(state.facing, arrow) for arrow in state.arrows if arrow.square == there]
    return Say("Ahead: {things}.", things=tuple(things) or Say("nothing"))


def _arrow_words(facing: Direction, arrow: Arrow) -> Say:
    """Return which way an arrow points, and its colour if it was named. Cites: SID-5.6."""
    way = as_faced(facing, arrow.points)
    if arrow.colour:
        return Say("a {colour} arrow pointing {way}", colour=arrow.colour, way=way)
    return Say("an arrow pointing {way} (the Leader names its colour)", way=way)


def one_token(offered: Sequence[str], syntax: Say = TOKEN_SYNTAX) -> CustomAnswer[str]:
    """Ask for one token of those on offer; other tokens are read too.

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
        return ()  # a token is its own name

    def parse(self, words: str) -> tuple[str, ...]:
        if match_key(words) and NOTHING.startswith(match_key(words)):
            return ()
        return in_order(read_tokens(words))

    def hint(self) -> Say:
        return Say("up to {n}, such as {example}", n=self.most, example=_EXAMPLE)


class HiddenTokens(Struct, frozen=True, dict=True):
    """All hidden tokens of an adventurer at once: what the thefts on record can have left.

    Every possible set is offered at least once; repeats spare counting the sets.

    >>> answers = HiddenTokens(Holding(("1", "1", "5")).robbed(1))
    >>> sorted({answers.offer(n) for n in range(answers.size)})
    ['1, 1', '1, 5']
    """

    held: Holding

    @cached_property
    def _faces(self) -> tuple[str, ...]:
        had = {*self.held.faces}
        return in_order((had | {*HOLDABLE}) - {HIDDEN} if HIDDEN in had else had)

    @property
    def size(self) -> int:
        return int(len(self._faces) ** self.held.hidden)

    @property
    def numbered(self) -> tuple[str, ...]:
        return ()

    def parse(self, words: str) -> tuple[str, ...]:
        return in_order(read_tokens(words))

    def offer(self, index: int) -> str:
        """Return the set that the digits of the index choose, skipping impossible faces."""
        chosen: tuple[str, ...] = ()
        for _ in range(self.held.hidden):
            index, start = divmod(index, len(self._faces))
            turned = self._faces[start:] + self._faces[:start]
            token = next(face for face in turned if self.held.may_hide((*chosen, face)))
            chosen = (*chosen, token)
        return ", ".join(in_order(chosen))

    def hint(self) -> Say:
        if self.held.hidden == 1:
            return Say("such as 3, 1/5 or {g}", g=GENIE_EXAMPLE)
        return Say("{n} of them, such as {example}", n=self.held.hidden, example=_EXAMPLE)


def refuse_unheld(event: Report, state: State, player: Player, *tokens: str) -> Ruling | None:
    """Refuse tokens that an adventurer cannot have, after the thefts on record. Cites: SID-9.4.

    A curse that the table let somebody keep is a token like the others. Cites: SID-4.2.
    """
    held = state.holdings[player]
    if held.may_have(*tokens):
        return None
    *_, token = tokens
    if token == CURSE:
        return refuse_curse()
    if not held.hidden:
        return event.forbidden("{player} has no {token}.", player=player, token=token)
    said = "According to the record {player} has no {token}."
    return event.impossible(said, keys.ON_RECORD, player=player, token=token)


def showable(held: Holding, anything: Sequence[str]) -> Iterator[str]:
    """List the tokens that an adventurer has, or may have hidden."""
    faces = dict.fromkeys((*held.tokens, *(held.faces if held.hidden else ())))
    among = dict.fromkeys((*faces, *anything)) if HIDDEN in faces else faces
    for token in among:
        if token != HIDDEN and held.may_have(token):
            yield token
