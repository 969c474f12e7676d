"""Rulings on the Leader's events, and on what the Leader token does."""

from __future__ import annotations

from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.doing import Finding, LeaderMoving, Telling, Thieving, Trading
from referee.games.sidibaba.effects import apply
from referee.games.sidibaba.landslides import may_not_slide
from referee.games.sidibaba.loot import COMBINATION, ILLUSION, PADLOCK
from referee.games.sidibaba.looting import DIE, no_such_token
from referee.games.sidibaba.marching import caught_words
from referee.games.sidibaba.places import reached_by_leader
from referee.games.sidibaba.plots import (
    ALSO_TO_MOVE,
    LANDSLIDE,
    MERCHANT,
    MOVEMENT,
    PLOTS,
    SCHEHERAZADE,
    THIEF,
)
from referee.games.sidibaba.state import CHEST, State
from referee.games.sidibaba.tokens import is_jewel

RULES: dict[str, Any] = {
    MOVEMENT: keys.MOVEMENT,
    ILLUSION: keys.ILLUSION,
    PADLOCK: keys.PADLOCK,
    THIEF: keys.THIEF,
    COMBINATION: keys.COMBINATION,
    LANDSLIDE: keys.LANDSLIDE,
    SCHEHERAZADE: keys.SCHEHERAZADE,
    MERCHANT: keys.MERCHANT,
}
"""The rule of each event."""
ON_LOOT = frozenset({ILLUSION, PADLOCK, COMBINATION})
"""Events that are played on what has just been found."""


def judge_played(book: Rulebook, state: State, event: seen.EventPlayed) -> Ruling:
    """Whether the Leader may play this event now. Cites: SID-6.1 to SID-6.11."""
    if event.event not in PLOTS:
        said = Say("No event is called {event}.", event=event.event)
        return impossible(said, keys.EVENTS)
    if not state.events_held:
        said = Say("{leader} has no event left.", leader=state.leader_name)
        return forbidden(said, keys.EVENTS)
    finding = state.doing if isinstance(state.doing, Finding) else None
    if event.to_move and event.event not in ALSO_TO_MOVE:
        said = Say("{event} is not played to move.", event=event.event)
        return forbidden(said, keys.TWO_SQUARES)
    is_on_loot = event.event in ON_LOOT and not event.to_move
    if finding and not is_on_loot:
        said = Say("While loot is found only locks and illusions are played.")
        return forbidden(said, keys.ON_WHAT_WAS_FOUND)
    if is_on_loot:
        return _on_loot(book, state, event, finding)
    return _on_the_march(book, state, event)


def _on_loot(
    book: Rulebook, state: State, event: seen.EventPlayed, finding: Finding | None
) -> Ruling:
    """Rule on an illusion or a lock."""
    rule = RULES[event.event]
    if finding is None:
        said = Say("Nothing has just been found; it may be played to move.")
        return forbidden(said, rule, keys.TWO_SQUARES)
    if finding.found != CHEST and event.event != COMBINATION:
        said = Say("{event} is for chests, not for the Treasure.", event=event.event)
        return forbidden(said, rule)
    if event.event == ILLUSION:
        return allowed(Say("An illusion: the chest is gone."), rule)
    if finding.lock:
        said = Say("It is locked; another lock waits until this one is open.")
        return forbidden(said, rule, keys.ON_WHAT_WAS_FOUND)
    said = Say("Locked: {player} rolls first.", player=state.front)
    return allowed(said, rule)


def _on_the_march(book: Rulebook, state: State, event: seen.EventPlayed) -> Ruling:
    if event.to_move or event.event == MOVEMENT:
        return _to_move(book, state, event)
    if event.event == LANDSLIDE:
        return _landslide(book, state, event)
    cites = book.cite(RULES[event.event])
    after = apply(state, event)
    if event.event == THIEF:
        among = state.order[: state.terms.thief]
        said = Say("A thief among {players}.", players=among)
        if not isinstance(after.doing, Thieving):
            said = Say("A thief finds nothing with {players}.", players=among)
        return allowed(said, *cites)
    if event.event == MERCHANT and not isinstance(after.doing, Trading):
        return allowed(Say("A merchant finds nothing to trade."), *cites)
    said = Say("Scheherazade tells: {player} rolls first.", player=state.front)
    if event.event == MERCHANT:
        said = Say("A merchant: the Leader lays out a token of each.")
    return allowed(said, *cites)


def _to_move(book: Rulebook, state: State, event: seen.EventPlayed) -> Ruling:
    if event.event == MOVEMENT and not event.arrows:
        said = Say("How many arrows? A movement has at least one.")
        return impossible(said, keys.MOVEMENT)
    squares = state.terms.two_squares if event.to_move else event.arrows
    key: Any = keys.TWO_SQUARES if event.to_move else keys.MOVEMENT
    said = plural(
        squares, "The Leader moves {n} square or none.", "The Leader moves up to {n} squares."
    )
    return allowed(said, key, keys.MOVEMENT)


