"""From where a session stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, permutations
from typing import Final

from referee.core.answers import OneOf
from referee.core.phrase import CustomAnswer, LazySequence
from referee.core.pieces import Pieces
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.several import InOrder
from referee.core.step import Step
from referee.core.table import Player
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import lamps_line, step
from referee.games.sidibaba.calling import genie
from referee.games.sidibaba.compass import MOVES, goes_forward, opposite
from referee.games.sidibaba.effects import CONTENTS, EXIT, NOTHING, WALL
from referee.games.sidibaba.loot_steps import LOOT_STEPS
from referee.games.sidibaba.marching import judge_move
from referee.games.sidibaba.maze import Direction, Square, read_square
from referee.games.sidibaba.plot_steps import PLOT_STEPS, event
from referee.games.sidibaba.reading import read_start, squeezed
from referee.games.sidibaba.setting_up import setup_lines
from referee.games.sidibaba.state import CHEST, TREASURE, State, shares_of_lamps
from referee.games.sidibaba.turn import Phase, phase
from referee.games.sidibaba.votes import Votes
from referee.games.sidibaba.way_steps import WAY_STEPS


def next_step(book: Rulebook, state: State) -> Step[seen.Event] | None:
    """Say what is asked next; None when the game is over."""
    now = phase(state)
    return None if now is Phase.OVER else _STEPS[now](book, state)


def _lamps(book: Rulebook, state: State) -> Step[seen.Event]:
    shares = shares_of_lamps(state.all_lamps, len(state.players))
    due = sum(n > min(shares) for n in shares)
    named = InOrder(state.players)

    def read(words: str) -> tuple[Player, ...]:
        return tuple(sorted(named.parse(words), key=state.players.index))

    offered = [" ".join(f"@{who}" for who in some) for some in combinations(state.players, due)]
    return step(
        book,
        state,
        "setup.lamps",
        plural(due, "Who has {most} lamps?", "Which {n} have {most} lamps?", most=max(shares)),
        CustomAnswer(tuple(offered), read, Say("{n} names", n=due)),
        seen.LampsShared,
        keys.LAMPS,
        enter=offered[0],
        lines=setup_lines(book, state.setup),
    )


def _entrance(book: Rulebook, state: State) -> Step[seen.Event]:
    exits = state.maze.exits if state.maze else ()
    offered = tuple(f"{gap.square} {opposite(gap.direction)}" for gap in exits)

    def read(words: str) -> tuple[Square, Direction]:
        """Read square and direction; a square with one way in tells the direction itself."""
        ways = [opposite(gap.direction) for gap in exits if str(gap.square) == squeezed(words)]
        return (read_square(words), ways[0]) if len(ways) == 1 else read_start(words)

    def event(start: tuple[Square, Direction]) -> seen.Event:
        return seen.PartyPlaced(*start)

    return step(
        book,
        state,
        "setup.entrance",
        Say("{leader}: where does the party come in?", leader=state.leader_name),
        CustomAnswer(offered, read, Say("its square, such as 3,1")),
        event,
        keys.MAZE,
        player=state.leader_name,
        secret=True,
        lines=setup_lines(book, state.setup),
    )


def _order(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask for the order; who is not named follows as before."""
    now = state.order or state.players
    named = InOrder(state.players)

    def read(words: str) -> tuple[Player, ...]:
        first = named.parse(words)
        return (*first, *(player for player in now if player not in first))

    def offered() -> list[str]:
        orders = (order for order in permutations(now) if state.lamps[order[0]])
        return [" ".join(f"@{player}" for player in order) for order in orders]

    is_setup = not state.order
    return step(
        book,
        state,
        "setup.order" if is_setup else "lamp.order",
        Say("In which order do you march?"),
        CustomAnswer(LazySequence(offered), read, Say("who leads, or all from the front")),
        seen.OrderTaken,
        keys.ORDER if is_setup else keys.NEW_LAMP,
        enter=", ".join(now) if state.lamps[now[0]] else None,
        lines=setup_lines(book, state.setup) if is_setup else (_owners_line(state),),
    )


def _owners_line(state: State) -> Say:
    lamps = tuple(
        Say("{player} {n}", player=player, n=state.lamps[player]) for player in state.order
    )
    return Say("Unlit lamps: {lamps}.", lamps=lamps)


def _march(book: Rulebook, state: State) -> Step[seen.Event]:
    moves = tuple(
        move
        for move in MOVES
        if not (state.maze and goes_forward(move))
        or not judge_move(book, state, seen.MoveDeclared(move)).verdict.stops_play
    )
    voted = state.voted
    return step(
        book,
        state,
        "march.move",
        Say("{player}, the move? (f forward, l and r left and right, b back)", player=state.front),
        OneOf(tuple(MOVES), moves),
        seen.MoveDeclared,
        keys.MOVES,
        player=state.front,
        enter=voted[0] if len(voted) == 1 and voted[0] in moves else None,
        blind=state.maze is not None,
        lines=(lamps_line(state),),
        besides=(genie(book, state), *event(book, state), _vote(book, state)),
    )


def _vote(book: Rulebook, state: State) -> Step[seen.Event]:
    n = len(state.players)
    answers = Votes(Pieces(dict.fromkeys(MOVES, n), 1, n), is_open=not state.voted)
    return step(
        book,
        state,
        "march.vote",
        Say("How many vote for what?"),
        answers,
        lambda votes: seen.VoteHeld(tuple((move, n) for move, n in votes.items() if n)),
        keys.VOTES,
    )


def _square(book: Rulebook, state: State) -> Step[seen.Event]:
    offered = [NOTHING, WALL, "leader"]
    if state.chests_found < book[keys.CHESTS]:
        offered.append(CHEST)
    offered.append(EXIT if state.treasure_found else TREASURE)
    return step(
        book,
        state,
        "march.square",
        Say("{leader}: what lies there?", leader=state.leader_name),
        OneOf(CONTENTS, tuple(what for what in CONTENTS if what in offered)),
        seen.SquareEntered,
        keys.WHAT_LIES_THERE,
        player=state.leader_name,
        enter=NOTHING,
    )


_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.LAMPS: _lamps,
    Phase.ENTRANCE: _entrance,
    Phase.ORDER: _order,
    Phase.NEW_LAMP: _order,
    Phase.MARCH: _march,
    Phase.SQUARE: _square,
    **LOOT_STEPS,
    **WAY_STEPS,
    **PLOT_STEPS,
}
