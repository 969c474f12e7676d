"""Write the code of an evening: every answer that counts, and the rest of the paper."""

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
from referee.operations.papers.replaying import Replay, numbered_player
from referee.registry import open_game

_MOST_OFFERED: Final = 2_000
"""So many offered answers are tried for an entry whose words can no longer be read."""
_PLAYER_ANSWERS: Final = (SomePlayer, SomePlayers, Ordering)
"""Answers that name players."""
_WORD: Final = re.compile(r"@?[^\s,;:=]+")
_LINE_END: Final = re.compile(r"\s*[\r\n]+\s*")
_Candidate: TypeAlias = tuple[str, Callable[[str], ParsedAnswer]]
_Points: TypeAlias = list[tuple[Fraction, int, list[Fraction]]]


def code_of(journal: Journal, place: str = "", decided: set[int] | None = None) -> SheetCode | None:
    """Write the code of an evening that is over; None where it cannot be read back to its score.

    ``place`` is where it was played, as on the paper. The positions of entries that the table ruled
    on itself or overruled are added to ``decided``.
    """
    payload = payload_of(journal, place, decided=decided) if journal.session.step is None else None
    return None if payload is None else sheet_code(payload)


def sheet_code(payload: Payload) -> SheetCode:
    """Write a payload as a code, and check that it reads as it was written."""
    raw = write_payload(payload)
    text = code.encode(raw)
    if read_payload(code.decode(text)) != payload:
        raise AssertionError(payload.head)
    return SheetCode(text, digest_of(raw))


def payload_of(
    journal: Journal, place: str = "", *, names: bool = True, decided: set[int] | None = None
) -> Payload | None:
    """Write down an evening, and replay each line as a reader of the paper will.

    Without ``names`` nobody is named, and there are no notes, reasons or place. None where the
    rulebook's number is unknown here, and where the replay gives another score.
    """
    session, today = journal.session, journal.rulebook_now
    known = known_rules(session.book.version, today)
    if session.open_fix is not None or known is None:
        return None
    writer = _Writer(session, names=names)
    head = _payload_head(journal, writer, place if names else "")
    try:
        replay = Replay(session.game, rules_of(head, known, session.game, today), head, writer.by)
        lines = tuple(writer.lines(replay))
    except _Unwritten:
        return None
    if decided is not None:
        decided |= replay.decided
    return Payload(head, lines) if _points(session) == _points(replay.session) else None


def evening_without_names(journal: Journal) -> tuple[Journal, SheetCode | None]:
    """Return the same evening of people without names, and its code if it is over.

    Raises RefereeError where it cannot be written down like this.
    """
    payload = payload_of(journal, names=False)
    if payload is None:
        raise RefereeError(Say("This evening cannot be printed without names."))
    session, today = journal.session, journal.rulebook_now
    again = replaying.replayed(payload, session.game, (session.begun[1], today))
    return again, sheet_code(payload) if session.step is None else None


def holdings_code(read: LoadedFile, setup: Setup, place: str = "") -> SheetCode:
    """Write the code of a holdings file: its content, and where the game was played."""
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


def holdings_without_names(read: LoadedFile) -> LoadedFile:
    """Return the same holdings of people without names. Raises Unreadable."""
    _, holdings = open_holdings(read)
    people = people_of(holdings.count.setup)
    names = {name: numbered_player(n) for n, name in enumerate(people, start=1)}
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


def _payload_head(journal: Journal, writer: _Writer, place: str) -> PayloadHead:
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


class _Unwritten(Exception):  # noqa: N818 - the record is of an older version; nothing has failed
    """No words are read as this entry any more."""


