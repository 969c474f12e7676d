"""The referee for other programs: what ``import referee`` offers.

Nothing here prints or exits. Problems that a person can solve are raised as ``RefereeError``, or
as ``Unreadable`` with the diagnostics of a file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, json

from referee.core.answers.text_input import prefix_matches
from referee.core.game import Answer, Game, Results
from referee.core.paper.booklet import source_of
from referee.core.paper.sheet_document import LogItem, SheetDocument
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.ruling import Ruling
from referee.core.say import RefereeError, Say
from referee.files.diagnostics import Unreadable
from referee.files.documents.detect import DocumentKind, kind_of
from referee.files.documents.disputes import read_dispute
from referee.files.given import GIVEN, Told, document_given, game_given, path_given, question_given
from referee.files.journal.errors import JournalError
from referee.files.journal.journal import Journal as JournalFile
from referee.operations.checking import CheckReport, check_file
from referee.operations.log import log_items
from referee.operations.opening import (
    LoadedFile,
    answer_of,
    open_journal,
    open_room,
    opened_as,
    read_as,
)
from referee.operations.scoring import ScoreReport, holdings_report, session_report
from referee.registry import open_game, sound_games
from referee.render.formats import Format, Style, as_json

__all__ = [
    "Asked",
    "Checked",
    "GameInfo",
    "Journal",
    "JournalError",
    "Log",
    "RefereeError",
    "Rules",
    "Scored",
    "Sheet",
    "Unreadable",
    "ask",
    "check",
    "list_games",
    "rules",
    "score",
]


class GameInfo(Struct, frozen=True):
    """A game: its id, title, numbers of players, edition, and where its rules come from."""

    id: str
    title: str
    players: range
    edition: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee games --format json`` lists."""
        least, most = self.players[0], self.players[-1]
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {**told, "players": f"{least}-{most}"}


class Rules(Struct, frozen=True):
    """A rulebook: its rules by id, and in their order."""

    book: Rulebook

    def __getitem__(self, rule_id: str) -> Rule:
        """Return one rule. Raises KeyError for an unknown id."""
        return self.book.rules[rule_id]

    def __iter__(self) -> Any:  # noqa: ANN401 - an iterator of rules
        return iter(self.book.rules.values())

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee rules GAME --format json`` prints."""
        from referee.render.rulebook import render_rulebook

        return _decoded(render_rulebook(self.book, tuple(self), Format.JSON, Style()))


class Asked(Struct, frozen=True):
    """The answer to a dispute."""

    game: str
    question: str
    answer: Answer
    book: Rulebook

    @property
    def verdict(self) -> str:
        """One of ``allowed``, ``forbidden``, ``impossible``, ``table-call`` and ``answered``."""
        return str(self.answer.verdict)

    @property
    def reason(self) -> Say:
        """Why, in one sentence; ``str`` words it."""
        return self.answer.reason

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules behind it, the deciding one first."""
        return self.answer.rules

    @property
    def results(self) -> Results:
        """The computed values by name; None for an unknown one."""
        return self.answer.results

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee ask GAME QUESTION --format json`` prints."""
        from referee.render.rulings import render_answer

        shown = render_answer(
            self.answer,
            game=self.game,
            question=self.question,
            book=self.book,
            fmt=Format.JSON,
            style=Style(),
        )
        return _decoded(shown)


class Scored(Struct, frozen=True):
    """The final scores of a game, with the findings of the audit."""

    report: ScoreReport

    @property
    def is_confirmed(self) -> bool:
        """Whether the audit confirms the scores."""
        return self.report.told.is_confirmed

    @property
    def totals(self) -> dict[str, Any]:
        """The points by player, exact: a whole number or a fraction."""
        return {str(score.player): score.total for score in self.report.sheet.scores}

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners, in order of seating."""
        return tuple(map(str, self.report.sheet.outcome.winners))

    @property
    def audit(self) -> tuple[Ruling, ...]:
        """The findings: what cannot be, or has to be asked; empty if no problem was found."""
        return self.report.audit

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee score FILE --format json`` prints."""
        return _decoded(self.report.show(Format.JSON, Style()))


class Checked(Struct, frozen=True):
    """What reading and auditing a file found; ``kind`` is the kind of the file."""

    kind: str
    found: CheckReport

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; a finding may still have to be asked at the table."""
        return self.found.is_sound

    @property
    def audit(self) -> tuple[Ruling, ...]:
        """The findings: what cannot be, or has to be asked; empty if no problem was found."""
        return self.found.audit

    @property
    def not_checked(self) -> tuple[Say, ...]:
        """What the audit could not check, for it was not reported."""
        return self.found.unchecked or ()

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee check FILE --format json`` prints."""
        return _decoded(as_json(self.found.record(self.kind)))


class Log(Struct, frozen=True):
    """The entries of an evening that count, in their order."""

    items: tuple[LogItem, ...]

    def __iter__(self) -> Any:  # noqa: ANN401 - an iterator of entries
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee log JOURNAL --format json`` prints."""
        from referee.render.logs import render_log

        return _decoded(render_log(list(self.items), Format.JSON, Style()))