def _landslide(book: Rulebook, state: State, event: seen.EventPlayed) -> Ruling:
    cites = book.cite(keys.LANDSLIDE)
    if state.maze is None or state.party is None:
        return allowed(Say("A landslide; a way to Treasure and exit stays."), *cites)
    if event.square is None:
        return impossible(Say("On which square does it fall?"), *cites)
    if event.square not in state.maze:
        said = Say("The maze has no square {square}.", square=str(event.square))
        return impossible(said, keys.LANDSLIDE, keys.MAZE)
    maze = state.maze.without_loot(state.emptied)
    if may_not_slide(maze, event.square, state.party, leader=state.leader, slid=state.slid):
        return forbidden(Say("A landslide may not lie there."), *cites)
    return allowed(Say("A landslide falls."), *cites)


def judge_leader(book: Rulebook, state: State, event: seen.LeaderMoved) -> Ruling:
    """Whether the Leader token gets there, and catches the party. Cites: SID-6.2, SID-7.1."""
    cites = book.cite(keys.MOVEMENT)
    squares = state.doing.squares if isinstance(state.doing, LeaderMoving) else 0
    if state.maze is not None:
        if event.square is None and state.leader is not None:
            return forbidden(Say("The Leader does not leave the maze."), *cites)
        if event.square is not None and event.square not in state.maze:
            said = Say("The maze has no square {square}.", square=str(event.square))
            return impossible(said, keys.MAZE)
        if event.square is not None and event.square not in reached_by_leader(state, squares):
            said = Say("The Leader does not get there with {n}.", n=squares)
            return forbidden(said, *cites)
    after = apply(state, event)
    if after.leader is None and (event.reaches or event.square is not None):
        rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.STOLEN_OF_OTHERS)
        return allowed(caught_words(state, after), keys.MOVEMENT, *rules)
    if after.outcome:
        return allowed(caught_words(state, after), keys.MOVEMENT, keys.CAUGHT)
    return allowed(Say("The Leader does not reach the party."), *cites)


def judge_stolen(book: Rulebook, state: State, event: seen.TokenStolen) -> Ruling:
    """Whether the thief can steal of this adventurer. Cites: SID-6.7."""
    cites = book.cite(keys.THIEF)
    among = state.doing.among if isinstance(state.doing, Thieving) else ()
    if event.player not in among:
        said = Say("The thief is among {players}.", players=among)
        return forbidden(said, *cites)
    if not state.holdings[event.player].count:
        return allowed(Say("{player} has nothing to steal.", player=event.player), *cites)
    said = Say("The Leader takes a token of {player}, unseen.", player=event.player)
    return allowed(said, *cites)


def judge_tale(book: Rulebook, state: State, event: seen.TaleRolled) -> Ruling:
    """What a roll brings at the tale. Cites: SID-6.9."""
    cites = book.cite(keys.SCHEHERAZADE)
    if not 1 <= event.number <= DIE:
        said = Say("A die shows 1 to {faces}, not {n}.", faces=DIE, n=event.number)
        return impossible(said, *cites)
    tale = state.doing if isinstance(state.doing, Telling) else Telling(())
    if tale.due[:1] != (event.player,):
        said = Say(
            "{due} rolls now, not {player}.", due=(tale.due or ("nobody",))[0], player=event.player
        )
        return forbidden(said, *cites)
    if event.number > state.terms.tale_gives:
        said = Say("Scheherazade has nothing to give {player}.", player=event.player)
        if tale.hers:
            said = Say("Scheherazade gives {player} {all}.", player=event.player, all=tale.hers)
        return allowed(said, *cites)
    if not state.holdings[event.player].count:
        return allowed(Say("{player} has nothing to give.", player=event.player), *cites)
    return allowed(Say("{player} gives her a jewel.", player=event.player), *cites)


def judge_given(book: Rulebook, state: State, event: seen.TokenGiven) -> Ruling:
    """Whether this token can be given to her. Cites: SID-6.9."""
    cites = book.cite(keys.SCHEHERAZADE)
    refused = no_such_token(book, event.token) or _not_held(book, state, event, keys.SCHEHERAZADE)
    if refused:
        return refused
    giver = state.doing.giver if isinstance(state.doing, Telling) else None
    if event.player != giver:
        return forbidden(Say("{player} gives now.", player=giver or "nobody"), *cites)
    if not is_jewel(event.token) and state.holdings[event.player].jewels:
        said = Say("{player} still has a jewel to give.", player=event.player)
        return forbidden(said, *cites)
    return allowed(
        Say("{player} gives her {token}.", player=event.player, token=event.token), *cites
    )


def judge_laid(book: Rulebook, state: State, event: seen.TokenLaid) -> Ruling:
    """Whether the Leader can lay out this token. Cites: SID-6.10."""
    refused = no_such_token(book, event.token) or _not_held(book, state, event, keys.MERCHANT)
    if refused:
        return refused
    trading = state.doing if isinstance(state.doing, Trading) else Trading((), ())
    if trading.to_lay[:1] != (event.player,):
        said = Say("A token of {player} is due.", player=(trading.to_lay or ("nobody",))[0])
        return forbidden(said, keys.MERCHANT)
    said = Say("{token} of {player}'s lies on the table.", token=event.token, player=event.player)
    return allowed(said, keys.MERCHANT)


def _not_held(
    book: Rulebook,
    state: State,
    event: seen.TokenGiven | seen.TokenLaid,
    rule: Any,  # noqa: ANN401 - a key or an id
) -> Ruling | None:
    if state.holdings[event.player].may_have(event.token):
        return None
    said = Say("{player} has no {token}.", player=event.player, token=event.token)
    return forbidden(said, rule)
