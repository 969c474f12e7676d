"""What is asked when the Leader plays an event, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from referee.core.answers import NONE, Number, SomePlayer, YesNo
from referee.core.phrase import CustomAnswer, LazySequence
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.words import match_key
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import holding_line, step
from referee.games.sidibaba.doing import Finding, LeaderMoving, Telling, Thieving, Trading
from referee.games.sidibaba.landslides import legal_squares
from referee.games.sidibaba.loot import COMBINATION, ILLUSION, PADLOCK
from referee.games.sidibaba.looting import DIE
from referee.games.sidibaba.maze import Square, read_square
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
from referee.games.sidibaba.reading import MOST_ARROWS, TO_MOVE, read_plot
from referee.games.sidibaba.state import CHEST, State
from referee.games.sidibaba.token_answers import one_token
from referee.games.sidibaba.tokens import KEPT, is_jewel
from referee.games.sidibaba.turn import Phase


def event(book: Rulebook, state: State) -> tuple[Step[seen.Event], ...]:
    """Give the step that plays an event, where events are in the game. Cites: SID-6.1."""
    if not state.terms.has_events:
        return ()
    return (
        step(
            book,
            state,
            "march.event",
            Say("{leader} plays which event?", leader=state.leader_name),
            CustomAnswer(
                LazySequence(lambda: _offered(state)),
                read_plot,
                Say("such as movement 3, thief, or illusion move"),
            ),
            lambda played: played if state.maze else replace(played, square=None),
            keys.EVENTS,
            player=state.leader_name,
            secret=state.maze is not None,
            blind=state.maze is not None,
        ),
    )


def _offered(state: State) -> list[str]:
    if not state.events_held:
        return []
    if isinstance(state.doing, Finding):
        on_chests = [ILLUSION] if state.doing.lock else [ILLUSION, PADLOCK]
        locks = [] if state.doing.lock else [COMBINATION]
        return [*(on_chests if state.doing.found == CHEST else []), *locks]
    slides = [LANDSLIDE]
    if state.maze and state.party:
        maze = state.maze.without_loot(state.emptied)
        squares = legal_squares(maze, state.party, leader=state.leader, slid=state.slid)
        slides = [f"{LANDSLIDE} {square}" for square in squares]
    return [
        *(f"{MOVEMENT} {n}" for n in range(1, MOST_ARROWS + 1)),
        *(f"{name} {TO_MOVE}" for name in PLOTS if name in ALSO_TO_MOVE),
        *(THIEF, SCHEHERAZADE, MERCHANT),
        *slides,
    ]


def _leader(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask where the Leader token goes; without a maze, whether it reaches the party."""
    if state.maze is None:
        return step(
            book,
            state,
            "leader.reaches",
            Say("Does the Leader reach the party?"),
            YesNo(),
            lambda reaches: seen.LeaderMoved(reaches=reaches),
            keys.MOVEMENT,
            keys.CAUGHT,
            player=state.leader_name,
            enter="no",
        )
    squares = state.doing.squares if isinstance(state.doing, LeaderMoving) else 0
    off_the_map = (NONE,) if state.leader is None else ()

    def read(words: str) -> Square | None:
        return None if match_key(words) == NONE else read_square(words)

    return step(
        book,
        state,
        "leader.at",
        Say("{leader}: where does your token stand now?", leader=state.leader_name),
        CustomAnswer(
            LazySequence(lambda: (*off_the_map, *map(str, reached_by_leader(state, squares)))),
            read,
            Say("a square such as 2,3; none if it stays away"),
        ),
        seen.LeaderMoved,
        keys.MOVEMENT,
        player=state.leader_name,
        secret=True,
    )


def _thief(book: Rulebook, state: State) -> Step[seen.Event]:
    among = state.doing.among if isinstance(state.doing, Thieving) else state.order[:1]
    return step(
        book,
        state,
        "thief.stolen",
        Say("{leader} takes a token of whom?", leader=state.leader_name),
        SomePlayer(state.players, among),
        lambda player: seen.TokenStolen(player or among[0]),
        keys.THIEF,
        player=state.leader_name,
    )


def _tale(book: Rulebook, state: State) -> Step[seen.Event]:
    tale = state.doing if isinstance(state.doing, Telling) else Telling(state.order)
    player = tale.due[0]
    lines = (Say("She has {tokens}.", tokens=tale.hers),) if tale.hers else ()
    return step(
        book,
        state,
        "tale.rolled",
        Say("{player} rolls for Scheherazade?", player=player),
        Number(1, DIE),
        lambda number: seen.TaleRolled(player, number),
        keys.SCHEHERAZADE,
        player=player,
        lines=lines,
    )


def _gift(book: Rulebook, state: State) -> Step[seen.Event]:
    tale = state.doing if isinstance(state.doing, Telling) else Telling(state.order)
    player = tale.giver or state.front
    held = state.holdings[player]
    offered = tuple(dict.fromkeys(held.jewels or held.tokens))
    if held.hidden:
        offered = tuple(t for t in KEPT if is_jewel(t) or not held.jewels)
    return step(
        book,
        state,
        "tale.given",
        Say("{player} gives her what?", player=player),
        one_token(offered),
        lambda token: seen.TokenGiven(player, token),
        keys.SCHEHERAZADE,
        player=player,
        enter=offered[0] if len(offered) == 1 else None,
        lines=(holding_line(state, player),),
    )


def _lay(book: Rulebook, state: State) -> Step[seen.Event]:
    trading = state.doing if isinstance(state.doing, Trading) else Trading(state.order, ())
    player = trading.to_lay[0]
    held = state.holdings[player]
    offered = KEPT if held.hidden else tuple(dict.fromkeys(held.tokens))
    return step(
        book,
        state,
        "trade.laid",
        Say("{leader} lays out which token of {player}?", leader=state.leader_name, player=player),
        one_token(offered),
        lambda token: seen.TokenLaid(player, token),
        keys.MERCHANT,
        player=state.leader_name,
        enter=offered[0] if len(offered) == 1 else None,
        lines=(holding_line(state, player),),
    )


PLOT_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.LEADER: _leader,
    Phase.THIEF: _thief,
    Phase.TALE: _tale,
    Phase.GIFT: _gift,
    Phase.LAY: _lay,
}
