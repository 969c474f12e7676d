"""The referee for other programs: what ``import referee`` offers.

Nothing here prints or leaves. What a person can put right is raised as ``RefereeError``, or as
``Unreadable`` with the diagnostics of a file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, json

from referee.cli.commands.check import Checked as Found
from referee.cli.commands.check import check_record, checked
from referee.cli.open_files import (
    LoadedFile,
    answer_of,
    may_be_there,
    now,
    open_room,
    opened_as,
    read_as,
)
from referee.cli.reports.score_report import ScoreReport, score_report, session_report
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
from referee.files.documents.holdings import read_holdings
from referee.files.given import GIVEN, Told, document_given, game_given, path_given, question_given
from referee.files.journal.errors import JournalError
from referee.files.journal.journal import Journal as JournalFile
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
    "games",
    "rules",
    "score",
]


class GameInfo(Struct, frozen=True):
    """A game that is there: its id, title and players, the print it follows, and the language."""

    id: str
    title: str
    players: range
    edition: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee games --format json`` lists of it."""
        least, most = self.players[0], self.players[-1]
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {**told, "players": f"{least}-{most}"}


class Rules(Struct, frozen=True):
    """A rulebook, in its order: a map from a rule's id to the rule."""

    book: Rulebook

    def __getitem__(self, rule_id: str) -> Rule:
        """Give one rule. Raises KeyError where there is none of this id."""
        return self.book.rules[rule_id]

    def __iter__(self) -> Any:  # noqa: ANN401 - an iterator of rules
        """Give the rules one by one."""
        return iter(self.book.rules.values())

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee rules GAME --format json`` prints."""
        from referee.render.rulebook import render_rulebook

        return _decoded(render_rulebook(self.book, tuple(self), Format.JSON, Style()))


class Asked(Struct, frozen=True):
    """The referee's word on a dispute."""

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
        """What was worked out, by name; None for what is not known."""
        return self.answer.results

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee ask GAME QUESTION --format json`` prints."""
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
    """The final scores of a game, with what the audit found."""

    report: ScoreReport

    @property
    def is_confirmed(self) -> bool:
        """Whether the audit leaves the scores standing."""
        return self.report.told.is_confirmed

    @property
    def totals(self) -> dict[str, Any]:
        """The points by player, exact: a whole number or a fraction."""
        return {str(score.player): score.total for score in self.report.sheet.scores}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, in order of seating."""
        return tuple(map(str, self.report.sheet.outcome.winners))

    @property
    def audit(self) -> tuple[Ruling, ...]:
        """What cannot be, or has to be asked; empty where no problem was found."""
        return self.report.audit

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee score FILE --format json`` prints."""
        return _decoded(self.report.show(Format.JSON, Style()))


class Checked(Struct, frozen=True):
    """What reading and auditing a file found; ``kind`` is what the file is."""

    kind: str
    found: Found

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found but, perhaps, what the table has to be asked."""
        return self.found.is_sound

    @property
    def audit(self) -> tuple[Ruling, ...]:
        """What cannot be, or has to be asked; empty where no problem was found."""
        return self.found.audit

    @property
    def not_checked(self) -> tuple[Say, ...]:
        """What the audit had nothing to hold against."""
        return self.found.unchecked or ()

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee check FILE --format json`` prints."""
        return _decoded(as_json(check_record(self.found, self.kind)))


class Log(Struct, frozen=True):
    """The entries of an evening that count, in their order."""

    items: tuple[LogItem, ...]

    def __iter__(self) -> Any:  # noqa: ANN401 - an iterator of entries
        """Give the entries one by one."""
        return iter(self.items)

    def __len__(self) -> int:
        """Count the entries."""
        return len(self.items)

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee log JOURNAL --format json`` prints."""
        from referee.render.logs import render_log

        return _decoded(render_log(list(self.items), Format.JSON, Style()))


