"""A turn of Aladdin in one row, the chart of what everyone holds, and the pad."""

from collections.abc import Iterable, Iterator, Sequence

from referee.api import SHARED, Event, Player, Rulebook, Say, Setup, SheetCell, Struct, join
from referee.api.drawing import Chart, ChartMark, MarkShape
from referee.api.pads import Pad, PadRow, PadTable, ScoringEntry, names_across, score_table
from referee.api.rounds import RoundRows, RoundSheet, RoundSummary, StateChange, SummaryRow
from referee.games.aladdin.model.cards import METALS, names_at
from referee.games.aladdin.model.drawing import Drawing
from referee.games.aladdin.model.setup import has_ring
from referee.games.aladdin.stages.exploring import CardDrawn
from referee.games.aladdin.state import State

Moments = Sequence[StateChange[State, Event[State]]]


class Explored(Struct, frozen=True):
    """What came of one chest: the turn, and the drawing as far as it went."""

    turn: int
    drawing: Drawing


def explored(moments: Iterable[StateChange[State, Event[State]]]) -> Iterator[Explored]:
    """Tell the chests that were opened, in the order of their first cards."""
    found: dict[tuple[int, Player, str], Explored] = {}
    for moment in moments:
        drawing = moment.before.drawing
        if drawing is not None and isinstance(moment.event, CardDrawn):
            so_far = drawing.with_card(moment.event.card, moment.event.scorpions)
            key = (moment.before.turn, drawing.player, drawing.chest)
            found[key] = Explored(moment.before.turn, so_far)
    yield from found.values()


def _row(rows: RoundRows, moments: Moments) -> SummaryRow:
    """Tell who summoned the genie, the points so far, and in brackets what chests gave."""
    players = moments[0].after.players
    told: dict[Player, list[Say]] = {player: [] for player in players}
    for each in explored(moments):
        told[each.drawing.player].append(_chest(each.drawing))
    lamp = rows.cell("lamp", SHARED)
    cells = tuple(_cell(rows.cell("points", player), told[player]) for player in players)
    return SummaryRow(round=rows.round, before=(lamp,), cells=cells)


def _chest(drawing: Drawing) -> Say:
    facts: dict[str, Say | int | str] = {"chest": drawing.chest, "die": drawing.limit}
    if drawing.is_bust:
        return Say("{chest} {die}: bust", **facts)
    return Say("{chest} {die}: +{n}", n=len(drawing.treasures), **facts)


def _cell(points: SheetCell, chests: Sequence[Say]) -> SheetCell:
    if not chests:
        return points
    told = join(chests, ", ")
    return told if points is None else Say("{points} ({chests})", points=_said(points), chests=told)


def _said(cell: SheetCell) -> Say:
    return cell if isinstance(cell, Say) else Say("{cell}", cell=cell or 0)


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    before=(Say("touched the lamp"),),
    signs=(Say("points so far; in brackets the die and the treasure cards kept"),),
)


def chart(sheet: RoundSheet, moments: Moments) -> Chart | None:
    """Chart gems and ornaments by turns; a ring is a draw with scorpions, a cross is a bust."""
    turns = list(dict.fromkeys(moment.before.turn for moment in moments))
    if len(turns) < 2:  # noqa: PLR2004 - before and after
        return None
    ends = {moment.before.turn: moment.after for moment in moments}
    states = [ends[turn] for turn in turns]
    marks = [
        ChartMark(each.drawing.player, turns.index(each.turn), _shape(each.drawing))
        for each in explored(moments)
        if each.drawing.scorpions
    ]
    return Chart(
        title=Say("Gems and ornaments"),
        seats=sheet.seats,
        rounds=tuple(turns),
        numbers=tuple(tuple(_held(state, seat) for state in states) for seat in sheet.seats),
        marks=tuple(marks),
        signs=(
            (MarkShape.RING, Say("met scorpions")),
            (MarkShape.CROSS, Say("bust by scorpions")),
        ),
    )


def _shape(drawing: Drawing) -> MarkShape:
    return MarkShape.CROSS if drawing.is_bust else MarkShape.RING


def _held(state: State, seat: str) -> int:
    held = state.holdings[Player(seat)]
    return sum(held.gems.values()) + sum(held.ornaments.values())


def pad(book: Rulebook, setup: Setup, seats: Sequence[str], scoring: Iterable[ScoringEntry]) -> Pad:
    """Make the pad: the points, and below what they are counted from."""
    options = setup.options
    held = [PadRow(Say("{gem} gems", gem=gem)) for gem in names_at(book, options).gems]
    pieces = Say("bracelets, rings, necklaces")
    held += [PadRow(Say("{metal} ornaments", metal=metal), pieces) for metal in METALS]
    held.append(PadRow(Say("talismans"), Say("on which gem")))
    if has_ring(book, options) or not any(seats):
        held.append(PadRow(Say("Magic Ring"), Say("My Precious")))
    table = PadTable(
        title=Say("What everyone holds"),
        corner=Say("player"),
        columns=names_across(seats),
        rows=tuple(held),
    )
    return Pad((score_table(seats, scoring), table))
