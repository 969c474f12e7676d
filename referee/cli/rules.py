"""``referee rules``: read or search a rulebook."""

from __future__ import annotations

import click

from referee.cli.output import color_option, complete_games, format_option, result, style
from referee.core.answers.text_input import match_key
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import RefereeError, Say
from referee.registry import open_game
from referee.render.formats import Format
from referee.render.rulebook import render_rule, render_rulebook


@click.command("rules")
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1)
@format_option(Format.MARKDOWN)
@color_option
def command(game: str, words: tuple[str, ...], fmt: Format, color: str) -> None:
    """Read the rulebook of GAME: all of it, one rule by its ID, or what holds most of the WORDS.

    \b
    Examples: referee rules no-swap NSP-5.2
              referee rules no-swap silver set
    """
    _, book = open_game(game)
    found = find_rules(book, words)
    shown = style(color=color)
    if len(found) == 1 and words:
        result(render_rule(found[0], book, fmt, shown), fmt)
    else:
        result(render_rulebook(book, found, fmt, shown), fmt)


def find_rules(book: Rulebook, words: tuple[str, ...]) -> tuple[Rule, ...]:
    """Find the rule of this id, or those that hold the most of the words; all for no words.

    Raises RefereeError where no rule holds any.
    """
    sought = dict.fromkeys(match_key(part) for word in words for part in word.split())
    rules = tuple(book.rules.values())
    exact = [rule for rule in rules if [*sought] == [match_key(rule.rule_id)]]
    held = [sum(word in text for word in sought) for text in map(_text, rules)]
    most = max(held, default=0)
    found = exact or [rule for rule, n in zip(rules, held, strict=True) if n == most]
    if sought and not most and not exact:
        said = Say("No rule of {game} holds “{words}”.", game=book.game, words=" ".join(words))
        raise RefereeError(said)
    return tuple(found)


def _text(rule: Rule) -> str:
    return match_key(" ".join((rule.rule_id, rule.title, rule.text, *rule.repairs)))
