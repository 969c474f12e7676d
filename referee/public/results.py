"""What the functions of the library give back: rulebooks, rulings, scores, records, sheets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, overload

from msgspec import Struct, json, structs

from referee.core.game import Answer, Results
from referee.core.paper.score_summary import finding_text, lines_said
from referee.core.paper.sheet_document import LogItem, SheetDocument
from referee.core.paper.wording import text_of
from referee.core.play.event import AnyEvent
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.ruling import FieldPath, Ruling
from referee.core.say import RefereeError, Say
from referee.core.scoring.score import ScoreLine, TieBreaker, ranks
from referee.files.journal.journal import Journal as JournalFile
from referee.files.values.given import path_given
from referee.operations.checking import CheckReport
from referee.operations.log import log_items
from referee.operations.opening import open_journal
from referee.operations.scoring import ScoreReport, session_report
from referee.registry import blaming_packages
from referee.render.formats import Format, Style, as_json


class GameInfo(Struct, frozen=True):
    """A game: its id, title, numbers of players, edition, and where its rules come from.

    ``parts`` are what can be done with it, of ``ask``, ``play`` and ``score``.
    """

    id: str
    title: str
    players: range
    edition: str
    source: str
    parts: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee games --format json`` lists."""
        least, most = self.players[0], self.players[-1]
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {**told, "players": f"{least}-{most}", "parts": [*self.parts]}


class Rules(Mapping[str, Rule]):
    """A rulebook: a mapping from rule ids to rules, in the order of the book."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def __getitem__(self, rule_id: str) -> Rule:
        """Return one rule. Raises KeyError for an unknown id."""
        return self.book.rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.book.rules)

    def __len__(self) -> int:
        return len(self.book.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee rules GAME --format json`` prints."""
        from referee.render.rulebook import render_rulebook

        rules = tuple(self.book.rules.values())
        return _decoded(render_rulebook(self.book, rules, Format.JSON, Style()))


class Asked(Struct, frozen=True):
    """The ruling on a dispute; ``str()`` gives the first line that ``ask`` prints."""

    game: str
    question: str
    answer: Answer
    book: Rulebook

    def __str__(self) -> str:
        return self._shown(Format.PLAIN).partition("\n")[0]

    @property
    def verdict(self) -> str:
        """One of ``allowed``, ``forbidden``, ``impossible``, ``table-call`` and ``answered``."""
        return str(self.answer.verdict)

    @property
    def reason(self) -> Say:
        """The reason, in one sentence; ``str()`` gives the text."""
        return self.answer.reason

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules it rests on, the deciding one first."""
        return self.answer.rules

    @property
    def results(self) -> Results:
        """The results by name; None for anything unknown."""
        return self.answer.results

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee ask GAME QUESTION --format json`` prints."""
        return _decoded(self._shown(Format.JSON))

    def _shown(self, fmt: Format) -> str:
        from referee.render.rulings import render_answer

        return render_answer(
            self.answer,
            game=self.game,
            question=self.question,
            book=self.book,
            fmt=fmt,
            style=Style(),
        )


class Finding(Struct, frozen=True):
    """Something that the audit found; ``str`` says it with its rules and where it is.

    ``fields`` are the places in the final count that it adds up or compares.
    """

    ruling: Ruling
    where: tuple[str, ...] = ()

    def __str__(self) -> str:
        return finding_text(self.ruling, {}, where="; ".join(self.where))

    @property
    def verdict(self) -> str:
        """``impossible``, ``forbidden`` or ``table-call``."""
        return str(self.ruling.verdict)

    @property
    def reason(self) -> Say:
        """The problem, in one sentence; ``str()`` gives the text."""
        return self.ruling.reason

    @property
    def rules(self) -> tuple[RuleRef, ...]:
        """The rules behind it."""
        return self.ruling.rules

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """The places in the final count that it adds up or compares."""
        return self.ruling.fields


class ScoredLine(Struct, frozen=True):
    """One reason for points, worded: what, how many, how they were worked out, by which rules."""

    label: str
    points: Fraction
    working: str
    rules: tuple[str, ...]


class ScoredTie(Struct, frozen=True):
    """A number that decides between equal totals; more is better."""

    label: str
    value: Fraction
    rules: tuple[str, ...]


class ScoredPlayer(Struct, frozen=True):
    """One player's rank, counted from 1, total and lines, and what breaks a tie."""

    player: str
    rank: int
    total: Fraction
    lines: tuple[ScoredLine, ...]
    tie_breakers: tuple[ScoredTie, ...]


