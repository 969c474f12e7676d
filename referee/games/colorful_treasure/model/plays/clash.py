"""What no play agrees with, and how that is said."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from referee.api import (
    RuleLike,
    Ruling,
    Say,
    forbidden,
    rule_refs,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.counts import CARDS
from referee.games.colorful_treasure.model.plays.endings import Ending
from referee.games.colorful_treasure.model.plays.hands import (
    ASPECTS,
    DIAMONDS,
    EXPLORATION,
    GEM_BONUS,
    LAST_ROUND,
    TILES_EARNED,
    TURNS,
    cards_alone,
)
from referee.games.colorful_treasure.model.tokens import BONUSES

_CALLED: Mapping[str, Say] = {
    DIAMONDS: Say("diamonds"),
    GEM_BONUS: Say("the gem bonus"),
    EXPLORATION: Say("the exploration bonus"),
    TILES_EARNED: Say("tiles"),
    TURNS: Say("turns"),
    LAST_ROUND: Say("the last round"),
}
_RULES_OF: Mapping[str, tuple[RuleLike, ...]] = {
    DIAMONDS: (keys.DIAMONDS_MATCH,),
    GEM_BONUS: (keys.WHO_HAD_BONUS, keys.GEM_COLOURS),
    EXPLORATION: (keys.WHO_HAD_BONUS, keys.EXPLORED),
    TILES_EARNED: (keys.TILES_EARNED, keys.THIRD_GEM),
    TURNS: (keys.EQUAL_TURNS, keys.ONE_KIND),
    LAST_ROUND: (keys.MOST_TAKEN, keys.LEFT),
}
_SAID: Mapping[str, Say] = {
    DIAMONDS: Say("Diamonds and diamond cards differ by more plunders than there were pairs."),
    TILES_EARNED: Say("Not so many third gems can have earned tiles."),
    TURNS: Say("The players cannot all have had as many turns as the rules give them."),
    LAST_ROUND: Say("The last round cannot have taken so many cards."),
}
_BORNE_ON_BY: Mapping[str, tuple[str, ...]] = {
    DIAMONDS: ("diamonds",),
    GEM_BONUS: ("bonuses",),
    EXPLORATION: ("bonuses", "wonders"),
    TILES_EARNED: (),
    TURNS: (),
    LAST_ROUND: (),
}
"""The fields of an entry that an aspect asks about, beside cards and tiles."""


def clash(ending: Ending) -> Ruling | None:
    """Say what no play agrees with, in as few aspects as can be told soon.

    Cites: COL-9.2, COL-9.4, COL-9.9, COL-9.10, COL-9.12, COL-9.13.
    """
    if ending.can_be():
        return None
    aspects, ending = ending.aspects, ending.briefly()  # only the words hang on the rest
    against = next((aspect for aspect in aspects if not ending.can_be((aspect,))), None)
    if against is not None:
        said = _against(ending, against)
        return forbidden(said, *_RULES_OF[against], keys.PLUNDERS_AND_PAIRS)
    alone = [*cards_alone(aspects)]
    together = aspects
    if not ending.can_be(alone):
        together = alone
        for aspect in alone:
            rest = [each for each in together if each != aspect]
            if not ending.can_be(rest):
                together = rest
    elif not ending.can_be([*alone, TURNS]):
        together = [*alone, TURNS]
    rules = dict.fromkeys(rule for aspect in together for rule in _RULES_OF[aspect])
    return forbidden(
        "No play leaves these holdings: {what} do not go together.",
        *rules,
        keys.PLUNDERS_AND_PAIRS,
        what=tuple(_CALLED[aspect] for aspect in together),
    )


def _against(ending: Ending, aspect: str) -> Say:
    """Say what one aspect has against all plays."""
    if aspect not in BONUSES:
        return _SAID[aspect]
    player = next(who for who, own in ending.held.items() if aspect in own.bonuses)
    said = "{player} has the {bonus} bonus, and no play gave them what it takes."
    return Say(said, player=player, bonus=aspect)


def clashing(found: Ruling) -> frozenset[str]:
    """List the aspects that a finding is about; none where it is not about plays."""
    cited = {*found.rules}
    if not cited.issuperset(rule_refs((keys.PLUNDERS_AND_PAIRS,))):
        return frozenset()
    return frozenset(aspect for aspect in ASPECTS if cited.issuperset(rule_refs(_RULES_OF[aspect])))


def bears_on(found: Ruling) -> Collection[str]:
    """Name the fields of an entry that can bear on the plays that a finding is about."""
    return {*CARDS, "tiles"}.union(*map(_BORNE_ON_BY.__getitem__, clashing(found)))
