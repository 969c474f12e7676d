"""The views of the table, the summary of rounds, and the pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.api.pads import Footnote, Pad, PadRow, PadTable, names_across
from referee.api.rounds import RoundRows, RoundSummary, StateChange, SummaryRow
from referee.games.saboteur import keys
from referee.games.saboteur.final import rows_of
from referee.games.saboteur.model.board.cards import cell_words, is_dead_end, read_card
from referee.games.saboteur.model.deal import SABOTEUR, cards_to_draw
from referee.games.saboteur.model.gold import nuggets
from referee.games.saboteur.model.tools import (
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    broken_card,
    repair_card,
)
from referee.games.saboteur.paper.diagram import draw
from referee.games.saboteur.stages import COURSE
from referee.games.saboteur.stages.turn import LAY
from referee.games.saboteur.state import Round, State


def _show_state(book: api.Rulebook, state: State) -> api.CardGrid:
    """Show what everyone may know: hands, broken tools, and which cards were not seen yet."""
    now = state.now
    columns = (Say("player"), Say("cards"), Say("broken"), Say("role"))
    rows: tuple[tuple[api.SheetCell, ...], ...] = tuple(
        (
            Say("{name}", name=player),
            now.hands[player],
            _listed(now.broken.get(player, ())),
            _listed((now.roles[player],) if player in now.roles else ()),
        )
        for player in state.players
    )
    title = Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    if state.is_played:
        title = Say("All rounds are over")
    return api.CardGrid(title, columns, rows, tuple(_state_lines(book, state)))


def _listed(words: tuple[str, ...]) -> api.SheetCell:
    return Say("{words}", words=words) if words else None


def _state_lines(book: api.Rulebook, state: State) -> Iterator[Say]:
    now = state.now
    shapes = book[keys.COPIES]
    through = {shape: n for shape, n in shapes.items() if not is_dead_end(read_card(shape))}
    ends = {shape: n for shape, n in shapes.items() if shape not in through}
    yield Say("To draw: {n}. Discarded face down: {d}.", n=now.draw_pile, d=now.discarded)
    yield Say("Tunnel cards not seen: {cards}.", cards=_unseen(through, now.laid))
    yield Say("Dead ends not seen: {cards}.", cards=_unseen(ends, now.laid))
    cards = book[keys.ACTION_CARDS]
    for said, kinds in _ACTION_LINES:
        left = {kind: cards[card] for kind, card in kinds.items()}
        seen = {kind: now.played.get(card, 0) for kind, card in kinds.items()}
        yield Say(said, cards=_unseen(left, seen))
    for cell, shows in now.up.items():
        yield Say("The goal at {cell} shows {shows}.", cell=cell_words(cell), shows=shows)
    for player in state.players:
        if cells := tuple(cell_words(cell) for who, cell in now.map_looks if who == player):
            yield Say("{player} has looked at {cells}.", player=player, cells=cells)
    for player, unpaid in state.unpaid.items():
        yield Say("The bank owes {player} {nuggets}.", player=player, nuggets=nuggets(unpaid))
    if COURSE.due(state) is LAY:
        yield Say("To act: {player}.", player=state.active_player)


_ACTION_LINES: Final = (
    ("Broken tools not seen: {cards}.", {tool: broken_card(tool) for tool in TOOLS}),
    ("Repairs not seen: {cards}.", {kinds: repair_card(kinds) for kinds in REPAIRS}),
    ("Others not seen: {cards}.", {card: card for card in (MAP, ROCKFALL)}),
)
"""The action cards by groups, a line for each: the name shown, and the card."""


def _unseen(there: Mapping[str, int], seen: Mapping[str, int]) -> Say:
    """List the cards not seen yet by name; no number follows a name of which one is left."""
    left = {name: n - seen.get(name, 0) for name, n in there.items()}
    unseen = tuple(
        Say("{name} {n}" if n > 1 else "{name}", name=name, n=n)
        for name, n in left.items()
        if n > 0
    )
    return Say("{cards}", cards=unseen) if unseen else Say("none")


def _show_tunnel(book: api.Rulebook, state: State) -> api.CardGrid:
    now = state.now
    title = Say("The tunnel of round {round}", round=min(state.round, state.rounds))
    return api.CardGrid(title, (), (), draw(now.tunnel, state.goals, now.up))


VIEWS: Final[Mapping[str, api.TableView[State]]] = {
    "state": api.TableView(Say("hands, broken tools, cards not seen"), _show_state),
    "tunnel": api.TableView(Say("the tunnel, drawn"), _show_tunnel, comes_back=True),
}


def _row(rows: RoundRows, moments: Sequence[StateChange[State, api.Event[State]]]) -> SummaryRow:
    """Return who won a round, everybody's role, and the gold where it was recorded."""
    last = moments[-1]
    is_over = last.after.round > rows.round
    now = last.after.past[-1] if is_over else last.after.now
    won = title = None
    if now.connector:
        won, title = Say("diggers"), Say("The diggers reach the treasure")
    elif now.is_over:
        won, title = Say("saboteurs"), Say("The saboteurs win")
    return SummaryRow(
        round=rows.round,
        before=(won,),
        cells=tuple(_cell(now, player) for player in last.after.players),
        title=title,
        told=tuple(_round_result(last.before)) if is_over else (),
        marked=tuple(player for player, role in now.roles.items() if role == SABOTEUR),
    )


