"""Reading a line: what stands between two ``;`` is read to its end, or nothing of it is noted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct

from referee.core.answers.choices import OneOf, SomePlayer, YesNo
from referee.core.answers.custom import is_any
from referee.core.answers.pieces import CardValues
from referee.core.answers.text_input import match_key
from referee.core.play.reading.answer import (
    STOP,
    ParsedAnswer,
    forced_words,
    parse_answer,
)
from referee.core.play.reading.sentence import (
    AND,
    THINGS,
    event_of_everyone,
    has_verb,
    parse_widely,
    read_loosely,
    read_printed,
    read_sentence,
    run_stops,
    unmarked,
)
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, Say

MOST_WORDS: Final = 6
"""How many words one answer of a run has at most."""
LONGEST_WHOLE: Final = 200
"""Characters of a line that may be one answer in a run."""
LONGEST: Final = 24
"""Characters of an answer that may be run together with the next."""
_MOST_SKIPPED: Final = 8
_MOST_TRIED_AGAIN: Final = 300
"""How often a word that is several answers is parted otherwise before it is given up."""
_MOST_QUOTED: Final = 80
_SCANNED: Final = 200
"""Characters ahead in which the verb of a sentence is looked for."""
_EVERYONE: Final = "everyone"
_SEPARATORS: Final = " \t\u3000,、，"
_WORD: Final = re.compile(r"(?:[^\s,、，]|(?<=\d),(?=\d))+")
"""A comma between two digits parts nothing: it stands in a cell."""
_GLUED_STOP: Final = re.compile(r"(?<=\d[^\W\d_])\.(?=$|\s)")
"""A stop behind a letter that has its number: it is no part of either."""
_BOUNDARY: Final = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=.)")
"""Where a word may be split: anywhere but within a number."""
_WITH_NUMBER: Final = re.compile(r"\D+\d+")
"""Letters and the number behind them: one answer rather than one for each letter."""


class Planned(Struct, frozen=True):
    """One answer of a line; ``is_forced`` where nobody typed it, as the rules leave no other.

    ``attempt`` is how it was read in the state that it would meet, ``at`` where its word begins.
    """

    words: str
    attempt: ParsedAnswer
    at: int = 0
    is_forced: bool = False


class Plan(Struct, frozen=True):
    """The answers that a line gives, up to the first that is ``refused``, if one is.

    ``said`` tells what could not be read; then there are no answers.
    """

    answers: tuple[Planned, ...] = ()
    refused: Planned | None = None
    said: Say | None = None


class _Reading(NamedTuple):
    """The answers in a stretch of the line, where it ends, and the state after them."""

    answers: tuple[Planned, ...]
    end: int
    state: Any


class LineReader:
    """Reads a line into answers, each in the state that the ones before it leave."""

    def __init__(self, session: Session, *, announces: bool) -> None:
        """Read for a session; where it ``announces``, forced answers are nobody's."""
        self._session = session
        self._announces = announces

    def plan(self, line: str) -> Plan:
        """Read a line to its end.

        What the rules allow comes first; only what they do not allow in any way is refused.
        """
        line = self._unnumbered(line.strip())
        if self._run_stops():
            line = _GLUED_STOP.sub(" .", line)
        allowed = self._read(line, lenient=False)
        if allowed.end == len(line):
            return Plan(allowed.answers)
        told = self._as_one(line)
        if told is not None:
            answer = Planned(told.words, told)
            return Plan(refused=answer) if _stops(told) else Plan((answer,))
        refused = self._read(line, lenient=True)
        if refused.end < len(line):
            refused = max(refused, self._read(line, lenient=True, is_greedy=True), key=_reach)
        if refused.end < len(line):
            return Plan(said=self._left(line, max(allowed, refused, key=_reach)))
        at = next(n for n, each in enumerate(refused.answers) if _stops(each.attempt))
        return Plan(refused.answers[:at], refused.answers[at])

    def _as_one(self, line: str) -> ParsedAnswer | None:
        """Read the whole line as one answer, with what stands around it."""
        session, state = self._session, self._session.state
        step = session.step
        if step is None:
            return None
        found = read_loosely(session, state, line) or read_printed(session, state, line)
        return found if found is None or found.after is not None or not step.run else None

    def _unnumbered(self, line: str) -> str:
        """Drop the number of the entry before its sentence, and what stands in brackets."""
        session = self._session
        text = unmarked(line, len(session.active) + 1)
        if text == line or self._everyone(session.state, text, 0) is not None:
            return text
        return line if read_printed(session, session.state, text) is None else text

    def _read(self, line: str, *, lenient: bool, is_greedy: bool = False) -> _Reading:
        """Read on from word to word, as far as it goes; each word that was read stays read.

        A ``lenient`` reading goes on behind what is refused, as if that were overruled; a greedy
        one takes as many words for an answer as it can, whether that is allowed or not.
        """
        answers, at, state = list[Planned](), 0, self._session.state
        run, place = "", len(self._session.active) + 1
        while at < len(line):
            step = self._session.step_in(state)
            if step is None or (answers and (not run or step.run != run)):
                break
            found = self._stretch(
                state, line, at, place + len(answers), lenient=lenient, is_greedy=is_greedy
            )
            if found is None:
                break
            answers += found.answers
            last = found.answers[-1].attempt
            asked = self._session.step_in(last.state)
            run = asked.run if asked else ""
            if lenient and last.after is None and found.state is None:
                return _Reading(tuple(answers), len(line), state)
            state = found.state
            at = self._behind(line, found.end, last, state)
        return _Reading(tuple(answers), at, state)

    def _behind(self, line: str, end: int, last: ParsedAnswer, state: Any) -> int:
        """Go to the next word; a stop that comes by itself may be typed, too."""
        at = _skip(line, end)
        asked = self._session.step_in(last.state)
        ended = last.step.keyword != STOP and not _goes_on(asked, self._session.step_in(state))
        if ended and _is_stop(line[at:]) and _may_stop(asked):
            at = _skip(line, at + 1)
        word = _WORD.match(line, at)
        if word and last.words[-1:].isalpha() and match_key(word[0].rstrip(".!")) in THINGS:
            if not isinstance(last.step.answers, SomePlayer) and not self._is_read(state, word[0]):
                return self._behind(line, word.end(), last, state)
        if word and word[0].casefold() in AND and not self._is_read(state, word[0]):
            behind = _skip(line, word.end())
            return behind if behind < len(line) else at
        is_end = word and at + 1 == len(line) and word[0] in {".", "!"}
        if (
            is_end
            and line[end - 1 : end].isalpha()
            and asked
            and not run_stops(self._session, asked)
        ):
            return len(line)
        return at

    def _stretch(
        self,
        state: Any,
        line: str,
        at: int,
        place: int,
        *,
        lenient: bool,
        is_greedy: bool = False,
    ) -> _Reading | None:
        """Read the next answer, or those that one word gives; what is allowed comes first."""
        step = self._session.step_in(state)
        if step is not None and has_verb(step, line[at : at + _SCANNED]):
            for end in _sentence_ends(line, at):
                told = read_sentence(self._session, state, line[at:end], place)
                if told is not None and (lenient or not _stops(told)):
                    return self._one((), told, line, at, end)
                if told is not None:
                    return None
        if _EVERYONE in line[at : at + _SCANNED].casefold():
            several = self._everyone(state, line, at)
            if several is not None:
                return several
        refused: _Reading | None = None
        for found in self._candidates(state, line, at, place, lenient=lenient):
            if is_greedy or not any(_stops(each.attempt) for each in found.answers):
                return found
            if lenient and (refused is None or found.end > refused.end):
                refused = found
        return refused

    def _candidates(
        self, state: Any, line: str, at: int, place: int, *, lenient: bool
    ) -> Iterator[_Reading]:
        """Give the readings of what comes next: plain ones, then those with noise around them."""
        for skipped, there, step in self._skips(state, at):
            is_final = False
            for end in _span_ends(line, at, step):
                try:
                    attempt = parse_answer(self._session, there, line[at:end])
                except BadAnswer:
                    continue
                is_final = end == len(line) and isinstance(attempt.step.answers, CardValues)
                yield self._one(skipped, attempt, line, at, end)
                if is_final:
                    return
            word = _WORD.match(line, at)
            if word and (run := self._in_word(there, line, word, lenient=lenient)):
                yield run._replace(answers=(*skipped, *run.answers))
        for skipped, there, _ in self._skips(state, at):
            for end in _sentence_ends(line, at):
                loose = read_loosely(self._session, there, line[at:end])
                if loose is not None:
                    yield self._one(skipped, loose, line, at, end)

    def _one(
        self, skipped: tuple[Planned, ...], attempt: ParsedAnswer, line: str, at: int, end: int
    ) -> _Reading:
        answers = (*skipped, Planned(attempt.words, attempt, at))
        return _Reading(answers, end, self._after(attempt))

    def _after(self, attempt: ParsedAnswer) -> Any:
        """Give the state after an answer; after one that was refused, as if it were overruled."""
        if attempt.after is not None or attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            return attempt.after
        return self._session.game.course.apply(attempt.state, attempt.event)

    def _skips(self, state: Any, at: int) -> Iterator[tuple[tuple[Planned, ...], Any, Step]]:
        """Go through the steps of this run that answer themselves, this one first."""
        skipped: tuple[Planned, ...] = ()
        run, passes = "", True
        while len(skipped) <= _MOST_SKIPPED:
            step = self._session.step_in(state)
            if step is None or not (passes or step.run == run):
                return
            yield skipped, state, step
            run, passes = step.run, step.may_pass
            forced = forced_words(step) if self._announces else None
            words = forced or step.on_empty
            if words is None or not (run or passes):
                return
            attempt = parse_answer(self._session, state, words)
            if attempt.after is None:
                return
            skipped = (*skipped, Planned(words, attempt, at, is_forced=forced is not None))
            state = attempt.after

    def _in_word(
        self, state: Any, line: str, word: re.Match[str], *, lenient: bool
    ) -> _Reading | None:
        """Read a word that is several answers run together, to its last letter.

        Where one way to part it leads nowhere, the next one is tried.
        """
        start, stop = word.span()
        path: list[tuple[tuple[Planned, ...], int, Any]] = [((), start, state)]
        ways = [self._parts(state, line, start, stop, start, lenient=lenient)]
        tried = 0
        while ways and tried <= _MOST_TRIED_AGAIN:
            found = next(ways[-1], None)
            if found is None:
                ways.pop()
                path.pop()
                tried += 1
                continue
            path.append(found)
            if found[1] == stop:
                answers = tuple(each for planned, _, _ in path for each in planned)
                return _Reading(answers, stop, found[2])
            if found[2] is None:  # nothing can be read behind what no game shows
                path.pop()
                continue
            ways.append(self._parts(found[2], line, found[1], stop, start, lenient=lenient))
        return None

    def _parts(
        self, state: Any, line: str, at: int, stop: int, start: int, *, lenient: bool
    ) -> Iterator[tuple[tuple[Planned, ...], int, Any]]:
        refused: list[tuple[tuple[Planned, ...], int, Any]] = []
        asked = self._session.step_in(state)
        run = asked.run if asked else ""
        if not run:
            return
        has_digits = any(map(str.isdecimal, line[start:stop]))
        for skipped, there, step in self._skips(state, at):
            for end in _cuts(line[at:stop]):
                part = line[at : at + end]
                if (at, at + end) == (start, stop) or not _may_be_run(part, step, has_digits):
                    continue
                try:
                    attempt = parse_answer(self._session, there, part)
                except BadAnswer:
                    continue
                after = self._after(attempt)
                planned = (*skipped, Planned(attempt.words, attempt, start))
                if not _stops(attempt):
                    yield planned, at + end, after
                elif lenient:
                    refused.append((planned, at + end, after))
        yield from refused

    def _everyone(self, state: Any, line: str, at: int) -> _Reading | None:
        """Read a sentence that tells what all do, one after the other."""
        step = self._session.step_in(state)
        if step is None or not isinstance(step.answers, OneOf):
            return None
        for end in _sentence_ends(line, at):
            words = event_of_everyone(self._session, step, line[at:end])
            if words is None:
                continue
            answers: list[Planned] = []
            asked: Step | None = step
            while asked is not None and asked.id == step.id:
                forced = forced_words(asked)
                attempt = parse_answer(self._session, state, forced or words)
                if attempt.after is None:
                    break
                answers.append(Planned(attempt.words, attempt, at))
                state = attempt.after
                asked = self._session.step_in(state)
                if asked is not None and asked.player == step.player:
                    break
            return _Reading(tuple(answers), end, state) if answers else None
        return None

    def _is_read(self, state: Any, words: str) -> bool:
        try:
            parse_answer(self._session, state, words)
        except BadAnswer:
            return False
        return True

    def _left(self, line: str, read: _Reading) -> Say:
        """Say which word could not be read, or that it answers another question."""
        rest = line[read.end :]
        found = _WORD.match(rest)
        word = found[0] if found else rest
        state = self._session.state
        if read.answers:
            step, first = self._session.step_in(read.state), read.answers[0].attempt.step
            asked = self._session.step_in(state)
            if (step and step.run) != (asked and asked.run) or not first.run:
                if self._answers_later(read.state, rest):
                    said = "“{rest}” answers another question. Put ; before it. Nothing was noted."
                    return Say(said, rest=_shown(rest))
        own = self._complaint(state, line)
        if not read.answers and (word == line or own.is_understood or self._is_named(word)):
            return own.say
        if not read.answers:
            told = own.say.facts.get("word")
            is_word = isinstance(told, str) and told in line.split()
            word = told if isinstance(told, str) and is_word else word
        if word.endswith(".") and len(word) > 1 and self._run_stops():
            said = "Not understood: “{words}” Is the . a stop? Then put a space before it."
            return Say(said, words=_shown(line))
        said = "Not understood: “{word}” in “{line}”. Nothing was noted."
        if len(line) > _MOST_QUOTED:
            said = "Not understood: “{word}”. Nothing was noted."
        return Say(said, word=_shown(word), line=line)

    def _run_stops(self) -> bool:
        step = self._session.step
        return step is not None and run_stops(self._session, step)

    def _is_named(self, word: str) -> bool:
        step = self._session.step
        return step is not None and any(
            word.casefold() in {each.keyword, *each.also} for each in step.alternatives
        )

    def _complaint(self, state: Any, line: str) -> BadAnswer:
        try:
            parse_widely(self._session, state, line)
        except BadAnswer as bad:
            return bad
        return BadAnswer(Say("Not understood: “{words}”.", words=line))

    def _answers_later(self, state: Any, rest: str) -> bool:
        """Return whether words answer a step that comes after those that answer themselves."""
        for _ in range(_MOST_SKIPPED):
            step = self._session.step_in(state)
            if step is None:
                return False
            if self._stretch(state, rest, 0, 0, lenient=True) is not None:
                return True
            words = forced_words(step) or step.on_empty
            if words is None:
                return False
            attempt = parse_answer(self._session, state, words)
            if attempt.after is None:
                return False
            state = attempt.after
        return False


