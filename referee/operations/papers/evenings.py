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

JOURNALS: Final = ".jsonl"
PAPER: Final = -1
"""The length of the record of a paper: none is the beginning of another."""
TYPED: Final = (".yaml", ".yml")
PEOPLE: Final = "players.yaml"
"""The file of a folder that joins the names of one person."""
_RULE: Final = re.compile(r"\b[A-Z]{2,5}-[0-9]+(?:\.[0-9]+)*\b")


_ALIKE: Final = (
    *("game", "title", "players", "totals", "ranks", "winners"),
    *("place", "roles", "disputed", "overruled"),
)
"""What evenings may have in common: of thousands, each value is kept once."""


Unread: TypeAlias = tuple[str, str]
"""The path of a file that holds no evening, and why."""


class Found(Struct, frozen=True):
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


def files_in(places: Iterable[str], unread: list[Unread]) -> Iterator[str]:
    """List journals and typed files, those in subfolders too.

    A folder that cannot be read is added to the ``unread``.
    """

    def missed(error: OSError) -> None:
        unread.append((str(error.filename), str(error.strerror)))

    for place in places:
        if os.path.isdir(place):  # noqa: PTH112 - a path that a Path cannot hold is reported as unread
            for folder, _, names in os.walk(place, onerror=missed):
                yield from (
                    os.path.join(folder, name)  # noqa: PTH118
                    for name in names
                    if name.endswith((JOURNALS, *TYPED)) and name != PEOPLE
                )
        else:
            yield place


def read_evenings(places: Iterable[str], names: Mapping[str, str]) -> Found:
    """Read every evening once; ``names`` maps other names of people to those they go by.

    If one record is the beginning of another, the shorter one is unread.
    """
    found: dict[str, Evening] = {}
    entries: dict[str, int] = {}
    shared: dict[object, object] = {}
    unread = list[Unread]()
    named = set(places)
    for path in sorted(set(files_in(named, unread))):
        try:
            evening, size = _evening(path, is_named=path in named)
        except RefereeError as problem:
            unread.append((path, _why(problem)))
            continue
        if evening is None:
            continue
        evening = _sharing(evening.with_names(names), shared)
        if len(set(evening.players)) < len(evening.players):
            unread.append((path, str(Say("Two names of one person both played."))))
            continue
        known = found.get(evening.identity)
        if known is not None and size != entries[evening.identity]:
            less = path if size < entries[evening.identity] else known.path
            more = known.path if less == path else path
            said = Say("This is the beginning of {path}, which continues.", path=for_shell(more))
            unread.append((less, str(said)))
        if known is None or size > entries[evening.identity]:
            found[evening.identity] = evening
            entries[evening.identity] = size
    recorded = {_alike(each) for name, each in found.items() if entries[name] != PAPER}
    once = [e for name, e in found.items() if entries[name] != PAPER or _alike(e) not in recorded]
    order = sorted(once, key=lambda each: each.order)
    return Found(tuple(order), tuple(sorted(unread)))


def _alike(evening: Evening) -> tuple[object, ...]:
    """Give what a paper has in common with the record that it was made from, names or not."""
    when = evening.at[:16] or evening.players
    return evening.game, when, evening.totals, evening.ranks


def _sharing(evening: Evening, shared: dict[object, object]) -> Evening:
    """Replace the values of an evening by equal ones of others, to keep each once."""
    own = {name: getattr(evening, name) for name in _ALIKE}
    same = {name: shared.setdefault((name, each), each) for name, each in own.items()}
    return replace(evening, **same)


def _why(problem: RefereeError) -> str:
    if isinstance(problem, Unreadable):
        return str(problem.diagnostics[0].message)
    return str(getattr(problem, "what", problem.say))


def _evening(path: str, *, is_named: bool) -> tuple[Evening | None, int]:
    """Read the evening of a file and the length of its record; None if it is of another kind."""
    if path.endswith(JOURNALS):
        return read_journal_evening(path)
    from referee.files.documents.detect import DocumentKind  # few folders hold typed files
    from referee.operations.opening import opened_as, read_as

    opened = opened_as(path)
    if opened.kind is DocumentKind.JOURNAL:
        return read_journal_evening(path)
    if opened.kind is DocumentKind.PAPER:
        return (_on_paper(opened, path), PAPER) if is_named else (None, 0)
    if opened.kind is not DocumentKind.HOLDINGS and not is_named:
        return None, 0
    read = read_as(opened, path, DocumentKind.HOLDINGS)
    return _typed(read, path, sha256(Path(path).read_bytes()).hexdigest()), 0


def _typed(read: LoadedFile, path: str, identity: str) -> Evening:
    from referee.operations.opening import open_holdings

    book, holdings = open_holdings(read)
    sheet = read.game.final.scoresheet(book, holdings.count)
    told = _told(read.game, holdings.count.setup, sheet, path, identity)
    return replace(told, is_confirmed=read.game.final.is_confirmed(book, holdings.count))


