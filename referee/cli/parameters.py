"""The arguments and options that commands share, and how a shell completes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from referee.render.formats import Format

F = TypeVar("F", bound=Callable[..., Any])
NAMED: Final = "referee.named"
"""Where click's context keeps the word that names the game, once it has been typed."""


def completed(what: str, ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete a word of this kind: only a shell that asks loads what is needed for it."""
    from click.shell_completion import CompletionItem

    from referee.operations.completing import completions

    given = ctx.params
    game = given.get("game") or ctx.meta.get(NAMED) or ""
    question, facts = given.get("question") or "", given.get("facts") or ()
    found = completions(what, word, game, question, facts)
    return [CompletionItem(each, help=about or None) for each, about in found.items()]


def complete_games(ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete the name of a game."""
    return completed("games", ctx, param, word)


def complete_games_or_files(ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete the name of a game; if none begins so, a journal."""
    return completed("games", ctx, param, word) or JOURNALS.shell_complete(ctx, param, word)


def game_argument(complete: Callable[..., list[Any]], *, required: bool) -> Callable[[F], F]:
    """Offer GAME where nothing else follows: the words of a title need no quotes, ``no swap``."""
    return click.argument(
        "game",
        nargs=-1,
        required=required,
        metavar="GAME" if required else "[GAME]",
        callback=lambda ctx, param, words: " ".join(words) or None,
        shell_complete=complete,
    )


class InputFile(click.Path):
    """A file that is read: a shell offers those with these endings, as long as there are any.

    Whoever reads it reports what is wrong with it, for they know what it should be.
    """

    name = "file"

    def __init__(self, *endings: str) -> None:
        super().__init__(readable=False)
        self._endings = "|".join(endings)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
        """Leave it to the shell, which knows how names are quoted."""
        from click.shell_completion import CompletionItem  # for a shell that asks

        return [CompletionItem(word, type="file", endings=self._endings)]


JOURNALS: Final = InputFile("jsonl")
YAML: Final = InputFile("yaml", "yml")
ANY_FILE: Final = InputFile("yaml", "yml", "jsonl")


def format_option(*others: Format) -> Callable[[F], F]:
    """Offer ``--format`` with table, plain, json and ``others``, in the order of all formats."""
    offered = {Format.TABLE, Format.PLAIN, Format.JSON, *others}
    return click.option(
        "--format",
        "fmt",
        type=click.Choice([each.value for each in Format if each in offered]),
        default=Format.TABLE.value,
        callback=lambda ctx, param, value: Format(value),
        help="How to print the result.",
    )


def why_option(command: F) -> F:
    """Offer ``--why``."""
    told = "Add the workings and the text of each rule."
    return click.option("--why", is_flag=True, help=told)(command)
