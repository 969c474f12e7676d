"""The players of a table, its house rules, and its holdings at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NewType, TypeAlias

from msgspec import Struct

from referee.core.fields import Boolean, Choice, Field, FileText, Integer, PlayerName, Text, Value
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.say import Say, spoken

Player = NewType("Player", str)
Options: TypeAlias = Mapping[str, tuple[str, ...]]
TURN: Final = "turn"
ROUND: Final = "round"
Holdings: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The holdings of each player: name to field to value, in the shapes of the form."""


class Setup(Struct, frozen=True):
    """One table: the players clockwise, other people with a role, and the house rules.

    ``roles`` are people who do not sit in the circle, by their part, such as a judge.
    ``options`` are the switches that were set; those left out have their default.
    ``numbers`` and ``texts`` are what only the table can read out, or decide. A table begins
    ``by`` the turn, or by the round: then only what a round leaves is written down.
    """

    seating: tuple[Player, ...]
    roles: Mapping[str, Player] = {}
    options: Options = {}
    numbers: Mapping[str, tuple[int, ...]] = {}
    texts: Mapping[str, str] = {}
    by: str = TURN

    def __post_init__(self) -> None:
        language = spoken()
        if language is not None:
            language.keep_names((*self.seating, *self.roles.values()))


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


class HoldingsForm(Struct, frozen=True, kw_only=True):
    """The shape of a holdings file: reader, JSON Schema and blank file are made from it.

    ``fields`` describe one entry, ``shared`` the top level. ``extra_entries`` are names that
    hold something without sitting at the table, by number of players. ``entry_line`` reads an
    entry that is written on one line, and raises BadAnswer; ``none`` is an empty one in any game.
    A blank file leaves out the house rules in ``moot``: this way of playing has nothing of theirs.
    """

    fields: tuple[Field, ...]
    shared: tuple[Field, ...] = ()
    extra_entries: Mapping[int, tuple[Player, ...]] = {}
    entry_line: Callable[[str], Mapping[str, Value]] | None = None
    moot: frozenset[str] = frozenset()

    def entries(self, seating: tuple[Player, ...]) -> tuple[Player, ...]:
        """List who must have holdings in a file: the players, then the extra entries."""
        return seating + self.extra_entries.get(len(seating), ())


SetupShape: TypeAlias = PlayerName | FileText | Text | Integer | Choice | Boolean
"""What a set-up field may be: one value on a line, or a text in a file."""


class SetupField(Struct, frozen=True):
    """Something a game needs before the first step, other than house rules and numbers.

    It is a key in files, an option of the command line, and asked for where it is required.
    A ``PlayerName`` is somebody who does not sit in the circle, and is kept in ``Setup.roles``;
    everything else is kept in ``Setup.texts`` as it is written: a number in digits, a choice by
    its word, yes or no. ``about`` says of the text of a file what it holds, and what cannot be
    or is doubtful in it.
    """

    name: str
    shape: SetupShape
    ask: Say
    required: bool = True
    about: Callable[[Rulebook, str], tuple[Say, tuple[Ruling, ...]]] | None = None

    @property
    def is_person(self) -> bool:
        """Whether it is kept in ``Setup.roles``."""
        return isinstance(self.shape, PlayerName)


def clockwise_from(
    players: tuple[Player, ...], first: Player, *, backwards: bool = False
) -> tuple[Player, ...]:
    """List the players from ``first`` on, to the left; ``backwards``, to the right.

    >>> players = (Player("A"), Player("B"), Player("C"))
    >>> "".join(clockwise_from(players, Player("B")))
    'BCA'
    >>> "".join(clockwise_from(players, Player("B"), backwards=True))
    'BAC'
    """
    order = players[::-1] if backwards else players
    seat = order.index(first)
    return order[seat:] + order[:seat]


def next_clockwise(players: tuple[Player, ...], player: Player) -> Player:
    """Name the left neighbour.

    >>> next_clockwise((Player("A"), Player("B"), Player("C")), Player("C"))
    'A'
    """
    return players[(players.index(player) + 1) % len(players)]
