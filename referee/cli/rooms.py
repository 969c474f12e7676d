"""Finding the rooms: a game is there because its folder is."""

from __future__ import annotations

import os  # not pathlib, which would cost every start
from importlib import import_module
from typing import cast

import click

from referee import games
from referee.core.errors import RefereeError
from referee.core.old_game import AnyGame
from referee.core.rulebook import Rulebook
from referee.core.say import Say, join_or
from referee.core.words import prefix_matches
from referee.files.rulebooks import load_rulebook


def game_ids() -> tuple[str, ...]:
    """List the games that have a room, in alphabetical order.

    >>> "no-swap-no-pay" in game_ids()
    True
    """
    folders = (folder for place in games.__path__ for folder in os.scandir(place))
    rooms = (each.name for each in folders if os.path.isfile(f"{each.path}/__init__.py"))  # noqa: PTH113
    return tuple(sorted(room.replace("_", "-") for room in rooms))


def complete_games(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the name of a game in the shell."""
    return [game for game in game_ids() if game.startswith(word)]


def open_game(word: str) -> tuple[AnyGame, Rulebook]:
    """Load the room that the word names or begins, and its rulebook.

    Raises RefereeError where no room fits, or more than one.

    >>> open_game("no-swap")[0].id
    'no-swap-no-pay'
    """
    found = prefix_matches(word, game_ids())
    if len(found) != 1:
        raise RefereeError(_which(word, found))
    room = import_module(f"referee.games.{found[0].replace('-', '_')}")
    return cast("AnyGame", room.GAME), load_rulebook(found[0])


def _which(word: str, found: tuple[str, ...]) -> Say:
    if found:
        return Say("“{word}” may be {found}: which?", word=word, found=join_or(found))
    return Say("No game is called “{word}”. There are {games}.", word=word, games=game_ids())
