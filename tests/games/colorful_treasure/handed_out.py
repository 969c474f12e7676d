"""Tables that nobody played: cards dealt, and all else handed out by chance.

Most of them no play leaves, and for more reasons than a slip of the pen has.
"""

from __future__ import annotations

from random import Random

from tests.games.colorful_treasure.deals import box
from tests.games.colorful_treasure.oracle import TILES
from tests.games.colorful_treasure.played import Entry, entries


def handed_out(draw: Random, seats: int, mode: str) -> tuple[dict[str, Entry], int]:
    """Deal the cards of a box and whatever lies beside them; give what is left on the field."""
    cards = box(draw, mode)
    draw.shuffle(cards)
    left = 0 if mode == "simple" else draw.randint(0, 10)
    likely = draw.choice(((1, 1, 1, 1), (1, 2, 3, 4), (4, 1, 1, 1), (3, 2, 3, 1)))[:seats]
    of_whom = draw.choices(range(seats), likely, k=len(cards) - left)
    hands = [
        [card for card, p in zip(cards, of_whom, strict=False) if p == own] for own in range(seats)
    ]
    diamonds = [sum(face == "diamond" for _, face in hand) for hand in hands]
    for _ in range(draw.randint(0, 4)):
        giver, taker = draw.sample(range(seats), 2)
        if diamonds[giver]:
            diamonds[giver] -= 1
            diamonds[taker] += 1
    bonuses: list[list[str]] = [[] for _ in hands]
    tiles: list[list[str]] = [[] for _ in hands]
    for bonus in ("gem", "exploration") if mode != "simple" else ():
        if draw.random() < 0.8:
            draw.choice(bonuses).append(bonus)
    for tile in draw.sample(TILES, draw.randint(0, 5)) if mode == "advanced" else ():
        draw.choice(tiles).append(tile)
    return entries(hands, diamonds, bonuses, tiles), left
