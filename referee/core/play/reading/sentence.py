"""Sentences that name an answer: what the referee printed of an entry, and noise around words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import dropwhile
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import OneOf, SomePlayer, YesNo
from referee.core.answers.custom import CustomAnswer
from referee.core.answers.each import EachPlayer, Ordering
from referee.core.answers.text_input import nfc
from referee.core.play.event import AnyEvent
from referee.core.play.reading.answer import (
    STOP,
    ParsedAnswer,
    event_at,
    judged,
    parse_answer,
)
from referee.core.play.reading.names import POSSESSIVE, Named, leading_name
from referee.core.play.reading.verbs import (
    AND,
    ARTICLES,
    JOINTS,
    as_said_of_others,
    fold,
    folded,
    has_verb,
    is_noise,
    plainer,
    verbs_of,
    without_noise,
    without_pronoun,
)
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Ruling, Verdict
from referee.core.say import BadAnswer, Say, in_plain_english
from referee.core.table import Player

_TOWARDS: Final = frozenset((*JOINTS, "vs", "against"))
"""What can be between who acts and what they answer."""
_ADDS_NOTHING: Final = ARTICLES | JOINTS | AND
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


def parse_widely(
    session: Session, state: Any, words: str, place: int | None = None
) -> ParsedAnswer:
    """Read and judge words, noise and whole sentences too.

    ``place`` is the number that the entry would have, which can be before its sentence. Raises
    BadAnswer for what means nothing.
    """
    step = session.step_in(state)
    if step is not None and has_verb(step, words):
        told = read_sentence(session, state, words, place)
        if told is not None:
            return told
    try:
        return parse_answer(session, state, words)
    except BadAnswer:
        found = None
        if step is not None:
            found = read_loosely(session, state, words)
            found = found or read_printed(session, state, words, place)
        if found is None:
            raise
        return found


def read_loosely(session: Session, state: Any, words: str) -> ParsedAnswer | None:
    """Read an answer with noise around it, or behind the name of who acts."""
    step = session.step_in(state)
    if step is None:
        return None
    words = nfc(words)
    found = _denoised(session, state, words)
    if found is not None:
        return found
    named = leading_name(words, session.setup.seating)
    if named is not None and named.rest and step.player is not None:
        head, _, rest = named.rest.partition(" ")
        answer = rest if fold(head) in _TOWARDS and rest else named.rest
        found = _denoised(session, state, answer)
        if found is not None and named.player == step.player:
            return found
        if found is not None and not isinstance(found.step.answers, SomePlayer):
            other = _of_another(session, found, named, answer)
            return other or _out_of_turn(session, found, named.player)
    return None


def _of_another(
    session: Session, found: ParsedAnswer, named: Named, answer: str
) -> ParsedAnswer | None:
    """Let somebody else have said it, where all may speak; None where one has the turn."""
    event = found.event
    if event.actor_field or not hasattr(event, "player"):
        return None
    told = replace(event, player=named.player)
    return judged(session, found.state, found.step, f"{named.player} {answer}", told)


def _denoised(session: Session, state: Any, words: str) -> ParsedAnswer | None:
    step = session.step_in(state)
    if step is None:
        return None
    for text in plainer(step, words, session.setup.seating):
        for each in (
            (text,) if run_stops(session, step) else dict.fromkeys((text, _unstopped(text)))
        ):
            try:
                return parse_answer(session, state, each)
            except BadAnswer:
                continue
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
    """
    step = session.step_in(state)
    if step is None:
        return None
    text = _unmarked_sentence(session, step, words, place)
    named = _subject(text, session.setup.seating)
    refused: ParsedAnswer | None = None
    said = frozenset(folded(text))
    told_so = sorted((step, *step.alternatives), key=lambda each: said.isdisjoint(each.filler))
    for each in told_so:  # first those whose other words are in it, too
        for actor in (named, None) if named is not None else (None,):
            body = text if actor is None else actor.rest
            if each.verbs.isdisjoint(folded(body)):
                continue
            for answer, is_whole in _answers_in(each, body, session.setup.seating):
                for typed in _with_name(answer, actor):
                    found = _told(session, state, step, each, typed)
                    if found is None or found.verbs.isdisjoint(said):
                        continue
                    is_all = is_whole and (named is None or actor is not None)
                    meant = _as_meant(session, found, _Told(text, answer, actor, is_all))
                    if meant is not None:
                        return meant
                    if actor is not None and is_all and refused is None:
                        refused = _refused_to(session, found, actor, answer)
    return refused


