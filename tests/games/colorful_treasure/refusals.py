"""How a refusal of play is put as a question, as somebody would type it."""

from __future__ import annotations

from typing import Any

from referee.core.ruling import Ruling
from referee.games.colorful_treasure.model.cards import Card
from referee.games.colorful_treasure.state import State

Typed = dict[str, str | list[str]]
COLOURS = ("red", "yellow", "green", "blue", "purple")


def question_for(state: State, event: Any, ruling: Ruling) -> tuple[str, Typed] | None:  # noqa: PLR0911 - an event of any kind
    """Put a refusal as the question that the list of refusals names for it."""
    if "time for" in str(ruling.reason) or "'s turn" in str(ruling.reason):
        return None
    kind = type(event).__name__
    if kind == "TilesLaidOut":
        return "setup", {"players": str(len(state.players)), "tiles": _list(event.tiles)}
    if kind == "CardsFlipped":
        return _flip(state, event.cards)
    if kind == "AnotherFlipped":
        return _flip(state, (event.card,))
    if kind == "CardsTaken":
        return "take", {
            **_table(state),
            "revealed": _cards(state.field.shown),
            "wants": _cards(event.cards),
            **_tiles(state),
        }
    if kind in {"CardPlundered", "DiamondPlundered", "NothingPlundered"}:
        return _loot(state, event)
    if kind == "AnyTokenUsed" and "any-token" in state.own.tiles:
        return "plunder", {
            "taken": "none",
            "keys": str(state.own.tokens.keys),
            "chests": str(state.own.tokens.chests),
            "use": "any-token",
            "victims": str(int(state.has_loot)),
            **_tiles(state),
            **_table(state),
        }
    if kind == "TilePicked":
        own = {colour: state.own.count(colour) for colour in COLOURS}
        before = {c: min(n, 2) if c == event.colour else n for c, n in own.items()}
        return "claim", {
            "now": _counts(own),
            "before": _counts(before),
            "up": _list(state.tiles or ()),
            "wants": event.tile,
        }
    if kind == "CardsPeeked" and event.tile in state.own.tiles:
        field = state.field
        there = [str(n) for n in range(1, 11) for _ in range(field.left_at(n))]
        return "peek", {
            "tile": event.tile,
            "wonders": _list(map(str, event.wonders)),
            "there": _list(there),
            **_tiles(state),
        }
    return None


def _flip(state: State, cards: tuple[Card, ...]) -> tuple[str, Typed]:
    field = state.field
    gone = [Card(n, face) for n, faces in enumerate(field.taken, 1) for face in faces]
    seen = [Card(n, face) for n, faces in enumerate(field.seen, 1) for face in sorted(faces)]
    return "flip", {
        **_table(state),
        "cards": _cards(cards),
        "open": _cards(field.shown),
        "taken": _cards(gone),
        "seen": _cards(card for card in seen if card not in gone and card not in field.shown),
        **_tiles(state),
    }


def _loot(state: State, event: Any) -> tuple[str, Typed]:
    victim = getattr(event, "victim", None)
    if victim is None:
        others = [own for player, own in state.holdings.items() if player != state.active]
        held = next(own for own in others if own.loot())
        wants = "none"
    else:
        held = state.holdings[victim]
        wants = event.card.short if hasattr(event, "card") else "diamond"
    facts: Typed = {
        "wants": wants,
        "holds": _list((*("diamond",) * held.diamonds, *(card.short for card in held.cards))),
    }
    if victim == state.active:
        facts |= {"from": "Ana", "player": "Ana", **_tiles(state)}
    else:
        facts |= {"victim_tiles": _list(held.tiles), **_tiles(state)}
    return "loot", {**facts, **_table(state)}


def _table(state: State) -> Typed:
    names = ("mode", "takes", "no_victim", "tiles_a_turn", "no_secrets_tile")
    return {name: state.setup.options[name][0] for name in names if name in state.setup.options}


def _tiles(state: State) -> Typed:
    """Name the player's tiles, and that of a fourth card, which is spent once it is flipped."""
    spent = {"fourth-card"} if len(state.field.shown) == len("four") else set()
    tiles = sorted(spent.union(state.own.tiles))
    return {"tiles": _list(tiles)} if tiles else {}


def _cards(cards: Any) -> str:
    return _list(card.short for card in cards)


def _list(words: Any) -> str:
    return ",".join(words) or "none"


def _counts(counts: dict[str, int]) -> str:
    return ",".join(f"{colour}:{n}" for colour, n in counts.items())
