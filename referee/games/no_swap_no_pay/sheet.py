"""The round-by-round sheet of a log, and the views of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.roundsheet import Cell, Roundsheet, SheetRow
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Player, Setup
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay.coins import COLOURS
from referee.games.no_swap_no_pay.effects import apply
from referee.games.no_swap_no_pay.setting_up import TREASURE, setup_lines
from referee.games.no_swap_no_pay.state import State, start

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
Cells: TypeAlias = "dict[Player | None, Cell]"
"""Cells by whose bag they tell of; None is the treasure bag."""
CAPTAIN: Final = Say("captain:")


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> Roundsheet:
    """Tell the session round by round; an empty log gives the blank form.

    Shows the rounds as far as the log goes, who was captain, what was drafted in the open, and
    after each round the bags in coins.
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
    shown = [where for where in _rows(state) if where in cells] if log else list(_rows(state))
    return Roundsheet(
        title=Say(
            "No Swap No Pay!, {n} players, {rounds} rounds",
            n=len(setup.seating),
            rounds=state.rounds,
        ),
        counts=Say("round"),
        seats=state.owners,
        table=TREASURE,
        rows=tuple(
            SheetRow(
                round=_round_word(state, where[0]),
                what=Say("{line}", line=where[1]),
                cells=tuple(cells.get(where, {}).get(name) for name in (*state.owners, None)),
                entries=tuple(entries.get(where, ())),
                stands=where[1] is Line.BAG,
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


def _round_word(state: State, round_: int) -> Say | int:
    if round_ == 0:
        return Say("setup")
    return Say("end") if round_ > state.rounds else round_


def _bag_counts(state: State) -> Cells:
    return {**{owner: bag.count for owner, bag in state.bags.items()}, None: state.treasure}


def _told(row: Cells, event: seen.Event, after: State) -> Cells:
    """Word what an event adds to its row."""
    told = _TOLD.get(type(event))
    return told(row, event, after) if told else {}


def _captain(row: Cells, event: seen.CaptainChosen, after: State) -> Cells:
    return {event.player: CAPTAIN}


def _drawn(row: Cells, event: seen.CoinsDrawn, after: State) -> Cells:
    drawn: Cells = {None: Say("{coins} drawn", coins=event.coins.short)}
    return {**drawn, after.captain: CAPTAIN} if after.captain else drawn


def _drafted(row: Cells, event: seen.CoinDrafted, after: State) -> Cells:
    return {event.player: _joined(row.get(event.player), Say("{coin}", coin=event.colour))}


def _draft_missed(row: Cells, event: seen.DraftMissed, after: State) -> Cells:
    return {event.player: _joined(row.get(event.player), Say("none"))}


def _joined(before: Cell, told: Say) -> Say:
    if not isinstance(before, Say):
        return told
    template = "{before} {told}" if before == CAPTAIN else "{before}, {told}"
    return Say(template, before=before, told=told)


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
    seen.CaptainChosen: _captain,
    seen.GhostFed: lambda _, e, after: {after.ghost: Say("{n} unseen", n=e.coins)},
    seen.CoinsDrawn: _drawn,
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
    seen.TreasureRevealed: lambda _, e, __: {None: e.coins.short},
    seen.PurpleDeclared: lambda _, e, __: {e.player: Say("{as_}", as_=e.colours)},
}
"""What an event writes into its row."""