def _subject(text: str, people: Sequence[Player]) -> Named | None:
    """Split off whom a sentence begins with; None where that is nobody, or several people."""
    named = leading_name(text, people)
    if named is None:
        return None
    first, _, rest = named.rest.partition(" ")
    is_list = fold(first) in AND or text[len(named.player) : len(named.player) + 1] == ","
    return (
        None
        if is_list and leading_name(rest if fold(first) in AND else named.rest, people)
        else named
    )


def _refused_to(
    session: Session, found: ParsedAnswer, named: Named, answer: str
) -> ParsedAnswer | None:
    """Return what is refused because somebody else did it; None where that is not refused."""
    other = _of_another(session, found, named, answer)
    return other if other is not None and other.ruling.verdict.stops_play else None


def _unmarked_sentence(session: Session, step: Step, words: str, place: int | None) -> str:
    place = len(session.active) + 1 if place is None else place
    text = without_pronoun(unmarked(nfc(words), place), session.setup.seating)
    return as_said_of_others(text, verbs_of(step))


class _Told(Struct, frozen=True):
    """A sentence, what of it was read as an answer, and who acts in it, if that was left out.

    It ``is_whole`` where nothing but the verb is next to that answer.
    """

    text: str
    answer: str
    actor: Named | None
    is_whole: bool


def _as_meant(session: Session, found: ParsedAnswer, told: _Told) -> ParsedAnswer | None:
    """Return what a sentence says if it was read rightly; None where it says something else."""
    text, actor, event = told.text, told.actor, found.event
    if actor is not None and event.actor is None:  # the person it names belongs to the answer
        if _is_printed(found, text, ()):
            return found
        other = _of_another(session, found, actor, told.answer)
        return other if other is not None and _is_printed(other, text, ()) else None
    step = session.step_in(found.state)
    player = found.step.player or (step.player if step is not None else None)
    if not told.is_whole:
        people = [each for each in (player, actor.player if actor else None) if each]
        if found.ruling.verdict.stops_play or not _is_printed(found, text, people):
            return None
    if actor is not None and player is not None and actor.player != player:
        return _out_of_turn(session, found, actor.player)
    return found


def _with_name(answer: str, named: Named | None) -> tuple[str, ...]:
    """Return an answer as it is, and with the person whom the sentence begins with."""
    if named is None:
        return (answer,)
    return (answer, f"@{named.player} {answer}", f"{answer} @{named.player}")


def read_printed(
    session: Session, state: Any, words: str, place: int | None = None
) -> ParsedAnswer | None:
    """Read a sentence by its verb, or else by comparing it with what would be printed."""
    step = session.step_in(state)
    if step is None:
        return None
    text = _unmarked_sentence(session, step, words, place)
    few = tuple(_printing(session, state, step, text, _few_answers))
    whole = next((each for each in few if _is_all(each, text, _actors(step))), None)
    return (
        whole
        or read_sentence(session, state, words, place)
        or _as_printed(session, state, step, text, next(iter(few), None))
    )


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


def _told(session: Session, state: Any, step: Step, each: Step, answer: str) -> ParsedAnswer | None:
    """Read what a sentence answers, if there is such an answer: a number names a seat alone."""
    shown = () if isinstance(each.answers, SomePlayer) else each.answers.numbered
    if answer.isdecimal() and shown[1:] and answer not in {*session.setup.seating, *shown}:
        return None
    try:
        event = event_at(each, answer)
    except BadAnswer:
        return None
    typed = answer if each is step else f"{each.keyword} {answer}".rstrip()
    return judged(session, state, each, typed, event)


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
        for answer in plainer(step, " ".join(words[:at]), players):
            yield answer.rstrip(",: "), False
        before = [word for word in words[:at] if fold(word) not in known]
        for end in dict.fromkeys((first, *range(min(len(behind), _MOST_TRIED), 0, -1))):
            yield " ".join((*before, *behind[:end])).rstrip(".,:;! "), False
    ends = (first, len(behind), *range(min(len(behind) - 1, _MOST_TRIED), 0, -1))
    for end in dict.fromkeys(ends):
        if end == len(behind) or not is_noise(behind[end - 1]):
            part = " ".join(dropwhile(is_noise, behind[:end]))
            for answer in plainer(step, part, players):
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


