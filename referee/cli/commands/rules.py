"""``referee games`` and ``referee rules``: which games there are, and what their rules say."""

from __future__ import annotations

from functools import partial

import click

from referee.cli.output import (
    color_option,
    complete_games,
    completed,
    format_option,
    result,
    style,
    tell_problem,
)
from referee.core.rule_search import find_rules, nearest_rules
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import RefereeError, Say, join
from referee.registry import open_game, sound_games
from referee.render.formats import Format
from referee.render.rulebook import GameLine, render_games, render_rule, render_rulebook


@click.command("games")
@format_option(Format.CSV, Format.MARKDOWN)
def games(fmt: Format) -> None:
    """List the games, their player counts, editions, and where their rules come from.

    A package from elsewhere that cannot be used is told beside the list.
    """
    sound, broken = sound_games()
    lines = []
    for game, book in sound:
        least, most = book.players
        lines.append(
            GameLine(
                id=game.id,
                title=game.title,
                players=f"{least}-{most}",
                edition=f"{book.edition.title} ({book.edition.language})",
                source=f"{book.edition.source}, rulebook version {book.version}",
            )
        )
    result(render_games(lines, fmt), fmt)
    for problem in broken:
        tell_problem(problem, as_json=False)


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1, shell_complete=partial(completed, "rules"))
@format_option(Format.MARKDOWN)
@color_option
def command(game: str, words: tuple[str, ...], fmt: Format, color: str) -> None:
    """Read the rulebook of GAME: all of it, one rule by its ID, or what has to do with the WORDS.

    \b
    Examples: referee rules no-swap NSP-5.2
              referee rules no-swap silver set
    """
    _, book = open_game(game)
    found = find_rules(book, sought := " ".join(words))
    if not found:
        raise no_rule(book, sought)
    shown = style(color=color)
    if len(found) == 1 and words:
        result(render_rule(found[0], book, fmt, shown), fmt)
    else:
        result(render_rulebook(book, found, fmt, shown), fmt)


def no_rule(book: Rulebook, words: str) -> RefereeError:
    """Word that no rule holds any of the words, and which three are nearest."""
    near = join(tuple(map(_titled, nearest_rules(book, words))), "; ")
    said = Say(
        "No rule of {game} holds “{words}”. Nearest: {near}.",
        game=book.game,
        words=words,
        near=near,
    )
    return RefereeError(said)


def _titled(rule: Rule) -> Say:
    return Say("{id} {title}", id=rule.rule_id, title=rule.title)
