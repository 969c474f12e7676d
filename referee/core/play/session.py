"""One game at one table: its setup and log, and the state kept in step with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.text_input import with_name
from referee.core.game import Game
from referee.core.play import record
from referee.core.play.course import players_not_seated, with_names
from referee.core.play.event import AnyEvent
from referee.core.play.record import Entry, Persist, Rest, TimerAction
from referee.core.play.stage import Step
from referee.core.play.state_cache import StateCache
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, Say
from referee.core.table import Player, Setup

MAX_REPLAYED: Final = 10_000
"""How many entries all corrections of a record together may replay.

At a table it is a few hundred: an undo takes back the last answers, and a fix replays the game
once. Without a bound, a record that always corrects its first entries takes minutes to open.
"""


class MisfitError(ValueError):
    """A mark that does not fit the record before it; the argument is a ``Say``."""


class _Before(Struct, frozen=True):
    """The setup and the entries before a fix that is still open.

    ``entries`` are the original versions of those that the fix has adapted. With ``moves`` a
    waiting one goes to the player who has the turn, because one was inserted or dropped.
    """

    number: int
    setup: Setup
    active: tuple[int, ...]
    entries: dict[int, Entry]
    moves: bool = False


class Session:
    """A game being played. No position is stored: the state determines the next step.

    The current entries are in ``active``, in the order of play; the place there, counted from 1,
    is the number that a table reads. The latest states are kept, so that an undo costs nothing and
    one more entry costs the same however long the log is.
    """

    def __init__(
        self, game: Game, book: Rulebook, setup: Setup, keep: Persist = lambda *_: None
    ) -> None:
        """Set the table. ``keep`` is called with each mark before it counts as recorded."""
        self.game = game
        self.begun: Final = (setup, book)
        """The setup and rulebook at the beginning, which no correction changes."""
        self.book = book
        self.setup = setup
        self.record: list[record.Record] = []
        self.preferences: dict[str, str] = {}
        """The settings that the table has chosen, by name."""
        self.former: dict[Player, tuple[Player, ...]] = {}
        """The earlier players of a player's seat, the first one first."""
        self.timer_paused = False
        """Whether the table has paused the sand timer."""
        self.changed_from = 0
        """How many entries the last mark left unchanged: all those before the first changed one."""
        self._keep = keep
        self._entries: dict[int, Entry] = {}
        self._before: _Before | None = None
        self.active: Final[list[int]] = []
        """The numbers of the current entries among all marks, from 1, in the order of play."""
        self.places: Final[dict[int, int]] = {}
        """The place of each current entry, by its number among all marks."""
        self.waiting: list[int] = []
        """The numbers of the entries that wait until a fix is finished, in the order of play."""
        self.states: StateCache[Any] = StateCache(game.start(book, setup), self._after)
        """The state at the start, and the one after each current entry."""
        self._replayed = 0

    @property
    def state(self) -> Any:
        """The state after all current entries."""
        return self.states.latest

    @property
    def people(self) -> frozenset[Player]:
        """Everybody at the table, with those who would be if the open fix were dropped."""
        before = self._before.setup if self._before else self.setup
        return frozenset((*people_of(self.setup), *people_of(before)))

    @property
    def step(self) -> Step | None:
        """What is asked next; None when the game is over."""
        return self.step_in(self.state)

    def step_in(self, state: Any) -> Step | None:
        """Return the step of a state of this game; None if the game is over in it."""
        return self.game.course.step(self.book, state)

    @property
    def open_fix(self) -> int | None:
        """The number of the fix that is not finished; None if there is none."""
        return self._before.number if self._before else None

    @property
    def moves(self) -> bool:
        """Whether a waiting entry goes to the player who has the turn when it is due."""
        return self._before is not None and self._before.moves

    @property
    def inserts(self) -> bool:
        """Whether the next answer comes before all waiting entries and replaces none."""
        mark = self.record[self._before.number - 1] if self._before else None
        if not isinstance(mark, record.Insert) or mark.entry is not None:
            return False
        return len(self.active) == mark.place - 1

    @property
    def put_before(self) -> int | None:
        """The number of the entry before which the open insertion is put, while it waits."""
        before = self._before
        mark = self.record[before.number - 1] if before else None
        if before is None or not isinstance(mark, record.Insert):
            return None
        first = before.active[mark.place - 1]
        return first if first in self.waiting else None

    def before_fix(self, number: int) -> tuple[Any, AnyEvent]:
        """Return the state before an event, and the event, as they were before the open fix."""
        before = self._before
        setup, active = (before.setup, before.active) if before else (self.setup, self.active)
        entries = {**self._entries, **(before.entries if before else {})}
        state = self.game.start(self.book, setup)
        for each in takewhile(lambda each: each != number, active):
            state = self.game.course.apply(state, entries[each].event)
        return state, entries[number].event

    def entry(self, number: int) -> Entry:
        """Return the entry of this number as it reads now. Raises KeyError if it is none."""
        return self._entries[number]

    def place(self, number: int) -> int:
        """Return the place of a current entry, counted from 1. Raises KeyError for any other."""
        return self.places[number]

    def place_of_mark(self, number: int) -> int:
        """Return the last place of the entries recorded before a mark; 0 for none."""
        return max((place for each, place in self.places.items() if each < number), default=0)

    def log(self) -> tuple[AnyEvent, ...]:
        """List the current events, oldest first."""
        return tuple(self._entries[number].event for number in self.active)

    def state_before(self, number: int) -> Any:
        """Return the state in which a current entry was judged. Raises KeyError for any other."""
        return self.states.at(self.places[number] - 1)

    def can_undo(self, numbers: Sequence[int]) -> bool:
        """Return whether these current entries can be undone without replaying too much."""
        return self.can_replay(len(self._entries_after(numbers)))

    def can_replay(self, entries: int) -> bool:
        """Return whether so many entries can be replayed."""
        return self._replayed + entries <= MAX_REPLAYED

    def with_setting(self, name: str, value: str) -> tuple[Setup, Rulebook]:
        """Return set-up and rulebook with a number or an option set. Raises ValueError."""
        setup = self.setup
        if name in {each for _, each, _ in self.book.table_numbers()}:
            numbers = {**setup.numbers, name: tuple(map(int, value.split(",")))}
            return replace(setup, numbers=numbers), self.book.with_table_numbers(numbers)
        if name not in self.book.options:
            raise MisfitError(Say("there is no setting {name}", name=AsIs(name)))
        options = {**setup.options, name: tuple(value.split(","))}
        return replace(setup, options=options), self.book

    def add(self, mark: record.Record, after: Any = None) -> int:
        """Keep a mark, then let it take effect, and return its number.

        ``after`` is the state after an entry, if it is known already. Raises MisfitError for a
        mark that does not fit the record, such as an undo of an entry that is not current, or that
        would replay too much, and whatever ``keep`` raises; then nothing has changed.
        """
        number = len(self.record) + 1
        if isinstance(mark, Entry):
            if mark.rest is not None:
                self._check_rest(mark.rest, self.waiting)
                if self._before and {*self._before.setup.seating} != {*self.setup.seating}:
                    self._check_people(mark.rest, self.waiting, self.state)
            if after is None:
                after = self.game.course.apply(self.state, mark.event)
            self._keep(number, mark)
            self.record.append(mark)
            self.changed_from = len(self.active)
            self._append(number, mark, after)
            if self._before is not None:
                self._rejoin(mark.rest or Rest(0))
            return number
        effect = self._effect(number, mark)
        self._keep(number, mark)
        self.record.append(mark)
        self.changed_from = len(self.active)
        effect()
        return number

    def _effect(self, number: int, mark: record.Record) -> Callable[[], None]:  # noqa: PLR0911 - one a kind
        """Check a mark that is no entry; return a function that applies it. Raises MisfitError."""
        match mark:
            case record.Undo(entries):
                return self._undoing(entries)
            case record.Fix() | record.Insert() | record.Drop():
                return self._fixing(number, mark)
            case record.Rename(old, new):
                return self._renaming(old, new)
            case record.Substitute(old, new):
                return partial(self._substitute, self._renaming(old, new), old, new)
            case record.Seats():
                return self._seating(number, mark)
            case record.Preference(name, value):
                return partial(self.preferences.update, {name: value})
            case record.TimerMark(word) if word in {TimerAction.PAUSED, TimerAction.RESUMED}:
                return partial(setattr, self, "timer_paused", word is TimerAction.PAUSED)
        return lambda: None

    def _undoing(self, numbers: tuple[int, ...]) -> Callable[[], None]:
        active = self.active
        if self._before is None and active and numbers == (active[-1],):
            return partial(self._cut, len(active) - 1)
        if self._before is not None and numbers == (self._before.number,):
            return partial(self._drop_fix, self._before)
        if not numbers or not self.places.keys() >= {*numbers}:
            raise MisfitError(Say("not in force: {numbers}", numbers=numbers))
        if self._before is not None:
            raise MisfitError(Say("a fix is open"))
        later = self._entries_after(numbers)
        self._check_replay(len(later))

        def struck() -> None:
            self._replayed += len(later)
            self._cut(len(self.active) - len(later) - len({*numbers}))
            self._replay(later)

        return struck

    def _entries_after(self, struck: Sequence[int]) -> list[int]:
        first, gone = min(map(self.places.__getitem__, struck)), {*struck}
        return [number for number in self.active[first:] if number not in gone]

    def _fixing(self, number: int, mark: record.Correction) -> Callable[[], None]:
        is_setting = isinstance(mark, record.Fix) and not mark.place
        if not (is_setting or 1 <= mark.place <= len(self.active)):
            raise MisfitError(Say("nothing to fix at {place}", place=mark.place))
        setup, book = self.setup, self.book
        if isinstance(mark, record.Fix) and is_setting:
            setup, book = self.with_setting(mark.name, mark.value)
        first = max(0, mark.place - 1)
        waiting = self.active[first + isinstance(mark, record.Drop) :]
        entry = None if isinstance(mark, record.Drop) else mark.entry
        moves = not isinstance(mark, record.Fix)
        opening = self._opening(number, first, waiting, mark.rest, moves=moves)
        start = self.game.start(book, setup) if is_setting else None

        def fixed() -> None:
            opening()
            if start is not None:
                self.setup, self.book = setup, book
                self.states = StateCache(start, self._after)
            if entry is not None:
                self._append(number, entry, self.game.course.apply(self.state, entry.event))
            self._rejoin(mark.rest)

        return fixed

    def _seating(self, number: int, mark: record.Seats) -> Callable[[], None]:
        """Return the effect of seating these players from the start. Raises MisfitError."""
        seating, setup = mark.seating, self.setup
        reseated = replace(setup, seating=seating)
        if mark.rest is None:
            if sorted(seating) != sorted(setup.seating):
                raise MisfitError(_wrong_players(seating))
            return partial(self._restart_with, reseated)
        people = (*seating, *setup.roles.values())
        if len({*people}) != len(people) or len(seating) not in self.game.players:
            raise MisfitError(_wrong_players(seating))
        opening = self._opening(number, 0, [*self.active], mark.rest)
        start, rest = self.game.start(self.book, reseated), mark.rest
        self._check_people(rest, self.active, start)

        def seated() -> None:
            opening()
            self.setup = reseated
            self.states = StateCache(start, self._after)
            self._rejoin(rest)

        return seated

    def _opening(
        self, number: int, first: int, waiting: list[int], rest: Rest, *, moves: bool = False
    ) -> Callable[[], None]:
        """Return the effect of opening a fix: entries from a place on wait. Raises MisfitError."""
        if self._before is not None:
            raise MisfitError(Say("a fix is open"))
        self._check_rest(rest, waiting)
        self._check_replay(len(self.active) - first)

        def opened() -> None:
            self._before = _Before(number, self.setup, tuple(self.active), {}, moves)
            self._replayed += len(self.active) - first
            self.waiting = waiting
            self._cut(first)

        return opened

    def _rejoin(self, rest: Rest) -> None:
        """Make waiting entries current again; a fix is finished when none waits any more."""
        before = self._before
        waiting = [number for number in self.waiting if number not in rest.dropped]
        for number in waiting[: rest.kept]:
            entry = self._entries[number]
            if before is not None:
                adapted = self.adapted(entry, self.state, moves=before.moves)
                if adapted is not entry:
                    before.entries[number] = entry
                    entry = adapted
            self._append(number, entry, self.game.course.apply(self.state, entry.event))
        self.waiting = waiting[rest.kept :]
        if not self.waiting:
            self._before = None

    def adapted(self, entry: Entry, state: Any, *, moves: bool) -> Entry:
        """Adapt a waiting entry to the state in which it now happens, unless it was overruled.

        One that ``moves`` goes to the player who has the turn there, overruled or not.
        """
        event = entry.event
        if not entry.overrule_reason or moves:
            event = self.game.course.mended(state, event, is_moved=moves)
        return entry if event is entry.event else replace(entry, event=event)

    def _check_replay(self, entries: int) -> None:
        if not self.can_replay(entries):
            said = "corrections play more than {most} entries again"
            raise MisfitError(Say(said, most=MAX_REPLAYED))

    def _check_rest(self, rest: Rest, waiting: Sequence[int]) -> None:
        if not {*rest.dropped} <= {*waiting} or rest.kept > len(waiting) - len(rest.dropped):
            raise MisfitError(Say("nothing like this is waiting"))

    def _check_people(self, rest: Rest, waiting: Sequence[int], state: Any) -> None:
        """Raise MisfitError if an entry that is kept names somebody who has left the table."""
        people = (*self.game.course.people(state), *self.setup.roles.values())
        kept = [number for number in waiting if number not in rest.dropped][: rest.kept]
        for number in kept:
            event = self._entries[number].event
            if strangers := players_not_seated(event, lambda _: people, state):
                raise MisfitError(_wrong_players(strangers))

    def _drop_fix(self, before: _Before) -> None:
        pairs = zip(self.active, before.active, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._before, self.waiting = None, []
        self._entries.update(before.entries)
        if before.setup != self.setup:
            same = 0
            self.setup = before.setup
            self.book = self.book.with_table_numbers(before.setup.numbers)
            self.states = StateCache(self.game.start(self.book, self.setup), self._after)
        self._replayed += len(before.active) - same
        self._cut(same)
        self._replay(before.active[same:])

    def _renaming(self, old: Player, new: Player) -> Callable[[], None]:
        """Return the effect of a rename, in the setup and all entries. Raises MisfitError."""
        setup, before = self.setup, self._before
        if old not in people_of(setup) or new in self.people:
            raise MisfitError(Say("{old} cannot be called {new}", old=AsIs(old), new=AsIs(new)))
        self._check_replay(len(self.active))
        entries = {number: _renamed(entry, old, new) for number, entry in self._entries.items()}

        def renamed() -> None:
            self._entries = entries
            if before is not None:
                was = {number: _renamed(each, old, new) for number, each in before.entries.items()}
                table = _table_with(before.setup, old, new)
                self._before = replace(before, setup=table, entries=was)
            if old in self.former:
                self.former[new] = self.former.pop(old)
            self._restart_with(_table_with(setup, old, new))

        return renamed

    def _substitute(self, renaming: Callable[[], None], old: Player, new: Player) -> None:
        before = self.former.pop(old, ())
        renaming()
        self.former[new] = (*before, old)

    def _restart_with(self, setup: Setup) -> None:
        active = list(self.active)
        self._replayed += len(active)
        self._cut(0)
        self.setup = setup
        self.states = StateCache(self.game.start(self.book, setup), self._after)
        self._replay(active)

    def _cut(self, place: int) -> None:
        self.changed_from = min(self.changed_from, place)
        self.states.truncate(place)
        while len(self.active) > place:
            del self.places[self.active.pop()]

    def _replay(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            entry = self._entries[number]
            self._append(number, entry, self.game.course.apply(self.state, entry.event))

    def _append(self, number: int, entry: Entry, after: Any) -> None:
        self._entries[number] = entry
        self.active.append(number)
        self.places[number] = len(self.active)
        self.states.append(after)

    def _after(self, state: Any, place: int) -> Any:
        """Return the state after a current entry, by its place counted from 1."""
        return self.game.course.apply(state, self._entries[self.active[place - 1]].event)


def people_of(setup: Setup) -> tuple[Player, ...]:
    """List the players of a table and the people with a role."""
    return (*setup.seating, *setup.roles.values())


def _wrong_players(people: Sequence[Player]) -> Say:
    return Say("other players: {players}", players=tuple(map(AsIs, people)))


def _table_with(setup: Setup, old: Player, new: Player) -> Setup:
    names = {old: new}
    return replace(
        setup,
        seating=tuple(names.get(each, each) for each in setup.seating),
        roles={part: names.get(each, each) for part, each in setup.roles.items()},
    )


def _renamed(entry: Entry, old: Player, new: Player) -> Entry:
    return replace(
        entry,
        event=with_names(entry.event, {old: new}),
        words=with_name(entry.words, old, new),
        overrule_reason=with_name(entry.overrule_reason, old, new),
    )
