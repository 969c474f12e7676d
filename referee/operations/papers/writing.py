"""The code of an evening: every answer that counts, and the rest of the paper."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from referee.core.answers.choices import OneOf, SomePlayer
from referee.core.answers.each import Ordering, SomePlayers
from referee.core.answers.text_input import match_choice
from referee.core.paper import code
from referee.core.paper.sheet_document import SheetCode, minute_of
from referee.core.play.course import with_names
from referee.core.play.marks.depth import DepthChosen
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.record import Entry, Note, Rename, Substitute
from referee.core.play.session import Session, people_of
from referee.core.play.stage import Step
from referee.core.say import BadAnswer, RefereeError, Say, in_plain_english
from referee.core.scoring.score import Scoresheet, ranks
from referee.core.table import ROUND, TURN, Player, Setup
from referee.files.decoding import digest_of
from referee.files.journal.journal import Journal
from referee.files.journal.payload import (
    BY_ROUND,
    Payload,
    PayloadHead,
    differing_constants,
    known_rules,
    read_payload,
    rules_of,
    write_payload,
)
from referee.files.values.given import document_given, plain_of
from referee.files.values.scalars import cleaned
from referee.operations.opening import LoadedFile, open_holdings
from referee.operations.papers import replaying
from referee.operations.papers.replaying import Replay, numbered
from referee.registry import open_game

_MOST_OFFERED: Final = 2_000
"""So many answers on offer are tried for an entry whose words mean nothing any more."""
_NAMING: Final = (SomePlayer, SomePlayers, Ordering)
"""Answers that are players: a player typed by seat is written by number."""
_WORD: Final = re.compile(r"@?[^\s,;:=]+")
_LINE_END: Final = re.compile(r"\s*[\r\n]+\s*")
_Read: TypeAlias = tuple[str, Callable[[str], ParsedAnswer]]
_Points: TypeAlias = list[tuple[Fraction, int, list[Fraction]]]


def code_of(journal: Journal, place: str = "", decided: set[int] | None = None) -> SheetCode | None:
    """Write the code of an evening that is over; None where it cannot be read back to its score.

    ``place`` is where it was played, as on the paper. As all is judged for it, ``decided``
    takes in the places of what the table ruled on itself or overruled.
    """
    payload = payload_of(journal, place, decided=decided) if journal.session.step is None else None
    return None if payload is None else sheet_code(payload)


def sheet_code(payload: Payload) -> SheetCode:
    """Write a payload as a code, and see that it reads as it was written."""
    raw = write_payload(payload)
    text = code.encode(raw)
    if read_payload(code.decode(text)) != payload:
        raise AssertionError(payload.head)
    return SheetCode(text, digest_of(raw))


def payload_of(
    journal: Journal, place: str = "", *, names: bool = True, decided: set[int] | None = None
) -> Payload | None:
    """Write down an evening, playing what is written as a reader plays it.

    Without ``names`` nobody is named, and neither notes nor reasons nor the place are given. None
    where the rulebook's number is not known here, and where what would be read gives another score.
    """
    session, today = journal.session, journal.rulebook_now
    known = known_rules(session.book.version, today)
    if session.open_fix is not None or known is None:
        return None
    writer = _Writer(session, names=names)
    head = _head(journal, writer, place if names else "")
    try:
        replay = Replay(session.game, rules_of(head, known, session.game, today), head, writer.by)
        lines = tuple(writer.lines(replay))
    except _Unwritten:
        return None
    if decided is not None:
        decided |= replay.decided
    return Payload(head, lines) if _points(session) == _points(replay.session) else None


def without_names(journal: Journal) -> tuple[Journal, SheetCode | None]:
    """Give the same evening of people without names, and its code if it is over.

    Raises RefereeError where it cannot be written down so.
    """
    payload = payload_of(journal, names=False)
    if payload is None:
        raise RefereeError(Say("This evening cannot be printed without names."))
    session, today = journal.session, journal.rulebook_now
    again = replaying.replayed(payload, session.game, (session.begun[1], today))
    return again, sheet_code(payload) if session.step is None else None


def holdings_code(read: LoadedFile, setup: Setup, place: str = "") -> SheetCode:
    """Write the code of a holdings file: the file as it is, and where it was played."""
    book = read.book
    head = PayloadHead(
        game=read.game.id,
        rules=book.version,
        text=book.digest,
        constants=differing_constants(book, setup, open_game(read.game.id)[1]) or {},
        place=place,
        holdings=plain_of(read.document.root),
    )
    return sheet_code(Payload(head))


def without_their_names(read: LoadedFile) -> LoadedFile:
    """Give the same holdings of people without names. Raises Unreadable."""
    _, holdings = open_holdings(read)
    people = people_of(holdings.count.setup)
    names = {name: numbered(n) for n, name in enumerate(people, start=1)}
    document = document_given(_renamed(plain_of(read.document.root), names), read.document.path)
    return replace(read, document=document)


def _renamed(content: Any, names: Mapping[Player, Player]) -> Any:  # noqa: ANN401 - what a file holds
    match content:
        case dict():
            return {_renamed(key, names): _renamed(each, names) for key, each in content.items()}
        case list():
            return [_renamed(each, names) for each in content]
        case str():
            return names.get(Player(cleaned(content)), content)
    return content


def _head(journal: Journal, writer: _Writer, place: str) -> PayloadHead:
    session, setup = journal.session, journal.session.setup
    return PayloadHead(
        game=session.game.id,
        rules=session.book.version,
        text=session.book.digest,
        players=writer.people[: len(setup.seating)] if writer.has_names else (),
        seats=0 if writer.has_names else len(setup.seating),
        aside={part: writer.first(name) if writer.has_names else Player("")
               for part, name in setup.roles.items()},
        options=setup.options,
        numbers={**setup.numbers},
        texts={**setup.texts},
        constants=differing_constants(session.book, setup, journal.rulebook_now) or {},
        begun=minute_of(journal.head.at),
        ended=minute_of(journal.times[-1]) if journal.times else "",
        place=place,
        corrections=journal.corrections,
    )  # fmt: skip


class _Unwritten(Exception):  # noqa: N818 - the record is of another time; nothing has failed
    """No words give this entry any more."""


class _Writer:
    """Writes the record of a session that is over; ``people`` are those who began, in order."""

    def __init__(self, session: Session, *, names: bool) -> None:
        self._session, self.has_names = session, names
        self.people = tuple(map(self.first, people_of(session.setup)))
        self.by = ROUND if session.setup.by == ROUND else TURN
        self._now = {name: n for n, name in enumerate(people_of(session.setup), start=1)}
        """The number by which a player of the end is called at this point of the record."""
        self._others: Mapping[Player, Player] | None = None
        self._names = "|".join(map(re.escape, sorted(self._now, key=len, reverse=True)))

    def first(self, name: Player) -> Player:
        """Name who had the place of a player first."""
        return self._session.former.get(name, (name,))[0]

    def lines(self, replay: Replay) -> Iterator[str]:
        """Yield the lines, each of which has been read by then."""
        session = self._session
        marks = self._marks_behind()
        if self.by == ROUND:
            yield BY_ROUND
        yield from self._marked(replay, marks[0])
        for place, number in enumerate(session.active, start=1):
            entry = session.entry(number)
            if place == 1 and isinstance(entry.event, DepthChosen) and self.by == TURN:
                yield "#1"  # it was said in the game, which did not begin so
            yield self._answer(replay, entry)
            if entry.overrule_reason:
                reason = _one_line(entry.overrule_reason) if self.has_names else replaying.NO_REASON
                yield f"{replaying.OVERRULE} {reason}"
            yield from self._marked(replay, marks[place])

    def _marks_behind(self) -> Mapping[int, list[Note | Substitute]]:
        """Gather the other marks by the place of the entry before them, as the record has them."""
        session, place = self._session, 0
        marks = defaultdict[int, list[Note | Substitute]](list)
        for number, mark in enumerate(session.record, start=1):
            place = session.places.get(number, place)
            if isinstance(mark, Note):
                marks[place].append(mark)
            elif isinstance(mark, Substitute):
                marks[session.place_of_mark(number)].append(mark)
        return marks

    def _marked(self, replay: Replay, marks: Iterable[Note | Substitute]) -> Iterator[str]:
        for mark in marks:
            if isinstance(mark, Substitute):
                yield self._substituted(replay, mark)
            elif self.has_names:
                yield f"{replaying.NOTE}{_one_line(mark.text)}".rstrip()

    def _substituted(self, replay: Replay, mark: Substitute) -> str:
        new = self._called_later(mark)
        for last in people_of(self._session.setup):
            chain = (*self._session.former.get(last, ()), last)
            if new in chain[1:]:
                number = self._now[last]
                self._now[last] = len(replay.names) + 1
                replay.substitute(number)
                return f"{replaying.SUBSTITUTE}@{number} {new if self.has_names else ''}".rstrip()
        raise _Unwritten

    def _called_later(self, mark: Substitute) -> Player:
        """Name each newcomer by the name that they had when they left, or at the end."""
        record, name = self._session.record, mark.new
        for later in record[next(n for n, each in enumerate(record) if each is mark) :]:
            if isinstance(later, Rename) and later.old == name:
                name = later.new
        return name

    def _answer(self, replay: Replay, entry: Entry) -> str:
        """Find the words that give an entry, beginning with its own, and let them be read."""
        step = replay.session.step
        if step is None:
            raise _Unwritten
        numbers = {last: numbered(number) for last, number in self._now.items()}
        event = with_names(entry.event, {**self._unseated(replay), **numbers})
        for words, read in self._candidates(replay, step, entry, event):
            if words[:1] in {"", "/", "#"} and not words.startswith("/by "):
                continue
            with suppress(BadAnswer):
                answer = read(words)
                if answer.event == event:
                    replay.take(answer, entry.overrule_reason)
                    return words
        raise _Unwritten

    def _unseated(self, replay: Replay) -> Mapping[Player, Player]:
        """Return the names that a replay gives to those who play without a seat."""
        if self._others is None:
            people = self._session.game.course.people
            begun = (self._session.states.at(0), replay.session.states.at(0))
            self._others = dict(zip(*map(people, begun), strict=True))
        return self._others

    def _candidates(self, replay: Replay, step: Step, entry: Entry, event: Any) -> Iterator[_Read]:  # noqa: ANN401 - of any room
        """Yield words that may give an entry, and how they are read: the likeliest first."""
        words = f"/by {event.by}" if isinstance(event, DepthChosen) else _one_line(entry.words)
        spelled = self._spelled(words)
        first = next(spelled)
        asked = step.called(entry.step)
        if asked is not None and isinstance(asked.answers, _NAMING):
            for seats in _seats(replay, step, asked, [first, *self._spelled(words)]):
                yield seats, replay.read_plainly
        yield first, replay.read_plainly  # as it is with most
        own = [*dict.fromkeys((first, *spelled))]
        own = [*dict.fromkeys((*own, *(step.typed(entry.step, line) or line for line in own)))]
        yield from ((line, replay.read_plainly) for line in own[1:])
        for offered in self._offered(step, entry, event):
            yield self._numbered(offered), replay.read
        yield from ((line, replay.read) for line in own)
        if isinstance(who := getattr(event, "player", None), str):
            yield self._numbered(f"{who} {words}"), replay.read
        session = replay.session
        said = session.game.course.judge(session.book, session.state, event).reason
        yield self._numbered(in_plain_english(said)), replay.read

    def _spelled(self, words: str) -> Iterator[str]:
        """Yield the words with players as ``@N``: those with a sign, all, the first alone.

        Beginnings of names come then, and last the words as they are: what looks like a name may
        be none.
        """
        names = self._names
        yield _pattern(rf"@({names})(?!\w)").sub(self._called_now, words)
        named = _pattern(rf"(?<!\w)@?({names})(?!\w)")
        yield (marked := named.sub(self._called_now, words))
        yield named.sub(self._called_now, words, count=1)
        yield _WORD.sub(self._begun, marked)
        if self.has_names:
            yield words

    def _called_now(self, found: re.Match[str]) -> str:
        number = self._now.get(Player(found[1]))
        folded = {name.casefold(): each for name, each in self._now.items()}
        return f"@{number or folded.get(found[1].casefold(), found[1])}"

    def _begun(self, found: re.Match[str]) -> str:
        with suppress(BadAnswer):
            if found[0].strip("@")[:1].isalpha():
                meant = match_choice(found[0], tuple(self._now), numbers=())
                return f"@{self._now[Player(meant)]}"
        return found[0]

    def _offered(self, step: Step, entry: Entry, event: Any) -> Iterator[str]:  # noqa: ANN401 - of any room
        """Yield what is on offer at the step of an entry, where that is not too much to try."""
        asked = step.called(entry.step)
        if asked is None:
            return
        begun = entry.words.casefold().split()

        def differs(each: str) -> bool:
            return not all(map(str.startswith, each.split(), begun))

        for words in sorted(_answers(asked), key=differs):
            with suppress(BadAnswer):
                if asked.read(words or asked.on_empty or "") == event:
                    yield step.typed(asked.id, words) or words

    @staticmethod
    def _numbered(words: str) -> str:
        return re.sub(r"@?Player ([0-9]+)", r"@\1", words)


def _seats(replay: Replay, step: Step, each: Step, spelled: Sequence[str]) -> Iterator[str]:
    """Yield an answer that names players, each as ``@N``, also those who were named by seat."""
    for line in spelled:
        words = replay.with_names(line)
        head, _, rest = words.partition(" ")
        with suppress(BadAnswer):
            found = each.answers.parse(rest if head == each.keyword else words)
            named = (found,) if isinstance(found, str) else found
            if isinstance(named, tuple) and named and {*named} <= {*replay.names}:
                numbers = " ".join(f"@{replay.names.index(Player(who)) + 1}" for who in named)
                yield step.typed(each.id, numbers) or numbers


def _answers(step: Step) -> Iterator[str]:
    """Yield nothing at all, and what is on offer, or would be at another time."""
    yield ""
    answers = step.answers
    yield from answers.words if isinstance(answers, OneOf) else ()
    yield from (f"@{name}" for name in getattr(answers, "players", ()))
    if answers.size <= _MOST_OFFERED:
        yield from (str(answers.offer(index)) for index in range(answers.size))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


def _one_line(text: str) -> str:
    return _LINE_END.sub(" ", text)


def _points(session: Session) -> _Points:
    """Give totals, places and rows in order of seating, without anybody's name."""
    final = session.game.ending.count(session.state)
    if isinstance(final, Say):
        return []
    sheet: Scoresheet = session.game.final.scoresheet(session.book, final)
    placed = ranks(sheet.scores)
    return [
        (score.total, rank, [line.points for line in score.lines])
        for score, rank in zip(sheet.scores, placed, strict=True)
    ]
