"""Answers that lead where a stranger who draws among all that is offered seldom comes."""

from __future__ import annotations

from referee.core.table import Setup


def OPENINGS(setup: Setup) -> tuple[tuple[str, ...], ...]:  # noqa: N802 - so the contract calls it
    """Draw six cards with a six, a talisman among them; or have a wish."""
    is_two = len(setup.seating) == 2
    others = len(setup.seating) - 1
    gems = ("red blue", "green red") if is_two else ("red",) * (others + 1)
    greedy = ("b6 s1", "s2 g3") if is_two else ("b6", "s1", "s2", "g3", "g4")[: others + 1]
    alike = ("b6 s1", "s2 g6") if is_two else ("b2",) * (others + 1)
    drawn = ("talisman 1", "red 0", "bronze ring 1", "bb 0", "bn 1", "blue 0")
    wish = (*gems, *alike, "@007", "accept")
    swap = "swap red @Ana red @007"
    has_ring = setup.options.get("variant") == ("my-precious",)
    taken, left = (("red",), ("none",)) if has_ring else ((), ())
    greed = (*gems, *greedy, "none", *drawn)
    return ((*greed, *taken), (*wish, "nothing"), (*wish, swap, "done"), (*greed, *left))
