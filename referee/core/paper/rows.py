"""The contents of the rows of a sheet, filled entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from referee.core.paper.round_sheet import SheetCell, SheetRow
from referee.core.say import Say, join

Column: TypeAlias = str
"""Whose column it is: a player's, or ``SHARED``, that of what all saw together."""
K = TypeVar("K")


class Rows(Generic[K]):
    """The contents of each row of a sheet, filled entry by entry.

    A row is found by a key of the room's own, such as a round and a line. What is reported in a
    cell follows what it holds already; what is put there replaces it.

    >>> from referee.core.paper import SHARED
    >>> rows: Rows[int] = Rows(("Ana", "Bo", SHARED))
    >>> rows.enter(1, 0)
    >>> rows.enter(1, 1)
    >>> for who, said in (("Ana", "+ red"), (SHARED, "sand"), ("Ana", "- blue")):
    ...     rows.tell(1, who, Say(said))
    >>> rows.put(1, {"Bo": 7})
    >>> row = rows.row(1, 1, Say("won and lost"))
    >>> row.entries, [str(cell) for cell in row.cells]
    ((0, 1), ['+ red, - blue', '7', 'sand'])
    """

    def __init__(self, columns: Sequence[Column]) -> None:
        """Begin with no row; ``columns`` is the order of the cells."""
        self._columns: Final = columns
        self._entries: Final[dict[K, list[int]]] = {}
        self._told: Final[dict[K, dict[Column, list[Say | str | int]]]] = {}

    def enter(self, where: K, number: int) -> None:
        """Let an entry belong to a row."""
        self._entries.setdefault(where, []).append(number)

    def tell(self, where: K, who: Column, said: Say | str | int) -> None:
        """Add one thing more to a cell."""
        self._told.setdefault(where, {}).setdefault(who, []).append(said)

    def add(self, where: K, who: Column, number: int) -> None:
        """Add a number to that of a cell, if it has one."""
        told = self._told.setdefault(where, {}).setdefault(who, [])
        last = told[-1] if told else None
        if isinstance(last, int):
            told[-1] = last + number
        else:
            told.append(number)

    def put(self, where: K, cells: Mapping[str, SheetCell]) -> None:
        """Put these into a row in place of what it holds; None leaves a box free."""
        row = self._told.setdefault(where, {})
        row.update({who: [] if cell is None else [cell] for who, cell in cells.items()})

    def cell(self, where: K, who: Column, mark: str = ", ") -> SheetCell:
        """Return a cell, its entries separated by ``mark``; None if it is empty."""
        told = self._told.get(where, {}).get(who, ())
        if len(told) > 1:
            return join(told, mark)
        return told[0] if told else None

    def shown(self, order: Iterable[K]) -> Iterator[K]:
        """Leave out the empty rows; the blank form has them all.

        >>> rows: Rows[str] = Rows(("Ana",))
        >>> list(rows.shown(["setup", "end"]))
        ['setup', 'end']
        >>> rows.enter("end", 0)
        >>> list(rows.shown(["setup", "end"]))
        ['end']
        """
        is_blank = not self._entries
        return (
            where for where in order if is_blank or where in self._entries or where in self._told
        )

    def row(  # noqa: PLR0913 - what a row is
        self,
        where: K,
        counted: Say | int,
        what: Say,
        *,
        mark: str = ", ",
        is_standing: bool = False,
        line: str = "",
    ) -> SheetRow:
        """Return a row as it is printed; ``counted`` is its round, or turn."""
        return SheetRow(
            round=counted,
            what=what,
            cells=tuple(self.cell(where, who, mark) for who in self._columns),
            entries=tuple(self._entries.get(where, ())),
            is_standing=is_standing,
            line=line,
        )
