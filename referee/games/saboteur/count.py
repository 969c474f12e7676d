"""From the end of a session to the final count that is audited and scored."""

from __future__ import annotations

from referee.core.say import Say
from referee.core.shape import Value
from referee.core.table import FinalCount, Player
from referee.games.saboteur.form import DIGGERS, SABOTEURS
from referee.games.saboteur.paying import noted_gold
from referee.games.saboteur.roles import saboteurs_in
from referee.games.saboteur.state import Result, State


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say what is still hidden.

    Its ``evidence`` holds the gold that was noted card by card (``gold``), where all of it was.
    """
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    hidden = tuple(player for player in state.players if player not in state.counted)
    if hidden:
        return Say("Still face down: the gold of {players}.", players=hidden)
    noted: dict[str, Value] = dict(noted_gold(state).items())
    rounds = tuple(_told(state, result) for result in state.past)
    return FinalCount(
        setup=state.setup,
        holdings={player: _entry(state, player) for player in state.players},
        shared={"rounds": rounds},
        evidence={"gold": noted},
    )


def _entry(state: State, player: Player) -> dict[str, Value]:
    entry: dict[str, Value] = {"gold": state.counted[player]}
    return {**entry, "owed": state.owed[player]} if player in state.owed else entry


def _told(state: State, result: Result) -> dict[str, Value]:
    """Tell a round as a holdings file does."""
    won: dict[str, Value] = {
        "won": DIGGERS if result.connector else SABOTEURS,
        "saboteurs": saboteurs_in(state.players, result.roles),
    }
    return {**won, "connector": result.connector} if result.connector else won
