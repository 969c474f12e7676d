"""Rulings on genies: who may use one, what is paid, what is told, what is kept."""

from __future__ import annotations

from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.compass import RELATIVE, as_faced
from referee.games.sidibaba.doing import AskingTheWay
from referee.games.sidibaba.looting import no_such_token
from referee.games.sidibaba.plots import (
    GENIES,
    HERE,
    LIGHT,
    NOTHING_THERE,
    TO_EXIT,
    TO_LOOT,
    TO_TREASURE,
)
from referee.games.sidibaba.state import State
from referee.games.sidibaba.tokens import GENIE, HIDDEN, is_jewel, value_when_paid
from referee.games.sidibaba.ways import Target, first_steps

RULES: dict[str, Any] = {
    LIGHT: keys.LIGHT,
    HERE: keys.WE_WERE_HERE,
    TO_TREASURE: keys.WAY_TO_TREASURE,
    TO_EXIT: keys.WAY_TO_EXIT,
    TO_LOOT: keys.WAY_TO_LOOT,
}
"""The rule of each genie."""


def judge_used(book: Rulebook, state: State, event: seen.GenieUsed) -> Ruling:
    """Whether a genie may be used now, and by this adventurer. Cites: SID-5.1 to SID-5.6."""
    if event.genie not in GENIES:
        return impossible(Say("No genie is {genie}.", genie=event.genie), keys.GENIE)
    if state.genie_used:
        said = Say("A genie has been used while this lamp burns.")
        return forbidden(said, keys.GENIE)
    if not state.holdings[event.player].may_have(GENIE):
        said = Say("{player} has no genie.", player=event.player)
        return forbidden(said, keys.GENIE)
    cites = book.cite(keys.GENIE, RULES[event.genie])
    if event.genie == LIGHT:
        back = min(state.terms.light, state.discarded)
        said = plural(
            back,
            "{player} gets {n} lamp back.",
            "{player} gets {n} lamps back.",
            player=event.player,
        )
        return allowed(said, *cites)
    return allowed(
        Say("{player} calls a genie: {genie}.", player=event.player, genie=event.genie), *cites
    )


def judge_paid(book: Rulebook, state: State, event: seen.JewelPaid) -> Ruling:
    """Whether this jewel can be paid, and whether it is enough. Cites: SID-5.3."""
    asking = state.doing if isinstance(state.doing, AskingTheWay) else None
    refused = no_such_token(book, event.jewel)
    if refused:
        return refused
    cites = book.cite(keys.WAY_PAID)
    if not is_jewel(event.jewel):
        return forbidden(Say("Genies are not paid with."), *cites)
    if not state.holdings[event.player].may_have(event.jewel):
        said = Say("{player} has no {jewel}.", player=event.player, jewel=event.jewel)
        return forbidden(said, *cites)
    paid = (asking.paid or 0 if asking else 0) + value_when_paid(event.jewel)
    enough = state.terms.enough_paid
    if paid < enough:
        said = Say("{n} of {enough} are paid.", n=paid, enough=enough)
        return allowed(said, *cites)
    return way_told(book, state, 2, Say("{n} are paid: two steps.", n=paid))


def judge_done(book: Rulebook, state: State, event: seen.PayingDone) -> Ruling:
    """Nobody has to pay. Cites: SID-5.3."""
    return way_told(book, state, 1, Say("One step."))


def way_told(book: Rulebook, state: State, steps: int, said: Say) -> Ruling:
    """Tell the way where the maze is known; else the Leader does. Cites: SID-5.3 to SID-5.5."""
    asking = state.doing if isinstance(state.doing, AskingTheWay) else None
    target = asking.target if asking else TO_EXIT
    cites = book.cite(keys.WAY_PAID, RULES[target])
    if state.maze is None or state.party is None or state.facing is None:
        return allowed(said, *cites)
    maze = state.maze.without_loot(state.emptied)
    found = first_steps(maze, state.party, Target(target), slid=state.slid, count=steps)
    if found.none:
        return allowed(Say("{said} {none}", said=said, none=found.none), *cites)
    facing = state.facing
    told: list[str] = []
    for direction in found.steps:
        told.append(as_faced(facing, direction))
        facing = direction
    way = Say("{said} The way: {steps}.", said=said, steps=" then ".join(told))
    return allowed(way, *cites)


def judge_told(book: Rulebook, state: State, event: seen.StepTold) -> Ruling:
    """The Leader tells the truth; only the form is looked at. Cites: SID-5.3 to SID-5.5."""
    asking = state.doing if isinstance(state.doing, AskingTheWay) else None
    cites = book.cite(RULES[asking.target if asking else TO_EXIT])
    if event.step == NOTHING_THERE:
        return allowed(Say("The Leader has no step to tell."), *cites)
    if event.step not in RELATIVE:
        return impossible(Say("No direction is {step}.", step=event.step), *cites)
    return allowed(Say("The way: {step}.", step=event.step), *cites)


def judge_arrow(book: Rulebook, state: State, event: seen.ArrowLaid) -> Ruling:
    """The adventurers choose where it points. Cites: SID-5.6."""
    cites = book.cite(keys.WE_WERE_HERE)
    if event.points not in RELATIVE:
        return impossible(Say("No direction is {way}.", way=event.points), *cites)
    return allowed(Say("An arrow is laid, pointing {way}.", way=event.points), *cites)


def judge_kept(book: Rulebook, state: State, event: seen.RewardKept) -> Ruling:
    """Whether this token can be kept of those drawn. Cites: SID-5.1."""
    cites = book.cite(keys.GENIE)
    if event.token == NOTHING_THERE:
        return allowed(Say("{player} keeps nothing.", player=event.player), *cites)
    if event.token == HIDDEN:
        said = plural(
            book[keys.GENIE],
            "{player} keeps the token drawn, unseen.",
            "{player} keeps one of {n} tokens, unseen.",
            player=event.player,
        )
        return allowed(said, *cites)
    said = Say("{player} keeps {token}.", player=event.player, token=event.token)
    return no_such_token(book, event.token) or allowed(said, *cites)
