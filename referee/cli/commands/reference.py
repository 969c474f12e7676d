"""``referee explain``, ``schema`` and ``help``: what the program says of itself."""

from __future__ import annotations

from typing import Any

import click

from referee.cli.everywhere import Command
from referee.cli.output import long_result, result, style
from referee.cli.parameters import complete_games, format_option
from referee.core.say import AsIs, RefereeError, Say, worded
from referee.registry import game_ids, games_asking_for, open_game, text_kinds
from referee.render.formats import Format, as_json


def complete_kinds(ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete a game, or a kind of file."""
    from click.shell_completion import CompletionItem

    from referee.files.documents.schemas.files import KINDS
    from referee.files.documents.schemas.printed import PRINTED

    kinds = (*KINDS, *PRINTED, *text_kinds())
    begun = (CompletionItem(kind) for kind in kinds if kind.startswith(word))
    return [*complete_games(ctx, param, word), *begun]


def complete_codes(ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete the code of a message about a file."""
    from click.shell_completion import CompletionItem

    from referee.files.codes import CODES

    begun = (each for each in CODES if each.code.startswith(word.upper()))
    return [CompletionItem(each.code, help=each.means) for each in begun]


@click.command("explain", cls=Command)
@click.argument("code", nargs=-1, metavar="[CODE or WORDS]...", shell_complete=complete_codes)
@format_option(Format.CSV, Format.MARKDOWN)
def explain(code: tuple[str, ...], fmt: Format) -> None:
    """Explain the CODE of a message about a file, and what to do; or list all codes.

    Example: referee explain FULL-WIDTH
    """
    from referee.files.codes import CODES, find_codes  # a schema needs none
    from referee.render.diagnostics import render_codes

    words = " ".join(code)
    found = find_codes(words)
    if not found:
        from referee.files.diagnostics import suggest  # only for a slip

        remedy = suggest(words, [each.code for each in CODES])
        said = Say("There is no code “{words}”. {remedy}", words=words, remedy=remedy)
        raise click.UsageError(str(said))
    told = [(each.code, worded(each.means), worded(each.remedy)) for each in found]
    long_result(render_codes(told, fmt, style()), fmt)


@click.command("schema", cls=Command)
@click.argument("what", required=False, metavar="[GAME|KIND]", shell_complete=complete_kinds)
def schema(what: str | None) -> None:
    """Print the JSON Schema of a holdings file of GAME, for editors; alone, list all schemas.

    Instead of a game, name another kind of file (dispute, scenario, rulebook, maze), or a command
    whose JSON you want to read (ask, score, sheet).

    \b
    Examples: referee schema no-swap > no-swap.schema.json
              referee schema dispute
              referee schema
    """
    from referee.files.documents.schemas.files import (  # a code needs no schema
        KINDS,
        holdings_schema,
        kind_schema,
        text_schema,
    )
    from referee.files.documents.schemas.printed import PRINTED, printed_schema

    if what is None:
        listed = (
            (Say("Holdings of a game"), game_ids()),
            (Say("Files"), (*KINDS, *text_kinds())),
            (Say("What is printed as JSON"), PRINTED),
        )
        for title, names in listed:
            result(Say("{title}: {names}", title=title, names=AsIs(" ".join(names))), Format.PLAIN)
        return
    if what in KINDS or what in PRINTED:
        found = kind_schema(what) if what in KINDS else printed_schema(what)
        result(as_json(found), Format.JSON)
        return
    asked = games_asking_for(what)
    if asked:
        result(as_json(text_schema(what, asked)), Format.JSON)
        return
    try:
        room, book = open_game(what)
    except RefereeError:
        from referee.core.answers.text_input import nearest  # only for a slip

        near = nearest(what, (*game_ids(), *KINDS, *PRINTED, *text_kinds()))
        if near is None or near in game_ids():
            raise
        said = Say("“{word}” has no schema. Did you mean “{near}”?", word=what, near=near)
        raise RefereeError(said) from None
    result(as_json(holdings_schema(room, book)), Format.JSON)


def complete_commands(ctx: click.Context, param: click.Parameter, word: str) -> list[Any]:
    """Complete the name of a command."""
    root = ctx.find_root()
    return root.command.shell_complete(root, word) if word[:1] != "-" else []


@click.command("help", cls=Command)
@click.argument("name", required=False, metavar="[COMMAND]", shell_complete=complete_commands)
@click.pass_context
def help_page(ctx: click.Context, name: str | None) -> None:
    """Show the help page of COMMAND, or the list of all commands.

    Example: referee help play
    """
    root = ctx.find_root()
    if name is not None and isinstance(root.command, click.Group):
        _, command, _ = root.command.resolve_command(root, [name])
        if command is not None:
            command.make_context(name, ["--help"], root)  # shows its page, and leaves
    long_result(root.get_help(), Format.PLAIN)
