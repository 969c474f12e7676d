"""Words read where a session stands, and the ruling on what they name."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from referee.core.answers.custom import NOTHING
from referee.core.answers.text_input import halfwidth, match_key, nfc, prefix_matches
from referee.core.errors import BadAnswer
from referee.core.play.event import AnyEvent
from referee.core.play.session import Session
from referee.core.play.step import Step
from referee.core.ruling import Ruling
from referee.core.say import Say, join_or


class Attempt(Struct, frozen=True):
    """Words read at a step, and the ruling on the event that they name."""

    step: Step
    words: str
    event: AnyEvent
    ruling: Ruling


def attempt_at(session: Session, state: Any, words: str) -> Attempt:
    """Read and judge words in a state of this session. Raises BadAnswer for what means nothing."""
    game, book = session.game, session.book
    step = session.step if state is session.state else game.course.step(book, state)
    if step is None:
        raise BadAnswer(Say("The game is over; /undo takes back an answer."))
    meant, event = _read(step, nfc(words))
    return Attempt(meant, words, event, game.course.rule_on(book, state, event))


def _read(step: Step, words: str) -> tuple[Step, AnyEvent]:
    """Find the step that the words answer, this one or one beside it, and the event they name."""
    if not words:
        raise _silence(step)
    head, _, rest = halfwidth(words).partition(" ")
    besides = {beside.word: beside for beside in step.besides}
    beside = besides.get(match_key(head))
    if beside is not None:
        return beside, _event(beside, rest.strip())
    try:
        return step, _event(step, words)
    except BadAnswer:
        meant = prefix_matches(head, besides)
        if not meant:
            raise
        if len(meant) > 1:
            said = Say("“{word}” may be {found}: which?", word=head, found=join_or(meant))
            raise BadAnswer(said) from None
    return besides[meant[0]], _event(besides[meant[0]], rest.strip())


def _event(step: Step, answer: str) -> AnyEvent:
    answer = answer or step.on_enter or ""
    if not answer:
        raise _silence(step)
    return step.read(answer)


def _silence(step: Step) -> BadAnswer:
    if not step.answers.size:
        return BadAnswer(Say("{word}: {nothing}.", word=step.word, nothing=NOTHING))
    return BadAnswer(Say("Please answer: {hint}.", hint=step.answers.hint()))
