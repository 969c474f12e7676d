"""Answers that lead where a stranger who draws among all that is offered seldom comes."""

from __future__ import annotations

from typing import Final

from referee.core.table import Setup

THIRD_GEM: Final = ("1r 2r", "3r", "red")
ONE_KEY: Final = ("1k 4y", "stop", "key")
PAIR: Final = ("7k 2c", "stop", "secrets")
OTHERS: Final = (
    ("1d 2d", "stop", "diamond"),
    ("7y 8y", "stop", "yellow"),
    ("4g 5g", "stop", "green"),
)
"""A turn for each of the others, none of which brings a tile."""


def OPENINGS(setup: Setup) -> tuple[tuple[str, ...], ...]:  # noqa: N802 - so the contract calls it
    """Have loot for a pair, for two, or for none; in the advanced game have tiles to be used."""
    others = [words for turn in OTHERS[: len(setup.seating) - 1] for words in turn]
    mode = setup.options.get("mode", ("basic",))[0]
    if mode == "simple":
        return (("@Ana", "1d 2r", "red", "1d 3d", "diamond"),)
    plundering = (
        (*OTHERS[0], *PAIR),
        ("1k 3k", "stop", "key", *others, "2c 4c", "stop", "chest"),
        (*PAIR, *others),
    )
    if mode == "basic":
        return tuple(("@Ana", *turns) for turns in plundering)
    looks = (*THIRD_GEM, "peek-different", "done", "4r 5r", "6r", "red", "peek-same")
    pairing = ("5 7 8 9 10", *ONE_KEY, *others, *THIRD_GEM, "any-token")
    picking = ("1 2 5 7 9", *THIRD_GEM)
    first, second, third = (("@Ana", "5 6 7 8 9", *turns) for turns in plundering)
    # In this order the few advanced tables that the contract plays come to all three.
    return (
        first,
        second,
        ("@Ana", "1 3 4 6 10", *looks),
        third,
        ("@Ana", *pairing),
        ("@Ana", *picking),
    )