def two_on_one_line(session: Session) -> str:
    """Give an answer to what is asked and to what comes after it, as one line; "" if there is none.

    Both are on offer, and are read as the two answers that they are.
    """
    step = session.step
    if step is None or not step.run or not is_any(step.answers):
        return ""
    first = step.answers.offer(0).replace("@", "")
    try:
        attempt = parse_answer(session, session.state, first)
    except BadAnswer:  # a name that is read as something else without its @
        return ""
    then = session.step_in(session.game.course.apply(session.state, attempt.event))
    if then is None or then.run != step.run or not is_any(then.answers):
        return ""
    words = f"{first} {then.answers.offer(0).replace('@', '')}"
    plan = LineReader(session, announces=False).plan(words)
    return words if len(plan.answers) == len((step, then)) and plan.refused is None else ""


def _reach(read: _Reading) -> int:
    return read.end


def _shown(words: str) -> str:
    """Give what of a long line is quoted."""
    return words if len(words) <= _MOST_QUOTED else f"{words[:_MOST_QUOTED]}…"


def _stops(attempt: ParsedAnswer) -> bool:
    return attempt.ruling.verdict.stops_play


def _skip(line: str, at: int) -> int:
    while at < len(line) and line[at] in _SEPARATORS:
        at += 1
    return at


