"""Columns and rows: the only module that aligns them, and that loads tabulate."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, repeat
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, cast

from referee.core.paper.wording import cell_text, escaped, in_a_line, text_of
from referee.core.say import Say, worded
from referee.render.formats import Format, Style, heading, markdown_escaped, page, prose
from referee.render.text import BLANK, width, wrapped

if TYPE_CHECKING:  # a grid of a score needs no sheet
    from types import ModuleType

    from referee.core.paper.round_sheet import CardGrid, SheetCell

_NUMBER: Final = r"-?[0-9½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒⁰¹²³⁴-⁹⁄₀-₉]+(?:[.][0-9]+)?|–|[0-9]+(?:st|nd|rd|th)"
"""What is aligned to the right: numbers, a dash for none, and places."""
_PLAIN: Final = r"-?[0-9]+(?:[.][0-9]+)?"
"""What a spreadsheet parses as a number."""
_MIN_WIDTH = 8
"""No column is folded narrower, in cells of a terminal."""
_MOST_IN_HEAD: Final = 12
_LEAST_IN_LABEL, _MOST_IN_LABEL = 16, 40
"""Words of so many cells, names among them, are not broken there in any script.

On a short line a label leaves room for one column more, but gets so many cells at least.
"""
_ONE_MORE: Final = 20
PENCIL: Final = 4
"""So much room an empty box keeps."""
_FORMULA: Final = r'((?:^|[;\t])[ "]*)([=+\-@\t\r＝＋－＠])'
"""What makes a spreadsheet compute a cell; East Asian ones take the wide signs too.

One that parts cells by semicolons finds the beginning of a cell behind each of them: quotes help
there only where they begin the line.
"""
_PARTING: Final = '[,;"\t\r\n]'


def draw(  # noqa: PLR0913 - what is drawn, and how
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    fmt: Format,
    *,
    title: str = "",
    boxed: bool = False,
    within: int | None = None,
) -> str:
    """Draw a grid. Every row has a cell for every column; ``boxed`` leaves room for a pencil.

    A table wider than ``within`` cells of a terminal is folded inside its columns between words;
    then names above them are cut short, and then each player, or row, is a block by itself. A
    boxed one is folded as far as possible; other formats are never folded.

    >>> print(draw(["player", "coins"], [["小明", "7"], ["Ana", "12"]], Format.TABLE), end="")
    player  coins
    ------  -----
    小明        7
    Ana        12
    >>> print(draw(["player", "coins"], [["小明", "7"]], Format.PLAIN), end="")
    player: 小明; coins: 7
    """
    names = [escaped(column if fmt is Format.CSV else worded(column)) for column in columns]
    cells = [[escaped(cell) for cell in row] for row in rows]
    if fmt is Format.CSV:
        return _for_spreadsheets(names, cells)
    if fmt is Format.PLAIN:
        return page([escaped(title), "\n".join(_read_out(names, row) for row in cells)])
    widths = None
    if within is not None and fmt is Format.TABLE:
        room = within - frame_width(len(names), boxed=boxed)
        widths = fitting_widths([names, *cells], room)
        shared = _shared(names, cells, room, within) if widths is not None else None
        if widths is not None and boxed and shared is None:  # a form has names down the side, too
            cells = [[_cut(row[0], _MIN_WIDTH), *row[1:]] for row in cells]
            shared = _shared(names, cells, room, within)
        if shared is not None:
            names, widths = shared
        elif widths is not None and not boxed:
            return page([escaped(title), *_blocks(names, cells)])
    drawn = _aligned(names, cells, fmt, boxed=boxed, widths=widths)
    return page([heading(escaped(title), fmt), drawn])


def fitting_widths(rows: Sequence[Sequence[str]], within: int) -> list[int] | None:
    """Share ``within`` cells among the columns: only the widest shrink. None if all fit.

    No column shrinks below eight cells, so many columns may still be too wide.

    >>> fitting_widths([["1", "x" * 90, "y" * 50]], 71), fitting_widths([["1", "x"]], 2)
    ([1, 35, 35], None)
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if sum(widths) <= within:
        return None
    mosts = range(max(widths), _MIN_WIDTH, -1)
    most = next((m for m in mosts if sum(min(w, m) for w in widths) <= within), _MIN_WIDTH)
    return [max(1, min(each, most)) for each in widths]


