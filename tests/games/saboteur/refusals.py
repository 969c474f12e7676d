"""Every refusal of play, put as a question."""

from __future__ import annotations

from typing import Any, TypeAlias

from referee.core.ruling import Ruling
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    START,
    card_words,
    cell_words,
    read_card,
    shape_of,
)
from referee.games.saboteur.model.deal import SABOTEUR
from referee.games.saboteur.model.gold import cards_words
from referee.games.saboteur.stages.cards import ActionPlayed, GoalLookedAt, RockFell, ToolRepaired
from referee.games.saboteur.stages.ending import RoleTurnedUp
from referee.games.saboteur.stages.gold import GoldChanged, GoldOwed, GoldPaid
from referee.games.saboteur.stages.turn import CardLaid, EndAgreed
from referee.games.saboteur.state import State
from referee.testing.disputes import told

Asked: TypeAlias = "tuple[str, dict[str, str | list[str]]] | None"
BOOK = load_rulebook("saboteur")
AGAINST_THE_RECORD = {keys.ROLES_DEALT, keys.SUPPLY}


def question_for(state: State, event: Any, ruling: Ruling) -> Asked:
    """Put a refusal as a question; None where the questions name none for it.

    What contradicts earlier entries is forbidden in play and impossible in a question, which is
    told all at once: that is for ``against_the_record``.
    """
    if _is_out_of_turn(ruling) or _is_against_record(state, event, ruling):
        return None
    return asked(state, event)


def against_the_record(state: State, event: Any, ruling: Ruling) -> Asked:
    """Put what the record speaks against as a question; None for any other refusal."""
    if _is_out_of_turn(ruling) or not _is_against_record(state, event, ruling):
        return None
    if isinstance(event, RoleTurnedUp):
        known = [*state.now.roles.values(), event.role]
        saboteurs = known.count(SABOTEUR)
        if keys.SELFISH_NUGGETS.rule_id in {str(rule) for rule in ruling.rules}:
            return None  # the question knows no selfish dwarf
        numbers = {"saboteurs": str(saboteurs), "diggers": str(len(known) - saboteurs)}
        return "roles", {"players": str(len(state.players)), **numbers}
    return asked(state, event)


def asked(state: State, event: Any) -> Asked:
    """Put an event as a question, whatever is ruled on it."""
    if isinstance(event, CardLaid):
        lay = f"{cell_words(event.at)}:{event.card}"
        broken = ",".join(state.now.broken.get(event.player, ())) or "none"
        return "place", {"lay": lay, "broken": broken, **_table(state)}
    if isinstance(event, ActionPlayed):
        return "action", _action(state, event)
    if isinstance(event, EndAgreed):
        return "end", {
            "players": str(len(state.players)),
            "turns": str(state.now.turns),
            "agreed": "yes",
        }
    if isinstance(event, (GoldPaid, GoldChanged, GoldOwed)) and state.now.connector is None:
        return "payout", _payout(state, event)
    return None


def _is_against_record(state: State, event: Any, ruling: Ruling) -> bool:
    """Whether it contradicts earlier entries, which may hold a slip."""
    if isinstance(event, CardLaid):
        shape = shape_of(read_card(event.card))
        return state.now.laid.get(shape, 0) >= BOOK[keys.COPIES][shape]
    if isinstance(event, ActionPlayed):
        played = state.now.played.get(event.action, 0)
        return played >= BOOK[keys.ACTION_CARDS][event.action]
    return ruling.rules[0].rule_id in AGAINST_THE_RECORD


def _is_out_of_turn(ruling: Ruling) -> bool:
    said = str(ruling.reason)
    return said.startswith(("It is time for", "It is ", "Nobody here"))


def _table(state: State) -> dict[str, str | list[str]]:
    tunnel = state.now.tunnel
    lying = {at: card for at, card in tunnel.cards.items() if at != START and at not in state.goals}
    goals = [
        f"{cell_words(at)}:{shows}:{card_words(tunnel.cards[at])}"
        for at, shows in state.now.up.items()
    ]
    left = dict(state.now.laid)
    for card in lying.values():
        left[shape_of(card)] -= 1
    gone = [shape for shape, n in left.items() for _ in range(n)]
    return {
        "laid": [f"{cell_words(at)}:{card_words(card)}" for at, card in lying.items()],
        "goal": goals,
        "gone": ",".join(gone) or "none",
    }


def _action(state: State, event: ActionPlayed) -> dict[str, str | list[str]]:
    broken = [f"{told(who)}:{tool}" for who, tools in state.now.broken.items() for tool in tools]
    played = [f"{card}:{n}" for card, n in state.now.played.items() if n]
    facts: dict[str, str | list[str]] = {
        "play": event.action,
        "player": told(event.player),
        "broken": ",".join(broken) or "none",
        "played": ",".join(played) or "none",
        **_table(state),
        **_house_rules(state),
    }
    if isinstance(event, (RockFell, GoalLookedAt)):
        return {**facts, "at": cell_words(event.at)}
    facts |= {"target": told(event.target)}  # type: ignore[attr-defined]
    return {**facts, "mends": event.tool} if isinstance(event, ToolRepaired) else facts


def _house_rules(state: State) -> dict[str, str]:
    return {name: values[0] for name, values in state.setup.options.items()}


def _payout(state: State, event: GoldPaid | GoldChanged | GoldOwed) -> dict[str, str | list[str]]:
    """Tell the bank as it is now, and all who wait as if they alone were saboteurs in order."""
    now = state.now
    how = {GoldChanged: "changed", GoldOwed: "owed"}
    takes = [
        f"{told(who)}:{now.unpaid.get(who) or cards_words(cards)}" for who, cards in now.settled
    ]
    own = cards_words(event.cards) if isinstance(event, GoldPaid) else how[type(event)]
    paid = [value for _, cards in now.settled for value in cards]
    bank = {value: n + paid.count(value) for value, n in state.bank.items()}
    return {
        "players": ",".join(map(told, state.players)),
        "saboteurs": ",".join(told(who) for who, role in now.roles.items() if role == "saboteur"),
        "bank": ",".join(str(bank[value]) for value in sorted(bank)),
        "last": told(now.last or now.starter or state.players[0]),
        "takes": ",".join((*takes, f"{told(event.player)}:{own}")),
        **_house_rules(state),
    }
