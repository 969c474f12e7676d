"""Who sits at the table and what the table agreed on, from any file that says so."""

from __future__ import annotations

from typing import Final

from referee.core.fields import FileText, ListOf, PlayerName, Text, Value
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.table import Player, Setup, SetupField
from referee.files.diagnostics.diagnostic import shown
from referee.files.documents.options import read_numbers, read_options
from referee.files.drawings import read_text
from referee.files.names import Names
from referee.files.values.fields import Values
from referee.files.values.player_names import likeness, name_of
from referee.files.values.reader import Found, Reader, is_blank
from referee.files.values.scalars import Unfit
from referee.files.yaml.tree import Node, Scalar, Sequence

TABLE_KEYS: Final = ("game", "players", "options", "numbers")
_PLAYERS = ListOf(PlayerName(new=True))


def table_keys(game: Game) -> tuple[str, ...]:
    """List the top-level keys that describe a table of this game."""
    return (*TABLE_KEYS, *(ask.name for ask in game.setup))


def read_setup(
    reader: Reader, found: Found, game: Game, book: Rulebook, *, complete: bool
) -> Setup:
    """Read the table out of the entries found. What is wrong, the reader knows afterwards.

    ``complete`` if nobody can be asked later for people and numbers.
    """
    root = reader.document.root
    check_game(reader, found, game.id)
    names = Names()
    seating: tuple[Player, ...] = ()
    if "players" in found:
        seating = _seating(reader, found["players"][1], names, game, book)
    else:
        reader.missing(root, "players", Say("the names of the players, clockwise"))
    return Setup(
        seating=seating,
        roles=_people(reader, found, game.setup, names, complete=complete),
        options=read_options(reader, found, book),
        numbers=read_numbers(reader, found, book, complete=complete),
        texts=_texts(reader, found, game.setup, complete=complete),
    )


def check_game(reader: Reader, found: Found, game: str) -> None:
    """Tell if a file is about another game, or says none."""
    if "game" not in found:
        reader.missing(
            reader.document.root, "game", Say("the name of the game, such as {id}", id=game)
        )
        return
    node = reader.scalar(found["game"][1], Say("the name of the game"))
    if node is not None and node.text.strip() != game:
        said = Say("The file is about “{other}”, not about {id}.", other=shown(node.text), id=game)
        reader.fault("GAME", node, said, Say("Write “game: {id}”, or take another file.", id=game))


def _seating(
    reader: Reader, node: Node, names: Names, game: Game, book: Rulebook
) -> tuple[Player, ...]:
    """Read who sits at the table; nobody where a name is in doubt, so that no other is refused."""
    read = Values(reader, names).read(node, _PLAYERS)
    items = node.items if isinstance(node, Sequence) else (node,)
    seating = tuple(Player(str(name)) for name in read) if isinstance(read, tuple) else ()
    if not seating or (isinstance(node, Sequence) and len(items) != len(seating)):
        if read == () and not (is_blank(node) or (isinstance(node, Sequence) and items)):
            _wrong_number(reader, node, 0, game)
        return ()
    if len(seating) not in game.players:
        _wrong_number(reader, node, len(seating), game)
    clear = reader.document.unsure.isdisjoint(item.mark.line for item in items)
    for other in game.final.form(book, {}).extra_entries.get(len(seating), ()):
        for number, name in enumerate(seating):
            if likeness(name) == likeness(other):
                said = Say("“{other}” holds an entry of its own at this table.", other=other)
                remedy = Say("Give the player another name, such as “{name} 2”.", name=name)
                reader.fault("NAME", items[min(number, len(items) - 1)], said, remedy)
                clear = False
    return seating if clear else ()


def _wrong_number(reader: Reader, node: Node, players: int, game: Game) -> None:
    said = plural(players, "Here is 1 player.", "Here are {n} players.")
    least, most = game.players[0], game.players[-1]
    remedy = Say("{title} is for {least} to {most}.", title=game.title, least=least, most=most)
    reader.fault("PLAYERS", node, said, remedy)


def _people(
    reader: Reader, found: Found, asks: tuple[SetupField, ...], names: Names, *, complete: bool
) -> dict[str, Player]:
    people = {}
    for ask in asks:
        if not ask.is_person:
            continue
        if ask.name not in found:
            if complete and ask.required:
                reader.missing(reader.document.root, ask.name, ask.ask)
            continue
        node = reader.scalar(found[ask.name][1], Say("one name"))
        name = None if node is None else _person(reader, node, ask, names)
        if name is not None:
            people[ask.name] = name
    return people


def _person(reader: Reader, node: Scalar, ask: SetupField, names: Names) -> Player | None:
    try:
        name = name_of(node.text)
    except Unfit as unfit:
        reader.unfit(node, unfit)
        return None
    if likeness(name) in map(likeness, names.given):
        said = Say(
            "“{name}” is the {part} and cannot sit among the players.",
            name=shown(name),
            part=ask.name,
        )
        reader.fault(
            "LEADER", node, said, Say("Leave the name out of “players”, or name somebody else.")
        )
    return Player(name)


def _texts(
    reader: Reader, found: Found, asks: tuple[SetupField, ...], *, complete: bool
) -> dict[str, str]:
    texts = {}
    for ask in asks:
        if ask.is_person:
            continue
        if ask.name in found:
            text = read_setup_text(reader, found[ask.name][1], ask)
            if text is not None:
                texts[ask.name] = text
        elif complete and ask.required:
            reader.missing(reader.document.root, ask.name, ask.ask)
    return texts


def read_setup_text(reader: Reader, node: Node, field: SetupField) -> str | None:
    """Read what a set-up field holds that is nobody's name, as the room gets it."""
    if isinstance(field.shape, Text | FileText):
        return read_text(reader, node, field.ask, field.shape.read)
    value = Values(reader, Names()).read(node, field.shape)
    return None if value is None else written(value)


def written(value: Value) -> str:
    """Write a number, a word, or yes or no, as the room gets it.

    >>> written(3), written(True), written("wet")
    ('3', 'yes', 'wet')
    """
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
