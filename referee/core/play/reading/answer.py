"""Reading words at a step: the step that they answer, the event, and its ruling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Answers, OneOf, SomePlayer, YesNo
from referee.core.answers.custom import CustomAnswer, is_any, is_sole
from referee.core.answers.each import SomeOf
from referee.core.answers.text_input import halfwidth, match_key, nfc, reads
from referee.core.play.course import Course
from referee.core.play.event import AnyEvent
from referee.core.play.marks.depth import CHOOSE_DEPTH, depth_step
from referee.core.play.session import Session
from referee.core.play.stage import Stage, Step
from referee.core.rulebook import RuleRef
from referee.core.ruling import Notice, Ruling
from referee.core.say import BadAnswer, Say, join_or

STOP: Final = "stop"
"""The word that a single dot means."""
_DEPTH: Final = rf"(?i)/?{CHOOSE_DEPTH}\s+(round|turn)"
_AT: Final = r"(?:(?<=^)|(?<=\s))@"
_SIGNS: Final = 4
"""The most characters of one letter: some keyboards type accents separately."""


class ParsedAnswer(Struct, frozen=True):
    """Words read at a step, and the ruling on the event that they name.

    ``reason`` is the sentence of the event alone, ``followed`` are those of its consequences; the
    reason of the ruling has all of them. ``state`` is the one in which it was read, ``after`` the
    next one, None if the ruling stops play.
    """

    step: Step
    words: str
    event: AnyEvent
    ruling: Ruling
    reason: Say
    followed: tuple[Notice, ...]
    state: Any
    after: Any

    @property
    def told(self) -> tuple[Say, ...]:
        """The sentences one by one; those of consequences end in their rule."""
        rules = self.event.ends_in(self.ruling)
        return tuple(each.cited for each in (Notice(self.reason, rules), *self.followed))

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of the sentence of this event."""
        return frozenset(type(self.event).verbs.split())

    @property
    def forced_by(self) -> tuple[RuleRef, ...]:
        """The rule that leaves only this answer, if it is forced."""
        return (self.step.forced_by,) if self.step.forced_by else self.ruling.rules[:1]

    def overruled(self, session: Session) -> ParsedAnswer:
        """Return a refused answer as it is when the table overrules the refusal."""
        ruling, reason, followed = session.game.course.rule_in_parts(
            session.book, session.state, self.event, is_overruled=True
        )
        return replace(self, ruling=ruling, reason=reason, followed=followed)


def parse_answer(session: Session, state: Any, words: str) -> ParsedAnswer:
    """Read and judge words in a state of this session. Raises BadAnswer for what means nothing."""
    step = session.step_in(state)
    if step is None:
        raise BadAnswer(Say("The game is over. Type {undo} to take back an answer.", undo="undo"))
    meant, event = _read_depth(step, session.game.course, words) or read_at(step, nfc(words))
    return judged(session, state, meant, words, event)


def judged(session: Session, state: Any, step: Step, words: str, event: AnyEvent) -> ParsedAnswer:
    """Judge the event that words at a step were read as."""
    course = session.game.course
    ruling, reason, followed = course.rule_in_parts(session.book, state, event)
    after = None if ruling.verdict.stops_play else course.apply(state, event)
    return ParsedAnswer(step, words, event, ruling, reason, followed, state, after)


def goes_on(step: Step | None, then: Step | None) -> bool:
    """Return whether two steps ask the same: the next card of a draw, the next roll at a lock."""
    if step is None or then is None:
        return False
    before, after = ((each.id, each.player, each.heading) for each in (step, then))
    return before == after


def forced_words(step: Step | None) -> str | None:
    """Return the only answer that the rules leave, as typed; None if somebody has to be asked.

    An answer that only the table can see is never forced, whatever the record proves. If
    something else can be reported, nothing is, unless the step names the rule that forces it.
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
    """Return an answer in the full words of the choices, if there is a list of them.

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
    return re.sub(_AT, "", words) if "@" in words else words


def is_on_offer(step: Step | None, word: str) -> bool:
    """Return whether a word is exactly a player's name or a possible answer.

    >>> is_on_offer(None, "undo")
    False
    """
    key = match_key(word)
    for each in (step, *step.alternatives) if step else ():
        if each is not step and match_key(each.keyword) == key and is_any(each.answers):
            return True
        answers = each.answers
        named = (*answers.numbered, *getattr(answers, "players", ()))
        if each is step and isinstance(answers, CustomAnswer):
            is_read = reads(answers.parse, word) or reads(answers.parse, key)
            offered = answers.offered if is_read else ()
            named += tuple(own.replace("@", "") for own in offered)
        if any(match_key(name) == key for name in named):
            return True
    return False


def _read_depth(step: Step, course: Course[Any], words: str) -> tuple[Step, AnyEvent] | None:
    """Read ``by round`` or ``by turn``, which fits any step; None for all other words."""
    said = re.fullmatch(_DEPTH, halfwidth(words)) if course.depth else None
    if course.depth is None or said is None:
        return None
    meant = depth_step(step, course.depth)
    return meant, meant.read(said[1])


