"""The codes of diagnostics: one told whole, or a list of them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import heading, page, prose


def show_codes(codes: Sequence[tuple[str, str, str]], fmt: Format, style: Style) -> str:
    r"""Show codes with what each means and what helps, in the order given; one is told whole.

    >>> show_codes([("TAB", "A tab.", "Write blanks.")], Format.TABLE, Style())
    'TAB\n\nA tab.\n\nWrite blanks.\n'
    """
    if fmt is Format.JSON:
        told = [{"code": code, "means": means, "remedy": helps} for code, means, helps in codes]
        return as_json({"schema": 1, "codes": told})
    if fmt is Format.CSV:
        return draw(("code", "means", "remedy"), codes, fmt)
    if fmt is Format.PLAIN:
        return "".join(f"{code}: {means} {helps}\n" for code, means, helps in codes)
    if len(codes) != 1:
        return draw(("code", "means"), [each[:2] for each in codes], fmt, within=style.within)
    ((code, means, helps),) = codes
    return page([heading(code, fmt), prose(means, fmt), prose(helps, fmt)])
