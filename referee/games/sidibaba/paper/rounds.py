"""A lamp of Sidibaba in one row, the strip of the lamps, and the pad."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee.api import SHARED, Event, Rulebook, Say, Setup, SheetCell, join
from referee.api.drawing import Box, Diagram, Drawing, Label, Shade
from referee.api.pads import (
    BlankCell,
    BlankLine,
    Boxes,
    Checkbox,
    Pad,
    PadRow,
    PadTable,
    names_across,
)
from referee.api.rounds import RoundRows, RoundSummary, StateChange, SummaryRow
from referee.games.sidibaba import keys
from referee.games.sidibaba.state import State

DEEDS = "deeds"
VALUES = (1, 2, 3)
"""The jewels that have a column each; no source tells which numbers there are."""
WIDE = 2.0
"""How wide a lamp of the strip is, in cells; it is drawn in the middle."""
LETTERS = 0.26
MOST_LETTERS = 13
"""What is longer, such as a vote, has no room below a lamp; the table tells it."""
_EVERYDAY = ("sand", "leads", "order: {players}", "vote: {votes}")
"""What happens with every lamp, is told by the columns of the table, or moved the party."""
Moments = Sequence[StateChange[State, Event[State]]]


def _row(rows: RoundRows, moments: Moments) -> SummaryRow:
    """Tell who led, how many tokens everyone holds, and what happened."""
    players = moments[0].after.players
    return SummaryRow(
        round=rows.round,
        before=(moments[-1].before.front,),
        cells=tuple(rows.cell("held", player) for player in players),
        after=(_joined(_happened(rows.cell(DEEDS, SHARED))),),
    )


def _happened(deeds: SheetCell) -> tuple[Say, ...]:
    """Take what happens with every lamp off what happened."""
    if not isinstance(deeds, Say):
        return ()
    several = [fact for name, fact in deeds.facts.items() if name.startswith("told")]
    told = [each for each in several or [deeds] if isinstance(each, Say)]
    return tuple(each for each in told if each.template not in _EVERYDAY)


def _joined(happened: Sequence[Say]) -> SheetCell:
    return join(happened, ", ") if happened else None


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    before=(Say("leads"),),
    after=(Say("what happened"),),
    signs=(Say("tokens held when the lamp went out"),),
)


def strip(moments: Moments) -> Diagram:
    """Draw the lamps side by side, what happened with each below it. Cites: SID-1.2."""
    last = moments[-1].after
    told = {lamp: _words(own) for lamp, own in groupby(moments, lambda each: each.before.glass)}
    deepest = max(map(len, told.values()), default=0)
    return Diagram(
        title=Say("The lamps"),
        told=Say("{n} of {all} lamps were lit.", n=last.glass, all=last.all_lamps),
        size=(WIDE * last.all_lamps, 1.4 + 2 * LETTERS * deepest),
        drawn=tuple(_strip(last, told)),
        signs=(Say("dark: the lamp went out"),),
    )


def _strip(last: State, told: dict[int, tuple[Say, ...]]) -> Iterator[Drawing]:
    for lamp in range(1, last.all_lamps + 1):
        middle = WIDE * (lamp - 0.5)
        yield Box((middle - 0.45, 0.1), (0.9, 0.9), _shade(last, lamp))
        yield Label((middle, 0.55), Say("{n}", n=lamp), 0.4)
        for n, said in enumerate(told.get(lamp, ())):
            yield Label((middle, 1.5 + 2 * LETTERS * n), said, LETTERS)


def _shade(last: State, lamp: int) -> Shade:
    """Tell lamps that are out, the one that burned last, and those that were left."""
    if lamp > last.glass:
        return Shade.PLAIN
    return Shade.PALE if lamp == last.glass and last.is_lit else Shade.DARK


def _words(own: Iterable[StateChange[State, Event[State]]]) -> tuple[Say, ...]:
    """Tell in single words what happened while a lamp burned."""
    words: list[Say] = []
    for moment in own:
        cell = moment.event.tell(moment.before).get(SHARED)
        if moment.event.sheet_line == DEEDS:
            for one in cell if isinstance(cell, tuple) else (cell,):
                words += _happened(one)
    return tuple(word for word in words if len(str(word)) <= MOST_LETTERS)


def pad(book: Rulebook, setup: Setup, seats: Sequence[str]) -> Pad:
    """Make the pad: lamps to cross off, the jewels, and a line for each lamp.

    Cites: SID-1.2, SID-1.3.
    """
    lamps = range(1, book[keys.LAMPS] + 1)
    jewels = (*(Say("jewels {n}", n=n) for n in VALUES), Say("higher"), Say("two-value"))
    found = Checkbox((Say("Treasure found"),))
    ends = Checkbox((Say("escaped"), Say("lamps out"), Say("caught")))
    return Pad(
        (
            BlankLine((_leader(setup, seats), found, ends)),
            Boxes(
                Say("Lamps"),
                tuple(lamps),
                Say("cross one off each time the sand runs out"),
                is_round=True,
            ),
            PadTable(
                corner=Say("adventurer"),
                columns=(*jewels, Say("total")),
                rows=tuple(PadRow(name) for name in names_across(seats)),
            ),
            PadTable(
                title=Say("What happened"),
                corner=Say("lamp"),
                columns=(Say("leads"), Say("found, event, thief, caught")),
                rows=tuple(PadRow(Say("{n}", n=n)) for n in lamps),
                wide=(1,),
            ),
        )
    )


def _leader(setup: Setup, seats: Sequence[str]) -> BlankCell:
    named = setup.roles.get("leader") if any(seats) else None
    return BlankCell(Say("Leader of the Thieves"), Say("{name}", name=named) if named else None)
