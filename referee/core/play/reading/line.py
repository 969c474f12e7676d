"""Reading the part of a line between two ``;``: either all of it is noted, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Any, Final

from referee.core.answers.choices import OneOf, SomePlayer
from referee.core.answers.custom import is_any
from referee.core.answers.pieces import CardValues
from referee.core.answers.text_input import THINGS, match_key, reads
from referee.core.play.reading import plan, sentence, spans
from referee.core.play.reading.answer import STOP, ParsedAnswer, forced_words, goes_on, parse_answer
from referee.core.play.reading.names import leading_name
from referee.core.play.reading.plan import Leniency, Plan, Planned, Reading
from referee.core.play.reading.verbs import AND, has_verb, may_be_kind, said_plainly
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, Say

_MOST_SKIPPED: Final = 8
_MOST_TRIED_AGAIN: Final = 300
"""How many ways to split a word into several answers are tried."""
_EVERYONE: Final = "everyone"
_GLUED_STOP: Final = re.compile(r"(?<=\d[^\W\d_])\.(?=$|\s)")
"""A full stop after a number and its letter; it belongs to neither."""


class LineReader:
    """Reads a line into answers, each in the state that the ones before it leave."""

    def __init__(self, session: Session, *, announces: bool) -> None:
        """Read for a session; if it ``announces``, nobody types forced answers."""
        self._session = session
        self._announces = announces
        self._line = ""
        self._as_printed: ParsedAnswer | None = None
        """The line read as a sentence of the referee, if it was read already."""

    @property
    def step(self) -> Step | None:
        """What is asked."""
        return self._session.step

    def plan_as_said(self, line: str) -> Plan | None:
        """Read a line as people speak: *let's go* before an answer, or the verb at its end.

        None if it is not understood so either.
        """
        if len(line) > plan.MOST_QUOTED:
            return None
        *rest, last = line.split() or [""]
        verb_first = (" ".join((last, *rest)),) if self._is_named(last) else ()
        said = said_plainly(line, self._session.setup.seating)
        if self.step is not None and self.step.answers.numbered:
            said = (each for each in said if not each.isdecimal())  # which would be a choice
        read = [plan for plan in map(self.plan, (*verb_first, *said)) if plan.said is None]
        return min(read, key=lambda p: (p.refused is not None, len(p.answers)), default=None)

    def plan(self, line: str) -> Plan:
        """Read a line to its end.

        A reading that the rules allow comes first; a line is refused only if there is none.
        """
        self._as_printed = None
        line = self._unnumbered(line.strip())
        if self._run_stops():
            line = _GLUED_STOP.sub(" .", line)
        self._line = line
        is_sentence = self._as_printed is not None or self._has_verb(line)
        as_one = self._as_one(line) if is_sentence else None
        allowed = self._allowed(line, as_one)
        if allowed is not None:
            whole = plan.as_single_answer(self._session, line, allowed)
            return Plan(allowed) if whole is None else Plan(refused=Planned(whole.words, whole))
        as_one = as_one or self._as_one(line) or sentence.read_of_another(self._session, line)
        if as_one is not None:
            return Plan(refused=Planned(as_one.words, as_one))
        return self._after_own_name(line) or self._refused(line)

    def _allowed(self, line: str, as_one: ParsedAnswer | None) -> tuple[Planned, ...] | None:
        """Read a line to its end in some way that the rules allow; None if there is none.

        ``as_one`` is the line read as one sentence, if it has the verb of one.
        """
        if as_one is None or _stops(as_one):
            plain = self._read(Leniency.PLAIN)
            if plain.end == len(line):
                return plain.answers
            as_one = as_one or self._as_one(line)
        if as_one is not None and not _stops(as_one):
            return (Planned(as_one.words, as_one),)
        noisy = self._read(Leniency.WITH_NOISE)
        return noisy.answers if noisy.end == len(line) else None

    def _refused(self, line: str) -> Plan:
        """Return the first refused answer and those before it; or say which word was not read."""
        allowed, refused = self._read(Leniency.WITH_NOISE), self._read(Leniency.PAST_REFUSALS)
        if refused.end < len(line):
            greedy = self._read(Leniency.GREEDY)
            stops = (each.at for each in greedy.answers if _stops(each.attempt))
            # the first refusal takes no word from an answer that is allowed already
            if not allowed.answers or next(stops, 0) >= allowed.answers[-1].at:
                refused = max(refused, greedy, key=attrgetter("end"))
        if refused.end < len(line):
            return Plan(said=self._unread(max(allowed, refused, key=attrgetter("end"))))
        at = next(n for n, each in enumerate(refused.answers) if _stops(each.attempt))
        before = refused.answers[:at]
        while before and before[-1].words not in line:
            before = before[:-1]
        return Plan(before, refused.answers[at])

    def _after_own_name(self, line: str) -> Plan | None:
        """Read several answers after the name of the player who acts; None if that fails."""
        step = self._session.step
        actors = () if step is None or step.player is None else (step.player,)
        named = leading_name(line, actors)
        if named is None or not named.rest:
            return None
        found = LineReader(self._session, announces=self._announces).plan(named.rest)
        return found if found.said is None and found.refused is None else None

    def _has_verb(self, line: str) -> bool:
        step = self._session.step
        return step is not None and has_verb(step, line[: spans.SCANNED])

    def _as_one(self, line: str) -> ParsedAnswer | None:
        """Read the whole line as one answer, with noise or a sentence around it."""
        session, state = self._session, self._session.state
        step = session.step
        if step is None:
            return None
        found = self._as_printed or sentence.read_loosely(session, state, line)
        found = found or sentence.read_printed(session, state, line)
        is_whole = found is None or found.after is not None or not step.run
        return found if is_whole or (line[:1].isdecimal() and step.answers.numbered) else None

    def _unnumbered(self, line: str) -> str:
        """Drop the number before the sentence of an entry, and its brackets."""
        session = self._session
        text = sentence.unmarked(line, len(session.active) + 1)
        self._line = text
        if text == line or self._of_everyone(session.state, 0) is not None:
            return text
        self._as_printed = sentence.read_printed(session, session.state, text)
        is_sentence = self._as_printed is not None
        is_sentence |= (
            self._has_verb(text) and leading_name(text, session.setup.seating) is not None
        )
        player = session.step.player if session.step else None
        is_sentence |= text.startswith(f"{player}'s ")  # who may have no seat
        return text if is_sentence else line

    def _read(self, leniency: Leniency) -> Reading:
        """Read answer after answer as far as possible, without going back."""
        line = self._line
        answers, at, state = list[Planned](), 0, self._session.state
        run, place = "", len(self._session.active) + 1
        while at < len(line):
            step = self._session.step_in(state)
            if step is None or (answers and (not run or step.run != run)):
                break
            found = self._next_answer(state, at, place + len(answers), leniency)
            if found is None:
                break
            answers += found.answers
            last = found.answers[-1].attempt
            asked = self._session.step_in(last.state)
            run = asked.run if asked else ""
            if last.after is None and found.state is None:
                return Reading(tuple(answers), len(line), state)
            state = found.state
            at = self._next_at(found.end, last, state)
        return Reading(tuple(answers), at, state)

    def _next_at(self, end: int, last: ParsedAnswer, state: Any) -> int:
        """Return where the next answer begins: after separators and words that add nothing."""
        line = self._line
        at = spans.skip(line, end)
        asked = self._session.step_in(last.state)
        ended = last.step.keyword != STOP and not goes_on(asked, self._session.step_in(state))
        if ended and spans.is_stop(line[at:]) and _may_stop(asked):
            at = spans.skip(line, at + 1)
        word = spans.WORD.match(line, at)
        is_kind = may_be_kind(line[:end].split()[-1])
        if word and is_kind and self._is_thing(word[0], last, state):
            return self._next_at(word.end(), last, state)
        if word and word[0].casefold() in AND and not self._is_read(state, word[0]):
            after = spans.skip(line, word.end())
            return after if after < len(line) else at
        is_end = line[at:] in {".", "!"} and line[end - 1 : end].isalpha()
        if is_end and asked and not sentence.run_stops(self._session, asked):
            return len(line)
        return at

    def _is_thing(self, word: str, last: ParsedAnswer, state: Any) -> bool:
        """Return whether a word only repeats the kind of thing, as *coin* in *gold coin*."""
        if match_key(word.rstrip(".!")) not in THINGS or not last.words[-1:].isalpha():
            return False
        is_name = isinstance(last.step.answers, SomePlayer)
        return not is_name and not self._is_read(state, word)

    def _next_answer(self, state: Any, at: int, place: int, leniency: Leniency) -> Reading | None:
        """Read the next answer, or several in one word; an allowed one comes first."""
        line = self._line
        step = self._session.step_in(state)
        if step is not None and has_verb(step, line[at : at + spans.SCANNED]):
            for end in spans.sentence_ends(line, at):
                attempt = sentence.read_sentence(self._session, state, line[at:end], place)
                if attempt is not None:
                    is_taken = leniency.takes_refusals or not _stops(attempt)
                    return self._reading_of((), attempt, at, end) if is_taken else None
        several = self._of_everyone(state, at)
        if several is not None:
            return several
        refused: Reading | None = None
        for found in self._candidates(state, at, leniency):
            is_refused = any(_stops(each.attempt) for each in found.answers)
            if leniency is Leniency.GREEDY or not is_refused:
                return found
            if leniency.takes_refusals and (refused is None or found.end > refused.end):
                refused = found
        return refused

    def _candidates(self, state: Any, at: int, leniency: Leniency) -> Iterator[Reading]:
        """Yield the readings of the next answer: plain ones, then those with noise around them."""
        line = self._line
        for skipped, there, step in self._steps(state, at):
            is_final = False
            for end in spans.span_ends(line, at, step):
                try:
                    attempt = self._parsed(there, line[at:end], at)
                except BadAnswer:
                    continue
                is_final = end == len(line) and isinstance(attempt.step.answers, CardValues)
                yield self._reading_of(skipped, attempt, at, end)
                if is_final:
                    return
            word = spans.WORD.match(line, at)
            if word and (run := self._in_word(there, word, lenient=leniency.takes_refusals)):
                yield run._replace(answers=(*skipped, *run.answers))
        if leniency is Leniency.PLAIN:
            return
        for skipped, there, _ in self._steps(state, at):
            for end in spans.sentence_ends(line, at):
                loose = sentence.read_loosely(self._session, there, line[at:end])
                if loose is not None:
                    yield self._reading_of(skipped, loose, at, end)

    def _reading_of(
        self, skipped: tuple[Planned, ...], attempt: ParsedAnswer, at: int, end: int
    ) -> Reading:
        answers = (*skipped, Planned(attempt.words, attempt, at))
        return Reading(answers, end, self._after(attempt))

    def _after(self, attempt: ParsedAnswer) -> Any:
        """Return the state after an answer; a refused one counts as overruled."""
        if attempt.after is not None or attempt.ruling.verdict is Verdict.IMPOSSIBLE:
            return attempt.after
        return self._session.game.course.apply(attempt.state, attempt.event)

    def _steps(self, state: Any, at: int) -> Iterator[tuple[tuple[Planned, ...], Any, Step]]:
        """Yield the steps that the next words can answer.

        A word that answers the current step answers no later one, even if it is refused.
        """
        word = spans.WORD.match(self._line, at)
        is_spelled = word is not None and len(word[0]) > 1 and word[0].isalpha()
        for found in self._skips(state, at):
            if found[0] and word and is_spelled and self._is_read(state, word[0]):
                return
            yield found

    def _skips(self, state: Any, at: int) -> Iterator[tuple[tuple[Planned, ...], Any, Step]]:
        """Yield this step, and each later one of its run up to one that needs an answer."""
        skipped: tuple[Planned, ...] = ()
        run, passes = "", True
        while len(skipped) <= _MOST_SKIPPED:
            step = self._session.step_in(state)
            if step is None or not (passes or step.run == run):
                return
            if step.id in {each.attempt.step.id for each in skipped if not each.is_forced}:
                return  # a step asked twice is not answered by Enter
            yield skipped, state, step
            run, passes = step.run, step.may_pass
            forced = forced_words(step) if self._announces else None
            words = forced or step.on_empty
            if not words or not (run or passes):
                return
            attempt = parse_answer(self._session, state, words)
            if attempt.after is None:
                return
            skipped = (*skipped, Planned(words, attempt, at, is_forced=forced is not None))
            state = attempt.after

    def _in_word(self, state: Any, word: re.Match[str], *, lenient: bool) -> Reading | None:
        """Read a word that is several answers without spaces, to its last letter.

        If one way to split it fails, the next one is tried.
        """
        start, stop = word.span()
        path = [Reading((), start, state)]
        ways = [self._splits(state, start, word, lenient=lenient)]
        tried = 0
        while ways and tried <= _MOST_TRIED_AGAIN:
            found = next(ways[-1], None)
            if found is None:
                ways.pop()
                path.pop()
                tried += 1
                continue
            if found.end == stop:
                answers = tuple(each for part in (*path, found) for each in part.answers)
                return Reading(answers, stop, found.state)
            if found.state is not None:  # after an impossible answer nothing can be read
                path.append(found)
                ways.append(self._splits(found.state, found.end, word, lenient=lenient))
        return None

    def _splits(
        self, state: Any, at: int, word: re.Match[str], *, lenient: bool
    ) -> Iterator[Reading]:
        """Yield the answers with which the rest of a word can begin; refused ones come last."""
        line, (start, stop) = self._line, word.span()
        refused: list[Reading] = []
        asked = self._session.step_in(state)
        if asked is None or not asked.run:
            return
        in_number = any(map(str.isdecimal, word[0]))
        for skipped, there, step in self._skips(state, at):
            for end in spans.cuts(line[at:stop]):
                part, is_word = line[at : at + end], (at, at + end) == (start, stop)
                if is_word or not spans.may_be_run(part, step, in_number=in_number):
                    continue
                try:
                    attempt = self._parsed(there, part, at)
                except BadAnswer:
                    continue
                found = self._reading_of(skipped, attempt, start, at + end)
                if not _stops(attempt):
                    yield found
                elif lenient:
                    refused.append(found)
        yield from refused

    def _parsed(self, state: Any, words: str, at: int) -> ParsedAnswer:
        """Read words; after other answers, a step may yield them to one of its alternatives."""
        step = self._session.step_in(state)
        if step is not None and step.yields_to and at > 0:
            words = f"{step.yields_to} {words}"
        return parse_answer(self._session, state, words)

    def _of_everyone(self, state: Any, at: int) -> Reading | None:
        """Read a sentence about everyone as the same answer of each player in turn."""
        step = self._session.step_in(state)
        line = self._line
        if step is None or not isinstance(step.answers, OneOf):
            return None
        if _EVERYONE not in line[at : at + spans.SCANNED].casefold():
            return None
        for end in spans.sentence_ends(line, at):
            words = sentence.event_of_everyone(self._session, step, line[at:end])
            if words is None:
                continue
            answers: list[Planned] = []
            asked: Step | None = step
            while asked is not None and asked.id == step.id:
                attempt = parse_answer(self._session, state, forced_words(asked) or words)
                if attempt.after is None:
                    break
                answers.append(Planned(attempt.words, attempt, at))
                state = attempt.after
                asked = self._session.step_in(state)
                if asked is not None and asked.player == step.player:
                    break
            return Reading(tuple(answers), end, state) if answers else None
        return None

    def _is_read(self, state: Any, words: str) -> bool:
        return reads(partial(parse_answer, self._session, state), words)

    def _unread(self, read: Reading) -> Say:
        """Say which word was not understood, or that it answers another question."""
        line = self._line
        rest = line[read.end :]
        found = spans.WORD.match(rest)
        word = found[0] if found else rest
        if read.answers and self._is_over(read) and self._answers_later(read.state, read.end):
            said = "“{rest}” answers another question. Put ; before it. Nothing was noted."
            return Say(said, rest=plan.shortened(rest))
        if not read.answers:
            own = self._complaint()
            if word == line or own.is_understood or self._is_named(word):
                return plan.in_line(own.say, line)
            blamed = own.say.facts.get("word")
            word = blamed if isinstance(blamed, str) and blamed in line.split() else word
        if word.endswith(".") and len(word) > 1 and self._run_stops():
            said = "Not understood: “{words}” Is the . a stop? Then put a space before it."
            return Say(said, words=plan.shortened(line))
        said = plan.NOT_READ
        if len(line) > plan.MOST_QUOTED:
            said = "Not understood: “{word}”. Nothing was noted."
        return Say(said, word=plan.shortened(word), line=line)

    def _is_over(self, read: Reading) -> bool:
        step, asked = self._session.step_in(read.state), self._session.step
        run = asked.run if asked else ""
        return not run or step is None or step.run != run

    def _run_stops(self) -> bool:
        step = self._session.step
        return step is not None and sentence.run_stops(self._session, step)

    def _is_named(self, word: str) -> bool:
        step = self._session.step
        return step is not None and any(
            word.casefold() in {each.keyword, *each.also} for each in step.alternatives
        )

    def _complaint(self) -> BadAnswer:
        session = self._session
        try:
            sentence.parse_widely(session, session.state, self._line)
        except BadAnswer as bad:
            return bad
        return BadAnswer(Say("Not understood: “{words}”.", words=self._line))

    def _answers_later(self, state: Any, at: int) -> bool:
        """Return whether words answer a later step, when those before it need no answer."""
        for _ in range(_MOST_SKIPPED):
            step = self._session.step_in(state)
            if step is None:
                return False
            if self._next_answer(state, at, 0, Leniency.PAST_REFUSALS) is not None:
                return True
            words = forced_words(step) or step.on_empty
            state = parse_answer(self._session, state, words).after if words else None
            if state is None:
                return False
        return False


def _stops(attempt: ParsedAnswer) -> bool:
    return attempt.ruling.verdict.stops_play


def _may_stop(step: Step | None) -> bool:
    beside = step.alternatives if step else ()
    return any(each.keyword == STOP and is_any(each.answers) for each in beside)
