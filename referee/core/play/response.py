"""What the referee answers to words."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from referee.core.play.event import AnyEvent
from referee.core.play.stage import Step
from referee.core.rulebook import RuleRef
from referee.core.ruling import Notice, Ruling
from referee.core.say import Say


class ResponseKind(StrEnum):
    """What came of the words."""

    RECORDED = "noted"
    REFUSED = "refused"
    """Judged and not taken: forbidden or impossible."""
    NOT_UNDERSTOOD = "unread"
    """Not understood; nothing was judged."""
    UNCONFIRMED = "confirm"
    """A table call: say yes with Enter, or answer otherwise."""
    UNDONE = "struck"
    CORRECTED = "corrected"
    ANNOTATED = "remarked"
    TOLD = "told"
    """Nothing was asked of the rules, and nothing recorded."""


class Response(Struct, frozen=True):
    """The referee's answer to words: what came of them, the sentence, the ruling behind it.

    ``numbers`` are the entries recorded or taken back, by their places in what counts. ``say`` is
    all of it in one; ``told`` are its sentences one by one, the first of them about the entry.
    ``was`` is what a corrected entry said before. What is not understood ``is_about_command``
    where it was no answer. ``step`` is the one that was answered; what ``is_forced`` has the rule
    that leaves one answer.
    """

    kind: ResponseKind
    say: Say
    ruling: Ruling | None = None
    numbers: tuple[int, ...] = ()
    told: tuple[Say, ...] = ()
    was: Say | None = None
    event: AnyEvent | None = None
    followed: tuple[Notice, ...] = ()
    is_forced: bool = False
    is_inserted: bool = False
    is_secret: bool = False
    is_about_command: bool = False
    forced_by: tuple[RuleRef, ...] = ()
    step: Step | None = None

    @property
    def is_taken(self) -> bool:
        """Whether the record has grown."""
        kinds = ResponseKind
        return self.kind in {kinds.RECORDED, kinds.UNDONE, kinds.CORRECTED, kinds.ANNOTATED}

    @property
    def is_unread_answer(self) -> bool:
        """Whether an answer was not understood."""
        return self.kind is ResponseKind.NOT_UNDERSTOOD and not self.is_about_command

    @property
    def sentences(self) -> tuple[Say, ...]:
        """What is said, sentence by sentence."""
        return self.told or (self.say,)


OnResponse: TypeAlias = Callable[[Response], None]


def unread(said: Say) -> Response:
    """Say what a command lacks."""
    return Response(ResponseKind.NOT_UNDERSTOOD, said, is_about_command=True)


def collecting(tell: OnResponse | None) -> tuple[list[Response], Callable[[Response], Response]]:
    """Return a list, and a function that puts a response into it and says it, if anybody hears."""
    responses: list[Response] = []

    def told(response: Response) -> Response:
        responses.append(response)
        if tell is not None:
            tell(response)
        return response

    return responses, told
