"""A scoresheet as one HTML page for the printer: no script, no network, nothing beside it."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from typing import Any, Final, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from referee.core.paper.sheet_document import (
    SheetDocument,
    annotations_beside,
    remarks_on,
    time_text,
)
from referee.core.say import Say
from referee.html.chart import DASHES, NUMBER_WIDTH, sample_mark
from referee.html.contents import Contents, contents_of, numbers_of, summary_of
from referee.html.finals import exact_text
from referee.html.layout import score_width
from referee.html.markup import HtmlText, length_class
from referee.html.style import style_of

_GLOBALS: Final[dict[str, Any]] = {
    "say": Say,
    "time_text": time_text,
    "remarks_on": remarks_on,
    "annotations_beside": annotations_beside,
    "dashes": DASHES,
    "sample_mark": sample_mark,
    "numbers_of": numbers_of,
    "summary_of": summary_of,
    "exact_text": exact_text,
    "length_class": length_class,
    "number_width": NUMBER_WIDTH,
    "score_width": score_width,
}
"""What the templates call by name."""


def render_page(document: SheetDocument) -> str:
    """Render a scoresheet as an HTML page that is made to be printed.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> sheet = RoundSheet(title=Say("Pebble Fair"), counts=Say("round"), seats=("小明",), rows=())
    >>> page = render_page(SheetDocument(sheet=sheet, head=(), foot=(), language="ja", rules=()))
    >>> '<h1>Pebble Fair</h1>' in page, '<bdi lang="ja">小明</bdi>' in page
    (True, True)
    """
    contents = contents_of(document)
    return (
        _templates()
        .get_template("sheet.html")
        .render(
            html=HtmlText(document.language, (rule.rule_id for rule in document.rules)),
            document=document,
            style=style_of(document, is_landscape=contents.layout.is_landscape),
            **_parts(contents),
        )
    )


@cache
def _templates() -> Environment:
    """Set the templates up so that nothing comes on a page but by way of its ``HtmlText``."""
    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(_GLOBALS)
    return environment


@pass_context
def _finalize(context: Context, value: object) -> Markup:
    return cast("HtmlText", context["html"]).markup(value)


def _parts(contents: Contents) -> dict[str, Any]:
    return {name: getattr(contents, name) for name in contents.__struct_fields__}


def _source(name: str) -> str:
    """Read a template; it lies with this package, wherever that was installed."""
    return (get_data(__package__, f"templates/{name}") or b"").decode()
