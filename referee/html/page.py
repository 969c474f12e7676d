"""A scoresheet as one HTML page for the printer: no script, no network, nothing beside it."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from typing import Any, Final, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from referee.core.log_item import clock, marks_on
from referee.core.say import Say
from referee.core.sheet_document import Paper, marks_beside
from referee.html.chart import DASHES, NUMBER, sample
from referee.html.contents import Contents, contents_of, numbers_of, told_of
from referee.html.finals import exact
from referee.html.layout import score_width
from referee.html.markup import Ink, length_of
from referee.html.style import style_of

_WORDS: Final[dict[str, Any]] = {
    "say": Say,
    "clock": clock,
    "marks_on": marks_on,
    "marks_beside": marks_beside,
    "dashes": DASHES,
    "sample": sample,
    "numbers_of": numbers_of,
    "told_of": told_of,
    "exact": exact,
    "length_of": length_of,
    "number_width": NUMBER,
    "score_width": score_width,
}
"""What the templates call by name."""


def show_html(paper: Paper) -> str:
    """Show a scoresheet as an HTML page that is made to be printed.

    >>> from referee.core.roundsheet import RoundSheet
    >>> sheet = RoundSheet(title=Say("Pebble Fair"), counts=Say("round"), seats=("小明",), rows=())
    >>> page = show_html(Paper(sheet=sheet, head=(), foot=(), language="ja", rules=()))
    >>> '<h1>Pebble Fair</h1>' in page, '<bdi lang="ja">小明</bdi>' in page
    (True, True)
    """
    contents = contents_of(paper)
    return (
        _templates()
        .get_template("sheet.html")
        .render(
            ink=Ink(paper.language, (rule.rule_id for rule in paper.rules)),
            paper=paper,
            style=style_of(paper, across=contents.layout.across),
            **_parts(contents),
        )
    )


@cache
def _templates() -> Environment:
    """Set the templates up so that nothing comes on a page but by way of its ink."""
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_inked,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(_WORDS)
    return environment


@pass_context
def _inked(context: Context, value: object) -> Markup:
    return cast("Ink", context["ink"]).shown(value)


def _parts(contents: Contents) -> dict[str, Any]:
    return {name: getattr(contents, name) for name in contents.__struct_fields__}


def _source(name: str) -> str:
    """Read a template; it lies with this package, wherever that was installed."""
    return (get_data(__package__, f"templates/{name}") or b"").decode()
