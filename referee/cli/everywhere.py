"""The options of every command, which may be before or after its name, and the line about them."""

from __future__ import annotations

from typing import Any, Final

import click

from referee.cli.streams import Asked
from referee.core.say import AsIs, Say
from referee.files.tags import tags

COLORS: Final = ("auto", "always", "never")
LINE: Final = Say(
    "Everywhere: {options}",
    options=AsIs("--lang TAG, --color auto|always|never, --no-pager, -h"),
)


def _choose_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        Asked.color = value


def _choose_pager(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        Asked.has_pager = False


def _help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from referee.cli.output import long_result  # only for who asks
        from referee.render.formats import Format

        long_result(ctx.get_help(), Format.PLAIN)
        ctx.exit()


class Everywhere(click.Option):
    """An option of every command: completed like others, and named by the last line of a help."""

    def __init__(self, *names: str, **given: Any) -> None:
        super().__init__(names, expose_value=False, **given)

    def get_help_record(self, ctx: click.Context) -> None:
        """Return nothing: no list of options has it."""
        return


HELP: Final = Everywhere(
    "-h", "--help", is_flag=True, is_eager=True, callback=_help, help="Show this help."
)
OPTIONS: Final = (
    Everywhere(  # read before all others, in referee.cli.languages
        "--lang", metavar="TAG", type=click.Choice(tags()), help="The language, such as ja."
    ),
    Everywhere(
        "--color", type=click.Choice(COLORS), callback=_choose_color, help="When to use colour."
    ),
    Everywhere(
        "--no-pager", is_flag=True, callback=_choose_pager, help="Print everything without a pager."
    ),
)


class Command(click.Command):
    """A command with the options of every command."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """List its own options, then those of every command."""
        *own, last = super().get_params(ctx)
        return [*own, *OPTIONS, last]

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """Name the option that shows the help page."""
        return HELP.opts

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return the option that shows the help page."""
        return HELP

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """End the help page with the line about the options of every command."""
        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(str(LINE))
