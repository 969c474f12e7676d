"""Rulings on lamps, the order, the march, votes and the sand."""

from __future__ import annotations

from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.compass import MOVES, goes_forward, opposite
from referee.games.sidibaba.effects import EXIT, LEADER, NOTHING, WALL, apply
from referee.games.sidibaba.maze import Beyond, Exit
from referee.games.sidibaba.places import lies_ahead, loot_at, said_ahead
from referee.games.sidibaba.state import (
    CAUGHT,
    CHEST,
    LAMPS_OUT,
    TREASURE,
    State,
    shares_of_lamps,
)
from referee.games.sidibaba.votes import winning_votes


def judge_lamps(book: Rulebook, state: State, event: seen.LampsShared) -> Ruling:
    """Whether the lamps are shared as evenly as can be. Cites: SID-1.2."""
    shares = shares_of_lamps(state.all_lamps, len(state.players))
    due = sum(n > min(shares) for n in shares)
    if len(event.more) != due:
        said = plural(
            due,
            "{n} adventurer has one more, not {told}.",
            "{n} have one more, not {told}.",
            told=len(event.more),
        )
        return forbidden(said, keys.LAMPS)
    said = Say("{players} have {n} lamps.", players=event.more, n=max(shares))
    return allowed(said, keys.LAMPS)


def judge_order(book: Rulebook, state: State, event: seen.OrderTaken) -> Ruling:
    """Whether the party can march in this order. Cites: SID-1.5, SID-3.2."""
    if sorted(event.order) != sorted(state.players):
        said = Say("Each adventurer stands in the order once.")
        return impossible(said, keys.ORDER)
    front = event.order[0]
    rule = keys.NEW_LAMP if state.order else keys.ORDER
    if not state.lamps[front]:
        said = Say("{player} has no lamp and cannot lead.", player=front)
        return forbidden(said, rule)
    left = state.unlit - 1
    said = plural(
        left,
        "{player} leads and lights a lamp; {n} lamp is left.",
        "{player} leads and lights a lamp; {n} lamps are left.",
        player=front,
    )
    return allowed(said, rule, keys.SAND)


def judge_placed(book: Rulebook, state: State, event: seen.PartyPlaced) -> Ruling:
    """Whether the party can come in there. Cites: SID-1.6."""
    cites = book.cite(keys.MAZE)
    maze = state.maze
    if maze is None or event.square not in maze:
        said = Say("The maze has no square {square}.", square=str(event.square))
        return impossible(said, *cites)
    outward = {gap.square: gap for gap in maze.exits}
    if event.square not in outward:
        said = Say("No entrance leads to {square}.", square=str(event.square))
        return forbidden(said, *cites)
    if not any(_faces_in(gap, event) for gap in maze.exits):
        return forbidden(Say("The party comes in facing away from the entrance."), *cites)
    return allowed(Say("The party comes in."), *cites)


def _faces_in(gap: Exit, event: seen.PartyPlaced) -> bool:
    """Whether the party stands in an entrance with its back to it."""
    return gap.square == event.square and opposite(gap.direction) == event.facing


def judge_move(book: Rulebook, state: State, event: seen.MoveDeclared) -> Ruling:
    """Whether the party can go there, and what it comes to. Cites: SID-2.1, SID-2.2, SID-8.1."""
    if event.move not in MOVES:
        return impossible(Say("No move is {move}.", move=event.move), keys.MOVES)
    said = Say("The party: {move}.", move=MOVES[event.move])
    if state.maze is None or state.party is None or state.facing is None:
        return allowed(said, keys.MOVES)
    there = lies_ahead(state, state.party, state.facing)
    if not goes_forward(event.move):
        return _come_to(book, state, event, said)
    if there is Beyond.WALL:
        said = Say("A wall is in the way; declare again, the sand runs on.")
        return forbidden(said, keys.INTO_A_WALL)
    if there is Beyond.OUTSIDE:
        return _leaving(book, state)
    return _come_to(book, state, event, said)


def _leaving(book: Rulebook, state: State) -> Ruling:
    """Whether the party may go out. Cites: SID-8.1."""
    if not state.treasure_found:
        said = Say("Without the Treasure nobody leaves the cave.")
        return forbidden(said, keys.ESCAPE)
    return allowed(Say("The adventurers escape with the Treasure."), keys.ESCAPE)


