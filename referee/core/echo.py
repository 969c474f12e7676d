"""What the referee answers to words."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from referee.core.ruling import Ruling
from referee.core.say import Say


class EchoKind(StrEnum):
    """What came of the words."""

    NOTED = "noted"
    REFUSED = "refused"
    """Judged and not taken: forbidden or impossible."""
    UNREAD = "unread"
    """Not understood; nothing was judged."""
    CONFIRM = "confirm"
    """A table call: say yes with Enter, or answer otherwise."""
    STRUCK = "struck"
    REMARKED = "remarked"


class Echo(Struct, frozen=True):
    """The referee's answer to words: what came of them, the sentence, the ruling behind it.

    ``numbers`` are the entries noted or struck.
    """

    kind: EchoKind
    say: Say
    ruling: Ruling | None = None
    numbers: tuple[int, ...] = ()

    @property
    def is_taken(self) -> bool:
        """Whether the record has grown."""
        return self.kind in {EchoKind.NOTED, EchoKind.STRUCK, EchoKind.REMARKED}


Tell: TypeAlias = Callable[[Echo], None]


def tell_nobody(echo: Echo) -> None:
    """Say nothing as it comes; the echoes are given back anyway."""