def _shared(
    names: list[str], cells: list[list[str]], room: int, within: int
) -> tuple[list[str], list[int]] | None:
    """Share a line among the columns so that no word is broken; None where they do not fit.

    The names above the columns are cut to eight cells if that is what it takes.
    """
    least = least_widths([""] * len(names), cells, within)
    whole = least_widths(names, cells, within)
    cut = [max(least[n], min(_MIN_WIDTH, each)) for n, each in enumerate(whole)]
    for mins in (whole, cut):
        if sum(mins) <= room:
            heads = names if mins is whole else [""] * len(names)
            widths = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
            mosts = range(max(widths), 0, -1)
            shares = ([max(m, min(w, most)) for m, w in zip(mins, widths, strict=True)]
                      for most in mosts)  # fmt: skip
            found = next((each for each in shares if sum(each) <= room), mins)
            return [_cut(name, n) for name, n in zip(names, found, strict=True)], found
    return None


def least_widths(names: Sequence[str], cells: Sequence[Sequence[str]], within: int) -> list[int]:
    """Measure the longest word of each column, which is not broken; a line has ``within`` cells.

    >>> least_widths(["player", "round"], [["歐陽黃麗華", "she yawned"], ["Bo", "歐陽黃麗華"]], 80)
    [10, 8]
    >>> [least_widths(["player"], [["歐陽黃麗華" * 5]], cells)[0] for cells in (30, 50, 80)]
    [16, 30, 40]
    """
    label = max(_LEAST_IN_LABEL, min(_MOST_IN_LABEL, within - _ONE_MORE))
    columns = zip(*cells, strict=True) if cells else [()] * len(names)
    return [
        max((_longest(names[n], _MOST_IN_HEAD), *(_longest(cell, most) for cell in column)))
        for n, (column, most) in enumerate(
            zip(columns, chain((label,), repeat(_MIN_WIDTH)), strict=False)
        )
    ]


def _longest(cell: str, most: int) -> int:
    """Measure the longest word; ideographs may be broken where they fill more than ``most`` cells.

    A box and its word are not.
    """
    if cell.isspace():
        return min(len(cell), PENCIL)
    return max((width(word) if word.isascii() or BLANK in word else min(width(word), most)
                for word in cell.split(" ")), default=0)  # fmt: skip


def _cut(name: str, cells: int) -> str:
    """Cut the words of a name that are longer than its column."""
    if max(map(width, name.split(" "))) <= cells:
        return name
    short = name
    while width(short) >= cells:
        short = short[:-1]
    return f"{short.rstrip()}…"


def _blocks(names: list[str], cells: list[list[str]]) -> Iterator[str]:
    """Set each player by itself, whose lines are in a column, or each row."""
    is_across = not names[0]
    heads, rows = (names[1:], [row[0] for row in cells]) if is_across else (None, names)
    told = [*zip(*(row[1:] for row in cells), strict=True)] if is_across else cells
    for n, each in enumerate(told):
        filled = [(name, cell) for name, cell in zip(rows, each, strict=True) if cell]
        said = [str(Say("{name}: {fact}", name=name, fact=cell)) for name, cell in filled]
        yield "\n".join([heads[n], *(f"  {line}" for line in said)] if heads else said)


def frame_width(columns: int, *, boxed: bool) -> int:
    """Count the cells of a line between columns: gaps, or borders with a gap on each side."""
    return 3 * columns + 1 if boxed else 2 * (columns - 1)


def render_grid(grid: CardGrid, fmt: Format, style: Style) -> str:
    """Show a grid of the core with its title and the lines below it."""
    columns = [text_of(column) for column in grid.columns]
    cells = [[cell_text(cell) for cell in row] for row in grid.rows]
    lines = "\n".join(prose(text_of(line), fmt) for line in grid.lines)
    return page([draw(columns, cells, fmt, title=text_of(grid.title), within=style.cells), lines])


