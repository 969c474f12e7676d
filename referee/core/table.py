"""Who sits at the table, what the table has agreed on, and what it holds in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NewType, TypeAlias

from msgspec import Struct

from referee.core.say import Say
from referee.core.shape import Field, Value

if TYPE_CHECKING:
    from referee.core.rulebook import Rulebook
    from referee.core.ruling import Ruling

Player = NewType("Player", str)
Options: TypeAlias = Mapping[str, tuple[str, ...]]
Holdings: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What each player holds: name to field to value, in the shapes of the room's Form."""


class Setup(Struct, frozen=True):
    """One table: the players clockwise, those beside them, and what was agreed.

    ``roles`` are people who do not sit in the circle, by their part, such as a leader.
    ``options`` are the switches that were set; those left out stand at their default.
    ``numbers`` and ``texts`` are what only the table can read out.
    """

    seating: tuple[Player, ...]
    roles: Mapping[str, Player] = {}
    options: Options = {}
    numbers: Mapping[str, tuple[int, ...]] = {}
    texts: Mapping[str, str] = {}
    format: int = 2
    """The format of the journal; what older ones hold as entries does not follow by itself."""


class FinalCount(Struct, frozen=True):
    """Everything that the score of a finished game rests on.

    It comes from a session or from a typed file. ``shared`` are the fields of the table as
    a whole. ``evidence`` is what the record of a session proves beyond the holdings, in the
    room's own words; a typed file has none.
    """

    setup: Setup
    holdings: Holdings
    shared: Mapping[str, Value] = {}
    evidence: Mapping[str, Value] = {}


class Form(Struct, frozen=True, kw_only=True):
    """The shape of a holdings file: reader, JSON Schema and blank file are made from it.

    ``fields`` describe one entry, ``shared`` the top level. ``extra_entries`` are names that
    hold something without sitting at the table, by number of players.
    """

    fields: tuple[Field, ...]
    shared: tuple[Field, ...] = ()
    extra_entries: Mapping[int, tuple[Player, ...]] = {}

    def entries(self, seating: tuple[Player, ...]) -> tuple[Player, ...]:
        """List whose holdings a file must tell: everyone seated, then the extra entries."""
        return seating + self.extra_entries.get(len(seating), ())


class SetupField(Struct, frozen=True):
    """Something the room needs before the first step, beside switches and numbers.

    A ``person`` is given with an option of that name and stands in ``Setup.roles``; a
    ``text`` (a maze, say) stands in ``Setup.texts``. The room's ``read`` raises BadAnswer for
    a text that means nothing, BadText for a drawing. ``about`` tells of a text that can be
    read what it holds, and what cannot be or is doubtful in it.
    """

    name: str
    kind: Literal["person", "text"]
    ask: Say
    required: bool = True
    read: Callable[[str], object] = str
    about: Callable[[Rulebook, str], tuple[Say, tuple[Ruling, ...]]] | None = None
