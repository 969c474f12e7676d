"""Replay an evening from the lines of a payload, through the real game and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.game import Game
from referee.core.play.course import with_names
from referee.core.play.reading.answer import ParsedAnswer, parse_answer
from referee.core.play.reading.commands import PLACE
from referee.core.play.record import Entry, Note, Preference, Record, Substitute
from referee.core.play.session import Session
from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.say import AsIs, BadAnswer, RefereeError, Say, speaking
from referee.core.table import ROUND, Player
from referee.files.journal.journal import Journal
from referee.files.journal.lines import MAX_REFUSED
from referee.files.journal.payload import Payload, PayloadHead

NOTE: Final = "/note "
SUBSTITUTE: Final = "/substitute "
OVERRULE: Final = "/overrule"
NO_REASON: Final = "-"
"""The reason of a table that does not give one."""
_PLAYER_NUMBER: Final = re.compile(r"@([1-9][0-9]?)(?![0-9])")
_GAP: Final = re.compile(r"#([1-9][0-9]{0,5})")
_SUBSTITUTED: Final = re.compile(r"/substitute @([1-9][0-9]?)(?: (.+))?")
_LONGEST_ANSWER: Final = 1_000
_LONGEST_NAME: Final = 80
_MOST_SHOWN: Final = 200
"""Characters that are shown of an impossible answer."""


class Difference(Struct, frozen=True):
    """The first line of a paper that is not as its code gives it, and the line of the replay.

    For an impossible answer, ``line`` counts the lines of the payload, the head being 1; ``paper``
    is the answer, and ``replayed`` why it is refused.
    """

    line: int
    paper: str
    replayed: str | Say


class ImpossibleAnswer(RefereeError):  # noqa: N818 - the paper is wrong; nothing has failed
    """An answer of a payload that no evening of this game can have."""

    def __init__(self, refusal: Difference) -> None:
        said, why = "Line {line} of the code, “{words}”, cannot be: {why}", refusal.replayed
        super().__init__(Say(said, line=refusal.line, words=refusal.paper, why=why))
        self.refusal = refusal


def numbered_player(number: int) -> Player:
    """Return the name by which a game is replayed before people get their own names.

    So no name is taken for an answer, whatever somebody is called.
    """
    return Player(f"Player {number}")


class Replay:
    """A game of players called by numbers, played line by line.

    ``book`` is the rulebook in force. A table that cannot be set raises what the room raises.
    """

    def __init__(self, game: Game, book: Rulebook, head: PayloadHead, by: str) -> None:
        seats = head.seat_count
        people = [numbered_player(n) for n in range(1, seats + len(head.aside) + 1)]
        aside = dict(zip(head.aside, people[seats:], strict=True))
        self.session: Session = Session(game, book, head.table(people[:seats], aside, by))
        self.names: list[Player] = people
        self.decided: set[int] = set()
        """The places of what the table ruled on itself or overruled."""
        self._refused = 0

    def read(self, line: str) -> ParsedAnswer:
        """Read and judge an answer, also one in a sentence. Raises BadAnswer."""
        try:
            return self.read_plainly(line)
        except BadAnswer:
            if len(line) > _LONGEST_ANSWER:
                raise
            from referee.core.play.reading.sentence import parse_widely  # few answers need it

            with speaking(None):
                return parse_widely(self.session, self.session.state, self.with_names(line))

    def read_plainly(self, line: str) -> ParsedAnswer:
        """Read and judge an answer that is no sentence. Raises BadAnswer."""
        if len(line) > _LONGEST_ANSWER:
            raise BadAnswer(Say("An answer has at most {n} characters.", n=_LONGEST_ANSWER))
        with speaking(None):
            return parse_answer(self.session, self.session.state, self.with_names(line))

    def with_names(self, line: str) -> str:
        """Replace ``@N`` by the name of the player of that number."""
        return _PLAYER_NUMBER.sub(self._named, line)

    def _named(self, found: re.Match[str]) -> str:
        number = int(found[1])
        return f"@{self.names[number - 1]}" if number <= len(self.names) else found[0]

    def take(self, answer: ParsedAnswer, overruled: str = "") -> Entry:
        """Record an answer. Raises BadAnswer for one that is refused and not overruled."""
        ruling = answer.ruling
        is_refused = ruling.verdict.stops_play
        self._refused += is_refused
        most = 2 * max(self.session.game.max_events, MAX_REFUSED)
        if len(self.session.active) >= most or self._refused > MAX_REFUSED:
            raise BadAnswer(Say("No evening is as long as that."))
        if is_refused and (not overruled or ruling.verdict is Verdict.IMPOSSIBLE):
            raise BadAnswer(ruling.reason)
        entry = Entry(
            step=answer.step.id,
            words=answer.words,
            event=answer.event,
            overrule_reason=overruled,
            secret=answer.step.hides_answer,
        )
        self.session.add(entry, answer.after)
        if overruled or ruling.verdict is Verdict.TABLE_CALL:
            self.decided.add(len(self.session.active))
        return entry

    def substitute(self, number: int) -> Substitute:
        """Let somebody else play for the player of a number, and get the next number."""
        if number > len(self.names):
            raise BadAnswer(Say("There is no player {number}.", number=number))
        mark = Substitute(self.names[number - 1], numbered_player(len(self.names) + 1))
        try:
            self.session.add(mark)
        except ValueError:  # who has left already
            raise BadAnswer(Say("Player {number} has left the table.", number=number)) from None
        self.names.append(mark.new)
        return mark


class _Reader:
    """Reads the lines of a payload into marks of a game of players called by numbers."""

    def __init__(self, replay: Replay, lines: Sequence[str]) -> None:
        self._replay, self._lines = replay, lines
        self._next = 0
        self.marks: list[Record] = []
        self.names: list[str] = []
        """The own names of those who came later; empty for a player without a name."""

    def read(self) -> Difference | None:
        """Read all lines, or up to the first impossible answer, which is returned."""
        while self._next < len(self._lines):
            line, at = self._lines[self._next], self._next
            self._next += 1
            try:
                self.marks += self._read_marks(line)
            except BadAnswer as bad:
                return Difference(at + 2, line[:_MOST_SHOWN], bad.say)
        return None

    def _read_marks(self, line: str) -> Sequence[Record]:
        if line.startswith(NOTE):
            return (Note(line.removeprefix(NOTE)),)
        if line.startswith(SUBSTITUTE):
            return (self._substitute(line),)
        if line.startswith("#"):
            self._check_number(line)
            return ()
        following = self._lines[self._next] if self._next < len(self._lines) else ""
        reason = ""
        if following.partition(" ")[0] == OVERRULE:
            reason = following.removeprefix(OVERRULE).strip() or NO_REASON
            self._next += 1
        return (self._replay.take(self._replay.read(line), reason),)

    def _substitute(self, line: str) -> Substitute:
        found = _SUBSTITUTED.fullmatch(line)
        if found is None:
            raise BadAnswer(Say("A line of that kind is /substitute @N NAME."))
        if len(found[2] or "") > _LONGEST_NAME:
            raise BadAnswer(Say("A name has at most {n} characters.", n=_LONGEST_NAME))
        mark = self._replay.substitute(int(found[1]))
        self.names.append(found[2] or "")
        return mark

    def _check_number(self, line: str) -> None:
        found, due = _GAP.fullmatch(line), len(self._replay.session.active) + 1
        if found is None or int(found[1]) < due:
            raise BadAnswer(Say("The next entry has number {n}.", n=due))


def replayed(payload: Payload, game: Game, books: tuple[Rulebook, Rulebook]) -> Journal:
    """Play a payload; return its evening as a journal that is in no file.

    ``books`` are the rulebook in force and today's. Raises BadAnswer for a table that cannot be
    set, and ImpossibleAnswer.
    """
    head = payload.head
    _check_table(head, game)
    begins_by_round = payload.by == ROUND
    try:
        replay = Replay(game, books[0], head, payload.by)
        reader = _Reader(replay, payload.lines[begins_by_round:])
        refusal = reader.read()
    except RefereeError as problem:
        raise BadAnswer(problem.say) from None
    except Exception as error:  # whatever a room makes of a table that it cannot set
        why = f"{type(error).__name__}: {error}"
        raise BadAnswer(Say("The code does not fit the game: {why}.", why=why)) from error
    if refusal is not None:
        names = dict(zip(replay.names, _own_names(head, replay, reader), strict=True))
        named = Say("{why}", why=AsIs(_renamed_words(str(refusal.replayed), names)))
        line = refusal.line + begins_by_round
        raise ImpossibleAnswer(replace(refusal, line=line, replayed=named))
    return _with_own_names(payload, game, books, replay, reader)


def _with_own_names(
    payload: Payload,
    game: Game,
    books: tuple[Rulebook, Rulebook],
    replay: Replay,
    reader: _Reader,
) -> Journal:
    """Play it again with people's own names, without judging."""
    head, people = payload.head, replay.names
    seats = head.seat_count
    named = _own_names(head, replay, reader)
    if len({*named}) < len(named):
        raise BadAnswer(Say("Two people of the code have one name."))
    aside = dict(zip(head.aside, named[seats:], strict=False))
    setup = head.table(named[:seats], aside, payload.by)
    clock = chain((head.begun,), repeat(""))
    journal = Journal.in_memory(game, books[0], setup, lambda: next(clock), books[1])
    journal.corrected = head.corrections
    session, begun = journal.session, game.start(books[0], replay.session.begun[0])
    others = zip(game.course.people(begun), game.course.people(session.state), strict=True)
    names = {**dict(others), **dict(zip(people, named, strict=True))}
    if head.place:
        session.add(Preference(PLACE, head.place))
    for mark in reader.marks:
        session.add(_with_names(mark, names))
    if journal.times:
        journal.times[-1] = head.ended
    return journal


