"""What an event has brought about is said behind it, with the rule by which it came."""

from collections.abc import Callable
from typing import TypeVar, cast

from referee.api import Consequence, RuleLike, Say, plural, replace
from referee.games.aladdin import keys
from referee.games.aladdin.state import (
    CaveCloses,
    Lapsed,
    LateHands,
    LeftAlone,
    News,
    SetComplete,
    State,
)

N = TypeVar("N", bound=News)


def _told(kind: type[N], rule: RuleLike, say: Callable[[N], Say]) -> Consequence[State]:
    """Say the first news where it is of this kind, and have it off the list."""
    return Consequence(
        only=_has_news,
        when=lambda state: isinstance(state.news[0], kind),
        apply=lambda state: replace(state, news=state.news[1:]),
        say=lambda state: say(cast("N", state.news[0])),
        rule=rule,
    )


def _has_news(state: State) -> bool:
    return bool(state.news)


def _left_alone(news: LeftAlone) -> Say:
    one = "{player}'s talisman lies alone now, for good."
    many = "{n} talismans of {player} lie alone now, for good."
    return plural(news.talismans, one, many, player=news.player)


def _cave_closes(news: CaveCloses) -> Say:
    if news.is_last:
        return Say("The cave closes after this turn.")
    return Say("The cave closes after this turn; the other chests are still opened.")


NEWS = (
    _told(
        LateHands,
        keys.FIRST_HAND,
        lambda news: Say("{players} touched the lamp too late.", players=news.players),
    ),
    _told(
        Lapsed,
        keys.ONE_SUMMONS,
        lambda news: Say("The number {n} lapses: nobody summons on it.", n=news.number),
    ),
    _told(
        SetComplete,
        keys.SETS,
        lambda news: Say(
            "{player}'s {metal} set is complete, and locked from now on.",
            player=news.player,
            metal=news.metal,
        ),
    ),
    _told(LeftAlone, keys.LEFT_ALONE, _left_alone),
    _told(CaveCloses, keys.SORCERER, _cave_closes),
)
