"""Disputes about action cards: may this be played now, and on whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Final

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Question,
    RefereeError,
    Rulebook,
    Ruling,
    Say,
    Setup,
    impossible,
    join_or,
    plural,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import cell_words, read_cell
from referee.games.saboteur.model.gold import Variant
from referee.games.saboteur.model.tools import (
    ACTIONS,
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    action_named,
    broken_card,
    mends,
    repair_card,
)
from referee.games.saboteur.questions import board as told
from referee.games.saboteur.questions.board import Board, cannot_lie_so, round_over
from referee.games.saboteur.questions.facts import (
    TOOL_OF_PLAYER,
    Broken,
    broken_told,
    lying,
    twice_broken,
)
from referee.games.saboteur.state import Round, State

if TYPE_CHECKING:  # other disputes need no course
    from referee.games.saboteur.stages.cards import ActionPlayed


def _action(book: Rulebook, facts: Facts) -> Answer:
    """Rule on an action card as in play. Cites: SAB-5.1 to SAB-5.10."""
    board, broken = Board.of(book, facts), broken_told(facts)
    played = _played(facts, board, broken)
    refused = (
        cannot_lie_so(book, board)
        or twice_broken(broken)
        or _played_too_often(book, facts, board, broken, played)
        or _more_repaired_than_broken(book, facts, broken, played)
        or round_over(board)
    )
    if refused:
        return Answer.ruled(refused, {"cuts_off": None})
    from referee.games.saboteur.stages import COURSE

    event = _event(facts, board, broken)
    state = _state(facts, board, broken, Variant.of(book, facts.options))
    ruling = COURSE.judge(book, state, event)
    return Answer.ruled(ruling, {"cuts_off": _cuts_off(ruling, state, event)})


def _cuts_off(ruling: Ruling, state: State, event: ActionPlayed) -> tuple[str, ...] | None:
    """List the cells that a rockfall cuts off; None of anything else, and where it is refused."""
    cells = None if ruling.verdict.stops_play else event.cuts_off(state)
    return None if cells is None else tuple(map(cell_words, cells))


def _state(facts: Facts, board: Board, broken: Broken, variant: Variant) -> State:
    """Set the table so that it is this player's turn; nobody else is asked for a card."""
    player = facts.player("player")
    others = (facts.player("target", player), *broken)
    seating = tuple(dict.fromkeys((player, *others)))
    return State(
        setup=Setup(seating, options=facts.options),
        rounds=1,
        goals=board.goals,
        hand=1,
        draw_pile=1,
        box={},
        variant=variant,
        now=Round(
            tunnel=board.tunnel,
            draw_pile=1,
            hands=dict.fromkeys(seating, 1),
            starter=player,
            broken=broken,
            up=board.up,
        ),
    )


def _event(facts: Facts, board: Board, broken: Broken) -> ActionPlayed:
    """Make the event that play would judge. Raises RefereeError where a fact is missing."""
    from referee.games.saboteur.stages import cards

    play, player, at = facts.word("play"), facts.player("player"), facts.text("at", None)
    if play in {ROCKFALL, MAP}:
        if at is None:
            said = Say("Where is {play} played? Give at=CELL, as in at=2,0.", play=play)
            raise RefereeError(said)
        kind = cards.RockFell if play == ROCKFALL else cards.GoalLookedAt
        return kind(player, read_cell(at, board.goals))
    target = facts.player("target", None)
    if target is None:
        raise RefereeError(Say("In front of whom is {play} played? Give target=NAME.", play=play))
    tool = next((tool for tool in TOOLS if broken_card(tool) == play), None)
    if tool:
        return cards.ToolBroken(player, target, tool)
    card = next(kinds for kinds in REPAIRS if repair_card(kinds) == play)
    mended = facts.word("mends", None) or _only_fitting(card, broken.get(target, ()))
    if mended is None:
        said = Say("Which does it mend, {kinds}? Give mends=KIND.", kinds=join_or(mends(card)))
        raise RefereeError(said)
    return cards.ToolRepaired(player, target, mended, card)


