"""Sentences that name an answer: what the referee printed of an entry, and noise around words."""

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
"""What can be between who acts and what they answer."""
_MARKS: Final = re.compile(
    r"\s*\((?:no choice\b[^()]*|inserted|[A-Z]{2,4}-\d[^()]*)\)|\s*\(was: .*\)\s*$"
)
_PLACE: Final = re.compile(r"\s*(\d+)(?:-\d+)?[.:)]?\s+")
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)")
_LONGEST: Final = 30
"""Words of a sentence behind its verb that are tried as an answer."""
_MOST_TRIED: Final = 8
"""Words of the beginning of one that are tried."""
_FEW: Final = 12
"""Where no more can be answered, each answer is worded to see whether it was typed."""


def unmarked(words: str, place: int) -> str:
    """Drop what is around a sentence on the screen: its number, and what is in brackets.

    >>> unmarked("  16  Ana swaps bags with Di. (no choice, NSP-3.7)", 16)
    'Ana swaps bags with Di.'
    """
    text = _MARKS.sub("", words)
    numbered = _PLACE.match(text)
    if numbered and numbered[1] == str(place):
        text = text[numbered.end() :]
    return text.strip()


def parse_widely(session: Session, state: Any, words: str) -> ParsedAnswer:
    """Read and judge words, noise and whole sentences too.

    Raises BadAnswer for what means nothing.
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
    """Read an answer with noise around it, or behind the name of who acts."""
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
    return _of_another(session, found, named, answer) or _out_of_turn(session, found, named.player)


def _of_another(
    session: Session, found: ParsedAnswer, named: Named, answer: str
) -> ParsedAnswer | None:
    """Let somebody else have said it, where all may speak; None where one has the turn."""
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
    """Drop a full stop, or a call, behind a letter.

    >>> _unstopped("gold."), _unstopped("red 1.")
    ('gold', 'red 1.')
    """
    if words[-1:] in {".", "!"} and words[-2:-1].isalpha():
        return words[:-1]
    return words


def read_sentence(
    session: Session, state: Any, words: str, place: int | None = None
) -> ParsedAnswer | None:
    """Read a sentence that the referee would print of the entry, or the beginning of one.

    Who acts may be left out. One of somebody whose turn it is not is refused, not misread.
    ``place`` is the number that the entry would have, which can be before its sentence.
    """
    step = session.step_in(state)
    return _Sentence(session, state, step, words, place).by_verb() if step else None


def read_printed(session: Session, state: Any, words: str) -> ParsedAnswer | None:
    """Read a sentence by its verb, or else by comparing it with what would be printed."""
    step = session.step_in(state)
    return _Sentence(session, state, step, words).printed() if step else None


def read_of_another(session: Session, words: str) -> ParsedAnswer | None:
    """Refuse a sentence that fits the player who has the turn, but names somebody else."""
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
    """Return how many of the parts between ``;`` are one sentence of an entry: mostly the first."""
    if len(parts[at].split()) >= _FEW_WORDS:
        for n in range(min(len(parts) - at, _MOST_PIECES), 1, -1):
            text = ";".join(parts[at : at + n])
            if len(text) <= _LONGEST_SENTENCE and read_printed(session, session.state, text):
                return n
    return 1


_FEW_WORDS: Final = 4
"""Words of a sentence before its semicolon, at least."""
_MOST_PIECES: Final = 3
_LONGEST_SENTENCE: Final = 400


class _Sentence:
    """A sentence that is typed at a step, without what the screen has around it."""

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
        """Read it whole, by its verb, or as the beginning of what would be printed."""
        few = tuple(self._printing(_few_answers))
        whole = next(filter(self._is_all, few), None)
        return whole or self.by_verb() or self._by_span(next(iter(few), None))

    def by_verb(self) -> ParsedAnswer | None:
        """Read it by its verb; what is refused to the person who acts in it comes last."""
        named = _subject(self.text, self.people)
        refused: ParsedAnswer | None = None
        said = frozenset(folded(self.text))
        steps = (self.step, *self.step.alternatives)
        for each in sorted(steps, key=lambda each: said.isdisjoint(each.filler)):
            for actor in dict.fromkeys((named, None)):
                for found, answer, is_whole in self._behind(actor, each):
                    if found.verbs.isdisjoint(said):
                        continue
                    is_all = is_whole and actor == named
                    meant = self._as_meant(found, answer, actor, is_whole=is_all)
                    if meant is not None:
                        return meant
                    if actor is not None and is_all and refused is None:
                        other = _of_another(self.session, found, actor, answer)
                        refused = other if other and other.ruling.verdict.stops_play else None
        return refused

    def _behind(self, actor: Named | None, each: Step) -> Iterator[tuple[ParsedAnswer, str, bool]]:
        """Yield the answers to a step behind who acts, and whether each is all of it."""
        body = self.text if actor is None else actor.rest
        if each.verbs.isdisjoint(folded(body)):
            return
        shown = () if isinstance(each.answers, SomePlayer) else each.answers.numbered
        for answer, is_whole in _answers_in(each, body, self.people):
            with_name = (f"@{actor.player} {answer}", f"{answer} @{actor.player}") if actor else ()
            for typed in (answer, *with_name):
                is_seat = typed.isdecimal() and bool(shown[1:])  # and no answer by its number
                if is_seat and typed not in {*self.people, *shown}:
                    continue
                found = self._judged(each, typed)
                if found is not None:
                    yield found, answer, is_whole

    def _as_meant(
        self, found: ParsedAnswer, answer: str, actor: Named | None, *, is_whole: bool
    ) -> ParsedAnswer | None:
        """Return what it says if the ``answer`` was read rightly; None where it says another thing.

        It ``is_whole`` where nothing but the verb is next to that answer.
        """
        if actor is not None and found.event.actor is None:  # it names somebody in the answer
            if self._is_printed(found, ()):
                return found
            other = _of_another(self.session, found, actor, answer)
            return other if other is not None and self._is_printed(other, ()) else None
        player = found.step.player or self.step.player
        if not is_whole:
            people = [each for each in (player, actor.player if actor else None) if each]
            if found.ruling.verdict.stops_play or not self._is_printed(found, people):
                return None
        if actor is not None and player is not None and actor.player != player:
            return _out_of_turn(self.session, found, actor.player)
        return found

    def _by_span(self, begun: ParsedAnswer | None) -> ParsedAnswer | None:
        """Find in it the answer of which it is printed; else return the one ``begun``."""
        said = folded(self.text)

        def within(each: Step) -> Iterator[str]:
            is_short = not isinstance(each.answers, EachPlayer)  # who answers what takes many words
            if is_short and each.verbs.isdisjoint(said):
                most = _SPAN if each is self.step else _SHORT
                most = _WITHOUT_VERB if each.verbs else most
                yield from _spans(each, self.text, self.people, most=most)

        for found in self._printing(within):
            if self._is_all(found):
                return found
            begun = begun or found
        return begun

    def _printing(self, answers: Callable[[Step], Iterable[str]]) -> Iterator[ParsedAnswer]:
        """Yield those of these answers of which a sentence is printed that begins so."""
        if len(folded(self.text)) < len(("who", "does")):
            return
        for each in (self.step, *self.step.alternatives):
            for found in filter(None, (self._judged(each, answer) for answer in answers(each))):
                if not found.ruling.verdict.stops_play and self._is_printed(found, self.actors):
                    yield found

    def _judged(self, each: Step, answer: str) -> ParsedAnswer | None:
        """Read an answer to a step or an alternative; None where it means nothing."""
        try:
            event = event_at(each, answer)
        except BadAnswer:
            return None
        typed = answer if each is self.step else f"{each.keyword} {answer}".rstrip()
        return judged(self.session, self.state, each, typed, event)

    def _is_printed(self, found: ParsedAnswer, actors: Sequence[Player]) -> bool:
        """Return whether the referee would print this, or what begins so, of the entry."""
        said = " ".join(map(in_plain_english, found.told))
        typed, printed = (_meant(each, tuple(actors)) for each in (self.text, said))
        return bool(typed) and printed[: len(typed)] == typed

    def _is_all(self, found: ParsedAnswer) -> bool:
        """Return whether it is what would be printed to the last word, or its first part."""
        typed = _meant(self.text, self.actors)
        said = in_plain_english(found.reason)
        first = _SENTENCE_END.split(said, maxsplit=1)[0]
        whole = " ".join(map(in_plain_english, found.told))
        return any(typed == _meant(each, self.actors) for each in (first, said, whole))


def _subject(text: str, people: Sequence[Player]) -> Named | None:
    """Split off whom a sentence begins with; None where that is nobody, or several people."""
    named = leading_name(text, people)
    if named is None:
        return None
    first, _, rest = named.rest.partition(" ")
    is_and = fold(first) in AND
    is_list = is_and or text[len(named.player) : len(named.player) + 1] == ","
    return None if is_list and leading_name(rest if is_and else named.rest, people) else named


def _answers_in(step: Step, text: str, players: Sequence[Player]) -> Iterator[tuple[str, bool]]:
    """List what may be the answer in a sentence, and whether it is all of it.

    It is before the verb, on both sides of it, or behind it, mostly to the end of a sentence.
    """
    words = re.sub(POSSESSIVE, "", text).replace(":", " ").split()
    at = next((n for n, word in enumerate(words[:_LONGEST]) if fold(word) in step.verbs), None)
    if at is None:
        return
    known = step.verbs | step.filler
    behind = _without(step, words[at + 1 :][:_LONGEST], players)
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
    for start in range(1, min(first, _SHORT)):  # the last words of the first sentence
        yield " ".join(behind[first - start : first]).rstrip(".,:;! "), False


def _without(step: Step, words: Sequence[str], players: Sequence[Player]) -> list[str]:
    """Leave out verbs and other words of a sentence, and what adds nothing before these."""
    kept: list[str] = []
    for word in words:
        if fold(word) not in step.verbs | step.filler:
            kept.append(word)
        while fold(word) in step.filler and kept and is_noise(kept[-1], players):
            kept.pop()  # "from the" before "discard pile"
    return kept


@lru_cache(maxsize=256)
def _meant(text: str, actors: tuple[Player, ...]) -> tuple[str, ...]:
    """List the words of a sentence that matter: not who acts, if that comes first, nor noise."""
    text = _MARKS.sub("", text)
    named = leading_name(text, actors)
    words = folded(named.rest if named else text)
    return tuple(word for word in words if word not in verbs.NOISE)


def _spans(step: Step, text: str, players: Sequence[Player], *, most: int) -> Iterator[str]:
    """List what may be the answer within a sentence: words side by side, one alone first."""
    words = [word.strip(",.:;!()") for word in text.split()[:_MOST_SPANNED]]
    for length in range(1, min(len(words), most) + 1):
        for at in range(len(words) - length + 1):
            part = [word for word in words[at : at + length] if word]
            if part and not is_noise(part[0]) and not is_noise(part[-1]):
                said, is_plain = " ".join(part), not any(map(is_noise, part))
                yield said if is_plain else verbs.without_noise(step, said, players)


_MOST_SPANNED: Final = 16
_SPAN: Final = 8
_SHORT: Final = 3
_WITHOUT_VERB: Final = 2


def _few_answers(step: Step) -> Iterator[str]:
    """List what is on offer where that is little, and costs nothing to list."""
    answers = step.answers
    is_listed = isinstance(answers, CustomAnswer) and isinstance(answers.offered, tuple | list)
    if (isinstance(answers, OneOf | SomePlayer | YesNo) or is_listed) and answers.size <= _FEW:
        yield from map(answers.offer, range(answers.size))
    if isinstance(answers, Ordering):  # one of them alone
        yield from (f"@{player}" for player in answers.players)


def _out_of_turn(session: Session, found: ParsedAnswer, other: Player) -> ParsedAnswer:
    """Refuse what is said of somebody else than whose turn it is."""
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
    """Return the answer by which a sentence says of all players at once; None where it is none."""
    typed = _meant(text, ())
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
            if _meant(told, ())[: len(typed)] == typed:
                return step.answers.said(word)
    return None
