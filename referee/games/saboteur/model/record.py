"""What a session has recorded of roles and gold so far, as a final count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.api import FinalCount, Player, Rulebook
from referee.games.saboteur.model.count import DIGGERS, SABOTEURS, table_of
from referee.games.saboteur.model.deal import SELFISH, saboteurs_in
from referee.games.saboteur.model.three_rounds.possible import is_possible

if TYPE_CHECKING:  # a score of gold needs no tunnel
    from collections.abc import Iterable

    from referee.games.saboteur.model.gold import Cards
    from referee.games.saboteur.model.three_rounds.table import Table
    from referee.games.saboteur.state import Round, State


def count_so_far(state: State) -> FinalCount:
    """Return the final count as far as it is recorded; gold not yet turned up is unknown.

    The evidence has, by round, who took which cards, who was not paid exactly, and who used the
    last card.
    """
    reports = [_report(state, each) for each in _played_rounds(state)]
    reports += [{}] * (state.rounds - len(reports))
    return FinalCount(
        setup=state.setup,
        holdings={player: _holding(state, player) for player in state.players},
        shared={"rounds": tuple(reports)},
        evidence=_evidence(state),
    )


def table_so_far(book: Rulebook, state: State) -> Table:
    """Return all that is known so far as a table that can be checked."""
    return table_of(book, count_so_far(state))


def makes_impossible(book: Rulebook, before: State, after: State) -> bool:
    """Whether an event makes a possible record one that no legal play can lead to.

    An impossible record was overruled by the table, so no later event is refused because of it.
    """
    return not is_possible(table_so_far(book, after)) and is_possible(table_so_far(book, before))


def _played_rounds(state: State) -> tuple[Round, ...]:
    """List the rounds whose cards are played, including the one whose gold is being paid."""
    is_paying = not state.is_played and state.now.is_over
    return (*state.past, state.now) if is_paying else state.past


def _holding(state: State, player: Player) -> dict[str, Any]:
    """Return a player's holdings; debts are known if the record has all gold."""
    if player in state.counted:
        return {"gold": state.counted[player], "owed": state.owed_to(player)}
    has_all = state.is_played and not any(each.in_secret for each in state.past)
    return {"owed": state.owed_to(player)} if has_all else {}


def _report(state: State, ended: Round) -> dict[str, Any]:
    seating = state.players
    report: dict[str, Any] = {"won": SABOTEURS if ended.connector is None else DIGGERS}
    if len(ended.roles) == len(seating):
        report["saboteurs"] = saboteurs_in(seating, ended.roles)
        if state.variant.has_selfish:
            report["selfish"] = tuple(who for who in seating if ended.roles[who] == SELFISH)
    if ended.connector is not None:
        report["connector"] = ended.connector
    if not ended.is_result_only or ended.stated_broken is not None:
        report["broken"] = tuple(who for who in seating if who in ended.broken_players)
    return report


def _evidence(state: State) -> dict[str, Any]:
    """Return, by round, the gold recorded, who was not paid, and who used the last card."""
    rounds = {str(number): each for number, each in enumerate(_played_rounds(state), start=1)}
    past = dict(zip(rounds, state.past, strict=False))
    evidence = {
        "taken": {
            number: _cards_taken((who for who in state.players if who not in each.unpaid), each)
            for number, each in past.items()
            if not each.in_secret
        },
        "current_round": {
            number: _cards_taken((), each)
            for number, each in rounds.items()
            if number not in past and each.settled
        },
        "unpaid": {number: dict(each.unpaid) for number, each in rounds.items() if each.unpaid},
        "last": {number: each.last for number, each in rounds.items() if each.last},
    }
    return {what: by_round for what, by_round in evidence.items() if by_round}


def _cards_taken(known: Iterable[Player], paid: Round) -> dict[Player, Cards]:
    """Return the cards that players took; nothing is known of those who were not paid exactly."""
    taken: dict[Player, Cards] = dict.fromkeys(known, ())
    for player, cards in paid.settled:
        if player not in paid.unpaid:
            taken[player] = tuple(sorted((*taken.get(player, ()), *cards), reverse=True))
    return taken
