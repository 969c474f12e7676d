"""What is asked in a turn: one card to lay, to play or to discard, and what a goal shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from referee.core.answers import Answers, OneOf
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.table import Player
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.acting import no_card_left
from referee.games.saboteur.asked import step, table_lines
from referee.games.saboteur.cards import SIDE_NAMES, card_words
from referee.games.saboteur.cells import START, cell_words
from referee.games.saboteur.goals import GOALS, STONE_A, STONE_B, shown_as, still_hidden
from referee.games.saboteur.plays import (
    CardAtCell,
    ToolOfPlayer,
    at_cell,
    copies_left,
    repair_of_player,
    tool_and_player,
)
from referee.games.saboteur.setting_up import setup_lines
from referee.games.saboteur.state import State, active_in_round
from referee.games.saboteur.tools import (
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    broken_card,
    mends,
    repair_card,
)
from referee.games.saboteur.turn import Phase

A = TypeVar("A")
DONE, AGREED = "done", "agreed"


def take_turn(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask for one card: laid, or reported beside it what else was done with one."""
    now = state.now
    player = active_in_round(state)
    is_stopped = bool(now.broken.get(player))
    shapes = () if is_stopped else tuple(copies_left(book[keys.COPIES], now.laid))
    answers = CardAtCell(now.tunnel, shapes)
    ask = Say("{player} lays which card, and where?", player=player)
    if is_stopped:
        ask = Say("{player} has a broken tool and lays no tunnel card.", player=player)
    return step(
        book,
        state,
        Phase.TURN,
        player,
        "turn.lay",
        ask,
        answers,
        lambda lying: seen.CardLaid(player, card_words(lying.card), lying.at),
        keys.ONE_OF_THREE,
        keys.SAME_WAY_UP,
        keys.SIDES_AGREE,
        keys.JOINED_TO_START,
        *((keys.BROKEN_TOOL,) if is_stopped else ()),
        lines=_lines(book, state),
        besides=(
            _break(book, state, player),
            _repair(book, state, player),
            _rockfall(book, state, player),
            _map(book, state, player),
            _discard(book, state, player),
            _end(book, state, player),
        ),
    )


def _lines(book: Rulebook, state: State) -> tuple[Say, ...]:
    """Show the table; at the first turn of a later round, how it is set up, and who begins."""
    if not state.past or state.now.turns:
        return table_lines(state)
    begins = Say(
        "{player} begins, to the left of who used the last card.", player=state.now.starter or ""
    )
    return (*setup_lines(book, state.setup), begins, *table_lines(state))


def _beside(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    player: Player,
    word: str,
    answers: Answers[A],
    event: Callable[[A], seen.Event],
    *rules: Any,
) -> Step[seen.Event]:
    """Put a step beside laying together."""
    ask = Say("{player} plays {word}", player=player, word=word)
    return step(book, state, Phase.TURN, player, f"turn.{word}", ask, answers, event, *rules)


def _break(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    now = state.now
    left = [tool for tool in TOOLS if not no_card_left(book, now.played, broken_card(tool))]
    others_only = book.option(state.setup.options, "self_break") == "no"
    offered = [
        ToolOfPlayer(tool, target)
        for tool in left
        for target in state.players
        if tool not in now.broken.get(target, ()) and not (others_only and target == player)
    ]
    answers = tool_and_player(TOOLS, state.players, offered)
    rules = (keys.BROKEN_TOOL, keys.ONE_OF_EACH, keys.ON_ONESELF)
    return _beside(
        book,
        state,
        player,
        "break",
        answers,
        lambda named: seen.ToolBroken(player, named.player, named.tool),
        *rules,
    )


def _repair(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    now = state.now
    left = [
        card
        for card in REPAIRS
        if any(now.broken.values()) and not no_card_left(book, now.played, repair_card(card))
    ]
    offered = [
        ToolOfPlayer(tool, target, card)
        for target, tools in now.broken.items()
        for tool in tools
        for card in left
        if tool in mends(card)
    ]
    answers = repair_of_player(REPAIRS, now.broken, state.players, offered)
    return _beside(
        book,
        state,
        player,
        "repair",
        answers,
        lambda named: seen.ToolRepaired(player, named.player, named.tool, named.card),
        keys.REPAIRING,
        keys.DOUBLE_REPAIR,
        keys.NOTHING_TO_REPAIR,
    )


def _rockfall(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    now = state.now
    spared = {START, *state.goals}
    cells = [cell for cell in now.tunnel.cards if cell not in spared]
    is_left = not no_card_left(book, now.played, ROCKFALL)
    return _beside(
        book,
        state,
        player,
        "rockfall",
        at_cell(sorted(cells) if is_left else ()),
        lambda cell: seen.RockFell(player, cell),
        keys.ROCKFALL,
        keys.LOOSE_PARTS,
    )


def _map(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    now = state.now
    is_left = not no_card_left(book, now.played, MAP)
    cells = [cell for cell in state.goals if cell not in now.up and is_left]
    return _beside(
        book,
        state,
        player,
        "map",
        at_cell(cells),
        lambda cell: seen.GoalLookedAt(player, cell),
        keys.MAP,
        keys.MAP_ON_OPEN_GOAL,
    )


def _discard(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    return _beside(
        book,
        state,
        player,
        "discard",
        OneOf((DONE,), (DONE,)),
        lambda _: seen.CardDiscarded(player),
        keys.DISCARDING,
    )


def _end(book: Rulebook, state: State, player: Player) -> Step[seen.Event]:
    return _beside(
        book,
        state,
        player,
        "end",
        OneOf((AGREED,), (AGREED,)),
        lambda _: seen.EndAgreed(),
        keys.EARLY_END,
    )


def turn_up_goal(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask what a goal shows that the tunnel has reached."""
    cell, side = state.now.tunnel.reached()[0]
    possible = still_hidden(state.now.up.values())
    ask = Say(
        "The goal at {cell}, reached from the {side}, shows?",
        cell=cell_words(cell),
        side=SIDE_NAMES[side],
    )
    return step(
        book,
        state,
        Phase.GOAL,
        state.now.last,
        "goal.shows",
        ask,
        OneOf(GOALS, possible),
        lambda shows: seen.GoalTurnedUp(cell, shows),
        keys.TURNED_UP,
        keys.HOW_A_STONE_LIES,
        keys.START_AND_GOALS,
        lines=(_STONES,),
    )


_STONES: Final = Say(
    "{stone_a} is the curve {lies_a}, {stone_b} the curve {lies_b}.",
    stone_a=STONE_A,
    lies_a=shown_as(STONE_A),
    stone_b=STONE_B,
    lies_b=shown_as(STONE_B),
)
