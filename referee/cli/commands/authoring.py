"""For authors: ``referee new-game`` begins a package, ``referee translate`` a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec import json

from referee import __version__
from referee.cli.everywhere import Command
from referee.cli.output import long_result, talk
from referee.core.say import AsIs, RefereeError, Say
from referee.files.diagnostics import for_shell
from referee.render.formats import Format

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SMALL: Final = ("stone_night", "Stone Night", "STO")
WHOLE: Final = ("pebble_fair", "Pebble Fair", "PEB")
"""The packages that are copied: the folder and module, the title, what rule ids begin with."""
_COPIED_SUFFIXES: Final = (".py", ".yaml", ".toml", ".md", ".txt")
_PREFIX_LETTERS: Final = 3
_REQUIREMENT: Final = '"referee>=1,<2"'
"""What a model needs of the referee."""


@click.command("new-game", cls=Command)
@click.argument("title")
@click.option("--whole", is_flag=True, help="A small whole game, to play, ask about and print.")
@click.option("--id", "game_id", metavar="NAME", help="Its name in commands and files.")
@click.option(
    "-o", "--output", metavar="FOLDER", help="Where to write it; the folder ./NAME if left out."
)
def new_game(title: str, whole: bool, game_id: str | None, output: str | None) -> None:
    """Write a package with a game called TITLE, which can be scored and whose tests pass.

    Its README says what each further module adds: questions, playing, paper.

    \b
    Examples: referee new-game "Stone Night"
              referee new-game "Stone Night" --whole -o night
    """
    title = " ".join(title.split())
    if not title or not title.isprintable():
        raise click.UsageError("A game needs a title.")
    game_id = game_id or _id_of(title)
    _check_id(game_id)
    folder = Path(output or game_id)
    model = WHOLE if whole else SMALL
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            said = "There is something in {folder} already. Name another folder: --output"
            raise RefereeError(Say(said, folder=for_shell(folder)))
        for place, text in _files(model, title, game_id):
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        said = "{path} cannot be written: {why}."
        raise RefereeError(Say(said, path=for_shell(folder), why=why)) from error
    shown, example = for_shell(folder), for_shell(folder / "example.yaml")
    talk(Say("{title} is in {folder}.", title=title, folder=shown))
    talk(Say("To try it: {command}", command=AsIs(f"pip install -e {shown}")))
    talk(Say("Then: {command}", command=AsIs(f"referee score {example}")))


def _id_of(title: str) -> str:
    """Make an id of a title: its letters without their marks; empty where it has none of ours."""
    from unicodedata import normalize

    plain = normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain.replace("'", "")))


def _check_id(game_id: str) -> None:
    """Make sure that a game can be installed under an id. Raises RefereeError."""
    import keyword
    from importlib.util import find_spec

    from referee.core.answers.text_input import prefix_matches
    from referee.registry import ID, game_ids, own_ids

    if not re.fullmatch(ID, game_id):
        said = (
            "An id is made of small letters, digits and single dashes. Name one: --id stone-night"
        )
        raise RefereeError(Say(said))
    module = game_id.replace("-", "_")
    taken = [*prefix_matches(game_id, own_ids()), *(each for each in game_ids() if each == game_id)]
    if taken:
        said = "The id “{id}” is taken by the game {taken}. Name another: --id"
        raise RefereeError(Say(said, id=game_id, taken=AsIs(taken[0])))
    if keyword.iskeyword(module) or module == "tests" or find_spec(module) is not None:
        said = "The id “{id}” is taken: there is another Python module {module}. Name another: --id"
        raise RefereeError(Say(said, id=game_id, module=AsIs(module)))


def _files(model: tuple[str, str, str], title: str, game_id: str) -> Iterator[tuple[str, str]]:
    """Yield each file of a model, its place and its text, under other names."""
    from referee.files.documents.template import quoted

    package, called, prefix = model
    letters = re.sub("[^A-Z]", "", f"{game_id.upper()}GAME")
    names = {
        f"title: {called}": f"title: {quoted(title)}",
        f'"{called}"': json.encode(title).decode(),
        called: title,
        package: game_id.replace("-", "_"),
        package.replace("_", "-"): game_id,
        prefix: letters[:_PREFIX_LETTERS],
        _REQUIREMENT: _requirement(__version__),
    }
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

    def renamed(text: str) -> str:
        return named.sub(lambda found: names[found[0]], text)

    for place, text in _files_below(_model_folder(package)):
        yield renamed(place), renamed(text)


def _requirement(version: str) -> str:
    """Name the versions that a package needs, which before 1 promise nothing.

    >>> _requirement("1.4.0"), _requirement("0.9.2")
    ('"referee>=1,<2"', '"referee"')
    """
    first = int(version.partition(".")[0])
    return f'"referee>={first},<{first + 1}"' if first else '"referee"'


def _model_folder(package: str) -> Traversable:
    """Find the folder of a model: in a wheel next to our modules, in a checkout among the tests."""
    from importlib.resources import files

    ours = files("referee")
    packed = ours.joinpath("models", package)
    if packed.is_dir() or not isinstance(ours, Path):
        return packed
    return ours.parent / "tests" / package


def _files_below(folder: Traversable, under: str = "") -> Iterator[tuple[str, str]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        place = f"{under}{each.name}"
        if each.is_dir():
            yield from _files_below(each, f"{place}/")
        elif each.name.endswith(_COPIED_SUFFIXES):
            yield place, each.read_text(encoding="utf-8")


_MORE: Final = Say(
    "Translating needs more: {command}", command=AsIs('pip install "referee[translate]"')
)


@click.command("translate", cls=Command)
@click.argument("game", required=False)
@click.argument("tag", required=False)
@click.option("--drop-obsolete", is_flag=True, help="Leave out what is no longer said.")
def translate(game: str | None, tag: str | None, *, drop_obsolete: bool) -> None:
    """Write or renew the translation of GAME into the language TAG.

    GAME may be referee, the program itself. Without TAG, print the template. Without GAME,
    renew every language of a checkout.

    Example: referee translate no-swap de
    """
    try:
        from referee.translating import renewing
    except ModuleNotFoundError as lacking:
        if lacking.name in {"babel", "pytest"}:
            raise RefereeError(_MORE) from lacking
        raise
    if game is not None and tag is None:
        long_result(AsIs(renewing.template_of(game).decode()), Format.TEXT)
        return
    renewed = (
        renewing.renew_all(drop_obsolete=drop_obsolete)
        if game is None
        else renewing.translate(game, str(tag), drop_obsolete=drop_obsolete)
    )
    long_result("\n".join(renewed), Format.TEXT)
