"""The table as it is asked for: by ``--from FILE``, or by options of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Listed

from referee.core.answers.text_input import match_key
from referee.core.fields import FileText, ListOf, PlayerName
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say
from referee.core.table import Setup, SetupField
from referee.files.agreed import asked_numbers, named
from referee.files.compact import read_compact
from referee.files.diagnostics import Unreadable
from referee.files.names import Names
from referee.files.nearest import guess
from referee.files.reader import Reader
from referee.files.scalars import Unfit
from referee.files.seats import read_setup, table_keys, written
from referee.files.tree import Document, Map, Mark, Node, Scalar, Sequence

_NOWHERE = Mark(0, 0)


class BadTable(RefereeError):  # noqa: N818 - a table is wrongly described; nothing has failed
    """A table that cannot be set as the command line asks."""


def read_table(document: Document, game: Game, book: Rulebook) -> Setup:
    """Read ``game``, ``players``, ``options``, ``numbers`` and the people and texts asked for.

    What is left out can still be asked. Last week's holdings or scenario will do too: what they
    hold besides is passed over. Raises Unreadable.
    """
    reader = Reader(document)
    besides = (field.name for field in game.final.form(book, {}).shared)
    found = reader.keys(
        document.root, (*table_keys(game), "holdings", "answers", "expect", *besides)
    )
    setup = read_setup(reader, found, game, book, complete=False)
    reader.finish()
    return setup


def split_players(words: str) -> tuple[str, ...]:
    r"""Split a list of names at its commas; a backslash keeps a comma in a name.

    Raises BadTable for what is no name, or for two names that cannot be told apart.

    >>> split_players("Ana, Smith\\, Jr")
    ('Ana', 'Smith, Jr')
    """
    try:
        read = read_compact(words, ListOf(PlayerName(new=True)), Names())
    except Unfit as unfit:
        raise _bad("players", unfit.message, unfit.remedy) from None
    return tuple(map(str, read)) if isinstance(read, tuple) else ()


def make_setup(
    game: Game,
    book: Rulebook,
    players: Listed[str],
    options: Listed[str] = (),
    fields: Mapping[str, str] | None = None,
) -> Setup:
    """Make a table out of names, ``NAME=VALUE`` for switches and numbers, and set-up fields.

    Raises BadTable with the first thing that is wrong.
    """
    switches, numbers = _sorted(book, options)
    entries: dict[str, Node] = {
        "game": _scalar(game.id),
        "players": Sequence(tuple(map(_scalar, players)), _NOWHERE),
        "options": switches,
        "numbers": numbers,
        **{name: _scalar(text) for name, text in (fields or {}).items()},
    }
    root = Map(tuple((_scalar(key), value) for key, value in entries.items()), _NOWHERE)
    reader = Reader(Document(path="", root=root, lines=(), raw=b""))
    found = reader.keys(root, table_keys(game))
    setup = read_setup(reader, found, game, book, complete=False)
    try:
        reader.finish()
    except Unreadable as unreadable:
        first = unreadable.diagnostics[0]
        raise BadTable(
            Say("{message} {remedy}", message=first.message, remedy=first.remedy)
        ) from None
    return setup


def given_pair(words: str) -> tuple[str, str]:
    """Part ``NAME=VALUE`` at its first sign. Raises BadTable where there is none.

    >>> given_pair("judge=Zed=Z")
    ('judge', 'Zed=Z')
    """
    name, sign, value = words.partition("=")
    if not sign:
        raise _bad(words, Say("It has no value."), Say("Write it as NAME=VALUE."))
    return name.strip(), value


def named_field(game: Game, name: str) -> SetupField:
    """Find the set-up field of this name; ``-`` and ``_`` are the same. Raises BadTable.

    >>> from referee.core.game import Game
    >>> game = Game("fair", "", range(2), "", 1, (SetupField("the_judge", PlayerName(), Say("")),))
    >>> named_field(game, "The-Judge").name
    'the_judge'
    """
    found = [field for field in game.setup if match_key(field.name) == match_key(name)]
    if found:
        return found[0]
    names = tuple(field.name for field in game.setup)
    said = Say("{game} does not ask for it.", game=game.id)
    raise _bad(name, said, guess(name, names) if names else Say("Leave it out."))


def read_field(field: SetupField, words: str, game: str) -> str:
    """Read a set-up field that is nobody's name, as typed: of a text in a file, the path.

    Raises BadTable for what means nothing, and Unreadable for the file.
    """
    shape = field.shape
    if isinstance(shape, FileText):
        from referee.files.text_files import text_in_file  # few games ask for one

        return text_in_file(words, shape, game)
    try:
        return written(read_compact(words, shape, Names()))
    except Unfit as unfit:
        raise _bad(field.name, unfit.message, unfit.remedy) from None


def _sorted(book: Rulebook, options: Listed[str]) -> tuple[Map, Map]:
    """Tell switches from numbers; what is neither is told as an unknown switch."""
    switches: list[tuple[Scalar, Node]] = []
    numbers: list[tuple[Scalar, Node]] = []
    asked = {name.replace("_", "-"): name for name in asked_numbers(book)}
    for option in options:
        name, value = given_pair(option)
        number = asked.get(name.replace("_", "-"))
        if number is not None and named(book.options, name) is None:
            numbers.append((_scalar(number), _scalar(value)))
        else:
            switches.append((_scalar(name), _scalar(value)))
    return Map(tuple(switches), _NOWHERE), Map(tuple(numbers), _NOWHERE)


def _scalar(text: str) -> Scalar:
    return Scalar(text, quoted=True, mark=_NOWHERE)


def _bad(name: str, message: Say, remedy: Say) -> BadTable:
    return BadTable(Say("“{name}”: {message} {remedy}", name=name, message=message, remedy=remedy))
