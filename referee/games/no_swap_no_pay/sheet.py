"""The round-by-round sheet of a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.core.moments import moments_of
from referee.core.roundsheet import Cell, RoundSheet
from referee.core.rows import TABLE, Column, Rows
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
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
Cells: TypeAlias = "dict[Column, Cell]"
"""Cells by whose bag they tell of; that of the table is the treasure bag."""
CAPTAIN: Final = Say("captain:")


def sheet(book: Rulebook, setup: Setup, log: Sequence[seen.Event]) -> RoundSheet:
    """Tell the session round by round; an empty log gives the blank form.

    Shows the rounds as far as the log goes, who was captain, what was drafted in the open, and
    after each round the bags in coins.
    """
    state = start(book, setup)
    rows: Rows[RowKey] = Rows((*state.owners, TABLE))
    rows.put((0, Line.BAG), _bag_counts(state))
    for number, event, before, after in moments_of(apply, state, log):
        where = (before.round, _LINES.get(type(event), Line.DRAFTED))
        rows.enter(where, number)
        if isinstance(event, seen.CoinDrafted | seen.DraftMissed):
            _tell_draft(rows, where, event)
        else:
            rows.put(where, _TOLD[type(event)](event, after))
        if after.round > before.round:
            rows.put((before.round, Line.BAG), _bag_counts(after))
    return RoundSheet(
        title=Say(
            "No Swap No Pay!, {n} players, {rounds} rounds",
            n=len(setup.seating),
            rounds=state.rounds,
        ),
        counts=Say("round"),
        seats=state.owners,
        table=TREASURE,
        rows=tuple(
            rows.row(where, _round_word(state, where), where[1], is_standing=where[1] is Line.BAG)
            for where in rows.shown(_rows(state))
        ),
        lines=(*setup_lines(book, setup), LETTERS),
    )


def _rows(state: State) -> Iterator[RowKey]:
    yield (0, Line.BAG)
    for round_ in range(1, state.rounds + 1):
        yield from ((round_, line) for line in OF_A_ROUND)
    yield from ((state.rounds + 1, line) for line in OF_THE_END)


def _round_word(state: State, where: RowKey) -> Say | int:
    round_ = where[0]
    if round_ == 0:
        return Say("setup")
    return Say("end") if round_ > state.rounds else round_


def _bag_counts(state: State) -> Cells:
    return {**{owner: bag.count for owner, bag in state.bags.items()}, TABLE: state.treasure}


def _tell_draft(
    rows: Rows[RowKey], where: RowKey, event: seen.CoinDrafted | seen.DraftMissed
) -> None:
    """Tell coin after coin; those of the captain stand behind the word that names him."""
    coin = Say("none") if isinstance(event, seen.DraftMissed) else event.colour
    if rows.cell(where, event.player) == CAPTAIN:
        rows.put(where, {event.player: Say("captain: {coin}", coin=coin)})
    else:
        rows.tell(where, event.player, Say("{coin}", coin=coin))


def _drawn(event: seen.CoinsDrawn, after: State) -> Cells:
    drawn: Cells = {TABLE: Say("{coins} drawn", coins=event.coins.short)}
    return {**drawn, after.captain: CAPTAIN} if after.captain else drawn


def _challenged(event: seen.Challenged, after: State) -> Cells:
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


_TOLD: Final[Mapping[type, Callable[[Any, State], Cells]]] = {
    seen.CaptainChosen: lambda e, _: {e.player: CAPTAIN},
    seen.GhostFed: lambda e, after: {after.ghost: Say("{n} unseen", n=e.coins)},
    seen.CoinsDrawn: _drawn,
    seen.Challenged: _challenged,
    seen.ChallengeMissed: lambda e, _: {e.challenger: Say("none")},
    seen.BagsSwapped: lambda e, _: {e.challenger: Say("{to}: swap", to=e.target)},
    seen.CoinStolen: lambda e, _: {
        e.challenger: Say("{target}: pays {n}", target=e.target, n=e.coins)
    },
    seen.ChallengeUnanswered: lambda e, _: {
        e.challenger: Say("{target}: nothing", target=e.target)
    },
    seen.CoinDonated: lambda e, _: {e.player: e.coins},
    seen.DonationMissed: lambda e, _: {e.player: Say("none")},
    seen.BagRevealed: lambda e, _: {e.player: e.coins.short},
    seen.TreasureRevealed: lambda e, _: {TABLE: e.coins.short},
    seen.PurpleDeclared: lambda e, _: {e.player: Say("{as_}", as_=e.colours)},
}
"""What an event writes into its row; coins that were drafted add up there."""
