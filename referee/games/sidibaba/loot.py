"""Loot: what is found, curses, picking, and the locks that the Leader puts on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.core.table import Player
from referee.games.sidibaba import events as seen
from referee.games.sidibaba.doing import Finding, Handing, LosingLamp, Sharing
from referee.games.sidibaba.lamps import having, lamp_discarded
from referee.games.sidibaba.state import CHEST, TREASURE, State
from referee.games.sidibaba.tokens import CURSE

PADLOCK, COMBINATION, ILLUSION = "padlock", "combination", "illusion"


class Opened(NamedTuple):
    """At which roll a lock opened, counted from 1, and who rolled it."""

    roll: int
    player: Player


def opened(
    lock: str,
    rolls: Sequence[int],
    line: Sequence[Player],
    padlock: int,
    combination: Sequence[int],
) -> Opened | None:
    """Tell which roll opens a lock, if one does; the adventurers roll round and round.

    Cites: SID-6.5, SID-6.6.

    >>> opened("padlock", (5, 6), (Player("A"), Player("B")), 6, (6, 5, 4))
    Opened(roll=2, player='B')
    >>> opened("combination", (5, 5, 6, 4), (Player("A"), Player("B")), 6, (6, 5, 4)).roll
    4
    """
    wanted = {padlock} if lock == PADLOCK else {*combination}
    if not rolls or not wanted <= {*rolls}:
        return None
    last = max((rolls.index(number) for number in wanted), default=0)
    return Opened(last + 1, line[last % len(line)])


def after_curses(order: tuple[Player, ...], curses: int) -> tuple[Player, ...]:
    """Tell the order after curses: for each the one in front goes to the rear. Cites: SID-4.2.

    >>> "".join(after_curses((Player("A"), Player("B"), Player("C")), 2))
    'CAB'
    """
    to_rear = curses % len(order)
    return order[to_rear:] + order[:to_rear]


def picks(order: tuple[Player, ...], tokens: int, laps: int) -> tuple[Player, ...]:
    """Tell who picks, token by token from the front; who finds none left gets none.

    Cites: SID-4.3.

    >>> "".join(picks((Player("A"), Player("B")), tokens=3, laps=2))
    'ABA'
    """
    return (order * laps)[:tokens]


def find(state: State, found: str) -> State:
    """Find a chest or the Treasure where the party stands. Cites: SID-4.4, SID-6.11."""
    emptied = (*state.emptied, state.party) if state.party else state.emptied
    after = replace(state, doing=Finding(found, state.order), emptied=emptied)
    if found == TREASURE:
        return replace(after, treasure_found=True)
    return replace(after, chests_found=state.chests_found + 1)


def laps_of(state: State, found: str) -> int:
    """Tell how many tokens each adventurer may hope for. Cites: SID-4.1."""
    return state.terms.from_chest if found == CHEST else state.terms.from_treasure


def loot_drawn(state: State, event: seen.LootDrawn) -> State:
    """Lay the tokens out, and deal with curses first. Cites: SID-4.1 to SID-4.3."""
    found = state.doing.found if isinstance(state.doing, Finding) else CHEST
    pool = tuple(token for token in event.tokens if token != CURSE)
    sharing = Sharing(pool, laps_of(state, found), len(event.tokens) - len(pool))
    return _shared_on(state, sharing)


def _shared_on(state: State, sharing: Sharing) -> State:
    """Go on with curses, then with picking, until nothing is left to pick."""
    while sharing.curses:
        state = replace(state, order=after_curses(state.order, 1))
        sharing = replace(sharing, curses=sharing.curses - 1, lamp_due=bool(state.unlit))
        if sharing.lamp_due:
            return replace(state, doing=sharing)
    if sharing.due is None:
        due = picks(state.order, len(sharing.pool), sharing.laps)
        sharing = replace(sharing, due=due)
    return replace(state, doing=sharing if sharing.due and sharing.pool else None)


def lamp_gone(state: State, event: seen.LampGone) -> State:
    """Discard a lamp for a curse, or because the party was caught. Cites: SID-4.2, SID-7.3."""
    after = lamp_discarded(state, event.player)
    if isinstance(state.doing, Sharing):
        return _shared_on(after, replace(state.doing, lamp_due=False))
    if isinstance(state.doing, LosingLamp) and state.doing.then:
        return find(after, state.doing.then)
    return replace(after, doing=None)


def lamp_lapsed(state: State) -> State:
    """Go on where a lamp is due and the party has no unlit one left. Cites: SID-4.2, SID-7.3."""
    now = state.doing
    if state.unlit or state.outcome or not state.is_lit:
        return state
    if isinstance(now, LosingLamp):
        return find(state, now.then) if now.then else replace(state, doing=None)
    if isinstance(now, Sharing) and now.lamp_due:
        return _shared_on(state, replace(now, lamp_due=False))
    return state


def picked(state: State, player: Player, token: str | None) -> State:
    """Give an adventurer the token that was picked; None is none."""
    sharing = state.doing
    if not isinstance(sharing, Sharing):
        return state
    pool = list(sharing.pool)
    if token in pool:
        pool.remove(token)
    if token:
        state = having(state, player, token)
    due = (sharing.due or ())[1:]
    return _shared_on(state, replace(sharing, pool=tuple(pool), due=due))


def locked(state: State, lock: str) -> State:
    """Lock what was found; it is rolled for from the front. Cites: SID-6.5, SID-6.6."""
    finding = state.doing
    if not isinstance(finding, Finding):
        return state
    locked_now = replace(finding, line=state.order, lock=lock, rolled=0, shown=())
    return replace(state, doing=locked_now)


def lock_rolled(state: State, event: seen.LockRolled) -> State:
    """Roll on; an open padlock hands tokens out, an open combination lock lets share."""
    finding = state.doing
    if not isinstance(finding, Finding):
        return state
    found = opened_by(state, finding, event.numbers)
    if found is None:
        rolled = finding.rolled + len(event.numbers)
        shown = tuple(dict.fromkeys((*finding.shown, *event.numbers)))
        return replace(state, doing=replace(finding, rolled=rolled, shown=shown))
    if finding.lock == PADLOCK:
        return replace(state, doing=Handing(found.player))
    return replace(state, doing=replace(finding, lock="", rolled=0, shown=()))


def opened_by(state: State, finding: Finding, rolls: Sequence[int]) -> Opened | None:
    """Tell which of the next rolls opens the lock on what was found, counted from its first."""
    terms, before = state.terms, finding.shown
    rolls = (*before, *rolls)
    found = opened(finding.lock, rolls, finding.line, terms.padlock, terms.combination)
    if found is None:
        return None
    roll = found.roll - len(before) + finding.rolled
    return Opened(roll, finding.line[(roll - 1) % len(finding.line)])


def tokens_handed(state: State, event: seen.TokensHanded) -> State:
    """Give everybody what the opener of the padlock gave. Cites: SID-6.5."""
    for player, token in event.tokens:
        state = having(state, player, token)
    return replace(state, doing=None)
