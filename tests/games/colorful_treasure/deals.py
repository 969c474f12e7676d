"""End positions for the proofs, reached card by card as the box allows; nothing here knows ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from tests.games.colorful_treasure import oracle

NAMES = ("Maya", "Bo", "Ana", "Cy")
"""In order of seating, which is no order of the alphabet."""
MOST_TILES = 5
LEAST_FIELD = {2: 5, 3: 2, 4: 0}
"""How few cards the last round can leave, by number of players."""


class Deal(NamedTuple):
    """An end position with all that a holdings file tells of it."""

    mode: str
    table: Mapping[str, oracle.Holding]
    wonders: Mapping[str, int]
    field: int


def box(draw: Random, mode: str) -> list[oracle.Card]:
    """Make all cards of a game: which colours a wonder has, and what it hides, is drawn.

    A colour of which as many cards are left as wonders must be on each of them.
    """
    left = {colour: oracle.BOX[colour] for colour in oracle.COLOURS}
    secrets = [kind for kind in oracle.SECRETS for _ in range(oracle.BOX[kind])]
    draw.shuffle(secrets)
    cards: list[oracle.Card] = []
    for wonder, secret in zip(oracle.WONDERS, secrets, strict=True):
        still = len(oracle.WONDERS) - wonder + 1
        colours = [colour for colour, number in left.items() if number == still]
        others = [colour for colour, number in left.items() if 0 < number < still]
        colours += draw.sample(others, oracle.GEMS_OF_A_WONDER - len(colours))
        for colour in colours:
            left[colour] -= 1
        faces = [*colours, "diamond"] if mode == "simple" else [*colours, "diamond", secret]
        cards += [(wonder, face) for face in faces]
    assert not any(left.values())
    return cards


class Dealing:
    """A game in which every take is one card, and who takes it is drawn."""

    def __init__(self, draw: Random, seats: int, mode: str) -> None:
        self.draw = draw
        self.mode = mode
        self.players = NAMES[:seats]
        self.cards: dict[str, list[oracle.Card]] = {name: [] for name in self.players}
        self.diamonds = dict.fromkeys(self.players, 0)
        self.tokens = {name: dict.fromkeys(oracle.SECRETS, 0) for name in self.players}
        self.bonuses: dict[str, list[str]] = {name: [] for name in self.players}
        self.tiles: dict[str, list[str]] = {name: [] for name in self.players}
        self.supply = draw.sample(oracle.TILES, MOST_TILES) if mode == "advanced" else []
        self.armed = {(name, colour) for name in self.players for colour in oracle.COLOURS}

    def deal(self) -> Deal:
        """Take card after card until few enough are left."""
        field = box(self.draw, self.mode)
        self.draw.shuffle(field)
        least = LEAST_FIELD[len(self.players)]
        left = 0 if self.mode == "simple" else self.draw.randint(least, 10)
        likely = self.draw.choice(((1, 1, 1, 1), (1, 2, 3, 4), (4, 1, 1, 1), (3, 2, 3, 1)))
        while len(field) > left:
            (name,) = self.draw.choices(self.players, likely[: len(self.players)])
            self._turn(name, field)
        return Deal(
            mode=self.mode,
            table={name: self._holding(name) for name in self.players},
            wonders={name: self._wonders(name) for name in self.players},
            field=len(field),
        )

    def _turn(self, name: str, field: list[oracle.Card]) -> None:
        may_be_taken = [
            card
            for card in field
            if "no-secrets" not in self.tiles[name] or card[1] not in oracle.SECRETS
        ]
        if not may_be_taken:
            return
        card = may_be_taken[0]
        field.remove(card)
        self.cards[name].append(card)
        if card[1] == "diamond":
            self.diamonds[name] += 1
        if card[1] in oracle.SECRETS:
            self.tokens[name][card[1]] += 1
        self._plunder(name)
        self._bonuses(name)
        self._tiles(name)

    def _plunder(self, name: str) -> None:
        own = self.tokens[name]
        if "no-plunder" in self.tiles[name]:
            return
        if all(own.values()):
            pair = list(oracle.SECRETS)
        elif any(own.values()) and "any-token" in self.tiles[name]:
            pair = [kind for kind, number in own.items() if number][:1]
            self.tiles[name].remove("any-token")
        else:
            return
        for kind in pair:
            own[kind] -= 1
        self._carry_off(name)

    def _carry_off(self, name: str) -> None:
        booty: list[tuple[str, oracle.Card | None]] = []
        for victim in self.players:
            if victim == name or "no-plunder" in self.tiles[victim]:
                continue
            booty += [(victim, None)] if self.diamonds[victim] else []
            if "cards-safe" not in self.tiles[victim]:
                booty += [(victim, card) for card in self.cards[victim]]
        if not booty:
            return
        victim, card = self.draw.choice(booty)
        if card is None:
            self.diamonds[victim] -= 1
            self.diamonds[name] += 1
            return
        self.cards[victim].remove(card)
        self.cards[name].append(card)
        if self._colours(victim)[card[1]] < 3 and card[1] in oracle.COLOURS:
            self.armed.add((victim, card[1]))

    def _bonuses(self, name: str) -> None:
        if self.mode == "simple":
            return
        claimed = [bonus for own in self.bonuses.values() for bonus in own]
        colours = len([colour for colour in oracle.COLOURS if self._colours(name)[colour]])
        colours += "sixth-colour" in self.tiles[name]
        if oracle.gem_bonus(len(self.players), colours, claimed):
            self.bonuses[name].append("gem")
        if oracle.exploration_bonus(self._wonders(name), claimed):
            self.bonuses[name].append("exploration")

    def _tiles(self, name: str) -> None:
        for colour in oracle.COLOURS:
            if self._colours(name)[colour] < 3 or (name, colour) not in self.armed:
                continue
            self.armed.remove((name, colour))
            if self.supply and self.draw.random() < 0.8:
                tile = self.supply.pop()
                is_used_at_once = tile.startswith("peek") and self.draw.random() < 0.5
                self.tiles[name] += [] if is_used_at_once else [tile]
                self._bonuses(name)

    def _colours(self, name: str) -> Counter[str]:
        return Counter(kind for _, kind in self.cards[name])

    def _wonders(self, name: str) -> int:
        return len({wonder for wonder, _ in self.cards[name]})

    def _holding(self, name: str) -> oracle.Holding:
        return oracle.Holding(
            cards=dict(self._colours(name)),
            diamonds=self.diamonds[name],
            bonuses=tuple(self.bonuses[name]),
            tiles=tuple(self.tiles[name]),
        )


def some_table(draw: Random) -> Sequence[int]:
    """Draw the points for one to six cards of a colour; each more is worth no less, mostly."""
    steps = [draw.randint(0, 4) for _ in range(oracle.BOX["red"])]
    if draw.random() < 0.1:
        return steps
    return [sum(sorted(steps)[:number]) for number in range(1, len(steps) + 1)]
