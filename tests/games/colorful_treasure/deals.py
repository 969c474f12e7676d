"""End positions for the proofs, reached card by card as the box allows; nothing here knows ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from tests.games.colorful_treasure import oracle

NAMES = ("Maya", "Bo", "Ana", "Cy")
"""In order of seating, which is no order of the alphabet."""


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


def some_table(draw: Random) -> Sequence[int]:
    """Draw the points for one to six cards of a colour; each more is worth no less, mostly."""
    steps = [draw.randint(0, 4) for _ in range(oracle.BOX["red"])]
    if draw.random() < 0.1:
        return steps
    return [sum(sorted(steps)[:number]) for number in range(1, len(steps) + 1)]
