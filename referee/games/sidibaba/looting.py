"""Rulings on loot: tokens drawn, curses, picks, locks."""

from __future__ import annotations

from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible, table_call
from referee.core.say import Say, plural
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.doing import Finding, Handing, Sharing, Trading
from referee.games.sidibaba.loot import PADLOCK, laps_of, opened_by
from referee.games.sidibaba.state import CHEST, State
from referee.games.sidibaba.tokens import CURSE, DRAWN, KEPT, jewel_words

DIE = 6
"""Faces of a die."""


def no_such_token(book: Rulebook, token: str) -> Ruling | None:
    """Stop what no token shows; a curse is none that anybody holds."""
    if token in KEPT:
        return None
    said = Say("“{token}” is no jewel and no genie.", token=token)
    if token == CURSE:
        said = Say("Nobody keeps a curse.")
        return forbidden(said, keys.CURSES)
    return impossible(said, keys.ALIKE)


def judge_drawn(book: Rulebook, state: State, event: seen.LootDrawn) -> Ruling:
    """Whether so many tokens are drawn, and what curses do. Cites: SID-4.1, SID-4.2."""
    strange = [token for token in event.tokens if token not in DRAWN]
    if strange:
        said = Say("“{token}” is no token.", token=strange[0])
        return impossible(said, keys.FROM_CHEST)
    found = state.doing.found if isinstance(state.doing, Finding) else CHEST
    due = laps_of(state, found) * len(state.players)
    key = keys.FROM_CHEST if found == CHEST else keys.FROM_TREASURE
    if len(event.tokens) > due:
        said = Say("{n} tokens are drawn, not {told}.", n=due, told=len(event.tokens))
        return forbidden(said, key)
    drawn = Say("{tokens}", tokens=jewel_words(event.tokens)) if event.tokens else Say("nothing")
    said = Say("Drawn: {drawn}.", drawn=drawn)
    curses = event.tokens.count(CURSE)
    if curses > book[keys.CURSES]:
        said = Say("There are {n} curses.", n=book[keys.CURSES])
        return impossible(said, keys.CURSES)
    rules: list[Any] = [key]
    if curses:
        rules.append(keys.CURSES)
        to_rear = _to_rear(state, curses)
        more = plural(curses, "{n} curse: {to_rear}.", "{n} curses: {to_rear}.", to_rear=to_rear)
        said = Say("{said} {more}", said=said, more=more)
    if curses and not state.unlit:
        said = Say("{said} No unlit lamp is left to discard.", said=said)
    n = len(event.tokens)
    if n < due:
        said = Say("{said} Only {n} of {due}: is the bag empty?", said=said, n=n, due=due)
        return table_call(said, *rules)
    return allowed(said, *rules)


def _to_rear(state: State, curses: int) -> Say:
    gone = tuple(state.order[n % len(state.order)] for n in range(curses))
    return plural(curses, "{players} goes to the rear", "{players} go to the rear", players=gone)


def judge_lamp(book: Rulebook, state: State, event: seen.LampGone) -> Ruling:
    """Whether this adventurer has a lamp to discard. Cites: SID-4.2, SID-7.3."""
    rule = keys.CURSES if isinstance(state.doing, Sharing) else keys.LAMP_THAT_GOES
    if not state.lamps.get(event.player):
        said = Say("{player} has no unlit lamp.", player=event.player)
        return forbidden(said, rule)
    left = state.unlit - 1
    said = plural(
        left,
        "A lamp of {player}'s goes; {n} is left.",
        "A lamp of {player}'s goes; {n} are left.",
        player=event.player,
    )
    return allowed(said, rule)


def picker(state: State) -> str | None:
    """Name who picks now, if anybody does."""
    now = state.doing
    if isinstance(now, Sharing):
        return (now.due or (None,))[0]
    return now.to_pick[0] if isinstance(now, Trading) and now.to_pick else None


def on_the_table(state: State) -> tuple[str, ...]:
    """List the tokens that can be picked now."""
    now = state.doing
    if isinstance(now, Sharing):
        return now.pool
    return now.laid if isinstance(now, Trading) else ()


def judge_picked(book: Rulebook, state: State, event: seen.TokenPicked) -> Ruling:
    """Whether this token lies there. Cites: SID-4.3, SID-6.10."""
    rule = keys.MERCHANT if isinstance(state.doing, Trading) else keys.PICKING
    cites = book.cite(rule)
    refused = _not_picker(book, state, event, rule)
    if refused:
        return refused
    if event.token not in on_the_table(state):
        return forbidden(Say("No {token} lies there.", token=event.token), *cites)
    said = Say("{player} takes {token}.", player=event.player, token=event.token)
    return allowed(said, *cites)


def judge_nothing_picked(book: Rulebook, state: State, event: seen.NothingPicked) -> Ruling:
    """As long as tokens lie there, somebody picks. Cites: SID-4.3, SID-6.10."""
    rule = keys.MERCHANT if isinstance(state.doing, Trading) else keys.PICKING
    said = Say("{player} picks one of the tokens.", player=event.player)
    return _not_picker(book, state, event, rule) or forbidden(said, rule)


def _not_picker(
    book: Rulebook, state: State, event: seen.TokenPicked | seen.NothingPicked, rule: str
) -> Ruling | None:
    due = picker(state)
    if event.player == due:
        return None
    said = Say("{due} picks now, not {player}.", due=due or Say("nobody"), player=event.player)
    return forbidden(said, rule)


def judge_rolled(book: Rulebook, state: State, event: seen.LockRolled) -> Ruling:
    """Whether a lock opens, and for whom. Cites: SID-6.5, SID-6.6."""
    finding = state.doing if isinstance(state.doing, Finding) else Finding("", state.order)
    key = keys.PADLOCK if finding.lock == PADLOCK else keys.COMBINATION
    wrong = [n for n in event.numbers if not 1 <= n <= DIE]
    if wrong or not event.numbers:
        said = Say("A die shows 1 to {faces}, not {n}.", faces=DIE, n=wrong[0] if wrong else 0)
        return impossible(said, key)
    before = finding.rolled
    found = opened_by(state, finding, event.numbers)
    if found is None:
        line = finding.line
        following = line[(before + len(event.numbers)) % len(line)]
        return allowed(Say("Still locked; {player} rolls on.", player=following), key)
    if found.roll < before + len(event.numbers):
        said = Say("It is open at roll {n}; nobody rolls on.", n=found.roll)
        return forbidden(said, key)
    said = Say("{player} opens it.", player=found.player)
    return allowed(said, key)


def judge_handed(book: Rulebook, state: State, event: seen.TokensHanded) -> Ruling:
    """Whether everybody was given one token, or none where the bag ran short. Cites: SID-6.5."""
    for _, token in event.tokens:
        refused = no_such_token(book, token)
        if refused:
            return refused
    given = [player for player, _ in event.tokens]
    if len({*given}) < len(given) or not {*given} <= {*state.players}:
        said = Say("Each adventurer is given one token at most.")
        return forbidden(said, keys.PADLOCK)
    opener = state.doing.player if isinstance(state.doing, Handing) else event.player
    if event.player != opener:
        said = Say("{player} opened it and hands out.", player=opener)
        return forbidden(said, keys.PADLOCK)
    said = Say(
        "{player} hands out {tokens}.",
        player=event.player,
        tokens=tuple(Say("{token} to {who}", token=token, who=who) for who, token in event.tokens)
        or Say("nothing"),
    )
    return allowed(said, keys.PADLOCK)