def _come_to(book: Rulebook, state: State, event: seen.MoveDeclared, said: Say) -> Ruling:
    """Tell what a move in a known maze comes to."""
    after = apply(state, event)
    rules = [keys.MOVES, keys.WHAT_LIES_THERE]
    if after.party is not None and after.party != state.party:
        found = loot_at(state, after.party)
        if found:
            said = Say("{said} {found}", said=said, found=_found_words(found))
            rules.append(keys.FOUND_ONCE)
        if after.party == state.leader:
            said = Say("{said} {caught}", said=said, caught=caught_words(state, after))
            rules.append(keys.CAUGHT)
    ahead = said_ahead(after)
    if ahead and not after.outcome:
        said = Say("{said} {ahead}", said=said, ahead=ahead)
    return allowed(said, *rules)


def _found_words(found: str) -> Say:
    return Say("Found: the Treasure.") if found == TREASURE else Say("Found: a chest.")


def caught_words(before: State, after: State) -> Say:
    """Tell what the Leader takes of the party."""
    if after.outcome == CAUGHT:
        return Say("Caught without a lamp: {leader} wins.", leader=before.leader_name)
    stolen = tuple(
        Say("{n} of {player}", n=held.count - after.holdings[player].count, player=player)
        for player, held in before.holdings.items()
        if held.count > after.holdings[player].count
    )
    if not stolen:
        return Say("Caught; nobody has a token.")
    return Say("Caught: the Leader takes {stolen}, unseen.", stolen=stolen)


def judge_square(book: Rulebook, state: State, event: seen.SquareEntered) -> Ruling:
    """What the Leader says of a square, as far as the rules know.

    Cites: SID-2.4, SID-4.4, SID-8.1.
    """
    if event.what == EXIT:
        return _leaving(book, state)
    if event.what in {CHEST, TREASURE}:
        return _finding(book, state, event.what)
    if event.what == LEADER:
        rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.STOLEN_OF_OTHERS)
        return allowed(caught_words(state, apply(state, event)), *rules)
    if event.what == WALL:
        said = Say("A wall is in the way; declare again, the sand runs on.")
        return allowed(said, keys.INTO_A_WALL)
    cites = book.cite(keys.WHAT_LIES_THERE)
    if event.what != NOTHING:
        return impossible(Say("“{what}” lies nowhere.", what=event.what), *cites)
    return allowed(Say("Nothing lies there."), *cites)


def _finding(book: Rulebook, state: State, found: str) -> Ruling:
    """Whether this can still be found. Cites: SID-4.4."""
    if found == TREASURE and state.treasure_found:
        return forbidden(Say("The Treasure has been found."), keys.FOUND_ONCE)
    if found == CHEST and state.chests_found >= book[keys.CHESTS]:
        said = Say("All {n} chests have been found.", n=book[keys.CHESTS])
        return forbidden(said, keys.FOUND_ONCE, keys.CHESTS)
    return allowed(_found_words(found), keys.WHAT_LIES_THERE, keys.FOUND_ONCE)


def judge_vote(book: Rulebook, state: State, event: seen.VoteHeld) -> Ruling:
    """What the party has decided. Cites: SID-2.3."""
    cites = book.cite(keys.VOTES)
    if state.voted:
        said = Say("A vote has been held: {player} declares, or /undo.", player=state.front)
        return forbidden(said, *cites)
    cast = sum(n for _, n in event.votes)
    if cast > len(state.players):
        said = Say("{n} votes of {all} adventurers.", n=cast, all=len(state.players))
        return forbidden(said, *cites)
    first = winning_votes(event.votes)
    if not first:
        return forbidden(Say("Nobody has voted for anything."), *cites)
    if len(first) > 1:
        said = Say(
            "A tie between {moves}: {player} in front decides.", moves=first, player=state.front
        )
        return allowed(said, *cites)
    return allowed(Say("Most votes: {move}.", move=MOVES[first[0]]), *cites)


def judge_sand(book: Rulebook, state: State, event: seen.SandRanOut) -> Ruling:
    """What becomes of the lamp. Cites: SID-3.1 to SID-3.3."""
    after = apply(state, event)
    if after.outcome == LAMPS_OUT:
        said = Say("The last lamp is out: {leader} wins.", leader=state.leader_name)
        return allowed(said, keys.SAND, keys.NO_LAMP_LEFT)
    said = Say("The lamp is out; turn the timer.")
    rules: list[Any] = [keys.SAND, keys.NEW_LAMP]
    if after.events_held > state.events_held:
        said = Say("{said} {leader} draws an event.", said=said, leader=state.leader_name)
        rules.append(keys.EVENTS)
    return allowed(said, *rules)