class _Writer:
    """Writes the record of a session that is over; ``people`` are those who began, in order."""

    def __init__(self, session: Session, *, names: bool) -> None:
        self._session, self.has_names = session, names
        self.people = tuple(map(self.first, people_of(session.setup)))
        self.by = ROUND if session.setup.by == ROUND else TURN
        self._numbers = {name: n for n, name in enumerate(people_of(session.setup), start=1)}
        """The numbers, at this point of the record, of those who play at the end."""
        self._unseated_names: Mapping[Player, Player] | None = None
        self._names = "|".join(map(re.escape, sorted(self._numbers, key=len, reverse=True)))

    def first(self, name: Player) -> Player:
        """Return who played first in the seat of a player."""
        return self._session.former.get(name, (name,))[0]

    def lines(self, replay: Replay) -> Iterator[str]:
        """Yield the lines; each has been replayed before it is yielded."""
        session = self._session
        marks = self._marks_by_position()
        if self.by == ROUND:
            yield BY_ROUND
        yield from self._mark_lines(replay, marks[0])
        for position, number in enumerate(session.active, start=1):
            entry = session.entry(number)
            if position == 1 and isinstance(entry.event, DepthChosen) and self.by == TURN:
                yield "#1"  # it was chosen in the game; the evening did not begin by the round
            yield self._answer_line(replay, entry)
            if entry.overrule_reason:
                reason = _one_line(entry.overrule_reason) if self.has_names else replaying.NO_REASON
                yield f"{replaying.OVERRULE} {reason}"
            yield from self._mark_lines(replay, marks[position])

    def _marks_by_position(self) -> Mapping[int, list[Note | Substitute]]:
        """Return notes and substitutes in their order, by the position of the entry before them."""
        session, position = self._session, 0
        marks = defaultdict[int, list[Note | Substitute]](list)
        for number, mark in enumerate(session.record, start=1):
            position = session.places.get(number, position)
            if isinstance(mark, Note):
                marks[position].append(mark)
            elif isinstance(mark, Substitute):
                marks[session.place_of_mark(number)].append(mark)
        return marks

    def _mark_lines(self, replay: Replay, marks: Iterable[Note | Substitute]) -> Iterator[str]:
        for mark in marks:
            if isinstance(mark, Substitute):
                yield self._substitute_line(replay, mark)
            elif self.has_names:
                yield f"{replaying.NOTE}{_one_line(mark.text)}".rstrip()

    def _substitute_line(self, replay: Replay, mark: Substitute) -> str:
        new = self._last_name(mark)
        for last in people_of(self._session.setup):
            chain = (*self._session.former.get(last, ()), last)
            if new in chain[1:]:
                number = self._numbers[last]
                self._numbers[last] = len(replay.names) + 1
                replay.substitute(number)
                return f"{replaying.SUBSTITUTE}@{number} {new if self.has_names else ''}".rstrip()
        raise _Unwritten

    def _last_name(self, mark: Substitute) -> Player:
        """Return the name that a newcomer had when they left, or at the end."""
        record, name = self._session.record, mark.new
        for later in record[next(n for n, each in enumerate(record) if each is mark) :]:
            if isinstance(later, Rename) and later.old == name:
                name = later.new
        return name

    def _answer_line(self, replay: Replay, entry: Entry) -> str:
        """Find words that are read as an entry, its own first, and replay them."""
        step = replay.session.step
        if step is None:
            raise _Unwritten
        numbers = {last: numbered_player(number) for last, number in self._numbers.items()}
        event = with_names(entry.event, {**self._names_without_seat(replay), **numbers})
        for words, read in self._candidates(replay, step, entry, event):
            if words[:1] in {"", "/", "#"} and not words.startswith("/by "):
                continue
            with suppress(BadAnswer):
                answer = read(words)
                if answer.event == event:
                    replay.take(answer, entry.overrule_reason)
                    return words
        raise _Unwritten

    def _names_without_seat(self, replay: Replay) -> Mapping[Player, Player]:
        """Return the names that a replay gives to those who play without a seat."""
        if self._unseated_names is None:
            people = self._session.game.course.people
            begun = (self._session.states.at(0), replay.session.states.at(0))
            self._unseated_names = dict(zip(*map(people, begun), strict=True))
        return self._unseated_names

    def _candidates(
        self,
        replay: Replay,
        step: Step,
        entry: Entry,
        event: Any,  # noqa: ANN401 - of any room
    ) -> Iterator[_Candidate]:
        """Yield words that may be read as an entry, and what reads them; the likeliest first."""
        words = f"/by {event.by}" if isinstance(event, DepthChosen) else _one_line(entry.words)
        spelled = self._spelled(words)
        first = next(spelled)
        asked = step.called(entry.step)
        if asked is not None and isinstance(asked.answers, _PLAYER_ANSWERS):
            for seats in _by_player_numbers(replay, step, asked, [first, *self._spelled(words)]):
                yield seats, replay.read_plainly
        yield first, replay.read_plainly  # enough for most entries
        own = [*dict.fromkeys((first, *spelled))]
        own = [*dict.fromkeys((*own, *(step.typed(entry.step, line) or line for line in own)))]
        yield from ((line, replay.read_plainly) for line in own[1:])
        for offered in self._matching_offers(step, entry, event):
            yield self._with_numbers(offered), replay.read
        yield from ((line, replay.read) for line in own)
        if isinstance(who := getattr(event, "player", None), str):
            yield self._with_numbers(f"{who} {words}"), replay.read
        session = replay.session
        said = session.game.course.judge(session.book, session.state, event).reason
        yield self._with_numbers(in_plain_english(said)), replay.read

    def _spelled(self, words: str) -> Iterator[str]:
        """Yield the words with players as ``@N``: those typed with @, all of them, only the first.

        Then with beginnings of names, and last as they are: what looks like a name may be none.
        """
        names = self._names
        yield _pattern(rf"@({names})(?!\w)").sub(self._number_of, words)
        named = _pattern(rf"(?<!\w)@?({names})(?!\w)")
        yield (marked := named.sub(self._number_of, words))
        yield named.sub(self._number_of, words, count=1)
        yield _WORD.sub(self._number_by_beginning, marked)
        if self.has_names:
            yield words

    def _number_of(self, found: re.Match[str]) -> str:
        number = self._numbers.get(Player(found[1]))
        folded = {name.casefold(): each for name, each in self._numbers.items()}
        return f"@{number or folded.get(found[1].casefold(), found[1])}"

    def _number_by_beginning(self, found: re.Match[str]) -> str:
        with suppress(BadAnswer):
            if found[0].strip("@")[:1].isalpha():
                meant = match_choice(found[0], tuple(self._numbers), numbers=())
                return f"@{self._numbers[Player(meant)]}"
        return found[0]

    def _matching_offers(self, step: Step, entry: Entry, event: Any) -> Iterator[str]:  # noqa: ANN401 - of any room
        """Yield the offered answers of the entry's step that are read as its event."""
        asked = step.called(entry.step)
        if asked is None:
            return
        begun = entry.words.casefold().split()

        def differs(each: str) -> bool:
            return not all(map(str.startswith, each.split(), begun))

        for words in sorted(_all_offered(asked), key=differs):
            with suppress(BadAnswer):
                if asked.read(words or asked.on_empty or "") == event:
                    yield step.typed(asked.id, words) or words

    @staticmethod
    def _with_numbers(words: str) -> str:
        return re.sub(r"@?Player ([0-9]+)", r"@\1", words)


def _by_player_numbers(
    replay: Replay, step: Step, each: Step, spelled: Sequence[str]
) -> Iterator[str]:
    """Yield an answer that names players with each as ``@N``, even if they were typed by seat."""
    for line in spelled:
        words = replay.with_names(line)
        head, _, rest = words.partition(" ")
        with suppress(BadAnswer):
            found = each.answers.parse(rest if head == each.keyword else words)
            named = (found,) if isinstance(found, str) else found
            if isinstance(named, tuple) and named and {*named} <= {*replay.names}:
                numbers = " ".join(f"@{replay.names.index(Player(who)) + 1}" for who in named)
                yield step.typed(each.id, numbers) or numbers


def _all_offered(step: Step) -> Iterator[str]:
    """Yield the empty answer, and what a step offers now or may offer at another time."""
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
    """Return totals, ranks and points by line in order of seating, without names."""
    final = session.game.ending.count(session.state)
    if isinstance(final, Say):
        return []
    sheet: Scoresheet = session.game.final.scoresheet(session.book, final)
    placed = ranks(sheet.scores)
    return [
        (score.total, rank, [line.points for line in score.lines])
        for score, rank in zip(sheet.scores, placed, strict=True)
    ]
