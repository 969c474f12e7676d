"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.game import View
from referee.core.roundsheet import Cell, Grid, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay.coins import COLOURS
from referee.games.no_swap_no_pay.effects import apply
from referee.games.no_swap_no_pay.setting_up import setup_lines
from referee.games.no_swap_no_pay.state import State, start
from referee.games.no_swap_no_pay.turn import active_player, phase

TREASURE: Final = "treasure bag"

LETTERS: Final = Say(
    "Coins by their letters: {letters}.", letters=tuple(f"{c[0]} {c}" for c in COLOURS)
)


class Line(StrEnum):
    """What a row of the sheet tells."""

    DRAFTED = "drafted"
    CHALLENGED = "challenged"
    DONATED = "donated"
    BAG = "coins in the bag"
    TURNED_OUT = "turned out"
    DECLARED = "purple as"


OF_A_ROUND: Final = (Line.DRAFTED, Line.CHALLENGED, Line.DONATED, Line.BAG)
OF_THE_END: Final = (Line.TURNED_OUT, Line.DECLARED)
RowKey: TypeAlias = tuple[int, Line]
"""Which round, counted from 1 (0 for the setup, one more than the last for the end), and line."""
Cells: TypeAlias = dict[str, Cell]


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    Shows the rounds as far as the log goes, the bags in coins, and what was drafted in the open.
    """
    state = start(book, setup)
    cells: dict[RowKey, Cells] = {(0, Line.BAG): _bag_counts(state)}
    entries: dict[RowKey, list[int]] = {}
    for index, event in enumerate(log):
        where = (state.round, _LINES.get(type(event), Line.DRAFTED))
        row = cells.setdefault(where, {})
        entries.setdefault(where, []).append(index)
        after = apply(state, event)
        row.update(_told(row, event, after))
        if after.round > state.round:
            cells[state.round, Line.BAG] = _bag_counts(after)
        state = after
    columns = (*state.owners, TREASURE)
    shown = [where for where in _rows(state) if where in cells] if log else list(_rows(state))
    return Roundsheet(
        title=Say(
            "No Swap No Pay!, {n} players, {rounds} rounds",
            n=len(setup.seating),
            rounds=state.rounds,
        ),
        columns=(Say("round"), Say("what"), *(Say("{name}", name=name) for name in columns)),
        rows=tuple(
            SheetRow(
                (*_row_head(state, where), *(cells.get(where, {}).get(name) for name in columns)),
                tuple(entries.get(where, ())),
            )
            for where in shown
        ),
        lines=(*setup_lines(book, setup), LETTERS),
    )


def _rows(state: State) -> Iterator[RowKey]:
    yield (0, Line.BAG)
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, line) for line in OF_A_ROUND)
    yield from ((state.rounds + 1, line) for line in OF_THE_END)


def _row_head(state: State, where: RowKey) -> tuple[Cell, Cell]:
    round_, line = where
    if round_ == 0:
        return (Say("setup"), Say("{line}", line=line))
    return (Say("end") if round_ > state.rounds else round_, Say("{line}", line=line))


def _bag_counts(state: State) -> Cells:
    return {**{owner: bag.count for owner, bag in state.bags.items()}, TREASURE: state.treasure}


def _told(row: Cells, event: seen.Event, after: State) -> Cells:
    """Word what an event adds to its row."""
    told = _TOLD.get(type(event))
    return told(row, event, after) if told else {}


def _drafted(row: Cells, event: seen.CoinDrafted, after: State) -> Cells:
    before = row.get(event.player)
    coin = Say("{coin}", coin=event.colour)
    if isinstance(before, Say):
        coin = Say("{before}, {coin}", before=before, coin=coin)
    return {event.player: coin}


def _draft_missed(row: Cells, event: seen.DraftMissed, after: State) -> Cells:
    return {event.player: row.get(event.player) or Say("none")}


def _challenged(row: Cells, event: seen.Challenged, after: State) -> Cells:
    word = Say("swap") if event.target == after.ghost else Say("…")
    return {event.challenger: Say("{target}: {word}", target=event.target, word=word)}


_LINES: Final[Mapping[type, Line]] = {
    seen.Challenged: Line.CHALLENGED,
    seen.ChallengeMissed: Line.CHALLENGED,
    seen.BagsSwapped: Line.CHALLENGED,
    seen.CoinStolen: Line.CHALLENGED,
    seen.ChallengeUnanswered: Line.CHALLENGED,
    seen.CoinDonated: Line.DONATED,
    seen.DonationMissed: Line.DONATED,
    seen.BagRevealed: Line.TURNED_OUT,
    seen.TreasureRevealed: Line.TURNED_OUT,
    seen.PurpleDeclared: Line.DECLARED,
}
"""The line that tells an event; all others stand with what was drafted."""


_TOLD: Final[Mapping[type, Callable[[Cells, Any, State], Cells]]] = {
    seen.GhostFed: lambda _, e, after: {after.ghost or "": Say("{n} unseen", n=e.coins)},
    seen.CoinsDrawn: lambda _, e, __: {TREASURE: Say("{coins} drawn", coins=e.coins.short)},
    seen.CoinDrafted: _drafted,
    seen.DraftMissed: _draft_missed,
    seen.Challenged: _challenged,
    seen.ChallengeMissed: lambda _, e, __: {e.challenger: Say("none")},
    seen.BagsSwapped: lambda _, e, __: {e.challenger: Say("{to}: swap", to=e.target)},
    seen.CoinStolen: lambda _, e, __: {
        e.challenger: Say("{target}: pays {n}", target=e.target, n=e.coins)
    },
    seen.ChallengeUnanswered: lambda _, e, __: {
        e.challenger: Say("{target}: nothing", target=e.target)
    },
    seen.CoinDonated: lambda _, e, __: {e.player: e.coins},
    seen.DonationMissed: lambda _, e, __: {e.player: Say("none")},
    seen.BagRevealed: lambda _, e, __: {e.player: e.coins.short},
    seen.TreasureRevealed: lambda _, e, __: {TREASURE: e.coins.short},
    seen.PurpleDeclared: lambda _, e, __: {e.player: Say("{as_}", as_=e.colours)},
}
"""What an event writes into its row; the choice of the captain writes nothing."""


def _show_state(book: Rulebook, state: State) -> Grid:
    """Show what everyone may see: bags in coins, what lies open, who is to act."""
    columns = (
        Say(""),
        *(Say("{name}", name=owner) for owner in state.owners),
        Say("{name}", name=TREASURE),
    )
    counts: tuple[Cell, ...] = (
        Say("coins in the bag"),
        *(bag.count for bag in state.bags.values()),
        state.treasure,
    )
    front: tuple[Cell, ...] = (
        Say("in front"),
        *(state.front[o].say if o in state.front else None for o in state.owners),
        None,
    )
    lines = [Say("Captain: {captain}.", captain=state.captain or "—")]
    if state.table and state.table.total:
        lines.append(Say("In the middle: {coins}.", coins=state.table.say))
    active = active_player(state)
    if active:
        lines.append(Say("To act: {player} ({phase}).", player=active, phase=phase(state)))
    title = (
        Say("After round {round}", round=state.rounds)
        if state.is_played
        else Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    )
    return Grid(title, columns, (counts, front) if state.front else (counts,), tuple(lines))


VIEWS: Final[Mapping[str, View[State]]] = {
    "state": View(Say("the bags and what lies open"), _show_state)
}