class Scored(Struct, frozen=True):
    """The final scores of a game, and the problems found; ``str()`` says who wins."""

    report: ScoreReport
    is_file: bool = True
    """Whether it was read from a file, which has lines."""

    def __str__(self) -> str:
        return text_of(self.report.sheet.outcome.said)

    @property
    def scores(self) -> tuple[ScoredPlayer, ...]:
        """Every player's rank, total and lines, in order of seating."""
        scores = self.report.sheet.scores
        return tuple(
            ScoredPlayer(
                str(each.player),
                rank,
                each.total,
                tuple(map(_scored_line, each.lines)),
                tuple(map(_scored_tie, each.tie_breakers)),
            )
            for each, rank in zip(scores, ranks(scores), strict=True)
        )

    @property
    def is_confirmed(self) -> bool:
        """Whether no problem puts the scores in doubt."""
        return self.report.is_confirmed

    @property
    def totals(self) -> dict[str, Any]:
        """The points by player, exact: a whole number or a fraction."""
        return {str(score.player): score.total for score in self.report.sheet.scores}

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners, in seating order."""
        return tuple(map(str, self.report.sheet.outcome.winners))

    @property
    def audit(self) -> tuple[Finding, ...]:
        """What is impossible, or a question for the table; empty if no problem was found."""
        return _findings(self.report.audit, self.report.lines if self.is_file else {})

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee score FILE --format json`` prints."""
        return _decoded(self.report.show(Format.JSON, Style()))


class Checked(Struct, frozen=True):
    """The result of a check; ``kind`` is the kind of file."""

    kind: str
    found: CheckReport
    is_file: bool = True
    """Whether it was read from a file, which has lines."""

    @property
    def is_sound(self) -> bool:
        """Whether no problem was found, except questions for the table."""
        return self.found.is_sound

    @property
    def audit(self) -> tuple[Finding, ...]:
        """What is impossible, or a question for the table; empty if no problem was found."""
        return _findings(self.found.audit, self.found.lines if self.is_file else {})

    @property
    def not_checked(self) -> tuple[Say, ...]:
        """What could not be checked."""
        return self.found.unchecked or ()

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee check FILE --format json`` prints."""
        return _decoded(as_json(self.found.record(self.kind)))


class LogEntry(Struct, frozen=True):
    """One entry: its number, the step and who acted, what was typed, what it was taken for.

    ``event`` names the kind of event and ``fields`` what it holds. A note has no number, step,
    event or verdict.
    """

    number: int | None
    step: str
    player: str | None
    words: str
    event: str
    fields: dict[str, Any]
    verdict: str
    rules: tuple[str, ...]
    said: str


class Log(Sequence[LogEntry]):
    """The valid entries of a game, in order, and its notes where they were made."""

    def __init__(self, items: tuple[LogItem, ...], entries: tuple[LogEntry, ...]) -> None:
        self.items = items
        self._entries = entries

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[LogEntry, ...]: ...
    def __getitem__(self, index: int | slice) -> LogEntry | tuple[LogEntry, ...]:
        """Return one entry, or several."""
        return self._entries[index]

    def __len__(self) -> int:
        return len(self._entries)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``referee log JOURNAL --format json`` prints."""
        from referee.render.logs import render_log

        return _decoded(render_log(list(self.items), Format.JSON, Style()))


class Sheet(Struct, frozen=True):
    """The scoresheet of a game, finished or not."""

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
    """The journal of a game, open for reading.

    >>> Journal.open("scoresheets/saboteur/saturday.jsonl").players
    ('Ana', '小明', 'ゆうこ', 'Bo', 'Cy')
    """

    def __init__(self, file: JournalFile, path: str) -> None:
        self._file = file
        self._path = path

    @classmethod
    @blaming_packages()
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
        """The state of the game, as its package defines it."""
        return self._file.session.state

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._file.session.step is None

    @blaming_packages()
    def log(self) -> Log:
        """Return the entries, each with its ruling."""
        items = tuple(log_items(self._file))
        events = self._file.session.log()
        return Log(items, tuple(_log_entry(item, events) for item in items))

    @blaming_packages()
    def sheet(self) -> Sheet:
        """Return the scoresheet as far as the game goes."""
        from pathlib import Path

        from referee.operations.sheets import filled_sheet

        return Sheet(filled_sheet(self._file, Path(self._path)))

    @blaming_packages()
    def score(self) -> Scored:
        """Score the game. Raises RefereeError if something is still hidden."""
        tallied = session_report(self._file.session)
        if isinstance(tallied, Say):
            raise RefereeError(tallied)
        return Scored(tallied)


def _scored_line(line: ScoreLine) -> ScoredLine:
    rules = tuple(map(str, line.rules))
    return ScoredLine(text_of(line.label), line.points, text_of(line.working), rules)


def _scored_tie(tie: TieBreaker) -> ScoredTie:
    return ScoredTie(text_of(tie.label), tie.value, tuple(map(str, tie.rules)))


def _findings(audit: Iterable[Ruling], lines: Mapping[FieldPath, int]) -> tuple[Finding, ...]:
    """Say of each finding where it is: lines in a file, else the places in what was given."""
    return tuple(
        Finding(each, (lines_said(each, lines),) if lines else _places(each)) for each in audit
    )


def _places(finding: Ruling) -> tuple[str, ...]:
    return tuple(".".join(map(str, path)) for path in finding.fields)


def _log_entry(item: LogItem, events: Sequence[AnyEvent]) -> LogEntry:
    event = events[item.number - 1] if item.number else None
    return LogEntry(
        number=item.number,
        step=item.step,
        player=str(event.actor) if event and event.actor else None,
        words=item.words,
        event=type(event).__name__ if event else "",
        fields=structs.asdict(event) if event else {},
        verdict=str(item.verdict or ""),
        rules=tuple(map(str, item.rules)),
        said=text_of(item.said) if event else item.note,
    )


def _decoded(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(text)
    return found