def read_at(step: Step, words: str) -> tuple[Step, AnyEvent]:
    """Find the step that the words answer, this one or an alternative, and the event they name."""
    if not words:
        raise _silence(step)
    text = halfwidth(words)
    head, _, rest = text.partition(" ")
    besides = {beside.stage.keyword: beside for beside in step.besides}
    named, colon, own = head.partition(":")
    if colon and match_key(named) in besides:
        head, rest = named, f"{own} {rest}".strip()
    beside = besides.get(STOP if text == "." else match_key(head))
    if beside is not None:
        return _at(step, beside.step, words, rest.strip())
    try:
        return step, _event_or_stop(step, words)
    except BadAnswer as bad:
        found = [*_read_beside(step, head, rest)]
        start = match_key(head)
        begun = [each.step for each in step.besides if _begins(each.stage, start)]
        if len(found) == 1 and (rest or len(begun) <= 1):
            return found[0]
        if len(begun) == 1 and not found:
            raise BadAnswer(_why_not(begun[0], rest.strip(), bad)) from None
        if meant := begun or [each for each, _ in found]:
            said, among = "“{word}” could be {found}. Which one?", [each.keyword for each in meant]
            raise BadAnswer(Say(said, word=head, found=join_or(among))) from None
        raise


def _event_or_stop(step: Step, words: str) -> AnyEvent:
    """Read an answer to a step; a dot can mean ``stop``."""
    if halfwidth(words) == ".":
        with suppress(BadAnswer):
            return event_at(step, STOP)
    return event_at(step, words)


def _at(step: Step, beside: Step, words: str, rest: str) -> tuple[Step, AnyEvent]:
    """Read an answer to an alternative; its keyword can also be an answer to the step itself."""
    if not _is_whole(beside, rest):
        try:
            return step, event_at(step, words)
        except BadAnswer as bad:
            raise BadAnswer(_why_not(beside, rest, bad)) from None
    try:
        return beside, event_at(beside, rest, is_named=True)
    except BadAnswer as bad:
        try:
            return step, event_at(step, words)
        except BadAnswer:
            raise bad from None


def _read_beside(step: Step, head: str, rest: str) -> Iterator[tuple[Step, AnyEvent]]:
    """Read an answer to each alternative whose keyword the words begin with.

    The answer can follow the keyword without a space, unless one word is all there is.
    Raises BadAnswer if the words leave a choice open.
    """
    known = [w for each in step.besides for w in (each.stage.keyword, *each.stage.also)]
    most = _SIGNS * max(map(len, known), default=0)  # else a line of letters costs their square
    starts = [(end, match_key(head[:end])) for end in range(min(len(head), most), 0, -1)]
    for each in step.besides:
        for end, start in starts:
            if not _begins(each.stage, start):
                continue
            beside = each.step
            is_word = beside.on_empty is not None and not isinstance(beside.answers, CustomAnswer)
            if end < len(head) and (is_word or not _ends_a_word(head[end:])):
                continue
            if not _is_whole(beside, rest):
                continue
            try:
                yield beside, event_at(beside, f"{head[end:]} {rest}".strip())
            except BadAnswer as bad:
                if bad.is_understood:
                    raise
                if start not in (each.stage.keyword, *each.stage.also):
                    continue  # a whole keyword is no abbreviation
            break


def _is_whole(beside: Step, rest: str) -> bool:
    """Return whether the words after a keyword are complete, if they can also be left out.

    So ``d d`` is not ``discard done``.
    """
    answers = beside.answers
    if not rest or beside.on_empty is None or type(answers) is not OneOf:
        return True  # other kinds read whole sentences
    return match_key(rest) in map(match_key, answers.words)


def _ends_a_word(rest: str) -> bool:
    """Return whether this can follow a keyword without a space: ``l4``, ``t``, or ``-cart``."""
    return len(rest) == 1 or rest.startswith("-") or any(map(str.isdecimal, rest))


def _begins(beside: Stage[Any], start: str) -> bool:
    """Return whether a word, folded for comparison, names an alternative."""
    is_whole = start in (beside.keyword, *beside.also)
    return is_whole or (len(start) >= beside.letters and beside.keyword.startswith(start))


def _why_not(beside: Step, rest: str, bad: BadAnswer) -> Say:
    try:
        event_at(beside, rest, is_named=True)
    except BadAnswer as own:
        return own.say
    return bad.say


def event_at(step: Step, answer: str, *, is_named: bool = False) -> AnyEvent:
    """Read an answer to a step, of no words the one that Enter gives. Raises BadAnswer."""
    answer = answer or step.on_empty or ""
    if not answer:
        raise _silence(step, is_named=is_named)
    return step.read(answer)


def _silence(step: Step, *, is_named: bool = False) -> BadAnswer:
    """Say what to answer; an alternative that ``is_named`` needs its keyword again."""
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
