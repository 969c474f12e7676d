"""Disputes about the tunnel: may this card lie here, and where else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee import api
from referee.api import Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    LETTERS,
    OPENINGS,
    SIDE_NAMES,
    Cell,
    card_words,
    cell_words,
    orientations,
    read_card,
    read_cell,
    read_placed_card,
)
from referee.games.saboteur.model.board.placement import Placement
from referee.games.saboteur.model.board.tunnel import (
    GOALS,
    LEADS,
    STONES,
    TREASURE,
    Tunnel,
    goal_named,
    is_open_end,
    leads,
    lies_as,
    side_named,
    still_hidden,
)
from referee.games.saboteur.model.tools import TOOLS
from referee.games.saboteur.questions.board import (
    CARD,
    CELL,
    GOALS_GIVEN,
    GONE,
    LAID,
    PLACED,
    Board,
    cannot_lie_so,
    hanging_in_the_air,
    round_over,
    too_many_copies,
)


def _place(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on a card at a cell, and say which goals it turns up and how they lie then.

    Cites: SAB-3.1 to SAB-3.9, SAB-4.1 to SAB-4.5, SAB-5.1, SAB-5.8.
    """
    board = Board.of(book, facts)
    cell, card = placed = read_placed_card(facts.text("lay"))
    broken = [tool for tool in TOOLS if tool in facts.words("broken", ())]
    placement = Placement(placed, board.tunnel, board.goals, broken)
    refused = (
        cannot_lie_so(book, board)
        or next(too_many_copies(book, board, card), None)
        or round_over(board)
        or placement.refusal(book)
    )
    doubts = hanging_in_the_air(book, board)
    if refused:
        doubted = api.replace(refused, because=(*refused.because, *doubts))
        return api.Answer.ruled(doubted, {"reveals": None, "lies_as": None})
    rules = placement.rules()
    lies = {cell_words(at): _lies(board, at, side) for at, side in placement.reached()}
    if lies:
        several = (keys.SEVERAL_GOALS,) if len(lies) > 1 else ()
        rules += [keys.TURNED_UP, *several, keys.HOW_A_STONE_LIES]
    said = _may_lie(card_words(card), cell_words(cell), tuple(lies))
    ruling = api.allowed(said, *rules, because=(*_because(lies), *doubts))
    return api.Answer.ruled(ruling, {"reveals": tuple(lies), "lies_as": lies})


def _may_lie(card: str, cell: str, goals: tuple[str, ...]) -> Say:
    if not goals:
        return Say("{card} may lie at {cell}.", card=card, cell=cell)
    return api.plural(
        len(goals),
        "{card} may lie at {cell}. The goal at {goals} is turned up.",
        "{card} may lie at {cell}. The goals at {goals} are turned up.",
        card=card,
        cell=cell,
        goals=goals,
    )


def _lies(board: Board, at: Cell, side: int) -> dict[str, str]:
    """Return how each goal that may be there would lie. Cites: SAB-4.3."""
    known = {goal.at: goal.shows for goal in board.known_goals}
    others = [goal for cell, goal in known.items() if cell != at]
    possible = (known[at],) if at in known else still_hidden(others)
    return {goal: card_words(lies_as(goal, side)) for goal in GOALS if goal in possible}


def _because(lies: Mapping[str, Mapping[str, str]]) -> tuple[Say, ...]:
    return tuple(
        Say("At {cell} a {goal} lies as {card}.", cell=cell, goal=goal, card=card)
        for cell, goals in lies.items()
        for goal, card in goals.items()
        if goal != TREASURE
    )


