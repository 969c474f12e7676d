"""Pages for the printer: no script, no network, no other files; and the style they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from pkgutil import get_data
from typing import Any, Final, cast

import jinja2
from jinja2 import Environment, FunctionLoader, ModuleLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from referee.core.paper.drawing import PLAIN_INK, Ink
from referee.core.paper.pad import BlankLine, Boxes, Footnote, PadTable
from referee.core.paper.sheet_document import DOT, SheetDocument
from referee.core.paper.wording import text_of
from referee.core.say import Say, join, worded, worded_in
from referee.html import pads
from referee.html.chart import mark_path
from referee.html.diagrams import painted
from referee.html.markup import HtmlText, length_class
from referee.html.sheet import sheet_parts

_GLOBALS: Final[dict[str, Any]] = {
    "say": Say,
    "joined": lambda parts: join(parts, DOT),
    **{
        each.__name__: each
        for each in (
            *(worded, worded_in, length_class, mark_path, painted, pads.column_widths),
            *(pads.turned, pads.row_class, pads.lines_above, pads.head_letters),
        )
    },
}
"""The names that the templates use."""
COMPILED: Final = f"compiled_{jinja2.__version__.replace('.', '_')}"
"""The folder of the templates compiled for a wheel, for exactly this version of Jinja."""
_PRECOMPILED: Final = Path(__file__).parent / COMPILED
_KINDS: Final = {PadTable: "table", Boxes: "boxes", BlankLine: "fill", Footnote: "small"}


def render_page(document: SheetDocument) -> str:
    """Render a scoresheet, filled or blank, as an HTML page that is made to be printed.

    >>> from referee.core.paper.round_sheet import RoundSheet
    >>> from referee.core.paper.sheet_document import Occasion, Provenance
    >>> sheet = RoundSheet(title=Say("Fair"), counts=Say("round"), seats=("小明",), rows=())
    >>> made = Provenance(program="1", game="Fair", rulebook=1, rulebook_digest="")
    >>> page = render_page(SheetDocument(sheet=sheet, game="fair", title="Fair", language="ja",
    ...     occasion=Occasion(players=1, place="小明"), provenance=made))
    >>> '<h1>Fair</h1>' in page, '小明' in page
    (True, True)
    """
    ink, pad = document.ink or PLAIN_INK, document.pad
    kinds = ("drawing", "sheet") if pad is None else ("pad",)
    shared: dict[str, Any] = {
        "html": HtmlText(document.language, (rule.rule_id for rule in document.rules)),
        "document": document,
        "ink": ink,
        "style": style_of(document.footer, *kinds, ink=ink, large=document.large),
    }
    if pad is None:
        return render("sheet.html", **shared, sheet=document.sheet, parts=sheet_parts(document))
    parts = [(_KINDS[type(part)], part) for part in pad.parts]
    return render("pad.html", **shared, parts=parts, layout=pads.pad_layout(pad))


def render(template: str, **facts: Any) -> str:
    """Render a template; ``html`` among the facts writes everything on the page."""
    return _templates().get_template(template).render(facts)


@cache
def _templates() -> Environment:
    """Set up the templates so that all text goes through the ``HtmlText`` of its page."""
    environment = Environment(
        loader=ModuleLoader(_PRECOMPILED) if _PRECOMPILED.is_dir() else FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(_GLOBALS)
    return environment


def compiled_templates() -> Iterator[tuple[str, str]]:
    """Yield the names and the code of the compiled templates, for a wheel.

    >>> any("parts.html" in code for _, code in compiled_templates())
    True
    """
    for path in sorted(Path(__file__).parent.glob("templates/*.html")):
        code = _templates().compile(_source(path.name), path.name, raw=True, defer_init=True)
        yield ModuleLoader.get_module_filename(path.name), code


@pass_context
def _finalize(context: Context, value: object) -> Markup:
    return cast("HtmlText", context["html"]).markup(value)


def _source(name: str) -> str:
    return (get_data(__package__, f"templates/{name}") or b"").decode()


_NOT_PLAIN: Final = re.compile("[^0-9A-Za-z ]")
_PAGE: Final = """@page {{
  margin: 14mm 14mm 16mm;
  font: {size}pt/1.25 sans-serif;
  color: #444;
  @bottom-left {{ content: "{foot}"; width: 150mm; vertical-align: top; padding-top: 3mm; }}
  @bottom-right {{ content: "{page}" counter(page) "{of}" counter(pages){end}; vertical-align: top;
    padding-top: 3mm; }}
}}
:root {{ --light: {light}; --dark: {dark}; --light-tint: {light_tint}; \
--dark-tint: {dark_tint}; }}
"""
WHITE, DARK_PAPER = "#ffffff", "#15130f"


def style_of(
    footer: Iterable[Say], *kinds: str, ink: Ink = PLAIN_INK, large: bool = False
) -> Markup:
    r"""Return the style of a page: what all have, and what those of these kinds have besides.

    The footer is printed on every sheet of paper.

    >>> print(style_of([Say("Fair</style>")]).splitlines()[4][:49])
      @bottom-left { content: "Fair\3c \2f style\3e "
    """
    foot = _quoted(text_of(join(tuple(footer), DOT)))
    before, between, after = text_of(Say("page {n} of {all}", n="\0", all="\0")).split("\\x00")
    page = _PAGE.format(
        light=ink.light,
        dark=ink.dark,
        light_tint=mixed(ink.light, WHITE, 0.11),
        dark_tint=mixed(ink.dark, DARK_PAPER, 0.14),
        size=12 if large else 7,
        foot=foot,
        page=_quoted(before),
        of=_quoted(between),
        end=f' "{_quoted(after)}"' if after else "",
    )
    sheets = ["paper", *kinds, *(["large"] if large else [])]
    style = "\n".join(
        (get_data(__package__, f"templates/{each}.css") or b"").decode().rstrip() for each in sheets
    )
    return Markup(page + style)  # noqa: S704 - no sign in it can end the style


def mixed(ink: str, paper: str, part: float) -> str:
    """Mix a part of an ink into a paper.

    >>> mixed("#8a6100", "#fffdf8", 0.12)
    '#f1eada'
    """
    ours, theirs = (bytes.fromhex(colour.removeprefix("#")) for colour in (ink, paper))
    pairs = zip(ours, theirs, strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def _quoted(text: str) -> str:
    """Escape text for a string of a style sheet, inside an HTML element."""
    return _NOT_PLAIN.sub(lambda found: f"\\{ord(found[0]):x} ", text)
