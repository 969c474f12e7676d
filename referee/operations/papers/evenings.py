"""Read the evenings of a folder, finished journals and typed holdings, and add them up."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct, json
from msgspec.structs import replace

from referee.core.game import Game
from referee.core.paper.sheet_document import minute_of
from referee.core.paper.statistics import Evening, Statistics, game_tallies, player_tallies
from referee.core.play.reading.commands import PLACE
from referee.core.play.record import Entry, Note, Preference, Record, TimerMark, Undo
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say
from referee.core.scoring.score import Scoresheet, ranks
from referee.core.table import Setup
from referee.files.diagnostics import Unreadable, for_shell
from referee.files.journal.disk import read_journal
from referee.files.journal.header import Head, read_head, rules_in_force
from referee.files.journal.lines import MarkReader, check_chain
from referee.registry import open_game

if TYPE_CHECKING:  # few folders hold typed files
    from referee.files.documents.detect import Source
    from referee.operations.opening import LoadedFile

_JOURNAL_SUFFIX: Final = ".jsonl"
_TYPED_SUFFIXES: Final = (".yaml", ".yml")
_NAMES_FILE: Final = "players.yaml"
"""The file of a folder that joins the names of one person."""
_RULE_ID: Final = re.compile(r"\b[A-Z]{2,5}-[0-9]+(?:\.[0-9]+)*\b")
_SHARED_FIELDS: Final = (
    *("game", "title", "players", "totals", "ranks", "winners"),
    *("place", "roles", "disputed", "overruled"),
)
"""Fields that often have the same value in thousands of evenings: it is in memory once."""
Unread: TypeAlias = tuple[str, str]
"""The path of a file that holds no evening, and why."""


class FoundEvenings(Struct, frozen=True):
    """The evenings of some files, and the files that hold none."""

    evenings: tuple[Evening, ...]
    unread: tuple[Unread, ...]

    def chosen(
        self, players: Iterable[str], games: Iterable[str], since: str | None
    ) -> list[Evening]:
        """Choose the evenings with all these players, of any of these games, from a day on.

        Raises RefereeError for a player or a game that never occurs.
        """
        chosen = list(self.evenings)
        seated = {name for each in chosen for name in each.players}
        for player in players:
            if player not in seated:
                raise RefereeError(Say("{player} played in none of these evenings.", player=player))
            chosen = [each for each in chosen if player in each.players]
        wanted = {open_game(word)[0].id for word in games}
        for game in sorted(wanted - {each.game for each in self.evenings}):
            raise RefereeError(Say("No {game} was played in these evenings.", game=game))
        day = "" if since is None else _day(since)
        return [e for e in chosen if (not wanted or e.game in wanted) and e.at[: len(day)] >= day]

    def statistics(self, evenings: Collection[Evening]) -> Statistics:
        """Add up some of the evenings, without those that are not confirmed."""
        confirmed = [each for each in evenings if each.is_confirmed]
        return Statistics(
            evenings=len(confirmed),
            games=game_tallies(confirmed),
            players=player_tallies(confirmed),
            unconfirmed=len(evenings) - len(confirmed),
            unread=self.unread,
        )


def _day(words: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(words.strip()).isoformat()
    except ValueError:
        said = Say("“{words}” is not a day. Write it like 2026-11-21.", words=words)
        raise RefereeError(said) from None


class _EveningFile(Struct, frozen=True):
    """The evening of a file; ``lines`` counts those of a journal, other files have 0."""

    evening: Evening
    lines: int = 0
    is_paper: bool = False


def files_in(paths: Iterable[str], unread: list[Unread]) -> Iterator[str]:
    """List these files, and the journals and typed files of these folders and their subfolders.

    A folder that cannot be read is added to the ``unread``.
    """

    def add_unread(error: OSError) -> None:
        unread.append((str(error.filename), str(error.strerror)))

    suffixes = (_JOURNAL_SUFFIX, *_TYPED_SUFFIXES)
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - a path that a Path cannot hold is reported as unread
            for folder, _, names in os.walk(path, onerror=add_unread):
                yield from (
                    os.path.join(folder, name)  # noqa: PTH118
                    for name in names
                    if name.endswith(suffixes) and name != _NAMES_FILE
                )
        else:
            yield path


def read_evenings(paths: Iterable[str], names: Mapping[str, str]) -> FoundEvenings:
    """Read every evening once; ``names`` maps other names of people to those they go by.

    If one journal is the beginning of another, the shorter one is unread.
    """
    kept: dict[str, _EveningFile] = {}
    shared: dict[object, object] = {}
    unread = list[Unread]()
    named = set(paths)
    for path in sorted(set(files_in(named, unread))):
        try:
            file = _evening_file(path, is_named=path in named)
        except RefereeError as problem:
            unread.append((path, _why(problem)))
            continue
        if file is None:
            continue
        evening = _with_shared_values(file.evening.with_names(names), shared)
        if len(set(evening.players)) < len(evening.players):
            unread.append((path, str(Say("Two names of one person both played."))))
            continue
        _keep_longer(kept, replace(file, evening=evening), unread)
    order = sorted(_without_printed_copies(kept.values()), key=lambda each: each.order)
    return FoundEvenings(tuple(order), tuple(sorted(unread)))


def _keep_longer(kept: dict[str, _EveningFile], file: _EveningFile, unread: list[Unread]) -> None:
    """Keep a file by the identity of its evening; of two journals of one evening, the longer."""
    identity = file.evening.identity
    known = kept.setdefault(identity, file)
    if file.lines != known.lines:
        shorter, longer = sorted((known, file), key=lambda each: each.lines)
        path = for_shell(longer.evening.path)
        said = Say("This is the beginning of {path}, which continues.", path=path)
        unread.append((shorter.evening.path, str(said)))
        kept[identity] = longer


def _without_printed_copies(files: Collection[_EveningFile]) -> list[Evening]:
    """Return the evenings without those on paper whose journal or typed file is there, too."""
    recorded = {_match_key(each.evening) for each in files if not each.is_paper}
    return [
        each.evening
        for each in files
        if not each.is_paper or _match_key(each.evening) not in recorded
    ]


def _match_key(evening: Evening) -> tuple[object, ...]:
    """Return what a paper and the record it was made from share; a paper may have no names."""
    when = evening.at[:16] or evening.players
    return evening.game, when, evening.totals, evening.ranks


def _with_shared_values(evening: Evening, shared: dict[object, object]) -> Evening:
    """Replace the values of an evening by equal ones of others, to keep each once."""
    own = {name: getattr(evening, name) for name in _SHARED_FIELDS}
    same = {name: shared.setdefault((name, each), each) for name, each in own.items()}
    return replace(evening, **same)


def _why(problem: RefereeError) -> str:
    if isinstance(problem, Unreadable):
        return str(problem.diagnostics[0].message)
    return str(getattr(problem, "what", problem.say))


def _evening_file(path: str, *, is_named: bool) -> _EveningFile | None:
    """Read the evening of a file; None if it is of another kind and was not named."""
    if path.endswith(_JOURNAL_SUFFIX):
        return _journal_evening(path)
    from referee.files.documents.detect import DocumentKind  # few folders hold typed files
    from referee.operations.opening import opened_as, read_as

    opened = opened_as(path)
    if opened.kind is DocumentKind.JOURNAL:
        return _journal_evening(path)
    if not is_named and opened.kind is not DocumentKind.HOLDINGS:
        return None
    if opened.kind is DocumentKind.PAPER:
        return _EveningFile(_paper_evening(opened, path), is_paper=True)
    read = read_as(opened, path, DocumentKind.HOLDINGS)
    identity = sha256(Path(path).read_bytes()).hexdigest()
    return _EveningFile(_holdings_evening(read, path, identity))


def _holdings_evening(read: LoadedFile, path: str, identity: str) -> Evening:
    from referee.operations.opening import open_holdings

    book, holdings = open_holdings(read)
    sheet = read.game.final.scoresheet(book, holdings.count)
    evening = _scored_evening(read.game, holdings.count.setup, sheet, path, identity)
    return replace(evening, is_confirmed=read.game.final.is_confirmed(book, holdings.count))


def _paper_evening(opened: Source, path: str) -> Evening:
    """Read the evening of a paper, which is known by the digits of its code. Raises Unreadable."""
    from referee.operations.papers.reading import evening_of, open_paper  # few read papers

    paper = open_paper(opened, path)
    if paper.payload.head.holdings is not None:
        return _holdings_evening(paper.holdings(), paper.path, paper.code.evening)
    session = evening_of(paper).session
    head = paper.payload.head
    info = _RecordInfo(paper.path, paper.code.evening, head.begun, head.ended)
    table, book = session.begun
    return _recorded_evening(session.game, book, table, session.record, info)


@cache
def _opened_game(game: str) -> tuple[Game, Rulebook, Any]:
    room, book = open_game(game)
    return room, book, MarkReader(room)


_BOOKS_IN_FORCE: Final[dict[tuple[str, bytes], Rulebook]] = {}
"""The rulebooks that journals were played by; most journals of a folder have the same."""


def _book_in_force(path: Path, head: Head, today: Rulebook) -> Rulebook:
    key = head.game, json.encode((head.rulebook, head.setup.options))
    if key not in _BOOKS_IN_FORCE:
        _BOOKS_IN_FORCE[key] = rules_in_force(path, head, today)
    return _BOOKS_IN_FORCE[key]


def _journal_evening(path: str) -> _EveningFile:
    """Read the end of a journal without judging its entries again.

    Raises RefereeError if it is unusable or unfinished.
    """
    at = Path(path)
    raw = read_journal(at)
    chain = check_chain(at, raw)
    head = read_head(at, chain.lines[0])
    game, today, reader = _opened_game(head.game)
    book = _book_in_force(at, head, today)
    last, marks = head.at, []
    for number, body in enumerate(chain.lines[1:], start=1):
        last, mark = reader.read(at, number, body)
        marks.append(mark)
    identity = sha256(raw.partition(b"\n")[0].removesuffix(b"\r")).hexdigest()
    info = _RecordInfo(path, identity, head.at, last)
    return _EveningFile(_recorded_evening(game, book, head.table, marks, info), len(chain.lines))


class _RecordInfo(Struct, frozen=True):
    """The file of a record, what identifies its evening, and when that began and ended."""

    path: str
    identity: str
    begun: str
    ended: str


def _recorded_evening(
    game: Game, book: Rulebook, table: Setup, marks: Sequence[Record], info: _RecordInfo
) -> Evening:
    """Return the evening of a record. Raises RefereeError if it is incomplete or does not fit."""
    try:
        setup, state, disputes = _replayed(game, book, table, marks)
    except Exception as error:  # whatever a room makes of an event that does not fit
        raise RefereeError(Say("Its entries do not fit together.")) from error
    final = game.ending.count(state)
    if isinstance(final, Say):
        is_scored, said = "score" in game.parts, "The game is not over. {hidden}"
        raise RefereeError(Say(said, hidden=final) if is_scored else final)
    sheet = game.final.scoresheet(book, final)
    places = [m.value for m in marks if isinstance(m, Preference) and m.name == PLACE]
    minute = minute_of(info.begun)
    return replace(
        _scored_evening(game, setup, sheet, info.path, info.identity),
        at=info.begun,
        table=" ".join((game.id, minute, *setup.seating)) if minute else "",
        minutes=_minutes(info.begun, info.ended),
        place="".join(places[-1:]),
        is_confirmed=game.final.is_confirmed(book, final),
        disputed=tuple(sorted(disputes.disputed.items())),
        overruled=tuple(sorted(disputes.overruled.items())),
    )


class Disputes(Struct, frozen=True):
    """How often each rule was disputed, and how often the table let it be broken."""

    disputed: Counter[str]
    overruled: Counter[str]

    def count(self, mark: Record, game: Game, book: Rulebook, state: Any) -> None:  # noqa: ANN401 - of any room
        """Count an overruling in this state, or the rules that a note names."""
        if isinstance(mark, Note):
            self.disputed.update(_RULE_ID.findall(mark.text))
        elif isinstance(mark, Entry) and mark.overrule_reason:
            rules = [str(rule) for rule in game.course.rule_on(book, state, mark.event).rules]
            self.disputed.update(rules)
            self.overruled.update(rules[:1])


def _replayed(
    game: Game, book: Rulebook, table: Setup, marks: Sequence[Record]
) -> tuple[Setup, Any, Disputes]:
    """Apply all entries that count; only corrections and renamings need a session."""
    disputes = Disputes(Counter(), Counter())
    if not all(isinstance(mark, Entry | Note | Preference | TimerMark | Undo) for mark in marks):
        session: Session = Session(game, book, table)
        for mark in marks:
            disputes.count(mark, game, book, session.state)
            session.add(mark)
        return session.setup, session.state, disputes
    struck = {n for mark in marks if isinstance(mark, Undo) for n in mark.entries}
    state = game.start(book, table)
    for number, mark in enumerate(marks, start=1):
        if number in struck:
            continue
        disputes.count(mark, game, book, state)
        if isinstance(mark, Entry):
            state = game.course.apply(state, mark.event)
    return table, state, disputes


def _scored_evening(
    game: Game, setup: Setup, sheet: Scoresheet, path: str, identity: str
) -> Evening:
    placed = zip(sheet.scores, ranks(sheet.scores), strict=True)
    seated = {score.player: (score.total, rank) for score, rank in placed}
    return Evening(
        game=game.id,
        title=game.title,
        path=path,
        players=setup.seating,
        totals=tuple(seated[player][0] for player in setup.seating),
        ranks=tuple(seated[player][1] for player in setup.seating),
        winners=sheet.outcome.winners,
        identity=identity,
        roles=tuple(setup.roles.items()),
    )


def _minutes(begun: str, ended: str) -> int | None:
    from datetime import datetime

    try:
        taken = datetime.fromisoformat(ended) - datetime.fromisoformat(begun)
    except (ValueError, TypeError):
        return None
    return max(0, round(taken.total_seconds() / 60))


def names_of(folders: Iterable[str], aliases: Iterable[str]) -> dict[str, str]:
    """Map other names of people to the names they go by: of the folders' files, then ``aliases``.

    An alias is typed as ``Bo=Boris``. Raises RefereeError for one that is not.
    """
    names: dict[str, str] = {}
    for folder in sorted(set(folders)):
        path = os.path.join(folder, _NAMES_FILE)  # noqa: PTH118
        if os.path.isfile(path):  # noqa: PTH113
            names |= _names_in(path)
    for alias in aliases:
        other, equals, name = (part.strip() for part in alias.partition("="))
        if not (equals and other and name):
            said = "“{alias}” is not an alias. Write --alias Bo=Boris."
            raise RefereeError(Say(said, alias=alias))
        names[other] = name
    return names


def _names_in(path: str) -> dict[str, str]:
    from referee.files.documents.detect import detect
    from referee.files.yaml.nodes import Scalar, Sequence

    document = detect(path).document
    names: dict[str, str] = {}
    for key, value in document.root.entries if document else ():
        others = value.items if isinstance(value, Sequence) else (value,)
        names |= {
            each.text.strip(): key.text.strip() for each in others if isinstance(each, Scalar)
        }
    return names
