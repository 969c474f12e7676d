"""What a final count says of itself: what cannot be, and what has to be asked about.

A statement that is missing is unknown: it could be anything that a game of this box allows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from referee.api import (
    Effort,
    FieldPath,
    FinalCount,
    Rulebook,
    Ruling,
    Say,
    Verdict,
    allowed,
    refs,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.counting import asked, out_of_the_question
from referee.games.colorful_treasure.model.plays.clash import bears_on, clash, clashing
from referee.games.colorful_treasure.model.plays.endings import Ending

_PERHAPS_FEWER = Say("whether fewer statements are to blame, for too many would have to be tried")
_REST_CAN_BE = Say("whether all the rest can be, for too many would have to be tried")
MOST_EFFORT = 500
"""As many states are looked at for all that an audit blames, all statements together."""
_DEAR = {
    "diamond_cards": 1,
    "diamonds": 1,
    "bonuses": 2,
    "wonders": 2,
    "tiles": 3,
    "keys": 4,
    "chests": 4,
}
"""What of an entry leaves much to try where it is unknown: who plundered, who had which tile."""
_DEARER = 50
"""More than any number in an entry."""


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so, or what is asked about; the gravest first.

    The box comes first, then what every game has in common, then whether any play of the rules
    leads there. Where nothing is found and the search ended before it could say, the rest is
    allowed. Cites: COL-9.1 to COL-9.13.
    """
    grave = out_of_the_question(book, count) or clash(Ending(book, count))
    doubt = allowed(_REST_CAN_BE) if is_unsettled(book, count) else None
    return grave or asked(book, count) or doubt


def contradiction_again(
    book: Rulebook, count: FinalCount, found: Ruling, effort: Effort
) -> Ruling | None:
    """Say the same where more was told when something was found: what fitted then fits now.

    Other words are looked for only where nothing is left of what those are about. Where the
    search ends before it can tell whether a play leads there, or all the effort that an audit
    is worth is spent, the rest is allowed.
    """
    if found.verdict is Verdict.TABLE_CALL:
        return asked(book, count)
    still = out_of_the_question(book, count)
    if still and found.verdict is Verdict.FORBIDDEN and still.rules == found.rules:
        return found  # a person adds up what everybody holds, not what is left to blame
    if still or found.verdict is Verdict.IMPOSSIBLE:
        return still
    ending = Ending(book, count, is_brief=True)
    can_be = None
    if effort.spent <= MOST_EFFORT:
        can_be, states = ending.searched()
        effort.spent += states
    if can_be is None:
        return allowed(_PERHAPS_FEWER)
    if can_be:
        return None
    return found if clashing(found) and clashing(found) <= {*ending.aspects} else clash(ending)


def suspects(
    book: Rulebook,
    count: FinalCount,
    free: frozenset[str],
    found: Ruling,
) -> Collection[FieldPath]:
    """List what bears on whether a play leads there: nothing else has to be tried one by one.

    Nobody where the finding is of another kind.
    """
    if not _is_about_plays(found):
        return ()
    names = bears_on(found)
    of_hands = (
        ("holdings", str(player), name)
        for player, entry in count.holdings.items()
        for name in entry
        if name in names
    )
    return {("field",), *of_hands}


def is_unsettled(book: Rulebook, count: FinalCount) -> bool:
    """Whether nothing was found and the search for a play ended before it could say."""
    nothing = out_of_the_question(book, count) is None
    return nothing and Ending(book, count).explained() is None


def weight_of(
    book: Rulebook,
    found: Ruling,
    path: FieldPath,
    value: Any,  # noqa: ANN401 - of any shape
) -> int | None:
    """Say how much a statement tells: its number, or None for words.

    Where it is about plays, what makes the search dear once it is unknown tells more: most of the
    others are gone by then.
    """
    n = value if isinstance(value, int) else 0
    if _is_about_plays(found):
        return n + _DEARER * _DEAR.get(path[-1], 0)
    return None if isinstance(value, tuple) and value else n


def _is_about_plays(found: Ruling) -> bool:
    """Whether a finding depends on who took and plundered what, or on the number of cards."""
    of_cards = refs((keys.CARDS_IN_ALL, keys.MOST_TAKEN))
    return bool(clashing(found)) or not {*found.rules}.isdisjoint(of_cards)