def _is_stop(rest: str) -> bool:
    return rest.startswith(".") and rest[1:2] in {"", *_SEPARATORS}


def _may_stop(step: Step | None) -> bool:
    beside = step.alternatives if step else ()
    return any(each.keyword == STOP and is_any(each.answers) for each in beside)


def _goes_on(step: Step | None, then: Step | None) -> bool:
    if step is None or then is None:
        return False
    before, after = ((each.id, each.player, each.heading) for each in (step, then))
    return before == after


def _span_ends(line: str, at: int, step: Step) -> Iterator[int]:
    """Tell where an answer of whole words may end, the longest first."""
    words = _next_words(line, at, _most_words(step))
    if len(line) - at <= LONGEST_WHOLE or not step.run:
        yield len(line)
    for end in reversed(words):
        if end < len(line):
            yield end


def _most_words(step: Step) -> int:
    """Say how many words an answer may have: no more than what can be read at all."""
    answers = step.answers
    if step.alternatives:
        return MOST_WORDS
    if isinstance(answers, YesNo):
        return 1
    if isinstance(answers, OneOf) and answers.terms is None:
        return max(len(word.split()) for word in answers.words)
    if isinstance(answers, OneOf) and answers.terms is not None:
        terms = (answers.terms[word].english for word in answers.words)
        return max(len(word.split()) for words in terms for word in words)
    if isinstance(answers, SomePlayer):
        return max(len(_WORD.findall(name)) for name in (*answers.players, *answers.also)) + 1
    return MOST_WORDS