def _is_printed(found: ParsedAnswer, text: str, actors: Sequence[Player]) -> bool:
    """Return whether the referee would print this, or what begins so, of the entry."""
    said = " ".join(map(in_plain_english, found.told))
    typed, printed = (_meant(each, tuple(actors)) for each in (text, said))
    return bool(typed) and printed[: len(typed)] == typed


def _is_all(found: ParsedAnswer, text: str, actors: tuple[Player, ...]) -> bool:
    """Return whether a sentence is what would be printed to the last word, or its first part."""
    typed = _meant(text, actors)
    said = in_plain_english(found.reason)
    first = _SENTENCE_END.split(said, maxsplit=1)[0]
    whole = " ".join(map(in_plain_english, found.told))
    return any(typed == _meant(each, actors) for each in (first, said, whole))


@lru_cache(maxsize=256)
def _meant(text: str, actors: tuple[Player, ...]) -> tuple[str, ...]:
    """List the words of a sentence that matter: not who acts, if that comes first, nor noise."""
    text = _MARKS.sub("", text)
    named = leading_name(text, actors)
    words = folded(named.rest if named else text)
    return tuple(word for word in words if word not in _ADDS_NOTHING)


def _as_printed(
    session: Session, state: Any, step: Step, text: str, begun: ParsedAnswer | None
) -> ParsedAnswer | None:
    """Find in a sentence itself the answer of which it is printed; else the one ``begun``."""
    said, players = folded(text), session.setup.seating

    def within(each: Step) -> Iterator[str]:
        is_short = not isinstance(each.answers, EachPlayer)  # who answers what takes many words
        if is_short and each.verbs.isdisjoint(said):
            yield from _spans(each, text, players, most=_longest_span(each, step))

    for found in _printing(session, state, step, text, within):
        if _is_all(found, text, _actors(step)):
            return found
        begun = begun or found
    return begun


def _actors(step: Step) -> tuple[Player, ...]:
    return () if step.player is None else (step.player,)


def _printing(
    session: Session,
    state: Any,
    step: Step,
    text: str,
    answers: Callable[[Step], Iterable[str]],
) -> Iterator[ParsedAnswer]:
    """Yield those of these answers of which a sentence is printed that begins so."""
    if len(folded(text)) < len(("who", "does")):
        return
    for each in (step, *step.alternatives):
        for answer in answers(each):
            try:
                event = event_at(each, answer)
            except BadAnswer:
                continue
            shown = answer if each is step else f"{each.keyword} {answer}".rstrip()
            found = judged(session, state, each, shown, event)
            if not found.ruling.verdict.stops_play and _is_printed(found, text, _actors(step)):
                yield found


def _longest_span(each: Step, step: Step) -> int:
    """Return how many words an answer may have in a sentence in which none of its verbs is."""
    if each.verbs:
        return _WITHOUT_VERB
    return _SPAN if each is step else _SHORT


def _spans(step: Step, text: str, players: Sequence[Player], *, most: int) -> Iterator[str]:
    """List what may be the answer within a sentence: words side by side, one alone first."""
    words = [word.strip(",.:;!()") for word in text.split()[:_MOST_SPANNED]]
    for length in range(1, min(len(words), most) + 1):
        for at in range(len(words) - length + 1):
            part = [word for word in words[at : at + length] if word]
            if part and not is_noise(part[0]) and not is_noise(part[-1]):
                is_plain = not any(map(is_noise, part))
                yield " ".join(part) if is_plain else without_noise(step, " ".join(part), players)


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