class Sheet(Struct, frozen=True):
    """The scoresheet of an evening, as far as the game goes."""

    document: SheetDocument

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee sheet JOURNAL --format json`` prints."""
        from referee.render.sheets import render_sheet

        return _decoded(render_sheet(self.document, Format.JSON, Style()))

    def to_html(self) -> str:
        """Return the page to print, as ``referee sheet JOURNAL --format html`` does."""
        from referee.html.page import render_page

        return render_page(self.document)


class Journal:
    """The record of an evening, opened to be read.

    >>> Journal.open("scoresheets/saboteur/saturday.jsonl").players
    ('Ana', '小明', 'ゆうこ', 'Bo', 'Cy')
    """

    def __init__(self, file: JournalFile, path: str) -> None:
        self._file = file
        self._path = path

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Journal:
        """Read a journal and replay it. Raises Unreadable and JournalError."""
        name = path_given(path)
        return cls(open_journal(name), name)

    @property
    def game(self) -> str:
        """The game's id."""
        return self._file.session.game.id

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, clockwise."""
        return tuple(map(str, self._file.session.setup.seating))

    @property
    def state(self) -> Any:  # noqa: ANN401 - of the game's own State
        """The current state: the State of its room."""
        return self._file.session.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._file.session.step is None

    def log(self) -> Log:
        """Return the record entry by entry, each with its ruling."""
        return Log(tuple(log_items(self._file)))

    def sheet(self) -> Sheet:
        """Return the scoresheet as far as the game goes."""
        from pathlib import Path

        from referee.operations.sheets import filled_sheet

        return Sheet(filled_sheet(self._file, Path(self._path)))

    def score(self) -> Scored:
        """Score the game. Raises RefereeError if something is still hidden."""
        tallied = session_report(self._file.session)
        if isinstance(tallied, Say):
            raise RefereeError(tallied)
        return Scored(tallied)


def list_games() -> tuple[GameInfo, ...]:
    """List our games and those of installed packages that work.

    >>> [game.players for game in list_games() if game.id == "saboteur"]
    [range(3, 11)]
    """
    opened, _ = sound_games()
    return tuple(
        GameInfo(game.id, game.title, game.players, book.edition.title, str(source_of(book)))
        for game, book in opened
    )


def rules(game: str) -> Rules:
    """Read the rulebook of a game, by its id, an alias or a beginning. Raises RefereeError.

    >>> rules("no-swap")["NSP-5.1"].constants
    {'each': 3}
    """
    return Rules(_opened(game)[1])


def ask(game: str, question: str, **facts: Any) -> Asked:
    """Put a dispute; facts are texts as typed on the command line, or numbers, lists and maps.

    A fact that is None is not known. Raises RefereeError for an unknown game, and Unreadable for
    a question or fact that cannot be read.

    >>> asked = ask("no-swap-no-pay", "value", gold=2, silver="2+2", purple=1)
    >>> asked.verdict, asked.results["points"]
    ('answered', 21)
    """
    room, book = _opened(game)
    put = {"game": room.id, "question": _named(question, room), "facts": facts}
    read = _read(put, DocumentKind.DISPUTE)
    dispute = read_dispute(read.document, room, book)
    return Asked(room.id, dispute.question.name, answer_of(read, dispute), book)


def score(told: Told) -> Scored:
    """Score a holdings file or journal, or what would stand in a holdings file.

    Raises Unreadable for a file that cannot be read, JournalError for an unusable journal, and
    RefereeError for an unfinished one.

    >>> bags = {"Ana": {"gold": 4}, "Bo": {"silver": 6}, "Cy": {"black": 3}, "Di": {}}
    >>> scored = score({"game": "no-swap-no-pay", "players": list(bags), "holdings": bags})
    >>> scored.winners, scored.totals["Bo"]
    (('Bo',), Fraction(16, 1))
    """
    if not isinstance(told, Mapping) and opened_as(path_given(told)).kind is DocumentKind.JOURNAL:
        return Journal.open(told).score()
    return Scored(holdings_report(_read(told, DocumentKind.HOLDINGS)))


def check(told: Told) -> Checked:
    """Read a file as what it is and audit it, or what would stand in one.

    Raises Unreadable, and JournalError for an unusable journal.

    >>> dispute = {"game": "saboteur", "question": "setup", "facts": {"players": 7}}
    >>> check({**dispute, "expect": {"answer": {"hand": 6}}}).is_sound
    False
    """
    if isinstance(told, Mapping):
        path, opened = GIVEN, kind_of(document_given(told))
    else:
        path = path_given(told)
        opened = opened_as(path)
    return Checked(opened.called, check_file(opened, path))


def _opened(game: str) -> tuple[Game, Rulebook]:
    return open_game(game_given(game))


def _named(question: str, game: Game) -> str:
    """Complete the name of a question; return it as it is if none, or several, begin so."""
    names = [name for each in game.questions for name in (each.name, *each.aliases)]
    found = prefix_matches(question_given(question), names)
    return found[0] if len(found) == 1 else question


def _read(told: Told, kind: DocumentKind) -> LoadedFile:
    if not isinstance(told, Mapping):
        path = path_given(told)
        return read_as(opened_as(path), path, kind)
    document = document_given(told)
    return open_room(kind_of(document), document)


def _decoded(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(text)
    return found