def json_cell(cell: SheetCell) -> str | int | None:
    """Return a cell for other programs: numbers as numbers, an empty box as null.

    >>> json_cell(Say("{n} unseen", n=1)), json_cell(4), json_cell(None)
    ('1 unseen', 4, None)
    """
    return str(cell) if isinstance(cell, Say) else cell


def _read_out(columns: Sequence[str], row: Sequence[str]) -> str:
    """Write a row on one line; empty cells are skipped."""
    filled = [(name, cell) for name, cell in zip(columns, row, strict=True) if cell]
    facts = (Say("{name}: {fact}" if name else "{fact}", name=name, fact=x) for name, x in filled)
    return in_a_line(map(str, facts))


def _aligned(
    columns: list[str],
    rows: list[list[str]],
    fmt: Format,
    *,
    boxed: bool,
    widths: list[int] | None,
) -> str:
    with _standing_in(_SPARED):
        import tabulate  # the slowest import of all; only a drawn grid needs it

    if widths:
        columns = [_broken(cell, most) for cell, most in zip(columns, widths, strict=True)]
        rows = [[_broken(cell, m) for cell, m in zip(row, widths, strict=True)] for row in rows]
    tabulate.MIN_PADDING = 0  # else every heading is two cells wider, and ten players too wide
    if fmt is Format.MARKDOWN:
        columns = [markdown_escaped(column) for column in columns]
        rows = [[markdown_escaped(cell) for cell in row] for row in rows]
    drawn = tabulate.tabulate(
        [[_indented(cell) for cell in row] for row in rows],
        headers=[_indented(column) for column in columns],
        tablefmt="pipe" if fmt is Format.MARKDOWN else "grid" if boxed else "simple",
        disable_numparse=True,  # 007 is a name
        colalign=[_side(column) for column in zip(*rows, strict=True)] or None,
        maxcolwidths=widths if rows else None,
        maxheadercolwidths=widths,
    )
    return "\n".join(line.rstrip() for line in drawn.replace(BLANK, " ").split("\n"))


_SPARED: Final = {
    "importlib.metadata": SimpleNamespace(
        version=lambda _: "", PackageNotFoundError=ModuleNotFoundError
    ),
    "wcwidth": SimpleNamespace(wcswidth=width),
}
"""What tabulate imports although few grids need it: its version, and the width of characters."""


@contextmanager
def _standing_in(modules: Mapping[str, object]) -> Iterator[None]:
    """Let an import find these instead of modules that are not loaded yet."""
    missing = modules.keys() - sys.modules.keys()
    for name in missing:
        sys.modules[name] = cast("ModuleType", modules[name])
    try:
        yield
    finally:
        for name in missing:
            del sys.modules[name]


def _broken(cell: str, cells: int) -> str:
    """Break a cell with ideographs, since tabulate does not know where."""
    return cell if cell.isascii() else "\n".join(wrapped(cell, cells))


def _side(cells: Iterable[str]) -> str:
    """Align a column to the right if it has only numbers."""
    filled = [cell for cell in cells if cell]
    return "right" if filled and all(re.fullmatch(_NUMBER, cell) for cell in filled) else "left"


def _indented(cell: str) -> str:
    """Protect leading spaces, which tabulate strips."""
    text = cell.lstrip(" ")
    return BLANK * (len(cell) - len(text)) + text


def _for_spreadsheets(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = (",".join(_quoted(_no_formula(cell)) for cell in row) for row in (columns, *rows))
    return "".join(f"{line}\n" for line in lines)


def _quoted(cell: str) -> str:
    """Quote a cell with separators: a spreadsheet may read semicolons and tabs as commas."""
    return '"{}"'.format(cell.replace('"', '""')) if re.search(_PARTING, cell) else cell


def _no_formula(cell: str) -> str:
    return cell if re.fullmatch(_PLAIN, cell) else re.sub(_FORMULA, r"\1'\2", cell)
