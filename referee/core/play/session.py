"""One game at one table: its setup and log, and the state kept in step with them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from msgspec import Struct

from referee.core.answers.custom import NOTHING
from referee.core.answers.text_input import halfwidth, match_key, nfc, prefix_matches
from referee.core.game import Game
from referee.core.play.event import AnyEvent
from referee.core.play.state_cache import StateCache
from referee.core.play.step import Step
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.say import BadAnswer, Say, join_or
from referee.core.table import Setup

MAX_REPLAYED: Final = 10_000
"""How many entries all strikes of a record together may let play again.

At a table it is a handful: a strike takes back the last answers, and only what the clock noted
behind them stays. A record that strikes its first entries over and over takes minutes to open.
"""


class Entry(Struct, frozen=True, kw_only=True):
    """An event as noted: the step it answered, the words, and why it was overruled, if it was.

    ``by_clock`` tells that no player said it: the clock saw the sand run out. The words of a
    ``secret`` entry are not for everyone's eyes.
    """

    step: str
    words: str
    event: AnyEvent
    overrule_reason: str = ""
    by_timer: bool = False
    secret: bool = False


class Undo(Struct, frozen=True):
    """The table took back these entries, by their numbers; they stay in the record."""

    entries: tuple[int, ...]


class Note(Struct, frozen=True):
    """Something the table wanted on the record."""

    text: str


class TimerAction(StrEnum):
    """What a mark tells about the sand timer."""

    PAUSED = "paused"
    """The table lets the glass stand still."""
    RESUMED = "resumed"
    """The glass runs on."""
    CLOSED = "left"
    """The program was left; what follows is no time at the table."""
    REOPENED = "gone on"
    """The program was begun again; what came before, since the last mark, was no time either."""


class TimerMark(Struct, frozen=True):
    """The sand timer was stopped or runs on; it is no event of the game."""

    word: TimerAction


Record: TypeAlias = Entry | Undo | Note | TimerMark
Persist: TypeAlias = Callable[[int, Record], None]
"""Keeps a mark under its number, counted from 1; raises if it cannot, and then it is not noted."""


def persist_nothing(number: int, mark: Record) -> None:
    """Keep no record beyond the session itself."""


class Session:
    """A game being played. Nothing remembers where it is: the state tells the next step.

    The latest states are held, so an undo costs nothing and one more entry costs the same
    however long the log is.
    """

    def __init__(
        self, game: Game, book: Rulebook, setup: Setup, keep: Persist = persist_nothing
    ) -> None:
        """Set the table. ``keep`` is called with each mark before it counts as noted."""
        self.game = game
        self.book = book
        self.setup = setup
        self.record: list[Record] = []
        self._keep = keep
        self.timer_paused = False
        """Whether the table has stopped the sand timer, and not let it run on."""
        self._in_force: list[int] = []
        self._states: StateCache[Any] = StateCache(game.start(book, setup), self._after)
        self._again = 0
        """How many entries were played again, as something before them was struck."""
        self._asked: tuple[Any, Step | None] | None = None

    @property
    def state(self) -> Any:
        """The state after everything in force."""
        return self._states.latest

    @property
    def states(self) -> StateCache[Any]:
        """The state at the start, and the one after each entry in force."""
        return self._states

    @property
    def step(self) -> Step | None:
        """What is asked next; None when the game is over. Worked out once for each state."""
        state = self.state
        if self._asked is None or self._asked[0] is not state:
            self._asked = (state, self.game.course.step(self.book, state))
        return self._asked[1]

    @property
    def active(self) -> Sequence[int]:
        """The numbers of the entries in force, counted from 1 among all marks."""
        return self._in_force

    def entry(self, number: int) -> Entry:
        """Give the entry of this number. Raises KeyError where the mark is none."""
        mark = self.record[number - 1] if 0 < number <= len(self.record) else None
        if not isinstance(mark, Entry):
            raise KeyError(number)
        return mark

    def log(self) -> tuple[AnyEvent, ...]:
        """List the events in force, oldest first."""
        return tuple(self.entry(number).event for number in self._in_force)

    def state_before(self, number: int) -> Any:
        """Give the state in which an entry in force was judged. Raises KeyError for any other."""
        if not self._is_in_force(number):
            raise KeyError(number)
        return self._states.at(bisect_left(self._in_force, number))

    def can_undo(self, numbers: Sequence[int]) -> bool:
        """Tell whether these entries, which are in force, may be struck without too much ado."""
        return self._again + len(self._left_behind(numbers)) <= MAX_REPLAYED

    def add(self, mark: Record) -> int:
        """Keep a mark, then let it take effect; its number is returned.

        Raises ValueError for a strike of what is not in force, and for one that lets too much
        be played again; whatever ``keep`` raises passes through, and then nothing has changed.
        """
        if isinstance(mark, Undo):
            if not (mark.entries and all(map(self._is_in_force, mark.entries))):
                message = f"not in force: {mark.entries}"
                raise ValueError(message)
            if not self.can_undo(mark.entries):
                message = f"strikes let more than {MAX_REPLAYED} entries be played again"
                raise ValueError(message)
        number = len(self.record) + 1
        after = self.game.course.apply(self.state, mark.event) if isinstance(mark, Entry) else None
        self._keep(number, mark)
        self.record.append(mark)
        if isinstance(mark, Entry):
            self._in_force.append(number)
            self._states.append(after)
        elif isinstance(mark, Undo):
            self._strike(mark.entries)
        elif isinstance(mark, TimerMark) and mark.word in {TimerAction.PAUSED, TimerAction.RESUMED}:
            self.timer_paused = mark.word is TimerAction.PAUSED
        return number

    def _strike(self, struck: Sequence[int]) -> None:
        again = self._left_behind(struck)
        self._again += len(again)
        first = bisect_left(self._in_force, min(struck))
        self._states.truncate(first)
        del self._in_force[first:]
        for number in again:
            self._in_force.append(number)
            self._states.append(self.game.course.apply(self.state, self.entry(number).event))

    def _left_behind(self, struck: Sequence[int]) -> list[int]:
        """List the entries that stay in force behind the first that is struck."""
        first, gone = bisect_left(self._in_force, min(struck)), set(struck)
        return [number for number in self._in_force[first:] if number not in gone]

    def _is_in_force(self, number: int) -> bool:
        place = bisect_left(self._in_force, number)
        return self._in_force[place : place + 1] == [number]

    def _after(self, state: Any, place: int) -> Any:
        """Give the state after the entry at a place in force, counted from 1."""
        return self.game.course.apply(state, self.entry(self._in_force[place - 1]).event)


class ParsedAnswer(Struct, frozen=True):
    """Words read at a step, and the ruling on the event that they name."""

    step: Step
    words: str
    event: AnyEvent
    ruling: Ruling


def parse_answer(session: Session, state: Any, words: str) -> ParsedAnswer:
    """Read and judge words in a state of this session. Raises BadAnswer for what means nothing."""
    game, book = session.game, session.book
    step = session.step if state is session.state else game.course.step(book, state)
    if step is None:
        raise BadAnswer(Say("The game is over; /undo takes back an answer."))
    meant, event = _read(step, nfc(words))
    return ParsedAnswer(meant, words, event, game.course.rule_on(book, state, event))


def _read(step: Step, words: str) -> tuple[Step, AnyEvent]:
    """Find the step that the words answer, this one or one beside it, and the event they name."""
    if not words:
        raise _silence(step)
    head, _, rest = halfwidth(words).partition(" ")
    besides = {beside.keyword: beside for beside in step.alternatives}
    named = match_key(head)
    meant: tuple[str, ...] = (named,) if named in besides else ()
    if not meant:
        try:
            return step, _event(step, words)
        except BadAnswer:
            meant = prefix_matches(head, besides)
            if not meant:
                raise
    if len(meant) > 1:
        said = Say("“{word}” may be {found}: which?", word=head, found=join_or(meant))
        raise BadAnswer(said) from None
    beside = besides[meant[0]]
    try:
        return beside, _event(beside, rest.strip())
    except BadAnswer as bad:
        if named != meant[0]:
            raise
        return step, _in_its_place(step, words, bad)


def _in_its_place(step: Step, words: str, bad: BadAnswer) -> AnyEvent:
    """Read words of this step that begin like a report beside it, such as a piece of its name."""
    try:
        return _event(step, words)
    except BadAnswer:
        raise bad from None


def _event(step: Step, answer: str) -> AnyEvent:
    answer = answer or step.on_empty or ""
    if not answer:
        raise _silence(step)
    return step.read(answer)


def _silence(step: Step) -> BadAnswer:
    if not step.answers.size:
        return BadAnswer(Say("{word}: {nothing}.", word=step.keyword, nothing=NOTHING))
    return BadAnswer(Say("Please answer: {hint}.", hint=step.answers.hint()))
