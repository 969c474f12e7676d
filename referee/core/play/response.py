"""The response of the referee to typed words."""

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
    """The effect of the words."""

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
    """The referee's response to words: their effect, the sentence, and its ruling.

    ``numbers`` are the places of the entries recorded or taken back. ``say`` is the whole response;
    ``told`` are its sentences one by one, the first of them about the entry. ``was`` is the former
    sentence of a corrected entry. Words that are not understood are ``is_about_command`` if they
    were no answer. ``step`` is the answered step; ``forced_by`` is the rule of a forced answer.
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
        """The response, sentence by sentence."""
        return self.told or (self.say,)


OnResponse: TypeAlias = Callable[[Response], None]


def unread(said: Say) -> Response:
    """Return the response to a command that lacks something."""
    return Response(ResponseKind.NOT_UNDERSTOOD, said, is_about_command=True)


def collecting(tell: OnResponse | None) -> tuple[list[Response], Callable[[Response], Response]]:
    """Return a list, and a function that appends a response to it and passes it to ``tell``."""
    responses: list[Response] = []

    def collect(response: Response) -> Response:
        responses.append(response)
        if tell is not None:
            tell(response)
        return response

    return responses, collect
