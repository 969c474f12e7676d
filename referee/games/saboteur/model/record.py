"""What a session records of roles and gold so far, in the words of a holdings file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.api import FinalCount, Player, Rulebook
from referee.games.saboteur.model.count import DIGGERS, SABOTEURS, table_of
from referee.games.saboteur.model.deal import SELFISH, saboteurs_in
from referee.games.saboteur.model.three_rounds.possible import is_possible

if TYPE_CHECKING:  # a score of gold needs no tunnel
    from referee.games.saboteur.model.gold import Cards
    from referee.games.saboteur.model.three_rounds.table import Table
    from referee.games.saboteur.state import Round, RoundResult, State


def count_so_far(state: State) -> FinalCount:
    """Return the final count as far as it is recorded; gold not yet turned up is unknown.

    The evidence, by round: who took which cards, who was not paid exactly, who used the last card.
    """
    results: list[RoundResult | Round] = [*state.past]
    if not state.is_played and state.now.is_over:
        results.append(state.now)
    reports = [_report(state, each) for each in results]
    reports += [{}] * (state.rounds - len(reports))
    return FinalCount(
        setup=state.setup,
        holdings={player: _entry(state, player) for player in state.players},
        shared={"rounds": tuple(reports)},
        evidence=_noted(state),
    )


def table_so_far(book: Rulebook, state: State) -> Table:
    """Return the table of all that is known so far."""
    return table_of(book, count_so_far(state))


def speaks_against(book: Rulebook, before: State, after: State) -> bool:
    """Whether an event makes the record one that no legal play can leave.

    Where it was so before, the table has overruled something, and nothing more is held against it.
    """
    return not is_possible(table_so_far(book, after)) and is_possible(table_so_far(book, before))


def _entry(state: State, player: Player) -> dict[str, Any]:
    """Return a player's entry; debts are known where the record has all gold."""
    if player in state.counted:
        return {"gold": state.counted[player], "owed": state.owed_to(player)}
    has_all = state.is_played and not any(result.in_secret for result in state.past)
    return {"owed": state.owed_to(player)} if has_all else {}


def _report(state: State, result: RoundResult | Round) -> dict[str, Any]:
    seating = state.players
    report: dict[str, Any] = {"won": SABOTEURS if result.connector is None else DIGGERS}
    if len(result.roles) == len(seating):
        report["saboteurs"] = saboteurs_in(seating, result.roles)
        if state.variant.has_selfish:
            report["selfish"] = tuple(who for who in seating if result.roles[who] == SELFISH)
    if result.connector is not None:
        report["connector"] = result.connector
    broken = result.broken_players
    if broken is None:
        return report
    return {**report, "broken": tuple(who for who in seating if who in broken)}


def _noted(state: State) -> dict[str, Any]:
    """Return, by round, the gold recorded, and who used the last card."""
    now = state.now
    rounds = {str(number): result for number, result in enumerate(state.past, start=1)}
    taken = {
        number: _cards({who: () for who in state.players if who not in result.unpaid}, result)
        for number, result in rounds.items()
        if not result.in_secret
    }
    unpaid = {number: dict(result.unpaid) for number, result in rounds.items() if result.unpaid}
    last = {number: result.last for number, result in rounds.items() if result.last}
    taking = {}
    if not state.is_played and now.is_over:
        number = str(state.round)
        taking = {number: _cards({}, now)} if now.settled else {}
        unpaid |= {number: dict(now.unpaid)} if now.unpaid else {}
        last |= {number: now.last} if now.last else {}
    found = {"taken": taken, "taking": taking, "unpaid": unpaid, "last": last}
    return {what: by_round for what, by_round in found.items() if by_round}


def _cards(known: dict[Player, Cards], result: RoundResult | Round) -> dict[Player, Cards]:
    """Add what players took; of those who were not paid exactly nothing is known."""
    for player, cards in result.settled:
        if player in result.unpaid:
            continue
        known[player] = tuple(sorted((*known.get(player, ()), *cards), reverse=True))
    return known
