"""What the sheet tells of an event: in which row, in whose column, in a few words.

What the Leader types about places is secret while the party marches, so no square is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from referee.core.moments import Moment
from referee.core.rows import TABLE, Column, Told
from referee.core.say import Say
from referee.games.sidibaba import events as seen
from referee.games.sidibaba.compass import MOVES
from referee.games.sidibaba.doing import Handing, LosingLamp
from referee.games.sidibaba.plots import MOVEMENT
from referee.games.sidibaba.state import CAUGHT, State
from referee.games.sidibaba.tokens import jewel_words


class Line(StrEnum):
    """What a row of the sheet tells."""

    SETUP = "setup"
    DEEDS = "deeds"
    TOKENS = "won and lost"
    HELD = "tokens held"
    SHOWN = "tokens shown"


_OF_TOKENS: Final = frozenset(
    {
        seen.LootDrawn,
        seen.TokenPicked,
        seen.NothingPicked,
        seen.TokensHanded,
        seen.JewelPaid,
        seen.RewardKept,
        seen.TokenStolen,
        seen.TokenGiven,
        seen.TokenLaid,
    }
)
"""Events that stand with the tokens; all others stand with the deeds."""


def line_of(moment: Moment[State, seen.Event]) -> Line:
    """Tell which row an event belongs to."""
    if moment.before.outcome:
        return Line.SHOWN
    if not moment.before.glass:
        return Line.SETUP
    return Line.TOKENS if type(moment.event) in _OF_TOKENS else Line.DEEDS


def told_of(moment: Moment[State, seen.Event]) -> Iterator[tuple[Column, Say]]:
    """Tell what an event did, and to whom; moves that come to nothing stand in the log only."""
    tell = _TOLD.get(type(moment.event))
    if tell:
        yield from tell(moment.event, moment.before, moment.after)
    yield from _on_the_way(moment)


def tokens_told(moment: Moment[State, seen.Event]) -> Iterator[tuple[Column, Say]]:
    """Tell which tokens came and went, and how many unseen ones; at the end nothing moves."""
    if moment.before.outcome:
        return
    for player, held in moment.after.holdings.items():
        was = moment.before.holdings[player]
        if held.hidden > was.hidden and len(held.tokens) < len(was.tokens):
            yield player, Say("-{n} unseen", n=was.count - held.count)
            continue
        for token in _without(was.tokens, held.tokens):
            yield player, Say("-{token}", token=token)
        for token in _without(held.tokens, was.tokens):
            yield player, Say("+{token}", token=token)
        more = held.hidden - was.hidden
        if more:
            yield player, Say("{sign}{n} unseen", sign="+" if more > 0 else "-", n=abs(more))


def ends_lamp(moment: Moment[State, seen.Event]) -> bool:
    """Whether a lamp that burned went out by it, or the game ended.

    >>> from referee.core.moments import moments_of
    >>> from referee.core.table import Player, Setup
    >>> from referee.files.rulebooks import load_rulebook
    >>> from referee.games.sidibaba.effects import apply
    >>> from referee.games.sidibaba.state import start
    >>> ana, bo = Player("Ana"), Player("Bo")
    >>> state = start(load_rulebook("sidibaba"), Setup((ana, bo)))
    >>> log = [seen.OrderTaken((bo, ana)), seen.SandRanOut()]
    >>> [ends_lamp(moment) for moment in moments_of(apply, state, log)]
    [False, True]
    """
    turned = moment.after.glass > moment.before.glass
    ended = bool(moment.after.outcome) and not moment.before.outcome
    return moment.before.glass > 0 and (turned or ended)


def _without(tokens: Sequence[str], others: Sequence[str]) -> list[str]:
    left = list(tokens)
    for token in others:
        if token in left:
            left.remove(token)
    return left


def _on_the_way(moment: Moment[State, seen.Event]) -> Iterator[tuple[Column, Say]]:
    """Tell what the party, or the Leader token, came to."""
    event, before, after = moment.event, moment.before, moment.after
    if not isinstance(event, seen.MoveDeclared | seen.SquareEntered | seen.LeaderMoved):
        return
    is_lost = after.outcome == CAUGHT or after.glass > before.glass
    if is_lost or isinstance(after.doing, LosingLamp):
        yield TABLE, Say("caught")
    if after.treasure_found and not before.treasure_found:
        yield TABLE, Say("Treasure")
    if after.chests_found > before.chests_found:
        yield TABLE, Say("chest")


def _lined_up(event: seen.OrderTaken, before: State, _: State) -> Told:
    """Tell who leads, and the others behind where they stand otherwise than before."""
    yield event.order[0], Say("leads")
    if event.order != before.order:
        yield TABLE, Say("order: {players}", players=event.order)


def _voted(event: seen.VoteHeld, *_: State) -> Told:
    votes = tuple(Say("{move} {n}", move=MOVES.get(move, move), n=n) for move, n in event.votes)
    yield TABLE, Say("vote: {votes}", votes=votes)


def _lamp_gone(_: seen.LampGone, before: State, after: State) -> Told:
    for player, lamps in before.lamps.items():
        if after.lamps[player] < lamps:
            yield player, Say("lamp gone")


def _lock(event: seen.LockRolled, _: State, after: State) -> Told:
    yield TABLE, Say("rolls {rolls}", rolls=" ".join(map(str, event.numbers)))
    if isinstance(after.doing, Handing):
        yield after.doing.player, Say("opens the padlock")


def _played(event: seen.EventPlayed, *_: State) -> Told:
    said = Say("{event}", event=event.event)
    if event.to_move:
        said = Say("{event} to move", event=event.event)
    elif event.event == MOVEMENT:
        said = Say("{event} {n}", event=event.event, n=event.arrows)
    yield TABLE, said


def _drawn(event: seen.LootDrawn, *_: State) -> Told:
    tokens = jewel_words(event.tokens) or (Say("nothing"),)
    yield TABLE, Say("drawn: {tokens}", tokens=tokens)


_TOLD: Final[Mapping[type, Callable[[Any, State, State], Told]]] = {
    seen.LampsShared: lambda e, *_: ((player, Say("one lamp more")) for player in e.more),
    seen.OrderTaken: _lined_up,
    seen.VoteHeld: _voted,
    seen.SandRanOut: lambda *_: ((TABLE, Say("sand")),),
    seen.LampGone: _lamp_gone,
    seen.LootDrawn: _drawn,
    seen.NothingPicked: lambda e, *_: ((e.player, Say("picks nothing")),),
    seen.LockRolled: _lock,
    seen.GenieUsed: lambda e, *_: ((e.player, Say("genie {genie}", genie=e.genie)),),
    seen.StepTold: lambda e, *_: ((TABLE, Say("told: {step}", step=e.step)),),
    seen.ArrowLaid: lambda e, *_: ((TABLE, Say("arrow {points}", points=e.points)),),
    seen.EventPlayed: _played,
    seen.TaleRolled: lambda e, *_: ((e.player, Say("rolls {n}", n=e.number)),),
}
"""What is told of an event beside the tokens that came and went."""
