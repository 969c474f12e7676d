"""``referee play``: walk through a game, or go on with one."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from referee.cli.open_files import names_file, now, open_journal
from referee.cli.output import color_option, completed, style, talk
from referee.cli.play.line_reader import LineReader
from referee.cli.play.screen import Screen
from referee.cli.play.setup_dialogue import fill_in
from referee.cli.play.signals import ending_in_order
from referee.cli.saved_numbers import kept_for, offer_to_keep
from referee.cli.setup_options import GameCommand, SetupOptions, seat_options
from referee.core.play.timer import advance
from referee.core.say import Say
from referee.files.journal.errors import WriteFailed
from referee.files.journal.journal import Journal, next_journal_path
from referee.registry import open_game


@click.command("play", cls=GameCommand)
@click.argument("game", shell_complete=partial(completed, "games_or_files"))
@seat_options
@click.option("--journal", "path", type=click.Path(), help="Keep the record in this file.")
@color_option
def command(game: str, seats: SetupOptions, path: str | None, color: str) -> int:
    """Walk through a game step by step; GAME is its name, or a journal to go on with.

    Everything noted is kept in a journal at once. At a prompt, ? tells what may be answered.
    From a pipe one answer is read from each line. Numbers that only your table can read are
    asked for before the first turn, and can be kept for your next game. With --timer the
    referee keeps the sand timer of a game that has one: each prompt shows what is left, a bell
    rings when it runs out, and /pause and /resume let it stand still and run on.

    \b
    Examples: referee play no-swap --players Ana,Bo,Cy,Di
              referee play no-swap-no-pay-2026-11-21-1.jsonl
    """
    hear = LineReader(at_terminal=sys.stdin.isatty() and sys.stdout.isatty())
    with ending_in_order(), _journal(game, seats, path, hear) as journal:
        return Screen(journal, partial(style, color=color), hear, timer=seats.timer).play()


def _journal(game: str, seats: SetupOptions, path: str | None, hear: LineReader) -> Journal:
    """Begin a journal, or go on with one: in its own file, or with ``path`` in another."""
    if names_file(game):
        seats.reject_all(game)
        return _resumed(game, path, seats)
    room, book = open_game(game)
    setup = seats.setup(room, book)
    kept = kept_for(book, setup)
    setup = fill_in(room, book, setup, hear.answer_to, kept.numbers)
    if hear.at_terminal:
        offer_to_keep(book, setup, kept, hear.answer_to)
    place = Path(path) if path else next_journal_path(Path(), room.id, now()[:10])
    journal = Journal.create(place, room, book.with_table_numbers(setup.numbers), setup, now)
    talk(Say("The record is kept in {path}.", path=str(place)))
    return journal


def _resumed(old: str, new: str | None, seats: SetupOptions) -> Journal:
    journal = open_journal(old, write=new is None)
    seats.refuse_needless_timer(journal.session.game)
    if new is not None:
        journal.move_to(Path(new))
    last = len(journal.session.record)
    talk(Say("Going on with {path} after entry {n}.", path=str(journal.path), n=last))
    try:
        advance(journal.session)
    except WriteFailed as problem:  # at the prompt there is a way out, and none here
        talk(problem.say)
    return journal
