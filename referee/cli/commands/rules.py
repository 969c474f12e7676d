"""``referee games`` and ``referee rules``: which games there are, and what their rules say."""

from __future__ import annotations

from functools import partial
from shutil import get_terminal_size
from typing import Final

import click
from msgspec.structs import replace

from referee.cli.output import (
    color_option,
    complete_games,
    completed,
    for_any_encoding,
    format_option,
    long_result,
    pager_option,
    result,
    style,
    tell_problem,
)
from referee.core.game import Game
from referee.core.paper.booklet import Booklet, booklet_of, source_of
from referee.core.paper.wording import text_of
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import RefereeError, Say, join
from referee.core.words.search import find_rules, nearest_rules
from referee.registry import open_game, sound_games
from referee.render.formats import Format, Style
from referee.render.rulebook import (
    GameLine,
    render_booklet,
    render_games,
    render_rule,
    render_rulebook,
)

BOOKLETS: Final = (Format.TEXT, Format.MARKDOWN, Format.HTML)
"""The formats in which a rulebook is a booklet."""

MAX_CASES: Final = 5
"""So many cases are named below the rules that were found."""


@click.command("games")
@format_option(Format.CSV, Format.MARKDOWN)
def games(fmt: Format) -> None:
    """List the games, their player counts, editions, and where their rules come from.

    A package from elsewhere that cannot be used is named after the list.
    """
    sound, broken = sound_games()
    lines = [
        GameLine(
            id=game.id,
            title=game.title,
            players="{}-{}".format(*book.players),
            edition=book.edition.title,
            source=text_of(source_of(book)),
        )
        for game, book in sound
    ]
    result(render_games(lines, fmt), fmt)
    for problem in broken:
        tell_problem(problem, as_json=False)


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1, shell_complete=partial(completed, "rules"))
@click.option(
    "--format",
    "fmt",
    type=click.Choice([f.value for f in Format if f is not Format.CSV]),
    callback=lambda ctx, param, value: value and Format(value),
    help="How to print it; text, markdown and html are the whole booklet.",
)
@pager_option
@color_option
def command(
    game: str, words: tuple[str, ...], fmt: Format | None, no_pager: bool, color: str
) -> None:
    """Read the rules of GAME: the booklet, one rule by its ID, or what has to do with the WORDS.

    \b
    Examples: referee rules no-swap
              referee rules no-swap NSP-5.2
              referee rules no-swap silver set
              referee rules no-swap --format html > rules.html
    """
    room, book = open_game(game)
    shown = style(color=color)
    if not words and fmt in {None, *BOOKLETS}:
        show_booklet(booklet_of(book, room.title), fmt or Format.TEXT, shown, no_pager=no_pager)
        return
    fmt = Format.TABLE if fmt in {None, Format.TEXT} else fmt
    if fmt is Format.HTML:
        raise click.UsageError("--format html prints the whole booklet. Leave out the words.")
    found = find_rules(book, sought := " ".join(words))
    if not found:
        raise no_rule(book, sought)
    if len(found) == 1 and words:
        result(render_rule(found[0], book, fmt, shown), fmt)
    else:
        result(render_rulebook(book, found, fmt, shown), fmt)
        if sought and fmt is Format.TABLE:
            _tell_cases(room, book, sought)


def _tell_cases(game: Game, book: Rulebook, words: str) -> None:
    """Name the decided cases that have most to do with the words."""
    from referee.cli.commands.cases import cases_about
    from referee.files.documents.disputes import load_cases

    for case in cases_about(load_cases(game, book), words)[:MAX_CASES]:
        result(Say("case {id}: {asked}", id=case.case_id, asked=case.asked))


def show_booklet(booklet: Booklet, fmt: Format, shown: Style, *, no_pager: bool) -> None:
    """Print a booklet; a text at a terminal goes through a pager."""
    if fmt is Format.HTML:
        from referee.html.reading import render_booklet_page  # its templates are dear

        result(for_any_encoding(render_booklet_page(booklet)), fmt)
        return
    text = render_booklet(booklet, fmt, replace(shown, width=get_terminal_size().columns))
    long_result(text, fmt, no_pager=no_pager)


def no_rule(book: Rulebook, words: str) -> RefereeError:
    """Word that no rule holds any of the words, and which three are nearest."""
    near = join(tuple(map(_titled, nearest_rules(book, words))), "; ")
    said = Say(
        "No rule of {game} mentions “{words}”. Nearest: {near}.",
        game=book.game,
        words=words,
        near=near,
    )
    return RefereeError(said)


def _titled(rule: Rule) -> Say:
    return Say("{id} {title}", id=rule.rule_id, title=rule.title)