def _on_paper(opened: Source, path: str) -> Evening:
    """Read the evening of a paper, which is known by the digits of its code. Raises Unreadable."""
    from referee.operations.papers.reading import evening_of, open_paper  # few read papers

    paper = open_paper(opened, path)
    if paper.payload.head.holdings is not None:
        return _typed(paper.holdings(), paper.path, paper.code.evening)
    journal = evening_of(paper)
    head = paper.payload.head
    record = _Record(paper.path, paper.code.evening, head.begun, head.ended)
    session = journal.session
    return _recorded(session.game, session.begun[1], session.begun[0], session.record, record)


@cache
def _opened(game: str) -> tuple[Game, Rulebook, Any]:
    room, book = open_game(game)
    return room, book, MarkReader(room)


_BOOKS: Final[dict[tuple[str, bytes], Rulebook]] = {}
"""The rules that journals were played by; most of a folder share them."""


def _rules(path: Path, head: Head, today: Rulebook) -> Rulebook:
    key = head.game, json.encode((head.rulebook, head.setup.options))
    if key not in _BOOKS:
        _BOOKS[key] = rules_in_force(path, head, today)
    return _BOOKS[key]


def read_journal_evening(path: str) -> tuple[Evening, int]:
    """Read the end of a journal without judging its entries again, and count its lines.

    Raises RefereeError if it is unusable or unfinished.
    """
    at = Path(path)
    raw = read_journal(at)
    chain = check_chain(at, raw)
    head = read_head(at, chain.lines[0])
    game, today, reader = _opened(head.game)
    book = _rules(at, head, today)
    last, marks = head.at, []
    for number, body in enumerate(chain.lines[1:], start=1):
        last, mark = reader.read(at, number, body)
        marks.append(mark)
    identity = sha256(raw.partition(b"\n")[0].removesuffix(b"\r")).hexdigest()
    record = _Record(path, identity, head.at, last)
    return _recorded(game, book, head.table, marks, record), len(chain.lines)


class _Record(Struct, frozen=True):
    """Where a record was found, by what it is known, and from when to when it goes."""

    path: str
    identity: str
    begun: str
    ended: str


def _recorded(
    game: Game, book: Rulebook, table: Setup, marks: Sequence[Record], record: _Record
) -> Evening:
    """Return the evening of a record. Raises RefereeError if it is incomplete or does not fit."""
    try:
        setup, state, disputes = _folded(game, book, table, marks)
    except Exception as error:  # whatever a room makes of an event that does not fit
        raise RefereeError(Say("Its entries do not fit together.")) from error
    final = game.ending.count(state)
    if isinstance(final, Say):
        is_scored, said = "score" in game.parts, "The game is not over. {hidden}"
        raise RefereeError(Say(said, hidden=final) if is_scored else final)
    sheet = game.final.scoresheet(book, final)
    places = [m.value for m in marks if isinstance(m, Preference) and m.name == PLACE]
    minute = minute_of(record.begun)
    return replace(
        _told(game, setup, sheet, record.path, record.identity),
        at=record.begun,
        table=" ".join((game.id, minute, *setup.seating)) if minute else "",
        minutes=_minutes(record.begun, record.ended),
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
            self.disputed.update(_RULE.findall(mark.text))
        elif isinstance(mark, Entry) and mark.overrule_reason:
            rules = [str(rule) for rule in game.course.rule_on(book, state, mark.event).rules]
            self.disputed.update(rules)
            self.overruled.update(rules[:1])


def _folded(
    game: Game, book: Rulebook, table: Setup, marks: Sequence[Record]
) -> tuple[Setup, Any, Disputes]:
    """Apply all entries that count; a session is needed only for corrections and renamings."""
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


def _told(game: Game, setup: Setup, sheet: Scoresheet, path: str, identity: str) -> Evening:
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


def names_of(places: Iterable[str], aliases: Iterable[str]) -> dict[str, str]:
    """Map other names of people to their names, by the folders' files and by typed aliases.

    An alias is typed as ``Bo=Boris``. Raises RefereeError for one that is not.
    """
    names: dict[str, str] = {}
    for place in sorted(set(places)):
        path = os.path.join(place, PEOPLE)  # noqa: PTH118
        if os.path.isfile(path):  # noqa: PTH113
            names |= _people(path)
    for alias in aliases:
        other, mark, name = (part.strip() for part in alias.partition("="))
        if not (mark and other and name):
            said = "“{alias}” is not an alias. Write --alias Bo=Boris."
            raise RefereeError(Say(said, alias=alias))
        names[other] = name
    return names


def _people(path: str) -> dict[str, str]:
    from referee.files.documents.detect import detect
    from referee.files.yaml.nodes import Scalar, Sequence

    document = detect(path).document
    found: dict[str, str] = {}
    for key, value in document.root.entries if document else ():
        others = value.items if isinstance(value, Sequence) else (value,)
        found |= {
            each.text.strip(): key.text.strip() for each in others if isinstance(each, Scalar)
        }
    return found
