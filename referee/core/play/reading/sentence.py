"""Reading an answer out of a sentence: one that the referee prints, or one with noise words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import dropwhile
from typing import Any, Final

from msgspec.structs import replace

from referee.core.answers.choices import OneOf, SomePlayer, YesNo
from referee.core.answers.custom import CustomAnswer
from referee.core.answers.each import EachPlayer, Ordering
from referee.core.answers.text_input import nfc
from referee.core.play.event import AnyEvent
from referee.core.play.reading import verbs
from referee.core.play.reading.answer import STOP, ParsedAnswer, event_at, judged, parse_answer
from referee.core.play.reading.names import POSSESSIVE, Named, leading_name
from referee.core.play.reading.verbs import AND, JOINTS, fold, folded, is_noise
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, in_plain_english
from referee.core.table import Player

_TOWARDS: Final = frozenset((*JOINTS, "vs", "against"))
"""Words between the player who acts and the answer."""
_MARKS: Final = re.compile(
    r"\s*\((?:no choice\b[^()]*|inserted|[A-Z]{2,4}-\d[^()]*)\)|\s*\(was: .*\)\s*$"
)
_PLACE: Final = re.compile(r"\s*(\d+)(?:-\d+)?[.:)]?\s+")
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)")
_MOST_WORDS: Final = 30
"""The most words after the verb of a sentence that are tried as an answer."""
_MOST_TRIED: Final = 8
"""The most words at the beginning of these that are tried."""
_FEW_ANSWERS: Final = 12
"""Up to so many possible answers, the sentence of each is compared with the typed one."""


def unmarked(words: str, place: int) -> str:
    """Drop the number before a sentence of the screen, and the brackets after it.

    >>> unmarked("  16  Ana swaps bags with Di. (no choice, NSP-3.7)", 16)
    'Ana swaps bags with Di.'
    """
    text = _MARKS.sub("", words)
    numbered = _PLACE.match(text)
    if numbered and numbered[1] == str(place):
        text = text[numbered.end() :]
    return text.strip()


def parse_widely(session: Session, state: Any, words: str) -> ParsedAnswer:
    """Read and judge words, with noise or as a whole sentence, too.

    Raises BadAnswer if they mean nothing.
    """
    step = session.step_in(state)
    if step is not None and verbs.has_verb(step, words):
        told = read_sentence(session, state, words)
        if told is not None:
            return told
    try:
        return parse_answer(session, state, words)
    except BadAnswer:
        found = read_loosely(session, state, words) or read_printed(session, state, words)
        if found is None:
            raise
        return found


def read_loosely(session: Session, state: Any, words: str) -> ParsedAnswer | None:
    """Read an answer with noise around it, or after the name of the player who acts."""
    step = session.step_in(state)
    if step is None:
        return None
    words = nfc(words)
    found = _denoised(session, state, step, words)
    named = None if found else leading_name(words, session.setup.seating)
    if named is None or not named.rest or step.player is None:
        return found
    head, _, rest = named.rest.partition(" ")
    answer = rest if fold(head) in _TOWARDS and rest else named.rest
    found = _denoised(session, state, step, answer)
    if found is None or named.player == step.player:
        return found
    if isinstance(found.step.answers, SomePlayer):
        return None
    return _said_by(session, found, named, answer) or _out_of_turn(session, found, named.player)


def _said_by(
    session: Session, found: ParsedAnswer, named: Named, answer: str
) -> ParsedAnswer | None:
    """Return the answer as that of another player, where anybody may speak; else None."""
    event = found.event
    if event.actor_field or not hasattr(event, "player"):
        return None
    told = replace(event, player=named.player)
    return judged(session, found.state, found.step, f"{named.player} {answer}", told)


def _denoised(session: Session, state: Any, step: Step, words: str) -> ParsedAnswer | None:
    stops = run_stops(session, step)
    for text in verbs.plainer(step, words, session.setup.seating):
        for each in dict.fromkeys((text, text if stops else _unstopped(text))):
            with suppress(BadAnswer):
                return parse_answer(session, state, each)
    return None


def run_stops(session: Session, step: Step) -> bool:
    """Return whether a single dot answers a step of this run."""
    return any(
        stage.run == step.run and any(each.keyword == STOP for each in stage.alternatives)
        for stage in session.game.course.stages
    )


def _unstopped(words: str) -> str:
    """Drop a full stop or exclamation mark after a letter.

    >>> _unstopped("gold."), _unstopped("red 1.")
    ('gold', 'red 1.')
    """
    if words[-1:] in {".", "!"} and words[-2:-1].isalpha():
        return words[:-1]
    return words


def read_sentence(
    session: Session, state: Any, words: str, place: int | None = None
) -> ParsedAnswer | None:
    """Read a sentence that the referee would print for an entry, or the beginning of one.

    The player who acts can be left out; if it is not their turn, the answer is refused.
    ``place`` is the number of the entry, which can be typed before the sentence.
    """
    step = session.step_in(state)
    return _Sentence(session, state, step, words, place).by_verb() if step else None


def read_printed(session: Session, state: Any, words: str) -> ParsedAnswer | None:
    """Read a sentence by its verb, or else compare it with the sentences of possible answers."""
    step = session.step_in(state)
    return _Sentence(session, state, step, words).printed() if step else None


def read_of_another(session: Session, words: str) -> ParsedAnswer | None:
    """Refuse a sentence that would fit the player whose turn it is, but names another one."""
    step = session.step
    named = leading_name(words, session.setup.seating)
    if step is None or named is None or step.player in {None, named.player}:
        return None
    _, _, rest = words.partition(words.strip()[: len(named.player)])
    found = read_printed(session, session.state, f"{step.player}{rest}")
    if found is None or found.ruling.verdict.stops_play or found.event.actor is None:
        return None
    return _out_of_turn(session, found, named.player)


def pieces_of_sentence(session: Session, parts: Sequence[str], at: int) -> int:
    """Return how many of the parts between ``;``, from ``at`` on, are one printed sentence."""
    if len(parts[at].split()) >= _FEW_WORDS:
        for n in range(min(len(parts) - at, _MOST_PIECES), 1, -1):
            text = ";".join(parts[at : at + n])
            if len(text) <= _LONGEST_SENTENCE and read_printed(session, session.state, text):
                return n
    return 1


_FEW_WORDS: Final = 4
"""The fewest words of a sentence before its semicolon."""
_MOST_PIECES: Final = 3
_LONGEST_SENTENCE: Final = 400


class _Sentence:
    """A sentence typed at a step, without number and brackets."""

    def __init__(
        self, session: Session, state: Any, step: Step, words: str, place: int | None = None
    ) -> None:
        self.session, self.state, self.step = session, state, step
        self.people = session.setup.seating
        self.actors = () if step.player is None else (step.player,)
        place = len(session.active) + 1 if place is None else place
        text = verbs.without_pronoun(unmarked(nfc(words), place), self.people)
        self.text = verbs.as_said_of_others(text, verbs.verbs_of(step))

    def printed(self) -> ParsedAnswer | None:
        """Read it as the whole sentence of an answer, by its verb, or as the beginning of one."""
        few = tuple(self._fitting(_listed_answers))
        whole = next(filter(self._is_all, few), None)
        return whole or self.by_verb() or self._by_words_inside(next(iter(few), None))

    def by_verb(self) -> ParsedAnswer | None:
        """Read it by its verb; the last resort is an answer refused to the player it names."""
        named = _subject(self.text, self.people)
        refused: ParsedAnswer | None = None
        said = frozenset(folded(self.text))
        steps = (self.step, *self.step.alternatives)
        for each in sorted(steps, key=lambda each: said.isdisjoint(each.filler)):
            for actor in dict.fromkeys((named, None)):
                for found, answer, is_whole in self._answers_after(actor, each):
                    if found.verbs.isdisjoint(said):
                        continue
                    is_all = is_whole and actor == named
                    meant = self._as_meant(found, answer, actor, is_whole=is_all)
                    if meant is not None:
                        return meant
                    if actor is not None and is_all and refused is None:
                        other = _said_by(self.session, found, actor, answer)
                        refused = other if other and other.ruling.verdict.stops_play else None
        return refused

    def _answers_after(
        self, actor: Named | None, each: Step
    ) -> Iterator[tuple[ParsedAnswer, str, bool]]:
        """Yield the answers to a step after the name, and whether each is all of the sentence."""
        body = self.text if actor is None else actor.rest
        if each.verbs.isdisjoint(folded(body)):
            return
        shown = () if isinstance(each.answers, SomePlayer) else each.answers.numbered
        for answer, is_whole in _answers_in(each, body, self.people):
            with_name = (f"@{actor.player} {answer}", f"{answer} @{actor.player}") if actor else ()
            for typed in (answer, *with_name):
                is_seat = typed.isdecimal() and bool(shown[1:])  # a number, but of no answer
                if is_seat and typed not in {*self.people, *shown}:
                    continue
                found = self._judged(each, typed)
                if found is not None:
                    yield found, answer, is_whole

    def _as_meant(
        self, found: ParsedAnswer, answer: str, actor: Named | None, *, is_whole: bool
    ) -> ParsedAnswer | None:
        """Return the reading if its own sentence confirms it; None if that says something else.

        It ``is_whole`` if the sentence has nothing except the verb and the ``answer``.
        """
        if actor is not None and found.event.actor is None:  # the name belongs to the answer
            if self._is_printed(found, ()):
                return found
            other = _said_by(self.session, found, actor, answer)
            return other if other is not None and self._is_printed(other, ()) else None
        player = found.step.player or self.step.player
        if not is_whole:
            people = [each for each in (player, actor.player if actor else None) if each]
            if found.ruling.verdict.stops_play or not self._is_printed(found, people):
                return None
        if actor is not None and player is not None and actor.player != player:
            return _out_of_turn(self.session, found, actor.player)
        return found

    def _by_words_inside(self, begun: ParsedAnswer | None) -> ParsedAnswer | None:
        """Try the words inside as the answer; else return the one that it ``begun``, if any."""
        said = folded(self.text)

        def within(each: Step) -> Iterator[str]:
            is_short = not isinstance(each.answers, EachPlayer)  # who answers what takes many words
            if is_short and each.verbs.isdisjoint(said):
                most = _MOST_SPAN if each is self.step else _SHORT_SPAN
                most = _SPAN_WITHOUT_VERB if each.verbs else most
                yield from _spans(each, self.text, self.people, most=most)

        for found in self._fitting(within):
            if self._is_all(found):
                return found
            begun = begun or found
        return begun

    def _fitting(self, answers: Callable[[Step], Iterable[str]]) -> Iterator[ParsedAnswer]:
        """Yield those of these answers whose printed sentence begins like this one."""
        if len(folded(self.text)) <= 1:
            return
        for each in (self.step, *self.step.alternatives):
            for found in filter(None, (self._judged(each, answer) for answer in answers(each))):
                if not found.ruling.verdict.stops_play and self._is_printed(found, self.actors):
                    yield found

    def _judged(self, each: Step, answer: str) -> ParsedAnswer | None:
        """Read and judge an answer to a step or an alternative; None if it means nothing."""
        try:
            event = event_at(each, answer)
        except BadAnswer:
            return None
        typed = answer if each is self.step else f"{each.keyword} {answer}".rstrip()
        return judged(self.session, self.state, each, typed, event)

    def _is_printed(self, found: ParsedAnswer, actors: Sequence[Player]) -> bool:
        """Return whether the printed sentence of an answer begins like this one."""
        said = " ".join(map(in_plain_english, found.told))
        typed, printed = (_bare_words(each, tuple(actors)) for each in (self.text, said))
        return bool(typed) and printed[: len(typed)] == typed

    def _is_all(self, found: ParsedAnswer) -> bool:
        """Return whether this is all of the printed sentence, or its first part."""
        typed = _bare_words(self.text, self.actors)
        said = in_plain_english(found.reason)
        first = _SENTENCE_END.split(said, maxsplit=1)[0]
        whole = " ".join(map(in_plain_english, found.told))
        return any(typed == _bare_words(each, self.actors) for each in (first, said, whole))


def _subject(text: str, people: Sequence[Player]) -> Named | None:
    """Split off the name with which a sentence begins; None if there is none, or several."""
    named = leading_name(text, people)
    if named is None:
        return None
    first, _, rest = named.rest.partition(" ")
    is_and = fold(first) in AND
    is_list = is_and or text[len(named.player) : len(named.player) + 1] == ","
    return None if is_list and leading_name(rest if is_and else named.rest, people) else named


def _answers_in(step: Step, text: str, players: Sequence[Player]) -> Iterator[tuple[str, bool]]:
    """List the possible answers in a sentence, and whether each is all of it.

    They are before the verb, on both sides of it, or after it, mostly to the end of a sentence.
    """
    words = re.sub(POSSESSIVE, "", text).replace(":", " ").split()
    at = next((n for n, word in enumerate(words[:_MOST_WORDS]) if fold(word) in step.verbs), None)
    if at is None:
        return
    known = step.verbs | step.filler
    behind = _without_filler(step, words[at + 1 :][:_MOST_WORDS], players)
    if behind[:1] in (["1"], ["one"]) and isinstance(step.answers, OneOf):
        behind = behind[1:] or behind  # of a kind
    first = next((n for n, word in enumerate(behind, start=1) if word[-1] in ".!?;"), len(behind))
    if at:
        for answer in verbs.plainer(step, " ".join(words[:at]), players):
            yield answer.rstrip(",: "), False
        before = [word for word in words[:at] if fold(word) not in known]
        for end in dict.fromkeys((first, *range(min(len(behind), _MOST_TRIED), 0, -1))):
            yield " ".join((*before, *behind[:end])).rstrip(".,:;! "), False
    ends = (first, len(behind), *range(min(len(behind) - 1, _MOST_TRIED), 0, -1))
    for end in dict.fromkeys(ends):
        if end == len(behind) or not is_noise(behind[end - 1]):
            part = " ".join(dropwhile(is_noise, behind[:end]))
            for answer in verbs.plainer(step, part, players):
                yield answer.rstrip(".,:;! "), end == len(behind) and at == 0
    for start in range(1, min(first, _SHORT_SPAN)):  # the last words of the first sentence
        yield " ".join(behind[first - start : first]).rstrip(".,:;! "), False


def _without_filler(step: Step, words: Sequence[str], players: Sequence[Player]) -> list[str]:
    """Leave out the verbs and fillers of the step, with the noise before fillers."""
    kept: list[str] = []
    for word in words:
        if fold(word) not in step.verbs | step.filler:
            kept.append(word)
        while fold(word) in step.filler and kept and is_noise(kept[-1], players):
            kept.pop()  # "from the" before "discard pile"
    return kept


@lru_cache(maxsize=256)
def _bare_words(text: str, actors: tuple[Player, ...]) -> tuple[str, ...]:
    """List the words of a sentence without noise, and without an actor in front."""
    text = _MARKS.sub("", text)
    named = leading_name(text, actors)
    words = folded(named.rest if named else text)
    return tuple(word for word in words if word not in verbs.NOISE)


def _spans(step: Step, text: str, players: Sequence[Player], *, most: int) -> Iterator[str]:
    """List runs of words in a sentence as possible answers, the shortest first."""
    words = [word.strip(",.:;!()") for word in text.split()[:_MOST_SPANNED]]
    for length in range(1, min(len(words), most) + 1):
        for at in range(len(words) - length + 1):
            part = [word for word in words[at : at + length] if word]
            if part and not is_noise(part[0]) and not is_noise(part[-1]):
                said, is_plain = " ".join(part), not any(map(is_noise, part))
                yield said if is_plain else verbs.without_noise(step, said, players)


_MOST_SPANNED: Final = 16
_MOST_SPAN: Final = 8
_SHORT_SPAN: Final = 3
_SPAN_WITHOUT_VERB: Final = 2


def _listed_answers(step: Step) -> Iterator[str]:
    """List the possible answers, if they are few and cheap to list."""
    answers = step.answers
    is_listed = isinstance(answers, CustomAnswer) and isinstance(answers.offered, tuple | list)
    is_listed |= isinstance(answers, OneOf | SomePlayer | YesNo)
    if is_listed and answers.size <= _FEW_ANSWERS:
        yield from map(answers.offer, range(answers.size))
    if isinstance(answers, Ordering):  # also a single player
        yield from (f"@{player}" for player in answers.players)


def _out_of_turn(session: Session, found: ParsedAnswer, other: Player) -> ParsedAnswer:
    """Refuse an answer that names another player than the one whose turn it is."""
    step = session.step_in(found.state)
    player = found.step.player or (step.player if step is not None else None)
    if step is None or player is None:
        return found
    event: AnyEvent = found.event
    if event.actor == player:
        event = replace(event, **{event.actor_field: other})
    ruling = Ruling(Verdict.FORBIDDEN, Say("It is {player}'s turn.", player=player), step.turn)
    return replace(found, event=event, ruling=ruling, reason=ruling.reason, followed=(), after=None)


def event_of_everyone(session: Session, step: Step, text: str) -> str | None:
    """Return the answer that a sentence about everyone gives for each player, or None."""
    typed = _bare_words(text, ())
    if typed[:1] != ("everyone",) or not isinstance(step.answers, OneOf):
        return None
    for word in step.answers.words:
        event = event_at(step, word)
        if event.everyone:
            said = session.game.course.judge(session.book, session.state, event).reason
            try:
                told = in_plain_english(event.say(event.everyone, **said.facts))
            except AttributeError:
                continue
            if _bare_words(told, ())[: len(typed)] == typed:
                return step.answers.said(word)
    return None