def _only_fitting(card: str, lying: tuple[str, ...]) -> str | None:
    """Find the kind that a repair must mean: its only one, or the only one that is broken."""
    kinds = mends(card)
    fitting = [tool for tool in kinds if tool in lying]
    if len(fitting) > 1:
        return None
    return fitting[0] if fitting else kinds[0]


def _lying(card: str, board: Board, broken: Broken) -> int:
    """Count the cards of this name that the table shows to have been played."""
    if card == ROCKFALL:
        return len(board.gone)
    tool = next((tool for tool in TOOLS if broken_card(tool) == card), None)
    return lying(broken, tool) if tool else 0


def _played(facts: Facts, board: Board, broken: Broken) -> dict[str, int]:
    """Count the action cards that were played; where it is not told, those that lie count."""
    told = facts.counts("played", {})
    return {card: told.get(card, _lying(card, board, broken)) for card in ACTIONS}


def _played_too_often(
    book: Rulebook,
    facts: Facts,
    board: Board,
    broken: Broken,
    played: Mapping[str, int],
) -> Ruling | None:
    """Stop more action cards than there are, and fewer than lie. Cites: SAB-5.11."""
    rules = (keys.ACTIONS_LEFT, keys.ACTION_CARDS)
    for card, n in played.items():
        copies, there = book[keys.ACTION_CARDS][card], _lying(card, board, broken)
        if n < there:
            too_few = plural(
                n,
                "{n} {card} card cannot have been played: the table shows {lying}.",
                "{n} {card} cards cannot have been played: the table shows {lying}.",
                card=card,
                lying=there,
            )
            return impossible(too_few, *rules)
        used = n + (card == facts.word("play"))
        if used > copies:
            said = "There cannot be {n} {card} cards: the box holds {copies}."
            return impossible(said, *rules, n=used, card=card, copies=copies)
    return None


def _more_repaired_than_broken(
    book: Rulebook, facts: Facts, broken: Broken, played: Mapping[str, int]
) -> Ruling | None:
    """Stop repairs for which too few tools can have been broken. Cites: SAB-5.6, SAB-5.11.

    A broken tool lies on the table until a repair takes it away; a repair for two kinds mended
    either.
    """
    told, copies, play = facts.counts("played", {}), book[keys.ACTION_CARDS], facts.word("play")
    left = {}
    for tool in TOOLS:
        card = broken_card(tool)
        used = told.get(card, copies[card] - (card == play))
        left[tool] = used - lying(broken, tool) - played[repair_card(tool)]
    either = [
        mends(card) for card in REPAIRS if "-" in card for _ in range(played[repair_card(card)])
    ]
    if any(all(mended.count(tool) <= left[tool] for tool in TOOLS) for mended in product(*either)):
        return None
    said = "So many repairs cannot have been played: too few tools were broken."
    return impossible(said, keys.NOTHING_TO_REPAIR, keys.ACTIONS_LEFT)


_ACTION: Final = Choice(ACTIONS, action_named)
ACTION: Final = Question(
    name="action",
    about=Say("May this action card be played?"),
    fields=(
        Field(name="play", shape=_ACTION, about=Say("the action card"), required=True),
        Field(name="player", shape=PlayerName(new=True), about=Say("who plays it"), required=True),
        Field(name="target", shape=PlayerName(new=True), about=Say("before whom it is played")),
        Field(
            name="mends", shape=Choice(TOOLS), about=Say("which tool a repair for two kinds mends")
        ),
        Field(name="at", shape=told.CELL, about=Say("the cell of a rockfall, the goal of a map")),
        Field(name="broken", shape=ListOf(TOOL_OF_PLAYER), about=Say("the broken tools that lie")),
        told.LAID,
        told.GOALS,
        told.GONE,
        Field(
            name="played",
            shape=MapOf(_ACTION, Integer()),
            about=Say("action cards already played in this round, this one not included"),
        ),
    ),
    answer=_action,
    example="play=broken-lamp player=A target=B broken=B:cart",
)
