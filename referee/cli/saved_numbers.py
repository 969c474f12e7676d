"""Numbers that a table keeps for its next game: in the settings file of whoever plays."""

from __future__ import annotations

import os  # not pathlib, which would cost every start
from collections.abc import Mapping
from typing import Final

import click
from msgspec import Struct

from referee.cli.output import talk
from referee.cli.play.setup_dialogue import Prompter
from referee.core.answers.choices import YesNo
from referee.core.rulebook import Numbers, Rulebook
from referee.core.say import BadAnswer, Say
from referee.core.table import Setup
from referee.files.diagnostics import Unreadable

FILE: Final = "settings.yaml"
KEEP: Final = Say("Keep these numbers for your next game?  1 yes  2 no  Enter: no")


class SavedNumbers(Struct, frozen=True):
    """What was kept from earlier games of the numbers that this table is ``asked`` for.

    ``path`` is the settings file, or None where nothing can be kept.
    """

    asked: tuple[str, ...] = ()
    numbers: Mapping[str, Numbers] = {}
    path: str | None = None


def kept_for(book: Rulebook, setup: Setup) -> SavedNumbers:
    """Look up the numbers that this table would be asked for; a file in disorder is only said."""
    asked = tuple(name for _, name, _ in book.table_numbers() if name not in setup.numbers)
    path = os.path.join(click.get_app_dir("referee"), FILE)  # noqa: PTH118 - see above
    if not asked or not os.path.isabs(path):  # noqa: PTH117 - without a home it leads nowhere
        return SavedNumbers(asked)
    from referee.files.settings import load_numbers  # few games ask for numbers

    try:
        numbers = load_numbers(path, book, setup.options)
    except Unreadable as unreadable:
        talk(Say("The settings were not read: {why}", why=_first(unreadable, path)))
        return SavedNumbers(asked)
    return SavedNumbers(asked, {name: numbers[name] for name in asked if name in numbers}, path)


def offer_to_keep(book: Rulebook, setup: Setup, kept: SavedNumbers, hear: Prompter) -> None:
    """Ask once whether numbers that were typed in are kept for the next game, and keep them."""
    numbers = {
        name: setup.numbers[name]
        for name in kept.asked
        if setup.numbers[name] != kept.numbers.get(name)
    }
    if not numbers or kept.path is None:
        return
    try:
        if not YesNo().parse(hear(str(KEEP)) or "no"):
            return
    except BadAnswer:
        return
    from referee.files.settings import save_numbers  # see above

    try:
        save_numbers(kept.path, book, setup.options, numbers)
    except Unreadable as unreadable:
        talk(Say("They were not saved: {why}", why=_first(unreadable, kept.path)))
    except OSError as error:
        talk(Say("They were not saved in {path}: {why}.", path=kept.path, why=_why(error)))
    else:
        talk(Say("They are saved in {path}.", path=kept.path))


def _first(unreadable: Unreadable, path: str) -> Say:
    """Word the first thing that is wrong with the file, and where."""
    first = unreadable.diagnostics[0]
    where = Say("{path}, line {n}", path=path, n=first.line) if first.line else path
    return Say("{where}: {message}", where=where, message=first.message)


def _why(error: OSError) -> str:
    return error.strerror or str(error)
