"""Who plays, and what the table agreed on, as told on the command line."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from msgspec import Struct

from referee.core.errors import RefereeError
from referee.core.old_game import AnyGame
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.files.tables_asked import make_setup, split_players

F = TypeVar("F", bound=Callable[..., Any])


class Seats(Struct, frozen=True):
    """The seat options as they were typed."""

    players: str | None
    player: tuple[str, ...]
    switches: tuple[str, ...]
    leader: str | None
    maze: str | None
    table: str | None
    timer: bool

    def setup(self, game: AnyGame, book: Rulebook) -> Setup:
        """Make the setup of a table. Raises RefereeError or Unreadable for what cannot be."""
        self.refuse_needless_timer(game)
        if self.table is not None:
            return self._setup_from_file(self.table, game)
        names = (*(split_players(self.players) if self.players else ()), *self.player)
        if not names:
            raise RefereeError(Say("Who plays? Name them clockwise: --players Ana,Bo,Cy,Di"))
        self._refuse_unasked(game)
        aside = {} if self.leader is None else {"leader": self.leader}
        return make_setup(game, book, names, self.switches, aside, self._texts(game))

    def refuse_needless_timer(self, game: AnyGame) -> None:
        """Stop before anything is begun where a timer is asked for and the game has none."""
        if self.timer and not game.has_timer:
            raise RefereeError(Say("{game} has no sand timer: leave --timer out.", game=game.id))

    def refuse_any(self, path: str) -> None:
        """Stop where a journal is named beside options that it tells itself."""
        told = (name for name in self.__struct_fields__ if name != "timer")
        if any(getattr(self, name) for name in told):
            raise RefereeError(Say("{path} knows its table; leave the options out.", path=path))

    def _texts(self, game: AnyGame) -> dict[str, str]:
        if self.maze is None:
            return {}
        from referee.core.shape import FileText
        from referee.files.text_files import text_in_file  # only where a maze is given

        (read,) = (ask.read for ask in game.setup if ask.name == "maze")
        return {"maze": text_in_file(self.maze, FileText("maze", "", read), game.id)}

    def _setup_from_file(self, path: str, game: AnyGame) -> Setup:
        from referee.cli.opening import open_table  # only where a file tells the table

        if self.players or self.player or self.switches or self.leader or self.maze:
            raise RefereeError(Say("--from tells the whole table; leave the other options out."))
        return open_table(path, game.id)

    def _refuse_unasked(self, game: AnyGame) -> None:
        asked = {ask.name for ask in game.setup}
        for name in ("leader", "maze"):
            if getattr(self, name) is not None and name not in asked:
                said = Say("{game} knows no {name}: leave --{name} out.", game=game.id, name=name)
                raise RefereeError(said)


def seat_options(command: F) -> F:
    """Offer the options that tell who plays; the command gets them as ``seats``."""

    @wraps(command)  # carries along the options that the command has already
    def with_seats(**options: Any) -> object:
        typed = {name: options.pop(name) for name in Seats.__struct_fields__}
        return command(seats=Seats(**typed), **options)

    wrapped: Any = with_seats
    for option in (
        click.option("--timer", is_flag=True, help="Let the referee keep the sand timer."),
        click.option("--from", "table", type=click.Path(), help="Take the table from a YAML file."),
        click.option("--maze", help="A maze file, where the game knows one."),
        click.option("--leader", help="Who leads, where the game has a leader."),
        click.option(
            "--set", "switches", multiple=True, metavar="NAME=VALUE", help="Set a switch or number."
        ),
        click.option("--player", multiple=True, help="One player more; for names with commas."),
        click.option("--players", help="The players clockwise, with commas between."),
    ):
        wrapped = option(wrapped)
    return wrapped
