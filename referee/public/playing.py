"""A game that a program plays, by the referee's own judgement and into its own journal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, overload

from msgspec import Struct
from msgspec.structs import replace

from referee.core.fields import FileText
from referee.core.play.loop import GameLoop
from referee.core.play.reading.commands import OVERRULE, UNDO, command_in
from referee.core.play.response import Response, ResponseKind
from referee.core.play.stage import Step as GameStep
from referee.core.play.timer import advance
from referee.core.rulebook import RuleRef
from referee.core.say import BadAnswer, RefereeError, Say
from referee.files.documents.setup import make_setup, named_field, read_field
from referee.files.journal.journal import Journal as JournalFile
from referee.files.values.given import game_given, path_given
from referee.operations.opening import now, open_journal
from referee.public.results import Journal
from referee.registry import blaming_packages, open_game


class NotUnderstood(RefereeError):  # noqa: N818 - the words are at fault, not the program
    """Words that answer nothing that is asked now."""


class Offered(Sequence[str]):
    """What may be answered now, as it is typed, alternatives with their keyword in front.

    Nothing is listed before it is looked at; of more answers than a sequence can count, it has
    the first.
    """

    def __init__(self, step: GameStep) -> None:
        self._steps = (step, *step.alternatives)

    def __len__(self) -> int:
        return min(sys.maxsize, sum(each.answers.size for each in self._steps))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Word one answer, or several."""
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        left = index if index >= 0 else index + len(self)
        for each in self._steps if left >= 0 else ():
            if left < each.answers.size:
                words = each.answers.offer(left)
                return self._steps[0].typed(each.id, words) or words
            left -= each.answers.size
        raise IndexError(index)


class Step:
    """What is asked now: the id of the step, of whom, the question, and its rules."""

    def __init__(self, step: GameStep) -> None:
        self.id: Final = step.id
        self.player: Final = None if step.player is None else str(step.player)
        self.ask: Final = step.ask
        self.rules: Final[tuple[RuleRef, ...]] = step.rules
        self._step = step

    @property
    def offered(self) -> Offered:
        """What may be answered now, as it is typed."""
        return Offered(self._step)


class Reply(Struct, frozen=True):
    """What the referee said to an answer; ``str`` is its sentence."""

    response: Response

    def __str__(self) -> str:
        return str(self.response.say)

    @property
    def is_taken(self) -> bool:
        """Whether it was recorded."""
        return self.response.is_taken

    @property
    def verdict(self) -> str:
        """One of ``allowed``, ``forbidden``, ``impossible`` and ``table-call``."""
        return str(self.response.ruling.verdict) if self.response.ruling else ""

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules it rests on, the deciding one first."""
        return self.response.ruling.rules if self.response.ruling else ()


class Session(Journal):
    """A game that a program plays; it is read like a ``Journal``.

    Nothing is forced or asked back: every step is answered, as from a pipe. An answer is on the
    disk before ``answer`` returns. What all answer at the same time is one answer, or that of each
    player in turn, of which nothing is recorded before the last.

    >>> import referee
    >>> with referee.start("saboteur", ["Ana", "Bo", "Cy"]) as table:
    ...     reply = table.answer("Cy")
    ...     reply.verdict, reply.is_taken, str(reply), table.step.id
    ('allowed', True, 'Cy begins.', 'turn.lay')
    """

    def __init__(self, file: JournalFile, path: str) -> None:
        super().__init__(file, path)
        self._loop = GameLoop(file.session, confirms=False, announces=False)

    @property
    @blaming_packages()
    def step(self) -> Step | None:
        """What is asked now; None when the game is over."""
        step, sealed = self._file.session.step, self._loop.sealed
        if step is not None and sealed.answers is not None and sealed.given:
            step = replace(step, player=sealed.player, answers=sealed.answers.each, besides=())
        return None if step is None else Step(step)

    @blaming_packages()
    def answer(self, words: str, overrule: str | None = None) -> Reply:
        """Answer the step; what is forbidden is recorded only with a reason to ``overrule`` it.

        Raises NotUnderstood for words that answer nothing here, and JournalError where the
        answer cannot be kept.
        """
        session = self._file.session
        try:
            is_command = command_in(words, session.game, session.step) is not None
        except BadAnswer as bad:
            raise NotUnderstood(bad.say) from bad
        if is_command:
            raise NotUnderstood(Say("“{words}” is a command, and answers nothing.", words=words))
        response = self._loop.feed(words)
        if response.kind is ResponseKind.NOT_UNDERSTOOD:
            raise NotUnderstood(response.say)
        if overrule and not response.is_taken:
            response = self._loop.feed(f"/{OVERRULE} {overrule}")
        return Reply(response)

    @blaming_packages()
    def undo(self, entries: int = 1) -> Reply:
        """Take back the last entries. Raises RefereeError where there are not so many."""
        response = self._loop.feed(f"{UNDO} {entries}")
        if not response.is_taken:
            raise RefereeError(response.say)
        return Reply(response)

    def close(self) -> None:
        """Close the journal, so that it can be played elsewhere."""
        self._file.close()

    def __enter__(self) -> Self:
        """Use the game in a ``with`` block, at whose end its journal is closed."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@blaming_packages()
def start(
    game: str,
    players: Iterable[str],
    journal: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Session:
    """Begin a game; ``options`` are what ``play`` takes: house rules, numbers, who leads.

    Without ``journal`` it is kept in memory. Raises RefereeError for a table that cannot be, and
    JournalError where the file cannot be made, or is there already.

    >>> start("no-swap", ["Ana", "Bo", "Cy"]).step.id
    'setup.captain'
    """
    room, book = open_game(game_given(game))
    fields, switches = {}, list[str]()
    known = {each.name for each in room.setup}
    for name, value in options.items():
        if name not in known:
            switches.append(f"{name}={_switch(value)}")
            continue
        field, words = named_field(room, name), _words(value)
        is_text = isinstance(field.shape, FileText)
        fields[name] = read_field(field, words, room.id) if is_text else words
    setup = make_setup(room, book, tuple(players), switches, fields)
    book = book.with_table_numbers(setup.numbers)
    if journal is None:
        return Session(JournalFile.in_memory(room, book, setup, now), "")
    path = path_given(journal)
    return Session(JournalFile.create(Path(path), room, book, setup, now), path)


@blaming_packages()
def resume(journal: str | os.PathLike[str]) -> Session:
    """Continue a game in its own file. Raises Unreadable, and JournalError where it is in use."""
    path = path_given(journal)
    file = open_journal(path, write=True)
    advance(file.session)
    return Session(file, path)


def _words(value: object) -> str:
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _switch(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    return ",".join(map(str, value))
