"""A round of Saboteur in one row, and the pad."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.api import Event, Rulebook, Say, Setup, SheetCell, join
from referee.api.pads import Footnote, Pad, PadRow, PadTable, names_across
from referee.api.rounds import RoundRows, RoundSummary, StateChange, SummaryRow
from referee.games.saboteur import keys
from referee.games.saboteur.model.roles import SABOTEUR, cards_to_draw
from referee.games.saboteur.state import Round, State


def _row(rows: RoundRows, moments: Sequence[StateChange[State, Event[State]]]) -> SummaryRow:
    """Tell who won a round, everybody's role, and the gold where it was noted."""
    last = moments[-1]
    is_over = last.after.round > rows.round
    now = last.before.now if is_over else last.after.now
    settled = last.after.past[-1].settled if is_over else now.settled
    roles = last.after.past[-1].roles if is_over else now.roles
    gold = {player: [v for who, cards in settled if who == player for v in cards]
            for player in last.after.players}  # fmt: skip
    return SummaryRow(
        round=rows.round,
        before=(_won(now),),
        cells=tuple(_cell(roles.get(player), gold[player]) for player in last.after.players),
    )


def _won(now: Round) -> SheetCell:
    if now.connector:
        return Say("diggers")
    return Say("saboteurs") if now.is_over else None


def _cell(role: str | None, gold: Sequence[int]) -> SheetCell:
    if role is None:
        return None
    said = Say("saboteur") if role == SABOTEUR else Say("{role}", role=role)
    return join((said, join(gold, "+")), ", ") if gold else said


IN_SHORT: RoundSummary[State] = RoundSummary(row=_row, before=(Say("won by"),))


def pad(book: Rulebook, setup: Setup, seats: Sequence[str]) -> Pad:
    """Make the pad: the gold of everybody, then winner and roles of each round.

    Cites: SAB-1.4, SAB-1.6 to SAB-1.8.
    """
    rounds = range(1, book[keys.ROUNDS] + 1)
    gold = _gold_boxes(book)
    names = names_across(seats)
    winner = Say("☐ diggers  ☐ saboteurs")
    return Pad(
        (
            PadTable(
                title=Say("Gold cards"),
                corner=Say("player"),
                columns=(*(Say("round {n}", n=n) for n in rounds), Say("nuggets"), Say("place")),
                rows=tuple(PadRow(name, cells=(gold,) * len(rounds)) for name in names),
                wide=tuple(n - 1 for n in rounds),
            ),
            PadTable(
                title=Say("Who won, and who was what"),
                corner=Say("round"),
                columns=(Say("won by"), *names),
                rows=tuple(PadRow(Say("{n}", n=n), cells=(winner,)) for n in rounds),
                wide=(0,),
            ),
            Footnote(tuple(_dealt(book, (len(seats),) if any(seats) else None))),
        )
    )


def _gold_boxes(book: Rulebook) -> Say:
    """Draw a box for each value that a gold card can have. Cites: SAB-1.4."""
    values = sorted(book[keys.NUGGETS].values())
    return join([Say("{n} ☐", n=n) for n in values], " ")


def _dealt(book: Rulebook, seats: Sequence[int] | None) -> Iterator[Say]:
    """Tell roles and hand sizes for this number of players, or for any."""
    least, most = book.players
    for n in seats or range(least, most + 1):
        yield Say(
            "{n} players: saboteurs {saboteurs}, diggers {diggers}, one of these left over;"
            " hand {hand}, to draw {left}.",
            n=n,
            saboteurs=book[keys.SABOTEURS][n],
            diggers=book[keys.DIGGERS][n],
            hand=book[keys.HAND][n],
            left=cards_to_draw(book, n),
        )