def _sentence_ends(line: str, at: int) -> Iterator[int]:
    """Tell where a sentence may end: with the line, at a stop or a comma, or after few words."""
    yield len(line)
    stops = [found.start() for found in _STOPS.finditer(line, at, at + _SCANNED)]
    words = _next_words(line, at, _FEW_WORDS)
    yield from dict.fromkeys((*reversed(stops), *reversed(words)))


_STOPS: Final = re.compile(r"[.!,、，](?=\s)")
_FEW_WORDS: Final = 8


def _cuts(word: str) -> Iterator[int]:
    """Tell where the first of several answers in a word may end.

    >>> [*_cuts("r1g")]
    [2, 1, 3]
    """
    first = word[:LONGEST]
    numbered = _WITH_NUMBER.match(first)
    ends = [numbered.end()] if numbered else []
    ends += [found.start() for found in _BOUNDARY.finditer(first)]
    ends += range(1, len(first) + 1)
    yield from dict.fromkeys(ends)


def _may_be_run(part: str, step: Step, has_digits: bool) -> bool:
    """Return whether a part of a word may be an answer: a letter, or one with its number.

    Nobody is named by a letter within a word.
    """
    if not any(map(str.isdecimal, part)):
        is_sign = len(part) == 1
        if step.stand_apart and part.isalpha():
            return False
        return is_sign and (has_digits or not isinstance(step.answers, SomePlayer))
    return True


def _next_words(line: str, at: int, most: int) -> list[int]:
    ends: list[int] = []
    while len(ends) < most and (word := _WORD.search(line, at)):
        at = word.end()
        ends.append(at)
    return ends
