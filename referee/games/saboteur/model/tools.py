"""Tools that break and are repaired, and the action cards by name."""

from __future__ import annotations

from typing import Final

PICKAXE: Final = "pickaxe"
LAMP: Final = "lamp"
CART: Final = "cart"
TOOLS: Final = (PICKAXE, LAMP, CART)

REPAIRS: Final = (*TOOLS, "pickaxe-lamp", "pickaxe-cart", "lamp-cart")
"""What repair cards show: one kind, or two in the order pickaxe, lamp, cart."""

ROCKFALL: Final = "rockfall"
MAP: Final = "map"


def broken_card(tool: str) -> str:
    """Name the action card that breaks a tool.

    >>> broken_card("lamp")
    'broken-lamp'
    """
    return f"broken-{tool}"


def repair_card(kinds: str) -> str:
    """Name the action card that repairs these kinds.

    >>> repair_card("pickaxe-cart")
    'repair-pickaxe-cart'
    """
    return f"repair-{kinds}"


def mends(kinds: str) -> tuple[str, ...]:
    """List the kinds that a repair card shows.

    >>> mends("pickaxe-cart")
    ('pickaxe', 'cart')
    """
    return tuple(kinds.split("-"))


ACTIONS: Final = (
    *map(broken_card, TOOLS),
    *map(repair_card, REPAIRS),
    ROCKFALL,
    MAP,
)
"""Every action card by name."""


def action_named(words: str) -> str:
    """Name the action card that is typed as at a prompt; anything else stays as it is.

    >>> action_named("break lamp"), action_named("repair pc"), action_named("map")
    ('broken-lamp', 'repair-pickaxe-cart', 'map')
    """
    what, _, kinds = words.strip().casefold().partition(" ")
    if what == "break" and kinds in TOOLS:
        return broken_card(kinds)
    by_initials = {"".join(kind[0] for kind in mends(each)): each for each in REPAIRS}
    card = by_initials.get(kinds, kinds)
    return repair_card(card) if what == "repair" and card in REPAIRS else words
