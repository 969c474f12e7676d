"""Reading words at a step: which step they answer, and what the rules say to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Answers, OneOf, SomePlayer, YesNo
from referee.core.answers.custom import CustomAnswer, is_any, is_sole
from referee.core.answers.each import SomeOf
from referee.core.answers.pieces import CardValues
from referee.core.answers.text_input import halfwidth, match_key, nfc
from referee.core.play.course import Announcement, Course
from referee.core.play.event import AnyEvent
from referee.core.play.marks.depth import BY, depth_step
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, join_or

STOP: Final = "stop"
"""The word that a single dot means."""
_DEPTH: Final = re.compile(rf"/?{BY}\s+(round|turn)", re.IGNORECASE)
_SIGNS: Final = 4
"""So many that are typed may make one letter: accents come one by one."""


class ParsedAnswer(Struct, frozen=True):
    """Words read at a step, and the ruling on the event that they name.

    ``reason`` is what is said of the event alone, ``followed`` what follows from it by itself;
    the reason of the ruling is all of that. ``state`` is the one in which it was read, ``after``
    the one that follows, None where the ruling stops play.
    """

    step: Step
    words: str
    event: AnyEvent
    ruling: Ruling
    reason: Say
    followed: tuple[Announcement, ...]
    state: Any
    after: Any

    @property
    def told(self) -> tuple[Say, ...]:
        """The sentences one by one; what follows by itself ends in its rule."""
        rules = self.ruling.rules[:1] if self.event.tells_rule else ()
        return tuple(each.cited for each in (Announcement(self.reason, rules), *self.followed))

    def overruled(self, session: Session) -> ParsedAnswer:
        """Give what was refused with what follows from it where the table overrules that."""
        ruling, reason, followed = session.game.course.rule_in_parts(
            session.book, session.state, self.event, is_overruled=True
        )
        return replace(self, ruling=ruling, reason=reason, followed=followed)


def parse_answer(session: Session, state: Any, words: str) -> ParsedAnswer:
    """Read and judge words in a state of this session. Raises BadAnswer for what means nothing."""
    step = session.step_in(state)
    if step is None:
        raise BadAnswer(Say("The game is over. Type undo to take back an answer."))
    course = session.game.course
    meant, event = _read_depth(step, course, words) or _read(step, nfc(words))
    ruling, reason, followed = course.rule_in_parts(session.book, state, event)
    after = None if ruling.verdict.stops_play else course.apply(state, event)
    return ParsedAnswer(meant, words, event, ruling, reason, followed, state, after)


def forced_words(step: Step | None) -> str | None:
    """Word the one answer that the rules leave; None where somebody has to be asked.

    What only the table can see is never forced, whatever the record proves. Where something else
    may be reported nothing is, unless the step names the rule that leaves one answer.
    """
    if step is None or step.is_observed or step.hides_answer:
        return None
    can_be = isinstance(step.answers, OneOf | SomePlayer | YesNo | CustomAnswer)
    if not can_be or not is_sole(step.answers):
        return None
    if step.forced_by is None and any(is_any(each.answers) for each in step.alternatives):
        return None
    return step.answers.offer(0)


def as_said(answers: Answers[object], words: str) -> str:
    """Give an answer in the words of the choices, where they are a list.

    >>> as_said(OneOf(("gold", "silver"), ("gold", "silver")), "g")
    'gold'
    """
    try:
        if isinstance(answers, OneOf):
            return answers.said(answers.parse(words))
        if isinstance(answers, SomeOf):
            return ", ".join(map(answers.each.said, answers.parse(words)))
        if isinstance(answers, SomePlayer):
            return answers.parse(words) or words
    except BadAnswer:  # it answers another step that is open now
        return words
    return words.removeprefix("@")


def is_on_offer(step: Step | None, word: str) -> bool:
    """Return whether a word is exactly the name of a player or an answer on offer.

    >>> is_on_offer(None, "undo")
    False
    """
    key = match_key(word)
    for each in (step, *step.alternatives) if step else ():
        if each is not step and match_key(each.keyword) == key and is_any(each.answers):
            return True
        answers = each.answers
        named = (*answers.numbered, *getattr(answers, "players", ()))
        if isinstance(answers, CustomAnswer) and each is step and _is_read(answers, {word, key}):
            named += tuple(word.replace("@", "") for word in answers.offered)
        if any(match_key(name) == key for name in named):
            return True
    return False


def _is_read(answers: Answers[object], spellings: set[str]) -> bool:
    for word in spellings:
        with suppress(BadAnswer):
            answers.parse(word)
            return True
    return False


def _read_depth(step: Step, course: Course[Any], words: str) -> tuple[Step, AnyEvent] | None:
    """Read ``by round`` or ``by turn``, which answers nothing; None for all other words."""
    said = _DEPTH.fullmatch(halfwidth(words)) if course.depth else None
    if course.depth is None or said is None:
        return None
    meant = depth_step(step, course.depth)
    return meant, meant.read(said[1])


def _read(step: Step, words: str) -> tuple[Step, AnyEvent]:
    """Find the step that the words answer, this one or an alternative, and the event they name."""
    if not words:
        raise _silence(step)
    text = halfwidth(words)
    head, _, rest = text.partition(" ")
    besides = {beside.keyword: beside for beside in step.alternatives}
    beside = besides.get(STOP if text == "." else match_key(head))
    if beside is not None:
        return _at(step, beside, words, rest.strip())
    try:
        return step, _event(step, STOP if text == "." else words)
    except BadAnswer as bad:
        found = dict(_read_beside(step, head, rest))
        start = match_key(head)
        begun = [each for each in step.alternatives if _begins(each, start)]
        if len(found) == 1 and (rest or len(begun) < len(("one", "other"))):
            return besides[next(iter(found))], next(iter(found.values()))
        if len(begun) == 1 and not found:
            raise BadAnswer(_why_not(begun[0], rest.strip(), bad)) from None
        if meant := tuple(each.keyword for each in begun) or tuple(found):
            said = "“{word}” could be {found}. Which one?"
            raise BadAnswer(Say(said, word=head, found=join_or(meant))) from None
        raise


def _at(step: Step, beside: Step, words: str, rest: str) -> tuple[Step, AnyEvent]:
    """Read what answers an alternative; a piece of the same name may be meant instead."""
    try:
        return beside, _event(beside, rest, is_named=True)
    except BadAnswer as bad:
        try:
            return step, _event(step, words)
        except BadAnswer:
            raise bad from None


def _read_beside(step: Step, head: str, rest: str) -> Iterator[tuple[str, AnyEvent]]:
    """Read an answer to each alternative whose keyword the words begin with.

    What follows may be run together with the keyword, unless one word is all there is.
    Raises BadAnswer where the words leave a choice open.
    """
    known = [word for each in step.alternatives for word in (each.keyword, *each.also)]
    most = _SIGNS * max(map(len, known), default=0)  # else a line of letters costs their square
    starts = [(end, match_key(head[:end])) for end in range(min(len(head), most), 0, -1)]
    for beside in step.alternatives:
        for end, start in starts:
            if not _begins(beside, start):
                continue
            is_word = beside.on_empty is not None and not isinstance(beside.answers, CustomAnswer)
            if end < len(head) and is_word:
                continue
            try:
                yield beside.keyword, _event(beside, f"{head[end:]} {rest}".strip())
            except BadAnswer as bad:
                if bad.is_understood:
                    raise
                continue
            break


def _begins(beside: Step, start: str) -> bool:
    """Return whether a word, folded for comparison, names an alternative."""
    is_whole = start in (beside.keyword, *beside.also)
    return is_whole or (len(start) >= beside.letters and beside.keyword.startswith(start))


def _why_not(beside: Step, rest: str, bad: BadAnswer) -> Say:
    try:
        _event(beside, rest, is_named=True)
    except BadAnswer as own:
        return own.say
    return bad.say


def _event(step: Step, answer: str, *, is_named: bool = False) -> AnyEvent:
    answer = answer or step.on_empty or ""
    if not answer:
        raise _silence(step, is_named=is_named)
    return step.read(answer)


def _silence(step: Step, *, is_named: bool = False) -> BadAnswer:
    """Say what is missing; an alternative that ``is_named`` needs its keyword in front again."""
    if not is_any(step.answers):
        beside = [each for each in step.alternatives if is_any(each.answers) and each.is_listed]
        if beside:
            words = sorted(each.keyword for each in beside)
            return BadAnswer(Say("Not understood. Answer with {hint}.", hint=join_or(words)))
        return BadAnswer(Say("“{word}” is not possible now.", word=step.keyword))
    hint = step.answers.hint()
    is_like = hint.template.startswith("such ")
    if is_named:
        said = "Not understood. Write “{word}” first, then {hint}."
        like = "Not understood. Write “{word}” first, then something {hint}."
        return BadAnswer(Say(like if is_like else said, word=step.keyword, hint=hint))
    said = "Not understood. Answer with {hint}."
    like = "Not understood. Answer with something {hint}."
    return BadAnswer(Say(like if is_like else said, hint=hint))


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