def _round_result(state: State) -> Iterator[Say]:
    """Say how a round ended and who was paid. Cites: SAB-6.1 to SAB-6.3, SAB-7.1, SAB-7.5."""
    now, payout = state.now, state.payout
    if now.connector:
        yield Say("{player} joins it.", player=now.connector)
    elif not now.is_result_only:
        agreed, used = "All agree that no card can be played.", "All cards are used."
        yield Say(agreed) if now.end_agreed else Say(used)
    if payout.order:
        cards = Counter(payout.order)
        each = tuple(Say("{player} {n}", player=player, n=n) for player, n in cards.items())
        yield Say("Gold cards, face down: {cards}.", cards=each)
    elif payout.takers:
        yield payout.worded()


def _cell(now: Round, player: Player) -> api.SheetCell:
    """Return a player's role, and the gold in the order in which it was taken."""
    if (role := now.roles.get(player)) is None:
        return None
    gold = [value for who, cards in now.settled if who == player for value in cards]
    said = Say("saboteur") if role == SABOTEUR else Say("{role}", role=role)
    return api.join((said, api.join(gold, "+")), ", ") if gold else said


IN_SHORT: RoundSummary[State] = RoundSummary(row=_row, before=(Say("won by"),))


def pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> Pad:
    """Return the pad: everybody's score, then winner, roles and gold of each round.

    Cites: SAB-1.4, SAB-1.6 to SAB-1.8.
    """
    rounds = range(1, book[keys.ROUNDS] + 1)
    names = names_across(seats)
    winner = PadRow(Say("won by"), cells=(Say("☐ diggers  ☐ saboteurs"),) * len(rounds))
    gold = (_gold_boxes(book),) * len(rounds)
    return Pad(
        (
            PadTable(
                corner=Say("player"),
                columns=(*rows_of(book), Say("total"), Say("place")),
                rows=tuple(map(PadRow, names)),
            ),
            PadTable(
                title=Say("Who won, who was what, and the gold cards"),
                corner=Say("player"),
                columns=tuple(Say("round {n}", n=n) for n in rounds),
                rows=(winner, *(PadRow(name, cells=gold) for name in names)),
                wide=tuple(range(len(rounds))),
            ),
            Footnote(tuple(_dealt(book, (len(seats),) if any(seats) else None))),
        )
    )


def _gold_boxes(book: api.Rulebook) -> Say:
    """Return a box to tick for each value of gold cards. Cites: SAB-1.4."""
    return api.in_a_row([Say("☐ {n}", n=n) for n in sorted(book[keys.NUGGETS].values())])


def _dealt(book: api.Rulebook, seats: Sequence[int] | None) -> Iterator[Say]:
    """List roles and hand sizes for this number of players, or for every one."""
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
