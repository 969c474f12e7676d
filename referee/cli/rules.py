"""``referee rules``: read or search a rulebook."""

from __future__ import annotations

import click

from referee.cli.output import color_option, format_option, result, style
from referee.cli.rooms import complete_games, open_game
from referee.core.errors import RefereeError
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import Say
from referee.core.words import folded
from referee.tables.formats import Format
from referee.tables.rules import show_rule, show_rulebook


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1)
@format_option(Format.MARKDOWN)
@color_option
def command(game: str, words: tuple[str, ...], fmt: Format, color: str) -> None:
    """Read the rulebook of GAME: all of it, one rule by its ID, or what holds all the WORDS.

    \b
    Examples: referee rules no-swap NSP-5.2
              referee rules no-swap silver set
    """
    _, book = open_game(game)
    found = find_rules(book, words)
    if len(found) == 1 and words:
        result(show_rule(found[0], book, fmt, style(color=color)))
    else:
        result(show_rulebook(book, found, fmt))


def find_rules(book: Rulebook, words: tuple[str, ...]) -> tuple[Rule, ...]:
    """Find the rule of this id, or all that hold every word; all rules for no words.

    Raises RefereeError where nothing is found.
    """
    sought = [folded(word) for word in words]
    rules = tuple(book.rules.values())
    exact = [rule for rule in rules if sought == [folded(rule.rule_id)]]
    found = exact or [rule for rule in rules if all(word in _text(rule) for word in sought)]
    if not found:
        said = Say("No rule of {game} holds “{words}”.", game=book.game, words=" ".join(words))
        raise RefereeError(said)
    return tuple(found)


def _text(rule: Rule) -> str:
    return folded(" ".join((rule.rule_id, rule.title, rule.text, *rule.repairs)))
