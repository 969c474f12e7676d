"""What follows by itself from an event: bonus cards, plunder, the last round, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed
from referee.core.say import Say
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.bonuses import GEM
from referee.games.colorful_treasure.effects import apply
from referee.games.colorful_treasure.state import SIMPLE, State


def what_follows(
    book: Rulebook, state: State, event: seen.Event, said: Say, rules: Iterable[Any]
) -> Ruling:
    """Allow an event and tell, behind ``said``, what comes of it.

    Cites: COL-3.1, COL-3.6, COL-4.1, COL-4.2, COL-8.1, COL-8.2.
    """
    after = apply(state, event)
    cited = [*rules]
    follows = (*_bonuses(state, after), *_pairs(state, after, event), *_ends(state, after))
    for more, rule in follows:
        said = Say("{said} {more}", said=said, more=more)
        cited.append(rule)
    return allowed(said, *cited)


def _bonuses(before: State, after: State) -> Iterator[tuple[Say, Any]]:
    player = before.active
    for bonus in after.holdings[player].bonuses:
        if bonus not in before.holdings[player].bonuses:
            rule = keys.GEM_COLOURS if bonus == GEM else keys.EXPLORED
            yield Say("The {bonus} bonus is {player}'s.", bonus=bonus, player=player), rule


def _pairs(before: State, after: State, event: seen.Event) -> Iterator[tuple[Say, Any]]:
    """Tell of a pair that brings nothing or waits, and of a plunder that is due."""
    player = before.active
    had = before.holdings[player]
    if isinstance(event, seen.CardsTaken):
        had = had.taking(event.cards)
    is_due = after.plunders and after.turn == before.turn
    waited = before.holdings[player].tokens.has_pair and not before.plunders
    if had.tokens.has_pair and had.may_plunder and not is_due and not waited:
        said = Say("Nobody can be plundered: the pair is discarded.")
        if after.holdings[player].tokens.has_pair:
            said = Say("Nobody can be plundered: the pair waits.")
        yield said, keys.NO_VICTIM
    if after.plunders:
        yield Say("A pair of tokens: {player} plunders.", player=after.active), keys.PAIR


def _ends(before: State, after: State) -> Iterator[tuple[Say, Any]]:
    if after.is_over:
        rule = keys.SIMPLE_END if after.terms.mode == SIMPLE else keys.LEFT
        yield Say("The game is over."), rule
    elif after.is_last_round and not before.is_last_round:
        last = after.order[-1]
        said = Say("{n} cards are left: {last} has the last turn.", n=after.field.size, last=last)
        yield said, keys.LEFT
