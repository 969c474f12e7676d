"""Who sits at the table and what the table agreed on, from a file or the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Sequence as Listed
from typing import Final

from msgspec.structs import replace

from referee.core.answers.text_input import match_key
from referee.core.fields import FileText, ListOf, PlayerName
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, RefereeError, Say, plural
from referee.core.table import Player, Setup, SetupField
from referee.files.diagnostics import Unreadable, excerpt, suggest
from referee.files.documents.detect import check_game
from referee.files.documents.texts import read_setup_text, text_in_file, written
from referee.files.values.fields import (
    Values,
    option_named,
    read_numbers,
    read_options,
    table_numbers,
)
from referee.files.values.inline import read_compact
from referee.files.values.reader import Fields, Reader, is_blank
from referee.files.values.scalars import Names, WrongType, confusable_key, name_of
from referee.files.yaml.nodes import Document, Map, Node, Position, Scalar, Sequence

TABLE_KEYS: Final = ("game", "players", "options", "numbers")
_PLAYERS = ListOf(PlayerName(new=True))


def table_keys(game: Game) -> tuple[str, ...]:
    """Return the top-level keys that describe a table of this game."""
    return (*TABLE_KEYS, *(field.name for field in game.setup))


def read_setup(
    reader: Reader, found: Fields, game: Game, book: Rulebook, *, complete: bool
) -> Setup:
    """Read the table from the entries found. The reader records what is wrong.

    ``complete``: roles and table numbers are required, because nobody can be asked later.
    """
    root = reader.document.root
    check_game(reader, found, game.id)
    names = Names()
    seating: tuple[Player, ...] = ()
    reader.need(root, found, {"players": Say("the names of the players, clockwise")})
    if "players" in found:
        seating = _seating(reader, found["players"][1], names, game, book)
    return Setup(
        seating=seating,
        roles=_roles(reader, found, game, names, complete=complete),
        options=read_options(reader, found, book),
        numbers=read_numbers(reader, found, book, complete=complete),
        texts=_texts(reader, found, game, complete=complete),
    )


def _seating(
    reader: Reader, node: Node, names: Names, game: Game, book: Rulebook
) -> tuple[Player, ...]:
    """Read the players; none if a name is in doubt, so that no other problems follow from it."""
    if isinstance(node, Scalar) and not node.quoted and len(node.text.split()) > 1:
        from referee.core.play.reading.names import with_commas  # most files have a list

        if (text := with_commas(node.text)) != node.text:
            node = replace(node, text=text, flush=False)
    read = Values(reader, names).read(node, _PLAYERS)
    items = node.items if isinstance(node, Sequence) else (node,)
    seating = tuple(Player(str(name)) for name in read) if isinstance(read, tuple) else ()
    if not seating or (isinstance(node, Sequence) and len(items) != len(seating)):
        if read == () and not (is_blank(node) or (isinstance(node, Sequence) and items)):
            _report_wrong_number(reader, node, 0, game)
        return ()
    if len(seating) not in game.players:
        _report_wrong_number(reader, node, len(seating), game)
    is_certain = reader.document.unsure.isdisjoint(item.position.line for item in items)
    for other in game.ending.form_for(book, {}).extra_entries.get(len(seating), ()):
        for number, name in enumerate(seating):
            if confusable_key(name) == confusable_key(other):
                said = Say("“{other}” has an entry of its own in this game.", other=other)
                remedy = Say("Give the player another name, such as “{name} 2”.", name=name)
                reader.report("NAME", items[min(number, len(items) - 1)], said, remedy)
                is_certain = False
    return seating if is_certain else ()


def _report_wrong_number(reader: Reader, node: Node, players: int, game: Game) -> None:
    said = plural(players, "There is 1 player.", "There are {n} players.")
    least, most = game.players[0], game.players[-1]
    remedy = Say("{title} is for {least} to {most}.", title=game.title, least=least, most=most)
    reader.report("PLAYERS", node, said, remedy)


def _written_fields(
    reader: Reader, found: Fields, fields: Iterable[SetupField], *, complete: bool
) -> Iterator[tuple[SetupField, Node]]:
    """Yield the set-up fields that the file has. If ``complete``, missing ones are reported."""
    for field in fields:
        if field.name in found:
            yield field, found[field.name][1]
        elif complete and field.required:
            reader.missing(reader.document.root, field.name, field.ask)


def _roles(
    reader: Reader, found: Fields, game: Game, names: Names, *, complete: bool
) -> dict[str, Player]:
    roles = {}
    fields = (field for field in game.setup if field.is_person)
    for field, node in _written_fields(reader, found, fields, complete=complete):
        name = reader.value(node, Say("one name"), name_of)
        if name is None:
            continue
        if confusable_key(name) in map(confusable_key, names.given):
            said = Say(
                "“{name}” is the {part} and cannot be a player too.",
                name=excerpt(name),
                part=field.name,
            )
            remedy = Say("Leave the name out of “players”, or name somebody else.")
            reader.report("NO-PLAYER", node, said, remedy)
        roles[field.name] = Player(name)
    return roles


def _texts(reader: Reader, found: Fields, game: Game, *, complete: bool) -> dict[str, str]:
    fields = (field for field in game.setup if not field.is_person)
    written_fields = _written_fields(reader, found, fields, complete=complete)
    texts = {field.name: read_setup_text(reader, node, field) for field, node in written_fields}
    return {name: text for name, text in texts.items() if text is not None}


_NOWHERE = Position(0, 0)


class BadSetup(RefereeError):  # noqa: N818 - the description is wrong; nothing has failed
    """A table that cannot be set up as described on the command line."""


def read_table(document: Document, game: Game, book: Rulebook) -> Setup:
    """Read ``game``, ``players``, ``options``, ``numbers`` and the set-up fields of the game.

    Missing entries can still be asked for. A holdings or scenario file can be used as well: its
    other entries are ignored. Raises Unreadable.
    """
    reader = Reader(document)
    shared = (field.name for field in game.ending.form_for(book, {}).shared)
    found = reader.keys(
        document.root, (*table_keys(game), "holdings", "answers", "expect", *shared)
    )
    return reader.finished(read_setup(reader, found, game, book, complete=False))


def split_players(words: str) -> tuple[str, ...]:
    r"""Split a list of names at its commas, each ``and`` and ``&``; a backslash keeps a comma.

    Raises BadSetup for what is not a name, or for two names that look the same.

    >>> split_players("Ana, Smith\\, Jr and Bo")
    ('Ana', 'Smith, Jr', 'Bo')
    """
    from referee.core.play.reading.names import with_commas  # a file has a list of its own

    try:
        read = read_compact(with_commas(words), ListOf(PlayerName(new=True)), Names())
    except WrongType as unfit:
        raise _refuse("players", unfit.message, unfit.remedy) from None
    return tuple(map(str, read)) if isinstance(read, tuple) else ()


def make_setup(
    game: Game,
    book: Rulebook,
    players: Listed[str],
    options: Listed[str] = (),
    fields: Mapping[str, str] | None = None,
) -> Setup:
    """Set up a table from names, ``NAME=VALUE`` for options and numbers, and set-up fields.

    Raises BadSetup with the first problem.
    """
    option_map, number_map = _options_and_numbers(book, options)
    entries: dict[str, Node] = {
        "game": _scalar(game.id),
        "players": Sequence(tuple(map(_scalar, players)), _NOWHERE),
        "options": option_map,
        "numbers": number_map,
        **{name: _scalar(text) for name, text in (fields or {}).items()},
    }
    root = Map(tuple((_scalar(key), value) for key, value in entries.items()), _NOWHERE)
    reader = Reader(Document(path="", root=root, lines=(), raw=b""))
    found = reader.keys(root, table_keys(game))
    setup = read_setup(reader, found, game, book, complete=False)
    try:
        return reader.finished(setup)
    except Unreadable as unreadable:
        first = unreadable.diagnostics[0]
        said = Say("{message} {remedy}", message=first.message, remedy=first.remedy)
        raise BadSetup(said) from None


def given_pair(words: str) -> tuple[str, str]:
    """Split ``NAME=VALUE`` at its first ``=``. Raises BadSetup if there is none.

    >>> given_pair("judge=Zed=Z")
    ('judge', 'Zed=Z')
    """
    name, sign, value = words.partition("=")
    if not sign:
        raise _refuse(words, Say("It has no value."), Say("Write it as NAME=VALUE."))
    return name.strip(), value


def named_field(game: Game, name: str) -> SetupField:
    """Find the set-up field of this name; ``-`` and ``_`` are the same. Raises BadSetup.

    >>> from referee.core.game import Game
    >>> game = Game("fair", "", range(2), "", 1, (SetupField("the_judge", PlayerName(), Say("")),))
    >>> named_field(game, "The-Judge").name
    'the_judge'
    """
    if found := [field for field in game.setup if match_key(field.name) == match_key(name)]:
        return found[0]
    names = tuple(field.name for field in game.setup)
    said = Say("{game} does not ask for that.", game=AsIs(game.id))
    raise _refuse(name, said, suggest(name, names) if names else Say("Leave it out."))


def read_field(field: SetupField, words: str, game: str) -> str:
    """Read a set-up field other than a name, as typed; a text in a file is given by its path.

    Raises BadSetup for words that mean nothing, and Unreadable for the file.
    """
    shape = field.shape
    if isinstance(shape, FileText):
        return text_in_file(words, shape, game)
    try:
        return written(read_compact(words, shape, Names()))
    except WrongType as unfit:
        raise _refuse(field.name, unfit.message, unfit.remedy) from None


def _options_and_numbers(book: Rulebook, options: Listed[str]) -> tuple[Map, Map]:
    """Separate options from table numbers; an unknown name is reported as an option."""
    chosen: list[tuple[Scalar, Node]] = []
    numbers: list[tuple[Scalar, Node]] = []
    known_numbers = {name.replace("_", "-"): name for name in table_numbers(book)}
    for words in options:
        name, value = given_pair(words)
        number = known_numbers.get(name.replace("_", "-"))
        if number is not None and option_named(book.options, name) is None:
            numbers.append((_scalar(number), _scalar(value)))
        else:
            chosen.append((_scalar(name), _scalar(value)))
    return Map(tuple(chosen), _NOWHERE), Map(tuple(numbers), _NOWHERE)


def _scalar(text: str) -> Scalar:
    return Scalar(text, quoted=True, position=_NOWHERE)


def _refuse(name: str, message: Say, remedy: Say) -> BadSetup:
    return BadSetup(Say("“{name}”: {message} {remedy}", name=name, message=message, remedy=remedy))