def _own_names(head: PayloadHead, replay: Replay, reader: _Reader) -> list[Player]:
    """Return the names that people have in the code; those without one are called by number."""
    names = [*(head.players or [""] * head.seats), *head.aside.values(), *reader.names]
    return [Player(name) or replay.names[n] for n, name in enumerate(names)]


def _with_names(mark: Record, names: Mapping[Player, Player]) -> Record:
    match mark:
        case Entry():
            words = _renamed_words(mark.words, names)
            return replace(mark, event=with_names(mark.event, names), words=words)
        case Substitute(old, new):
            return Substitute(names[old], names[new])
    return mark


def _renamed_words(words: str, names: Mapping[Player, Player]) -> str:
    return re.sub(r"Player [0-9]+", lambda found: names.get(Player(found[0]), found[0]), words)


def _check_table(head: PayloadHead, game: Game) -> None:
    """Check that people of these names can play the game. Raises BadAnswer."""
    if head.seat_count not in game.players:
        said = "{title} is for {least} to {most}."
        least, most = game.players[0], game.players[-1]
        raise BadAnswer(Say(said, title=game.title, least=least, most=most))
    names = [*head.players, *filter(None, head.aside.values())]
    if not all(name.strip() for name in head.players) or len({*names}) < len(names):
        raise BadAnswer(Say("Two people of the code have one name."))
    if any(len(name) > _LONGEST_NAME for name in names):
        raise BadAnswer(Say("A name has at most {n} characters.", n=_LONGEST_NAME))
    fields = {field.name: field for field in game.setup}
    unknown = [part for part in head.aside if part not in fields or not fields[part].is_person]
    unknown += [name for name in head.texts if name not in fields or fields[name].is_person]
    if unknown:
        raise BadAnswer(Say("{game} asks for no {name}.", game=game.title, name=unknown[0]))
    for name, text in head.texts.items():
        read: Callable[[str], Any] = getattr(fields[name].shape, "read", str)
        read(text)
