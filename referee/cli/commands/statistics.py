"""``referee stats`` and ``referee export``: what many evenings add up to, for us and for others."""

from __future__ import annotations

import gc

import click
from msgspec.structs import replace

from referee.cli.everywhere import Command
from referee.cli.output import UNREADABLE, for_any_encoding, long_result, result, style, talk
from referee.cli.parameters import JOURNALS, format_option
from referee.core.paper.statistics import unread_lines
from referee.core.say import Say
from referee.files.diagnostics import for_shell
from referee.operations.papers.evenings import files_in, names_of, read_evenings
from referee.registry import open_game, speak_of_no_game
from referee.render.formats import Format
from referee.render.records.statistics import plays_csv, render_statistics

_alias_option = click.option(
    "--alias",
    "aliases",
    multiple=True,
    metavar="NAME=VALUE",
    help="Two names of one player, such as Bo=Boris.",
)


@click.command("stats", cls=Command)
@click.argument("places", nargs=-1, metavar="[FOLDER or FILE]...", type=JOURNALS)
@click.option(
    "--player", "players", metavar="NAME", multiple=True, help="Only games with this player."
)
@click.option("--game", "games", metavar="NAME", multiple=True, help="Only this game.")
@click.option("--since", metavar="DATE", help="Only games since this day, such as 2026-11-21.")
@_alias_option
@format_option(Format.CSV, Format.MARKDOWN, Format.HTML)
def stats(
    places: tuple[str, ...],
    players: tuple[str, ...],
    games: tuple[str, ...],
    since: str | None,
    aliases: tuple[str, ...],
    fmt: Format,
) -> int:
    """Show statistics of the games in a FOLDER, or in FILEs.

    Reads finished journals and holdings files, also in subfolders; without a name, those of
    the current folder. A players.yaml in the folder lists people who played under two names.

    \b
    Examples: referee stats
              referee stats --player Ana --format html > evenings.html
    """
    gc.enable()  # thousands of records are read
    where = places or (".",)
    names = names_of(where, aliases)
    found = read_evenings(where, names)
    if found.evenings:
        chosen = found.chosen([names.get(each, each) for each in players], games, since)
        speak_of_no_game()
        statistics = found.statistics(chosen)
    elif fmt is Format.JSON:
        statistics = found.statistics(())
    else:
        talk(Say("No evening here could be read."))
        for line in unread_lines(found.statistics(())):
            talk(f"  {line}")
        return UNREADABLE
    if fmt is Format.HTML:
        from referee.html.reading import render_statistics_page  # its templates are large

        long_result(for_any_encoding(render_statistics_page(statistics)), fmt)
    else:
        long_result(render_statistics(statistics, fmt, style()), fmt)
    return 0 if found.evenings else UNREADABLE


@click.command("export", cls=Command)
@click.argument("journals", nargs=-1, required=True, metavar="JOURNAL...", type=JOURNALS)
@click.option("--to", required=True, type=click.Choice(["bgstats", "csv"]), help="For what.")
@click.option("--place", default="", metavar="TEXT", help="Where you played.")
@_alias_option
def export(journals: tuple[str, ...], to: str, place: str, aliases: tuple[str, ...]) -> int:
    """Export the games of JOURNALs to BG Stats or a spreadsheet.

    The format for BG Stats follows scripts in public use; the makers of the app have not
    published one. Importing a game twice adds it once.

    Example: referee export --to bgstats saturday.jsonl > evening.bgsplay
    """
    found = read_evenings(journals, names_of((), aliases))
    if found.unread:
        for path, why in found.unread:
            talk(Say("{place}: {said}", place=path, said=why))
        return UNREADABLE
    evenings = [replace(each, place=each.place or place) for each in found.evenings]
    if not evenings:
        files = tuple(map(for_shell, sorted(files_in(journals, []))))
        talk(Say("There is no evening in {files}.", files=files))
        return UNREADABLE
    if to == "csv":
        result(plays_csv(evenings), Format.CSV)
        return 0
    from referee.render.records.statistics import bgstats  # few export

    editions = {each.game: open_game(each.game)[1].edition.title for each in evenings}
    result(bgstats(evenings, editions), Format.JSON)
    return 0
