"""``referee games``, ``rules`` and ``cases``: what can be looked up."""

from __future__ import annotations

from functools import partial
from typing import Final

import click
from msgspec.structs import replace

from referee.cli.everywhere import Command
from referee.cli.output import columns, for_any_encoding, long_result, style, tell_problem
from referee.cli.parameters import complete_games, completed, format_option
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import worded
from referee.registry import open_game, sound_games
from referee.render.formats import Format, Style
from referee.render.rulebook import GameLine, render_games, render_rule, render_rulebook

MOST: Final = 5
"""How many of those that were found are shown, unless all are asked for."""
_all_option = click.option("--all", "everything", is_flag=True, help="Show all that were found.")


@click.command("games", cls=Command)
@format_option(Format.CSV, Format.MARKDOWN)
def games(fmt: Format) -> None:
    """List the games, their player counts, editions, and where their rules come from.

    Installed game packages that cannot be used are named below the list.
    """
    from referee.core.paper.booklet import edition_text  # a single rule needs neither
    from referee.core.paper.wording import text_of

    sound, broken = sound_games()
    lines = [
        GameLine(
            id=game.id,
            title=game.title,
            players="{}-{}".format(*book.players),
            edition=book.edition.title,
            source=text_of(edition_text(book)),
            parts=game.parts,
        )
        for game, book in sound
    ]
    long_result(render_games(lines, fmt), fmt)
    for problem in broken:
        tell_problem(problem, as_json=False)


@click.command("rules", cls=Command)
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1, shell_complete=partial(completed, "rules"))
@click.option(
    "--format",
    "fmt",
    type=click.Choice([f.value for f in Format if f is not Format.CSV]),
    callback=lambda ctx, param, value: value and Format(value),
    help="How to print the result; text, markdown and html print the whole booklet.",
)
@_all_option
def rules(game: str, words: tuple[str, ...], fmt: Format | None, everything: bool) -> None:
    """Show the rules of GAME: the whole booklet, one rule by its ID, or the rules about WORDS.

    \b
    Examples: referee rules no-swap
              referee rules no-swap NSP-5.2
              referee rules no-swap silver set
              referee rules no-swap --format html > rules.html
    """
    room, book = open_game(game)
    shown = style()
    if not words and fmt in {None, Format.TEXT, Format.MARKDOWN, Format.HTML}:
        _show_booklet(room, book, fmt or Format.TEXT, shown)
        return
    fmt = Format.TABLE if fmt in {None, Format.TEXT} else fmt
    if fmt is Format.HTML:
        raise click.UsageError("--format html prints the whole booklet. Leave out the words.")
    if not words:
        long_result(render_rulebook(book, tuple(book.rules.values()), fmt, shown), fmt)
        return
    from referee.operations.asking import decided_about, rules_about, rules_named  # see above

    named = rules_named(book, words)
    if len(named) > 1 and fmt is Format.JSON:
        long_result(render_rulebook(book, named, fmt, shown), fmt)
        return
    if named:
        between = "" if fmt is Format.PLAIN else "\n"
        long_result(between.join(render_rule(rule, book, fmt, shown) for rule in named), fmt)
        return
    sought = " ".join(words)
    found = rules_about(room, book, sought)
    if len(found) == 1:
        long_result(render_rule(found[0].rule, book, fmt, shown), fmt)
    elif fmt in {Format.TABLE, Format.PLAIN}:
        from referee.render.sentences import render_found

        most = len(found) if everything else MOST
        text = render_found(found, fmt, shown, most, decided_about(room, sought))
        long_result(text, Format.PLAIN)
    else:
        long_result(render_rulebook(book, [each.rule for each in found], fmt, shown), fmt)


def _show_booklet(room: Game, book: Rulebook, fmt: Format, shown: Style) -> None:
    from referee.core.paper.booklet import booklet_of  # a single rule needs none of these

    booklet = booklet_of(book, room.title, room.paper)
    if fmt is Format.HTML:
        from referee.html.reading import render_booklet_page  # its templates take time to load

        text = for_any_encoding(render_booklet_page(booklet))
    else:
        from referee.render.rulebook import render_booklet

        text = render_booklet(booklet, fmt, replace(shown, width=columns()))
    long_result(text, fmt)


@click.command("cases", cls=Command)
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1, shell_complete=partial(completed, "cases"))
@format_option(Format.MARKDOWN, Format.CSV, Format.HTML)
@_all_option
def cases(game: str, words: tuple[str, ...], fmt: Format, everything: bool) -> None:
    """Show decided disputes of GAME: all of them, one by its ID, or those about WORDS.

    The referee answers each case again before it shows it. With --format markdown or html the
    casebook is a booklet.

    \b
    Examples: referee cases no-swap
              referee cases no-swap empty bag
    """
    from referee.operations.asking import decided, find_cases
    from referee.render.rulings import case_facts, render_case, render_cases

    room, book = open_game(game)
    shown, sought = style(), " ".join(words)
    found = find_cases(room, book, sought)
    if sought and len(found) > 1 and fmt in {Format.TABLE, Format.PLAIN}:
        from referee.operations.asking import cases_about
        from referee.render.sentences import render_found

        near = cases_about(room, book, sought)
        most = len(near) if everything else MOST
        long_result(render_found(near, fmt, shown, most), Format.PLAIN)
        return
    answered = [decided(case, room, book) for case in found]
    if fmt is Format.HTML:
        from referee.html.reading import render_casebook_page  # its templates take time to load

        facts = [(each, case_facts(each)) for each in answered]
        long_result(render_casebook_page(facts, book, worded(room.title)), fmt)
    elif len(answered) == 1 and sought and fmt is not Format.JSON:
        long_result(render_case(answered[0], book, fmt, shown), fmt)
    else:
        long_result(render_cases(answered, book, fmt, shown), fmt)
