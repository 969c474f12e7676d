"""The referee as a library.

Nothing here prints or exits. Problems that a person can solve are raised as ``RefereeError``, or
as ``Unreadable`` with the diagnostics of a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from referee.core.answers.text_input import prefix_matches
from referee.core.game import Game
from referee.core.paper.booklet import edition_text
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say, speaking
from referee.files.diagnostics import Unreadable
from referee.files.documents.detect import DocumentKind, Source, as_source
from referee.files.documents.disputes import read_dispute
from referee.files.journal.errors import JournalError
from referee.files.languages import begin_to_speak
from referee.files.tags import ENGLISH, brought_tags, tag_of, tags
from referee.files.values.given import (
    GIVEN,
    Told,
    document_given,
    errors_by_key,
    game_given,
    path_given,
    question_given,
)
from referee.operations.checking import check_file
from referee.operations.opening import LoadedFile, answer_of, open_room, opened_as, read_as, with_id
from referee.operations.scoring import holdings_report
from referee.public.playing import NotUnderstood, Offered, Reply, Session, Step, resume, start
from referee.public.results import (
    Asked,
    Checked,
    Finding,
    GameInfo,
    Journal,
    Log,
    LogEntry,
    Rules,
    Scored,
    ScoredLine,
    ScoredPlayer,
    ScoredTie,
    Sheet,
)
from referee.registry import (
    PackageFault,
    blaming_packages,
    brought_folders,
    open_game,
    sound_games,
)

__all__ = [
    "Asked",
    "Checked",
    "Finding",
    "GameInfo",
    "Journal",
    "JournalError",
    "Log",
    "LogEntry",
    "NotUnderstood",
    "Offered",
    "PackageFault",
    "RefereeError",
    "Reply",
    "Rules",
    "Scored",
    "ScoredLine",
    "ScoredPlayer",
    "ScoredTie",
    "Session",
    "Sheet",
    "Step",
    "Unreadable",
    "ask",
    "check",
    "language",
    "list_games",
    "resume",
    "rules",
    "score",
    "start",
]


@blaming_packages()
def list_games() -> tuple[GameInfo, ...]:
    """List the built-in games and those of installed packages. Broken packages are left out.

    >>> [game.players for game in list_games() if game.id == "saboteur"]
    [range(3, 11)]
    """
    opened, _ = sound_games()
    return tuple(
        GameInfo(
            game.id,
            game.title,
            game.players,
            book.edition.title,
            str(edition_text(book)),
            game.parts,
        )
        for game, book in opened
    )


@blaming_packages()
def rules(game: str) -> Rules:
    """Read the rulebook of a game, by its id, an alias or a beginning. Raises RefereeError.

    >>> rules("no-swap")["NSP-5.1"].constants
    {'each': 3}
    """
    return Rules(_opened(game)[1])


@blaming_packages()
def ask(game: str, question: str, **facts: Any) -> Asked:
    """Settle a dispute. Facts are strings as on the command line, or numbers, lists and dicts.

    A fact that is None is not known. Raises RefereeError for an unknown game, and Unreadable for
    a question or fact that cannot be read.

    >>> asked = ask("no-swap-no-pay", "value", gold=2, silver="2+2", purple=1)
    >>> asked.verdict, asked.results["points"]
    ('answered', 21)
    """
    room, book = _opened(game)
    put = {"game": room.id, "question": _named(question, room), "facts": facts}
    with errors_by_key(put):
        read = _read(put, DocumentKind.DISPUTE)
        dispute = read_dispute(read.document, room, book)
        return Asked(room.id, dispute.question.name, answer_of(read, dispute), book)


@blaming_packages()
def score(told: Told) -> Scored:
    """Score a holdings file or a journal, or the data of a holdings file as a dict.

    Raises Unreadable for a file that cannot be read, JournalError for an unusable journal, and
    RefereeError for an unfinished one.

    >>> bags = {"Ana": {"gold": 4}, "Bo": {"silver": 6}, "Cy": {"black": 3}, "Di": {}}
    >>> scored = score({"game": "no-swap-no-pay", "players": list(bags), "holdings": bags})
    >>> scored.winners, scored.totals["Bo"]
    (('Bo',), Fraction(16, 1))
    """
    if not isinstance(told, Mapping) and _opened_file(told).kind is DocumentKind.JOURNAL:
        return Journal.open(told).score()
    with errors_by_key(told):
        report = holdings_report(_read(told, DocumentKind.HOLDINGS))
    return Scored(report, is_file=not isinstance(told, Mapping))


@blaming_packages()
def check(told: Told) -> Checked:
    """Check a file of any kind, or the same data as a dict.

    Raises Unreadable, and JournalError for an unusable journal.

    >>> dispute = {"game": "saboteur", "question": "setup", "facts": {"players": 7}}
    >>> check({**dispute, "expect": {"answer": {"hand": 6}}}).is_sound
    False
    """
    if not isinstance(told, Mapping):
        opened = _opened_file(told)
        return Checked(opened.called, check_file(opened, _path(told)))
    with errors_by_key(told):
        opened = with_id(as_source(document_given(told)), is_whole=False)
        return Checked(opened.called, check_file(opened, GIVEN), is_file=False)


@contextmanager
def language(tag: str) -> Iterator[None]:
    """Word what is inside in another language. Raises RefereeError for one that is not spoken.

    The environment is not asked: without this, a program hears English.

    >>> with language("ja"):
    ...     str(ask("no-swap", "value", gold=2).reason)
    '袋の価値は6点です。'
    """
    known = tag_of(tag) or tag_of(tag, brought_tags(brought_folders()))
    if known is None:
        said = "There is no language “{tag}”. Choose from {tags}."
        raise RefereeError(Say(said, tag=tag, tags=tags()))
    with speaking(None):
        if known != ENGLISH:
            begin_to_speak(known)
        yield


def _path(told: Told) -> str:
    """Return the path of a file. Raises RefereeError for the text of one."""
    path = path_given(told)
    if "\n" in path or path.startswith("game: "):
        said = "This is text, not a path. Read it first: yaml.safe_load(text)"
        raise RefereeError(Say(said))
    return path


def _opened_file(told: Told) -> Source:
    """Open a file, whose game is found by a beginning as in every call."""
    return opened_as(_path(told), is_whole=False)


def _opened(game: str) -> tuple[Game, Rulebook]:
    return open_game(game_given(game))


def _named(question: str, game: Game) -> str:
    """Complete the name of a question; return it as it is if none, or several, begin so."""
    names = [name for each in game.questions for name in (each.name, *each.aliases)]
    found = prefix_matches(question_given(question), names)
    return found[0] if len(found) == 1 else question


def _read(told: Told, kind: DocumentKind) -> LoadedFile:
    if not isinstance(told, Mapping):
        return read_as(_opened_file(told), _path(told), kind)
    document = document_given(told)
    return open_room(with_id(as_source(document), is_whole=False), document)
