"""The types that a field of a file or a fact of a dispute can have.

A room says once which shape a field has. The file reader, the command line, the JSON Schema and
the form for holdings are all made from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core.rulebook import RuleKey
from referee.core.say import Say

Value: TypeAlias = int | str | bool | tuple["Value", ...] | Mapping[str, "Value"]


class Integer(Struct, frozen=True, kw_only=True):
    """A whole number, none below ``least``. Files may write sums out, as ``2+1``.

    ``most`` is given to editors and in the blank file; what is above it is a matter for
    the audit, not for the reader. A number that ``is_face_value`` is printed on a piece
    and no count: sums are refused.
    """

    least: int = 0
    most: RuleKey[Any] | None = None
    is_face_value: bool = False


class Choice(Struct, frozen=True):
    """One word of a fixed list; any unambiguous beginning is enough.

    ``read`` gives the word for what is typed at a prompt, and anything else as it is.
    """

    words: tuple[str, ...]
    read: Callable[[str], str] = str


class Boolean(Struct, frozen=True):
    """Yes or no; ``read`` gives one of them for a room's own word, and anything else as it is."""

    read: Callable[[str], str] = str


class Seats(Struct, frozen=True):
    """How many play: a number, or the names clockwise, which are then known.

    Where they are ``several``, one word alone is read as a number, and not as a name.
    """

    several: bool = False


class PlayerName(Struct, frozen=True):
    """A player's name. ``new`` where it is named for the first time, as in ``players``."""

    new: bool = False


class Text(Struct, frozen=True):
    """Text that the room reads itself, such as a card and how it lies; ``like`` shows one.

    ``read`` raises BadAnswer for what means nothing, so that a file's reader can say where
    it is; the text itself is what the room gets. Where there is a word for ``none``, the
    room gets that for nothing after the ``=``, and for ``[]``.
    """

    like: str
    read: Callable[[str], object] = str
    none: str = ""


class FileText(Struct, frozen=True):
    """Text in a separate file, under ``key`` there; the value is the path of that file.

    The path counts from the current folder; in a dispute file it is first looked for next to
    that file, and the text itself may be given in its place. The room gets the text.
    ``like`` is such a text; ``read`` is as in Text, and raises BadText for a drawing. Only
    a field of a question or of the setup has this shape.
    """

    key: str
    like: str
    read: Callable[[str], object] = str


class ListOf(Struct, frozen=True):
    """Several values of one shape, in order: ``3,2,1`` or a YAML list."""

    each: FieldType


class MapOf(Struct, frozen=True):
    """A value for each of several names or words: ``Ana:4,Bo:2`` or a YAML map.

    Keys that depend on the table, such as a name that it gave, are texts.
    """

    keys: PlayerName | Choice | Text
    each: FieldType


class Record(Struct, frozen=True):
    """Named parts: a YAML map, or on the command line the parts with ``separators`` as characters.

    ``separators`` have one character fewer than there are fields, as ``-`` and ``:`` in
    ``A-B:refused``.
    """

    fields: tuple[Field, ...]
    separators: tuple[str, ...]


FieldType: TypeAlias = (
    Integer | Choice | Boolean | Seats | PlayerName | Text | FileText | ListOf | MapOf | Record
)


class Field(Struct, frozen=True):
    """A named value of a file or dispute: its shape, its meaning, and whether it must be there.

    A number, list or map that an entry leaves out is none, unless it is ``unknown`` then;
    ``default`` is what anything else means where a file leaves it out. ``as_facts`` where the keys
    of a map are facts of their own on the command line, as in ``Ana=3 Bo=2``; a question has one
    such field at most. ``rare`` where a form for holdings has the field in its remarks only,
    ``unlisted`` where it does not have it at all. ``called`` is what a correction calls it, where
    its name will not do; in a map ``{kind}`` is the key, in a list of records ``{n}`` the place,
    from 1.
    """

    name: str
    shape: FieldType
    about: Say
    required: bool = False
    unknown: bool = False
    default: Value | None = None
    as_facts: bool = False
    rare: bool = False
    unlisted: bool = False
    called: Say | None = None
