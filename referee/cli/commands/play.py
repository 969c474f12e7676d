"""``referee play``: walk through a game, or go on with one."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import click
from msgspec.structs import replace

from referee.cli.output import style, talk
from referee.cli.parameters import JOURNALS, complete_games_or_files, game_argument
from referee.cli.play.line_reader import LineReader, ending_in_order
from referee.cli.play.prompt import WIDTH, Look
from referee.cli.play.screen import Screen
from referee.cli.setup_options import (
    GameCommand,
    SetupOptions,
    kept_for,
    offer_to_keep,
    seat_options,
)
from referee.core.game import Game
from referee.core.paper.wording import text_of
from referee.core.play.loop import GameLoop
from referee.core.play.marks.depth import CHOOSE_DEPTH, DEPTHS
from referee.core.play.marks.marking import ANNOUNCE, ASK, ON
from referee.core.play.reading import commands
from referee.core.play.record import Preference
from referee.core.play.timer import advance
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, RefereeError, Say, join
from referee.core.table import ROUND, TURN, Setup
from referee.files.diagnostics import for_shell
from referee.files.journal.errors import WriteFailed
from referee.files.journal.journal import Journal
from referee.operations.opening import names_file, now, open_journal
from referee.registry import open_game


@click.command("play", cls=GameCommand)
@game_argument(complete_games_or_files, required=False)
@seat_options
@click.option(
    "--journal", "path", metavar="FILE", type=JOURNALS, help="Save the game in this file."
)
@click.option(
    "--forced",
    type=click.Choice([ANNOUNCE, ASK]),
    help=(
        "Announce answers that the rules force, or ask for them. A terminal announces, a pipe asks."
    ),
)
@click.option(
    "--by",
    type=click.Choice(DEPTHS),
    help="Write by the turn, or only what each round leaves; by the turn if left out.",
)
@click.option("--teach", is_flag=True, help="Explain each rule the first time it matters.")
def command(
    game: str | None,
    seats: SetupOptions,
    path: str | None,
    forced: str | None,
    by: str | None,
    teach: bool,
) -> int:
    """Play GAME step by step, or continue a journal.

    The referee asks for anything you leave out, even the game. Every entry is saved before the
    referee confirms it. At a prompt, ? shows the possible answers. From a pipe, the referee
    reads one line for each prompt. With --timer the referee runs the sand timer: each prompt
    shows the time left, a bell rings at the end, and pause and resume stop and start it.

    \b
    Examples: referee play
              referee play no-swap --players Ana,Bo,Cy,Di
              referee play no-swap-no-pay-2026-11-21-1.jsonl
    """
    reader = LineReader(at_terminal=sys.stdin.isatty() and sys.stdout.isatty())
    chosen = {commands.FORCED: forced, commands.TEACH: ON if teach else None}
    chosen[commands.TIMER] = ON if seats.timer else None
    with ending_in_order(), _journal(game, seats, path, by, reader) as journal:
        gc.freeze()  # what is there stays there
        gc.enable()  # an evening is long
        session = journal.session
        for name, value in chosen.items():
            if value is not None and session.preferences.get(name) != value:
                session.add(Preference(name, value))
        return Screen(journal, style, reader).play()


def _journal(
    game: str | None, seats: SetupOptions, path: str | None, by: str | None, reader: LineReader
) -> Journal:
    """Begin a journal, or continue one: in its own file, or in ``path``."""
    if game is None and seats.table is not None:
        from referee.operations.opening import opened_as  # few tables are in a file

        game = opened_as(seats.table).game or None
    if game is None:
        from referee.cli.play.opening import answering, choose

        game = choose(answering(reader.ask))
    if names_file(game):
        seats.reject_all(game)
        return _continue(game, path, seats, by)
    return _begin(game, path, seats, by, reader)


def _look() -> Look:
    return Look(colour=False, cells=style().width or WIDTH)


def _begin(
    game: str, path: str | None, seats: SetupOptions, by: str | None, reader: LineReader
) -> Journal:
    from referee.cli.play import opening  # who continues is asked nothing

    room, book = _open_game(game)
    seats.refuse_needless_timer(room)
    if by == ROUND and not room.course.depth:
        needless = "{game} is written by the turn. Leave out --by."
        raise RefereeError(Say(needless, game=AsIs(room.id)))
    while True:
        try:
            names, setup = _ask_missing(room, book, seats, by, reader)
            break
        except opening.TakenBack:
            talk(Say("From the beginning."))
    book = book.with_table_numbers(setup.numbers)
    if path:
        journal = Journal.create(Path(path), room, book, setup, now)
    else:
        journal = Journal.create_next(Path(), room, book, setup, now)
    seats_text = join([f"{n} {name}" for n, name in enumerate(setup.seating, start=1)], ", ")
    clockwise = Say("Clockwise: {names}.", names=seats_text)
    for person in opening.taken_out(names, setup):
        clockwise = join((Say("{person} leads.", person=person), clockwise), " ")
    for said in (
        clockwise,
        Say("The record: {path}", path=for_shell(journal.path)),
        Say(
            "Help: {help}   Take back: {undo}   Leave: {quit}",
            help="?",
            undo=commands.UNDO,
            quit=commands.QUIT,
        ),
    ):
        for line in _look().set_in(text_of(said)):
            talk(line)
    return journal


def _ask_missing(
    room: Game, book: Rulebook, seats: SetupOptions, by: str | None, reader: LineReader
) -> tuple[tuple[str, ...], Setup]:
    """Ask for all that the options leave out; return the names as typed, and the setup.

    Raises TakenBack.
    """
    from referee.cli.play import opening  # see above

    is_asked = seats.is_empty
    hear = opening.answering(reader.ask, room)
    if not seats.tells_who_plays:
        apart = [seats.fields[each.name] for each in room.setup if each.name in seats.fields]
        seats = replace(seats, player=opening.ask_players(hear, room, apart))
    setup = replace(seats.setup(room, book), by=by or TURN)
    setup = opening.ask_fields(room, setup, hear)
    if is_asked:
        setup = opening.ask_variants(hear, room, book, setup)
    kept = kept_for(book, setup)
    setup = opening.ask_numbers(book, setup, hear, kept.numbers)
    if reader.at_terminal:
        offer_to_keep(book, setup, kept, hear)
    return tuple(seats.names), setup


def _open_game(game: str) -> tuple[Game, Rulebook]:
    """Open a game by its name; for a journal without its ending, say how to continue it."""
    try:
        return open_game(game)
    except RefereeError as unknown:
        beside = f"{game}.jsonl"
        if not Path(beside).is_file():
            raise
        said = "{said} To continue: referee play {path}"
        raise RefereeError(Say(said, said=unknown.say, path=for_shell(beside))) from unknown


def _continue(old: str, new: str | None, seats: SetupOptions, by: str | None) -> Journal:
    from referee.operations.log import entry_items  # a new game has nothing to report

    journal = open_journal(old, talk, write=new is None)
    seats.refuse_needless_timer(journal.session.game)
    if new is not None:
        journal.move_to(Path(new))
    look, last = _look(), len(journal.session.active)
    said = Say("Continuing {path} after entry {n}.", path=for_shell(journal.path), n=last)
    lines = look.set_in(text_of(said))
    for item in entry_items(journal, max(1, last - _MOST_SHOWN + 1)):
        lines += look.entry(str(item.number), text_of(item.said))
    for line in lines:
        talk(line)
    if by is not None:
        for said in GameLoop(journal.session).feed(f"/{CHOOSE_DEPTH} {by}").sentences:
            talk(said)
    try:
        advance(journal.session)
    except WriteFailed as problem:  # at the prompt there is a way out, and none here
        talk(problem.say)
    return journal


_MOST_SHOWN = 3
"""How many entries are shown of a journal that is continued."""