def _places(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """List every cell where a card may lie, and how. Cites: SAB-3.1 to SAB-3.9, SAB-5.8."""
    board = Board.of(book, facts)
    card = read_card(facts.text("card"))
    refused = (
        cannot_lie_so(book, board)
        or next(too_many_copies(book, board, card), None)
        or round_over(board)
    )
    if refused:
        return api.Answer.ruled(refused, {"cells": None})
    cells: list[dict[str, Any]] = [
        {"at": cell_words(cell), "lies": card_words(lying)}
        for cell, fitting in board.tunnel.places()
        for lying in orientations(card)
        if fitting >> (lying & OPENINGS) & 1
    ]
    said = api.plural(
        len(cells),
        "{card} can be laid in 1 way.",
        "{card} can be laid in {n} ways.",
        card=card_words(card),
    )
    rules = (keys.SAME_WAY_UP, keys.SIDES_AGREE, keys.JOINED_TO_START)
    doubts = hanging_in_the_air(book, board)
    return api.Answer.answered(said, {"cells": tuple(cells)}, *rules, because=doubts)


def _joined(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say what the start reaches without a break, what is cut off, and where to build on.

    Cites: SAB-3.6, SAB-3.7, SAB-4.5, SAB-5.8.
    """
    board = Board.of(book, facts)
    at = facts.text("at", None)
    cell = None if at is None else read_cell(at, board.goals)
    tunnel = board.tunnel
    refused = cannot_lie_so(book, board) or _no_card_at(tunnel, cell)
    if refused:
        unknown = ("joined", "cut_off", "open_ends", "is_joined")
        return api.Answer.ruled(refused, dict.fromkeys(unknown))
    cut_off = [each for each in sorted(tunnel.cards) if tunnel.is_loose(each)]
    joined = [each for each in sorted(tunnel.cards) if each not in cut_off]
    ends = [each for each, asked in sorted(tunnel.asked.items()) if is_open_end(asked)]
    results = {
        "joined": tuple(map(cell_words, joined)),
        "cut_off": tuple(map(cell_words, cut_off)),
        "open_ends": tuple(map(cell_words, ends)),
        "is_joined": None if cell is None else cell in joined,
    }
    said = Say("Nothing is cut off from the start.")
    if cut_off:
        said = Say("Cut off from the start: {cells}.", cells=tuple(map(cell_words, cut_off)))
    if cell is not None:
        where = cell_words(cell)
        said = Say("The card at {cell} is joined to the start.", cell=where)
        if cell in cut_off:
            said = Say("The card at {cell} is cut off from the start.", cell=where)
    rules = [keys.JOINED_TO_START, keys.DEAD_ENDS, *([keys.LOOSE_PARTS] if cut_off else [])]
    return api.Answer.answered(said, results, *rules)


def _no_card_at(tunnel: Tunnel, cell: Cell | None) -> api.Ruling | None:
    if cell is None or cell in tunnel.cards:
        return None
    said = "No card is face up at {cell}."
    return api.impossible(said, keys.JOINED_TO_START, cell=cell_words(cell))


def _stone(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say how a goal lies that the tunnel reaches from a side. Cites: SAB-1.3, SAB-4.3."""
    shows, side = facts.word("shows"), LETTERS[facts.word("from")]
    if shows in LEADS:
        ways = {leads(stone, side): stone for stone in STONES}
        if shows not in ways:
            return api.Answer.ruled(_leads_elsewhere(shows, side, tuple(ways)), {"lies": None})
        shows = ways[shows]
    lies = card_words(lies_as(shows, side))
    said = Say("It lies as {card}, the only way that fits the tunnel.", card=lies)
    if shows == TREASURE:
        said = Say("The treasure is open on all four sides.")
    return api.Answer.answered(said, {"lies": lies}, keys.HOW_A_STONE_LIES, keys.START_AND_GOALS)


def _leads_elsewhere(way: str, side: int, ways: tuple[str, ...]) -> api.Ruling:
    said = "Reached from the {side}, a stone leads {ways}, not {way}."
    return api.impossible(
        said,
        keys.HOW_A_STONE_LIES,
        keys.START_AND_GOALS,
        side=SIDE_NAMES[side],
        ways=api.join_or(ways),
        way=way,
    )


PLACE: Final = api.Question(
    name="place",
    about=Say("May this card lie here, and which goals does it turn up?"),
    fields=(
        api.Field("lay", PLACED, Say("the card and where"), required=True),
        LAID,
        GOALS_GIVEN,
        api.Field(
            "broken",
            api.ListOf(api.Choice(TOOLS)),
            Say("broken tools in front of the player who lays it"),
        ),
        GONE,
    ),
    answer=_place,
    example="lay=2,0:NESW laid=1,0:EW",
)
PLACES: Final = api.Question(
    name="places",
    about=Say("Where may this card lie?"),
    fields=(
        api.Field("card", CARD, Say("the card, either way up"), required=True),
        LAID,
        GOALS_GIVEN,
        GONE,
    ),
    answer=_places,
    example="card=EW laid=1,0:EW",
)
JOINED: Final = api.Question(
    name="joined",
    about=Say("Is this card still connected to the start, and where can the tunnel continue?"),
    fields=(
        api.Field("at", CELL, Say("the cell that is asked about")),
        LAID,
        GOALS_GIVEN,
    ),
    answer=_joined,
    example="at=3,0 laid=1,0:EW laid=3,0:EW",
)
STONE: Final = api.Question(
    name="stone",
    about=Say("How does a goal lie once it is turned up?"),
    fields=(
        api.Field(
            name="shows",
            shape=api.Choice((*GOALS, *LEADS), goal_named),
            about=Say("what it shows; for a stone, the sides it leads to are enough"),
            required=True,
        ),
        api.Field(
            "from",
            api.Choice(tuple(LETTERS), side_named),
            Say("the side of the goal that the tunnel reaches: N, E, S or W"),
            required=True,
        ),
    ),
    answer=_stone,
    example="shows=stone-a from=W",
)
