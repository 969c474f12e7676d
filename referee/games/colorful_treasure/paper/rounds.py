"""A round of Colorful Treasure in one row, the chart of the points, and the pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.api import Event, NumberMissing, Rulebook, Say, Setup, SheetCell
from referee.api.drawing import Chart, ChartMark, MarkShape, standing_chart
from referee.api.pads import BlankCell, BlankLine, Boxes, Checkbox, Pad, PadRow, score_table
from referee.api.rounds import RoundRows, RoundSheet, RoundSummary, StateChange, SummaryRow
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import DIAMOND_CARDS, DIAMONDS, WORTH_OF_TILE
from referee.games.colorful_treasure.model.box import ADVANCED, BASIC, SIMPLE
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tokens import EXPLORATION, GEM
from referee.games.colorful_treasure.state import State


def _row(rows: RoundRows, moments: Sequence[StateChange[State, Event[State]]]) -> SummaryRow:
    """Tell what everyone won and lost in a round, and the points so far."""
    return SummaryRow(
        round=rows.round,
        cells=tuple(
            _cell(rows.cell("points", player), rows.cell("won", player))
            for player in moments[0].after.players
        ),
        after=(moments[-1].after.field.size,),
    )


def _cell(points: SheetCell, won: SheetCell) -> SheetCell:
    if points is None or won is None:
        return won if points is None else points
    return Say("{points} ({won})", points=points, won=won)


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    after=(Say("cards left"),),
    signs=(Say("points so far; in brackets what came and went"),),
)


def chart(sheet: RoundSheet, moments: Sequence[StateChange[State, Event[State]]]) -> Chart | None:
    """Chart the points, with a star where a bonus was won."""
    rounds = [row.round for row in sheet.rows if row.is_standing]
    marks = [
        ChartMark(player, rounds.index(moment.before.round), MarkShape.STAR)
        for moment in moments
        for player, held in moment.after.holdings.items()
        if len(held.bonuses) > len(moment.before.holdings[player].bonuses)
        and moment.before.round in rounds
    ]
    signs = ((MarkShape.STAR, Say("won a bonus")),)
    return standing_chart(Say("Points so far"), sheet.seats, sheet.rows, marks, signs)


def pad(book: Rulebook, setup: Setup, seats: Sequence[str]) -> Pad:
    """Make the pad: the six numbers, and a row for all that scores in any way of playing.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    book = book.with_table_numbers(setup.numbers)
    chosen = setup.options.get("mode", ("",))[0]
    modes = Checkbox(
        tuple(Say("{mode}", mode=mode) for mode in (SIMPLE, BASIC, ADVANCED)), Say("Game:")
    )
    score = score_table(seats, (), place=False)
    rows = (*_rows(book, chosen), *score.rows)
    return Pad(
        (
            Boxes(Say("From your help card: points for cards of one colour"), _numbers(book)),
            type(score)(corner=score.corner, columns=score.columns, rows=rows),
            BlankLine((modes, BlankCell(Say("Cards left at the end:")))),
        )
    )


def _numbers(book: Rulebook) -> tuple[SheetCell, ...]:
    """Give the numbers of the help card, or where they go. Cites: COL-7.1."""
    most = book[keys.OF_EACH_COLOUR]
    try:
        worth = book[keys.SAME_COLOUR]
    except NumberMissing:
        return tuple(range(1, most + 1))
    return tuple(Say("{n}: {worth}", n=n, worth=each) for n, each in enumerate(worth, start=1))


def _rows(book: Rulebook, chosen: str) -> Iterator[PadRow]:
    yield from (PadRow(Say("{colour}", colour=colour)) for colour in COLOURS)
    each = book[keys.DIAMOND]
    yield PadRow(DIAMOND_CARDS, Say("× {n}", n=book[keys.DIAMOND_CARD]))
    worth = Say("× {n}, advanced × {more}", n=each[SIMPLE], more=each[ADVANCED])
    yield PadRow(DIAMONDS, Say("× {n}", n=each[chosen]) if chosen else worth)
    if chosen != SIMPLE:
        yield PadRow(
            Say("secrets bonus"), Say("{n} for most keys and chests", n=book[keys.SECRET_WORTH])
        )
        yield PadRow(Say("{bonus} bonus", bonus=GEM), Say("to the first"))
        yield PadRow(Say("{bonus} bonus", bonus=EXPLORATION), Say("to the first"))
    if chosen in {"", ADVANCED}:
        tiles = tuple(
            Say("{tile} {points}", tile=tile, points=book[key])
            for tile, key in WORTH_OF_TILE.items()
        )
        yield PadRow(Say("tiles"), Say("{tiles}", tiles=tiles))
