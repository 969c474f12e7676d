"""A page shown in the browser, from a file that stays until the system clears it away."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path

import click

from referee.cli.output import talk
from referee.core.say import Say


def show_in_browser(page: str) -> None:
    """Show a page, and say in which file it is; where no browser opens, that alone.

    Raises ClickException where the file cannot be written.
    """
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="referee-", suffix=".html", delete=False, encoding="utf-8"
        ) as file:
            file.write(page)
    except OSError as error:
        said = Say(
            "The page cannot be written ({why}); print it with --format html.", why=str(error)
        )
        raise click.ClickException(str(said)) from error
    path = Path(file.name)
    if webbrowser.open(path.as_uri()):
        talk(str(Say("The sheet is in {path}.", path=str(path))))
    else:
        talk(str(Say("No browser could be opened; the sheet is in {path}.", path=str(path))))