class Sheet(Struct, frozen=True):
    """The scoresheet of an evening, as far as the game goes."""

    document: SheetDocument

    def to_dict(self) -> dict[str, Any]:
        """Give what ``referee sheet JOURNAL --format json`` prints."""
        from referee.render.sheets import render_sheet

        return _decoded(render_sheet(self.document, Format.JSON, Style()))

    def to_html(self) -> str:
        """Give the page to print, as ``referee sheet JOURNAL --format html`` does."""
        from referee.html.page import render_page

        return render_page(self.document)


class Journal:
    """The record of an evening, opened to be read.

    >>> Journal.open("scoresheets/saboteur/saturday.jsonl").players
    ('Ana', '小明', 'ゆうこ', 'Bo', 'Cy')
    """

    def __init__(self, file: JournalFile, path: str) -> None:
        """Hold what ``open`` has read."""
        self._file = file
        self._path = path

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Journal:
        """Read a journal and replay it. Raises Unreadable and JournalError."""
        from pathlib import Path

        name = path_given(path)
        if not may_be_there(name):
            opened_as(name)  # which says what is wrong with the path
        return cls(JournalFile.open(Path(name), open_game, now, write=False), name)

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
        """Where the game stands: the State of its room."""
        return self._file.session.state

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be asked."""
        return self._file.session.step is None

    def log(self) -> Log:
        """Give the record entry by entry, each with its ruling."""
        from referee.cli.reports.log_items import log_items

        return Log(tuple(log_items(self._file)))

    def sheet(self) -> Sheet:
        """Give the scoresheet as far as the game goes."""
        from pathlib import Path

        from referee.cli.reports.sheet_documents import filled_sheet

        return Sheet(filled_sheet(self._file, Path(self._path)))

    def score(self) -> Scored:
        """Score the game. Raises RefereeError where something is still hidden."""
        tallied = session_report(self._file.session)
        if isinstance(tallied, Say):
            raise RefereeError(tallied)
        return Scored(tallied)


def games() -> tuple[GameInfo, ...]:
    """List the games that are there, ours and those of installed packages; broken ones are not.

    >>> [game.players for game in games() if game.id == "saboteur"]
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

    A fact that is None is not known. Raises RefereeError for a game that is not there, and
    Unreadable for a question or fact that cannot be read.

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

    Raises Unreadable for what cannot be read, JournalError for a journal that cannot be used,
    and RefereeError for one that is not at its end.

    >>> bags = {"Ana": {"gold": 4}, "Bo": {"silver": 6}, "Cy": {"black": 3}, "Di": {}}
    >>> scored = score({"game": "no-swap-no-pay", "players": list(bags), "holdings": bags})
    >>> scored.winners, scored.totals["Bo"]
    (('Bo',), Fraction(16, 1))
    """
    if not isinstance(told, Mapping) and opened_as(path_given(told)).kind is DocumentKind.JOURNAL:
        return Journal.open(told).score()
    read = _read(told, DocumentKind.HOLDINGS)
    holdings = read_holdings(read.document, read.game, read.book)
    book = read.book.with_table_numbers(holdings.count.setup.numbers)
    return Scored(score_report(read.game, book, holdings.count, holdings.lines))


def check(told: Told) -> Checked:
    """Read a file as what it is and audit it, or what would stand in one.

    Raises Unreadable, and JournalError for a journal that cannot be used.

    >>> dispute = {"game": "saboteur", "question": "setup", "facts": {"players": 7}}
    >>> check({**dispute, "expect": {"answer": {"hand": 6}}}).is_sound
    False
    """
    if isinstance(told, Mapping):
        opened = kind_of(document_given(told))
        return Checked(opened.called, checked(opened, GIVEN))
    path = path_given(told)
    opened = opened_as(path)
    return Checked(opened.called, checked(opened, path))


def _opened(game: str) -> tuple[Game, Rulebook]:
    return open_game(game_given(game))


def _named(question: str, game: Game) -> str:
    """Give the name that a question begins with; what begins none, or several, as it is."""
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
