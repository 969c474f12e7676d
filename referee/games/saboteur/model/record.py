"""What a session records of roles and gold so far, in the words of a holdings file."""

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

    The evidence, by round: who took which cards, who was not paid exactly, who used the last card.
    """
    reports = [_report(state, each) for each in _ended(state)]
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


def _ended(state: State) -> tuple[Round, ...]:
    """List the rounds in which no more cards are used, the one that is paid now too."""
    is_paying = not state.is_played and state.now.is_over
    return (*state.past, state.now) if is_paying else state.past


def _entry(state: State, player: Player) -> dict[str, Any]:
    """Return a player's entry; debts are known where the record has all gold."""
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
    if not ended.is_whole or ended.stated_broken is not None:
        report["broken"] = tuple(who for who in seating if who in ended.broken_players)
    return report


def _noted(state: State) -> dict[str, Any]:
    """Return, by round, the gold recorded, and who used the last card."""
    rounds = {str(number): each for number, each in enumerate(_ended(state), start=1)}
    past = dict(zip(rounds, state.past, strict=False))
    found = {
        "taken": {
            number: _cards((who for who in state.players if who not in each.unpaid), each)
            for number, each in past.items()
            if not each.in_secret
        },
        "taking": {
            number: _cards((), each)
            for number, each in rounds.items()
            if number not in past and each.settled
        },
        "unpaid": {number: dict(each.unpaid) for number, each in rounds.items() if each.unpaid},
        "last": {number: each.last for number, each in rounds.items() if each.last},
    }
    return {what: by_round for what, by_round in found.items() if by_round}


def _cards(known: Iterable[Player], paid: Round) -> dict[Player, Cards]:
    """Return what players took; of those who were not paid exactly nothing is known."""
    taken: dict[Player, Cards] = dict.fromkeys(known, ())
    for player, cards in paid.settled:
        if player not in paid.unpaid:
            taken[player] = tuple(sorted((*taken.get(player, ()), *cards), reverse=True))
    return taken
