"""Tools that break and are repaired, and the action cards by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from referee.api.reading import match_key, prefix_matches

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


def kinds_repaired(kinds: str) -> tuple[str, ...]:
    """List the kinds that a repair card shows.

    >>> kinds_repaired("pickaxe-cart")
    ('pickaxe', 'cart')
    """
    return tuple(kinds.split("-"))


def kind_meant(kinds: str, broken: Collection[str]) -> str | None:
    """Return the tool that a repair card must repair: its only kind, or the only broken one of two.

    None if both are broken. If neither is, it is the first.

    >>> kind_meant("pickaxe-cart", ["cart"]), kind_meant("pickaxe-cart", ["cart", "pickaxe"])
    ('cart', None)
    """
    shown = kinds_repaired(kinds)
    fitting = [tool for tool in shown if tool in broken] or shown[:1]
    return fitting[0] if len(fitting) == 1 else None


ACTIONS: Final = (*map(broken_card, TOOLS), *map(repair_card, REPAIRS), ROCKFALL, MAP)
"""Every action card by name."""


def kind_named(word: str, known: Sequence[str]) -> str | None:
    """Return the known name that a word abbreviates: its initials, or its only beginning; or None.

    >>> kind_named("pl", REPAIRS), kind_named("ca", TOOLS), kind_named("hammer", TOOLS)
    ('pickaxe-lamp', 'cart', None)
    """
    initials = {"".join(part[0] for part in kinds_repaired(name)): name for name in known}
    begun = prefix_matches(word, known)
    return initials.get(word.casefold()) or (begun[0] if len(begun) == 1 else None)


def action_named(words: str) -> str:
    """Return the name of an action card typed as at a prompt; other words are returned unchanged.

    >>> action_named("break lamp"), action_named("repair pc"), action_named("bl")
    ('broken-lamp', 'repair-pickaxe-cart', 'broken-lamp')
    """
    typed = match_key(words)
    for action, known, card in (
        ("break", TOOLS, broken_card),
        ("broken", TOOLS, broken_card),
        ("repair", REPAIRS, repair_card),
    ):
        for end in range(len(action), 0, -1):
            kind = kind_named(typed.removeprefix(action[:end]).lstrip(" -"), known)
            if typed.startswith(action[:end]) and kind:
                return card(kind)
    return words
