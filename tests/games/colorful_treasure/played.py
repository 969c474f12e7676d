"""Whole games by the printed rules, played at random, and what their holdings file tells.

It knows nothing of ours. Every turn is a turn of the game: cards are flipped, a kind is taken,
pairs plunder, and the last round ends when the last player has had it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.games.colorful_treasure.deals import NAMES, box
from tests.games.colorful_treasure.oracle import COLOURS, SECRETS, TILES, Card

Entry = dict[str, Any]
Switches = Mapping[str, str]
FIELDS = {
    **{colour: colour for colour in COLOURS},
    "diamond": "diamond_cards",
    "key": "keys",
    "chest": "chests",
}


def entries(
    hands: Sequence[Sequence[Card]],
    diamonds: Sequence[int],
    bonuses: Sequence[Sequence[str]],
    tiles: Sequence[Sequence[str]],
) -> dict[str, Entry]:
    """Tell what lies before everybody as a holdings file does."""
    faces = [Counter(face for _, face in hand) for hand in hands]
    return {
        NAMES[p]: {
            **{field: faces[p][face] for face, field in FIELDS.items()},
            "diamonds": diamonds[p],
            "wonders": len({wonder for wonder, _ in hand}),
            "bonuses": tuple(bonuses[p]),
            "tiles": tuple(tiles[p]),
        }
        for p, hand in enumerate(hands)
    }


class Game:
    """One game from the first flip to the end."""

    def __init__(self, draw: Random, seats: int, mode: str, switches: Switches) -> None:
        self.draw, self.mode, self.switches = draw, mode, switches
        self.seats = range(seats)
        self.field = box(draw, mode)
        self.cards: list[list[Card]] = [[] for _ in self.seats]
        self.diamonds = [0] * seats
        self.tokens = [Counter[str]() for _ in self.seats]
        self.bonuses: list[list[str]] = [[] for _ in self.seats]
        self.tiles: list[list[str]] = [[] for _ in self.seats]
        self.supply = draw.sample(TILES, 5) if mode == "advanced" else []
        self.armed = {(p, colour) for p in self.seats for colour in COLOURS}
        self.is_greedy = draw.random() < 0.5
        self._play()

    def _play(self) -> None:
        is_last = False
        while True:
            for p in self.seats:
                if self.mode == "simple" and not self.field:
                    return
                self._turn(p)
                is_last = is_last or (self.mode != "simple" and len(self.field) <= 10)
            if is_last:
                return

    def _turn(self, p: int) -> None:
        flips = 2
        if self.mode != "simple" and self.draw.random() < 0.7:
            flips = 3 + ("fourth-card" in self.tiles[p] and self.draw.random() < 0.8)
        shown = self.draw.sample(self.field, min(flips, len(self.field)))
        if self.is_greedy and self.draw.random() < 0.6:
            face = self.draw.choice(self.field)[1]
            alike = [card for card in self.field if card[1] == face]
            shown = [*alike, *(card for card in shown if card not in alike)][: len(shown)]
        if len(shown) > 3 and self.switches.get("fourth_card_tile") == "once":
            self.tiles[p].remove("fourth-card")
        kinds = self._chosen(p, [face for _, face in shown])
        taken = [card for card in shown if card[1] in kinds]
        for card in taken:
            self.field.remove(card)
            self.cards[p].append(card)
            self.diamonds[p] += card[1] == "diamond"
            if card[1] in SECRETS:
                self.tokens[p][card[1]] += 1
        self._settle(p)
        self._tiles(p)

    def _chosen(self, p: int, faces: list[str]) -> set[str]:
        secrets = {face for face in faces if face in SECRETS}
        others = sorted({*faces} - secrets)
        if secrets and "no-secrets" not in self.tiles[p]:
            return secrets
        if secrets and self.switches.get("no_secrets_tile") == "once":
            if not others or self.draw.random() < 0.5:
                return secrets
            self.tiles[p].remove("no-secrets")
            return {self.draw.choice(others)}
        if not others or (self.switches.get("takes") == "may" and self.draw.random() < 0.1):
            return set()
        if "extra-kind" in self.tiles[p] and not secrets and len(others) > 1:
            if self.switches.get("extra_kind_tile") == "once":
                self.tiles[p].remove("extra-kind")
            return {*self.draw.sample(others, 2)}
        return {max(others, key=faces.count)}

    def _settle(self, p: int) -> None:
        own = self.tokens[p]
        while "no-plunder" not in self.tiles[p]:
            booty = self._booty(p)
            if own["key"] and own["chest"]:
                if not booty and self.switches.get("no_victim") == "keep":
                    break
                own.subtract(SECRETS)
            elif booty and "any-token" in self.tiles[p] and own.total():
                self.tiles[p].remove("any-token")
                own[next(kind for kind in SECRETS if own[kind])] -= 1
            else:
                break
            if booty:
                self._carry_off(p, *self.draw.choice(booty))
        self._take_bonuses(p)

    def _booty(self, p: int) -> list[tuple[int, Card | None]]:
        found: list[tuple[int, Card | None]] = []
        for victim in self.seats:
            if victim == p or "no-plunder" in self.tiles[victim]:
                continue
            found += [(victim, None)] * min(4, self.diamonds[victim])
            if "cards-safe" not in self.tiles[victim]:
                found += [(victim, card) for card in self.cards[victim]]
        return found

    def _carry_off(self, p: int, victim: int, card: Card | None) -> None:
        if card is None:
            self.diamonds[victim] -= 1
            self.diamonds[p] += 1
            return
        self.cards[victim].remove(card)
        self.cards[p].append(card)
        if self._of(victim)[card[1]] < 3:
            self.armed.add((victim, card[1]))

    def _take_bonuses(self, p: int) -> None:
        gone = {bonus for own in self.bonuses for bonus in own}
        colours = sum(self._of(p)[c] > 0 for c in COLOURS) + ("sixth-colour" in self.tiles[p])
        if self.mode == "simple":
            return
        if "gem" not in gone and colours >= (4 if len(self.seats) == 4 else 5):
            self.bonuses[p].append("gem")
        if "exploration" not in gone and self.wonders(p) >= 8:
            self.bonuses[p].append("exploration")

    def _tiles(self, p: int) -> None:
        is_first = True
        for colour in COLOURS:
            if self._of(p)[colour] < 3 or (p, colour) not in self.armed:
                continue
            self.armed.discard((p, colour))
            may = is_first or self.switches.get("tiles_a_turn") == "each"
            if may and self.supply and self.draw.random() < 0.85:
                is_first = False
                tile = self.supply.pop()
                is_spent = tile.startswith("peek") and self.draw.random() < 0.5
                self.tiles[p] += [] if is_spent else [tile]
                self._settle(p)

    def _of(self, p: int) -> Counter[str]:
        return Counter(face for _, face in self.cards[p])

    def wonders(self, p: int) -> int:
        """Count the wonders of which a player has cards."""
        return len({wonder for wonder, _ in self.cards[p]})

    def holdings(self) -> dict[str, Entry]:
        """Tell everything that lies before the players."""
        return entries(self.cards, self.diamonds, self.bonuses, self.tiles)


def some_switches(draw: Random) -> dict[str, str]:
    """Draw house rules, most often none."""
    rules = (
        ("takes", "may"), ("no_victim", "keep"), ("tiles_a_turn", "each"),
        ("no_secrets_tile", "once"), ("fourth_card_tile", "once"), ("extra_kind_tile", "once"),
    )  # fmt: skip
    return {name: value for name, value in rules if draw.random() < 0.12}


def damaged(draw: Random, holdings: dict[str, Entry], mode: str) -> str:
    """Let one slip happen in the file, and say what it was."""
    player = draw.choice([*holdings])
    other = draw.choice([name for name in holdings if name != player])
    entry, fields = holdings[player], [*FIELDS.values()]
    slip = draw.choice(
        ("count", "count", "moved", "swapped", "diamonds", "wonders", "bonus", "tile")
    )
    if slip == "count":
        name = draw.choice(fields)
        entry[name] = max(0, entry[name] + draw.choice((-2, -1, 1, 1, 2)))
    elif slip == "moved":
        name = draw.choice([*fields, "diamonds"])
        n = draw.randint(0, entry[name])
        entry[name], holdings[other][name] = entry[name] - n, holdings[other][name] + n
    elif slip == "swapped":
        one, two = draw.sample([*fields, "diamonds"], 2)
        entry[one], entry[two] = entry[two], entry[one]
    elif slip == "diamonds":
        entry["diamonds"] = max(0, entry["diamonds"] + draw.choice((-1, 1)))
    elif slip == "wonders":
        entry["wonders"] = max(0, entry["wonders"] + draw.choice((-3, -2, -1, 1, 2)))
    elif slip == "bonus":
        entry["bonuses"], holdings[other]["bonuses"] = holdings[other]["bonuses"], entry["bonuses"]
    elif mode == "advanced":
        held = {tile for own in holdings.values() for tile in own["tiles"]}
        free = [tile for tile in TILES if tile not in held]
        if len(held) < 5:
            entry["tiles"] = (*entry["tiles"], draw.choice(free))
    return slip
