"""Several answers on one line: the steps of a run, each read in the state it would meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from msgspec import Struct

from referee.core.answers.custom import is_any
from referee.core.answers.numbers import CardValues
from referee.core.play.reading.answer import STOP, ParsedAnswer, forced_words, parse_answer
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer

MOST_WORDS: Final = 6
"""How many words one answer of a run has at most."""
LONGEST_WHOLE: Final = 200
"""Characters of a line that may be one answer in a run."""
LONGEST: Final = 24
"""Characters of an answer that may be run together with the next."""
_MOST_SKIPPED: Final = 8
_SEPARATORS: Final = " \t\u3000,、，"
_WORD: Final = re.compile(r"[^\s,、，]+")
_BOUNDARY: Final = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=.)")
"""Where a word may be split: anywhere but within a number."""
_WITH_NUMBER: Final = re.compile(r"\D+\d+")
"""Letters and the number behind them: one answer rather than one for each letter."""


class Planned(Struct, frozen=True):
    """One answer of a line; ``is_forced`` where nobody typed it, as the rules leave no other.

    ``attempt`` is how it was read in the state that it would meet.
    """

    words: str
    attempt: ParsedAnswer | None = None
    is_forced: bool = False


class Plan(Struct, frozen=True):
    """The answers that a line gives, and the rest, which can no longer be recorded.

    ``judged`` is the beginning of the rest that was read, and is not simply allowed.
    """

    answers: tuple[Planned, ...]
    rest: str = ""
    judged: str = ""


_Found: TypeAlias = tuple[list[Planned], ParsedAnswer, str]
"""What nobody typed, the answer behind it, and what comes after."""


class RunReader:
    """Parts a line into the answers of a run."""

    def __init__(self, session: Session, *, announces: bool) -> None:
        """Read for a session; where it ``announces``, forced answers are nobody's."""
        self._session = session
        self._announces = announces

    def plan(self, line: str) -> Plan:
        """Split a line, up to the first answer that cannot be recorded.

        A word of which only the beginning can be read is a slip and gives no answer at all.
        """
        session, state, rest = self._session, self._session.state, line.strip()
        step = session.step_in(state)
        if step is None or not step.run:
            return Plan((Planned(rest),))
        run, planned = step.run, list[Planned]()
        whole, whole_rest = 0, rest  # as of the last word that was read to its end
        while rest:
            step = session.step_in(state)
            found = None
            if step is not None and (step.run == run or not planned):
                found = self._skipping(state, rest, run)
            if found is None:
                return Plan(tuple(planned[:whole]), whole_rest)
            skipped, attempt, after = found
            planned += skipped
            if attempt.ruling.verdict is not Verdict.ALLOWED:
                return Plan(tuple(planned), rest, attempt.words)
            planned.append(Planned(attempt.words, attempt))
            asked, state = session.step_in(attempt.state), attempt.after
            rest = after.lstrip(_SEPARATORS)
            ended = attempt.step.keyword != STOP and not _goes_on(asked, session.step_in(state))
            if ended and _is_stop(rest) and _may_stop(asked):
                rest = rest[1:].lstrip(_SEPARATORS)  # it ended by itself: nobody need stop it
            if len(rest) < len(after) or not rest:
                whole, whole_rest = len(planned), rest
        return Plan(tuple(planned))

    def _skipping(self, state: Any, rest: str, run: str) -> _Found | None:
        """Read the next answer, here or behind steps that answer themselves."""
        skipped: list[Planned] = []
        refused: _Found | None = None
        while len(skipped) <= _MOST_SKIPPED:
            step = self._session.step_in(state)
            if step is None or (skipped and step.run != run):
                break
            forced = forced_words(step) if self._announces else None
            found = self._next(state, rest)
            if found and (forced is None or found[0].ruling.verdict is Verdict.ALLOWED):
                return skipped, *found
            if found and refused is None:
                refused = ([*skipped], *found)
            words = forced or step.on_empty
            if words is None or step.run != run:
                break
            attempt = parse_answer(self._session, state, words)
            skipped.append(Planned(words, attempt, is_forced=forced is not None))
            state = self._session.game.course.apply(state, attempt.event)
        return refused

    def _next(self, state: Any, rest: str) -> tuple[ParsedAnswer, str] | None:
        """Read one answer off a line: the first that can be recorded, or else the longest one.

        Printed numbers with spaces between are what one player has, whether that can be or not.
        """
        refused: tuple[ParsedAnswer, str] | None = None
        tried = set[int]()
        for end in _ends(rest):
            if end in tried:
                continue
            tried.add(end)
            try:
                attempt = parse_answer(self._session, state, rest[:end])
            except BadAnswer:
                continue
            is_one = end == len(rest) and isinstance(attempt.step.answers, CardValues)
            if is_one or not attempt.ruling.verdict.stops_play:
                return attempt, rest[end:]
            if refused is None or len(rest) - end < len(refused[1]):
                refused = attempt, rest[end:]
        return refused


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
    plan = RunReader(session, announces=False).plan(words)
    return words if len(plan.answers) == len((step, then)) and not plan.rest else ""


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


def _ends(rest: str) -> Iterator[int]:
    """Tell where an answer may end: the whole line, so many words, parts of the first word.

    A number belongs to what precedes it, if both together are an answer.

    >>> [*_ends("r 1 g")]
    [5, 3, 1, 3]
    """
    words = [found.span() for found in _first_words(rest)]
    if len(rest) <= LONGEST_WHOLE:
        yield len(rest)
    for (_, end), (start, behind) in zip_longest(words, words[1:], fillvalue=(0, 0)):
        if rest[start:behind].isdecimal():
            yield behind
        if end < len(rest):
            yield end
    first = rest[: min(words[0][1], LONGEST)] if words else ""
    if numbered := _WITH_NUMBER.match(first):
        yield numbered.end()
    bounds = [found.start() for found in _BOUNDARY.finditer(first)]
    yield from bounds
    yield from (end for end in range(1, len(first)) if end not in bounds)


def _first_words(rest: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    at = 0
    while len(found) <= MOST_WORDS and (word := _WORD.search(rest, at)):
        found.append(word)
        at = word.end()
    return found
