"""``referee stats`` and ``referee export``: what many evenings add up to, for us and for others."""

from __future__ import annotations

import gc
from collections.abc import Iterable

import click
from msgspec.structs import replace

from referee.cli.output import (
    JOURNALS,
    UNREADABLE,
    for_any_encoding,
    format_option,
    result,
    style,
    talk,
)
from referee.cli.reports.evenings import Found, files_in, names_of, read_evenings
from referee.core.paper.statistics import (
    Evening,
    Statistics,
    game_tallies,
    player_tallies,
    unread_lines,
)
from referee.core.say import RefereeError, Say
from referee.registry import open_game, speak_of_no_game
from referee.render.formats import Format
from referee.render.statistics import plays_csv, render_statistics


@click.command("stats")
@click.argument("places", nargs=-1, metavar="[FOLDER or FILE]...", type=JOURNALS)
@click.option("--player", "players", multiple=True, help="Only games in which they played.")
@click.option("--game", "games", multiple=True, help="Only this game.")
@click.option("--since", metavar="DATE", help="Only from this day on, such as 2026-11-21.")
@click.option("--alias", "aliases", multiple=True, metavar="BO=BORIS", help="Bo is Boris.")
@format_option(Format.CSV, Format.MARKDOWN, Format.HTML)
def stats(
    places: tuple[str, ...],
    players: tuple[str, ...],
    games: tuple[str, ...],
    since: str | None,
    aliases: tuple[str, ...],
    fmt: Format,
) -> int:
    """Add up the evenings of a FOLDER, or of FILEs.

    Journals that came to their end and holdings files are read, in all folders below; without a
    name those of the current one. A players.yaml in the folder joins people who are the same
    under two names.

    \b
    Examples: referee stats
              referee stats --player Ana --format html > evenings.html
    """
    gc.enable()  # thousands of records are read
    where = places or (".",)
    names = names_of(where, aliases)
    found = read_evenings(where, names)
    if not found.evenings:
        return _nothing(found, fmt)
    chosen = _chosen(found.evenings, [names.get(each, each) for each in players], games, since)
    speak_of_no_game()
    told = Statistics(
        evenings=len(chosen),
        games=game_tallies(chosen),
        players=player_tallies(chosen),
        unread=tuple((each.path, each.why) for each in found.unread),
    )
    if fmt is Format.HTML:
        from referee.html.reading import render_statistics_page  # its templates are dear

        result(for_any_encoding(render_statistics_page(told)), fmt)
    else:
        result(render_statistics(told, fmt, style()), fmt)
    return 0


def _nothing(found: Found, fmt: Format) -> int:
    told = Statistics(
        evenings=0, games=(), players=(), unread=tuple((e.path, e.why) for e in found.unread)
    )
    if fmt is Format.JSON:
        result(render_statistics(told, fmt, style()), fmt)
    else:
        talk(Say("No evening here could be read."))
        for line in unread_lines(told):
            talk(f"  {line}")
    return UNREADABLE


def _chosen(
    evenings: Iterable[Evening], players: list[str], games: tuple[str, ...], since: str | None
) -> list[Evening]:
    """Choose the evenings asked for. Raises RefereeError for whom or what never occurs."""
    chosen = list(evenings)
    seated = {name for each in chosen for name in each.players}
    for player in players:
        if player not in seated:
            raise RefereeError(Say("{player} played in none of these evenings.", player=player))
        chosen = [each for each in chosen if player in each.players]
    if games:
        wanted = {open_game(word)[0].id for word in games}
        for game in sorted(wanted - {each.game for each in evenings}):
            raise RefereeError(Say("No {game} was played in these evenings.", game=game))
        chosen = [each for each in chosen if each.game in wanted]
    if since is not None:
        chosen = [each for each in chosen if each.at[:10] >= _day(since)]
    return chosen


def _day(words: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(words.strip()).isoformat()
    except ValueError:
        said = Say("“{words}” is not a day. Write it like 2026-11-21.", words=words)
        raise RefereeError(said) from None


@click.command("export")
@click.argument("journals", nargs=-1, required=True, metavar="JOURNAL...", type=JOURNALS)
@click.option("--to", required=True, type=click.Choice(["bgstats", "csv"]), help="For what.")
@click.option("--place", default="", metavar="TEXT", help="Where you played.")
@click.option("--alias", "aliases", multiple=True, metavar="BO=BORIS", help="Bo is Boris.")
def export(journals: tuple[str, ...], to: str, place: str, aliases: tuple[str, ...]) -> int:
    """Write the evenings of JOURNALs for another program: BG Stats, or a spreadsheet.

    The form of the file for BG Stats was learned from scripts in public use, not from the makers
    of the app. Importing an evening twice leaves it there once.

    Example: referee export --to bgstats saturday.jsonl > evening.bgsplay
    """
    found = read_evenings(journals, names_of((), aliases))
    if found.unread:
        for each in found.unread:
            talk(Say("{path}: {why}", path=each.path, why=each.why))
        return UNREADABLE
    evenings = [replace(each, place=each.place or place) for each in found.evenings]
    if not evenings:
        talk(Say("There is no evening in {files}.", files=tuple(sorted(files_in(journals, [])))))
        return UNREADABLE
    if to == "csv":
        result(plays_csv(evenings), Format.CSV)
        return 0
    from referee.render.statistics import bgstats  # few export

    editions = {each.game: open_game(each.game)[1].edition.title for each in evenings}
    result(bgstats(evenings, editions), Format.JSON)
    return 0
