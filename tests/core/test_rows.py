"""The rows of a sheet: which entries belong to them, what is told in their cells, and what put."""

from __future__ import annotations

import pytest

from referee.core.paper import SHARED
from referee.core.paper.round_sheet import SheetCell, SheetRow
from referee.core.paper.rows import Rows
from referee.core.say import Say

COLUMNS = ("Ana", "Bo", SHARED)


def begun() -> Rows[str]:
    return Rows(COLUMNS)


def words(row: SheetRow) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row.cells]


def test_a_row_that_nobody_wrote_in_has_all_its_boxes_left_free() -> None:
    row = begun().row("deeds", 3, Say("deeds"))
    assert row == SheetRow(round=3, what=Say("deeds"), cells=(None, None, None))


@pytest.mark.parametrize("counted", [3, Say("end")])
@pytest.mark.parametrize("stands", [False, True])
def test_a_row_has_its_round_and_may_stand(counted: Say | int, stands: bool) -> None:  # noqa: FBT001 - a case
    row = begun().row("held", counted, Say("tokens held"), is_standing=stands)
    assert (row.round, row.what, row.is_standing) == (counted, Say("tokens held"), stands)


def test_cells_stand_in_the_order_of_the_columns_and_entries_as_they_came() -> None:
    rows = begun()
    rows.enter("deeds", 0)
    rows.tell("deeds", SHARED, Say("sand"))
    rows.tell("deeds", "Bo", Say("stops"))
    rows.enter("tokens", 1)
    rows.enter("deeds", 2)
    rows.tell("deeds", "Ana", Say("begins"))
    row = rows.row("deeds", 1, Say("deeds"))
    assert words(row) == ["begins", "stops", "sand"]
    assert row.entries == (0, 2)
    assert rows.row("tokens", 1, Say("tokens")).entries == (1,)


def test_an_entry_may_tell_nothing_and_something_be_told_without_an_entry() -> None:
    rows = begun()
    rows.enter("deeds", 0)
    rows.tell("tokens", "Ana", Say("+red"))
    assert rows.row("deeds", 1, Say("deeds")).cells == (None, None, None)
    assert rows.row("tokens", 1, Say("tokens")).entries == ()
    assert words(rows.row("tokens", 1, Say("tokens"))) == ["+red", "", ""]


@pytest.mark.parametrize(("mark", "cell"), [(", ", "2, 1"), ("; ", "2; 1"), ("+", "2+1")])
def test_between_two_things_told_stands_the_mark_and_before_one_alone_none(
    mark: str, cell: str
) -> None:
    rows = begun()
    rows.enter("gold", 0)
    rows.tell("gold", "Ana", Say("2"))
    rows.tell("gold", "Ana", Say("1"))
    rows.tell("gold", "Bo", Say("3"))
    assert words(rows.row("gold", 1, Say("gold"), mark=mark)) == [cell, "3", ""]
    assert str(rows.cell("gold", "Ana", mark)) == cell


def test_five_hundred_things_told_in_a_cell_are_all_read_out() -> None:
    rows = begun()
    for number in range(500):
        rows.enter("deeds", number)
        rows.tell("deeds", SHARED, Say("rolls {n}", n=number))
    row = rows.row("deeds", 1, Say("deeds"), mark="; ")
    assert words(row)[-1] == "; ".join(f"rolls {n}" for n in range(500))
    assert row.entries == tuple(range(500))


@pytest.mark.parametrize("put", [7, 0, "3g 1s", "", Say("swap"), None])
def test_what_is_put_into_a_cell_replaces_what_stood_there(put: SheetCell) -> None:
    rows = begun()
    rows.enter("bag", 0)
    rows.tell("bag", "Ana", Say("begins"))
    rows.tell("bag", "Bo", Say("stops"))
    rows.put("bag", {"Ana": 99})
    rows.put("bag", {"Ana": put})
    assert rows.row("bag", 1, Say("bag")).cells == (put, Say("stops"), None)
    assert rows.cell("bag", "Ana") == put


def test_what_is_told_later_stands_behind_what_was_put() -> None:
    rows = begun()
    rows.put("drafted", {"Ana": Say("captain: gold"), "Bo": None})
    rows.tell("drafted", "Ana", Say("black"))
    rows.tell("drafted", "Bo", Say("silver"))
    assert words(rows.row("drafted", 1, Say("drafted"))) == ["captain: gold, black", "silver", ""]


def test_the_blank_form_has_every_row_and_a_sheet_those_in_which_something_stands() -> None:
    order = ("setup", "deeds", "tokens", "held", "end")
    rows = begun()
    rows.put("setup", {SHARED: 50})
    rows.tell("tokens", "Ana", Say("+red"))
    assert tuple(rows.shown(order)) == order
    rows.enter("deeds", 0)
    rows.put("held", {"Ana": None})
    assert tuple(rows.shown(order)) == order[:-1]
    assert list(rows.shown(())) == []
