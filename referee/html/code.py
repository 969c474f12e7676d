"""The code of an evening as a QR code, black on white at any time of day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import segno
from markupsafe import Markup

from referee.core.paper.wording import text_of
from referee.core.say import Say

MODULE: Final = 0.5
"""The side of a module on paper, in mm."""
QUIET: Final = 4
"""The modules around the code that stay white."""
LARGEST: Final = 25
"""The largest version, of 117 modules: its side is 58.5 mm."""
TOO_LONG: Final = Say("The code is too long to print; the saved page holds it.")
_TOLD: Final = Say(
    "The code of this evening: every answer in it. The saved page holds it as text, too."
)


def code_picture(text: str) -> Markup | Say:
    """Draw the code of an evening; what is too long to print is said instead.

    A smudge of 15 per cent does no harm up to the largest version, else one of 7.

    >>> str(code_picture("REFEREE/1/0"))[:33]
    '<svg class="code" width="14.5mm" '
    >>> 'height="62.5mm"' in str(code_picture("A" * 1853)), str(code_picture("A" * 1854))
    (True, 'The code is too long to print; the saved page holds it.')
    """
    for level in ("m", "l"):
        try:
            drawn = segno.make_qr(text, error=level, mode="alphanumeric", boost_error=False)
        except segno.DataOverflowError:
            continue
        if int(drawn.version) <= LARGEST:
            return _svg(drawn.matrix)
    return TOO_LONG


def _svg(rows: Iterable[bytearray]) -> Markup:
    drawn = [*rows]
    side = len(drawn) + 2 * QUIET
    return Markup(
        '<svg class="code" width="{mm}mm" height="{mm}mm" viewBox="0 0 {side} {side}" role="img" '
        'aria-label="{told}" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/>'
        '<path stroke="#000" stroke-width="1.1" fill="none" d="{path}"/></svg>'
    ).format(mm=side * MODULE, side=side, told=text_of(_TOLD), path="".join(_strokes(drawn)))


def _strokes(rows: Iterable[bytearray]) -> Iterator[str]:
    """Draw each run of dark modules as a line; what is a little wider leaves no light between two.

    Turned on a scanner, lines of exactly one module are grey where they meet.
    """
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for is_dark, run in groupby(row):
            many = len([*run])
            if is_dark:
                yield f"M{x} {y}.5h{many}"
            x += many
